//! What is kept of positions, as much as the memory allows.

use super::past::mix;
use super::position::Position;
use super::symmetry::Symmetries;

/// A position without its past, exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key(u64);

impl Key {
    /// No position has it.
    const NONE: Key = Key(0);

    /// The key of this very position.
    pub fn new(position: Position) -> Key {
        let Position { board, side, ko, passed } = position;
        let stones = u64::from(board.0[0]) | u64::from(board.0[1]) << 25;
        // The last bit tells every key from the zero of an unused entry.
        Key(stones | (side as u64) << 50 | u64::from(passed) << 51 | u64::from(ko & 31) << 52 | 1 << 57)
    }

    /// The key that all positions share that are the same but for turning and mirroring, and the way to the one that stands
    /// for them.
    pub fn shared(position: Position, symmetries: &Symmetries) -> (Key, usize) {
        let (board, way) = symmetries.canonical(position.board);
        (Key::new(Position { board, ko: symmetries.mv(way, position.ko), ..position }), way)
    }

    /// The key with its bits spread.
    pub fn hash(self) -> u64 {
        mix(self.0)
    }
}

/// Entries of one kind; of four that one position may have, the one goes that took the least work.
pub(super) struct Table<E> {
    slots: Vec<Slot<E>>,
}

#[derive(Clone, Copy)]
struct Slot<E> {
    key: Key,
    /// The work that would be lost with it: the nodes' logarithm.
    work: u8,
    entry: E,
}

const WAYS: usize = 4;

impl<E: Copy + Default> Table<E> {
    /// A table of so many bytes at most.
    pub fn new(bytes: usize) -> Self {
        let upper = bytes / size_of::<Slot<E>>() / WAYS;
        let sets = if upper == 0 { 0 } else { 1 << upper.ilog2() };
        Table { slots: vec![Slot { key: Key::NONE, work: 0, entry: E::default() }; sets * WAYS] }
    }

    fn set(&self, key: Key) -> std::ops::Range<usize> {
        let sets = self.slots.len() / WAYS;
        if sets == 0 {
            return 0..0;
        }
        let first = WAYS * (key.hash() as usize & (sets - 1));
        first..first + WAYS
    }

    #[inline]
    pub fn get(&self, key: Key) -> Option<&E> {
        self.slots[self.set(key)].iter().find(|slot| slot.key == key).map(|slot| &slot.entry)
    }

    /// The entry of a position that has one, to change it.
    pub fn get_mut(&mut self, key: Key) -> Option<&mut E> {
        let range = self.set(key);
        self.slots[range].iter_mut().find(|slot| slot.key == key).map(|slot| &mut slot.entry)
    }

    /// The entry of a position to write to, after so many nodes of work on it; `None` if there is no table.
    pub fn entry(&mut self, key: Key, nodes: u64) -> Option<&mut E> {
        let range = self.set(key);
        let set = &mut self.slots[range];
        let known = set.iter().position(|slot| slot.key == key);
        let place = known.or_else(|| (0..set.len()).min_by_key(|&place| set[place].work))?;
        let slot = &mut set[place];
        if known.is_none() {
            *slot = Slot { key, work: 0, entry: E::default() };
        }
        slot.work = slot.work.max((nodes + 1).ilog2() as u8 + 1);
        Some(&mut slot.entry)
    }
}
