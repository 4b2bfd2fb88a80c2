//! What is known about Jungle.

pub mod endgames;
mod squares;
mod tactics;
mod weights;

pub use endgames::Endgames;
pub use squares::Squares;
pub use tactics::JungleTactics;
