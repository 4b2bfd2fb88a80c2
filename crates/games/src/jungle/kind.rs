//! The kinds of pieces.

use wanqi_game::{Message, Side, message};

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

    /// The same, to be said in any language.
    pub fn told(self) -> Message {
        match self {
            Kind::Rat => message!("look.rat", "rat"),
            Kind::Cat => message!("look.cat", "cat"),
            Kind::Dog => message!("look.dog", "dog"),
            Kind::Wolf => message!("look.wolf", "wolf"),
            Kind::Leopard => message!("look.leopard", "leopard"),
            Kind::Tiger => message!("look.tiger", "tiger"),
            Kind::Lion => message!("look.lion", "lion"),
            Kind::Elephant => message!("look.elephant", "elephant"),
        }
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

/// The side with its name, for messages.
pub(super) const fn named(side: Side) -> (Side, &'static str) {
    (side, side_name(side))
}
