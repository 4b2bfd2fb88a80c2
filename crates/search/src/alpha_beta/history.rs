//! How often quiet moves have refuted something.

use game::Side;

/// A move by its side and [history slot](crate::Tactics::history_slot).
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub side: Side,
    pub slot: usize,
}

/// The moves that led to a node: the last, and the one before. There is none before the root, and none after a pass.
pub(super) type Past = [Option<Played>; 2];

/// Counters that say how often a quiet move refuted something: anywhere in the tree, and right after each of the
/// last two moves. Deeper searches count more.
///
/// Schaeffer, *The History Heuristic* (1983), <https://www.chessprogramming.org/History_Heuristic>; counters by the
/// moves before: <https://www.chessprogramming.org/History_Heuristic#Continuation_History>.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    slots: usize,
    /// By side and slot.
    anywhere: Vec<i16>,
    /// By the move before (its side, and whether it is the last), and by slot; empty where that were too many.
    after: Vec<i16>,
}

impl History {
    const MOST: i32 = 1 << 14;
    /// More slots than this are not told apart by the moves before: the counters would fill the cache.
    const MOST_SLOTS: usize = 1024;

    /// Counters for so many slots: the old ones, if there were as many.
    pub fn with_slots(self, slots: usize) -> History {
        if self.slots == slots {
            return self;
        }
        let after = if (2..=Self::MOST_SLOTS).contains(&slots) { 4 * slots * slots } else { 0 };
        History { slots, anywhere: vec![0; 2 * slots], after: vec![0; after] }
    }

    /// Where the counters after a past move begin.
    #[inline]
    fn row(&self, side: Side, past: Option<Played>) -> Option<usize> {
        let past = past.filter(|_| !self.after.is_empty())?;
        Some(((2 * side.index() + past.side.index()) * self.slots + past.slot) * self.slots)
    }

    /// The rows of a node's past, found once for all its moves.
    #[inline]
    pub fn rows(&self, side: Side, past: Past) -> [Option<usize>; 2] {
        past.map(|past| self.row(side, past))
    }

    /// The sum of what the counters say: at most three times 2¹⁴, either way.
    #[inline]
    pub fn get(&self, side: Side, rows: [Option<usize>; 2], slot: usize) -> i32 {
        let mut sum = i32::from(self.anywhere[side.index() * self.slots + slot]);
        for row in rows.into_iter().flatten() {
            sum += i32::from(self.after[row + slot]);
        }
        sum
    }

    /// Credits a move that refuted, or blames one that was tried before it in vain. The nearer a counter is to
    /// its bound, the less it gives way, so that none runs over and what is new outweighs what is old.
    #[inline]
    pub fn learn(&mut self, side: Side, rows: [Option<usize>; 2], slot: usize, depth: u32, refuted: bool) {
        let weight = (150 * depth as i32 - 100).clamp(0, 1500);
        let weight = if refuted { weight } else { -weight };
        let turn = |counter: &mut i16| {
            let old = i32::from(*counter);
            *counter = (old + weight - old * weight.abs() / Self::MOST) as i16;
        };
        turn(&mut self.anywhere[side.index() * self.slots + slot]);
        for row in rows.into_iter().flatten() {
            turn(&mut self.after[row + slot]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_bounds_and_apart() {
        let mut history = History::default().with_slots(3);
        let last = |slot| Some(Played { side: Side::Second, slot });
        let rows = history.rows(Side::First, [last(2), None]);
        for refuted in [true, false] {
            for _ in 0..10_000 {
                history.learn(Side::First, rows, 0, 30, refuted);
            }
            let counter = history.get(Side::First, rows, 0);
            assert!(counter.abs() <= 2 * History::MOST && (counter > 0) == refuted, "{counter}");
        }
        let elsewhere = history.rows(Side::First, [last(1), None]);
        assert_eq!(history.get(Side::First, elsewhere, 0), history.get(Side::First, [None; 2], 0));
        assert_eq!(history.get(Side::First, rows, 1), 0);
        assert_eq!(history.get(Side::Second, [None; 2], 0), 0);
    }

    #[test]
    fn one_slot_is_no_history_of_pasts() {
        let history = History::default().with_slots(1);
        assert_eq!(history.rows(Side::First, [Some(Played { side: Side::First, slot: 0 }); 2]), [None; 2]);
    }
}
