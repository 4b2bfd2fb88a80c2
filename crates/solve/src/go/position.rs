//! A position without its past: what stands, whose turn it is, and what the last move forbids or allows.

use super::board::{BLACK, Geometry, Points, Size, Stones};

/// A pass among moves, which are points otherwise.
pub(super) const PASS: u8 = Size::MAX_POINTS as u8;
/// No move.
pub(super) const NO_MOVE: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Position {
    pub board: Stones,
    /// Whose turn it is.
    pub side: usize,
    /// The point on which this side may not retake a stone that was just taken, as that would bring back the position before:
    /// forbidden by every superko rule, whatever came before; [`NO_MOVE`] if there is none.
    pub ko: u8,
    /// Whether the other side has just passed, so that a pass ends the game.
    pub passed: bool,
}

impl Position {
    /// An empty board, Black to move.
    pub const START: Position = Position { board: Stones::EMPTY, side: BLACK, ko: NO_MOVE, passed: false };

    /// The points to try, and then the pass.
    pub fn moves(self, geometry: &Geometry) -> impl Iterator<Item = u8> + use<> {
        let mut empty = self.board.empty(geometry);
        let points = std::iter::from_fn(move || {
            let point = (empty != 0).then(|| empty.trailing_zeros() as u8);
            empty &= empty.wrapping_sub(1);
            point
        });
        points.chain([PASS])
    }

    /// The position after a stone on an empty point or a pass, and the stones that it takes; `None` for a stone that is
    /// not allowed here, and for the pass that ends the game. Superko beyond the simple ko is not looked at.
    #[inline]
    pub fn play(self, geometry: &Geometry, mv: u8) -> Option<(Position, Points)> {
        let Position { board, side, .. } = self;
        if mv == PASS {
            let after = Position { board, side: 1 - side, ko: NO_MOVE, passed: true };
            return (!self.passed).then_some((after, 0));
        }
        if mv == self.ko {
            return None;
        }
        let (board, taken) = board.play(geometry, side, u32::from(mv))?;
        let ko = if taken.is_power_of_two() && board.is_single(geometry, side, mv, taken) {
            taken.trailing_zeros() as u8
        } else {
            NO_MOVE
        };
        Some((Position { board, side: 1 - side, ko, passed: false }, taken))
    }
}

impl Stones {
    /// Whether the stone on a point stands alone, with these points as its only liberties.
    #[inline]
    fn is_single(self, geometry: &Geometry, side: usize, point: u8, liberties: Points) -> bool {
        let around = geometry.beside(1 << point);
        around & self.0[side] == 0 && around & self.empty(geometry) == liberties
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::tests::board;
    use super::*;

    #[test]
    fn a_single_stone_is_not_retaken_at_once() {
        let size = Size::new(4, 3).expect("a size");
        let geometry = Geometry::new(size);
        // Before, the side, its point, and where the other side may not retake: not if the stone is no
        // single one, nor if two were taken.
        for (before, side, point, ko) in [
            (".XO./XO.O/.XO.", 0, 6, 5),
            (".XO./XO.X/.XO.", 0, 6, NO_MOVE),
            (".XXO/XOO./.XXO", 0, 7, NO_MOVE),
        ] {
            let position = Position { board: board(size, before), side, ko: NO_MOVE, passed: false };
            let (after, _) = position.play(&geometry, point).expect("allowed");
            assert_eq!(after.ko, ko, "{before}");
            assert!(ko == NO_MOVE || after.play(&geometry, ko).is_none(), "{before}");
            let (passed, _) = after.play(&geometry, PASS).expect("allowed");
            assert_eq!(passed.ko, NO_MOVE);
            assert!(passed.play(&geometry, PASS).is_none());
        }
    }
}
