//! What evaluations ask beside the rules: what pieces could do if it were their turn.

use super::Rulebook;
use super::model::KindId;
use super::points::PointSet;
use super::position::{CELLS, Move, NOWHERE, Position};
use super::slots::SlotContext;
use wanqi_game::Side;

impl Rulebook {
    /// Visits the ways in which the piece on a point could go if its side were to move: legal moves, and those that
    /// are not because a royal piece would be left under attack or because something else must be taken.
    #[inline]
    pub fn each_going(&self, position: &Position, side: Side, from: usize, mut visit: impl FnMut(Move)) {
        let tables = &self.tables;
        let ground = SlotContext { own: tables.own[side.index()], ..tables.ground(position) };
        ground.each(tables.slots_of(position, from), from, |mv| {
            visit(mv);
            true
        });
    }

    /// Visits the points to which a piece could go if it stood alone on the board.
    pub fn each_lone(&self, side: Side, kind: KindId, from: usize, mut visit: impl FnMut(usize)) {
        let tables = &self.tables;
        let content = tables.content(kind, side);
        let mut cells = [0; CELLS];
        cells[from] = content;
        let ground =
            SlotContext { tables, cells: &cells, past: &Position::EMPTY, own: tables.own[side.index()] };
        ground.each(tables.slots(content.into(), from), from, |mv| {
            visit(mv.to.into());
            true
        });
    }
}

impl Position {
    /// The points on which something stands, whosever it is.
    pub fn occupied(&self) -> PointSet {
        self.sets[0].or(self.sets[1]).or(self.sets[2])
    }

    /// Which step of its turn the side to move makes, from 0.
    pub fn step(&self) -> usize {
        self.step.into()
    }

    /// The same with a side to begin its turn, for evaluations that ask what each side could do.
    #[must_use]
    pub fn with_turn(&self, side: Side) -> Position {
        Position { side, step: 0, active: NOWHERE, heading: [0; 2], owed: 0, ..self.clone() }
    }
}

impl Move {
    /// The point of what is jumped over and taken.
    pub fn jumped(self) -> Option<usize> {
        (self.jumped != NOWHERE).then_some(self.jumped.into())
    }
}
