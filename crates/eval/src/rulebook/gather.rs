//! How nearly all pieces of a side are one group.

use super::layout::Layout;
use wanqi_game::Side;
use wanqi_games::rulebook::points::PointSet;
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of gathering lie.
#[derive(Clone, Debug)]
pub(super) struct Gather {
    groups: usize,
    spread: usize,
    near: Vec<PointSet>,
    places: Vec<(i32, i32)>,
}

impl Gather {
    /// `None` if there is nothing to be gathered.
    pub fn new(game: &Rulebook, layout: &mut Layout) -> Option<Gather> {
        let rules = game.rules();
        if !rules.ends.gather {
            return None;
        }
        let sign = if rules.ends.misere { -1 } else { 1 };
        let groups = layout.one("GROUPS", "A group of pieces beside the first.", -25 * sign);
        let help = "Half a point more of the mean distance from the middle of a side's pieces.";
        let spread = layout.one("SPREAD", help, -40 * sign);
        let board = &rules.board;
        let near = (0..board.len()).map(|point| {
            board.neighbours(true).iter().filter_map(|&way| board.beyond(point, way, Side::First)).collect()
        });
        let places = board.places.iter().map(|&(column, row)| (column.into(), row.into()));
        Some(Gather { groups, spread, near: near.collect(), places: places.collect() })
    }

    pub fn count(&self, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let sign = if side == Side::First { 1 } else { -1 };
            let pieces = position.pieces(side);
            let count = pieces.len() as i32;
            if count == 0 {
                continue;
            }
            add(self.groups, sign * (self.groups_of(pieces) - 1));
            // Eight times the coordinates, so that the middle is a whole number near enough.
            let sum = pieces
                .iter()
                .fold((0, 0), |sum, point| (sum.0 + self.places[point].0, sum.1 + self.places[point].1));
            let middle = (8 * sum.0 / count, 8 * sum.1 / count);
            let off = |point: usize| {
                let (column, row) = self.places[point];
                (8 * column - middle.0).abs().max((8 * row - middle.1).abs())
            };
            let spread: i32 = pieces.iter().map(off).sum();
            add(self.spread, sign * (spread / (4 * count)));
        }
    }

    fn groups_of(&self, pieces: PointSet) -> i32 {
        let (mut rest, mut groups) = (pieces, 0);
        let mut open = Vec::with_capacity(32);
        while let Some(first) = rest.iter().next() {
            groups += 1;
            rest.remove(first);
            open.push(first);
            while let Some(at) = open.pop() {
                let reached = self.near[at].and(rest);
                rest = rest.except(reached);
                open.extend(reached.iter());
            }
        }
        groups
    }
}
