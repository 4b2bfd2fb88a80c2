//! Monte-Carlo tree search: a tree that grows where random games go well.
//!
//! Each simulation walks down the tree by a rule that weighs what has gone well against what is little known
//! (UCT), adds a node, plays a random game from there and notes its result on the way back. No knowledge of the
//! game is needed beyond its rules. Where a game ends inside the tree, the result is a proof and not a sample,
//! and proofs are passed up (MCTS-Solver).
//!
//! - Kocsis and Szepesvári, *Bandit Based Monte-Carlo Planning* (2006), <https://doi.org/10.1007/11871842_29>
//! - Winands, Björnsson and Saito, *Monte-Carlo Tree Search Solver* (2008),
//!   <https://dke.maastrichtuniversity.nl/m.winands/documents/uctloa.pdf>
//!
//! Where something is known of a game beyond its rules, a [`Guide`] says what a leaf is worth and which moves to look
//! at, and no random games are played.
//!
//! Read `tree` first (what a node knows, how a child is chosen, how proofs rise), then `simulation` (descend,
//! play out, note the result), then `search` around them.

mod guide;
mod record;
mod search;
mod simulation;
mod tree;

pub use guide::{ByEvaluation, Guide};
pub use record::{Simulated, SimulatedNode, Simulations};
pub use search::Mcts;

/// The switches of [`Mcts`]. Start from [`Options::default`] and change fields.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How much a little-known move is preferred: the constant *C* of UCT, for values from 0 to 1.
    pub exploration: f32,
    /// The value that a move without a visit is taken to have; infinity to try every move once before any twice.
    /// Gelly and Wang, *Exploration Exploitation in Go* (2006), <https://inria.hal.science/hal-00115330>.
    pub first_play_urgency: f32,
    /// Plies after which a random game is broken off; it is counted but never scored.
    pub playout_bound: u32,
    /// Whether proven wins, losses and draws are passed up the tree.
    pub solver: bool,
    /// The most memory that the tree may take, in MiB. When it is full it no longer grows, and playouts start
    /// from its leaves.
    pub memory_mb: usize,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            exploration: 1.0,
            first_play_urgency: f32::INFINITY,
            playout_bound: 2000,
            solver: true,
            memory_mb: 256,
            seed: 0,
        }
    }
}
