//! Looking more deeply at the only good move.

use super::transposition_table::TableEntry;
use super::tree::{Node, Tree};
use crate::{Bound, Evaluator, Score, Tactics, Window};
use wanqi_game::Game;

/// What a search without the best move has shown.
pub(super) enum Singular {
    /// Other moves refute as well: a score for the node.
    Refuted(Score),
    /// By how much to deepen the best move.
    Longer(i32),
}

/// The least depth to ask at, and by how much the table's entry may be shallower.
const MIN_DEPTH: u32 = 6;
const SHALLOWER: u32 = 3;

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// Whether the table's move is singular: all others, searched half as deep, fail to come near its score. It is
    /// then searched a ply deeper, since much depends on it. If instead others refute too, the node is given up.
    /// Anantharaman, Campbell and Hsu, *Singular Extensions: Adding Selectivity to Brute-Force Searching* (1990),
    /// <https://doi.org/10.1016/0004-3702(90)90073-9>; <https://www.chessprogramming.org/Multi-Cut>.
    pub(super) fn singular(&mut self, node: &Node) -> Option<Singular> {
        let &Node { ply, depth, window, .. } = node;
        let entry = node.known.filter(|_| self.selectivity.extensions && self.looks())?;
        let best = entry.best?;
        if depth < MIN_DEPTH
            || entry.bound == Bound::Upper
            || entry.depth + SHALLOWER < depth
            || entry.depth >= TableEntry::COMPLETE
            || ply >= 2 * self.iteration as usize
        {
            return None;
        }
        let score = entry.score.from_table(ply as u32);
        if score.decided().is_some() {
            return None;
        }
        let beta = score.plus(-(self.margin * depth as i32 / self.parameters.singular_depth.max(1)));
        self.excluded[ply] = Some(best);
        let asked = Window::null(beta.plus(-1));
        let others = self.value((depth - 1) / 2, asked, node.cut);
        self.excluded[ply] = None;
        if self.walk.is_over() {
            return None;
        }
        Some(if others < beta {
            let far = window.is_null() && others < beta.plus(-self.margins(self.parameters.singular_double));
            Singular::Longer(if far { 2 } else { 1 })
        } else if window.is_null() && beta >= window.beta {
            self.dependent_scores += 1;
            Singular::Refuted(beta)
        } else if score >= window.beta {
            Singular::Longer(-1)
        } else {
            Singular::Longer(0)
        })
    }
}
