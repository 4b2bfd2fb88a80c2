//! What a Monte-Carlo search may be told instead of playing random games.

use crate::{Evaluator, Score, Tactics};
use game::{Game, Outcome};
use std::cell::RefCell;

/// Tells the worth of positions and moves.
pub trait Guide<G: Game>: Send + Sync {
    /// Visits the moves worth looking at in the last position of `line`, at least one if there is a legal one, each
    /// with the chance that it is the best (all together 1) and its value for the side that makes it, 0 to 1.
    fn moves(&self, game: &G, line: &[G::Position], visit: &mut dyn FnMut(G::Move, f32, f32));
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
    fn moves(&self, game: &G, line: &[G::Position], visit: &mut dyn FnMut(G::Move, f32, f32)) {
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
            visit(mv, share(worth) / all, 1.0 / (1.0 + (-worth).exp()));
        }
    }
}

/// A finished game, in units of the scale, and the most that a position can be worth that is not.
const DECIDED: f32 = 12.0;
const MOST: f32 = 6.0;
