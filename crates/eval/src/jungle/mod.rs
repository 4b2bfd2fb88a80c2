//! What is known about Jungle.

pub mod endgames;
mod squares;
mod tactics;

pub use endgames::Endgames;
pub use squares::Squares;
pub use tactics::JungleTactics;
