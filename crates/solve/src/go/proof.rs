//! What has been shown of a position under a past.

use super::board::{BLACK, Points};
use super::past::Grounds;

/// A proof of what Black leads by at least or at most, or that the other side's search will not find the contrary in so many
/// plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// What Black leads by, at least for Black, at most for White.
    pub bound: i8,
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
    pub fn new(bound: i8, plies: u16, mv: u8, grounds: Grounds, past: u64) -> Proof {
        let Grounds { played, lost, since } = grounds;
        Proof { bound, mv, plies, played, lost, since: since != Grounds::NO_PAST, past }
    }

    /// What it rests on; if on positions before, on all of them.
    pub fn grounds(&self) -> Grounds {
        let since = if self.since { 0 } else { Grounds::NO_PAST };
        Grounds { played: self.played, lost: self.lost, since }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ProofEntry {
    /// That Black leads by at least, and by at most so much.
    pub proofs: [Option<Proof>; 2],
    /// The same for a while.
    pub holds: [Option<Proof>; 2],
}

impl ProofEntry {
    /// Notes what `winner` can reach.
    pub fn keep(&mut self, winner: usize, proof: Proof) {
        if proof.plies < FOR_GOOD {
            self.holds[winner] = Some(proof);
            return;
        }
        let says_more =
            |old: &Proof| if winner == BLACK { old.bound > proof.bound } else { old.bound < proof.bound };
        if !self.proofs[winner].as_ref().is_some_and(|old| !old.since && says_more(old)) {
            self.proofs[winner] = Some(proof);
        }
    }

    /// All of it, each with its winner: what stands for a while of this side first.
    pub fn of(&self, holder: usize) -> impl Iterator<Item = (usize, &Proof)> {
        let holds = self.holds[holder].iter().map(move |hold| (holder, hold));
        holds.chain(
            self.proofs.iter().enumerate().filter_map(|(winner, proof)| Some((winner, proof.as_ref()?))),
        )
    }
}
