//! What alpha-beta may know of a game's moves beyond the rules.
//!
//! [`Tactics`] is five traits, one for each question that a search asks, and a value with all constants. Nothing has a
//! default: who knows nothing of a question says so by name ([`AllMoves`], [`NoQuiescence`], [`NoOrder`], [`NoPruning`],
//! [`NoCorrectionKeys`]), and who wraps other tactics cannot forget a part.
//!
//! ```
//! use wanqi_game::Game;
//! use wanqi_games::connect_four::{ConnectFour, Move, Position};
//! use wanqi_search::tactics::{AllMoves, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters, Tactics};
//! use wanqi_search::{Best, Evaluator, Limits, NoEvaluation, Search, alpha_beta::Options};
//!
//! /// The middle first.
//! struct Middle;
//!
//! impl<E: Evaluator<ConnectFour>> Tactics<ConnectFour, E> for Middle {
//!     const PARAMETERS: Parameters = Parameters { history_slots: 7, ..Parameters::NEUTRAL };
//! }
//!
//! impl<E: Evaluator<ConnectFour>> MoveOrder<ConnectFour, E> for Middle {
//!     fn move_score(&self, _: &ConnectFour, _: &mut E::State, _: &Position, mv: Move) -> i32 {
//!         i32::from(mv.column() == 3)
//!     }
//!
//!     fn history_slot(&self, _: &ConnectFour, _: &Position, mv: Move) -> usize {
//!         mv.column()
//!     }
//! }
//!
//! impl AllMoves for Middle {}
//! impl NoQuiescence for Middle {}
//! impl NoPruning for Middle {}
//! impl NoCorrectionKeys for Middle {}
//!
//! let mut best = Best::new(NoEvaluation, Middle, Options::default());
//! let report = best.search(&ConnectFour, &[ConnectFour.start()], &Limits::depth(4), &mut |_| {});
//! assert_eq!(report.best.map(Move::column), Some(3));
//! ```
//!
//! A wrapper that lacks a part does not build, and the compiler names the part (here [`Pruning`]):
//!
//! ```compile_fail,E0277
//! use wanqi_game::Game;
//! use wanqi_search::tactics::{AllMoves, NoCorrectionKeys, NoOrder, NoQuiescence, Parameters, Tactics};
//! use wanqi_search::Evaluator;
//!
//! struct Wrapper<T>(T);
//!
//! impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tactics<G, E> for Wrapper<T> {
//!     const PARAMETERS: Parameters = T::PARAMETERS;
//! }
//!
//! impl<T> AllMoves for Wrapper<T> {}
//! impl<T> NoQuiescence for Wrapper<T> {}
//! impl<T> NoOrder for Wrapper<T> {}
//! impl<T> NoCorrectionKeys for Wrapper<T> {}
//! ```
//!
//! Nor does one that forgets a method of a part, or the constants:
//!
//! ```compile_fail,E0046
//! use wanqi_game::Game;
//! use wanqi_search::tactics::Pruning;
//!
//! struct Wrapper<T>(T);
//!
//! impl<G: Game, T: Pruning<G>> Pruning<G> for Wrapper<T> {
//!     fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position> {
//!         self.0.pass(game, position)
//!     }
//!
//!     fn captured_value(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
//!         self.0.captured_value(game, position, mv)
//!     }
//! }
//! ```
//!
//! ```compile_fail,E0046
//! use wanqi_game::Game;
//! use wanqi_search::tactics::{AllMoves, NoCorrectionKeys, NoOrder, NoPruning, NoQuiescence, Tactics};
//! use wanqi_search::Evaluator;
//!
//! struct Wrapper<T>(T);
//!
//! impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tactics<G, E> for Wrapper<T> {}
//!
//! impl<T> AllMoves for Wrapper<T> {}
//! impl<T> NoQuiescence for Wrapper<T> {}
//! impl<T> NoOrder for Wrapper<T> {}
//! impl<T> NoPruning for Wrapper<T> {}
//! impl<T> NoCorrectionKeys for Wrapper<T> {}
//! ```

use crate::alpha_beta::SearchParameters;
use crate::{Evaluator, Score};
use wanqi_game::Game;

/// Knowledge of a game's moves: all five parts, and their constants. [`NoTactics`] plays any game. What is known may lie
/// in the evaluator's state (gomoku's patterns do), hence the second parameter.
pub trait Tactics<G: Game, E: Evaluator<G>>:
    Candidates<G, E> + Quiescence<G, E> + MoveOrder<G, E> + Pruning<G> + CorrectionKeys<G> + Send + Sync
{
    /// What is known at compile time.
    const PARAMETERS: Parameters;
}

/// The constants of [`Tactics`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The number of history counters a side that [`MoveOrder::history_slot`] tells apart, at least 1. With one, quiet moves
    /// come in no order that means something, and none is searched less deeply for coming late.
    pub history_slots: usize,
    /// Whether [`Quiescence::each_tactical`] may visit anything; without, there is no quiescence search.
    pub quiescence: bool,
    /// Whether whoever [has to answer a threat](Quiescence::is_forced) is searched a ply deeper. Where threats come in
    /// long chains that decide games (fours in gomoku) that pays; checks in chess are too many.
    pub extends_forced: bool,
    /// What a quiet move seldom adds to the evaluation, in its units (in chess about half a pawn), so that a search may
    /// give up near the horizon what lies further off; 0 where that is not known, and then [`Pruning`] is never asked to
    /// give anything up.
    pub margin: i32,
    /// Whether that is what the evaluation [says](Evaluator::margin) instead.
    pub margin_is_learnt: bool,
    /// How many keys [`CorrectionKeys::each_correction_key`] visits.
    pub correction_keys: usize,
    /// How far a search goes in leaving things out.
    pub search: SearchParameters,
}

impl Parameters {
    /// Those of [`NoTactics`].
    pub const NEUTRAL: Parameters = Parameters {
        history_slots: 1,
        quiescence: false,
        extends_forced: false,
        margin: 0,
        margin_is_learnt: false,
        correction_keys: 0,
        search: SearchParameters::USUAL,
    };
}

/// Which moves are looked at.
pub trait Candidates<G: Game, E: Evaluator<G>> {
    /// The legal moves worth searching. A game with many more moves than can matter (gomoku) gives a few; then every
    /// search of a tree wider than two plies uses the same few. It must visit at least one move if there is a legal one.
    fn each_candidate(
        &self,
        game: &G,
        state: &mut E::State,
        position: &G::Position,
        visit: impl FnMut(G::Move),
    );

    /// Whether no move that is left out could be better than those that are visited, so that a search that sees the end of
    /// every line has [proven](crate::Report::proven) what it says.
    fn is_complete(&self) -> bool;
}

/// What has to be settled before a position can be evaluated: tactical moves, and threats.
pub trait Quiescence<G: Game, E: Evaluator<G>> {
    /// The legal moves that quiescence search looks at: captures and promotions in chess. If the position
    /// [`is_forced`](Quiescence::is_forced), all legal moves are searched instead.
    fn each_tactical(
        &self,
        game: &G,
        state: &mut E::State,
        position: &G::Position,
        visit: impl FnMut(G::Move),
    );

    /// Whether the side to move has to answer a threat, so that standing still is no choice: check.
    fn is_forced(&self, game: &G, state: &mut E::State, position: &G::Position) -> bool;

    /// Whether a move leads to a position that [`is_forced`](Quiescence::is_forced): check. The evaluator's state stays
    /// where it was; a game that asks the state must see it sooner.
    fn threatens(&self, game: &G, state: &mut E::State, position: &G::Position, mv: G::Move) -> bool;

    /// Whether it is worth asking, at a position where the search may stand still, if there is a legal move at all.
    /// False says that there certainly or nearly certainly is one.
    fn may_be_stuck(&self, game: &G, position: &G::Position) -> bool;
}

/// In what order moves are tried.
pub trait MoveOrder<G: Game, E: Evaluator<G>> {
    /// The score of a move before it is searched, the largest first; 0 for a quiet move of which nothing is known, positive
    /// for tactical moves that seem to win something, negative for those that seem to lose it: about as much as they
    /// lose, in units of the evaluation.
    fn move_score(&self, game: &G, state: &mut E::State, position: &G::Position, mv: G::Move) -> i32;

    /// The move's history counter, below [`Parameters::history_slots`].
    fn history_slot(&self, game: &G, position: &G::Position, mv: G::Move) -> usize;
}

/// What may be left out on a guess; asked where a [margin](Parameters::margin) is known.
pub trait Pruning<G: Game> {
    /// The position after the side to move has passed, in a game that allows no pass; for null-move pruning, which
    /// takes passing for worse than the best move. `None` where that may be wrong (zugzwang) and where
    /// [`Quiescence::is_forced`] holds; and always in a game where it is often wrong.
    ///
    /// The evaluator's state is not told of a pass, so it must not depend on whose turn it is. No position before
    /// the pass may count as repeated after it.
    fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position>;

    /// Static exchange evaluation of a quiet move: about what it loses on its square, as a negative number in units of
    /// the evaluation; 0 where it loses nothing.
    fn static_exchange(&self, game: &G, position: &G::Position, mv: G::Move) -> i32;

    /// The most that a tactical move adds to the evaluation at once, in its units: in chess what it captures and what a
    /// pawn becomes.
    fn captured_value(&self, game: &G, position: &G::Position, mv: G::Move) -> i32;
}

/// By which parts of a position an evaluation errs.
pub trait CorrectionKeys<G: Game> {
    /// Keys of parts of the position by which an evaluation errs alike, always the same parts in the same order:
    /// in chess the pawns, or the pieces of a side. The search learns by how much it errs.
    fn each_correction_key(&self, game: &G, position: &G::Position, visit: impl FnMut(u64));
}

/// [`Candidates`] of who leaves none out: all legal moves in the game's order.
pub trait AllMoves {}

impl<G: Game, E: Evaluator<G>, T: AllMoves> Candidates<G, E> for T {
    #[inline]
    fn each_candidate(&self, game: &G, _: &mut E::State, position: &G::Position, visit: impl FnMut(G::Move)) {
        game.each_move(position, visit);
    }

    #[inline]
    fn is_complete(&self) -> bool {
        true
    }
}

/// [`Quiescence`] of who knows neither tactical moves nor threats.
pub trait NoQuiescence {}

impl<G: Game, E: Evaluator<G>, T: NoQuiescence> Quiescence<G, E> for T {
    #[inline]
    fn each_tactical(&self, _: &G, _: &mut E::State, _: &G::Position, _: impl FnMut(G::Move)) {}

    #[inline]
    fn is_forced(&self, _: &G, _: &mut E::State, _: &G::Position) -> bool {
        false
    }

    #[inline]
    fn threatens(&self, _: &G, _: &mut E::State, _: &G::Position, _: G::Move) -> bool {
        false
    }

    #[inline]
    fn may_be_stuck(&self, _: &G, _: &G::Position) -> bool {
        true
    }
}

/// [`MoveOrder`] of who knows none: all moves are quiet and alike.
pub trait NoOrder {}

impl<G: Game, E: Evaluator<G>, T: NoOrder> MoveOrder<G, E> for T {
    #[inline]
    fn move_score(&self, _: &G, _: &mut E::State, _: &G::Position, _: G::Move) -> i32 {
        0
    }

    #[inline]
    fn history_slot(&self, _: &G, _: &G::Position, _: G::Move) -> usize {
        0
    }
}

/// [`Pruning`] of who gives nothing up: no pass, no move that loses, and any tactical move may win as much as can be.
pub trait NoPruning {}

impl<G: Game, T: NoPruning> Pruning<G> for T {
    #[inline]
    fn pass(&self, _: &G, _: &G::Position) -> Option<G::Position> {
        None
    }

    #[inline]
    fn static_exchange(&self, _: &G, _: &G::Position, _: G::Move) -> i32 {
        0
    }

    #[inline]
    fn captured_value(&self, _: &G, _: &G::Position, _: G::Move) -> i32 {
        Score::MAX_HEURISTIC
    }
}

/// [`CorrectionKeys`] of who knows none.
pub trait NoCorrectionKeys {}

impl<G: Game, T: NoCorrectionKeys> CorrectionKeys<G> for T {
    #[inline]
    fn each_correction_key(&self, _: &G, _: &G::Position, _: impl FnMut(u64)) {}
}

/// No knowledge: every legal move in the game's own order.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTactics;

impl<G: Game, E: Evaluator<G>> Tactics<G, E> for NoTactics {
    const PARAMETERS: Parameters = Parameters::NEUTRAL;
}

impl AllMoves for NoTactics {}
impl NoQuiescence for NoTactics {}
impl NoOrder for NoTactics {}
impl NoPruning for NoTactics {}
impl NoCorrectionKeys for NoTactics {}
