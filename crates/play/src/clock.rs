//! How long a move may take.

use std::time::Duration;

/// What the clock of the side to move shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left for the moves to come.
    pub remaining: Duration,
    /// Time added with every move.
    pub increment: Duration,
    /// Moves until time is added, if it is.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Time for this move: an even share of what is left for the moves that are still expected, and half of what the
    /// move brings in, so that in a long game about twelve increments are kept for a machine that is slow to answer.
    /// Never more than is left, `overhead` having been lost on the way to the clock.
    pub fn allot(&self, overhead: Duration) -> Duration {
        /// Moves still expected where none are told. Games are longer, but a move that was thought about well
        /// saves time later.
        const EXPECTED: u32 = 25;
        /// Never more than this share of what is left, so that there is time for a next move.
        const MOST_SHARE: f64 = 0.8;
        let left = self.remaining.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(EXPECTED).clamp(1, EXPECTED);
        let even = left / moves + self.increment / 2;
        even.min(left.mul_f64(MOST_SHARE)).max(Duration::from_millis(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allotted(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> u128 {
        let millis = Duration::from_millis;
        let clock = Clock { remaining: millis(remaining), increment: millis(increment), moves_to_go };
        clock.allot(millis(overhead)).as_millis()
    }

    #[test]
    fn shares() {
        for (remaining, increment, moves_to_go, overhead, time) in [
            (100_000, 0, None, 0, 4_000),
            (100_000, 1_000, None, 0, 4_500),
            (100_010, 0, None, 10, 4_000),
            (10_000, 0, Some(10), 0, 1_000),
            (10_000, 0, Some(1), 0, 8_000),
            (10_000, 0, Some(0), 0, 8_000),
            (10_000, 0, Some(400), 0, 400),
            // An increment larger than what is left does not help: it comes after the move.
            (100, 10_000, None, 20, 64),
            (10, 0, None, 20, 1),
            (0, 0, None, 0, 1),
        ] {
            assert_eq!(
                allotted(remaining, increment, moves_to_go, overhead),
                time,
                "{remaining} {increment} {moves_to_go:?}"
            );
        }
    }

    #[test]
    fn never_more_than_is_left() {
        for remaining in [1, 5, 50, 500, 5_000_000, u64::MAX / 1_000] {
            for increment in [0, 10, 100_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let time = allotted(remaining, increment, moves_to_go, 0);
                    assert!(time <= u128::from(remaining), "{remaining} {increment} {moves_to_go:?}: {time}");
                }
            }
        }
    }
}
