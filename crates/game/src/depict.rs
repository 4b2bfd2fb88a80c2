//! How a game looks: all that a page or a terminal draws from, so that they know no rules.

use crate::{Game, Message, MessageValue, Side, message};
use serde::{Deserialize, Serialize};

/// The looks of a game. Beside each game's rules, and free of any front-end.
pub trait Depict: Game {
    /// The board without pieces. It depends on the rule set alone.
    fn layout(&self) -> Layout;

    /// Which turnings and mirrorings of the board the rules do not notice; none, if nothing else is said.
    fn symmetry(&self) -> Symmetry {
        Symmetry::None
    }

    /// The pieces of a position.
    fn scene(&self, position: &Self::Position) -> Scene;

    /// Every piece that can stand on the board, one of each kind and side, on point 0: the first side's first. Those of the
    /// first position, if nothing else is said; none where positions are not put together piece by piece.
    fn kinds(&self) -> Vec<Piece> {
        let mut kinds: Vec<Piece> = Vec::new();
        for piece in self.scene(&self.start()).pieces {
            let piece = Piece { point: 0, ..piece };
            if !kinds.contains(&piece) {
                kinds.push(piece);
            }
        }
        // Those of the second side in the order of the first side's.
        let order: Vec<char> = kinds.iter().map(|piece| piece.letter.to_ascii_uppercase()).collect();
        let place =
            |piece: &Piece| order.iter().position(|&letter| letter == piece.letter.to_ascii_uppercase());
        let mut sorted = kinds.clone();
        sorted.sort_by_key(|piece| (piece.side.index(), place(piece)));
        sorted
    }

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

    /// A finished game counted with the strings of these points taken off as dead, for games in which people agree on
    /// that after the last move (Go). `None` where nothing is counted so, or not yet.
    fn counted(&self, position: &Self::Position, dead: &[u16]) -> Option<CountedGame> {
        let _ = (position, dead);
        None
    }

    /// How the game ended, as a player would say it ("White wins by checkmate"); `line` as in
    /// [`Game::outcome_by_history`]. Only asked where [`Game::result`] is some.
    fn describe_result(&self, line: &[Self::Position]) -> Message {
        match self.result(line) {
            Some(crate::Outcome::Win(side)) => {
                message!("result.wins", "{winner} wins", winner = self.layout().side(side))
            }
            Some(crate::Outcome::Draw) => message!("result.draw", "A draw"),
            None => "The game goes on".into(),
        }
    }
}

/// A game counted after people have agreed on what is dead.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedGame {
    /// Every dead stone.
    pub dead: Vec<u16>,
    /// The points that count for the first and for the second side.
    pub areas: [Vec<u16>; 2],
    /// By how many points the first side is ahead, komi aside.
    pub lead: f64,
    /// Stones that live beside points which neither side can take (seki), where that matters.
    pub seki: Vec<u16>,
    /// How the game ends so.
    pub outcome: crate::Outcome,
    /// In words, as [`Depict::describe_result`] says it.
    pub words: Message,
}

/// A board without pieces.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Layout {
    /// Whether pieces stand in cells or on the crossings of lines.
    pub style: BoardStyle,
    /// Columns of the grid that the points lie on; half columns for [`BoardStyle::Hexes`].
    pub columns: u8,
    /// Rows of that grid.
    pub rows: u8,
    /// Every point that can hold a piece, its index being its number everywhere else. A place of the grid that no
    /// point names is a hole: nothing is drawn there.
    pub points: Vec<Point>,
    /// Strokes from point to point. Where there are none, [`BoardStyle::Points`] has the full grid of lines.
    pub lines: Vec<[u16; 2]>,
    /// Texts on the board, each half way between two points: the river of xiangqi.
    pub inscriptions: Vec<Inscription>,
    /// Edges of the board that belong to a side, to reach or to connect; the outer sides of their cells are drawn in
    /// its colour.
    pub edges: Vec<Edge>,
    /// Names along the lower edge, from left to right; of hexagons, where each file of cells that goes down to the
    /// right begins. Empty for none.
    pub column_names: Vec<String>,
    /// Names along the left edge, from the top down, of hexagons beside each row's first cell; empty for none.
    pub row_names: Vec<String>,
    /// What each side calls the columns, from left to right, where its own notation counts them (xiangqi): to be written
    /// along its edge of the board, the first side's the lower one. Empty for none.
    pub column_counts: [Vec<String>; 2],
    /// The two sides, first mover first.
    pub sides: [SideLook; 2],
    /// The scheme that the board is coloured in.
    pub colours: Colours,
}

impl Layout {
    /// A board of these points, as wide and high as they are; no strokes, no names.
    pub fn new(style: BoardStyle, points: Vec<Point>, sides: [SideLook; 2], colours: Colours) -> Layout {
        Layout {
            style,
            columns: points.iter().map(|point| point.column + 1).max().unwrap_or(0),
            rows: points.iter().map(|point| point.row + 1).max().unwrap_or(0),
            points,
            lines: Vec::new(),
            inscriptions: Vec::new(),
            edges: Vec::new(),
            column_names: Vec::new(),
            row_names: Vec::new(),
            column_counts: Default::default(),
            sides,
            colours,
        }
    }

    /// A rectangular board: point `row * columns + column`, row 0 at the top, no terrain, no names.
    pub fn grid(style: BoardStyle, columns: u8, rows: u8, sides: [SideLook; 2], colours: Colours) -> Layout {
        let points = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| Point { column, row, terrain: Terrain::Plain }))
            .collect();
        Layout::new(style, points, sides, colours)
    }

    /// Names the columns `a`, `b`, … (`skip_i` leaves out the letter i, as Go does) and the rows 1, 2, … from
    /// the bottom (`rows_upward`) or the top. Of hexagons, the files that go down to the right are named.
    #[must_use]
    pub fn named(mut self, skip_i: bool, rows_upward: bool) -> Layout {
        let letters = ('a'..='z').filter(|&c| !(skip_i && c == 'i'));
        let files = match self.style {
            BoardStyle::Cells | BoardStyle::Points => self.columns.into(),
            BoardStyle::Hexes => self.points.iter().map(|point| self.hex_file(point) + 1).max().unwrap_or(0),
        };
        self.column_names = letters.take(files).map(String::from).collect();
        self.row_names = (1..=self.rows).map(|row| row.to_string()).collect();
        if rows_upward {
            self.row_names.reverse();
        }
        self
    }

    /// A side by its name, to be put into a [`Message`].
    pub fn side(&self, side: Side) -> MessageValue {
        (side, self.sides[side.index()].name.as_str()).into()
    }

    /// The number of the file of hexagons that a point lies on, from 0 at the left. A file goes down to the right.
    pub fn hex_file(&self, point: &Point) -> usize {
        let shift = |point: &Point| i32::from(point.column) - i32::from(point.row);
        let leftmost = self.points.iter().map(shift).min().unwrap_or(0);
        ((shift(point) - leftmost) / 2) as usize
    }

    /// What a text has to the left of a row: its name, and of hexagons before it that of the file that begins there,
    /// unless that is the first row, which has the names of its files above it.
    pub fn row_label(&self, row: u8) -> String {
        let name = self.row_names.get(usize::from(row)).map_or("", String::as_str);
        let first = self.points.iter().filter(|point| point.row == row).min_by_key(|point| point.column);
        let file = first.filter(|_| self.style == BoardStyle::Hexes && row > 0).and_then(|first| {
            let file = self.hex_file(first);
            let above = self.points.iter().any(|point| point.row < row && self.hex_file(point) == file);
            self.column_names.get(file).filter(|_| !above)
        });
        format!("{}{name}", file.map_or("", String::as_str))
    }
}

/// The turnings and mirrorings of a board that change nothing of a game but how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// None that is known.
    None,
    /// Left and right may be exchanged.
    Mirrored,
    /// All eight of a square; the four of them that keep a rectangle.
    Square,
}

impl Symmetry {
    /// Where each of them carries every point of a board, leaving out the one that moves nothing.
    pub fn carried(self, layout: &Layout) -> Vec<Vec<u16>> {
        let points: Vec<(u8, u8)> = layout.points.iter().map(|point| (point.column, point.row)).collect();
        self.carried_points([layout.columns, layout.rows], &points)
    }

    /// The same for points told by column and row, on a board of so many columns and rows.
    pub fn carried_points(self, [columns, rows]: [u8; 2], points: &[(u8, u8)]) -> Vec<Vec<u16>> {
        let turnings = match self {
            Symmetry::None => 1..1,
            Symmetry::Mirrored => 1..2,
            Symmetry::Square => 1..8,
        };
        let carry = |turning: u8| {
            let flip = |at: u8, count: u8, bit: u8| if turning & bit == 0 { at } else { count - 1 - at };
            let place = |&(column, row): &(u8, u8)| {
                let (column, row) = (flip(column, columns, 1), flip(row, rows, 2));
                if turning & 4 == 0 { (column, row) } else { (row, column) }
            };
            let at = |place| points.iter().position(|&point| point == place);
            points.iter().map(|point| Some(at(place(point))? as u16)).collect()
        };
        turnings.filter_map(carry).collect()
    }
}

/// Where pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardStyle {
    /// In cells, as in chess.
    Cells,
    /// On the crossings of lines, as in Go.
    Points,
    /// In hexagonal cells with pointed tops, as in Hex. A column is half a cell wide: neighbours in a row are two
    /// columns apart, those in the next row one ("doubled coordinates",
    /// <https://www.redblobgames.com/grids/hexagons/#coordinates-doubled>).
    Hexes,
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
    /// From the left, 0 first; in half cells for [`BoardStyle::Hexes`].
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
    /// Water: a river, a lake.
    Water,
    /// A place that harms who stands there.
    Trap,
    /// A goal, a home.
    Den,
    /// Ground marked as different for any other reason: a palace, a home row.
    Shade,
}

/// A text on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inscription {
    /// The text stands half way between these points.
    pub between: [u16; 2],
    /// A few characters.
    pub text: String,
}

/// An edge of the board that belongs to a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// Whose.
    #[serde(with = "side_index")]
    pub side: Side,
    /// The points along it.
    pub points: Vec<u16>,
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
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// At most one a point.
    pub pieces: Vec<Piece>,
    /// Pieces beside the board, by kind; a kind of which there are none may be listed too and keeps its place.
    pub hands: Vec<HandPiece>,
    /// Points to warn of: a king in check.
    pub alarmed: Vec<u16>,
    /// Empty points where the rules forbid the side to move what it could else do: renju's.
    pub forbidden: Vec<u16>,
    /// A line of text about the position that the board does not show ("Black 31, White 33"), or empty.
    pub note: Message,
}

/// A piece on a point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Where.
    pub point: u16,
    /// Whose.
    #[serde(with = "side_index")]
    pub side: Side,
    /// The name of the drawing: `stone`, `disc`, `man` and `crown` of draughts, `block` for a point that is
    /// blocked, `cross`, `nought`, `king` and the other chessmen, `triangle`, `square`, `diamond`, `star`, `ring`,
    /// `pentagon` for a shogi piece with its `label`, which points at the other side.
    /// A front-end without such a drawing shows a disc with `label` on it.
    pub look: String,
    /// What a terminal shows.
    pub letter: char,
    /// What a disc is labelled with (`帥`), a character or two; `letter` if it is empty.
    pub label: String,
}

impl Piece {
    /// A piece without a label.
    pub fn new(point: u16, side: Side, look: &str, letter: char) -> Piece {
        Piece { point, side, look: look.into(), letter, label: String::new() }
    }

    /// The same piece with a label.
    #[must_use]
    pub fn labelled(mut self, label: &str) -> Piece {
        self.label = label.into();
        self
    }
}

/// Pieces of one kind that a side holds beside the board, to drop them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandPiece {
    /// Whose.
    #[serde(with = "side_index")]
    pub side: Side,
    /// The name of the [`Step::Choice`] that takes one up: the first step of a drop.
    pub name: String,
    /// How many.
    pub count: u16,
    /// See [`Piece::look`].
    pub look: String,
    /// See [`Piece::letter`].
    pub letter: char,
    /// See [`Piece::label`].
    pub label: String,
}

/// One click on the way to a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// Any of these points; marks are drawn on the first.
    Point(Vec<u16>),
    /// A named choice: a pass, what to promote to, which piece to drop ([`HandPiece::name`]).
    Choice {
        /// Distinguishes it from other choices in its place.
        name: String,
        /// What a button says; of a kind of piece its name, without a key.
        label: Message,
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
