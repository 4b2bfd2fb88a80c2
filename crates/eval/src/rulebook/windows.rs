//! Windows of a board: points that lie together.

use crate::learnt::{Window, Windows};
use std::collections::HashMap;
use wanqi_games::rulebook::Rulebook;
use wanqi_games::rulebook::board::{Board, Grid, Offset};

/// A window has at most so many codes: with more, most of them are never met. Of what a point may hold there are three in
/// games of stones, and rectangles of six points; four with what blocks a point, and rectangles of four.
const MAX_CODES: usize = 1_024;
/// Sides of rectangles, the largest first; the first that has few enough codes is taken.
const RECTANGLES: [(i8, i8); 2] = [(3, 2), (2, 2)];
/// Lengths of lines in the same way.
const LINES: [i8; 2] = [4, 3];

/// The windows of a game's board: rectangles and lines wherever they fit, of one shape all with the same rows, which begin
/// at `first_row`. `seen` says where the second side sees what the first sees on a point; without it each side has rows of
/// its own. There are none where a point may hold so much that not even small ones have few codes.
pub(super) fn of_board(game: &Rulebook, seen: Option<&[u16]>, first_row: u32, places: usize) -> Windows {
    let board = &game.rules().board;
    let radix = game.content_count();
    let code_count = |points: usize| radix.pow(points as u32) as u32;
    let mut windows: Vec<(u32, Vec<u16>)> = Vec::new();
    let mut end = first_row;
    for shape in shapes(board.grid, radix) {
        let of_shape = (0..board.len()).filter_map(|point| at(board, point, &shape));
        windows.extend(of_shape.map(|points| (end, points)));
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
                let stands_for = |point| image.iter().position(|image| image == point).map(|at| points[at]);
                Window { first_row: *row, places: like.iter().filter_map(stands_for).collect() }
            }
        };
        Some([one, other])
    });
    let views: Vec<[Window; 2]> = views.collect();
    Windows::new(places, radix as u16, [0, 1].map(|side| digits(game, side)), &views)
}

/// The points of a window of this shape that begins at a point, if it fits there.
fn at(board: &Board, point: usize, shape: &[Offset]) -> Option<Vec<u16>> {
    let (column, row) = board.places[point];
    let point = |offset: &Offset| {
        let (column, row) = (i32::from(column), i32::from(row));
        board.at(column + i32::from(offset.right), row - i32::from(offset.forward)).map(|point| point as u16)
    };
    shape.iter().map(point).collect()
}

fn sorted(points: &[u16]) -> Vec<u16> {
    let mut points = points.to_vec();
    points.sort_unstable();
    points
}

/// The contents as a side sees them: what is the other's counts as what is its own would for that one.
fn digits(game: &Rulebook, side: usize) -> Vec<u8> {
    let contents = 0..game.content_count() as u8;
    let swapped = |content: u8| {
        let (kind, owner) = game.piece_of(content)?;
        let other = Some((kind, Some(owner?.opponent())));
        contents.clone().find(|&there| game.piece_of(there) == other)
    };
    let seen = |content: u8| if side == 1 { swapped(content).unwrap_or(content) } else { content };
    contents.clone().map(seen).collect()
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
