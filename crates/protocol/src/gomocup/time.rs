//! The time of a move.

use std::time::Duration;
use wanqi_play::{Allotted, Clock};

/// What is lost on the way to the manager's clock, and what a machine that has much to do keeps us waiting.
const OVERHEAD: Duration = Duration::from_millis(50);
/// Moves that a match's time is shared out over.
const MOVES: u32 = 28;
/// Of long turns this part is kept back beside it.
const KEPT: u32 = 25;
/// What a move takes that is to be played as fast as possible.
const FAST: Duration = Duration::from_millis(5);
/// What is told, in milliseconds, where there is no limit.
const UNLIMITED: i64 = i32::MAX as i64;

/// The limits that a manager has told.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Times {
    /// For a move; zero for as fast as possible.
    turn: Option<Duration>,
    /// For all moves of a match.
    all: Option<Duration>,
    /// What is left of it, as the manager counts.
    told_left: Option<Duration>,
    /// What we have used of it, where the manager does not tell.
    used: Duration,
    /// What each move adds to what is left, as Yixin's board tells.
    increment: Duration,
}

impl Times {
    /// `timeout_turn`, in milliseconds; the largest number is no limit.
    pub fn set_turn(&mut self, millis: i64) {
        self.turn = (millis < UNLIMITED).then(|| duration(millis));
    }

    /// `timeout_match`: 0 for no limit.
    pub fn set_match(&mut self, millis: i64) {
        self.all = (millis > 0 && millis < UNLIMITED).then(|| duration(millis));
        self.told_left = None;
    }

    /// `time_left`, which may be less than nothing.
    pub fn set_left(&mut self, millis: i64) {
        self.told_left = (millis < UNLIMITED).then(|| duration(millis));
        if millis >= UNLIMITED {
            self.all = None;
        }
    }

    /// `time_increment`: what each move adds.
    pub fn set_increment(&mut self, millis: i64) {
        self.increment = duration(millis);
    }

    /// A new match begins.
    pub fn begin(&mut self) {
        (self.told_left, self.used) = (None, Duration::ZERO);
    }

    /// A move has taken so long.
    pub fn spend(&mut self, time: Duration) {
        self.used += time;
    }

    /// The time for a move; `None` if nothing bounds it.
    pub fn allot(&self) -> Option<Allotted> {
        let turn = self.turn.map(|turn| match turn {
            Duration::ZERO => FAST,
            turn => turn.saturating_sub(OVERHEAD + turn / KEPT).max(FAST.min(turn)),
        });
        let left = self.told_left.or_else(|| self.all.map(|all| all.saturating_sub(self.used)));
        let shared = left.map(|remaining| {
            Clock { remaining, increment: self.increment, moves_to_go: None }.allot(OVERHEAD, MOVES)
        });
        match (turn, shared) {
            (None, None) => None,
            (Some(turn), None) => Some(Allotted::all_of(turn)),
            (None, Some(shared)) => Some(shared),
            (Some(turn), Some(Allotted { soft, hard })) => {
                Some(Allotted { soft: soft.map(|soft| soft.min(turn)), hard: hard.min(turn) })
            }
        }
    }
}

fn duration(millis: i64) -> Duration {
    Duration::from_millis(millis.max(0).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_its_share_of_the_match_and_no_more_than_a_turn() {
        let millis = |turn: Option<i64>, all: Option<i64>, left: Option<i64>, used: u64| {
            let mut times = Times::default();
            turn.into_iter().for_each(|turn| times.set_turn(turn));
            all.into_iter().for_each(|all| times.set_match(all));
            left.into_iter().for_each(|left| times.set_left(left));
            times.spend(Duration::from_millis(used));
            let allotted = times.allot()?;
            Some((allotted.soft.map(|soft| soft.as_millis()), allotted.hard.as_millis()))
        };
        for (turn, all, left, used, expected) in [
            (None, None, None, 0, None),
            (None, Some(0), None, 0, None),
            (None, Some(0), Some(2_147_483_647), 0, None),
            (Some(2_147_483_647), None, None, 0, None),
            (Some(2_147_483_647), Some(180_000), None, 151_950, Some((Some(1000), 4000))),
            (Some(0), None, None, 0, Some((None, 5))),
            (Some(30), None, None, 0, Some((None, 5))),
            (Some(1), None, None, 0, Some((None, 1))),
            (Some(500), None, None, 0, Some((None, 430))),
            (Some(5000), None, None, 0, Some((None, 4750))),
            (Some(5000), Some(0), Some(2_147_483_647), 0, Some((None, 4750))),
            (Some(5000), Some(180_000), Some(2_147_483_647), 0, Some((None, 4750))),
            (Some(30_000), Some(180_000), Some(28_050), 0, Some((Some(1000), 4000))),
            (Some(3000), Some(180_000), Some(28_050), 0, Some((Some(1000), 2830))),
            (Some(500), Some(180_000), Some(28_050), 0, Some((Some(430), 430))),
            (None, Some(180_000), None, 151_950, Some((Some(1000), 4000))),
            (Some(30_000), Some(180_000), Some(0), 0, Some((Some(1), 1))),
            (Some(30_000), Some(180_000), Some(-500), 0, Some((Some(1), 1))),
            (Some(0), Some(180_000), Some(180_000), 0, Some((Some(5), 5))),
        ] {
            assert_eq!(millis(turn, all, left, used), expected, "{turn:?} {all:?} {left:?} {used}");
        }
    }
}
