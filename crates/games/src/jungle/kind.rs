//! The kinds of pieces.

use wanqi_game::Side;

/// A kind of piece, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Rat,
    Cat,
    Dog,
    Wolf,
    Leopard,
    Tiger,
    Lion,
    Elephant,
}

impl Kind {
    /// All kinds, by their index.
    pub const ALL: [Kind; 8] = {
        use Kind::{Cat, Dog, Elephant, Leopard, Lion, Rat, Tiger, Wolf};
        [Rat, Cat, Dog, Wolf, Leopard, Tiger, Lion, Elephant]
    };

    /// 0 for a rat, 7 for an elephant.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it leaps over water.
    #[inline(always)]
    pub const fn leaps(self) -> bool {
        matches!(self, Kind::Tiger | Kind::Lion)
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        ["rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"][self.index()]
    }

    /// What stands on the disc.
    pub const fn sign(self) -> char {
        ['鼠', '貓', '狗', '狼', '豹', '虎', '獅', '象'][self.index()]
    }

    /// The upper-case letter of a position's text; `P` is the leopard, also called panther.
    pub const fn letter(self) -> char {
        ['R', 'C', 'D', 'W', 'P', 'T', 'L', 'E'][self.index()]
    }

    /// The letter of a side's piece: upper case for the first side.
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
