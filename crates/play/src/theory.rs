//! What theory says of a search, for the lab.

use serde::Serialize;
use wanqi_search::theory::{MinimalTree, best_case, branching, worst_case};

/// What theory says of the work of a search, beside which the real counts are shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Theory {
    /// The mean number of moves of an interior node of the tree.
    pub branching: f64,
    /// Leaves of a uniform tree of that branching, all visited: bⁿ, the worst case.
    pub worst: f64,
    /// The least that alpha-beta must visit of it: b^⌈n/2⌉ + b^⌊n/2⌋ − 1, the best case.
    pub best: f64,
    /// All leaves of this very tree.
    pub leaves: u64,
    /// The least number of them that alpha-beta can do with.
    pub least: u64,
}

impl Theory {
    /// What follows from a tree that was looked at whole, `depth` plies deep.
    pub(crate) fn of(tree: &MinimalTree, depth: u32) -> Theory {
        let branching = branching(&tree.whole);
        Theory {
            branching,
            worst: worst_case(branching, depth),
            best: best_case(branching, depth),
            leaves: tree.whole.leaves,
            least: tree.leaves,
        }
    }
}
