//! The words of the position key.

use super::piece::Kind;
use super::points::{POINTS, Point};
use wanqi_game::{Side, random};

static WORDS: [u64; 2 * 7 * POINTS] = random::words(0x71A4);

/// Turns with the side to move.
pub(super) const BLACK_TO_MOVE: u64 = random::word(0x71A5, 0);

/// A piece on a point.
#[inline(always)]
pub(super) fn piece(side: Side, kind: Kind, point: Point) -> u64 {
    WORDS[(side.index() * 7 + kind.index()) * POINTS + usize::from(point)]
}
