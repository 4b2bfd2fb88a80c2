//! Moves, and sets of them.

use super::piece::Kind;
use super::points::{Point, PointSet, lowest, point_name, points};
use crate::move_sets;
use std::fmt;

/// A move: what moves, from where, to where.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    from: Point,
    to: Point,
    moved: Kind,
}

impl Move {
    /// Where the piece comes from.
    #[inline(always)]
    pub const fn from(self) -> Point {
        self.from
    }

    /// Where it goes.
    #[inline(always)]
    pub const fn to(self) -> Point {
        self.to
    }

    /// What moves.
    #[inline(always)]
    pub const fn moved(self) -> Kind {
        self.moved
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", point_name(self.from), point_name(self.to))
    }
}

/// Moves of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSet {
    pub(super) moved: Kind,
    pub(super) from: Point,
    pub(super) to: PointSet,
}

impl MoveSet {
    #[inline(always)]
    const fn move_to(&self, to: Point) -> Move {
        Move { from: self.from, to, moved: self.moved }
    }

    /// Visits the moves, lowest target first.
    #[inline(always)]
    pub(super) fn each(&self, mut visit: impl FnMut(Move)) {
        points(self.to).for_each(|to| visit(self.move_to(to)));
    }
}

impl move_sets::MoveSet for MoveSet {
    type Move = Move;
    const EMPTY: MoveSet = MoveSet { moved: Kind::King, from: 0, to: 0 };

    #[inline(always)]
    fn len(&self) -> u32 {
        self.to.count_ones()
    }

    #[inline(always)]
    fn nth(&self, index: u32) -> Move {
        let mut to = self.to;
        for _ in 0..index {
            to &= to.wrapping_sub(1);
        }
        self.move_to(lowest(to))
    }
}
