//! What is known about chess.

pub mod exchange;
mod material;
mod piece_square;
mod positional;
mod tactics;

pub use material::{Material, PIECE_VALUES, mobility};
pub use piece_square::PieceSquare;
pub use positional::Positional;
pub use tactics::ChessTactics;
