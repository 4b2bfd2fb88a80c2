//! What is known about games beyond their rules: evaluations and tactics, one module a game.
#![deny(unsafe_code)] // but for `wide` of the networks
#![warn(missing_docs)]

pub mod chess;
pub mod connect_four;
pub mod go;
pub mod gomoku;
pub mod jungle;
pub mod opening;
pub mod othello;
mod registers;
pub mod rulebook;
pub mod tic_tac_toe;
pub mod xiangqi;
