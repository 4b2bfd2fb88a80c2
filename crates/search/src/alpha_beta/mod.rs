//! Alpha-beta: the textbook one, and the strong one built from it.
//!
//! Read [`textbook`] first. What [`best`] adds, each in a file of its own: iterative deepening and the root
//! ([`best`], `aspiration`), principal variation search and quiescence (`tree`), the transposition table (`table`), move
//! ordering (`ordering`, `history`), what the evaluation is known to misjudge (`correction`), what is looked at less
//! deeply (`null_move`, `reductions`, `pruning`, `probcut`) or more (`singular`), when it is content (`patience`), what the game
//! proves before (`proof`), how threads help each other (`threads`, `team`), and the switches for all of these ([`options`]).

mod aspiration;
pub mod best;
mod correction;
mod history;
mod null_move;
pub mod options;
mod ordering;
mod patience;
mod probcut;
mod proof;
mod pruning;
mod quiescence;
mod reductions;
mod singular;
mod table;
mod team;
pub mod textbook;
mod threads;
mod tree;

pub use best::Best;
pub use options::{Options, Selectivity};
pub use textbook::Textbook;
