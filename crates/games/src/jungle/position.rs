//! A position: where each piece is, and how one moves.

use super::board::{OFF, Square, Squares, bit};
use super::kind::Kind;
use wanqi_game::{Side, random};

/// A position of Jungle: at most one piece of each kind a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where each side's piece of each kind is; [`OFF`] if it has been taken.
    pub(super) squares: [[Square; 8]; 2],
    /// Each side's pieces.
    pub(super) sides: [Squares; 2],
    pub(super) key: u64,
    /// Plies since the last capture: positions further back cannot come again.
    pub(super) quiet_plies: u16,
    pub(super) side: Side,
}

const _: () = assert!(size_of::<Position>() <= 64);

/// A piece's kind, where it stands and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub(super) kind: Kind,
    pub(super) from: Square,
    pub(super) to: Square,
}

impl Move {
    /// The kind of the piece that moves.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The square that it leaves.
    #[inline(always)]
    pub fn from(self) -> Square {
        self.from
    }

    /// The square that it enters.
    #[inline(always)]
    pub fn to(self) -> Square {
        self.to
    }
}

/// The words of the position key: a piece on a square. A taken piece has a word like any other.
static WORDS: [u64; 2 * 8 * 64] = random::words(0x1096);
/// Turns with the side to move.
const SECOND_TO_MOVE: u64 = random::word(0x1097, 0);

#[inline(always)]
fn word(side: Side, kind: Kind, square: Square) -> u64 {
    WORDS[(side.index() * 8 + kind.index()) * 64 + usize::from(square & 63)]
}

impl Position {
    /// A position of these pieces: no two on one square, and no two of a kind a side.
    pub fn of(pieces: impl IntoIterator<Item = (Side, Kind, Square)>, side: Side) -> Position {
        let mut position = Position { squares: [[OFF; 8]; 2], sides: [0; 2], key: 0, quiet_plies: 0, side };
        for (side, kind, square) in pieces {
            position.squares[side.index()][kind.index()] = square;
            position.sides[side.index()] |= bit(square);
        }
        for side in Side::BOTH {
            for kind in Kind::ALL {
                position.key ^= word(side, kind, position.squares[side.index()][kind.index()]);
            }
        }
        if side == Side::Second {
            position.key ^= SECOND_TO_MOVE;
        }
        position
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.side
    }

    /// A side's pieces.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> Squares {
        self.sides[side.index()]
    }

    /// Where a side's piece of a kind stands.
    #[inline(always)]
    pub fn square(&self, side: Side, kind: Kind) -> Option<Square> {
        let square = self.squares[side.index()][kind.index()];
        (square != OFF).then_some(square)
    }

    /// A side's pieces: kind and square, the weakest first.
    #[inline]
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Kind, Square)> + '_ {
        let of_kind = self.squares[side.index()].iter();
        Kind::ALL
            .into_iter()
            .zip(of_kind)
            .filter(|&(_, &square)| square != OFF)
            .map(|(kind, &square)| (kind, square))
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH.into_iter().find(|&side| self.of_side(side) & bit(square) != 0)?;
        Some((side, self.kind_on(side, square)?))
    }

    /// The kind of a side's piece on a square.
    #[inline]
    fn kind_on(&self, side: Side, square: Square) -> Option<Kind> {
        self.pieces(side).find(|&(_, at)| at == square).map(|(kind, _)| kind)
    }

    /// The kind of the piece that a move takes.
    #[inline]
    pub fn taken(&self, mv: Move) -> Option<Kind> {
        let them = self.side.opponent();
        if self.of_side(them) & bit(mv.to) == 0 { None } else { self.kind_on(them, mv.to) }
    }

    /// The Zobrist key.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.opponent());
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if let Some(kind) = self.taken(mv) {
            self.quiet_plies = 0;
            self.squares[them.index()][kind.index()] = OFF;
            self.sides[them.index()] ^= bit(mv.to);
            self.key ^= word(them, kind, mv.to) ^ word(them, kind, OFF);
        }
        self.squares[us.index()][mv.kind.index()] = mv.to;
        self.sides[us.index()] ^= bit(mv.from) ^ bit(mv.to);
        self.key ^= word(us, mv.kind, mv.from) ^ word(us, mv.kind, mv.to) ^ SECOND_TO_MOVE;
        self.side = them;
    }
}
