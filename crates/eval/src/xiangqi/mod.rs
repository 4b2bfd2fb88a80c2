//! What is known about xiangqi.

pub mod exchange;
mod material;
mod tactics;

pub use material::{Material, PIECE_VALUES};
pub use tactics::XiangqiTactics;
