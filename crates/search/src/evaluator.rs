//! Static evaluation, as searches ask for it.
//!
//! [`Evaluator`] stands on two traits: [`Incremental`], what is kept along a line of moves, and [`ProvenScores`], what is
//! known for certain. As in [`Tactics`](crate::Tactics) nothing has a default: an evaluation without memory says
//! [`Stateless`], one that proves nothing [`NothingProven`], and who wraps another cannot forget a part.
//!
//! ```
//! use wanqi_games::othello::{Othello, Position};
//! use wanqi_search::{Evaluator, NothingProven, Stateless};
//! use wanqi_game::Game;
//!
//! /// More discs are better.
//! struct Discs;
//!
//! impl Stateless for Discs {}
//! impl NothingProven for Discs {}
//!
//! impl Evaluator<Othello> for Discs {
//!     fn evaluate(&self, game: &Othello, (): &mut (), position: &Position) -> i32 {
//!         let [own, other] = [game.side_to_move(position), game.side_to_move(position).opponent()];
//!         position.discs(own).count_ones() as i32 - position.discs(other).count_ones() as i32
//!     }
//! }
//! ```
//!
//! A wrapper that forgets what is proven does not build:
//!
//! ```compile_fail,E0277
//! use wanqi_game::Game;
//! use wanqi_search::{Evaluator, Incremental};
//!
//! struct Wrapper<E>(E);
//!
//! impl<G: Game, E: Evaluator<G>> Incremental<G> for Wrapper<E> {
//!     type State = E::State;
//!
//!     fn state(&self, game: &G, position: &G::Position) -> E::State {
//!         self.0.state(game, position)
//!     }
//!
//!     fn push(&self, game: &G, state: &mut E::State, before: &G::Position, mv: G::Move, after: &G::Position) {
//!         self.0.push(game, state, before, mv, after);
//!     }
//!
//!     fn pop(&self, game: &G, state: &mut E::State) {
//!         self.0.pop(game, state);
//!     }
//! }
//!
//! impl<G: Game, E: Evaluator<G>> Evaluator<G> for Wrapper<E> {
//!     fn evaluate(&self, game: &G, state: &mut E::State, position: &G::Position) -> i32 {
//!         self.0.evaluate(game, state, position)
//!     }
//! }
//! ```

use crate::Score;
use std::sync::Arc;
use wanqi_game::Game;

/// A static evaluation of a game's positions.
pub trait Evaluator<G: Game>: Incremental<G> + ProvenScores<G> {
    /// The worth of the position for the side to move, in units of the evaluation's own (a hundredth of a pawn
    /// in chess). Only asked of unfinished positions. Values beyond [`Score::MAX_HEURISTIC`] are cut.
    fn evaluate(&self, game: &G, state: &mut Self::State, position: &G::Position) -> i32;

    /// What a quiet move seldom adds, in units of the evaluation, where that was learnt with it and the tactics
    /// [ask](crate::tactics::Parameters::margin_is_learnt); 0 where it is not known. Nearly no evaluation says anything here.
    fn margin(&self) -> i32 {
        0
    }
}

/// What an evaluation keeps from position to position (pattern tables, network accumulators) is its `State`, which the
/// search owns: made once at the root, told of every move down the tree by [`push`](Incremental::push) and up
/// again by [`pop`](Incremental::pop).
pub trait Incremental<G: Game>: Send + Sync {
    /// What is kept along the line of moves from the root.
    type State: Send;

    /// The state for a search that begins in `position`.
    fn state(&self, game: &G, position: &G::Position) -> Self::State;

    /// Follows the move that led from `before` to `after`.
    fn push(&self, game: &G, state: &mut Self::State, before: &G::Position, mv: G::Move, after: &G::Position);

    /// Takes the last [`push`](Incremental::push) back.
    fn pop(&self, game: &G, state: &mut Self::State);
}

/// What an evaluation knows for certain of an unfinished position. No search looks beyond it.
pub trait ProvenScores<G: Game>: Incremental<G> {
    /// What a tablebase, or a rule as good as one, says of the position, for the side to move and counted from there.
    fn probe(&self, game: &G, position: &G::Position) -> Option<Score>;

    /// The same where the state shows it: in gomoku a line that needs but one more stone (static win detection).
    fn static_win(&self, game: &G, state: &mut Self::State, position: &G::Position) -> Option<Score>;
}

/// [`Incremental`] of an evaluation that keeps nothing.
pub trait Stateless: Send + Sync {}

impl<G: Game, E: Stateless> Incremental<G> for E {
    type State = ();

    #[inline]
    fn state(&self, _: &G, _: &G::Position) {}

    #[inline]
    fn push(&self, _: &G, (): &mut (), _: &G::Position, _: G::Move, _: &G::Position) {}

    #[inline]
    fn pop(&self, _: &G, (): &mut ()) {}
}

/// [`ProvenScores`] of an evaluation that knows nothing for certain.
pub trait NothingProven {}

impl<G: Game, E: NothingProven + Incremental<G>> ProvenScores<G> for E {
    #[inline]
    fn probe(&self, _: &G, _: &G::Position) -> Option<Score> {
        None
    }

    #[inline]
    fn static_win(&self, _: &G, _: &mut E::State, _: &G::Position) -> Option<Score> {
        None
    }
}

/// Thinks every position even: what remains when the rules are all that is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl Stateless for NoEvaluation {}
impl NothingProven for NoEvaluation {}

impl<G: Game> Evaluator<G> for NoEvaluation {
    #[inline]
    fn evaluate(&self, _: &G, (): &mut (), _: &G::Position) -> i32 {
        0
    }
}

/// A shared evaluation is an evaluation.
impl<G: Game, E: Evaluator<G>> Evaluator<G> for Arc<E> {
    #[inline]
    fn evaluate(&self, game: &G, state: &mut E::State, position: &G::Position) -> i32 {
        (**self).evaluate(game, state, position)
    }

    fn margin(&self) -> i32 {
        (**self).margin()
    }
}

impl<G: Game, E: Evaluator<G>> Incremental<G> for Arc<E> {
    type State = E::State;

    fn state(&self, game: &G, position: &G::Position) -> E::State {
        (**self).state(game, position)
    }

    #[inline]
    fn push(&self, game: &G, state: &mut E::State, before: &G::Position, mv: G::Move, after: &G::Position) {
        (**self).push(game, state, before, mv, after);
    }

    #[inline]
    fn pop(&self, game: &G, state: &mut E::State) {
        (**self).pop(game, state);
    }
}

impl<G: Game, E: Evaluator<G>> ProvenScores<G> for Arc<E> {
    #[inline]
    fn probe(&self, game: &G, position: &G::Position) -> Option<Score> {
        (**self).probe(game, position)
    }

    #[inline]
    fn static_win(&self, game: &G, state: &mut E::State, position: &G::Position) -> Option<Score> {
        (**self).static_win(game, state, position)
    }
}
