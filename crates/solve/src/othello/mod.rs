//! Endings of Othello solved to the last disc.
//!
//! Negascout over the lead in discs, empty squares being the winner's, with one thread. `search` is the tree, `ordering`
//! which moves come first, `last` the last four empty squares written out, `stability` bounds by discs that cannot turn
//! any more, `table` what is known of positions, `board` what a move does, `cpu` the instructions that all of it is
//! compiled for. Buro, *The Othello Match of the Year: Takeshi Murakami vs. Logistello* (1997) names most of what endgame
//! solvers do; stable edges and orders by mobility are older than computers.

mod board;
mod busy;
mod confidence;
mod cpu;
mod deepening;
mod last;
mod middle;
mod ordering;
mod root;
mod search;
mod solution;
mod stability;
mod table;

pub use confidence::Confidence;
pub use deepening::{DiscSearch, SearchOptions};
pub use root::EndgameProver;
pub use solution::{Goal, MoveScore, OutOfMemory, Solution, Solver};
