//! How far two edges are from being connected.

use super::layout::Layout;
use wanqi_game::Side;
use wanqi_games::rulebook::points::{MAX_POINTS, PointSet};
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of connections lie.
#[derive(Clone, Debug)]
pub(super) struct Connect {
    /// A piece fewer to be put.
    distance: usize,
    /// A point on a shortest way.
    ways: usize,
    ends: [[PointSet; 2]; 2],
    graph: Graph,
}

/// Which points are next to one another, and which as good as that.
#[derive(Clone, Debug)]
struct Graph {
    near: Vec<Vec<u16>>,
    /// A point that can be reached over either of two others, whichever the enemy leaves: a bridge. Browne, *Hex
    /// Strategy* (2000); <https://www.hexwiki.net/index.php/Bridge>.
    bridges: Vec<Vec<(u16, [u16; 2])>>,
    /// The same to an end: for each side and end the points from which it can be reached over either of two of
    /// its points.
    to_end: [[Vec<Option<[u16; 2]>>; 2]; 2],
}

/// Farther than any way is long.
const FAR: u8 = 30;

impl Connect {
    /// `None` if nothing is to be connected.
    pub fn new(game: &Rulebook, layout: &mut Layout) -> Option<Connect> {
        let rules = game.rules();
        let ends = rules.ends.connect?;
        let sign = if rules.ends.misere { -1 } else { 1 };
        let distance = layout.one(
            "DISTANCE",
            "A piece fewer to be put for a connection, bridges counted as made.",
            120 * sign,
        );
        let ways = layout.one("WAYS", "A point on a shortest way to a connection.", 6 * sign);
        Some(Connect { distance, ways, ends, graph: Graph::new(game, &ends) })
    }

    pub fn count(&self, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let sign = if side == Side::First { 1 } else { -1 };
            let (distance, on_way) = self.ways(position, side, &mut |_, _| {});
            add(self.distance, -sign * distance);
            add(self.ways, sign * on_way.min(20));
        }
    }

    /// How many pieces a side lacks, and how many empty points lie on a shortest way. `visit` hears of every empty
    /// point on some way, and how long the shortest one through it is.
    pub fn ways(&self, position: &Position, side: Side, visit: &mut impl FnMut(usize, i32)) -> (i32, i32) {
        let points = self.graph.near.len();
        // What a point costs: 0 where a piece of the side stands, 1 where one can be put, else FAR.
        let mut cost = [1_u8; MAX_POINTS];
        for point in position.pieces(side).iter() {
            cost[point] = 0;
        }
        for point in position.occupied().except(position.pieces(side)).iter() {
            cost[point] = FAR;
        }
        let from = [0, 1].map(|end| self.graph.distances(&cost, side, end, &self.ends[side.index()][end]));
        let through =
            |point: usize| i32::from(from[0][point]) + i32::from(from[1][point]) - i32::from(cost[point]);
        let far = i32::from(FAR);
        let (mut best, mut on_way) = (far, 0);
        for point in (0..points).filter(|&point| cost[point] < FAR) {
            let length = through(point);
            if length < best {
                (best, on_way) = (length, 0);
            }
            if cost[point] == 1 {
                on_way += i32::from(length == best);
                if length < far {
                    visit(point, length);
                }
            }
        }
        (best, on_way)
    }
}

impl Graph {
    fn new(game: &Rulebook, ends: &[[PointSet; 2]; 2]) -> Graph {
        let board = &game.rules().board;
        let near: Vec<Vec<u16>> = (0..board.len())
            .map(|point| {
                let ways = board.neighbours(false).iter();
                ways.filter_map(|&way| board.beyond(point, way, Side::First))
                    .map(|point| point as u16)
                    .collect()
            })
            .collect();
        let bridges = (0..board.len())
            .map(|point| {
                let mut over: Vec<(u16, Vec<u16>)> = Vec::new();
                for &middle in &near[point] {
                    for &to in &near[usize::from(middle)] {
                        if usize::from(to) == point || near[point].contains(&to) {
                            continue;
                        }
                        match over.iter_mut().find(|(known, _)| *known == to) {
                            Some((_, middles)) => middles.push(middle),
                            None => over.push((to, vec![middle])),
                        }
                    }
                }
                let two = |(to, middles): (u16, Vec<u16>)| Some((to, <[u16; 2]>::try_from(middles).ok()?));
                over.into_iter().filter_map(two).collect()
            })
            .collect();
        let to_end = [0, 1].map(|side| {
            [0, 1].map(|end| {
                let set: &PointSet = &ends[side][end];
                let of = |point: usize| {
                    let reached: Vec<u16> =
                        near[point].iter().copied().filter(|&near| set.has(near.into())).collect();
                    if set.has(point) { None } else { reached.get(..2).map(|two| [two[0], two[1]]) }
                };
                (0..board.len()).map(of).collect()
            })
        });
        Graph { near, bridges, to_end }
    }

    /// What must be put to connect each point, itself included, with an end: a breadth-first search in which points
    /// that cost nothing are looked at first.
    fn distances(
        &self,
        cost: &[u8; MAX_POINTS],
        side: Side,
        end: usize,
        points: &PointSet,
    ) -> [u8; MAX_POINTS] {
        let mut distance = [FAR; MAX_POINTS];
        // The points at the present distance, and those at the next.
        let (mut open, mut next) = (Vec::with_capacity(128), Vec::with_capacity(128));
        let free = |[a, b]: [u16; 2]| cost[usize::from(a)] == 1 && cost[usize::from(b)] == 1;
        let to_end = &self.to_end[side.index()][end];
        for point in (0..self.near.len()).filter(|&point| cost[point] < FAR) {
            if points.has(point) || to_end[point].is_some_and(free) {
                distance[point] = cost[point];
                if cost[point] == 0 { open.push(point as u16) } else { next.push(point as u16) }
            }
        }
        for length in 0..FAR - 1 {
            while let Some(at) = open.pop() {
                let at = usize::from(at);
                if distance[at] != length {
                    continue;
                }
                let bridged = self.bridges[at].iter().filter(|&&(_, over)| free(over)).map(|&(to, _)| to);
                for to in self.near[at].iter().copied().chain(bridged) {
                    let longer = length + cost[usize::from(to)].min(FAR);
                    if longer < distance[usize::from(to)] {
                        distance[usize::from(to)] = longer;
                        if longer == length { open.push(to) } else { next.push(to) }
                    }
                }
            }
            std::mem::swap(&mut open, &mut next);
            if open.is_empty() {
                break;
            }
        }
        distance
    }
}
