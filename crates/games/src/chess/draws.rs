//! Draws that the past decides, or an arbiter.

use super::bitboard::DARK_SQUARES;
use super::piece::Kind;
use super::position::Position;
use crate::move_sets;

/// Why a game is drawn although there are moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// Neither side could mate even with the other's help.
    InsufficientMaterial,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// The position has occurred three times.
    Repetition,
}

/// Plies without a capture or a pawn move that end the game.
const FIFTY_MOVES: u8 = 100;

/// The draw at the end of a line, `root` as in [`wanqi_game::Game::outcome_by_history`].
#[inline]
pub(super) fn draw(line: &[Position], root: usize) -> Option<Draw> {
    let position = line.last()?;
    if insufficient_material(position) {
        return Some(Draw::InsufficientMaterial);
    }
    if position.quiet_plies >= FIFTY_MOVES && !is_mate(position) {
        return Some(Draw::FiftyMoves);
    }
    repeated(line, root).then_some(Draw::Repetition)
}

fn is_mate(position: &Position) -> bool {
    position.checkers != 0 && super::move_count(position) == 0
}

/// Whether the last position has occurred twice before, or once since `root`. Captures and pawn moves cannot be undone.
#[inline]
fn repeated(line: &[Position], root: usize) -> bool {
    let quiet = usize::from(line[line.len() - 1].quiet_plies);
    move_sets::repeated(line, root, quiet, |position| position.key).is_some()
}

/// Whether no sequence of legal moves can mate: bare kings, a single knight or bishop beside them, or any number
/// of bishops that all stand on squares of one colour. Blocked positions that cannot be won are not looked for.
#[inline]
pub fn insufficient_material(position: &Position) -> bool {
    let of = |kind: Kind| position.of_kind(kind);
    if of(Kind::Pawn) | of(Kind::Rook) | of(Kind::Queen) != 0 {
        return false;
    }
    let bishops = of(Kind::Bishop);
    match of(Kind::Knight).count_ones() {
        0 => bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0,
        1 => bishops == 0,
        _ => false,
    }
}
