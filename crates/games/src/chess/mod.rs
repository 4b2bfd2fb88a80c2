//! Chess.
//!
//! Where to start reading: [`Position`], then `generate` (legal moves) and `make` (playing one). `fen`, `san` and
//! `uci` are its texts, `draws` what the past decides, `attacks` and `magic` the tables.

pub mod attacks;
pub mod bitboard;
pub mod chess960;
mod depict;
mod draws;
mod fen;
mod generate;
mod lenient_fen;
mod magic;
mod make;
mod moves;
mod notation;
mod piece;
mod position;
mod san;
mod uci;
mod zobrist;

pub use draws::{Draw, insufficient_material};
pub use moves::Move;
pub use piece::Kind;
pub use position::Position;

use crate::move_sets::{MoveSet as _, MoveSets};
use generate::{MAX_SETS, generate};
use moves::MoveSet;
use rand_core::Rng;
use wanqi_game::{Game, Outcome, Side};

/// The rules of chess and of Chess960, which differ in where games begin ([`chess960::start`]): the Laws of FIDE (<https://handbook.fide.com/chapter/E012023>), except that the third
/// repetition and the fiftieth move without progress end the game unasked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;

/// Visits the moves that capture or promote.
#[inline]
pub fn each_tactical(position: &Position, mut visit: impl FnMut(Move)) {
    generate::<true, false>(position, |set| set.each(&mut visit));
}

/// Visits the moves that neither capture nor promote.
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

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::START
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

    /// Always `None`: the end of a game of chess shows in its having no move, or is decided by the past.
    #[inline]
    fn outcome(&self, _: &Position) -> Option<Outcome> {
        None
    }

    #[inline]
    fn outcome_if_stuck(&self, position: &Position) -> Outcome {
        if position.checkers == 0 { Outcome::Draw } else { Outcome::Win(position.side.opponent()) }
    }

    /// Insufficient material, fifty moves, repetition; the first two are seen in a line of one position. A mate
    /// given by the hundredth quiet ply is no draw.
    #[inline]
    fn outcome_by_history(&self, line: &[Position], root: usize) -> Option<Outcome> {
        draws::draw(line, root).map(|_| Outcome::Draw)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}
