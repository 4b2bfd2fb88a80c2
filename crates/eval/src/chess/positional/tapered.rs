//! Two sums in one number.

use std::ops::{Add, AddAssign, Mul};

/// A sum of weights in middlegame and endgame, which slide into each other as pieces disappear; both in one number,
/// so that counting adds once. <https://www.chessprogramming.org/Tapered_Eval>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tapered(i32);

impl Tapered {
    /// Both have to stay within sixteen bits, in sums too.
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered((endgame << 16) + middlegame)
    }

    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed one.
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0 * count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_are_kept() {
        for (middlegame, endgame) in [(0, 0), (1, -1), (-1, 1), (-300, -200), (30_000, -30_000)] {
            let sum = Tapered::new(middlegame, endgame) + Tapered::new(-7, 5) * -2;
            assert_eq!((sum.middlegame(), sum.endgame()), (middlegame + 14, endgame - 10));
        }
    }
}
