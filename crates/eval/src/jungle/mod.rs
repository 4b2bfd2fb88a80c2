//! What is known about Jungle.

mod squares;
pub mod tablebase;
mod tactics;
mod weights;

pub use squares::Squares;
pub use tablebase::Tablebases;
pub use tactics::JungleTactics;
