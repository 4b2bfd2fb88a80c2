//! How often quiet moves have refuted something.

use wanqi_game::Side;

/// A move by its side and [history slot](crate::tactics::MoveOrder::history_slot).
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub side: Side,
    pub slot: usize,
}

/// The moves that led to a node: the last, and those two and four plies ago. There is none before the root, and none
/// after a pass.
pub(super) type ContinuationMoves = [Option<Played>; 3];

/// Where the counters of a [`ContinuationMoves`] begin.
pub(super) type ContinuationCounters = [Option<usize>; 3];

/// Counters that say how often a move refuted something: a quiet one anywhere in the tree, and after moves of the past; a
/// tactical one by what it gains. Deeper searches count more.
///
/// Schaeffer, *The History Heuristic* (1983), <https://www.chessprogramming.org/History_Heuristic>; counters by the
/// moves before: <https://www.chessprogramming.org/History_Heuristic#Continuation_History>; by what is captured:
/// <https://www.chessprogramming.org/History_Heuristic#Capture_History>.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    slots: usize,
    /// By side and slot.
    quiet: Vec<i16>,
    /// By the move before (its side, and whether it is the last), and by slot; empty where that were too many.
    continuation: Vec<i16>,
    /// By side, slot and class of gain.
    capture: Vec<i16>,
}

impl History {
    /// No counter goes beyond, either way.
    pub const MAX: i32 = 1 << 14;
    /// Tactical moves are told apart by what they gain: so many classes.
    pub const CAPTURE_CLASSES: usize = 16;
    /// More slots than this are not told apart by the moves before: the counters would fill the cache.
    const MAX_SLOTS: usize = 1024;

    /// Counters for so many slots: the old ones, if there were as many.
    pub fn with_slots(self, slots: usize) -> History {
        if self.slots == slots {
            return self;
        }
        let continuation = if (2..=Self::MAX_SLOTS).contains(&slots) { 4 * slots * slots } else { 0 };
        let capture = vec![0; 2 * slots * Self::CAPTURE_CLASSES];
        History { slots, quiet: vec![0; 2 * slots], continuation: vec![0; continuation], capture }
    }

    /// Where the counters after a past move begin.
    #[inline]
    fn row(&self, side: Side, past: Option<Played>) -> Option<usize> {
        let past = past.filter(|_| !self.continuation.is_empty())?;
        Some(((2 * side.index() + past.side.index()) * self.slots + past.slot) * self.slots)
    }

    /// The rows of a node's past, found once for all its moves.
    #[inline]
    pub fn rows(&self, side: Side, past: ContinuationMoves) -> ContinuationCounters {
        past.map(|past| self.row(side, past))
    }

    /// The sum of what the counters say: at most four times [`MAX`](History::MAX), either way.
    #[inline]
    pub fn get(&self, side: Side, rows: ContinuationCounters, slot: usize) -> i32 {
        let mut sum = i32::from(self.quiet[side.index() * self.slots + slot]);
        for row in rows.into_iter().flatten() {
            sum += i32::from(self.continuation[row + slot]);
        }
        sum
    }

    /// Credits a move that refuted, or blames one that was tried before it in vain. The nearer a counter is to
    /// its bound, the less it gives way, so that none runs over and what is new outweighs what is old.
    #[inline]
    pub fn learn(&mut self, side: Side, rows: ContinuationCounters, slot: usize, depth: u32, refuted: bool) {
        turn(&mut self.quiet[side.index() * self.slots + slot], depth, refuted);
        for row in rows.into_iter().flatten() {
            turn(&mut self.continuation[row + slot], depth, refuted);
        }
    }

    #[inline]
    fn capture_index(&self, side: Side, slot: usize, gain: usize) -> usize {
        (side.index() * self.slots + slot) * Self::CAPTURE_CLASSES + gain.min(Self::CAPTURE_CLASSES - 1)
    }

    /// What the counter of a tactical move says, by its slot and the class of its gain.
    #[inline]
    pub fn capture_history(&self, side: Side, slot: usize, gain: usize) -> i32 {
        self.capture[self.capture_index(side, slot, gain)].into()
    }

    /// Credits or blames a tactical move.
    #[inline]
    pub fn learn_capture(&mut self, side: Side, slot: usize, gain: usize, depth: u32, refuted: bool) {
        let place = self.capture_index(side, slot, gain);
        turn(&mut self.capture[place], depth, refuted);
    }
}

/// Turns a counter up or down.
#[inline]
fn turn(counter: &mut i16, depth: u32, up: bool) {
    let weight = (150 * depth as i32 - 100).clamp(0, 1500);
    let old = i32::from(*counter);
    let new = if up { old + weight } else { old - weight };
    *counter = (new - old * weight / History::MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_bounds_and_apart() {
        let mut history = History::default().with_slots(3);
        let last = |slot| Some(Played { side: Side::Second, slot });
        let rows = history.rows(Side::First, [last(2), None, None]);
        for refuted in [true, false] {
            for _ in 0..10_000 {
                history.learn(Side::First, rows, 0, 30, refuted);
            }
            let counter = history.get(Side::First, rows, 0);
            assert!(counter.abs() <= 2 * History::MAX && (counter > 0) == refuted, "{counter}");
        }
        history.learn_capture(Side::First, 2, 99, 30, true);
        assert!(history.capture_history(Side::First, 2, History::CAPTURE_CLASSES - 1) > 0);
        assert_eq!(history.capture_history(Side::First, 2, 0), 0);
        let elsewhere = history.rows(Side::First, [last(1), None, None]);
        assert_eq!(history.get(Side::First, elsewhere, 0), history.get(Side::First, [None; 3], 0));
        assert_eq!(history.get(Side::First, rows, 1), 0);
        assert_eq!(history.get(Side::Second, [None; 3], 0), 0);
    }

    #[test]
    fn one_slot_is_no_history_of_pasts() {
        let history = History::default().with_slots(1);
        assert_eq!(history.rows(Side::First, [Some(Played { side: Side::First, slot: 0 }); 3]), [None; 3]);
    }
}
