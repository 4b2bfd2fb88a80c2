//! Xiangqi, Chinese chess.
//!
//! Where to start reading: [`points`] and [`Position`], then `generate` (legal moves). `fen`, `chinese`, `wxf` and
//! `coordinates` are its texts, `history` what the past decides, [`lines`] and [`steps`] the tables of moves.

mod chase;
mod chinese;
mod coordinates;
mod depict;
mod fen;
mod generate;
mod history;
pub mod lines;
mod moves;
mod notation;
mod piece;
pub mod points;
mod position;
pub mod steps;
mod tandem;
mod wxf;
mod zobrist;

pub use history::{End, SIXTY_MOVES};
pub use moves::Move;
pub use piece::Kind;
pub use position::Position;

use crate::move_sets::{MoveSet as _, MoveSets};
use generate::{MAX_SETS, generate};
use moves::MoveSet;
use rand_core::Rng;
use wanqi_game::{Game, Outcome, Side};

/// The rules of xiangqi (<https://en.wikipedia.org/wiki/Xiangqi#Rules>). A side without a legal move has lost, in
/// check or not; the third repetition of a position and sixty moves of both sides without a capture end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Xiangqi {
    repetition: Repetition,
}

/// What a threefold repetition is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Repetition {
    /// A loss for the side that gave check all the time, unless both did; else a draw.
    #[default]
    PerpetualCheckLoses,
    /// A loss for the side that gave check all the time, unless both did; else for the side that chased the same piece by
    /// every move, unless both did; else a draw. So have it the rules of Asia (<http://www.wxf.org/xq/rule/asia/>), as far
    /// as they can be told by what is threatened: a chase that the other side does not mind is not told from one that it
    /// flees.
    Asian,
    /// A draw.
    Draw,
}

impl Xiangqi {
    /// The rules with perpetual check forbidden.
    pub const fn new() -> Xiangqi {
        Xiangqi { repetition: Repetition::PerpetualCheckLoses }
    }

    /// The same with another rule of repetition.
    #[must_use]
    pub const fn with_repetition(self, repetition: Repetition) -> Xiangqi {
        Xiangqi { repetition }
    }
}

/// Visits the moves that capture.
#[inline]
pub fn each_capture(position: &Position, mut visit: impl FnMut(Move)) {
    generate::<true, false>(position, |set| set.each(&mut visit));
}

/// Visits the moves that do not capture.
#[inline]
pub fn each_quiet(position: &Position, mut visit: impl FnMut(Move)) {
    generate::<false, true>(position, |set| set.each(&mut visit));
}

/// The number of legal moves.
#[inline]
pub fn move_count(position: &Position) -> usize {
    let mut count = 0;
    generate::<true, true>(position, |set| count += set.len());
    count as usize
}

impl Game for Xiangqi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        fen::start()
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        generate::<true, true>(position, |set| set.each(&mut visit));
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        move_count(position)
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        let mut sets = MoveSets::<MoveSet, MAX_SETS>::new();
        generate::<true, true>(position, |set| sets.add(set));
        sets.draw(rng)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    /// Always `None`: the end of a game shows in its having no move, or is decided by the past.
    #[inline]
    fn outcome(&self, _: &Position) -> Option<Outcome> {
        None
    }

    /// Mate and stalemate are lost alike.
    #[inline]
    fn outcome_if_stuck(&self, position: &Position) -> Outcome {
        Outcome::Win(position.side.opponent())
    }

    /// Repetition, and sixty moves without a capture; the latter is seen in a line of one position.
    #[inline]
    fn outcome_by_history(&self, line: &[Position], root: usize) -> Option<Outcome> {
        history::end(self.repetition, line, root).map(End::outcome)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}
