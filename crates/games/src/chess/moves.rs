//! A move in sixteen bits.

use super::bitboard::{Bitboard, Square, lowest, square_name};
use super::piece::Kind;
use crate::move_sets;
use std::fmt;

/// A move: where a piece comes from, where it goes, and what it is. Castling is the king's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// What moves, and how. Codes below six are the index of a piece that just moves; the last four are promotions,
/// to a knight, bishop, rook and queen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u8);

impl Code {
    pub(super) const DOUBLE_STEP: Code = Code(6);
    pub(super) const EN_PASSANT: Code = Code(7);
    pub(super) const CASTLING: Code = Code(8);
    /// To a queen first: what people and searches want nearly always.
    pub(super) const PROMOTIONS: [Code; 4] = [Code(12), Code(11), Code(10), Code(9)];

    #[inline(always)]
    pub(super) const fn of(kind: Kind) -> Code {
        Code(kind as u8)
    }
}

use Kind::{Bishop, King, Knight, Pawn, Queen, Rook};
/// What leaves its square, by code.
const MOVED: [Kind; 16] =
    [Pawn, Knight, Bishop, Rook, Queen, King, Pawn, Pawn, King, Pawn, Pawn, Pawn, Pawn, Pawn, Pawn, Pawn];
/// What arrives, by code.
const PLACED: [Kind; 16] = [
    Pawn, Knight, Bishop, Rook, Queen, King, Pawn, Pawn, King, Knight, Bishop, Rook, Queen, Pawn, Pawn, Pawn,
];

impl Move {
    #[inline(always)]
    pub(super) const fn new(code: Code, from: Square, to: Square) -> Move {
        Move(from as u16 | (to as u16) << 6 | (code.0 as u16) << 12)
    }

    #[inline(always)]
    pub(super) const fn code(self) -> Code {
        Code((self.0 >> 12) as u8)
    }

    /// Where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        (self.0 & 63) as Square
    }

    /// Where it goes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        (self.0 >> 6 & 63) as Square
    }

    /// What leaves its square; a pawn where it is promoted.
    #[inline(always)]
    pub const fn moved(self) -> Kind {
        MOVED[(self.0 >> 12) as usize]
    }

    /// What arrives: a pawn's promotion, else what moved.
    #[inline(always)]
    pub const fn placed(self) -> Kind {
        PLACED[(self.0 >> 12) as usize]
    }

    /// What a pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        if self.0 >> 12 >= 9 { Some(self.placed()) } else { None }
    }

    /// Whether it castles.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.code().0 == Code::CASTLING.0
    }

    /// Whether a pawn captures in passing.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.code().0 == Code::EN_PASSANT.0
    }

    /// The sixteen bits, never all set, to keep a move small in a table.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&square_name(self.from()))?;
        f.write_str(&square_name(self.to()))?;
        self.promotion().map_or(Ok(()), |kind| write!(f, "{}", kind.letter().to_ascii_lowercase()))
    }
}

/// Moves of one code: of one piece to several squares, or of several pawns by one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSet {
    pub(super) to: Bitboard,
    code: Code,
    /// `from` is `base` plus the bits of `to` that `follow` lets through: all for pawns, none for a piece.
    base: u8,
    follow: u8,
}

impl MoveSet {
    /// Moves of the piece on `from`.
    #[inline(always)]
    pub(super) const fn of_piece(code: Code, from: Square, to: Bitboard) -> MoveSet {
        MoveSet { to, code, base: from, follow: 0 }
    }

    /// Moves of pawns that came `step` squares upward (modulo 64).
    #[inline(always)]
    pub(super) const fn of_pawns(code: Code, step: u32, to: Bitboard) -> MoveSet {
        MoveSet { to, code, base: 0_u8.wrapping_sub(step as u8), follow: 63 }
    }

    #[inline(always)]
    const fn move_to(&self, to: Square) -> Move {
        Move::new(self.code, self.base.wrapping_add(to & self.follow) & 63, to)
    }

    /// Visits the moves, lowest target first.
    #[inline(always)]
    pub(super) fn each(&self, mut visit: impl FnMut(Move)) {
        let mut to = self.to;
        while to != 0 {
            visit(self.move_to(lowest(to)));
            to &= to - 1;
        }
    }
}

impl move_sets::MoveSet for MoveSet {
    type Move = Move;
    const EMPTY: MoveSet = MoveSet { to: 0, code: Code(0), base: 0, follow: 0 };

    #[inline(always)]
    fn len(&self) -> u32 {
        self.to.count_ones()
    }

    #[inline(always)]
    fn nth(&self, index: u32) -> Move {
        let mut to = self.to;
        for _ in 0..index {
            to &= to.wrapping_sub(1);
        }
        self.move_to(lowest(to) & 63)
    }
}
