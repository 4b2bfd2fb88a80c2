//! Othello on 8×8, 6×6 and 4×4: discs turn over that are enclosed in a line.
//!
//! [`Othello`] is here; `bitboard` finds moves and turned discs, `text` reads and writes, `depict` draws,
//! `turning` tells positions that are alike.

mod bitboard;
mod depict;
mod text;
mod turning;

use crate::bits::{bits, without_lowest};
use bitboard::{mobility, turned};
use rand_core::Rng;
use wanqi_game::{Game, Outcome, Side, random};

pub use turning::Turning;

/// The rules of Othello. A pass is a move, legal only without another; the game ends when neither side can
/// place a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    size: Size,
    goal: Goal,
}

/// Who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// Who has more discs at the end.
    #[default]
    Most,
    /// Who has fewer: anti-Othello, <https://en.wikipedia.org/wiki/Reversi#Anti-Reversi>.
    Fewest,
}

/// The sizes of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The smallest that the four first discs leave room on.
    Four,
    /// The small board.
    Six,
    /// The board of tournaments.
    Eight,
}

impl Size {
    /// The number of rows and columns.
    pub fn rows(self) -> u8 {
        match self {
            Size::Four => 4,
            Size::Six => 6,
            Size::Eight => 8,
        }
    }
}

/// Discs as sets of squares on 8×8, square 0 at the upper left, square 63 at the lower right. Smaller boards
/// are the inner part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The discs of the side to move. Ordered so, a move needs no look at whose turn it is.
    own: u64,
    other: u64,
    /// Where the side to move can place a disc. Kept, because every use of a position asks for it, and most
    /// more than once.
    moves: u64,
    side: Side,
}

/// The square that a disc is placed on, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u8);

impl Move {
    /// No disc is placed.
    pub const PASS: Move = Move(64);

    /// The square, as in [`Position`]; 64 for a pass.
    #[inline(always)]
    pub fn square(self) -> usize {
        self.0.into()
    }
}

const _: () = assert!(size_of::<Position>() <= 32);

const INNER: u64 = 0x007E_7E7E_7E7E_7E00;
const INNERMOST: u64 = 0x0000_3C3C_3C3C_0000;

impl Default for Othello {
    fn default() -> Self {
        Othello::new(Size::Eight)
    }
}

impl Othello {
    /// The rules on a board of some size.
    pub const fn new(size: Size) -> Othello {
        Othello { size, goal: Goal::Most }
    }

    /// The same moves to another end.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> Othello {
        Othello { goal, ..self }
    }

    /// Who wins.
    #[inline(always)]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The squares of the board, as in [`Position`].
    #[inline(always)]
    pub fn board(&self) -> u64 {
        match self.size {
            Size::Four => INNERMOST,
            Size::Six => INNER,
            Size::Eight => u64::MAX,
        }
    }

    /// A position from its discs, whose squares must not overlap.
    fn position(&self, discs: [u64; 2], side: Side) -> Position {
        let (own, other) = (discs[side.index()], discs[side.opponent().index()]);
        Position { own, other, moves: mobility(own, other) & self.board(), side }
    }

    /// The squares where the side that is not to move could place a disc if it were its turn.
    #[inline]
    pub fn opponent_moves(&self, position: &Position) -> u64 {
        self.moves_of(position.other, position.own)
    }

    /// The squares where whoever has the discs `own` can place one, `other` being those of the other side.
    #[inline(always)]
    pub fn moves_of(&self, own: u64, other: u64) -> u64 {
        mobility(own, other) & self.board()
    }

    /// Visits the moves that place a disc on one of some squares.
    #[inline]
    pub fn each_move_to(&self, position: &Position, squares: u64, mut visit: impl FnMut(Move)) {
        bits(position.moves & squares).for_each(|square| visit(Move(square)));
    }

    /// The square of the 8×8 board that lies at a row and a column of this board, both from 0 at the upper left.
    fn square(&self, row: usize, column: usize) -> usize {
        let edge = usize::from(8 - self.size.rows()) / 2;
        (row + edge) * 8 + column + edge
    }

    /// The reverse of [`square`](Othello::square).
    fn row_and_column(&self, square: u8) -> (usize, usize) {
        let edge = (8 - self.size.rows()) / 2;
        (usize::from(square / 8 - edge), usize::from(square % 8 - edge))
    }
}

impl Position {
    /// The squares with a disc of a side, square 0 in the lowest bit.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.own } else { self.other }
    }

    /// The squares where the side to move can place a disc.
    #[inline]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The number of discs of the side to move less those of the other.
    #[inline]
    fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.position([0x0000_0008_1000_0000, 0x0000_0010_0800_0000], Side::First)
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.moves == 0 {
            visit(Move::PASS);
        }
        self.each_move_to(position, u64::MAX, visit);
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        position.moves.count_ones().max(1) as usize
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        if position.moves == 0 {
            return Some(Move::PASS);
        }
        let before = random::below(rng, position.moves.count_ones());
        Some(Move(without_lowest(position.moves, before).trailing_zeros() as u8))
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let Position { mut own, mut other, side, .. } = *position;
        if mv != Move::PASS {
            let turned = turned(mv.0, own, other);
            own |= turned | (1 << mv.0);
            other &= !turned;
        }
        let moves = mobility(other, own) & self.board();
        *position = Position { own: other, other: own, moves, side: side.opponent() };
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.moves != 0 || self.opponent_moves(position) != 0 {
            return None;
        }
        let more = match position.lead() {
            0 => return Some(Outcome::Draw),
            1.. => position.side,
            _ => position.side.opponent(),
        };
        Some(Outcome::Win(match self.goal {
            Goal::Most => more,
            Goal::Fewest => more.opponent(),
        }))
    }

    /// Never asked: without a place for a disc there is a pass, and without one for both sides an outcome.
    fn outcome_if_stuck(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    /// Discs, empty squares to whoever has more; where fewer win, by how many fewer there are.
    fn margin(&self, position: &Position) -> Option<f64> {
        let lead = match position.side {
            Side::First => position.lead(),
            Side::Second => -position.lead(),
        };
        let empty = (self.board() & !(position.own | position.other)).count_ones() as i32;
        let more = lead + empty * lead.signum();
        Some(f64::from(match self.goal {
            Goal::Most => more,
            Goal::Fewest => -more,
        }))
    }

    /// Not a sum of table entries: both sets mixed as numbers, which costs the same however many discs turn.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let black = random::word(0x07E1, position.discs(Side::First));
        random::word(black ^ position.side.index() as u64, position.discs(Side::Second))
    }
}
