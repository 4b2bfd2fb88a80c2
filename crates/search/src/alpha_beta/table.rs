//! The transposition table: what is known of positions that other move orders have led to.
//! <https://www.chessprogramming.org/Transposition_Table>

use crate::Score;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// How a score stands to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

/// What the table keeps of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The score as seen from the position itself ([`Score::to_table`]).
    pub score: Score,
    pub bound: Bound,
    /// Plies that were searched below the position; [`Entry::COMPLETE`] if no line met the horizon.
    pub depth: u32,
    /// The place of the best move among the moves generated here, if one is known. A place is small, the same
    /// for every game, and never an illegal move, even when two positions share a key.
    pub best: Option<u16>,
}

impl Entry {
    /// The depth of what holds at any depth.
    pub const COMPLETE: u32 = 255;
    const NO_MOVE: u64 = 0xffff;

    /// 21 bits of score, 2 of bound, 8 of depth, 16 of move, 6 of age.
    fn pack(self, age: u64) -> u64 {
        let score = (self.score.value() + Score::INFINITE.value()) as u64;
        let bound = self.bound as u64 + 1;
        let best = self.best.map_or(Self::NO_MOVE, u64::from);
        score | bound << 21 | u64::from(self.depth.min(Self::COMPLETE)) << 23 | best << 31 | age << 47
    }

    /// The reverse; `None` of an empty slot.
    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 21 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = data >> 31 & 0xffff;
        Some(Entry {
            score: Score::from_value((data & 0x1f_ffff) as i32 - Score::INFINITE.value()),
            bound,
            depth: (data >> 23 & 0xff) as u32,
            best: (best != Self::NO_MOVE).then_some(best as u16),
        })
    }
}

const AGES: u64 = 64;

fn depth_of(data: u64) -> i64 {
    (data >> 23 & 0xff) as i64
}

fn age_of(data: u64) -> u64 {
    data >> 47 & (AGES - 1)
}

/// The key, mixed with the data so that a slot torn by two threads is taken for another position's, and the
/// data. Hyatt and Mann, *A Lock-less Transposition Table Implementation for Parallel Search Chess Engines*
/// (2002), <https://doi.org/10.3233/ICG-2002-25104>.
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// As many slots as share a line of cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table that grows as it fills, up to a bound: the smaller it is, the more of it is in the cache, which is most
/// of what it costs. Threads may share it while it does not grow.
#[derive(Default)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// How often it may still double.
    doublings: u32,
    age: u64,
    /// Slots that the search of this age has written.
    used: AtomicUsize,
}

impl Table {
    /// The most buckets to begin with: 256 KiB.
    const FEW: usize = 1 << 12;

    /// A table of at most so many MiB; 0 for one that keeps nothing.
    pub fn new(mb: usize) -> Table {
        let most = mb.saturating_mul(1024 * 1024 / size_of::<Bucket>());
        let doublings = (most / Self::FEW).checked_ilog2().unwrap_or(0);
        Table { buckets: empty(most >> doublings), doublings, ..Table::default() }
    }

    /// Whether the table keeps anything.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// A new search begins: what is in the table is older from now on, and makes room first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
        *self.used.get_mut() = 0;
    }

    /// How much of the largest size this search has filled, in thousandths.
    pub fn thousandths_used(&self) -> u32 {
        let slots = (4 * self.buckets.len()) << self.doublings;
        (1000 * self.used.load(Ordering::Relaxed) / slots.max(1)) as u32
    }

    /// Whether this search had better [grow](Table::grow) it.
    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.doublings > 0 && self.used.load(Ordering::Relaxed) > 2 * self.buckets.len()
    }

    /// Doubles the size. What is in a bucket goes to two, so that nothing is lost.
    #[cold]
    pub fn grow(&mut self) {
        let buckets = empty(2 * self.buckets.len());
        let old = std::mem::replace(&mut self.buckets, buckets);
        self.doublings -= 1;
        for Slot { mixed, data } in old.into_iter().flat_map(|bucket| bucket.0) {
            let (mixed, data) = (mixed.into_inner(), data.into_inner());
            let slots = self.bucket(mixed ^ data).map_or(&[][..], |bucket| &bucket.0);
            if let Some(place) = slots.iter().find(|slot| slot.data.load(Ordering::Relaxed) == 0) {
                place.mixed.store(mixed, Ordering::Relaxed);
                place.data.store(data, Ordering::Relaxed);
            }
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        self.buckets.get(index as usize)
    }

    /// What is known of the position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key)?.0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.mixed.load(Ordering::Relaxed) ^ data == key).then(|| Entry::unpack(data)).flatten()
        })
    }

    /// Keeps an entry in the place of the same position's, else of the least valuable in its bucket: shallow
    /// ones and those of earlier searches go first. A known best move outlives an entry that has none.
    #[inline]
    pub fn put(&self, key: u64, mut entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let mut place = &bucket.0[0];
        let (mut least, mut replaced) = (i64::MAX, 0);
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let known = Entry::unpack(data);
            if known.is_some() && slot.mixed.load(Ordering::Relaxed) ^ data == key {
                entry.best = entry.best.or(known.and_then(|known| known.best));
                (place, replaced) = (slot, data);
                break;
            }
            let searches_ago = ((self.age + AGES - age_of(data)) % AGES) as i64;
            let worth = if known.is_none() { i64::MIN } else { depth_of(data) - 8 * searches_ago };
            if worth < least {
                (place, least, replaced) = (slot, worth, data);
            }
        }
        if replaced == 0 || age_of(replaced) != self.age {
            // Not one step, which is slow: threads may lose a count.
            self.used.store(self.used.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
        let data = entry.pack(self.age);
        place.mixed.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }
}

fn empty(buckets: usize) -> Vec<Bucket> {
    (0..buckets).map(|_| Bucket::default()).collect()
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table of {} buckets", self.buckets.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::random::word;

    #[test]
    fn what_is_put_comes_back() {
        let table = Table::new(1);
        let scores = [Score::INFINITE, -Score::INFINITE, Score::DRAW, Score::win_in(3), Score::loss_in(200)];
        for (i, score) in scores.into_iter().enumerate() {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for (depth, best) in [(0, None), (17, Some(0)), (Entry::COMPLETE, Some(0xfffe))] {
                    let entry = Entry { score, bound, depth, best };
                    let key = word(i as u64, u64::from(depth) + 1000 * bound as u64);
                    assert_eq!(table.get(key), None);
                    table.put(key, entry);
                    assert_eq!(table.get(key), Some(entry));
                }
            }
        }
        assert_eq!(table.get(0), None, "an empty slot is no entry of key 0");
    }

    #[test]
    fn a_best_move_outlives_an_entry_without_one() {
        let table = Table::new(1);
        let entry = Entry { score: Score::DRAW, bound: Bound::Lower, depth: 3, best: Some(7) };
        table.put(5, entry);
        table.put(5, Entry { best: None, depth: 4, ..entry });
        assert_eq!(table.get(5), Some(Entry { depth: 4, ..entry }));
    }

    #[test]
    fn shallow_and_old_entries_make_room() {
        let mut table = Table::new(1);
        let entry = |depth| Entry { score: Score::DRAW, bound: Bound::Exact, depth, best: None };
        // Small keys share the first bucket.
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 1)] {
            table.put(key, entry(depth));
        }
        let known = |table: &Table| (1..=6).filter(|&key| table.get(key).is_some()).collect::<Vec<u64>>();
        assert_eq!(known(&table), [1, 3, 4, 5], "the depth 3 went");
        table.grow_older();
        table.put(4, entry(7));
        table.put(6, entry(2));
        assert_eq!(known(&table), [1, 3, 4, 6], "of the old ones the shallowest went");
        table.put(2, entry(1));
        assert_eq!(known(&table), [1, 2, 4, 6], "the old depth 8 goes before the new depth 2");
    }

    #[test]
    fn growing_loses_nothing_and_ends() {
        let mut table = Table::new(1);
        let small = table.buckets.len();
        let entry =
            |i: u64| Entry { score: Score::DRAW, bound: Bound::Lower, depth: i as u32 % 50, best: None };
        let mut put = 0;
        while !table.is_crowded() {
            table.put(word(1, put), entry(put));
            put += 1;
        }
        let known = |table: &Table| (0..put).filter(|&i| table.get(word(1, i)) == Some(entry(i))).count();
        let before = known(&table);
        assert!(before > small);
        table.grow();
        assert_eq!(table.buckets.len(), 2 * small);
        assert_eq!(known(&table), before);
        for i in 0..100_000 {
            table.put(word(2, i), entry(i));
            if table.is_crowded() {
                table.grow();
            }
        }
        assert_eq!(table.buckets.len() * size_of::<Bucket>(), 1 << 20, "all of the MiB, and no more");
        table.grow_older();
        assert!(!table.is_crowded());
    }

    #[test]
    fn no_table_keeps_nothing() {
        let table = Table::new(0);
        table.put(1, Entry { score: Score::DRAW, bound: Bound::Exact, depth: 1, best: None });
        assert_eq!(table.get(1), None);
        assert!(!table.is_on());
    }
}
