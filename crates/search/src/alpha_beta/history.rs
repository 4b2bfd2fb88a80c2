//! How often quiet moves have refuted something.

use game::Side;

/// A move by its side and [history slot](crate::Tactics::history_slot).
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    pub side: Side,
    pub slot: usize,
}

/// The moves that led to a node: the last, and those two and four plies ago. There is none before the root, and none
/// after a pass.
pub(super) type Past = [Option<Played>; 3];

/// Where the counters of a [`Past`] begin.
pub(super) type Rows = [Option<usize>; 3];

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
    anywhere: Vec<i16>,
    /// By the move before (its side, and whether it is the last), and by slot; empty where that were too many.
    after: Vec<i16>,
    /// By side, slot and class of gain.
    tactical: Vec<i16>,
}

impl History {
    /// No counter goes beyond, either way.
    pub const MOST: i32 = 1 << 14;
    /// Tactical moves are told apart by what they gain: so many classes.
    pub const GAINS: usize = 16;
    /// More slots than this are not told apart by the moves before: the counters would fill the cache.
    const MOST_SLOTS: usize = 1024;

    /// Counters for so many slots: the old ones, if there were as many.
    pub fn with_slots(self, slots: usize) -> History {
        if self.slots == slots {
            return self;
        }
        let after = if (2..=Self::MOST_SLOTS).contains(&slots) { 4 * slots * slots } else { 0 };
        let tactical = vec![0; 2 * slots * Self::GAINS];
        History { slots, anywhere: vec![0; 2 * slots], after: vec![0; after], tactical }
    }

    /// Where the counters after a past move begin.
    #[inline]
    fn row(&self, side: Side, past: Option<Played>) -> Option<usize> {
        let past = past.filter(|_| !self.after.is_empty())?;
        Some(((2 * side.index() + past.side.index()) * self.slots + past.slot) * self.slots)
    }

    /// The rows of a node's past, found once for all its moves.
    #[inline]
    pub fn rows(&self, side: Side, past: Past) -> Rows {
        past.map(|past| self.row(side, past))
    }

    /// The sum of what the counters say: at most four times [`MOST`](History::MOST), either way.
    #[inline]
    pub fn get(&self, side: Side, rows: Rows, slot: usize) -> i32 {
        let mut sum = i32::from(self.anywhere[side.index() * self.slots + slot]);
        for row in rows.into_iter().flatten() {
            sum += i32::from(self.after[row + slot]);
        }
        sum
    }

    /// Credits a move that refuted, or blames one that was tried before it in vain. The nearer a counter is to
    /// its bound, the less it gives way, so that none runs over and what is new outweighs what is old.
    #[inline]
    pub fn learn(&mut self, side: Side, rows: Rows, slot: usize, depth: u32, refuted: bool) {
        turn(&mut self.anywhere[side.index() * self.slots + slot], depth, refuted);
        for row in rows.into_iter().flatten() {
            turn(&mut self.after[row + slot], depth, refuted);
        }
    }

    #[inline]
    fn of_tactical(&self, side: Side, slot: usize, gain: usize) -> usize {
        (side.index() * self.slots + slot) * Self::GAINS + gain.min(Self::GAINS - 1)
    }

    /// What the counter of a tactical move says, by its slot and the class of its gain.
    #[inline]
    pub fn get_tactical(&self, side: Side, slot: usize, gain: usize) -> i32 {
        self.tactical[self.of_tactical(side, slot, gain)].into()
    }

    /// Credits or blames a tactical move.
    #[inline]
    pub fn learn_tactical(&mut self, side: Side, slot: usize, gain: usize, depth: u32, refuted: bool) {
        let place = self.of_tactical(side, slot, gain);
        turn(&mut self.tactical[place], depth, refuted);
    }
}

/// Turns a counter up or down.
#[inline]
fn turn(counter: &mut i16, depth: u32, up: bool) {
    let weight = (150 * depth as i32 - 100).clamp(0, 1500);
    let old = i32::from(*counter);
    let new = if up { old + weight } else { old - weight };
    *counter = (new - old * weight / History::MOST) as i16;
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
            assert!(counter.abs() <= 2 * History::MOST && (counter > 0) == refuted, "{counter}");
        }
        history.learn_tactical(Side::First, 2, 99, 30, true);
        assert!(history.get_tactical(Side::First, 2, History::GAINS - 1) > 0);
        assert_eq!(history.get_tactical(Side::First, 2, 0), 0);
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
