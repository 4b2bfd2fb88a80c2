//! Boards drawn with their lines: points, and strokes from one to another.

use super::super::board::SQUARE_NEIGHBOURS;
use super::drawing::MAX_LINES;
use super::keys::Problems;
use super::text::{Text, Token};
use std::ops::Range;
use wanqi_game::quoted;

/// A drawing: what stands on which file of which line (counted as far as there are points on them), and for each point the
/// next one along each way.
pub(super) struct LinkedDrawing<'t> {
    pub cells: Vec<(u8, u8, Token<'t>)>,
    pub links: Vec<[Option<u16>; 8]>,
}

/// The strokes, and which of the ways of [`SQUARE_NEIGHBOURS`] they lie along.
const STROKES: [(&str, [usize; 2]); 4] = [("|", [0, 2]), ("-", [1, 3]), ("/", [4, 6]), ("\\", [5, 7])];

/// Reads a drawing with lines. `None` if it is no board, which has been told then.
pub(super) fn linked<'t>(text: &Text<'t>, problems: &mut Problems) -> Option<LinkedDrawing<'t>> {
    let chars = text.chars();
    let mut grid: Vec<&[Token<'t>]> = chars.split(|c| c.value == "\n").collect();
    while grid.last().is_some_and(|line| line.iter().all(|c| c.value.trim().is_empty())) {
        grid.pop();
    }
    let is_stroke = |value: &str| STROKES.iter().any(|(stroke, _)| *stroke == value);
    if grid.len() > 4 * MAX_LINES || grid.iter().any(|line| line.len() > 4 * MAX_LINES) {
        let what = format!("the drawing has more than {} lines or columns", 4 * MAX_LINES);
        problems.error(what, text.at.clone(), "draw it smaller: a stroke of one character will do");
        return None;
    }
    let at = |column: i32, row: i32| -> Option<&Token<'t>> {
        grid.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)
    };
    let mut points: Vec<(i32, i32, Token<'t>)> = Vec::new();
    let mut strokes: Vec<(i32, i32, Range<usize>)> = Vec::new();
    for (row, line) in (0..).zip(&grid) {
        for (column, c) in (0..).zip(line.iter()) {
            match c.value {
                " " => {}
                "." => points.push((column, row, c.clone())),
                value if value.len() == 1 && value.as_bytes()[0].is_ascii_alphabetic() => {
                    points.push((column, row, c.clone()));
                }
                value if is_stroke(value) => strokes.push((column, row, c.at.clone())),
                value => problems.error(
                    format!("{} is neither a point nor a line", quoted(value)),
                    c.at.clone(),
                    "`.` is a point, a letter a piece on one, and lines are drawn with - | / and \\",
                ),
            }
        }
    }
    // Files and ranks are counted only where there are points.
    let order = |values: Vec<i32>| {
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        values
    };
    let columns = order(points.iter().map(|point| point.0).collect());
    let rows = order(points.iter().map(|point| point.1).collect());
    if columns.len() > MAX_LINES || rows.len() > MAX_LINES {
        let what = format!("the board has {} files and {} ranks", columns.len(), rows.len());
        problems.error(what, text.at.clone(), format!("at most {MAX_LINES} of each"));
        return None;
    }
    let mut used = vec![false; strokes.len()];
    let mut links = vec![[None; 8]; points.len()];
    for (from, &(column, row, _)) in points.iter().enumerate() {
        for (way, offset) in SQUARE_NEIGHBOURS.iter().enumerate() {
            let (right, down) = (i32::from(offset.right), -i32::from(offset.forward));
            let fits =
                |value: &str| STROKES.iter().any(|(stroke, ways)| *stroke == value && ways.contains(&way));
            let mut length = 1;
            while at(column + length * right, row + length * down).is_some_and(|c| fits(c.value)) {
                length += 1;
            }
            let place = (column + length * right, row + length * down);
            let Some(to) = points.iter().position(|point| (point.0, point.1) == place) else { continue };
            if length > 1 {
                links[from][way] = Some(to as u16);
                for i in 1..length {
                    let here = (column + i * right, row + i * down);
                    if let Some(i) = strokes.iter().position(|stroke| (stroke.0, stroke.1) == here) {
                        used[i] = true;
                    }
                }
            }
        }
    }
    if let Some((_, _, at)) = strokes.into_iter().zip(used).find(|(_, used)| !used).map(|(stroke, _)| stroke)
    {
        problems.error(
            "this line joins no two points",
            at,
            "a line goes straight from one point to another, - | / or \\ all the way",
        );
        return None;
    }
    if links.iter().flatten().all(Option::is_none) && !points.is_empty() {
        problems.error(
            "no point is joined to another",
            text.at.clone(),
            "draw lines between them, or leave out `shape = \"lines\"`",
        );
        return None;
    }
    let index = |values: &[i32], value: i32| values.partition_point(|&other| other < value) as u8;
    let cells = points
        .into_iter()
        .map(|(column, row, word)| (index(&columns, column), index(&rows, row), word))
        .collect();
    Some(LinkedDrawing { cells, links })
}
