//! By which of its moves a piece goes: what tables have forgotten, worked out again from where it goes.

use super::Rulebook;
use super::board::Offset;
use super::model::{MoveRule, Shape};
use super::position::{Move, Position};
use wanqi_game::Side;

impl Rulebook {
    /// Visits the moves of its kind by which a piece may go as this move does, by their places in
    /// [`Kind::moves`](super::model::Kind::moves), each with the direction of the move that it takes; none for chains
    /// of jumps that turn.
    pub fn each_way(&self, position: &Position, mv: Move, mut visit: impl FnMut(usize, Option<Offset>)) {
        let (Some(from), Some(to), true) = (mv.from(), mv.to(), mv.goes()) else { return };
        let Some((kind, Some(side))) = self.piece_at(position, from) else { return };
        let takes = self.piece_at(position, to).is_some();
        for (i, rule) in self.rules().kinds[usize::from(kind)].moves.iter().enumerate() {
            let may = if takes { rule.captures } else { rule.moves };
            if may
                && rule.copies == mv.copies()
                && rule.from[side.index()].has(from)
                && let Some(way) = self.way(rule, position, side, mv)
            {
                visit(i, way);
            }
        }
    }

    /// The direction in which a rule leads from one point to another; `Some(None)` if it is none of its own.
    fn way(&self, rule: &MoveRule, position: &Position, side: Side, mv: Move) -> Option<Option<Offset>> {
        let board = &self.rules().board;
        let (from, to) = (mv.from()?, mv.to()?);
        let along = |dirs: &[Offset], least: usize, most: usize| {
            let leads = |dir: &&Offset| {
                let at = board.ray(from, **dir, side).position(|at| at == to);
                at.is_some_and(|at| (least..=most).contains(&(at + 1)))
            };
            dirs.iter().find(leads).copied().map(Some)
        };
        match &rule.shape {
            Shape::Slide { dirs, .. } if mv.jumps() && rule.passing => along(dirs, 1, 1),
            _ if mv.jumps() != rule.shape.takes_aside() => None,
            Shape::Slide { dirs, least, most, .. } => along(dirs, (*least).into(), (*most).into()),
            Shape::Leap { to: offsets, .. } => offsets
                .iter()
                .find(|&&offset| board.beyond(from, offset, side) == Some(to))
                .copied()
                .map(Some),
            // A chain may end where one jump does, and anywhere else.
            Shape::Jump { dirs, again: true, .. } => {
                let reached = self.tables.chains.reached(&position.cells, from).has(to);
                reached.then(|| along(dirs, 2, 2).flatten())
            }
            Shape::Jump { dirs, flying, .. } => along(dirs, 2, if *flying { usize::MAX } else { 2 }),
            Shape::Approach { dirs, .. } => along(dirs, 1, 1),
            Shape::Fly => Some(None),
            Shape::Cross { dirs, .. } | Shape::Line { dirs } => along(dirs, 1, usize::MAX),
        }
    }
}
