//! Giving a position up because even a pass would refute.

use super::tree::{Node, Tree};
use crate::{Evaluator, Score, Tactics, Window};
use wanqi_game::Game;

/// The least depth to try a pass at.
const MIN_DEPTH: u32 = 2;
/// From this depth on, what a pass has shown must also be shown without one.
const VERIFIED_DEPTH: u32 = 10;

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// A score of at least `beta`, if the opponent cannot prevent it even by moving twice in a row, as a search of
    /// less depth shows. Donninger, *Null Move and Deep Search* (1993), <https://doi.org/10.3233/ICG-1993-16304>.
    ///
    /// In zugzwang a pass is better than any move, so the game's tactics allow none where that is likely, and deep
    /// in the tree the side's own moves are searched for the same answer. Tabibi and Netanyahu, *Verified
    /// Null-Move Pruning* (2002), <https://doi.org/10.3233/ICG-2002-25304>.
    pub(super) fn null_move(&mut self, node: &Node, evaluation: Score) -> Option<Score> {
        let &Node { depth, window: Window { beta, .. }, cut, .. } = node;
        let ply = self.walk.ply();
        if depth < MIN_DEPTH || ply < self.pass_from_ply {
            return None;
        }
        let passed = self.walk.tactics.pass(self.walk.game, self.walk.position())?;
        let parameters = &self.parameters;
        let ahead = (evaluation.value() - beta.value()) / self.margins(parameters.null_margin).max(1);
        let less = (parameters.null_base + parameters.null_growth * depth as i32) / 100 + ahead.clamp(0, 3);
        let reduced = depth.saturating_sub(less as u32);
        let window = Window::null(beta.plus(-1));
        let pass_from_ply = std::mem::replace(&mut self.pass_from_ply, ply + 2);
        self.played[ply] = None;
        self.walk.pass(passed);
        let turns = self.walk.turns();
        let mut score = self.value(reduced, window.turned(turns), !cut);
        if turns {
            score = -score;
        }
        self.walk.back_from_pass();
        self.pass_from_ply = pass_from_ply;
        if self.walk.is_over() || score < beta {
            return None;
        }
        if depth >= VERIFIED_DEPTH {
            // No further pass in most of that tree, or it would be the same again.
            self.pass_from_ply = ply + 1 + reduced as usize * 3 / 4;
            score = self.value(reduced, window, false);
            self.pass_from_ply = pass_from_ply;
            if self.walk.is_over() || score < beta {
                return None;
            }
        }
        self.dependent_scores += 1;
        // That the opponent loses if it may not answer proves nothing.
        Some(if score.decided().is_some() { beta } else { score })
    }
}
