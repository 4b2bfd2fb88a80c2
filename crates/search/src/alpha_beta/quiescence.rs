//! What is searched beyond the horizon.

use super::ordering::{Scored, pick};
use super::tree::Tree;
use crate::{Evaluator, Score, Tactics, Window};
use game::Game;

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// Follows the tactical moves until the position is quiet enough to be evaluated; the side to move may also
    /// stand still, unless it has to answer a threat. Tactical moves that seem to lose are left out.
    /// <https://www.chessprogramming.org/Quiescence_Search>
    pub(super) fn quiescence(&mut self, mut window: Window, principal: bool) -> Score {
        let ply = self.walk.ply();
        let base = self.moves.len();
        let mut best = -Score::INFINITE;
        let forced =
            ply < Self::MOST_PLY && self.walk.tactics.is_forced(self.walk.game, self.walk.position());
        if forced {
            self.generate();
            if self.moves.len() == base {
                return self.walk.stuck();
            }
            self.walk.counts.interior += 1;
        } else {
            self.horizons += 1;
            best = self.walk.evaluate();
            if best >= window.beta || ply >= Self::MOST_PLY {
                return best;
            }
            window.alpha = window.alpha.max(best);
            self.generate_tactical();
        }
        self.rank_from(base, ply);
        for next in base..self.moves.len() {
            let scored = pick(&mut self.moves[next..]);
            if !forced && scored.losing {
                break;
            }
            self.walk.play(scored.mv);
            let turns = self.walk.turns();
            let score = self.quiescence_after(window.turned(turns), principal);
            let score = if turns { -score } else { score };
            self.walk.back();
            if self.walk.is_over() {
                break;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                window.alpha = score;
                if principal {
                    self.variations.found(ply, scored.mv);
                }
            }
            if score >= window.beta {
                self.walk.counts.cutoffs += 1;
                break;
            }
        }
        self.moves.truncate(base);
        best
    }

    #[inline]
    fn quiescence_after(&mut self, window: Window, principal: bool) -> Score {
        if principal {
            let ply = self.walk.ply();
            self.variations.enter(ply);
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
    fn generate_tactical(&mut self) {
        let walk = &mut self.walk;
        let (game, line) = (walk.game, walk.line.as_slice());
        let (base, moves) = (self.moves.len(), &mut self.moves);
        walk.tactics.each_tactical(game, &mut walk.state, &line[line.len() - 1], |mv| {
            if !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv) {
                moves.push(Scored::new(mv, moves.len() - base));
            }
        });
    }
}
