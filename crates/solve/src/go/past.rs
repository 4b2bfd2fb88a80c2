//! The positions before: what superko forbids, and when a proof under one past holds under another.
//!
//! A position's value depends on how it came about (the graph-history interaction), because the past forbids moves. A proof
//! that the winner has his way from a position lists one move of the winner and all of the other's, again and again. Under
//! another past it holds if
//!
//! 1. none of the winner's moves in it is forbidden now, and
//! 2. no move of the other side was left out in it that is allowed now.
//!
//! For the second, a proof notes whether a move was left out because of a position *before* the one that is proven; such a
//! proof is for that past alone. For the first, think of a stone of the winner that brings back a position of the past. That
//! position had the stone, which has been taken since: either before the proven position, and then the past has seen a stone
//! of the winner taken on this point, or within the proof. So a proof in which the winner never puts a stone on a point
//! where one was taken, in the past or in the proof, holds. One that this does not settle is not believed but tried: its
//! move goes first in a search, which walks through the proof again and finds whether it holds. That is the way of Kishimoto and
//! Müller, *A General Solution to the Graph History Interaction Problem* (AAAI 2004),
//! <https://webdocs.cs.ualberta.ca/~mmueller/ps/ghi-aaai.pdf>, with a test before it that spares most of the walks.

use super::board::{Points, Stones};

/// Which repetitions are forbidden. A pass brings nothing back.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Superko {
    /// No stone may bring back an earlier position of the stones.
    #[default]
    Positional,
    /// No stone may bring back an earlier position of the stones with the same side to move.
    Situational,
}

/// The positions from the start to the one that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Past {
    superko: Superko,
    /// Each with the side to move.
    positions: Vec<(Stones, usize)>,
    /// The points on which stones of each side have been taken, up to each position.
    taken: Vec<[Points; 2]>,
    /// A sum of all positions before the last, by which equal pasts are known.
    signatures: Vec<u64>,
}

impl Past {
    /// The start of the game, Black to move.
    pub fn new(superko: Superko) -> Past {
        Past { superko, positions: vec![(Stones::EMPTY, 0)], taken: vec![[0; 2]], signatures: vec![0] }
    }

    /// How many plies have been played.
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// Where each side has lost stones so far.
    pub fn taken(&self) -> [Points; 2] {
        self.taken[self.plies()]
    }

    /// A number that is the same for the same set of positions before the last one, and hardly ever otherwise.
    pub fn signature(&self) -> u64 {
        self.signatures[self.plies()]
    }

    /// After how many plies the position stood last that a stone of `side` would bring back, if one did.
    #[inline]
    pub fn brought_back(&self, after: Stones, side: usize, point: u32) -> Option<usize> {
        if self.taken()[side] >> point & 1 == 0 {
            return None;
        }
        self.positions.iter().rposition(|position| self.is_same(position, after, side))
    }

    /// Which repetitions are forbidden.
    pub fn superko(&self) -> Superko {
        self.superko
    }

    /// Whether any board of the past, with the last one, is of such a kind.
    pub fn any(&self, is: impl Fn(Stones) -> bool) -> bool {
        self.positions.iter().any(|&(board, _)| is(board))
    }

    /// Whether a stone of `side` that leads to this board would bring back a position.
    pub fn has(&self, after: Stones, side: usize) -> bool {
        self.positions.iter().any(|position| self.is_same(position, after, side))
    }

    /// Whether a stone of `winner` in a proof on these grounds might bring back a position before the last one: his stones that
    /// stand now and did not then have to be lost, those that stood then have to be played, and one of them comes last.
    pub fn may_come_back(&self, winner: usize, Grounds { played, lost, .. }: Grounds) -> bool {
        let now = self.positions[self.plies()].0.0[winner];
        self.positions[..self.plies()].iter().any(|(board, _)| {
            let then = board.0[winner];
            now & !then & !lost == 0 && then & !now & !played == 0 && then & played & (lost | !now) != 0
        })
    }

    /// Whether a stone of `side` that leads to `after` is forbidden by this position.
    fn is_same(&self, &(board, to_move): &(Stones, usize), after: Stones, side: usize) -> bool {
        board == after && (self.superko == Superko::Positional || to_move != side)
    }

    /// A move of `side` has led to a position in which the other is to move, and has taken these stones.
    pub fn push(&mut self, board: Stones, side: usize, stones: Points) {
        let (last, to_move) = self.positions[self.plies()];
        // The sum is of the set: a position that a pass has repeated counts once.
        let known =
            self.positions[..self.plies()].iter().any(|&position| self.equal(position, (last, to_move)));
        let signature = self.signature() ^ if known { 0 } else { self.hash(last, to_move) };
        let mut taken = self.taken();
        taken[1 - side] |= stones;
        self.positions.push((board, 1 - side));
        self.taken.push(taken);
        self.signatures.push(signature);
    }

    pub fn pop(&mut self) {
        self.positions.pop();
        self.taken.pop();
        self.signatures.pop();
    }

    fn equal(&self, a: (Stones, usize), b: (Stones, usize)) -> bool {
        a.0 == b.0 && (self.superko == Superko::Positional || a.1 == b.1)
    }

    fn hash(&self, board: Stones, to_move: usize) -> u64 {
        let side = if self.superko == Superko::Positional { 0 } else { to_move as u64 };
        mix(u64::from(board.0[0]) | u64::from(board.0[1]) << 25 | side << 50)
    }
}

/// Spreads a number over all bits (the finisher of splitmix64, <https://prng.di.unimi.it/splitmix64.c>).
pub(super) fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// What a proof rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grounds {
    /// The points on which the winner puts stones in it.
    pub played: Points,
    /// Those on which the winner loses stones in it.
    pub lost: Points,
    /// The earliest position, by its plies from the start, because of which a move of the other side was left out;
    /// [`Grounds::NO_PAST`] if none was.
    pub since: usize,
}

impl Grounds {
    pub const NO_PAST: usize = usize::MAX;
    /// Of a proof without moves.
    pub const NONE: Grounds = Grounds { played: 0, lost: 0, since: Self::NO_PAST };

    /// Both together.
    #[must_use]
    pub fn and(self, other: Grounds) -> Grounds {
        Grounds {
            played: self.played | other.played,
            lost: self.lost | other.lost,
            since: self.since.min(other.since),
        }
    }

    /// Whether the winner's moves are allowed under any past in which he has lost stones on these points only.
    pub fn stand(&self, taken: Points) -> bool {
        self.played & (taken | self.lost) == 0
    }
}
