//! What a Monte-Carlo search may know beside the rules.
//!
//! There are two kinds of knowledge, and a search has one or none of them:
//!
//! - A [`ValueGuide`], such as [`EvaluationGuide`] or [`PolicyGuide`](super::PolicyGuide), evaluates leaves, so that no random
//!   games are played.
//! - A [`PlayoutGuide`] stands beside random games and RAVE: it plays the games, and says which moves are likely.
//!
//! In both, a move that is not visited is not looked at, at the root either: that is how moves are left out.

use super::amaf::AmafMoves;
use crate::{Evaluator, Score, Tactics};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use wanqi_game::playout::Playout;
use wanqi_game::{Game, Outcome};

/// Evaluates the moves of a leaf, for [`Mcts::guided`](super::Mcts::guided): a new node's value is that of its best move, and
/// moves are chosen by their priors (PUCT).
pub trait ValueGuide<G: Game>: Send + Sync {
    /// Visits the moves worth looking at in the last position of `line`, each once, at least one if there is a legal one,
    /// none that the past forbids. [`Prior::visits`] has no meaning here.
    /// Tells how the game will end, if it knows.
    fn evaluate(
        &self,
        game: &G,
        line: &[G::Position],
        visit: &mut dyn FnMut(G::Move, Prior),
    ) -> Option<Expected>;

    /// Whether no move is left out that could be better than those that are visited, so that what is found of them proves
    /// something.
    fn is_complete(&self) -> bool;

    /// The move that leaves the board alone, where a game may be played on after its end: see [`PlayoutGuide::idle_move`].
    fn idle_move(&self, _: &G) -> Option<G::Move> {
        None
    }
}

/// How a game is expected to end, in games that count areas.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// For each point of the board's layout whose it will be: from 1, the first side's for sure, to −1.
    pub ownership: Vec<f32>,
    /// By how many points the first side will be ahead.
    pub lead: f64,
}

/// Plays games out, for [`Mcts::informed`](super::Mcts::informed), beside RAVE.
pub trait PlayoutGuide<G: Game>: Send + Sync {
    /// Visits the moves worth looking at in the last position of `line`, each once, at least one if there is a legal one,
    /// none that the past forbids. What is said of a move is so many visits of it, before the first.
    fn priors(&self, game: &G, line: &[G::Position], visit: &mut dyn FnMut(G::Move, Prior));

    /// Whether no move is left out that could be better than those that are visited, so that what is found of them proves
    /// something.
    fn is_complete(&self) -> bool;

    /// A game from `position` to its end, or for `bound` plies, that tells `amaf_moves` each move in the order of play.
    fn playout(
        &self,
        game: &G,
        position: &mut G::Position,
        rng: &mut Pcg64Mcg,
        bound: u32,
        amaf_moves: &mut AmafMoves,
    ) -> Playout;

    /// The move that leaves the board alone, where two of them end the game, what lives on it is then agreed on, and every other
    /// move that gains nothing costs something: a pass in Go where territory is counted. There the search plays on from the end
    /// of a game instead of believing what it says, and asks at last whether its move gains anything at all. `None` in games
    /// whose ends are ends.
    fn idle_move(&self, game: &G) -> Option<G::Move>;

    /// Counts a game that has been played out to `end`, for [`Report::endings`](crate::Report::endings): adds 1 to what `owned`
    /// has for each point of the board's layout that is the first side's, takes 1 from it for each of the second's, and tells
    /// by how many points the first side is ahead. `owned` is empty before the first game. `None`, and nothing is done, in
    /// games that count no areas.
    fn count(&self, game: &G, end: &G::Position, owned: &mut Vec<i32>) -> Option<f64>;
}

/// What is known of a move before it is visited, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// The probability that it is the best of its sisters, all together 1: who is looked at in what order, and how eagerly
    /// ([`Options::bias`](super::Options::bias), [`Widening`](super::Widening)).
    pub probability: f32,
    /// Its value, 0 to 1.
    pub value: f32,
    /// How many visits the value is as good as, from 0: a [`PlayoutGuide`] gives the move so many beforehand, and as
    /// many of RAVE (Gelly and Silver, *Combining Online and Offline Knowledge in UCT* (2007),
    /// <https://doi.org/10.1145/1273496.1273531>).
    pub visits: f32,
}

impl Prior {
    /// Nothing.
    pub const NONE: Prior = Prior { probability: 0.0, value: 0.5, visits: 0.0 };
}

/// What a search knows beside the rules.
#[derive(Default)]
pub(super) enum Guide<G> {
    #[default]
    None,
    Values(Box<dyn ValueGuide<G>>),
    Playouts(Box<dyn PlayoutGuide<G>>),
}

impl<G: Game> Guide<G> {
    /// Whether leaves are evaluated, and no games played out.
    #[inline]
    pub fn evaluates(&self) -> bool {
        matches!(self, Guide::Values(_))
    }

    /// Whether games are played out with knowledge.
    #[inline]
    pub fn plays_out(&self) -> bool {
        matches!(self, Guide::Playouts(_))
    }

    /// The move that leaves the board alone, if the search plays on from the end of a game.
    pub fn idle_move(&self, game: &G) -> Option<G::Move> {
        match self {
            Guide::Values(guide) => guide.idle_move(game),
            Guide::Playouts(guide) => guide.idle_move(game),
            Guide::None => None,
        }
    }

    /// Whether no move is left out that could be better than those that are visited.
    pub fn is_complete(&self) -> bool {
        match self {
            Guide::Values(guide) => guide.is_complete(),
            Guide::Playouts(guide) => guide.is_complete(),
            Guide::None => true,
        }
    }

    /// Visits the moves worth looking at in the last position of `line`: without a guide all that the past allows. Tells how
    /// the game will end, if a guide knows.
    #[inline]
    pub fn each_move(
        &self,
        game: &G,
        line: &[G::Position],
        mut visit: impl FnMut(G::Move, Prior),
    ) -> Option<Expected> {
        match self {
            Guide::Values(guide) => return guide.evaluate(game, line, &mut visit),
            Guide::Playouts(guide) => guide.priors(game, line, &mut visit),
            Guide::None => game.each_move(&line[line.len() - 1], |mv| {
                if !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv) {
                    visit(mv, Prior::NONE);
                }
            }),
        }
        None
    }
}

/// Looks one ply ahead with a static evaluation.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationGuide<E, T> {
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

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> ValueGuide<G> for EvaluationGuide<E, T> {
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
        // In units of the scale, for the side to move.
        let state = RefCell::new(state);
        let logit = |mv: G::Move| -> f32 {
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
                    let known = self.evaluator.probe(game, &next);
                    let most = if known.is_some() { DECIDED } else { MAX_LOGIT };
                    let value = known.map_or_else(
                        || {
                            let mut state = state.borrow_mut();
                            self.evaluator.push(game, &mut state, position, mv, &next);
                            let value = self.evaluator.evaluate(game, &mut state, &next);
                            self.evaluator.pop(game, &mut state);
                            value.clamp(-Score::MAX_HEURISTIC, Score::MAX_HEURISTIC)
                        },
                        Score::value,
                    );
                    let value = if game.side_to_move(&next) == side { value } else { -value };
                    (value as f32 / self.scale).clamp(-most, most)
                }
            }
        };
        let logits: Vec<f32> = moves.iter().map(|&mv| logit(mv)).collect();
        let best = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let share = |logit: f32| ((logit - best) / TEMPERATURE).exp();
        let all: f32 = logits.iter().map(|&logit| share(logit)).sum();
        for (mv, logit) in moves.into_iter().zip(logits) {
            let (probability, value) = (share(logit) / all, 1.0 / (1.0 + (-logit).exp()));
            visit(mv, Prior { probability, value, visits: 0.0 });
        }
        None
    }
}

/// A finished game, in units of the scale, and the most that a position can be worth that is not.
pub(super) const DECIDED: f32 = 12.0;
pub(super) const MAX_LOGIT: f32 = 6.0;

/// The moves worth looking at in the last position of `line`, all that there are if the tactics find none.
pub(super) fn candidates<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    game: &G,
    tactics: &T,
    state: &mut E::State,
    line: &[G::Position],
) -> Vec<G::Move> {
    let position = &line[line.len() - 1];
    let mut moves = Vec::new();
    let allowed = |mv| !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv);
    tactics.each_candidate(game, state, position, |mv| {
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
    moves
}
