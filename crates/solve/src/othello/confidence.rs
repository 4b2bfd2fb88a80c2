//! Giving a node up because a search of less depth says that it lies far beyond the window: multi-probcut.
//!
//! Buro, *Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello* (1997),
//! <https://skatgame.net/mburo/ps/improve.pdf>.

use std::fmt;

/// How sure a search is of what it gives up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Confidence(u8);

/// Percent, and the deviations that so many of a normal distribution lie within.
const LEVELS: [(u32, f32); 6] =
    [(73, 1.1), (87, 1.5), (95, 2.0), (98, 2.35), (99, 2.6), (100, f32::INFINITY)];

impl Confidence {
    /// All levels, from the least on.
    pub const ALL: [Confidence; LEVELS.len()] =
        [Confidence(0), Confidence(1), Confidence(2), Confidence(3), Confidence(4), Confidence(5)];
    /// The least.
    pub const LEAST: Confidence = Confidence(0);
    /// Nothing is given up.
    pub const CERTAIN: Confidence = Confidence(LEVELS.len() as u8 - 1);

    /// The least that is as much as so many percent.
    pub fn of_percent(percent: u32) -> Confidence {
        let level = LEVELS.iter().position(|&(level, _)| level >= percent).unwrap_or(LEVELS.len() - 1);
        Confidence(level as u8)
    }

    /// In percent, as people of Othello tell it.
    pub fn percent(self) -> u32 {
        LEVELS[usize::from(self.0)].0
    }

    /// Deviations that a search of less depth must lie beyond the window; `None` if nothing is given up.
    #[inline(always)]
    pub(super) fn deviations(self) -> Option<f32> {
        (self != Confidence::CERTAIN).then(|| LEVELS[usize::from(self.0)].1)
    }

    #[inline(always)]
    pub(super) fn number(self) -> u8 {
        self.0
    }

    #[inline(always)]
    pub(super) fn of_number(number: u8) -> Confidence {
        Confidence(number.min(LEVELS.len() as u8 - 1))
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}%", self.percent())
    }
}

/// The depth of the search that is asked before one of `depth` plies: at most half as deep, and with the same side to
/// move at the end, since evaluations favour one of them.
#[inline(always)]
pub(super) fn shallower(depth: u32) -> u32 {
    let half = depth / 2;
    half - (half + depth) % 2
}

/// The standard deviation between a search of `depth` plies and one of `shallow` ones with the same side to move at the end,
/// in hundredths of a disc, with so many empty squares: a formula for what `examples/othello_deviations.rs` tells.
#[inline(always)]
pub(super) fn deviation(depth: u32, shallow: u32, empty: u32) -> f32 {
    let further = GROWTH[(depth.saturating_sub(shallow) / 2).min(15) as usize];
    let early = 1.05 - 0.022 * empty.saturating_sub(24) as f32;
    2950.0 / (shallow + 6) as f32 * further * early.clamp(0.5, 1.0)
}

/// Numbers to the power of 0.35.
const GROWTH: [f32; 16] = [
    0.0, 1.0, 1.275, 1.469, 1.625, 1.757, 1.872, 1.976, 2.071, 2.158, 2.239, 2.315, 2.386, 2.454, 2.518, 2.58,
];

/// The same between the lead at the end and a search of `depth` plies.
#[inline(always)]
pub(super) fn deviation_from_end(depth: u32, empty: u32) -> f32 {
    let (depth, empty) = (depth as f32, empty as f32);
    (680.0 - 45.0 * depth + 10.0 * empty).max(250.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_told_in_percent() {
        for confidence in Confidence::ALL {
            assert_eq!(Confidence::of_percent(confidence.percent()), confidence);
            assert_eq!(Confidence::of_number(confidence.number()), confidence);
            assert_eq!(confidence.deviations().is_none(), confidence.percent() == 100);
        }
        assert_eq!(Confidence::of_percent(0), Confidence::LEAST);
        assert_eq!(Confidence::of_percent(74).percent(), 87);
        assert_eq!(Confidence::of_percent(1000), Confidence::CERTAIN);
    }

    #[test]
    fn shallower_searches_end_with_the_same_side() {
        for depth in 3..60 {
            let shallow = shallower(depth);
            assert!(shallow <= depth / 2 && shallow >= 1 && (depth - shallow).is_multiple_of(2), "{depth}");
        }
    }
}
