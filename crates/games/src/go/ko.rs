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
    let after = line.last().and_then(|position| key_after(rule, position, mv));
    after.is_some_and(|after| line.iter().any(|past| key(rule, past) == Some(after)))
}

/// The key of a position that superko lets no stone bring back; none where the rule is simple.
#[inline]
pub(super) fn key<C: Capacity>(rule: KoRule, position: &Position<C>) -> Option<u64> {
    match rule {
        KoRule::Simple => None,
        KoRule::Positional => Some(position.stones_key()),
        KoRule::Situational => Some(position.situation_key()),
    }
}

/// What [`key`] becomes by a move; none where nothing can come again by it.
#[inline]
pub(super) fn key_after<C: Capacity>(rule: KoRule, position: &Position<C>, mv: Move) -> Option<u64> {
    let cell = mv.cell()?;
    // What a stone brings back has that stone. Most points have never had any, and need no look at the past.
    if rule == KoRule::Simple || (!position.board.was_taken(cell) && survives(position, cell)) {
        return None;
    }
    let stones = position.stones_key_after(cell);
    Some(match rule {
        KoRule::Situational => stones ^ side_word(position.side.opponent()),
        _ => stones,
    })
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
