//! The transposition table: what is known of positions that other move orders have led to.
//! <https://www.chessprogramming.org/Transposition_Table>

use super::huge_pages;
use crate::{Bound, Score};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// What the table keeps of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The score as seen from the position itself: distances to a win count from there.
    pub score: Score,
    /// What has been shown of it.
    pub bound: Bound,
    /// Plies that were searched below the position; [`TableEntry::COMPLETE`] if no line met the horizon.
    pub depth: u32,
    /// The place of the best move among the moves generated here, if one is known. A place is small, the same
    /// for every game, and never an illegal move, even when two positions share a key.
    pub best: Option<u16>,
}

impl TableEntry {
    /// The depth of what holds at any depth.
    pub const COMPLETE: u32 = 255;
    const NO_MOVE: u64 = 0xffff;

    /// The score, counted from the root, if it says more of a node at `ply` than its evaluation.
    #[inline]
    pub fn better_than(&self, evaluation: Score, ply: u32) -> Option<Score> {
        let score = self.score.from_table(ply);
        let says_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
        };
        says_more.then_some(score)
    }

    /// 21 bits of score, 2 of bound, 8 of depth, 16 of move, 6 of age.
    fn pack(self, age: u64) -> u64 {
        let score = (self.score.value() + Score::INFINITE.value()) as u64;
        let bound = self.bound as u64 + 1;
        let best = self.best.map_or(Self::NO_MOVE, u64::from);
        score | bound << 21 | u64::from(self.depth.min(Self::COMPLETE)) << 23 | best << 31 | age << 47
    }

    /// Data that were [packed](TableEntry::pack) by another run of the program, as of this age; `None` if they cannot have
    /// been.
    fn repack(data: u64, age: u64) -> Option<u64> {
        let entry = TableEntry::unpack(data)?;
        let is_score = entry.score.value().abs() <= Score::INFINITE.value();
        (is_score && data >> 53 == 0).then(|| entry.pack(age))
    }

    /// The reverse; `None` of an empty slot.
    fn unpack(data: u64) -> Option<TableEntry> {
        let bound = match data >> 21 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = data >> 31 & 0xffff;
        Some(TableEntry {
            score: Score::from_value((data & 0x1f_ffff) as i32 - Score::INFINITE.value()),
            bound,
            depth: (data >> 23 & 0xff) as u32,
            best: (best != Self::NO_MOVE).then_some(best as u16),
        })
    }
}

/// A transposition table as who uses a search may see it: how full it is, what it knows of a position, and all that it
/// holds, to be kept in a file.
pub trait HashTable {
    /// How many entries it has room for when it has grown to the end.
    fn capacity(&self) -> u64;

    /// What it knows of a position, by its key ([`wanqi_game::Game::key`]).
    fn get(&self, key: u64) -> Option<TableEntry>;

    /// Visits its entries: a key, and a word that [`add`](HashTable::add) reads.
    fn each(&self, visit: &mut dyn FnMut([u64; 2]));

    /// Adds an entry that [`each`](HashTable::each) has told, as one of the present search. False, and nothing is changed, if
    /// it cannot be one.
    fn add(&mut self, entry: [u64; 2]) -> bool;
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
/// of what it costs. Threads share it, and any of them may let it grow while the others go on.
///
/// It consists of chunks of equally many buckets. The upper half of a key chooses the chunk, by as many bits as there
/// are chunks to tell apart, the lower half the bucket in it. When the table doubles, a chunk's entries stay where they
/// are or go to the chunk as far on as the table was long.
#[derive(Default)]
pub(super) struct TranspositionTable {
    /// The first chunk, the next, the next two, the next four and so on, made when they are needed.
    segments: [OnceLock<Box<[Bucket]>>; Self::SEGMENTS],
    /// Buckets in a chunk; 0 for a table that keeps nothing.
    chunk: usize,
    /// Chunks in use less one: all of a key's bits that choose a chunk.
    mask: AtomicUsize,
    /// The same when it has grown to the end.
    max_mask: usize,
    age: u64,
    /// About how many slots the search of this age has written.
    used: AtomicUsize,
    growing: Mutex<()>,
}

impl TranspositionTable {
    /// The most buckets to begin with: 256 KiB.
    const FEW: usize = 1 << 12;
    /// Enough for half a petabyte.
    const SEGMENTS: usize = 32;

    /// A table of at most so many MiB; 0 for one that keeps nothing.
    pub fn new(mb: usize) -> TranspositionTable {
        let most = mb.saturating_mul(1024 * 1024 / size_of::<Bucket>());
        let doublings = (most / Self::FEW).checked_ilog2().unwrap_or(0).min(Self::SEGMENTS as u32 - 1);
        let table = TranspositionTable {
            chunk: most >> doublings,
            max_mask: (1 << doublings) - 1,
            ..TranspositionTable::default()
        };
        table.segment(0);
        table
    }

    /// Whether the table keeps anything.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.chunk > 0
    }

    /// A new search begins: what is in the table is older from now on, and makes room first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
        *self.used.get_mut() = 0;
    }

    /// How much of the largest size this search has filled, in thousandths.
    pub fn thousandths_used(&self) -> u32 {
        let slots = 4 * self.chunk * (self.max_mask + 1);
        (1000 * self.used.load(Ordering::Relaxed) / slots.max(1)) as u32
    }

    /// Counts slots that have been written, and doubles the size when the search has filled about half of them.
    pub fn count(&self, written: usize) {
        let used = self.used.fetch_add(written, Ordering::Relaxed) + written;
        let mask = self.mask.load(Ordering::Relaxed);
        if mask < self.max_mask && used > 2 * self.chunk * (mask + 1) {
            self.grow();
        }
    }

    /// Doubles the size. What is in a bucket goes to two, so that nothing is lost but what other threads write
    /// meanwhile.
    #[cold]
    fn grow(&self) {
        // One thread does it; the others need not wait.
        let Ok(_growing) = self.growing.try_lock() else { return };
        let mask = self.mask.load(Ordering::Relaxed);
        if mask >= self.max_mask {
            return;
        }
        let added = self.segment((mask + 1).trailing_zeros() as usize + 1);
        let old = self.segments[..].iter().filter_map(OnceLock::get).flat_map(|segment| segment.iter());
        for (from, to) in old.zip(added) {
            for (from, to) in from.0.iter().zip(&to.0) {
                let (mixed, data) = (from.mixed.load(Ordering::Relaxed), from.data.load(Ordering::Relaxed));
                if chunk_bits(mixed ^ data) & (mask + 1) != 0 {
                    to.mixed.store(mixed, Ordering::Relaxed);
                    to.data.store(data, Ordering::Relaxed);
                    from.mixed.store(0, Ordering::Relaxed);
                    from.data.store(0, Ordering::Relaxed);
                }
            }
        }
        self.mask.store(2 * mask + 1, Ordering::Release);
    }

    /// A segment, which is made if there is none yet.
    fn segment(&self, index: usize) -> &[Bucket] {
        let chunks = 1 << index.saturating_sub(1);
        self.segments[index].get_or_init(|| {
            let buckets = chunks * self.chunk;
            let mut segment = Vec::with_capacity(buckets);
            huge_pages::prefer(segment.spare_capacity_mut());
            segment.extend((0..buckets).map(|_| Bucket::default()));
            segment.into_boxed_slice()
        })
    }

    #[inline]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let chunk = chunk_bits(key) & self.mask.load(Ordering::Acquire);
        // The segment of chunk 0 is 0, that of 1 is 1, that of 2 and 3 is 2, and so on.
        let segment = (usize::BITS - chunk.leading_zeros()) as usize;
        let first = (1 << segment) >> 1;
        let within = ((key & 0xffff_ffff) * self.chunk as u64) >> 32;
        self.segments[segment].get()?.get((chunk - first) * self.chunk + within as usize)
    }

    /// Has the processor fetch what is known of a position that will be asked about soon, so that it goes on working
    /// meanwhile: most of the table is far away in memory.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.bucket(key) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch changes nothing that a program can see and may be given any address; this one is that
            // of a bucket. Every x86-64 processor has the instruction.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
            }
        }
    }

    /// What is known of the position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key)?.0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.mixed.load(Ordering::Relaxed) ^ data == key).then(|| TableEntry::unpack(data)).flatten()
        })
    }

    /// Keeps an entry in the place of the same position's, else of the least valuable in its bucket: shallow
    /// ones and those of earlier searches go first. A known best move outlives an entry that has none. Whether the
    /// slot was empty or from an earlier search is answered, to be [counted](TranspositionTable::count).
    #[inline]
    #[must_use]
    pub fn put(&self, key: u64, mut entry: TableEntry) -> bool {
        let Some(bucket) = self.bucket(key) else { return false };
        let mut place = &bucket.0[0];
        let (mut least, mut replaced) = (i64::MAX, 0);
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let known = TableEntry::unpack(data);
            if known.is_some() && slot.mixed.load(Ordering::Relaxed) ^ data == key {
                entry.best = entry.best.or(known.and_then(|known| known.best));
                (place, replaced) = (slot, data);
                break;
            }
            let searches_ago = ((self.age + AGES - age_of(data)) % AGES) as i64;
            let value = if known.is_none() { i64::MIN } else { depth_of(data) - 8 * searches_ago };
            if value < least {
                (place, least, replaced) = (slot, value, data);
            }
        }
        let data = entry.pack(self.age);
        place.mixed.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
        replaced == 0 || age_of(replaced) != self.age
    }
}

/// The bits of a key that choose the chunk, the lowest first.
#[inline]
fn chunk_bits(key: u64) -> usize {
    (key >> 32) as usize
}

impl HashTable for TranspositionTable {
    fn capacity(&self) -> u64 {
        4 * (self.chunk * (self.max_mask + 1)) as u64
    }

    fn get(&self, key: u64) -> Option<TableEntry> {
        TranspositionTable::get(self, key)
    }

    fn each(&self, visit: &mut dyn FnMut([u64; 2])) {
        let buckets = self.segments[..].iter().filter_map(OnceLock::get).flat_map(|segment| segment.iter());
        for slot in buckets.flat_map(|bucket| &bucket.0) {
            let data = slot.data.load(Ordering::Relaxed);
            if TableEntry::unpack(data).is_some() {
                visit([slot.mixed.load(Ordering::Relaxed) ^ data, data]);
            }
        }
    }

    fn add(&mut self, [key, data]: [u64; 2]) -> bool {
        let entry = TableEntry::repack(data, self.age).and_then(TableEntry::unpack);
        if let Some(entry) = entry {
            let written = self.put(key, entry);
            self.count(usize::from(written));
        }
        entry.is_some()
    }
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table of {} buckets", self.chunk * (self.mask.load(Ordering::Relaxed) + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_game::random::word;

    #[test]
    fn what_is_put_comes_back() {
        let table = TranspositionTable::new(1);
        let scores = [Score::INFINITE, -Score::INFINITE, Score::DRAW, Score::win_in(3), Score::loss_in(200)];
        for (i, score) in scores.into_iter().enumerate() {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for (depth, best) in [(0, None), (17, Some(0)), (TableEntry::COMPLETE, Some(0xfffe))] {
                    let entry = TableEntry { score, bound, depth, best };
                    let key = word(i as u64, u64::from(depth) + 1000 * bound as u64);
                    assert_eq!(table.get(key), None);
                    assert!(table.put(key, entry));
                    assert_eq!(table.get(key), Some(entry));
                }
            }
        }
        assert_eq!(table.get(0), None, "an empty slot is no entry of key 0");
    }

    #[test]
    fn a_best_move_outlives_an_entry_without_one() {
        let table = TranspositionTable::new(1);
        let entry = TableEntry { score: Score::DRAW, bound: Bound::Lower, depth: 3, best: Some(7) };
        assert!(table.put(5, entry));
        assert!(!table.put(5, TableEntry { best: None, depth: 4, ..entry }), "no new slot");
        assert_eq!(table.get(5), Some(TableEntry { depth: 4, ..entry }));
    }

    #[test]
    fn shallow_and_old_entries_make_room() {
        let mut table = TranspositionTable::new(1);
        let entry = |depth| TableEntry { score: Score::DRAW, bound: Bound::Exact, depth, best: None };
        // Small keys share the first bucket.
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 1)] {
            let _ = table.put(key, entry(depth));
        }
        let known = |table: &TranspositionTable| {
            (1..=6).filter(|&key| table.get(key).is_some()).collect::<Vec<u64>>()
        };
        assert_eq!(known(&table), [1, 3, 4, 5], "the depth 3 went");
        table.grow_older();
        assert!(table.put(4, entry(7)), "a new age");
        assert!(table.put(6, entry(2)));
        assert_eq!(known(&table), [1, 3, 4, 6], "of the old ones the shallowest went");
        assert!(table.put(2, entry(1)));
        assert_eq!(known(&table), [1, 2, 4, 6], "the old depth 8 goes before the new depth 2");
    }

    fn lower(i: u64) -> TableEntry {
        TableEntry { score: Score::DRAW, bound: Bound::Lower, depth: i as u32 % 50, best: None }
    }

    #[test]
    fn growing_loses_nothing_and_ends() {
        let table = TranspositionTable::new(1);
        let buckets = |table: &TranspositionTable| table.chunk * (table.mask.load(Ordering::Relaxed) + 1);
        let small = buckets(&table);
        let put = 2 * small as u64;
        for i in 0..put {
            let _ = table.put(word(1, i), lower(i));
        }
        let known = || (0..put).filter(|&i| table.get(word(1, i)) == Some(lower(i))).count();
        let before = known();
        assert!(before > small);
        table.count(2 * small);
        assert_eq!((buckets(&table), known()), (small, before), "half full is not too full");
        table.count(1);
        assert_eq!((buckets(&table), known()), (2 * small, before));
        for i in 0..100_000 {
            let new = table.put(word(2, i), lower(i));
            table.count(usize::from(new));
        }
        assert_eq!(buckets(&table) * size_of::<Bucket>(), 1 << 20, "all of the MiB, and no more");
    }

    #[test]
    fn threads_share_it_while_it_grows() {
        let table = TranspositionTable::new(2);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..50_000 {
                        let new = table.put(word(3, i), lower(i));
                        table.count(usize::from(new));
                        // What another thread has put is right or not there.
                        let other = (i * 7 + thread) % 50_000;
                        assert!(table.get(word(3, other)).is_none_or(|entry| entry == lower(other)));
                    }
                });
            }
        });
        let known = (0..50_000).filter(|&i| table.get(word(3, i)).is_some()).count();
        assert!(known > 25_000, "{known}");
    }

    #[test]
    fn what_one_table_holds_another_takes() {
        let table = TranspositionTable::new(1);
        (0..10_000).for_each(|i| table.count(usize::from(table.put(word(4, i), lower(i)))));
        let mut held = Vec::new();
        HashTable::each(&table, &mut |entry| held.push(entry));
        assert!((9_000..=10_000).contains(&held.len()), "{}", held.len());
        let mut other = TranspositionTable::new(1);
        assert!(held.iter().all(|&entry| other.add(entry)));
        let same = |i: &u64| other.get(word(4, *i)) == table.get(word(4, *i));
        let kept = (0..10_000).filter(same).count();
        assert!(kept > 9_000, "{kept}");
        assert_eq!(other.capacity(), (1 << 20) / 16);
        // No bound, a score beyond all scores, bits that no entry has.
        for data in [0, 0x1f_ffff | 1 << 21, held[0][1] | 1 << 60] {
            assert!(!other.add([7, data]), "{data:x}");
        }
        assert_eq!(other.get(7), None);
    }

    #[test]
    fn no_table_keeps_nothing() {
        let table = TranspositionTable::new(0);
        assert!(!table.put(1, TableEntry { score: Score::DRAW, bound: Bound::Exact, depth: 1, best: None }));
        table.count(1);
        assert_eq!(table.get(1), None);
        assert!(!table.is_on());
    }
}
