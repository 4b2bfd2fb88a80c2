//! The kinds of pieces.

use wanqi_game::{Message, Side, message};

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All kinds, by their index.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn may become, by the order in which front-ends offer it.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// 0 for a pawn, 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self.index()]
    }

    /// The same, to be said in any language.
    pub fn told(self) -> Message {
        match self {
            Kind::Pawn => message!("look.pawn", "pawn"),
            Kind::Knight => message!("look.knight", "knight"),
            Kind::Bishop => message!("look.bishop", "bishop"),
            Kind::Rook => message!("look.rook", "rook"),
            Kind::Queen => message!("look.queen", "queen"),
            Kind::King => message!("look.king", "king"),
        }
    }

    /// The letter of SAN, FEN and UCI in upper case; `P` for a pawn.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self.index()]
    }

    /// The letter of a side's piece in FEN: upper case for White.
    pub const fn letter_of(self, side: Side) -> char {
        match side {
            Side::First => self.letter(),
            Side::Second => self.letter().to_ascii_lowercase(),
        }
    }

    /// The kind of an upper-case letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// `White` or `Black`.
pub(super) const fn side_name(side: Side) -> &'static str {
    ["White", "Black"][side.index()]
}

/// The side with its name, for messages.
pub(super) const fn named(side: Side) -> (Side, &'static str) {
    (side, side_name(side))
}
