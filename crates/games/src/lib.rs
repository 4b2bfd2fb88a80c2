//! The rules of the games that come with Wanqi, one module a game. No search, no scores.
#![warn(missing_docs)]

pub mod tic_tac_toe;
