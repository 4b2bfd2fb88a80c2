//! Moves: a stone on a point, or a pass.

/// A stone on a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// Passing.
    pub const PASS: Move = Move(0);

    pub(super) fn stone(cell: usize) -> Move {
        Move(cell as u16)
    }

    /// Whether the move is a pass.
    pub fn is_pass(self) -> bool {
        self == Move::PASS
    }

    /// The cell of the stone; `None` for a pass.
    #[inline]
    pub(super) fn cell(self) -> Option<usize> {
        (self.0 != 0).then_some(self.0.into())
    }
}
