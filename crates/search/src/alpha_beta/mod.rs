//! Alpha-beta: the textbook one, and the strong one built from it.
//!
//! Read [`textbook`] first. What [`best`] adds, each in a file of its own: iterative deepening and the root
//! ([`best`], `aspiration`), principal variation search and quiescence (`tree`), the transposition table
//! (`transposition_table`, `huge_pages`, `known`), move ordering (`ordering`, `history`), what the evaluation is known to misjudge
//! (`correction_history`), what is looked at less deeply (`null_move`, `reductions`, `pruning`, `probcut`) or more
//! (`singular`), when it is content (`time_management`), what the game proves before (`root_proof`), how threads help
//! each other (`threads`, `lazy_smp`), the switches for all of these ([`options`]) and how far they go ([`parameters`]).

mod aspiration;
pub mod best;
mod correction_history;
mod history;
mod huge_pages;
mod known;
mod lazy_smp;
mod null_move;
pub mod options;
mod ordering;
pub mod parameters;
mod probcut;
mod pruning;
mod quiescence;
mod reductions;
mod root_proof;
mod singular;
pub mod textbook;
mod threads;
mod time_management;
mod transposition_table;
mod tree;

pub use best::Best;
pub use options::{Options, Selectivity};
pub use parameters::SearchParameters;
pub use textbook::Textbook;
pub use transposition_table::{HashTable, TableEntry};
