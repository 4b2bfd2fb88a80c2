//! What a game is.
//!
//! [`Game`] holds the rules and nothing else; [`Notation`] its texts, [`Depict`] its looks. Everything that
//! Wanqi does with a game (search, playing, teaching, counting) is written once against these traits.
//!
//! Where to start reading: [`Game`], then the smallest game there is, `games::tic_tac_toe`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod conformance;
pub mod depict;
pub mod diagram;
mod notation;
pub mod perft;
pub mod playout;
pub mod random;
mod rules;

pub use depict::{Depict, Held, Layout, Piece, Scene, Step};
pub use notation::{Notation, TextError, quoted};
pub use rules::{Game, Outcome, Side};
