//! Ko and superko: which repetitions are forbidden, and what follows from those that are not.

use super::geometry::Capacity;
use super::moves::Move;
use super::position::{Position, side_word};
use super::survives;

/// Which repetitions are forbidden. All three forbid to take back a single stone at once.
/// <https://senseis.xmp.net/?Superko>
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum KoRule {
    /// Nothing else. A longer cycle that brings back a position, with as many stones taken by either side, ends
    /// the game without a winner.
    Simple,
    /// No stone may bring back any earlier position of the stones.
    #[default]
    Positional,
    /// No stone may bring back an earlier position of the stones with the same side to move.
    Situational,
}

/// Whether superko forbids a move that the position alone allows.
pub(super) fn is_forbidden<C: Capacity>(rule: KoRule, line: &[Position<C>], mv: Move) -> bool {
    let (Some(cell), Some(position)) = (mv.cell(), line.last()) else {
        return false;
    };
    // What a stone brings back has that stone. Most points have never had any, and need no look at the past.
    if rule == KoRule::Simple || (!position.board.was_taken(cell) && survives(position, cell)) {
        return false;
    }
    match rule {
        KoRule::Simple => false,
        KoRule::Positional => {
            let after = position.stones_key_after(cell);
            line.iter().any(|past| past.stones_key() == after)
        }
        KoRule::Situational => {
            let after = position.stones_key_after(cell) ^ side_word(position.side.opponent());
            line.iter().any(|past| past.situation_key() == after)
        }
    }
}

/// Whether the last position has occurred before and nothing has been won or lost in between.
pub(super) fn is_repetition<C: Capacity>(line: &[Position<C>]) -> bool {
    let Some((last, past)) = line.split_last() else {
        return false;
    };
    let lead = |position: &Position<C>| i64::from(position.prisoners[0]) - i64::from(position.prisoners[1]);
    past.iter().any(|earlier| {
        earlier.stones_key() == last.stones_key()
            && earlier.key() == last.key()
            && lead(earlier) == lead(last)
    })
}
