//! The kinds of pieces.

use wanqi_game::{Message, Side, message};

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Pawn,
    Advisor,
    Elephant,
    Horse,
    Cannon,
    Rook,
    King,
}

impl Kind {
    /// All kinds, by their index.
    pub const ALL: [Kind; 7] =
        [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::King];

    /// 0 for a pawn, 6 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        ["pawn", "advisor", "elephant", "horse", "cannon", "rook", "king"][self.index()]
    }

    /// The same, to be said in any language.
    pub fn told(self) -> Message {
        match self {
            Kind::Pawn => message!("look.pawn", "pawn"),
            Kind::Advisor => message!("look.advisor", "advisor"),
            Kind::Elephant => message!("look.elephant", "elephant"),
            Kind::Horse => message!("look.horse", "horse"),
            Kind::Cannon => message!("look.cannon", "cannon"),
            Kind::Rook => message!("look.rook", "rook"),
            Kind::King => message!("look.general", "king"),
        }
    }

    /// How many of them a side begins with.
    pub const fn at_start(self) -> u32 {
        [5, 2, 2, 2, 2, 2, 1][self.index()]
    }

    /// The letter of FEN in upper case, where horses are N (knights) and elephants B (bishops).
    pub const fn letter(self) -> char {
        ['P', 'A', 'B', 'N', 'C', 'R', 'K'][self.index()]
    }

    /// The letter of a side's piece in FEN: upper case for Red.
    pub const fn letter_of(self, side: Side) -> char {
        match side {
            Side::First => self.letter(),
            Side::Second => self.letter().to_ascii_lowercase(),
        }
    }

    /// The letter of the World Xiangqi Federation.
    pub const fn wxf_letter(self) -> char {
        ['P', 'A', 'E', 'H', 'C', 'R', 'K'][self.index()]
    }

    /// The kind of an upper-case letter, FEN's or the federation's.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter || kind.wxf_letter() == letter)
    }

    /// The character in the notation of moves, simplified.
    pub const fn character(self, side: Side) -> char {
        match side {
            Side::First => ['兵', '仕', '相', '马', '炮', '车', '帅'][self.index()],
            Side::Second => ['卒', '士', '象', '马', '炮', '车', '将'][self.index()],
        }
    }

    /// What is written on the piece, traditional as on a real one.
    pub const fn inscription(self, side: Side) -> char {
        match side {
            Side::First => ['兵', '仕', '相', '傌', '炮', '俥', '帥'][self.index()],
            Side::Second => ['卒', '士', '象', '馬', '砲', '車', '將'][self.index()],
        }
    }

    /// The kind of a character, simplified or traditional, of either side.
    pub fn from_character(character: char) -> Option<Kind> {
        Some(match character {
            '兵' | '卒' => Kind::Pawn,
            '仕' | '士' => Kind::Advisor,
            '相' | '象' => Kind::Elephant,
            '马' | '馬' | '傌' | '㐷' => Kind::Horse,
            '炮' | '砲' | '包' => Kind::Cannon,
            '车' | '車' | '俥' => Kind::Rook,
            '帅' | '帥' | '将' | '將' => Kind::King,
            _ => return None,
        })
    }
}

/// `Red` or `Black`.
pub(super) const fn side_name(side: Side) -> &'static str {
    ["Red", "Black"][side.index()]
}

/// The side with its name, for messages.
pub(super) const fn named(side: Side) -> (Side, &'static str) {
    (side, side_name(side))
}
