//! Which positions another thread is looking at, so that two do not look at one at a time.
//!
//! Weill, *The ABDADA Distributed Minimax-Search Algorithm* (1996), <https://doi.org/10.3233/ICG-1996-19102>; kept beside
//! the table, as Kerrigan proposes, <http://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA/>.

use super::board::Board;
use std::sync::atomic::{AtomicU64, Ordering};

/// Positions under way, as far as they do not fall on one place.
pub(super) struct Busy(Vec<AtomicU64>);

const PLACES: usize = 1 << 12;

impl Busy {
    pub fn new() -> Busy {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline(always)]
    fn place(&self, board: Board) -> (&AtomicU64, u64) {
        let mixed = (board.own ^ board.other.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        (&self.0[(mixed >> 40) as usize % PLACES], mixed)
    }

    /// Whether a thread is looking at a position.
    #[inline(always)]
    pub fn is_at(&self, board: Board) -> bool {
        let (place, mixed) = self.place(board);
        place.load(Ordering::Relaxed) == mixed
    }

    /// A thread begins to look at a position.
    #[inline(always)]
    pub fn begin(&self, board: Board) {
        let (place, mixed) = self.place(board);
        place.store(mixed, Ordering::Relaxed);
    }

    /// It has looked.
    #[inline(always)]
    pub fn end(&self, board: Board) {
        let (place, mixed) = self.place(board);
        // Another position may have come to lie there.
        let _ = place.compare_exchange(mixed, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_under_way_from_their_beginning_to_their_end() {
        let (busy, board) = (Busy::new(), Board { own: 5, other: 10 });
        assert!(!busy.is_at(board));
        busy.begin(board);
        assert!(busy.is_at(board) && !busy.is_at(board.passed()));
        busy.end(board.passed());
        assert!(busy.is_at(board));
        busy.end(board);
        assert!(!busy.is_at(board));
    }
}
