//! The window of scores that alpha-beta asks about.

use crate::{Bound, Score};
use std::ops::Neg;

/// The scores strictly between `alpha`, which the side to move has for sure elsewhere, and `beta`, above which
/// its opponent will not let it come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The lower bound.
    pub alpha: Score,
    /// The upper bound.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Window = Window { alpha: Score::INFINITE.negated(), beta: Score::INFINITE };

    /// The least window above `alpha`: it only tells whether a score is greater.
    #[inline]
    pub const fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha.plus(1) }
    }

    /// What a search with this window has shown of the true score by answering `score`.
    #[inline]
    pub fn bound(self, score: Score) -> Bound {
        match score {
            _ if score <= self.alpha => Bound::Upper,
            _ if score >= self.beta => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Whether this window has room for no score but the answer yes or no.
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.plus(1) >= self.beta
    }

    /// The same window for the next player: turned if it is the other side.
    #[inline(always)]
    #[must_use]
    pub fn turned(self, turns: bool) -> Window {
        if turns { -self } else { self }
    }
}

impl Neg for Window {
    type Output = Window;

    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
