//! Groups that can be surrounded, and the area around them.

use super::layout::Layout;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::points::{MAX_POINTS, PointSet};
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of groups and area lie.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// Stones of groups with one, two, three empty neighbours, of the side to move and of the other.
    liberties: Option<usize>,
    /// A point nearer to own pieces than to the enemy's.
    area: Option<usize>,
    near: Vec<Vec<u16>>,
}

/// Empty neighbours that are told apart.
const LIBERTIES: usize = 4;
/// How far pieces claim empty points.
const REACH: u8 = 4;

impl Groups {
    /// `None` if there is neither surrounding nor area.
    pub fn new(game: &Rulebook, layout: &mut Layout) -> Option<Groups> {
        let rules = game.rules();
        let liberties = rules.capture.surround.is_some().then(|| {
            let help = "A piece in a group with one, two, three or four empty neighbours: of the side to move, then of \
                        the other.";
            layout.table("LIBERTIES", help, &[-30, -12, -4, 0, -85, -25, -8, 0], LIBERTIES)
        });
        let counts_area = rules.ends.count.is_some_and(|count| count.area);
        let area =
            counts_area.then(|| layout.one("AREA", "A point nearer to own pieces than to the enemy's.", 50));
        if liberties.is_none() && area.is_none() {
            return None;
        }
        let board = &rules.board;
        let near = (0..board.len()).map(|point| {
            let ways = board.neighbours(false).iter();
            ways.filter_map(|&way| board.beyond(point, way, Side::First)).map(|point| point as u16).collect()
        });
        Some(Groups { liberties, area, near: near.collect() })
    }

    pub fn count(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let sets = Side::BOTH.map(|side| position.pieces(side));
        if let Some(first) = self.liberties {
            let to_move = game.side_to_move(position);
            for side in Side::BOTH {
                let sign = if side == Side::First { 1 } else { -1 };
                let first = first + if side == to_move { 0 } else { LIBERTIES };
                self.each_group(sets[side.index()], sets[side.opponent().index()], |size, liberties| {
                    if (1..=LIBERTIES).contains(&liberties) {
                        add(first + liberties - 1, sign * size);
                    }
                });
            }
        }
        if let Some(area) = self.area {
            add(area, self.area(sets));
        }
    }

    fn each_group(&self, own: PointSet, other: PointSet, mut visit: impl FnMut(i32, usize)) {
        let mut rest = own;
        let mut open = Vec::with_capacity(64);
        while let Some(first) = rest.iter().next() {
            rest.remove(first);
            open.push(first);
            let (mut size, mut empty) = (0, PointSet::EMPTY);
            while let Some(at) = open.pop() {
                size += 1;
                for &near in &self.near[at] {
                    let near = usize::from(near);
                    if rest.has(near) {
                        rest.remove(near);
                        open.push(near);
                    } else if !own.has(near) && !other.has(near) {
                        empty.insert(near);
                    }
                }
            }
            visit(size, empty.len());
        }
    }

    /// The points of the first side less those of the second: pieces, and empty points that are nearer to one side.
    fn area(&self, sets: [PointSet; 2]) -> i32 {
        const NOBODY: u8 = 2;
        let mut steps = [u8::MAX; MAX_POINTS];
        let mut whose = [NOBODY; MAX_POINTS];
        let mut open: Vec<u16> = Vec::with_capacity(self.near.len());
        for (side, set) in sets.iter().enumerate() {
            for point in set.iter() {
                (steps[point], whose[point]) = (0, side as u8);
                open.push(point as u16);
            }
        }
        let mut next = 0;
        while let Some(&at) = open.get(next) {
            next += 1;
            let at = usize::from(at);
            if steps[at] == REACH || whose[at] == NOBODY {
                continue;
            }
            for &near in &self.near[at] {
                let near = usize::from(near);
                if steps[near] == u8::MAX {
                    (steps[near], whose[near]) = (steps[at] + 1, whose[at]);
                    open.push(near as u16);
                } else if steps[near] == steps[at] + 1 && whose[near] != whose[at] {
                    whose[near] = NOBODY;
                }
            }
        }
        let count = |side: u8| whose[..self.near.len()].iter().filter(|&&owner| owner == side).count() as i32;
        count(0) - count(1)
    }
}
