//! Windows of a board: points that lie together.

use super::windows::{Window, Windows};
use std::collections::HashMap;
use wanqi_games::rulebook::board::{Grid, Offset};

/// A window has at most so many codes: with more, most of them are never met. Of what a point may hold there are three in
/// games of stones, and rectangles of six points; four with what blocks a point, and rectangles of four.
const MAX_CODES: usize = 1_024;
/// Sides of rectangles, the largest first; the first that has few enough codes is taken.
const RECTANGLES: [(i8, i8); 2] = [(3, 2), (2, 2)];
/// Lengths of lines in the same way.
const LINES: [i8; 2] = [4, 3];

/// A board as its windows see it.
pub(crate) struct WindowBoard<'a> {
    /// Squares or hexes.
    pub grid: Grid,
    /// Column and row of each point, from above.
    pub points: &'a [(u8, u8)],
    /// Where the second side sees what the first sees on a point; without it each side has rows of its own.
    pub seen: Option<&'a [u16]>,
    /// For each side what it takes each content of a point for: what is the other's counts as what is its own would for
    /// that one.
    pub digits: [Vec<u8>; 2],
}

impl WindowBoard<'_> {
    /// Rectangles and lines wherever they fit, of one shape all with the same rows, which begin at `first_row`; of `places`
    /// places the first are the points. There are none where a point may hold so much that not even small ones have few
    /// codes.
    pub fn windows(self, first_row: u32, places: usize) -> Windows {
        let WindowBoard { grid, points, seen, digits } = self;
        let radix = digits[0].len();
        let code_count = |points: usize| radix.pow(points as u32) as u32;
        let by_place: HashMap<(i32, i32), u16> =
            (0..).zip(points).map(|(point, &(column, row))| ((column.into(), row.into()), point)).collect();
        let mut windows: Vec<(u32, Vec<u16>)> = Vec::new();
        let mut end = first_row;
        for shape in shapes(grid, radix) {
            // The points of a window of this shape that begins at a point, if it fits there.
            let at = |&(column, row): &(u8, u8)| -> Option<Vec<u16>> {
                let point = |offset: &Offset| {
                    let (column, row) = (i32::from(column), i32::from(row));
                    by_place
                        .get(&(column + i32::from(offset.right), row - i32::from(offset.forward)))
                        .copied()
                };
                shape.iter().map(point).collect()
            };
            windows.extend(points.iter().filter_map(at).map(|points| (end, points)));
            end += code_count(shape.len());
        }
        let by_points: HashMap<Vec<u16>, usize> =
            (0..).zip(&windows).map(|(index, (_, points))| (sorted(points), index)).collect();
        let views = windows.iter().filter_map(|(row, points)| {
            let one = Window { first_row: *row, places: points.clone() };
            let other = match seen {
                None => Window { first_row: end - first_row + row, places: points.clone() },
                Some(seen) => {
                    // The window that it looks like, and which of the points stands for each of that one's.
                    let image: Vec<u16> = points.iter().map(|&point| seen[usize::from(point)]).collect();
                    let (row, like) = &windows[*by_points.get(&sorted(&image))?];
                    let stands_for =
                        |point| image.iter().position(|image| image == point).map(|at| points[at]);
                    Window { first_row: *row, places: like.iter().filter_map(stands_for).collect() }
                }
            };
            Some([one, other])
        });
        let views: Vec<[Window; 2]> = views.collect();
        Windows::new(places, radix as u16, digits, &views)
    }
}

fn sorted(points: &[u16]) -> Vec<u16> {
    let mut points = points.to_vec();
    points.sort_unstable();
    points
}

/// Rectangles and lines of a grid, as steps from their first points.
fn shapes(grid: Grid, radix: usize) -> Vec<Vec<Offset>> {
    let axes: &[Offset] = match grid {
        Grid::Squares => &[Offset::new(1, 0), Offset::new(0, -1)],
        Grid::Hexes => &[Offset::new(2, 0), Offset::new(1, -1), Offset::new(-1, -1)],
    };
    let diagonals: &[Offset] = match grid {
        Grid::Squares => &[Offset::new(1, 1), Offset::new(1, -1)],
        Grid::Hexes => &[],
    };
    let few = |points: i8| radix.pow(points as u32) <= MAX_CODES;
    let mut shapes = Vec::new();
    if let Some((long, short)) = RECTANGLES.into_iter().find(|(long, short)| few(long * short)) {
        let steps = |one: Offset, other: Offset, long: i8, short: i8| {
            let step = |along: i8, across: i8| {
                Offset::new(
                    one.right * along + other.right * across,
                    one.forward * along + other.forward * across,
                )
            };
            (0..long).flat_map(|along| (0..short).map(move |across| step(along, across))).collect()
        };
        for (index, &one) in axes.iter().enumerate() {
            for &other in &axes[index + 1..] {
                shapes.push(steps(one, other, long, short));
                if long != short {
                    shapes.push(steps(one, other, short, long));
                }
            }
        }
    }
    if let Some(length) = LINES.into_iter().find(|&length| few(length)) {
        let line = |way: &Offset| {
            (0..length).map(|steps| Offset::new(way.right * steps, way.forward * steps)).collect()
        };
        shapes.extend(axes.iter().chain(diagonals).map(line));
    }
    shapes
}
