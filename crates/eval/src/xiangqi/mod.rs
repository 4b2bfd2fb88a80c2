//! What is known about xiangqi.

pub mod exchange;
mod material;
mod positional;
mod tactics;
mod terms;
mod weights;

pub use material::{Material, PIECE_VALUES};
pub use positional::Positional;
pub use tactics::XiangqiTactics;
