//! The words of the position key.

use super::bitboard::{Bitboard, Square, file, lowest};
use super::piece::Kind;
use wanqi_game::{Side, random};

const PIECES: usize = 2 * 6 * 64;
static WORDS: [u64; PIECES + 64 + 8] = random::words(0xC4E55);

/// Turns with the side to move.
pub(super) const BLACK_TO_MOVE: u64 = random::word(0xC4E56, 0);

/// A piece on a square.
#[inline(always)]
pub(super) const fn piece(side: Side, kind: Kind, square: Square) -> u64 {
    WORDS[(side.index() * 6 + kind.index()) * 64 + (square & 63) as usize]
}

/// The rooks that may still castle.
#[inline]
pub(super) const fn castling(mut rooks: Bitboard) -> u64 {
    let mut key = 0;
    while rooks != 0 {
        key ^= WORDS[PIECES + (lowest(rooks) & 63) as usize];
        rooks &= rooks - 1;
    }
    key
}

/// The file of a legal en passant capture.
#[inline(always)]
pub(super) fn en_passant(square: Square) -> u64 {
    WORDS[PIECES + 64 + usize::from(file(square))]
}
