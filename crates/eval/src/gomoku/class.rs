//! What a stone threatens, all four lines through it taken together.

use super::pattern::Pattern;

/// What a stone of a side on an empty point does, the strongest lines through it counted; the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Class {
    /// It threatens nothing.
    Quiet,
    /// An open three.
    Three,
    /// Two open threes or more.
    Threes,
    /// A four that one stone answers.
    Four,
    /// A four, and an open three beside it.
    FourThree,
    /// A straight four, or two fours: five cannot be prevented.
    Fours,
    /// In renju, for Black, what the rules may forbid: an overline, two fours, two open threes.
    Doubtful,
    /// It wins.
    Five,
}

/// How many classes there are.
pub(super) const CLASSES: usize = Class::ALL.len();

impl Class {
    /// All classes, the weakest first.
    pub const ALL: [Class; 8] = [
        Class::Quiet,
        Class::Three,
        Class::Threes,
        Class::Four,
        Class::FourThree,
        Class::Fours,
        Class::Doubtful,
        Class::Five,
    ];
}

/// The threatening lines through a point for one side, counted: each kind has some bits, so that counts are added all at
/// once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Threats(u16);

const THREE: u16 = 1;
const FOUR: u16 = 1 << 3;
const STRAIGHT: u16 = 1 << 7;
const OVERLINE: u16 = 1 << 10;
const FIVE: u16 = 1 << 13;

impl Threats {
    /// What a pattern counts as.
    pub const fn of(pattern: Pattern) -> Threats {
        Threats(match pattern {
            Pattern::OpenThree | Pattern::WideThree => THREE,
            Pattern::Four => FOUR,
            Pattern::BrokenFours => 2 * FOUR,
            Pattern::StraightFour => STRAIGHT,
            Pattern::Overline => OVERLINE,
            Pattern::Five => FIVE,
            _ => 0,
        })
    }

    /// With one line's pattern changed.
    #[inline(always)]
    pub fn changed(self, before: Threats, after: Threats) -> Threats {
        Threats(self.0.wrapping_sub(before.0).wrapping_add(after.0))
    }

    /// The class of the point, for a side that may be forbidden lines.
    #[inline]
    pub fn class(self, may_be_forbidden: bool) -> Class {
        let threes = self.0 % FOUR;
        let fours = self.0 % STRAIGHT / FOUR;
        let straight = self.0 % OVERLINE / STRAIGHT;
        if self.0 >= FIVE {
            return Class::Five;
        }
        if may_be_forbidden && (self.0 >= OVERLINE || fours + straight > 1 || threes > 1) {
            return Class::Doubtful;
        }
        match (straight, fours, threes) {
            (1.., _, _) | (0, 2.., _) => Class::Fours,
            (0, 1, 1..) => Class::FourThree,
            (0, 1, 0) => Class::Four,
            (0, 0, 2..) => Class::Threes,
            (0, 0, 1) => Class::Three,
            (0, 0, 0) => Class::Quiet,
        }
    }
}
