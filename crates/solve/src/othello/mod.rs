//! Endings of Othello solved to the last disc, and the strong search that leads there.
//!
//! Negascout over the lead in discs, empty squares being the winner's. `search` is the tree of an ending, `ordering` which
//! moves come first, `last` the last four empty squares written out, `stability` bounds by discs that cannot turn any more,
//! `board` what a move does, `cpu` the instructions that all of it is compiled for. `middle` looks some plies ahead by an
//! evaluation, `confidence` says what may be given up unseen (multi-probcut), `deepening` and `stages` lead from ply to ply
//! and to the end. `table` is what is known of positions and `busy` which of them other threads look at. `solution` answers
//! questions about one position, `root` those of the general alpha-beta. Buro, *The Othello Match of the Year: Takeshi
//! Murakami vs. Logistello* (1997) names most of what endgame solvers do; stable edges and orders by mobility are older than
//! computers.

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
mod stages;
mod table;

/// What a thread that helps has: a search recurses once an empty square.
const STACK: usize = 2 << 20;

pub use confidence::Confidence;
pub use deepening::{DiscSearch, SearchOptions};
pub use root::EndgameProver;
pub use solution::{Goal, MoveScore, OutOfMemory, Solution, Solver};
