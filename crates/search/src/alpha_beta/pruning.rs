//! What is given up near the horizon because the evaluation is too far from the window.
//!
//! All of this needs to know how much a move may change the evaluation ([margin](crate::tactics::Parameters::margin));
//! where a game does not say, nothing is given up.

use super::ordering::ScoredMove;
use super::reductions::NodeContext;
use super::tree::{Evaluated, Node, Tree};
use crate::{Evaluator, Score, Tactics};
use wanqi_game::Game;

/// What the evaluation says of a node whose side to move is free to choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnforcedNode {
    /// The evaluation, or the table's score where that says more.
    pub evaluation: Score,
    /// Whether the side to move stands better than before its last move.
    pub improving: bool,
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// Hundredths of the margin as a difference of scores.
    #[inline(always)]
    pub(super) fn margins(&self, hundredths: i32) -> i32 {
        // It is of the order of a hundred, so that nothing runs over.
        self.margin * hundredths / 100
    }

    /// A score for the whole node, if the evaluation is so far above the window that a quiet move's worth for every
    /// remaining ply will not bring it down, so far below that none will bring it up, or if even a pass refutes.
    ///
    /// The first is reverse futility pruning or static null move
    /// (<https://www.chessprogramming.org/Reverse_Futility_Pruning>). Its counterpart is a node so far below the window that
    /// no quiet moves will bring it up: razoring (<https://www.chessprogramming.org/Razoring>). Where a win by threats is
    /// looked for at every node before this, as in gomoku, that is all that could; in chess it did not pay.
    #[inline]
    pub(super) fn give_up(&mut self, node: &Node, outlook: UnforcedNode) -> Option<Score> {
        let Node { depth, window, .. } = *node;
        let UnforcedNode { evaluation, improving } = outlook;
        let decided = window.beta.decided().is_some() || window.alpha.decided().is_some();
        if node.principal || node.excluded.is_some() || decided {
            return None;
        }
        let plies = depth as i32 - i32::from(improving);
        let (selectivity, parameters) = (self.selectivity, &self.parameters);
        if selectivity.pruning
            && depth as i32 <= parameters.reverse_depth
            && evaluation.decided().is_none()
            && evaluation.plus(-self.margins(parameters.reverse_margin * plies)) >= window.beta
        {
            self.dependent_scores += 1;
            return Some(evaluation);
        }
        let below = parameters.razor_base + parameters.razor_margin * depth as i32;
        if selectivity.pruning
            && depth as i32 <= parameters.razor_depth
            && evaluation.decided().is_none()
            && evaluation.plus(self.margins(below)) <= window.alpha
        {
            self.dependent_scores += 1;
            return Some(evaluation);
        }
        if selectivity.null_move && evaluation >= window.beta {
            self.null_move(node, evaluation)
        } else {
            None
        }
    }

    /// Whether a move that others have been tried before is not worth a look: a quiet one where the evaluation is
    /// far below the window (futility pruning, Heinz 1998, <https://www.chessprogramming.org/Futility_Pruning>),
    /// enough have been tried for this depth (<https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>)
    /// or it has seldom been good (<https://www.chessprogramming.org/History_Leaf_Pruning>), a tactical one that seems
    /// to lose more than the depth may win back
    /// (<https://www.chessprogramming.org/Static_Exchange_Evaluation#Pruning>).
    #[inline]
    pub(super) fn is_futile(
        &self,
        scored: &ScoredMove<G::Move>,
        depth: u32,
        tried: usize,
        alpha: Score,
        evaluation: Score,
        standing: NodeContext,
    ) -> bool {
        // Who has a win looks for a sooner one, which no evaluation foretells.
        if alpha.decided().is_some() {
            return false;
        }
        let parameters = &self.parameters;
        let plies = depth as i32;
        if scored.losing {
            return plies <= parameters.losing_depth
                && scored.move_score() < -self.margins(parameters.losing_margin * plies);
        }
        if !scored.quiet {
            return false;
        }
        let enough = (parameters.counted_base + parameters.counted_growth * plies * plies / 100) as usize;
        let enough = if standing.improving { enough } else { enough / 2 };
        if plies <= parameters.counted_depth && tried >= enough {
            return true;
        }
        // From here on the depth is that which the move would be looked at.
        let plies = (depth - self.reductions.plies(depth, tried, standing, scored)).max(1) as i32;
        if plies <= parameters.refuted_depth
            && scored.history().is_some_and(|history| history < -parameters.refuted_history * plies)
        {
            return true;
        }
        if plies <= parameters.futile_depth
            && evaluation.plus(self.margins(parameters.futile_base + parameters.futile_margin * plies))
                <= alpha
        {
            return true;
        }
        let allowed = -self.margins(parameters.quiet_loss * plies * plies);
        plies <= parameters.losing_depth
            && self.walk.tactics.static_exchange(self.walk.game, self.walk.position(), scored.mv) < allowed
    }

    /// Whether anything is made of outlooks in this game.
    #[inline(always)]
    pub(super) fn looks(&self) -> bool {
        let may_look = const { T::PARAMETERS.margin > 0 || T::PARAMETERS.margin_is_learnt };
        may_look && self.margin > 0
    }

    /// The outlook of a node: not of one where the side to move is forced, since quiet positions alone are evaluated
    /// well, nor of one without a legal move.
    #[inline]
    pub(super) fn outlook(&mut self, node: &Node) -> UnforcedNode {
        let &Node { ply, known, .. } = node;
        let raw = self.walk.look();
        let evaluation = self.corrected(raw);
        self.evaluations[ply] = Some(Evaluated { raw, corrected: evaluation });
        let before = if ply >= 2 && self.walk.is_side_before(2) { self.evaluations[ply - 2] } else { None };
        let improving = before.is_some_and(|before| evaluation > before.corrected);
        // A score of the table has looked further, if it is a bound on the right side.
        let better = known.and_then(|entry| entry.better_than(evaluation, ply as u32));
        UnforcedNode { evaluation: better.unwrap_or(evaluation), improving }
    }
}
