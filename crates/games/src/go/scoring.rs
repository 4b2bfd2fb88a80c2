//! Counting: area, as Tromp-Taylor and Chinese rules do, and territory, as Japanese rules do.
//!
//! Both count for finished positions, without the stones that the players call dead.
//! <https://tromp.github.io/go.html>, <https://senseis.xmp.net/?Scoring>

use super::Go;
use super::geometry::{Capacity, cell, cells};
use super::position::Position;
use wanqi_game::Side;

/// The points of either side by area, komi aside: its stones, and the empty points from which only its stones can
/// be reached. The strings of `dead` stones (points as in [`Depict::layout`](wanqi_game::Depict::layout)) count as taken
/// off before; points without a stone are ignored.
pub fn area<C: Capacity>(go: &Go<C>, position: &Position<C>, dead: &[u16]) -> [u32; 2] {
    let counted = CountedCells::new(go, position, dead);
    [0, 1].map(|colour| (counted.stones[colour].len() + counted.empty[colour].len()) as u32)
}

/// The points that [`area`] counts for either side, and all stones that are dead.
pub(super) fn points<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    dead: &[u16],
) -> ([Vec<u16>; 2], Vec<u16>) {
    let CountedCells { stones, dead, empty } = CountedCells::new(go, position, dead);
    let sorted = |cells: Vec<usize>| {
        let mut points: Vec<u16> = cells.into_iter().map(|cell| go.point_of(cell)).collect();
        points.sort_unstable();
        points
    };
    let [black, white] = stones;
    let [by_black, by_white] = empty;
    ([sorted([black, by_black].concat()), sorted([white, by_white].concat())], sorted(dead.concat()))
}

/// The points of either side by territory, komi aside: the empty points from which only its stones can be reached,
/// and the stones it has taken, `dead` ones included (see [`area`]). Points inside a seki count like any other:
/// rules that do not count them leave that to the players.
pub fn territory<C: Capacity>(go: &Go<C>, position: &Position<C>, dead: &[u16]) -> [u32; 2] {
    let counted = CountedCells::new(go, position, dead);
    Side::BOTH.map(|side| {
        let colour = side.index();
        (counted.empty[colour].len() + counted.dead[1 - colour].len()) as u32 + position.prisoners(side)
    })
}

impl<C: Capacity> Go<C> {
    /// By how many points black is ahead by [`area`], komi aside and with all stones alive.
    #[inline]
    pub fn area_lead(&self, position: &Position<C>) -> i32 {
        let board = &position.board;
        // Where no two empty points touch, as after a playout, each is decided by its neighbours alone.
        let mut lead = board.stone_count(0) as i32 - board.stone_count(1) as i32;
        for place in 0..board.empty_count() {
            match board.owner(board.empty_at(place)) {
                Ok(Some(0)) => lead += 1,
                Ok(Some(_)) => lead -= 1,
                Ok(None) => {}
                Err(()) => {
                    let [black, white] = area(self, position, &[]);
                    return black as i32 - white as i32;
                }
            }
        }
        lead
    }
}

/// The cells that both ways of counting count, by colour.
#[derive(Default)]
struct CountedCells {
    /// Living stones.
    stones: [Vec<usize>; 2],
    /// Dead stones that are still on the board.
    dead: [Vec<usize>; 2],
    /// Points without a living stone from which only this colour can be reached.
    empty: [Vec<usize>; 2],
}

impl CountedCells {
    fn new<C: Capacity>(go: &Go<C>, position: &Position<C>, dead: &[u16]) -> CountedCells {
        let (board, size) = (&position.board, go.size());
        let mut counted = CountedCells::default();
        let mut colours = [None; 512];
        for cell in cells::<C>(size) {
            colours[cell] = board.stone(cell);
        }
        for point in dead.iter().map(|&point| usize::from(point)).filter(|&point| point < size * size) {
            let first = cell::<C>(point % size, point / size);
            if let Some(colour) = colours[first] {
                board.each_stone(first, &mut |stone| {
                    colours[stone] = None;
                    counted.dead[colour].push(stone);
                });
            }
        }
        let mut open = [false; 512];
        for cell in cells::<C>(size) {
            match colours[cell] {
                Some(colour) => counted.stones[colour].push(cell),
                None => open[cell] = true,
            }
        }
        let mut frontier = Vec::new();
        for first in cells::<C>(size) {
            if !std::mem::take(&mut open[first]) {
                continue;
            }
            let (mut points, mut reached) = (Vec::new(), [false; 2]);
            frontier.push(first);
            while let Some(cell) = frontier.pop() {
                points.push(cell);
                for step in C::NEIGHBOURS {
                    let neighbour = cell.wrapping_add(step);
                    match colours[neighbour] {
                        Some(colour) => reached[colour] = true,
                        None if std::mem::take(&mut open[neighbour]) => frontier.push(neighbour),
                        None => {}
                    }
                }
            }
            match reached {
                [true, false] => counted.empty[0].append(&mut points),
                [false, true] => counted.empty[1].append(&mut points),
                _ => {}
            }
        }
        counted
    }
}
