//! What has been proven of positions.

use super::board::{BLACK, Board, Points};
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

/// A proof, of what Black leads by at least or at most, or that the other side's search will not find the contrary in so many
/// plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    pub lead: i8,
    /// The winner's move, if it is his turn; else the move that the loser should try again.
    pub mv: u8,
    pub plies: u16,
    played: Points,
    lost: Points,
    /// Whether a move was left out because of a position before.
    since: bool,
    /// The past that it was found under, and which of the boards that are the same it was.
    pub past: u64,
}

/// The plies of a proof that knows no end.
pub(super) const FOR_GOOD: u16 = u16::MAX;

impl Proof {
    pub fn new(lead: i8, plies: u16, mv: u8, grounds: Grounds, past: u64) -> Proof {
        let Grounds { played, lost, since } = grounds;
        Proof { lead, mv, plies, played, lost, since: since != Grounds::NO_PAST, past }
    }

    /// What it rests on; if on positions before, on all of them.
    pub fn grounds(&self) -> Grounds {
        let since = if self.since { 0 } else { Grounds::NO_PAST };
        Grounds { played: self.played, lost: self.lost, since }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// That Black leads by at least, and by at most so much.
    pub proofs: [Option<Proof>; 2],
    /// The same for a while.
    pub holds: [Option<Proof>; 2],
    /// The work that would be lost with it: the nodes' logarithm.
    work: u8,
}

/// No move is known.
pub(super) const NO_MOVE: u8 = u8::MAX;

impl Entry {
    const UNUSED: Entry = Entry { key: 0, proofs: [None; 2], holds: [None; 2], work: 0 };
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

    /// Notes what `winner` can reach, after so many nodes of work on it.
    pub fn keep(&mut self, key: Key, winner: usize, proof: Proof, nodes: u64) {
        let range = self.set(key);
        let set = &mut self.entries[range];
        let known = set.iter().position(|entry| entry.key == key.0);
        let Some(place) = known.or_else(|| (0..set.len()).min_by_key(|&place| set[place].work)) else {
            return;
        };
        let entry = &mut set[place];
        if known.is_none() {
            *entry = Entry { key: key.0, ..Entry::UNUSED };
        }
        entry.work = entry.work.max(nodes.ilog2() as u8 + 1);
        if proof.plies < FOR_GOOD {
            entry.holds[winner] = Some(proof);
            return;
        }
        let says_more =
            |old: &Proof| if winner == BLACK { old.lead > proof.lead } else { old.lead < proof.lead };
        if !entry.proofs[winner].as_ref().is_some_and(|old| !old.since && says_more(old)) {
            entry.proofs[winner] = Some(proof);
        }
    }
}
