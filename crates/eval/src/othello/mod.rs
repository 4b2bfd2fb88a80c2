//! What is known about Othello.
//!
//! [`SquaresAndMobility`] is short and can be read; [`Patterns`] plays well. `shapes` says which squares are looked at
//! together, `patterns` what they are worth, `tactics` which moves are tried first.

mod patterns;
mod shapes;
mod squares;
mod tactics;

pub use patterns::{COUNTS, Features, HUNDREDTHS, PHASES, Patterns, ROWS, SHIPPED, around, features, phase};
pub use shapes::Indices;
pub use squares::SquaresAndMobility;
pub use tactics::OthelloTactics;
