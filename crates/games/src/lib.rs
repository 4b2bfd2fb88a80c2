//! The rules of the games that come with Wanqi, one module a game. No search, no scores.
#![warn(missing_docs)]

mod bits;
pub mod chess;
pub mod connect_four;
pub mod go;
pub mod gomoku;
mod grid;
pub mod othello;
pub mod tic_tac_toe;
