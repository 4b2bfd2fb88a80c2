//! Positions drawn with letters, for terminals and texts.

use crate::depict::{BoardStyle, Layout, Point, Scene, Terrain};
use crate::rules::Side;

/// Draws a position with letters, for terminals: names along the edges, `.` for an empty point, `!` for a
/// forbidden one, other signs for terrain, what is held below.
pub fn draw_text(layout: &Layout, scene: &Scene) -> String {
    let mut rows = vec![Vec::new(); layout.rows.into()];
    for (i, point) in layout.points.iter().enumerate() {
        let piece = scene.pieces.iter().find(|piece| usize::from(piece.point) == i);
        let empty = match scene.forbidden.iter().any(|&forbidden| usize::from(forbidden) == i) {
            true => FORBIDDEN_SIGN,
            false => terrain_sign(point.terrain),
        };
        let letter = piece.map_or(empty, |piece| piece.letter);
        rows[usize::from(point.row)].push((text_column(layout.style, point), letter.to_string()));
    }
    let labels: Vec<String> = (0..layout.rows).map(|row| layout.row_label(row)).collect();
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let row_text = |(signs, label): (&Vec<(usize, String)>, &String)| {
        // A row of hexagons takes its name with it as it shifts to the right.
        let shift = match layout.style {
            BoardStyle::Hexes => signs.iter().map(|&(column, _)| column).min().unwrap_or(0),
            BoardStyle::Cells | BoardStyle::Points => 0,
        };
        spread(format!("{:shift$}{label:>margin$} ", ""), margin + 1, signs)
    };
    let mut text: Vec<String> = rows.iter().zip(&labels).map(row_text).collect();
    let columns = spread(" ".repeat(margin + 1), margin + 1, &column_labels(layout));
    match layout.style {
        _ if columns.is_empty() => {}
        BoardStyle::Hexes => text.insert(0, columns),
        BoardStyle::Cells | BoardStyle::Points => text.push(columns),
    }
    text.join("\n") + "\n" + &hands_text(layout, scene)
}

/// Puts signs into their columns, counted from `margin`, behind the beginning of a line.
fn spread(mut line: String, margin: usize, signs: &[(usize, String)]) -> String {
    let mut signs: Vec<_> = signs.iter().collect();
    signs.sort_unstable();
    for (column, sign) in signs {
        let gap = (margin + column).saturating_sub(line.chars().count());
        line.extend(std::iter::repeat_n(' ', gap));
        line += sign;
    }
    line.truncate(line.trim_end().len());
    line
}

/// The names of columns and where they stand.
fn column_labels(layout: &Layout) -> Vec<(usize, String)> {
    let names = layout.column_names.iter().enumerate();
    match layout.style {
        BoardStyle::Cells | BoardStyle::Points => {
            names.map(|(column, name)| (2 * column, name.clone())).collect()
        }
        BoardStyle::Hexes => {
            let first = layout.points.iter().filter(|point| point.row == 0);
            let named = |point: &Point| {
                let name = layout.column_names.get(layout.hex_file(point))?;
                Some((text_column(BoardStyle::Hexes, point), name.clone()))
            };
            first.filter_map(named).collect()
        }
    }
}

/// The column of a point in a text: two characters a cell.
fn text_column(style: BoardStyle, point: &Point) -> usize {
    match style {
        BoardStyle::Cells | BoardStyle::Points => 2 * usize::from(point.column),
        BoardStyle::Hexes => point.column.into(),
    }
}

/// What a forbidden point looks like in a text.
const FORBIDDEN_SIGN: char = '!';

/// What an empty point of this ground looks like in a text.
pub fn terrain_sign(terrain: Terrain) -> char {
    match terrain {
        Terrain::Plain => '.',
        Terrain::Star => '+',
        Terrain::Water => '~',
        Terrain::Trap => '#',
        Terrain::Den => '*',
        Terrain::Shade => ':',
    }
}

/// A line for each side that holds pieces: `Black holds 2 P, 1 R`.
pub fn hands_text(layout: &Layout, scene: &Scene) -> String {
    let of = |side: Side| {
        let held = scene.hands.iter().filter(|held| held.side == side && held.count > 0);
        let held: Vec<String> = held.map(|held| format!("{} {}", held.count, held.letter)).collect();
        match held.is_empty() {
            true => String::new(),
            false => format!("{} holds {}\n", layout.sides[side.index()].name, held.join(", ")),
        }
    };
    Side::BOTH.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depict::{Colours, HandPiece, Piece, SideLook};

    fn draw(layout: &Layout, pieces: &[(u16, char)]) -> String {
        let piece = |&(point, letter)| Piece::new(point, Side::First, "disc", letter);
        draw_text(layout, &Scene { pieces: pieces.iter().map(piece).collect(), ..Scene::default() })
    }

    #[test]
    fn a_grid_with_holes_and_terrain() {
        let mut layout =
            Layout::grid(BoardStyle::Cells, 3, 2, SideLook::black_white(), Colours::Paper).named(false, true);
        layout.points.remove(1);
        layout.points[1].terrain = Terrain::Den;
        layout.points[3].terrain = Terrain::Water;
        assert_eq!(draw(&layout, &[(4, 'R')]), "2 .   *\n1 . ~ R\n  a b c\n");
    }

    #[test]
    fn hexagons_shift_with_their_rows() {
        let point = |row: u8, cell: u8| Point { column: 2 * cell + row, row, terrain: Terrain::Plain };
        let points = (0..3).flat_map(|row| (0..3).map(move |cell| point(row, cell))).collect();
        let layout = Layout::new(BoardStyle::Hexes, points, SideLook::black_white(), Colours::Paper)
            .named(false, false);
        assert_eq!((layout.columns, layout.rows), (7, 3));
        assert_eq!(draw(&layout, &[(4, 'X')]), "  a b c\n1 . . .\n 2 . X .\n  3 . . .\n");
    }

    #[test]
    fn files_of_hexagons_begin_along_two_edges() {
        let rows = [[1, 3, 9], [0, 2, 4], [1, 3, 9]];
        let points = rows.into_iter().zip(0..).flat_map(|(columns, row)| {
            columns.into_iter().filter(|&column| column < 9).map(move |column| Point {
                column,
                row,
                terrain: Terrain::Plain,
            })
        });
        let layout =
            Layout::new(BoardStyle::Hexes, points.collect(), SideLook::black_white(), Colours::Paper);
        assert_eq!(draw(&layout.named(false, true), &[]), "    b c\n  3 . .\na2 . . .\n  1 . .\n");
    }

    #[test]
    fn forbidden_points_are_marked() {
        let layout = Layout::grid(BoardStyle::Points, 3, 1, SideLook::black_white(), Colours::Wood);
        assert_eq!(draw_text(&layout, &Scene { forbidden: vec![1], ..Scene::default() }), " . ! .\n");
    }

    #[test]
    fn what_is_held_is_told() {
        let layout = Layout::grid(BoardStyle::Cells, 1, 1, SideLook::black_white(), Colours::Paper);
        let held = |side, letter: char, count| HandPiece {
            side,
            name: letter.to_string(),
            count,
            look: "disc".into(),
            letter,
            label: String::new(),
        };
        let hands = vec![held(Side::First, 'P', 2), held(Side::First, 'R', 1), held(Side::Second, 'p', 0)];
        assert_eq!(draw_text(&layout, &Scene { hands, ..Scene::default() }), " .\nBlack holds 2 P, 1 R\n");
    }
}
