//! What is known about games beyond their rules: evaluations and tactics, one module a game.
//!
//! ```
//! use wanqi_eval::chess::{ChessTactics, Network};
//! use wanqi_game::Notation;
//! use wanqi_games::chess::Chess;
//! use wanqi_search::alpha_beta::Options;
//! use wanqi_search::{Best, Limits, Score, Search};
//!
//! # fn main() -> Result<(), wanqi_game::TextError> {
//! let position = Chess.parse_position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?;
//! let options = Options { table_mb: 1, ..Options::default() };
//! let mut best = Best::new(Network::shipped(), ChessTactics, options);
//! let report = best.search(&Chess, &[position.clone()], &Limits::depth(2), &mut |_| {});
//! assert_eq!((report.score, report.proven), (Score::win_in(1), true));
//! assert_eq!(Chess.format_move(&position, report.best.expect("a move"), 0), "Rd8#");
//! # Ok(())
//! # }
//! ```
#![deny(unsafe_code)] // but for `simd`
#![warn(missing_docs)]

mod boards;
pub mod chess;
pub mod connect_four;
pub mod data_file;
pub mod go;
pub mod gomoku;
mod hash;
pub mod jungle;
pub mod learnt;
pub mod network;
pub mod opening;
pub mod othello;
pub mod perspective_network;
pub mod rulebook;
mod simd;
pub mod tic_tac_toe;
pub mod xiangqi;
