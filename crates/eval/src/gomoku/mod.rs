//! What is known about gomoku.
//!
//! [`pattern`](Pattern) says what a stone makes of a line, [`class`](Class) what it threatens in all four lines together,
//! `shape` tells its four patterns as one number, [`PatternBoard`] keeps all of it for every empty point. On them stand the
//! evaluation [`Lines`], the [`Network`] that corrects it, and [`ThreatTactics`].
//! [`runs`] is the first evaluation, which sees runs of stones only.

mod class;
mod evaluation;
pub mod network;
mod pattern;
mod pattern_board;
mod point_set;
pub mod runs;
mod shape;
pub mod tactics;
mod vcf;
mod weights;

pub use class::Class;
pub use evaluation::Lines;
pub use network::Network;
pub use pattern::Pattern;
pub use pattern_board::PatternBoard;
pub use point_set::PointSet;
pub use runs::{GomokuTactics, Patterns};
pub use tactics::ThreatTactics;
