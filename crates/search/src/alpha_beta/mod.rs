//! Alpha-beta: the textbook one, and the strong one built from it.
//!
//! Read [`textbook`] first. What [`best`] adds, each in a file of its own: iterative deepening and the root
//! ([`best`]), principal variation search and quiescence (`tree`), the transposition table (`table`), move
//! ordering (`ordering`), and the switches for all of these ([`options`]).

pub mod best;
pub mod options;
mod ordering;
mod table;
pub mod textbook;
mod tree;

pub use best::Best;
pub use options::Options;
pub use textbook::Textbook;
