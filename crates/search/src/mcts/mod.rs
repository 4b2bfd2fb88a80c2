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
//! In games whose moves are told apart by [AMAF indices](wanqi_game::Game::amaf_index), a move also learns from the random
//! games in which it came later (all moves as first, AMAF), which tells much while its own visits tell little (RAVE):
//!
//! - Gelly and Silver, *Monte-Carlo tree search and rapid action value estimation in computer Go* (2011),
//!   <https://doi.org/10.1016/j.artint.2011.03.007>
//!
//! Where something is known of a game beyond its rules, it says which moves to look at, and either what a leaf is worth, so
//! that no random games are played ([`ValueGuide`]), or how to play games that are less random ([`PlayoutGuide`]).
//!
//! Positions that are reached in different orders may share what is known of them: then the tree is a graph.
//!
//! Read `node` and `tree` first (what a node knows, how proofs rise), `select` (how a child is chosen), then `simulation`
//! (descend, play out, note the result), then `tree_parallel` and `search` around them; `graph` last.

mod amaf;
mod append;
mod endings;
mod graph;
mod guide;
mod idle;
mod node;
mod policy;
mod record;
mod search;
mod select;
mod simulation;
mod tree;
mod tree_parallel;

pub use amaf::AmafMoves;
pub use guide::{EvaluationGuide, Expected, PlayoutGuide, Prior, ValueGuide};
pub use policy::{Policy, PolicyGuide};
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
    /// Whether and how moves learn from games in which they came later; `None` for plain UCT. Without meaning in games whose
    /// moves have no places, and beside a guide of values.
    pub rave: Option<Rave>,
    /// How much a move's prior counts while it has few visits, beside games that are played out: progressive bias. What is
    /// added to its value is this times the prior, over the visits and one. Chaslot et al., *Progressive Strategies for
    /// Monte-Carlo Tree Search* (2008), <https://doi.org/10.1142/S1793005708001094>.
    pub bias: f32,
    /// Whether and how the moves of a node come to be looked at one after the other, in the order of their priors; `None`
    /// for all at once. Without meaning but beside a guide that plays out.
    pub widening: Option<Widening>,
    /// Plies after which a random game is broken off; it is counted but never scored.
    pub playout_bound: u32,
    /// Whether proven wins, losses and draws are passed up the tree.
    pub solver: bool,
    /// Whether positions that are reached in different orders share what is known of them: UCT on a graph. Nothing is proven
    /// there in games whose moves the past [may forbid](wanqi_game::Game::FORBIDS_BY_HISTORY).
    pub graph: bool,
    /// How many threads grow the tree. With more than one the answer depends on chance.
    pub threads: usize,
    /// The most memory that the tree may take, in MiB. When it is full, what was visited least is forgotten.
    pub memory_mb: usize,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            exploration: 1.0,
            first_play_urgency: f32::INFINITY,
            rave: Some(Rave::default()),
            bias: 0.0,
            widening: None,
            playout_bound: 2000,
            solver: true,
            graph: false,
            threads: 1,
            memory_mb: 256,
            seed: 0,
        }
    }
}

/// How much moves learn from games in which they came later.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rave {
    /// How many visits of its own tell as much about a move as any number of games in which it came later.
    pub equivalence: f32,
    /// The constant *C* of UCT beside it: little is needed, since later moves try out much.
    pub exploration: f32,
    /// Visits that count as half won before the first, so that one lucky game is not taken for certain.
    pub even: f32,
}

impl Default for Rave {
    fn default() -> Self {
        Rave { equivalence: 1000.0, exploration: 0.1, even: 2.0 }
    }
}

/// How fast more moves come to be looked at: progressive widening. Coulom, *Computing Elo Ratings of Move Patterns in the Game of
/// Go* (2007), <https://inria.hal.science/inria-00149859>; his numbers are the default.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// The moves that are looked at from the start, at least 1.
    pub first: usize,
    /// The visits of the node after which the next one is.
    pub visits: f32,
    /// By how much the visits from one move to the next grow each time, above 1.
    pub growth: f32,
}

impl Default for Widening {
    fn default() -> Self {
        Widening { first: 2, visits: 40.0, growth: 1.4 }
    }
}

impl Widening {
    /// How many moves are looked at after so many visits: the greatest *n* for which the sum of n − `first` intervals,
    /// each `growth` times the one before, is within them.
    fn width(&self, visits: u32) -> usize {
        let times = 1.0 + visits as f32 * (self.growth - 1.0) / self.visits;
        self.first.max(1) + (times.ln() / self.growth.ln()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Widening;

    #[test]
    fn moves_open_at_growing_intervals() {
        let widening = Widening { first: 2, visits: 40.0, growth: 1.5 };
        // After 40, 40 + 60, and 40 + 60 + 90 visits.
        for (visits, width) in [(0, 2), (39, 2), (41, 3), (99, 3), (101, 4), (189, 4), (191, 5)] {
            assert_eq!(widening.width(visits), width, "after {visits}");
        }
    }
}
