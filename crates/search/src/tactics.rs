//! What alpha-beta may know of a game's moves beyond the rules.

use crate::{Evaluator, Limits, Score};
use game::Game;

/// What a search of a game's own has shown of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proven<M> {
    /// Nothing.
    Nothing,
    /// The side to move wins.
    Win {
        /// The moves of both sides, the first of which wins; to the end, if the other side plays what was looked at.
        line: Vec<M>,
        /// The most plies that it takes.
        plies: u32,
    },
    /// Moves, at least one: all others lose, or at best put it off.
    Only(Vec<M>),
}

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

    /// Whether whoever has to answer a threat is searched a ply deeper. Where threats come in long chains that decide
    /// games (fours in gomoku) that pays; checks in chess are too many.
    const EXTENDS_FORCED: bool = true;

    /// How many parts [`each_part`](Tactics::each_part) visits.
    const PARTS: usize = 0;

    /// What a quiet move seldom adds to the evaluation, in its units (in chess about half a pawn), so that a search may
    /// give up near the horizon what lies further off; 0 where that is not known.
    const MARGIN: i32 = 0;

    /// Whether [`prove`](Tactics::prove) may show anything.
    const PROVES: bool = false;

    /// What a search of the game's own shows within the limits, and the nodes that it took, counted so that one takes about
    /// as long as one of alpha-beta. The strong alpha-beta asks once, at the root, before it begins.
    fn prove(&self, game: &G, position: &G::Position, limits: &Limits) -> (Proven<G::Move>, u64) {
        let _ = (game, position, limits);
        (Proven::Nothing, 0)
    }

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
    fn is_forced(&self, game: &G, state: &mut E::State, position: &G::Position) -> bool {
        let _ = (game, state, position);
        false
    }

    /// Whether a move leads to a position that [`is_forced`](Tactics::is_forced): check. By default it is played to
    /// find out, the evaluator's state staying where it was; a game may see it sooner, and must if it asks the state.
    #[inline]
    fn threatens(&self, game: &G, state: &mut E::State, position: &G::Position, mv: G::Move) -> bool {
        let mut next = position.clone();
        game.play(&mut next, mv);
        self.is_forced(game, state, &next)
    }

    /// The position after the side to move has passed, in a game that allows no pass; for null-move pruning, which
    /// takes passing for worse than the best move; asked only where a [`MARGIN`](Tactics::MARGIN) is known. `None` where that may be wrong (zugzwang) and where
    /// [`is_forced`](Tactics::is_forced) holds; and always in a game where it is often wrong.
    ///
    /// The evaluator's state is not told of a pass, so it must not depend on whose turn it is. No position before
    /// the pass may count as repeated after it.
    #[inline]
    fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let _ = (game, position);
        None
    }

    /// Whether it is worth asking, at a position where the search may stand still, if there is a legal move at all.
    /// False says that there certainly or nearly certainly is one.
    #[inline]
    fn may_be_stuck(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        true
    }

    /// How promising a move looks, the largest first; 0 for a quiet move of which nothing is known, positive for
    /// tactical moves that seem to win something, negative for those that seem to lose it: about as much as they
    /// lose, in units of the evaluation.
    #[inline]
    fn promise(&self, game: &G, state: &mut E::State, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, state, position, mv);
        0
    }

    /// About what a quiet move loses on its square, as a negative number in units of the evaluation; 0 where it loses
    /// nothing, and by default.
    #[inline]
    fn loses(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, position, mv);
        0
    }

    /// The most that a tactical move adds to the evaluation at once, in its units: in chess what it captures and what a
    /// pawn becomes. By default as much as can be, so that quiescence search gives no move up for winning too little.
    #[inline]
    fn gains(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, position, mv);
        Score::MOST_HEURISTIC
    }

    /// Hashes of parts of the position by which an evaluation errs alike, always the same parts in the same order:
    /// in chess the pawns, or the pieces of a side. The search learns by how much it errs.
    #[inline]
    fn each_part(&self, game: &G, position: &G::Position, visit: impl FnMut(u64)) {
        let _ = (game, position, visit);
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
