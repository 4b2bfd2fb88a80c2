//! Taking at will: who makes a row, as in the games of mills, or who has taken, as in Yoté, takes an enemy piece off the
//! board in the same turn.

use super::compile::Tables;
use super::model::{PlacedRow, RowCapture};
use super::points::PointSet;
use super::position::{Move, MoveKind, Position};
use wanqi_game::Side;

impl Tables {
    /// How many rows that take run through `at`, if a piece of `side` stands there.
    fn rows_through(&self, position: &Position, side: Side, at: usize) -> usize {
        let Some(rule) = &self.rules.capture.row else { return 0 };
        let own = self.own[side.index()];
        let run = |next: &[u16]| {
            let (mut length, mut at) = (0, usize::from(next[at]));
            while own >> position.cells[at] & 1 != 0 {
                length += 1;
                at = next[at].into();
            }
            length
        };
        let wanted = usize::from(rule.length);
        let takes = |[one, other]: &&[Vec<u16>; 2]| {
            let length = 1 + run(one) + run(other);
            if rule.exactly { length == wanted } else { length >= wanted }
        };
        self.row_next.iter().filter(takes).count()
    }

    /// Whether the side to move may not put a piece on `at`, since it would make a row.
    pub(super) fn is_row_forbidden(&self, position: &Position, at: usize) -> bool {
        let row = self.rules.capture.row.as_ref();
        row.is_some_and(|row| row.placed == PlacedRow::Never)
            && self.rows_through(position, position.side, at) > 0
    }

    /// The enemy pieces that may be taken off at will.
    pub(super) fn takeable_at_will(&self, position: &Position) -> PointSet {
        let enemy = position.side.opponent();
        let safe = |at: usize| self.rules.grounds.iter().any(|ground| ground.safe[enemy.index()].has(at));
        let all: PointSet =
            position.sets[enemy.index()].iter_in(self.points).filter(|&at| !safe(at)).collect();
        if self.rules.capture.row.as_ref().is_some_and(|rule| rule.rows_are_safe) {
            let alone = all.iter_in(self.points).filter(|&at| self.rows_through(position, enemy, at) == 0);
            let alone: PointSet = alone.collect();
            if !alone.is_empty() {
                return alone;
            }
        }
        all
    }

    /// Whether the side to move has a piece to take off after this move, which took something or not.
    pub(super) fn takes_at_will(&self, position: &mut Position, mv: Move, took: bool) -> bool {
        let side = position.side;
        let arrives = mv.goes() || mv.what == MoveKind::Place;
        position.owed = if position.owed > 0 {
            position.owed - 1
        } else {
            let stands = self.own[side.index()] >> position.cells[usize::from(mv.to)] & 1 != 0;
            let makes = |rule: &&RowCapture| mv.goes() || rule.placed == PlacedRow::Takes;
            let rows = match self.rules.capture.row.as_ref().filter(makes) {
                Some(rule) if arrives && stands => {
                    let rows = self.rows_through(position, side, mv.to.into());
                    if rule.each { rows as u8 } else { rows.min(1) as u8 }
                }
                _ => 0,
            };
            rows + if took && arrives { self.rules.capture.more } else { 0 }
        };
        if position.outcome.is_some() || position.owed > 0 && self.takeable_at_will(position).is_empty() {
            position.owed = 0;
        }
        position.owed > 0
    }
}
