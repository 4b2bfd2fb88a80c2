//! What a network sees of a position.

use wanqi_game::Side;
use wanqi_games::chess::bitboard::{Square, file, squares};
use wanqi_games::chess::{Kind, Position};

/// Inputs that each side has: its own and the other's pieces of six kinds on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// Phases of a game, each with an output of its own.
pub const PHASES: usize = 8;

/// The phase of a position whose occupied squares are these: four pieces to a phase, the fewest first.
#[inline(always)]
pub fn phase(occupied: u64) -> usize {
    (occupied.count_ones() as usize).saturating_sub(1) / 4 % PHASES
}

/// How a side looks at the board: from its own first rank, and mirrored while its king stands right of the middle, so
/// that what is learned of one wing is known of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    side: Side,
    turn: Square,
}

impl View {
    /// That of a side whose king stands on a square.
    #[inline(always)]
    pub fn new(side: Side, king: Square) -> View {
        let upside_down = if side == Side::First { 0 } else { 56 };
        let mirrored = if file(king) > 3 { 7 } else { 0 };
        View { side, turn: upside_down ^ mirrored }
    }

    /// The input of a piece on a square.
    #[inline(always)]
    pub fn input(self, side: Side, kind: Kind, square: Square) -> usize {
        let owner = usize::from(side != self.side);
        (owner * 6 + kind.index()) * 64 + usize::from((square ^ self.turn) & 63)
    }
}

/// Visits the inputs of a position that are on, as a side sees it.
#[inline(always)]
pub fn each_input(position: &Position, side: Side, mut visit: impl FnMut(usize)) {
    let view = View::new(side, position.king(side));
    for owner in Side::BOTH {
        for square in squares(position.of_side(owner)) {
            visit(view.input(owner, position.kind_on(square), square));
        }
    }
}
