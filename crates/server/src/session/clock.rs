//! The clock of a game: time for all moves, and some added with each.

use crate::protocol::{ClockRequest, ClockState};
use std::time::Duration;
use wanqi_play::Side;
use wanqi_play::host::Instant;

/// Two clocks, of which at most one runs. Whoever asks says what time it is.
pub(super) struct Clock {
    /// What each side had at the beginning, in milliseconds.
    base: u64,
    increment: Duration,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
    /// What the clocks showed after so many plies, for moves that are taken back.
    marks: Vec<[Duration; 2]>,
}

impl Clock {
    /// As it is wished for, after `ply` plies of which nothing is known.
    pub fn new(request: &ClockRequest, ply: usize) -> Clock {
        let left = request.left.unwrap_or([request.base; 2]).map(Duration::from_millis);
        Clock {
            base: request.base,
            increment: Duration::from_millis(request.increment),
            left,
            running: None,
            marks: vec![left; ply + 1],
        }
    }

    /// The same clock at the beginning of another game.
    pub fn anew(&self) -> ClockRequest {
        let increment = self.increment.as_millis().try_into().unwrap_or(u64::MAX);
        ClockRequest { base: self.base, increment, left: None }
    }

    /// What the side's clock shows.
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(now.duration_since(since)),
            _ => left,
        }
    }

    /// What the clock adds with a move.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Lets the clock of this side run and no other.
    pub fn run(&mut self, side: Option<Side>, now: Instant) {
        if self.running.map(|(side, _)| side) == side {
            return;
        }
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
        }
        self.running = side.map(|side| (side, now));
    }

    /// The side has moved, and there are so many plies now.
    pub fn moved(&mut self, side: Side, ply: usize, now: Instant) {
        // The first move is not timed, so there is nothing to give back for it.
        if self.running.is_some() {
            self.run(None, now);
            self.left[side.index()] += self.increment;
        }
        self.marks.truncate(ply);
        self.marks.resize(ply + 1, self.left);
    }

    /// Shows what it showed after so many plies.
    pub fn back_to(&mut self, ply: usize, now: Instant) {
        self.run(None, now);
        if let Some(&left) = self.marks.get(ply) {
            self.left = left;
        }
    }

    /// When the flag of the running clock falls.
    pub fn deadline(&self) -> Option<Instant> {
        let (side, since) = self.running?;
        since.checked_add(self.left[side.index()])
    }

    /// The side whose flag has fallen.
    pub fn fallen(&self, now: Instant) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }

    /// What a page needs to show it.
    pub fn state(&self, now: Instant) -> ClockState {
        ClockState {
            base: self.base,
            left: Side::BOTH.map(|side| self.left(side, now).as_millis().try_into().unwrap_or(u64::MAX)),
            increment: self.increment.as_millis().try_into().unwrap_or(u64::MAX),
            running: self.running.map(|(side, _)| side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn shows(clock: &Clock, now: Instant) -> [u64; 2] {
        clock.state(now).left
    }

    #[test]
    fn a_game_by_the_clock() {
        let start = Instant::now();
        let at = |seconds| start + seconds * SECOND;
        let mut clock = Clock::new(&ClockRequest { base: 10_000, increment: 2_000, left: None }, 0);
        clock.moved(Side::First, 1, at(0));
        assert_eq!(shows(&clock, at(5)), [10_000, 10_000], "the first move is not timed");
        clock.run(Some(Side::Second), at(5));
        clock.run(Some(Side::Second), at(6));
        assert_eq!(shows(&clock, at(8)), [10_000, 7_000]);
        assert_eq!(clock.deadline(), Some(at(15)));
        clock.moved(Side::Second, 2, at(8));
        assert_eq!(shows(&clock, at(9)), [10_000, 9_000], "the increment is added");
        clock.run(Some(Side::First), at(9));
        assert_eq!((clock.fallen(at(18)), clock.fallen(at(19))), (None, Some(Side::First)));
        clock.back_to(1, at(19));
        assert_eq!((shows(&clock, at(20)), clock.deadline()), ([10_000, 10_000], None));
        clock.back_to(2, at(20));
        assert_eq!(shows(&clock, at(20)), [10_000, 9_000]);
    }
}
