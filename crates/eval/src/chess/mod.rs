//! What is known about chess.

pub mod endings;
pub mod exchange;
pub mod kbnk;
pub mod kpk;
mod material;
pub mod network;
mod piece_square;
mod positional;
mod tactics;

pub use material::{Material, PIECE_VALUES, mobility};
pub use network::Network;
pub use piece_square::PieceSquare;
pub use positional::Positional;
pub use tactics::ChessTactics;
pub(crate) use tactics::SEARCH;
