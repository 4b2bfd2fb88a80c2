//! What a Monte-Carlo search may be told beside the rules.

use super::first_moves::FirstMoves;
use crate::{Evaluator, Score, Tactics};
use game::playout::Playout;
use game::{Game, Outcome};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;

/// Knowledge of a game beyond its rules, for [`Mcts::guided`](super::Mcts::guided). There are two kinds:
///
/// - A guide of values, such as [`ByEvaluation`], replaces random games: a new node's worth is the value of its best move,
///   and moves are chosen by their priors (PUCT).
/// - A guide that [plays out](Guide::plays_out) stands beside random games and RAVE. What it says of a node's moves is so
///   many visits of each, before the first; and [`playout`](Guide::playout) may play the games with knowledge of its own.
///
/// In both, a move that is not visited is not looked at, at the root either: that is how moves are left out.
pub trait Guide<G: Game>: Send + Sync {
    /// Visits the moves worth looking at in the last position of `line`, each once, at least one if there is a legal one,
    /// none that the past forbids.
    fn moves(&self, game: &G, line: &[G::Position], visit: &mut dyn FnMut(G::Move, Hint));

    /// Whether what a leaf is worth is found by [playing out](Guide::playout), beside RAVE, and not told by the guide.
    fn plays_out(&self) -> bool {
        false
    }

    /// A game from `position` to its end, or for `bound` plies, that tells `first_moves` each move in the order of play.
    /// Uniformly random by default. Only asked of guides that play out.
    fn playout(
        &self,
        game: &G,
        position: &mut G::Position,
        rng: &mut Pcg64Mcg,
        bound: u32,
        first_moves: &mut FirstMoves,
    ) -> Playout {
        game.playout_seen(position, rng, bound, |side, place| first_moves.note(side, place))
    }
}

/// What a guide tells of a move before it is visited, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hint {
    /// The chance that it is the best of its sisters, all together 1: who is looked at in what order, and how eagerly
    /// ([`Options::bias`](super::Options::bias), [`Widening`](super::Widening)).
    pub prior: f32,
    /// Its value, 0 to 1.
    pub value: f32,
    /// How many visits the value is as good as, from 0. A guide that plays out gives the move so many beforehand, and as
    /// many of RAVE (Gelly and Silver, *Combining Online and Offline Knowledge in UCT* (2007),
    /// <https://doi.org/10.1145/1273496.1273531>). Without meaning to a guide of values.
    pub visits: f32,
}

impl Hint {
    /// Nothing.
    pub const NONE: Hint = Hint { prior: 0.0, value: 0.5, visits: 0.0 };
}

/// Looks one ply ahead with a static evaluation.
#[derive(Clone, Copy, Debug)]
pub struct ByEvaluation<E, T> {
    /// The evaluation.
    pub evaluator: E,
    /// What is known of the moves.
    pub tactics: T,
    /// The lead, in the evaluation's units, that multiplies the odds by *e*.
    pub scale: f32,
}

/// How much the better moves are preferred at first sight: a lead of so many times the scale makes a move *e* times as
/// likely to be looked at.
const TEMPERATURE: f32 = 0.7;

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Guide<G> for ByEvaluation<E, T> {
    fn moves(&self, game: &G, line: &[G::Position], visit: &mut dyn FnMut(G::Move, Hint)) {
        let position = &line[line.len() - 1];
        let side = game.side_to_move(position);
        let mut state = self.evaluator.state(game, position);
        let mut moves: Vec<G::Move> = Vec::new();
        let allowed = |mv| !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv);
        self.tactics.each_candidate(game, &mut state, position, |mv| {
            if allowed(mv) {
                moves.push(mv);
            }
        });
        if moves.is_empty() {
            game.each_move(position, |mv| {
                if allowed(mv) {
                    moves.push(mv);
                }
            });
        }
        // In units of the scale, for the side to move.
        let state = RefCell::new(state);
        let worth = |mv: G::Move| -> f32 {
            let mut next = position.clone();
            game.play(&mut next, mv);
            match game.outcome(&next) {
                Some(Outcome::Draw) => 0.0,
                Some(Outcome::Win(winner)) => {
                    if winner == side {
                        DECIDED
                    } else {
                        -DECIDED
                    }
                }
                None => {
                    let known = self.evaluator.known(game, &next);
                    let most = if known.is_some() { DECIDED } else { MOST };
                    let value = known.map_or_else(
                        || {
                            let mut state = state.borrow_mut();
                            self.evaluator.push(game, &mut state, position, mv, &next);
                            let value = self.evaluator.evaluate(game, &mut state, &next);
                            self.evaluator.pop(game, &mut state);
                            value.clamp(-Score::MOST_HEURISTIC, Score::MOST_HEURISTIC)
                        },
                        Score::value,
                    );
                    let value = if game.side_to_move(&next) == side { value } else { -value };
                    (value as f32 / self.scale).clamp(-most, most)
                }
            }
        };
        let worths: Vec<f32> = moves.iter().map(|&mv| worth(mv)).collect();
        let best = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let share = |worth: f32| ((worth - best) / TEMPERATURE).exp();
        let all: f32 = worths.iter().map(|&worth| share(worth)).sum();
        for (mv, worth) in moves.into_iter().zip(worths) {
            let (prior, value) = (share(worth) / all, 1.0 / (1.0 + (-worth).exp()));
            visit(mv, Hint { prior, value, visits: 0.0 });
        }
    }
}

/// A finished game, in units of the scale, and the most that a position can be worth that is not.
const DECIDED: f32 = 12.0;
const MOST: f32 = 6.0;
