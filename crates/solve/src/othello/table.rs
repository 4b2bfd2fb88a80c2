//! What is known of positions: bounds of their scores and the best moves, as much as the memory allows. Threads share it.

use super::board::Board;
use super::confidence::Confidence;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score for the side to move is at least this,
    pub lower: i32,
    /// and at most this.
    pub upper: i32,
    /// The squares of the best move and of the one before it, or [`NO_MOVE`].
    pub moves: [u8; 2],
    /// Plies that were looked ahead for the bounds, and how sure they are.
    pub depth: u8,
    pub confidence: Confidence,
    /// The work that would be lost with it: the logarithm of its nodes.
    work: u8,
    /// In which search it was last written to.
    age: u8,
}

/// No square.
pub(super) const NO_MOVE: u8 = 64;

/// What a search has found.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The window.
    pub alpha: i32,
    pub beta: i32,
    pub score: i32,
    pub mv: u8,
    pub depth: u8,
    pub confidence: Confidence,
    pub nodes: u64,
}

// Bits of a word: fourteen each for both bounds, seven each for both moves, six for the depth and for the work, three for
// how sure, five for the age.
const BOUND_BITS: u32 = 14;
const AGES: u8 = 32;

impl Known {
    const NOTHING: Known = Known {
        lower: -(1 << (BOUND_BITS - 1)),
        upper: (1 << (BOUND_BITS - 1)) - 1,
        moves: [NO_MOVE; 2],
        depth: 0,
        confidence: Confidence::LEAST,
        work: 0,
        age: 0,
    };

    #[inline(always)]
    fn to_word(self) -> u64 {
        let mask = (1 << BOUND_BITS) - 1;
        u64::from(self.lower as u32 & mask)
            | u64::from(self.upper as u32 & mask) << 14
            | u64::from(self.moves[0]) << 28
            | u64::from(self.moves[1]) << 35
            | u64::from(self.depth) << 42
            | u64::from(self.work) << 48
            | u64::from(self.confidence.number()) << 54
            | u64::from(self.age) << 57
    }

    #[inline(always)]
    fn of_word(word: u64) -> Known {
        let signed = |shift: u32| ((word >> shift) as u32) << (32 - BOUND_BITS);
        Known {
            lower: signed(0) as i32 >> (32 - BOUND_BITS),
            upper: signed(14) as i32 >> (32 - BOUND_BITS),
            moves: [(word >> 28) as u8 & 0x7F, (word >> 35) as u8 & 0x7F],
            depth: (word >> 42) as u8 & 0x3F,
            work: (word >> 48) as u8 & 0x3F,
            confidence: Confidence::of_number((word >> 54) as u8 & 7),
            age: (word >> 57) as u8 & (AGES - 1),
        }
    }

    /// The bounds that hold for a search that looks as far and is as sure as this: other ones teach nothing.
    #[inline(always)]
    pub fn bounds(&self, depth: u8, confidence: Confidence) -> Option<(i32, i32)> {
        (self.depth >= depth && self.confidence >= confidence).then_some((self.lower, self.upper))
    }

    /// With what was found.
    #[inline(always)]
    fn and(self, found: Found) -> Known {
        let Found { alpha, beta, score, mv, depth, confidence, nodes } = found;
        let mut known = self;
        known.work = known.work.max((nodes + 1).ilog2() as u8 + 1);
        if (self.depth, self.confidence) != (depth, confidence) && self.bounds(depth, confidence).is_some() {
            return known;
        }
        if (self.depth, self.confidence) != (depth, confidence) {
            (known.lower, known.upper) = (Known::NOTHING.lower, Known::NOTHING.upper);
            (known.depth, known.confidence) = (depth, confidence);
        }
        if score < beta {
            known.upper = known.upper.min(score);
        }
        if score > alpha {
            known.lower = known.lower.max(score);
        }
        if known.moves[0] != mv && (score > alpha || known.moves[0] == NO_MOVE) {
            known.moves = [mv, known.moves[0]];
        }
        known
    }
}

/// A position as a whole, so that no two are taken for one. Its discs are kept in a way that shows whether another thread
/// has written a part of it: Hyatt and Mann, *A Lockless Transposition Table Implementation for Parallel Search* (2002),
/// <https://craftychess.com/hyatt/hashing.html>.
#[derive(Default)]
struct Entry {
    own: AtomicU64,
    other: AtomicU64,
    known: AtomicU64,
}

impl Entry {
    #[inline(always)]
    fn get(&self) -> (Board, Known) {
        let known = self.known.load(Ordering::Relaxed);
        let own = self.own.load(Ordering::Relaxed) ^ known;
        let other = self.other.load(Ordering::Relaxed) ^ known;
        (Board { own, other }, Known::of_word(known))
    }

    #[inline(always)]
    fn set(&self, board: Board, known: Known) {
        let known = known.to_word();
        self.known.store(known, Ordering::Relaxed);
        self.own.store(board.own ^ known, Ordering::Relaxed);
        self.other.store(board.other ^ known, Ordering::Relaxed);
    }
}

/// Buckets of [`WAYS`] positions each; of those, the oldest goes that took the least work.
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

const WAYS: usize = 4;

impl Table {
    /// A table of so many bytes at most, and of one bucket at least; `None` if there is not as much memory.
    pub fn new(bytes: usize) -> Option<Table> {
        let buckets = (bytes / size_of::<Entry>() / WAYS).max(1);
        let buckets = 1 << buckets.ilog2();
        let mut entries = Vec::new();
        entries.try_reserve_exact(buckets * WAYS).ok()?;
        entries.resize_with(buckets * WAYS, Entry::default);
        Some(Table { entries, age: 0 })
    }

    /// Another search begins: what is in the table stays, but goes first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How many of a thousand entries this search has written; of the first ones.
    pub fn full(&self) -> u32 {
        const LOOKED_AT: usize = 1000;
        let entries = &self.entries[..self.entries.len().min(LOOKED_AT)];
        let is_used = |entry: &&Entry| {
            let (_, known) = entry.get();
            known.work > 0 && known.age == self.age
        };
        (entries.iter().filter(is_used).count() * 1000 / entries.len()) as u32
    }

    #[inline(always)]
    fn bucket(&self, board: Board) -> &[Entry] {
        let product =
            u128::from(board.own ^ 0x9E37_79B9_7F4A_7C15) * u128::from(board.other ^ 0xD1B5_4A32_D192_ED03);
        let hash = (product >> 64) as u64 ^ product as u64;
        let first = (hash as usize & (self.entries.len() / WAYS - 1)) * WAYS;
        &self.entries[first..first + WAYS]
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<Known> {
        self.bucket(board).iter().map(Entry::get).find(|(of, _)| *of == board).map(|(_, known)| known)
    }

    /// Keeps what a search has found.
    pub fn put(&self, board: Board, found: Found) {
        let bucket = self.bucket(board);
        let (mut place, mut before, mut least) = (0, Known::NOTHING, (true, u8::MAX));
        for (number, entry) in bucket.iter().enumerate() {
            let (of, known) = entry.get();
            if of == board {
                (place, before) = (number, known);
                break;
            }
            let worth = (known.age == self.age && known.work > 0, known.work);
            if worth < least {
                (place, least) = (number, worth);
            }
        }
        bucket[place].set(board, Known { age: self.age, ..before.and(found) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_all_that_is_known() {
        for confidence in Confidence::ALL {
            for (lower, upper) in [(-6400, 6400), (-1, 0), (-8192, 8191), (6400, 6400), (-64, -64)] {
                let moves = [NO_MOVE, 63];
                let known = Known { lower, upper, moves, depth: 60, confidence, work: 63, age: 31 };
                assert_eq!(Known::of_word(known.to_word()), known);
            }
        }
    }

    #[test]
    fn bounds_of_one_kind_are_added_and_others_replaced() {
        let table = Table::new(1 << 12).expect("memory");
        let board = Board { own: 1, other: 2 };
        let found = |alpha, beta, score, mv, depth, confidence| Found {
            alpha,
            beta,
            score,
            mv,
            depth,
            confidence,
            nodes: 100,
        };
        let (sure, unsure) = (Confidence::CERTAIN, Confidence::LEAST);
        assert_eq!(table.get(board), None);
        for (what, lower, upper, moves) in [
            (found(0, 2, 4, 5, 8, unsure), 4, 8191, [5, NO_MOVE]),
            (found(4, 8, 6, 6, 8, unsure), 6, 6, [6, 5]),
            (found(-9, -8, -9, 7, 8, sure), -8192, -9, [6, 5]),
            (found(-20, -10, -12, 7, 8, sure), -12, -12, [7, 6]),
        ] {
            table.put(board, what);
            let known = table.get(board).expect("it was put");
            assert_eq!((known.lower, known.upper, known.moves), (lower, upper, moves));
            assert_eq!(known.bounds(8, unsure), Some((lower, upper)));
            assert_eq!(known.bounds(9, unsure), None);
        }
        assert_eq!(table.get(board.passed()), None);
    }

    #[test]
    fn of_a_full_bucket_the_least_work_goes() {
        let mut table = Table::new(1).expect("memory");
        let board = |own| Board { own, other: 0 };
        let put = |table: &Table, own, nodes| {
            let (confidence, depth) = (Confidence::CERTAIN, 9);
            table.put(board(own), Found { alpha: 0, beta: 1, score: 0, mv: 1, depth, confidence, nodes });
        };
        for (own, nodes) in [(1, 1000), (2, 10), (3, 100), (4, 5000), (5, 20)] {
            put(&table, own, nodes);
        }
        let kept = |table: &Table| [1, 2, 3, 4, 5].map(|own| table.get(board(own)).is_some());
        assert_eq!(kept(&table), [true, false, true, true, true]);
        table.grow_older();
        put(&table, 4, 1);
        put(&table, 2, 1);
        assert_eq!(kept(&table), [true, true, true, true, false], "the oldest with the least");
    }
}
