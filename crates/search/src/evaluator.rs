//! Static evaluation, as searches ask for it.

use crate::Score;
use game::Game;

/// A static evaluation of a game's positions.
///
/// What it keeps from position to position (pattern tables, network accumulators) is its `State`, which the
/// search owns: made once at the root, told of every move down the tree by [`push`](Evaluator::push) and up
/// again by [`pop`](Evaluator::pop). An evaluation without such memory has the state `()`.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is kept along the line of moves from the root.
    type State: Send;

    /// The state for a search that begins in `position`.
    fn state(&self, game: &G, position: &G::Position) -> Self::State;

    /// Follows the move that led from `before` to `after`.
    #[inline]
    fn push(
        &self,
        game: &G,
        state: &mut Self::State,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) {
        let _ = (game, state, before, mv, after);
    }

    /// Takes the last [`push`](Evaluator::push) back.
    #[inline]
    fn pop(&self, game: &G, state: &mut Self::State) {
        let _ = (game, state);
    }

    /// The worth of the position for the side to move, in units of the evaluation's own (a hundredth of a pawn
    /// in chess). Only asked of unfinished positions. Values beyond [`Score::MOST_HEURISTIC`] are cut.
    fn evaluate(&self, game: &G, state: &mut Self::State, position: &G::Position) -> i32;

    /// What is proven of an unfinished position, for the side to move and counted from there: a table of endings
    /// knows it. No search looks beyond it.
    #[inline]
    fn known(&self, game: &G, position: &G::Position) -> Option<Score> {
        let _ = (game, position);
        None
    }

    /// The same where the state shows it: in gomoku a line that needs but one more stone.
    #[inline]
    fn foreseen(&self, game: &G, state: &mut Self::State, position: &G::Position) -> Option<Score> {
        let _ = (game, state, position);
        None
    }
}

/// Thinks every position even: what remains when the rules are all that is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluation;

impl<G: Game> Evaluator<G> for NoEvaluation {
    type State = ();

    fn state(&self, _: &G, _: &G::Position) {}

    #[inline]
    fn evaluate(&self, _: &G, (): &mut (), _: &G::Position) -> i32 {
        0
    }
}

/// A shared evaluation is an evaluation.
impl<G: Game, E: Evaluator<G>> Evaluator<G> for std::sync::Arc<E> {
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

    #[inline]
    fn evaluate(&self, game: &G, state: &mut E::State, position: &G::Position) -> i32 {
        (**self).evaluate(game, state, position)
    }

    #[inline]
    fn known(&self, game: &G, position: &G::Position) -> Option<Score> {
        (**self).known(game, position)
    }

    #[inline]
    fn foreseen(&self, game: &G, state: &mut E::State, position: &G::Position) -> Option<Score> {
        (**self).foreseen(game, state, position)
    }
}
