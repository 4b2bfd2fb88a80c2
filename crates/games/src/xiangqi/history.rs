//! What the past decides: repetition and the limit of moves without a capture.

use super::Repetition;
use super::chase;
use super::position::Position;
use crate::move_sets;
use wanqi_game::{Outcome, Side};

/// Why a game is over although there are moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Sixty moves by each side without a capture.
    SixtyMoves,
    /// The position has occurred three times.
    Repetition,
    /// It has, and this side has given check by every one of its moves since it first did; the other has not.
    PerpetualCheck(Side),
    /// It has, and this side has chased the same piece by every one of its moves; the other has not.
    PerpetualChase(Side),
}

impl End {
    /// The result.
    pub fn outcome(self) -> Outcome {
        match self {
            End::SixtyMoves | End::Repetition => Outcome::Draw,
            End::PerpetualCheck(by) | End::PerpetualChase(by) => Outcome::Win(by.opponent()),
        }
    }
}

/// Plies without a capture that end the game.
pub const SIXTY_MOVES: u16 = 120;

/// The end at the end of a line, `root` as in [`wanqi_game::Game::outcome_by_history`].
#[inline]
pub(super) fn end(rule: Repetition, line: &[Position], root: usize) -> Option<End> {
    let last = line.len() - 1;
    let position = &line[last];
    if position.quiet_plies < 4 {
        return None;
    }
    let first = repeated(line, root);
    if let (Some(first), Repetition::PerpetualCheckLoses | Repetition::Asian) = (first, rule) {
        let cycle = &line[first..];
        if let Some(side) = perpetual_checker(&cycle[1..]) {
            return Some(End::PerpetualCheck(side));
        }
        if rule == Repetition::Asian
            && let Some(side) = chase::perpetual_chaser(cycle)
        {
            return Some(End::PerpetualChase(side));
        }
    }
    // Whoever is left without a move by the last of them has lost.
    if position.quiet_plies >= SIXTY_MOVES && super::move_count(position) > 0 {
        return Some(End::SixtyMoves);
    }
    first.map(|_| End::Repetition)
}

/// Where the position that ends the line first occurred, if it is a repetition. Captures cannot be undone.
#[inline]
fn repeated(line: &[Position], root: usize) -> Option<usize> {
    let quiet = usize::from(line[line.len() - 1].quiet_plies);
    move_sets::repeated(line, root, quiet, |position| position.key)
}

/// The side that gave check by every move of a cycle while the other did not.
fn perpetual_checker(cycle: &[Position]) -> Option<Side> {
    // A side has given check by its move if the other, then to move, is in check.
    let mut always = [true; 2];
    for position in cycle {
        always[position.side.opponent().index()] &= position.checked;
    }
    match always {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    }
}
