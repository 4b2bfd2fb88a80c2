//! What alpha-beta may know of a game's moves beyond the rules.

use crate::Evaluator;
use game::Game;

/// Knowledge of a game's moves: which of them to look at, which are tactical, which to try first. Every method
/// has a neutral default, so [`NoTactics`] plays any game. It may look into the evaluator's state (gomoku's
/// point scores live there), hence the second parameter.
pub trait Tactics<G: Game, E: Evaluator<G>>: Send + Sync {
    /// The number of history counters a side that [`history_slot`](Tactics::history_slot) tells apart; 1 for
    /// none.
    const HISTORY_SLOTS: usize = 1;

    /// Whether [`each_tactical`](Tactics::each_tactical) may visit anything; without, there is no quiescence
    /// search.
    const HAS_QUIESCENCE: bool = false;

    /// The moves worth searching, all legal ones by default. A game with many more moves than can matter
    /// (gomoku) gives a few; then every search of a tree wider than two plies uses the same few. It must visit
    /// at least one move if there is a legal one.
    #[inline]
    fn each_candidate(
        &self,
        game: &G,
        state: &mut E::State,
        position: &G::Position,
        visit: impl FnMut(G::Move),
    ) {
        let _ = state;
        game.each_move(position, visit);
    }

    /// The legal moves that quiescence search looks at: captures and promotions in chess. If the position
    /// [`is_forced`](Tactics::is_forced), all legal moves are searched instead.
    #[inline]
    fn each_tactical(
        &self,
        game: &G,
        state: &mut E::State,
        position: &G::Position,
        visit: impl FnMut(G::Move),
    ) {
        let _ = (game, state, position, visit);
    }

    /// Whether the side to move has to answer a threat, so that standing still is no choice: check.
    #[inline]
    fn is_forced(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
    }

    /// The position after the side to move has passed, in a game that allows no pass; for null-move pruning, which
    /// takes passing for worse than the best move. `None` where that may be wrong (zugzwang) and where
    /// [`is_forced`](Tactics::is_forced) holds; and always in a game where it is often wrong.
    ///
    /// The evaluator's state is not told of a pass, so it must not depend on whose turn it is. No position before
    /// the pass may count as repeated after it.
    #[inline]
    fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let _ = (game, position);
        None
    }

    /// How promising a move looks, the largest first; 0 for a quiet move of which nothing is known, positive for
    /// tactical moves that seem to win something, negative for those that seem to lose it.
    #[inline]
    fn promise(&self, game: &G, state: &mut E::State, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, state, position, mv);
        0
    }

    /// The move's history counter, below [`HISTORY_SLOTS`](Tactics::HISTORY_SLOTS).
    #[inline]
    fn history_slot(&self, game: &G, position: &G::Position, mv: G::Move) -> usize {
        let _ = (game, position, mv);
        0
    }
}

/// No knowledge: every legal move in the game's own order.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTactics;

impl<G: Game, E: Evaluator<G>> Tactics<G, E> for NoTactics {}
