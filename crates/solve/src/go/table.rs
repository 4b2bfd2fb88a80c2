//! What has been proven of positions.

use super::board::Board;
use super::past::{Grounds, mix};

/// A position without its past, exactly: the stones, the side to move, and whether the other has just passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key(u64);

impl Key {
    pub fn new(board: Board, side: usize, passed: bool) -> Key {
        let stones = u64::from(board.0[0]) | u64::from(board.0[1]) << 25;
        // The last bit tells every key from the zero of an unused entry.
        Key(stones | (side as u64) << 50 | u64::from(passed) << 51 | 1 << 52)
    }
}

impl Key {
    /// The key with its bits spread.
    pub fn hash(self) -> u64 {
        mix(self.0)
    }
}

/// A proof, of what Black leads by at least or at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    pub lead: i8,
    /// The winner's move, if it is his turn.
    pub mv: u8,
    pub grounds: Grounds,
    /// The past that it was found under, and which of the boards that are the same it was.
    pub past: u64,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// That Black leads by at least, and by at most so much.
    pub proofs: [Option<Proof>; 2],
    /// That it is open whether Black leads by so much, at this depth.
    pub open: (i8, u8),
    /// The move that was best when nothing was proven.
    pub mv: u8,
    /// The work that would be lost with it: the nodes' logarithm.
    work: u8,
}

/// No move is known.
pub(super) const NO_MOVE: u8 = u8::MAX;

impl Entry {
    const UNUSED: Entry = Entry { key: 0, proofs: [None; 2], open: (i8::MIN, 0), mv: NO_MOVE, work: 0 };
}

/// As many entries as the memory allows; of four that one position may have, the one goes that took the least work.
pub(super) struct Table {
    entries: Vec<Entry>,
}

const WAYS: usize = 4;

impl Table {
    pub fn new(megabytes: usize) -> Table {
        let most = (megabytes << 20) / size_of::<Entry>() / WAYS;
        let sets = if most == 0 { 0 } else { 1 << most.ilog2() };
        Table { entries: vec![Entry::UNUSED; sets * WAYS] }
    }

    fn set(&self, key: Key) -> std::ops::Range<usize> {
        let sets = self.entries.len() / WAYS;
        if sets == 0 {
            return 0..0;
        }
        let first = WAYS * (key.hash() as usize & (sets - 1));
        first..first + WAYS
    }

    pub fn get(&self, key: Key) -> Option<&Entry> {
        self.entries[self.set(key)].iter().find(|entry| entry.key == key.0)
    }

    /// The entry of a position, made if there is none, after so many nodes of work on it.
    pub fn entry(&mut self, key: Key, nodes: u64) -> Option<&mut Entry> {
        let range = self.set(key);
        let set = &mut self.entries[range];
        let known = set.iter().position(|entry| entry.key == key.0);
        let place = known.or_else(|| (0..set.len()).min_by_key(|&place| set[place].work))?;
        let entry = &mut set[place];
        if known.is_none() {
            *entry = Entry { key: key.0, ..Entry::UNUSED };
        }
        entry.work = entry.work.max(nodes.ilog2() as u8 + 1);
        Some(entry)
    }
}
