//! The board, drawn with characters.

use std::fmt::Write;
use wanqi_play::{BoardStyle, Colours, Layout, Piece, Terrain, View, draw_text, hands_text, terrain_sign};

/// How much the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawStyle {
    /// Letters alone.
    Plain,
    /// Pieces and colours, by the escape sequences of ECMA-48 with the 256 colours of xterm.
    Colour,
}

/// Draws a position, turned round if `flipped`.
pub fn draw(layout: &Layout, view: &View, style: DrawStyle, flipped: bool) -> String {
    let turned;
    let layout = match flipped {
        true => {
            turned = turn_round(layout);
            &turned
        }
        false => layout,
    };
    match style {
        DrawStyle::Plain => draw_text(layout, &view.scene),
        DrawStyle::Colour => draw_colour(layout, view),
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
const FORBIDDEN: u8 = 160;
const WATER: u8 = 74;
const TRAP: u8 = 137;
const DEN: u8 = 139;
const SHADE: u8 = 144;

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
        "crimson" | "red" => 160,
        "royalblue" | "blue" => 27,
        "green" | "seagreen" => 28,
        "orange" => 208,
        "brown" => 94,
        "purple" => 91,
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
        "stone" | "disc" if piece.label.is_empty() => '●',
        "man" => '●',
        "crown" => '◉',
        "block" => '■',
        "cross" => '✕',
        "nought" => '○',
        _ => piece.letter,
    }
}

fn draw_colour(layout: &Layout, view: &View) -> String {
    let hexes = layout.style == BoardStyle::Hexes;
    // A cell is three columns wide and one of hexagons four, so that half of it is a number of columns.
    let width = |column: u8| if hexes { 2 * usize::from(column) } else { 3 * usize::from(column) };
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); layout.rows.into()];
    for (index, point) in layout.points.iter().enumerate() {
        rows[usize::from(point.row)].push(index);
    }
    let labels: Vec<String> = (0..layout.rows).map(|row| layout.row_label(row)).collect();
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    let files = |names: Vec<(usize, &String)>| {
        let mut line = " ".repeat(margin + 1);
        for (at, name) in names {
            let gap = (margin + 2 + at).saturating_sub(line.chars().count());
            let _ = write!(line, "{:gap$}{name}", "");
        }
        line + "\n"
    };
    if hexes && !layout.column_names.is_empty() {
        let first = layout.points.iter().filter(|point| point.row == 0);
        let named = first.filter_map(|point| {
            Some((width(point.column), layout.column_names.get(layout.hex_file(point))?))
        });
        text += &files(named.collect());
    }
    for (mut indices, name) in rows.into_iter().zip(&labels) {
        indices.sort_unstable_by_key(|&index| layout.points[index].column);
        let first = indices.first().map_or(0, |&index| width(layout.points[index].column));
        let shift = if hexes { first } else { 0 };
        let _ = write!(text, "{:shift$}{name:>margin$} ", "");
        let mut drawn = shift;
        for index in indices {
            let at = width(layout.points[index].column);
            let _ = write!(text, "\x1b[0m{:gap$}", "", gap = at.saturating_sub(drawn));
            place(&mut text, layout, view, index);
            drawn = at + if hexes { 4 } else { 3 };
        }
        text.push_str("\x1b[0m\n");
    }
    if !hexes && !layout.column_names.is_empty() {
        text += &files(layout.column_names.iter().enumerate().map(|(i, name)| (3 * i, name)).collect());
    }
    text + &hands_text(layout, &view.scene)
}

/// Three columns for a cell and what stands on it; four for a hexagon.
fn place(text: &mut String, layout: &Layout, view: &View, index: usize) {
    let point = &layout.points[index];
    let (row, column) = (usize::from(point.row), usize::from(point.column));
    let here = |points: &[u16]| points.iter().any(|&point| usize::from(point) == index);
    let (even, odd, lines) = ground(layout.colours);
    let won = view.result.as_ref().is_some_and(|result| here(&result.points));
    let back = match point.terrain {
        _ if won => WON,
        _ if here(&view.scene.alarmed) => ALARMED,
        _ if here(&view.trace) => MARKED,
        Terrain::Water => WATER,
        Terrain::Trap => TRAP,
        Terrain::Den => DEN,
        Terrain::Shade => SHADE,
        Terrain::Plain | Terrain::Star if (row + column).is_multiple_of(2) => even,
        Terrain::Plain | Terrain::Star => odd,
    };
    let special = !matches!(point.terrain, Terrain::Plain | Terrain::Star);
    let (left, empty, right) = match layout.style {
        BoardStyle::Cells | BoardStyle::Hexes if special => (' ', terrain_sign(point.terrain), ' '),
        BoardStyle::Cells if layout.colours == Colours::Chequered => (' ', ' ', ' '),
        BoardStyle::Cells if layout.colours == Colours::Frame => (' ', '●', ' '),
        BoardStyle::Cells | BoardStyle::Hexes => (' ', '·', ' '),
        BoardStyle::Points if !layout.lines.is_empty() => (' ', '+', ' '),
        BoardStyle::Points => {
            let (last_row, last_column) = (usize::from(layout.rows) - 1, usize::from(layout.columns) - 1);
            let left = if column == 0 { ' ' } else { '─' };
            let right = if column == last_column { ' ' } else { '─' };
            (left, crossing(point.terrain, row, column, last_row, last_column), right)
        }
    };
    let piece = view.scene.pieces.iter().find(|piece| usize::from(piece.point) == index);
    let (middle, front) = match piece {
        Some(piece) => (glyph(piece), ink(&layout.sides[piece.side.index()].colour)),
        None if here(&view.scene.forbidden) => ('✕', FORBIDDEN),
        None => (empty, lines),
    };
    let _ = write!(text, "\x1b[48;5;{back};38;5;{lines}m{left}\x1b[38;5;{front}m{middle}");
    let _ = write!(text, "\x1b[38;5;{lines}m{right}");
    if layout.style == BoardStyle::Hexes {
        text.push(' ');
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_play::{Point, Scene, Side, SideLook};

    /// What a person sees of a drawing: no colours, no blanks at the ends of lines.
    fn seen(layout: &Layout, scene: Scene) -> Vec<String> {
        let view = View {
            scene,
            side: Side::First,
            position: String::new(),
            moves: Vec::new(),
            record: Vec::new(),
            ply: 0,
            trace: Vec::new(),
            result: None,
        };
        let drawn = draw(layout, &view, DrawStyle::Colour, false);
        let mut text = String::new();
        for (i, part) in drawn.split('\x1b').enumerate() {
            text += if i == 0 { part } else { part.split_once('m').expect("a sequence that ends").1 };
        }
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    fn board(style: BoardStyle, rows: &[&str]) -> Layout {
        let points = rows.iter().zip(0..).flat_map(|(signs, row)| {
            signs.char_indices().filter(|&(_, sign)| sign != ' ').map(move |(column, sign)| Point {
                column: column as u8,
                row,
                terrain: if sign == '~' { Terrain::Water } else { Terrain::Plain },
            })
        });
        Layout::new(style, points.collect(), SideLook::black_white(), Colours::Paper).named(false, true)
    }

    #[test]
    fn boards_of_every_kind() {
        let piece = |point, look, letter| Piece::new(point, Side::First, look, letter);
        let of = |pieces| Scene { pieces, ..Scene::default() };
        let grid = board(BoardStyle::Cells, &["..~", ". .", "..."]);
        assert_eq!(
            seen(&grid, of(vec![piece(4, "block", 'X'), piece(0, "", 'P')])),
            ["3  P  ·  ~", "2  ·     ■", "1  ·  ·  ·", "   a  b  c"]
        );
        let hexes = board(BoardStyle::Hexes, &[" . .", ". . .", " . ."]);
        assert_eq!(
            seen(&hexes, of(vec![piece(3, "stone", 'X')])),
            ["      b   c", "   3  ·   ·", "a2  ·   ●   ·", "   1  ·   ·"]
        );
    }
}
