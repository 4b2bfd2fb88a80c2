//! Chains and figures that win: a chain that joins regions (Y, the bridge and the fork of Havannah), a ring, a drawn figure.

use super::compile::Tables;
use super::model::Rules;
use super::points::PointSet;
use super::position::Position;
use wanqi_game::Side;

/// For each point the places of drawn figures, however turned, that it is part of.
pub(super) fn figures(rules: &Rules) -> Vec<Vec<PointSet>> {
    let board = &rules.board;
    let mut through = vec![Vec::new(); board.len()];
    let mut seen: Vec<PointSet> = Vec::new();
    for figure in &rules.ends.figures {
        for turn in 0..8 {
            let turned = figure.iter().map(|offset| {
                let (right, forward) = (i32::from(offset.right), i32::from(offset.forward));
                let right = if turn & 1 == 0 { right } else { -right };
                let forward = if turn & 2 == 0 { forward } else { -forward };
                if turn & 4 == 0 { (right, forward) } else { (forward, right) }
            });
            let turned: Vec<(i32, i32)> = turned.collect();
            for &(column, row) in &board.places {
                let at = |&(right, forward): &(i32, i32)| {
                    board.at(i32::from(column) + right, i32::from(row) - forward)
                };
                let Some(points) = turned.iter().map(at).collect::<Option<PointSet>>() else { continue };
                if !seen.contains(&points) {
                    seen.push(points);
                    points.iter().for_each(|at| through[at].push(points));
                }
            }
        }
    }
    through
}

impl Tables {
    /// Whether a piece of a side on `at` is part of a chain or figure that wins.
    pub(super) fn is_in_figure(&self, position: &Position, side: Side, at: usize) -> bool {
        let ends = &self.rules.ends;
        let own = position.sets[side.index()];
        self.figures[at].iter().any(|figure| figure.except(own).is_empty())
            || !ends.joins.is_empty() && self.joins(position, side, at)
            || ends.ring && self.has_ring(&own)
    }

    /// Whether a side has such a chain or figure anywhere.
    pub(super) fn has_figure(&self, position: &Position, side: Side) -> bool {
        let ends = &self.rules.ends;
        let own = position.sets[side.index()];
        let through = |at: usize| {
            self.figures[at].iter().any(|figure| figure.except(own).is_empty())
                || !ends.joins.is_empty() && self.joins(position, side, at)
        };
        own.iter().any(through) || ends.ring && self.has_ring(&own)
    }

    /// Whether the group of a piece touches as many regions as one of the rules asks for.
    fn joins(&self, position: &Position, side: Side, at: usize) -> bool {
        let own = position.sets[side.index()];
        let touches = |set: PointSet, join: &super::model::Join| {
            let regions = join.regions.iter();
            regions.filter(|region| !set.and(**region).is_empty()).count() >= usize::from(join.any)
        };
        // Without pieces on enough of them there is no need to follow the group.
        let joins = &self.rules.ends.joins;
        joins.iter().any(|join| touches(own, join)) && {
            let group = self.group(position, side, at, false);
            joins.iter().any(|join| touches(group, join))
        }
    }

    /// Whether pieces stand around a point, whatever stands on it: what is not theirs and cannot get to the rim of the
    /// board, or one of theirs that has them on all sides.
    fn has_ring(&self, own: &PointSet) -> bool {
        let ways = self.rules.board.neighbours(false).len();
        let inside = |at: usize| {
            self.close[at].iter().count() == ways && self.close[at].iter().all(|near| own.has(near))
        };
        if own.iter().any(inside) {
            return true;
        }
        let rim = |at: &usize| self.close[*at].iter().count() < ways && !own.has(*at);
        let mut outside: PointSet = (0..self.points).filter(rim).collect();
        let mut stack: Vec<usize> = outside.iter().collect();
        while let Some(at) = stack.pop() {
            for near in self.close[at].iter() {
                if !own.has(near) && !outside.has(near) {
                    outside.insert(near);
                    stack.push(near);
                }
            }
        }
        outside.len() + own.len() < self.points
    }
}
