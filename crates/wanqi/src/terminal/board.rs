//! The board, drawn with characters.

use play::{Colours, Layout, Piece, Style as Places, Terrain, View, draw_text};
use std::fmt::Write;

/// How much the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Letters alone.
    Plain,
    /// Pieces and colours, by the escape sequences of ECMA-48 with the 256 colours of xterm.
    Colour,
}

/// Draws a position, turned round if `flipped`.
pub fn draw(layout: &Layout, view: &View, style: Style, flipped: bool) -> String {
    let turned;
    let layout = match flipped {
        true => {
            turned = turn_round(layout);
            &turned
        }
        false => layout,
    };
    match style {
        Style::Plain => draw_text(layout, &view.scene),
        Style::Colour if layout.style == Places::Hexes => draw_text(layout, &view.scene),
        Style::Colour => draw_colour(layout, view),
    }
}

/// The same board seen from the other side.
fn turn_round(layout: &Layout) -> Layout {
    let mut turned = layout.clone();
    for point in &mut turned.points {
        point.column = layout.columns - 1 - point.column;
        point.row = layout.rows - 1 - point.row;
    }
    turned.column_names.reverse();
    turned.row_names.reverse();
    turned
}

/// Numbers of xterm's colours.
const BLACK: u8 = 16;
const WHITE: u8 = 231;
const MARKED: u8 = 186;
const WON: u8 = 114;
const ALARMED: u8 = 203;

/// Ground of even and odd cells, and the lines on it.
fn ground(colours: Colours) -> (u8, u8, u8) {
    match colours {
        Colours::Chequered => (180, 137, BLACK),
        Colours::Wood => (179, 179, 94),
        Colours::Cloth => (28, 28, 22),
        Colours::Frame => (25, 25, 18),
        Colours::Paper => (255, 255, 247),
    }
}

/// The colour that a CSS name stands for, as near as need be.
fn ink(name: &str) -> u8 {
    match name {
        "white" => WHITE,
        "gold" => 220,
        "crimson" => 160,
        "royalblue" => 27,
        _ => BLACK,
    }
}

/// The character of a piece; one column wide in every terminal.
fn glyph(piece: &Piece) -> char {
    match piece.look.as_str() {
        "king" => '♚',
        "queen" => '♛',
        "rook" => '♜',
        "bishop" => '♝',
        "knight" => '♞',
        "pawn" => '♟',
        "stone" | "disc" => '●',
        "cross" => '✕',
        "nought" => '○',
        _ => piece.letter,
    }
}

fn draw_colour(layout: &Layout, view: &View) -> String {
    let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
    let mut index_at = vec![None; columns * rows];
    for (index, point) in layout.points.iter().enumerate() {
        index_at[usize::from(point.row) * columns + usize::from(point.column)] = Some(index);
    }
    let margin = layout.row_names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in 0..rows {
        let _ = write!(text, "{:>margin$} ", layout.row_names.get(row).map_or("", String::as_str));
        for column in 0..columns {
            match index_at[row * columns + column] {
                Some(index) => place(&mut text, layout, view, index, row, column),
                None => text.push_str("   "),
            }
        }
        text.push_str("\x1b[0m\n");
    }
    if !layout.column_names.is_empty() {
        let _ = write!(text, "{:margin$} ", "");
        for name in &layout.column_names {
            let _ = write!(text, "{name:^3}");
        }
        text.push('\n');
    }
    text
}

/// Three columns for a place and what stands on it.
fn place(text: &mut String, layout: &Layout, view: &View, index: usize, row: usize, column: usize) {
    let here = |points: &[u16]| points.iter().any(|&point| usize::from(point) == index);
    let (even, odd, lines) = ground(layout.colours);
    let won = view.result.as_ref().is_some_and(|result| here(&result.points));
    let back = match () {
        () if won => WON,
        () if here(&view.scene.alarmed) => ALARMED,
        () if here(&view.trace) => MARKED,
        () if (row + column).is_multiple_of(2) => even,
        () => odd,
    };
    let (left, empty, right) = match layout.style {
        Places::Cells if layout.colours == Colours::Chequered => (' ', ' ', ' '),
        Places::Cells if layout.colours == Colours::Frame => (' ', '●', ' '),
        Places::Cells | Places::Hexes => (' ', '·', ' '),
        Places::Points => {
            let (last_row, last_column) = (usize::from(layout.rows) - 1, usize::from(layout.columns) - 1);
            let left = if column == 0 { ' ' } else { '─' };
            let right = if column == last_column { ' ' } else { '─' };
            (left, crossing(layout.points[index].terrain, row, column, last_row, last_column), right)
        }
    };
    let piece = view.scene.pieces.iter().find(|piece| usize::from(piece.point) == index);
    let (middle, front) = match piece {
        Some(piece) => (glyph(piece), ink(&layout.sides[piece.side.index()].colour)),
        None => (empty, lines),
    };
    let _ = write!(text, "\x1b[48;5;{back};38;5;{lines}m{left}\x1b[38;5;{front}m{middle}");
    let _ = write!(text, "\x1b[38;5;{lines}m{right}");
}

/// Where two lines of the board meet.
fn crossing(terrain: Terrain, row: usize, column: usize, last_row: usize, last_column: usize) -> char {
    let across = usize::from(column > 0) + usize::from(column == last_column);
    let down = usize::from(row > 0) + usize::from(row == last_row);
    match terrain {
        Terrain::Star => '╋',
        _ => [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']][down][across],
    }
}
