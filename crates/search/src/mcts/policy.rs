//! Priors from a policy, values from a static evaluation.

use super::guide::{DECIDED, Expected, MAX_LOGIT, Prior, ValueGuide, candidates};
use crate::{Evaluator, Tactics};
use wanqi_game::{Game, Outcome};

/// Says how likely the moves of a position are to be the best.
pub trait Policy<G: Game>: Send + Sync {
    /// For each of the positions that moves lead to from the last one of `line`, the logarithm of how likely the move is, but
    /// for a number that is the same for all of them.
    fn weigh(&self, game: &G, line: &[G::Position], next: &[G::Position]) -> Vec<f32>;
}

/// Looks at moves by a policy, and at a position by a static evaluation: one a leaf, where
/// [`EvaluationGuide`](super::EvaluationGuide) needs one for each move. A move that has not been visited is taken to be worth
/// what the position is.
///
/// Silver and others, *Mastering the Game of Go without Human Knowledge* (2017), <https://doi.org/10.1038/nature24270>.
#[derive(Clone, Copy, Debug)]
pub struct PolicyGuide<E, T, P> {
    /// The evaluation.
    pub evaluator: E,
    /// What is known of the moves.
    pub tactics: T,
    /// How likely moves are.
    pub policy: P,
    /// The lead, in the evaluation's units, that multiplies the odds by *e*.
    pub scale: f32,
}

impl<G, E, T, P> ValueGuide<G> for PolicyGuide<E, T, P>
where
    G: Game,
    E: Evaluator<G>,
    T: Tactics<G, E>,
    P: Policy<G>,
{
    fn is_complete(&self) -> bool {
        self.tactics.is_complete()
    }

    fn evaluate(
        &self,
        game: &G,
        line: &[G::Position],
        visit: &mut dyn FnMut(G::Move, Prior),
    ) -> Option<Expected> {
        let position = &line[line.len() - 1];
        let side = game.side_to_move(position);
        let mut state = self.evaluator.state(game, position);
        let moves = candidates(game, &self.tactics, &mut state, line);
        let logit = |value: i32, most: f32| (value as f32 / self.scale).clamp(-most, most);
        let own = match self.evaluator.probe(game, position) {
            Some(known) => logit(known.value(), DECIDED),
            None => logit(self.evaluator.evaluate(game, &mut state, position), MAX_LOGIT),
        };
        let next: Vec<G::Position> = moves
            .iter()
            .map(|&mv| {
                let mut next = position.clone();
                game.play(&mut next, mv);
                next
            })
            .collect();
        // What is known for certain of where a move leads, in units of the scale, for the side to move.
        let known = |next: &G::Position| match game.outcome(next) {
            Some(Outcome::Draw) => Some(0.0),
            Some(Outcome::Win(winner)) => Some(if winner == side { DECIDED } else { -DECIDED }),
            None => self.evaluator.probe(game, next).map(|score| {
                let value = score.value();
                logit(if game.side_to_move(next) == side { value } else { -value }, DECIDED)
            }),
        };
        let mut logits = self.policy.weigh(game, line, &next);
        let known: Vec<Option<f32>> = next.iter().map(known).collect();
        for (logit, known) in logits.iter_mut().zip(&known) {
            *logit += known.unwrap_or(0.0);
        }
        let best = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let all: f32 = logits.iter().map(|&logit| (logit - best).exp()).sum();
        for ((mv, logit), known) in moves.into_iter().zip(logits).zip(known) {
            let probability = (logit - best).exp() / all;
            let value = 1.0 / (1.0 + (-known.unwrap_or(own)).exp());
            visit(mv, Prior { probability, value, visits: 0.0 });
        }
        None
    }
}
