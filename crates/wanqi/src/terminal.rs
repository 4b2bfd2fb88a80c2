//! A game in the terminal: a board, a prompt, and whoever sits on either side of it.

mod board;
mod command;
mod input;
mod seat;
mod session;

pub use board::DrawStyle;
pub use input::{Editor, Input, Plain};
pub use seat::Seat;
pub use session::Session;
