//! Boards drawn in characters.

use super::super::board::{Board, Facing, Grid};
use super::keys::Problems;
use super::text::{Text, Token};
use wanqi_game::quoted;

/// The most columns and rows.
pub(super) const MAX_LINES: usize = 20;

/// A drawing, its indentation taken away: what stands in which column of which line.
pub(super) struct Drawing<'t> {
    pub cells: Vec<(u8, u8, Token<'t>)>,
    pub columns: usize,
    pub rows: usize,
}

/// Reads a drawing. `None` if it is no board, which has been told then.
pub(super) fn drawing<'t>(text: &Text<'t>, grid: Grid, problems: &mut Problems) -> Option<Drawing<'t>> {
    let chars = text.chars();
    let mut lines: Vec<&[Token<'t>]> = chars.split(|c| c.value == "\n").collect();
    for line in &mut lines {
        while let [start @ .., last] = line
            && last.value.trim().is_empty()
        {
            *line = start;
        }
    }
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let lines = &lines[first..];
    let indentation = |line: &&[Token<'t>]| line.iter().take_while(|c| c.value == " ").count();
    let indent = lines.iter().filter(|line| !line.is_empty()).map(indentation).min();
    let Some(indent) = indent else {
        problems.error(
            "the drawing is empty",
            text.at.clone(),
            "draw a line for each rank, `.` for an empty point",
        );
        return None;
    };
    if lines.len() > MAX_LINES {
        let at = lines[MAX_LINES].first().map_or(text.at.clone(), |c| c.at.clone());
        problems.error(
            format!("the drawing has {} lines", lines.len()),
            at,
            format!("a board has at most {MAX_LINES}"),
        );
        return None;
    }
    let mut cells = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let line = &line[indent.min(line.len())..];
        if let Some(tab) = line.iter().find(|c| c.value == "\t") {
            problems.error(
                "a tabulator in a drawing",
                tab.at.clone(),
                "use spaces, which have one width everywhere",
            );
            return None;
        }
        let points = line.iter().enumerate().filter(|(_, c)| c.value != " ");
        let widest = if grid == Grid::Hexes { 3 * MAX_LINES } else { MAX_LINES };
        let count = points.clone().count();
        if count > MAX_LINES || line.len() > widest {
            let last = &line[line.len() - 1];
            problems.error(
                "the drawing is too wide",
                last.at.clone(),
                format!("a board has at most {MAX_LINES} columns"),
            );
            return None;
        }
        cells.extend(points.map(|(column, c)| (column as u8, row as u8, c.clone())));
    }
    let columns = cells.iter().map(|cell| usize::from(cell.0) + 1).max().unwrap_or(0);
    let spaced = columns > 1 && cells.iter().all(|cell| cell.0 % 2 == 0);
    if grid == Grid::Squares && spaced && lines.len() > 1 {
        problems.error(
            "every second column of the board is empty",
            text.at.clone(),
            "write the points of a line without spaces between, or say `shape = \"hexes\"`",
        );
        return None;
    }
    if grid == Grid::Hexes {
        let parity = |&(column, row, _): &(u8, u8, Token<'t>)| (column + row) % 2;
        let wanted = parity(&cells[0]);
        if let Some((_, _, word)) = cells.iter().find(|cell| parity(cell) != wanted) {
            problems.error(
                "this hexagon does not lie between those of the line above",
                word.at.clone(),
                "put a space between the points of a line, and shift each line by one character against the next",
            );
            return None;
        }
    }
    Some(Drawing { cells, columns, rows: lines.len() })
}

/// Reads `8x8`: columns and rows.
pub(super) fn size(text: &Text<'_>, problems: &mut Problems) -> Option<(usize, usize)> {
    let number = |part: &str| part.trim().parse::<usize>().ok().filter(|n| (1..=MAX_LINES).contains(n));
    let parts = text.value.split_once(['x', '×', '*']);
    let size = parts.and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
    if size.is_none() {
        problems.error(
            format!("{} is no size of a board", quoted(text.value)),
            text.at.clone(),
            format!("columns x rows, each from 1 to {MAX_LINES}: `\"8x8\"`"),
        );
    }
    size
}

/// The places of an empty board: a rectangle, or on hexes a rhombus.
pub(super) fn rectangle(columns: usize, rows: usize, grid: Grid) -> Vec<(u8, u8)> {
    let place = |column: usize, row: usize| match grid {
        Grid::Squares => (column as u8, row as u8),
        Grid::Hexes => ((2 * column + row) as u8, row as u8),
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| place(column, row))).collect()
}

/// A board, and the file and rank (from 0) of each of its points.
pub(super) fn board(
    places: Vec<(u8, u8)>,
    grid: Grid,
    on_points: bool,
    facing: Facing,
    top_is_1: bool,
) -> (Board, Vec<(u8, u8)>) {
    let columns = places.iter().map(|place| place.0 + 1).max().unwrap_or(0);
    let rows = places.iter().map(|place| place.1 + 1).max().unwrap_or(0);
    // On hexes a file goes down to the right, as a column and a row more do.
    let along = |&(column, row): &(u8, u8)| match grid {
        Grid::Squares => i32::from(column),
        Grid::Hexes => i32::from(column) - i32::from(row),
    };
    let leftmost = places.iter().map(along).min().unwrap_or(0);
    let file = |place: &(u8, u8)| match grid {
        Grid::Squares => along(place) as u8,
        Grid::Hexes => ((along(place) - leftmost) / 2) as u8,
    };
    let rank = |place: &(u8, u8)| if top_is_1 { place.1 } else { rows - 1 - place.1 };
    let names: Vec<(u8, u8)> = places.iter().map(|place| (file(place), rank(place))).collect();
    let mut points = vec![None; usize::from(columns) * usize::from(rows)];
    for (i, &(column, row)) in places.iter().enumerate() {
        points[usize::from(row) * usize::from(columns) + usize::from(column)] = Some(i as u16);
    }
    let name = |&(file, rank): &(u8, u8)| format!("{}{}", file_name(file), rank + 1);
    let board = Board {
        grid,
        on_points,
        facing,
        columns,
        rows,
        names: names.iter().map(name).collect(),
        places,
        points,
        links: None,
    };
    (board, names)
}

/// `a` to `z`; boards with more files have been refused.
pub(super) fn file_name(file: u8) -> char {
    char::from(b'a' + file.min(25))
}
