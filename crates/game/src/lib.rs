//! What a game is.
//!
//! [`Game`] holds the rules and nothing else; [`Notation`] its texts, [`Depict`] its looks. Everything that
//! Wanqi does with a game (search, playing, teaching, counting) is written once against these traits.
//!
//! Where to start reading: [`Game`], then the smallest game there is, `wanqi_games::tic_tac_toe`.
//!
//! ```
//! use wanqi_game::{Game, Outcome, Side, perft::perft};
//!
//! /// A heap of stones: who moves takes one or two, and who takes the last wins.
//! struct Heap(u8);
//!
//! impl Game for Heap {
//!     type Position = (u8, Side);
//!     type Move = u8;
//!
//!     fn start(&self) -> (u8, Side) {
//!         (self.0, Side::First)
//!     }
//!     fn side_to_move(&self, position: &(u8, Side)) -> Side {
//!         position.1
//!     }
//!     fn each_move(&self, position: &(u8, Side), visit: impl FnMut(u8)) {
//!         (1..=2.min(position.0)).for_each(visit);
//!     }
//!     fn play(&self, position: &mut (u8, Side), mv: u8) {
//!         *position = (position.0 - mv, position.1.opponent());
//!     }
//!     fn outcome(&self, _: &(u8, Side)) -> Option<Outcome> {
//!         None
//!     }
//!     fn outcome_if_stuck(&self, position: &(u8, Side)) -> Outcome {
//!         Outcome::Win(position.1.opponent())
//!     }
//!     fn key(&self, position: &(u8, Side)) -> u64 {
//!         2 * u64::from(position.0) + position.1.index() as u64
//!     }
//! }
//!
//! let heap = Heap(4);
//! assert_eq!(perft(&heap, &heap.start(), 3), 4, "paths: 1 1 1, 1 1 2, 1 2 1, 2 1 1");
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod closest;
pub mod conformance;
pub mod depict;
pub mod diagram;
mod keys;
mod message;
mod notation;
pub mod perft;
pub mod playout;
pub mod random;
mod rules;
mod set_up;

pub use closest::{closest, did_you_mean};
pub use depict::{Depict, HandPiece, Layout, Piece, Scene, Step};
pub use keys::{KeyHasher, KeyMap, KeySet};
pub use message::{Message, MessageValue};
pub use notation::{NULL_MOVE, Notation, TextError, quoted};
pub use rules::{Game, Outcome, Side};
pub use set_up::set_up;
