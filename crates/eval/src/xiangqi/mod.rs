//! What is known about xiangqi.

pub mod exchange;
mod material;
pub mod network;
mod positional;
mod tactics;
mod terms;
mod weights;

pub use material::{Material, PIECE_VALUES};
pub use network::Network;
pub use positional::Positional;
pub use tactics::XiangqiTactics;
