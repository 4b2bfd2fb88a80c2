//! The rules of the games that come with Wanqi, one module a game. No search, no scores.
//!
//! ```
//! use wanqi_game::{Game, Notation, perft::perft};
//! use wanqi_games::chess::Chess;
//!
//! # fn main() -> Result<(), wanqi_game::TextError> {
//! let mut position = Chess.start();
//! assert_eq!(perft(&Chess, &position, 3), 8_902);
//!
//! let mv = Chess.parse_move(&position, "e4")?;
//! Chess.play(&mut position, mv);
//! assert_eq!(Chess.format_position(&position), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bits;
pub mod chess;
pub mod connect_four;
mod fen;
pub mod go;
pub mod gomoku;
mod grid;
pub mod jungle;
mod move_sets;
pub mod othello;
mod results;
pub mod rulebook;
pub mod tic_tac_toe;
pub mod xiangqi;
