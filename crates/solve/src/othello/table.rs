//! What is known of positions: bounds of their scores and the best moves, as much as the memory allows.

use super::board::Board;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The lead of the side to move is at least this,
    pub lower: i8,
    /// and at most this.
    pub upper: i8,
    /// The squares of the best move and of the one before it, or [`NO_MOVE`].
    pub moves: [u8; 2],
}

/// No square.
pub(super) const NO_MOVE: u8 = 64;

impl Known {
    const NOTHING: Known = Known { lower: i8::MIN, upper: i8::MAX, moves: [NO_MOVE; 2] };
}

/// A position as a whole, so that no two are taken for one.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    known: Known,
    /// The work that would be lost with it: the logarithm of its nodes. 0 for an unused entry.
    work: u8,
    /// In which search it was last written to or read.
    age: u8,
}

/// Buckets of [`WAYS`] positions each; of those, the oldest goes that took the least work.
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

const WAYS: usize = 4;
const UNUSED: Entry = Entry { board: Board { own: 0, other: 0 }, known: Known::NOTHING, work: 0, age: 0 };

impl Table {
    /// A table of so many bytes at most, and of one bucket at least; `None` if there is not as much memory.
    pub fn new(bytes: usize) -> Option<Table> {
        let buckets = (bytes / size_of::<Entry>() / WAYS).max(1);
        let buckets = 1 << buckets.ilog2();
        let mut entries = Vec::new();
        entries.try_reserve_exact(buckets * WAYS).ok()?;
        entries.resize(buckets * WAYS, UNUSED);
        Some(Table { entries, age: 0 })
    }

    /// Another search begins: what is in the table stays, but goes first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The first entry of the bucket of a position.
    #[inline(always)]
    fn bucket(&self, board: Board) -> usize {
        let product =
            u128::from(board.own ^ 0x9E37_79B9_7F4A_7C15) * u128::from(board.other ^ 0xD1B5_4A32_D192_ED03);
        let hash = (product >> 64) as u64 ^ product as u64;
        (hash as usize & (self.entries.len() / WAYS - 1)) * WAYS
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<Known> {
        let bucket = self.bucket(board);
        let bucket = &self.entries[bucket..bucket + WAYS];
        bucket.iter().find(|entry| entry.board == board).map(|entry| entry.known)
    }

    /// Keeps what a search of so many nodes with a window from `alpha` to `beta` has found.
    pub fn put(&mut self, board: Board, [alpha, beta]: [i32; 2], score: i32, mv: u8, nodes: u64) {
        let (bucket, age) = (self.bucket(board), self.age);
        let bucket = &mut self.entries[bucket..bucket + WAYS];
        let place = match bucket.iter().position(|entry| entry.board == board) {
            Some(place) => place,
            None => {
                let worth = |entry: &Entry| (entry.age == age, entry.work);
                let place = (0..WAYS).min_by_key(|&place| worth(&bucket[place])).unwrap_or(0);
                bucket[place] = Entry { board, ..UNUSED };
                place
            }
        };
        let entry = &mut bucket[place];
        if score < beta {
            entry.known.upper = entry.known.upper.min(score as i8);
        }
        if score > alpha {
            entry.known.lower = entry.known.lower.max(score as i8);
        }
        if entry.known.moves[0] != mv && (score > alpha || entry.known.moves[0] == NO_MOVE) {
            entry.known.moves = [mv, entry.known.moves[0]];
        }
        entry.work = entry.work.max((nodes + 1).ilog2() as u8 + 1);
        entry.age = age;
    }
}
