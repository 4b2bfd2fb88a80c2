//! How a game looks: all that a page or a terminal draws from, so that they know no rules.

use crate::{Game, Side};
use serde::{Deserialize, Serialize};

/// The looks of a game. Beside each game's rules, and free of any front-end.
pub trait Depict: Game {
    /// The board without pieces. It depends on the rule set alone.
    fn layout(&self) -> Layout;

    /// The pieces of a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// What a person clicks, in order, to make a move: one point to place a stone, two to move a piece, a named
    /// choice to pass or to choose a promotion. No move's steps begin another's.
    fn steps(&self, position: &Self::Position, mv: Self::Move) -> Vec<Step>;

    /// The points to mark as a move's trace: where a stone was put, where a piece came from and went to.
    fn trace(&self, position: &Self::Position, mv: Self::Move) -> Vec<u16> {
        let point = |step: &Step| match step {
            Step::Point(any) => Some(any[0]),
            Step::Choice { .. } => None,
        };
        self.steps(position, mv).iter().filter_map(point).collect()
    }

    /// The points that decided a finished game (the winning line), or none.
    fn winning_points(&self, position: &Self::Position) -> Vec<u16> {
        let _ = position;
        Vec::new()
    }

    /// How the game ended, as a player would say it ("White wins by checkmate"); `line` as in
    /// [`Game::outcome_by_history`]. Only asked where [`Game::result`] is some.
    fn describe_result(&self, line: &[Self::Position]) -> String {
        let layout = self.layout();
        match self.result(line) {
            Some(crate::Outcome::Win(side)) => format!("{} wins", layout.sides[side.index()].name),
            Some(crate::Outcome::Draw) => "A draw".into(),
            None => "The game goes on".into(),
        }
    }
}

/// A board without pieces.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// Whether pieces stand in cells or on the crossings of lines.
    pub style: Style,
    /// Columns and rows of the grid that the points lie on.
    pub columns: u8,
    /// See `columns`.
    pub rows: u8,
    /// Every point that can hold a piece, its index being its number everywhere else.
    pub points: Vec<Point>,
    /// Names along the lower edge, from left to right; empty for none.
    pub column_names: Vec<String>,
    /// Names along the left edge, from the top down; empty for none.
    pub row_names: Vec<String>,
    /// The two sides, first mover first.
    pub sides: [SideLook; 2],
    /// The scheme that the board is coloured in.
    pub colours: Colours,
}

impl Layout {
    /// A rectangular board: point `row * columns + column`, row 0 at the top, no terrain, no names.
    pub fn grid(style: Style, columns: u8, rows: u8, sides: [SideLook; 2], colours: Colours) -> Layout {
        let points = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| Point { column, row, terrain: Terrain::Plain }))
            .collect();
        Layout {
            style,
            columns,
            rows,
            points,
            column_names: Vec::new(),
            row_names: Vec::new(),
            sides,
            colours,
        }
    }

    /// Names the columns `a`, `b`, … (`skip_i` leaves out the letter i, as Go does) and the rows 1, 2, … from
    /// the bottom (`rows_upward`) or the top.
    #[must_use]
    pub fn named(mut self, skip_i: bool, rows_upward: bool) -> Layout {
        let letters = ('a'..='z').filter(|&c| !(skip_i && c == 'i'));
        self.column_names = letters.take(self.columns.into()).map(String::from).collect();
        self.row_names = (1..=self.rows).map(|row| row.to_string()).collect();
        if rows_upward {
            self.row_names.reverse();
        }
        self
    }
}

/// Where pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// In cells, as in chess.
    Cells,
    /// On the crossings of lines, as in Go.
    Points,
}

/// The scheme that a board is coloured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colours {
    /// Light and dark cells by turns.
    Chequered,
    /// Wood: Go, gomoku, xiangqi.
    Wood,
    /// Green cloth: Othello.
    Cloth,
    /// A blue frame with holes: connect four.
    Frame,
    /// Plain paper: tic-tac-toe.
    Paper,
}

/// A place that can hold a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// From the left, 0 first.
    pub column: u8,
    /// From the top, 0 first.
    pub row: u8,
    /// What the ground is like.
    pub terrain: Terrain,
}

/// The ground of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Nothing special.
    Plain,
    /// Marked with a dot, as the star points of Go are.
    Star,
}

/// What a side is called and which colour its pieces have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SideLook {
    /// In English, capitalised.
    pub name: String,
    /// In Chinese.
    pub name_zh: String,
    /// A CSS colour name for the pieces.
    pub colour: String,
}

impl SideLook {
    /// A side's look from its parts.
    pub fn new(name: &str, name_zh: &str, colour: &str) -> SideLook {
        SideLook { name: name.into(), name_zh: name_zh.into(), colour: colour.into() }
    }

    /// Black then White, as in Go.
    pub fn black_white() -> [SideLook; 2] {
        [SideLook::new("Black", "黑方", "black"), SideLook::new("White", "白方", "white")]
    }

    /// White then Black, as in chess.
    pub fn white_black() -> [SideLook; 2] {
        [SideLook::new("White", "白方", "white"), SideLook::new("Black", "黑方", "black")]
    }
}

/// The pieces of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Scene {
    /// At most one a point.
    pub pieces: Vec<Piece>,
    /// Points to warn of: a king in check.
    pub alarmed: Vec<u16>,
    /// A line of text about the position that the board does not show ("Black 31, White 33"), or empty.
    pub note: String,
}

/// A piece on a point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Where.
    pub point: u16,
    /// Whose.
    #[serde(with = "side_index")]
    pub side: Side,
    /// The drawing: `stone`, `cross`, `nought`, `king`, …; a front-end without such a drawing shows `letter`.
    pub look: String,
    /// What a terminal shows.
    pub letter: char,
}

/// One click on the way to a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Any of these points; marks are drawn on the first.
    Point(Vec<u16>),
    /// A named choice: a pass, or what to promote to.
    Choice {
        /// Distinguishes it from other choices in its place.
        name: String,
        /// What a button says.
        label: String,
    },
}

impl Step {
    /// A click on one point.
    pub fn point(point: u16) -> Step {
        Step::Point(vec![point])
    }
}

/// Sides travel as 0 and 1.
pub mod side_index {
    use crate::Side;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes 0 or 1.
    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(side.index() as u8)
    }

    /// Reads 0 or 1.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        match u8::deserialize(deserializer)? {
            0 => Ok(Side::First),
            1 => Ok(Side::Second),
            other => Err(D::Error::custom(format!("a side is 0 or 1, not {other}"))),
        }
    }
}

/// Draws a position with letters, for terminals: names along the edges, `.` for an empty point.
pub fn draw_text(layout: &Layout, scene: &Scene) -> String {
    let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
    let mut grid = vec![vec![' '; columns]; rows];
    for (i, point) in layout.points.iter().enumerate() {
        let piece = scene.pieces.iter().find(|piece| usize::from(piece.point) == i);
        let empty = if point.terrain == Terrain::Star { '+' } else { '.' };
        grid[usize::from(point.row)][usize::from(point.column)] = piece.map_or(empty, |piece| piece.letter);
    }
    let margin = layout.row_names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (row, letters) in grid.iter().enumerate() {
        text += &format!("{:>margin$}", layout.row_names.get(row).map_or("", String::as_str));
        for letter in letters {
            text.push(' ');
            text.push(*letter);
        }
        text.push('\n');
    }
    if !layout.column_names.is_empty() {
        text += &format!("{:margin$}", "");
        for name in &layout.column_names {
            text.push(' ');
            text += name;
        }
        text.push('\n');
    }
    text
}
