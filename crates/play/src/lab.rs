//! The lab: every algorithm of the ladder on one position, side by side.

use crate::registry::Evaluation;
use crate::{Error, Spec};
use game::Game;
use serde::Serialize;

/// What theory says of the work of a search, beside which the real counts are shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Theory {
    /// The mean number of moves of an interior node of the tree.
    pub branching: f64,
    /// Leaves of a uniform tree of that branching, all visited: b^n, the worst case.
    pub worst: f64,
    /// The least that alpha-beta must visit of it: b^⌈n/2⌉ + b^⌊n/2⌋ − 1, the best case.
    pub best: f64,
    /// The least number of leaves that alpha-beta can visit in this very tree.
    pub least: u64,
}

pub(crate) fn theory<G: Game>(
    _game: &G,
    _position: &G::Position,
    _evaluations: &[Evaluation<G>],
    spec: &Spec,
    _depth: u32,
) -> Result<Theory, Error> {
    Err(Error::Spec(format!("{spec} has no evaluation")))
}
