//! What is searched beyond the horizon.

use super::ordering::{ScoredMove, pick};
use super::transposition_table::TableEntry;
use super::tree::Tree;
use crate::{Bound, Evaluator, Score, Tactics, Window};
use wanqi_game::Game;

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// Follows the tactical moves until the position is quiet enough to be evaluated; the side to move may also
    /// stand still, unless it has to answer a threat. Tactical moves that seem to lose are left out, and those that win
    /// too little to come near the window and make no threat.
    /// <https://www.chessprogramming.org/Quiescence_Search>, <https://www.chessprogramming.org/Delta_Pruning>
    pub(super) fn quiescence(&mut self, mut window: Window, principal: bool) -> Score {
        let ply = self.walk.ply();
        let forced = ply < Self::MAX_PLY && self.is_forced();
        let (mut best, mut best_move, mut bound) = (-Score::INFINITE, None, Bound::Upper);
        if !forced {
            if self.may_be_stuck() && self.walk.is_stuck() {
                return self.walk.stuck();
            }
            let evaluation = self.walk.evaluate();
            best = self.corrected(evaluation);
            // Most positions end here, and the table is far away in memory: it is asked about the others only.
            if best >= window.beta || ply >= Self::MAX_PLY {
                self.dependent_scores += 1;
                return best;
            }
        }
        let key = if self.table.is_on() { self.walk.game.key(self.walk.position()) } else { 0 };
        if let Some(entry) = self.table.get(key) {
            if let Some(score) = self.score_known(entry, 0, window, principal) {
                // Who may stand still has been counted.
                return if forced { self.walk.settled(score) } else { score };
            }
            let better = entry.better_than(best, ply as u32);
            if let Some(score) = better.filter(|score| !forced && score.decided().is_none()) {
                best = score;
                if best >= window.beta {
                    self.dependent_scores += 1;
                    return best;
                }
            }
        }
        let base = self.moves.len();
        let dependent_scores = self.dependent_scores;
        let standing = best;
        let gives_up = !forced && self.selectivity.pruning;
        if forced {
            self.generate();
            if self.moves.len() == base {
                return self.walk.stuck();
            }
            self.walk.counts.interior += 1;
        } else {
            self.dependent_scores += 1;
            if best > window.alpha {
                (window.alpha, bound) = (best, Bound::Exact);
            }
            self.generate_tactical();
        }
        self.rank_from(base, ply);
        for next in base..self.moves.len() {
            let scored = pick(&mut self.moves[next..]);
            if !forced && scored.losing {
                break;
            }
            if gives_up && window.alpha.decided().is_none() {
                let gain = self.walk.tactics.captured_value(self.walk.game, self.walk.position(), scored.mv);
                let most = standing.plus(gain).plus(self.margins(self.parameters.quiescence_margin));
                if most <= window.alpha && !self.threatens(scored.mv) {
                    best = best.max(most);
                    continue;
                }
            }
            self.play(scored.mv);
            let turns = self.walk.turns();
            let score = self.quiescence_after(window.turned(turns), principal);
            let score = if turns { -score } else { score };
            self.walk.back();
            if self.walk.is_over() {
                self.moves.truncate(base);
                return Score::DRAW;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                window.alpha = score;
                // Places are counted among all moves.
                best_move = forced.then_some(scored.index);
                bound = Bound::Exact;
                if principal {
                    self.variations.found(ply, scored.mv);
                }
            }
            if score >= window.beta {
                bound = Bound::Lower;
                self.walk.counts.cutoffs += 1;
                break;
            }
        }
        self.moves.truncate(base);
        if self.table.is_on() {
            self.remember(
                key,
                TableEntry { score: best, bound, depth: 0, best: best_move },
                dependent_scores,
            );
        }
        best
    }

    #[inline]
    pub(super) fn quiescence_after(&mut self, window: Window, principal: bool) -> Score {
        if principal {
            let ply = self.walk.ply();
            self.variations.enter(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.walk.is_over() {
            return Score::DRAW;
        }
        match self.finished() {
            Some(score) => score,
            None => self.quiescence(window, principal),
        }
    }

    /// Adds the tactical moves to the stack.
    #[inline]
    pub(super) fn generate_tactical(&mut self) {
        let walk = &mut self.walk;
        let (game, line) = (walk.game, walk.line.as_slice());
        let (base, moves) = (self.moves.len(), &mut self.moves);
        walk.tactics.each_tactical(game, &mut walk.state, &line[line.len() - 1], |mv| {
            if !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv) {
                moves.push(ScoredMove::new(mv, moves.len() - base));
            }
        });
    }
}
