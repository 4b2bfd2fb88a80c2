//! Connect four: discs fall into seven columns of six, and four in a row win.

use crate::bits::bits;
use crate::grid::{Grid, wrong_counts};
use rand_core::Rng;
use wanqi_game::depict::{BoardStyle, Colours, SideLook, Symmetry};
use wanqi_game::{
    Depict, Game, Layout, Notation, Outcome, Piece, Scene, Side, Step, TextError, message, quoted, random,
};

/// The number of columns.
pub const COLUMNS: u8 = 7;
/// The number of cells in a column.
pub const ROWS: u8 = 6;

/// The rules of connect four.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// The discs of both sides as sets of cells: seven bits a column from the left, the lowest cell in the lowest
/// bit, and the seventh bit always empty, so that no line runs from one column into the next.
/// The layout is John Tromp's: <https://tromp.github.io/c4/Connect4.java>.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The discs of the side to move. Ordered so, a move needs no look at whose turn it is.
    own: u64,
    other: u64,
    side: Side,
}

/// The column that a disc is dropped into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u8);

impl Move {
    /// The column, from 0 at the left.
    #[inline(always)]
    pub fn column(self) -> usize {
        self.0.into()
    }
}

const HEIGHT: u8 = ROWS + 1;
/// The lowest cell of every column.
const BOTTOM: u64 = {
    let (mut set, mut column) = (0, 0);
    while column < COLUMNS {
        set |= 1 << (column * HEIGHT);
        column += 1;
    }
    set
};
const COLUMN: u64 = (1 << ROWS) - 1;
/// The cells of the board, as in [`Position::discs`].
pub const BOARD: u64 = BOTTOM * COLUMN;
/// The distance in bits to the next cell upwards, to the right, and along both diagonals.
pub const DIRECTIONS: [u8; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];
const GRID: Grid = Grid { columns: COLUMNS as usize, rows: ROWS as usize, letters: ['Y', 'R'] };

const _: () = assert!(size_of::<Position>() <= 24);

impl Position {
    /// The cells with a disc of a side: bit `7 * column + height`, both from 0, the left column first.
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side { self.own } else { self.other }
    }

    /// The cells that a disc can fall into, one for every column with room.
    #[inline(always)]
    pub fn landing(&self) -> u64 {
        ((self.own | self.other) + BOTTOM) & BOARD
    }

    /// The cell that a move's disc falls into, as a set of one cell.
    #[inline(always)]
    pub fn landing_of(&self, mv: Move) -> u64 {
        self.landing() & (COLUMN << (mv.0 * HEIGHT))
    }
}

/// The lowest or leftmost cells of all fours in a set of discs, in one direction.
#[inline(always)]
fn fours(discs: u64, direction: u8) -> u64 {
    let pairs = discs & (discs >> direction);
    pairs & (pairs >> (2 * direction))
}

/// The set of one cell, row 0 at the top.
fn cell(row: usize, column: usize) -> u64 {
    1 << (column * usize::from(HEIGHT) + usize::from(ROWS) - 1 - row)
}

/// The number of a cell on the screen.
fn point(bit: u8) -> u16 {
    u16::from(ROWS - 1 - bit % HEIGHT) * u16::from(COLUMNS) + u16::from(bit / HEIGHT)
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { own: 0, other: 0, side: Side::First }
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        bits(position.landing()).for_each(|bit| visit(Move(bit / HEIGHT)));
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        position.landing().count_ones() as usize
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        let landing = position.landing();
        if landing == 0 {
            return None;
        }
        // Full columns are rare in random games, so that the first try nearly always stands.
        loop {
            let column = random::below(rng, COLUMNS.into()) as u8;
            if landing & (COLUMN << (column * HEIGHT)) != 0 {
                return Some(Move(column));
            }
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let disc = position.landing_of(mv);
        let Position { own, other, side } = *position;
        *position = Position { own: other, other: own | disc, side: side.opponent() };
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Only the side that has just moved can have completed a four.
        let [up, right, falling, rising] = DIRECTIONS.map(|direction| fours(position.other, direction));
        if up | right | falling | rising != 0 {
            return Some(Outcome::Win(position.side.opponent()));
        }
        (position.own | position.other == BOARD).then_some(Outcome::Draw)
    }

    fn outcome_if_stuck(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    /// Not a sum of table entries: discs plus the first free cell of every column is a number of 49 bits that no
    /// other position has (Tromp, see [`Position`]), and mixing it one to one leaves no two keys equal.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        random::word(0xC4, position.discs(Side::First) + (position.own | position.other) + BOTTOM)
    }
}

impl Notation for ConnectFour {
    /// Six rows from the top, `Y`, `R` and `.`, then the side to move.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let mut discs = [0_u64; 2];
        let side = GRID.parse(text, |row, column, side| discs[side.index()] |= cell(row, column))?;
        let position = Position { own: discs[side.index()], other: discs[side.opponent().index()], side };
        let all = position.own | position.other;
        if let Some(bit) = bits(all & !(all << 1) & !BOTTOM).next() {
            let at = GRID.character(text, usize::from(ROWS - 1 - bit % HEIGHT), usize::from(bit / HEIGHT));
            return Err(TextError::at(
                message!("fault.empty-under", "a disc with an empty cell under it"),
                at..at + 1,
            ));
        }
        let [first, second] = discs.map(u64::count_ones);
        if first != second + side.index() as u32 {
            let turn = GRID.letters[side.index()];
            return Err(TextError::new(wrong_counts([first, second], GRID.letters, turn)));
        }
        if DIRECTIONS.iter().any(|&direction| fours(position.own, direction) != 0) {
            let turn = GRID.letters[side.index()];
            let what = message!("fault.has-four", "{turn} has a four already and cannot be to move", turn);
            return Err(TextError::new(what));
        }
        Ok(position)
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {}", GRID.letters[side.index()])
    }

    fn format_position(&self, position: &Position) -> String {
        let at =
            |row, column| Side::BOTH.into_iter().find(|&side| position.discs(side) & cell(row, column) != 0);
        GRID.format(at, position.side)
    }

    fn notations(&self) -> &'static [&'static str] {
        &["column"]
    }

    /// A column, `1` to `7` from the left.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        let [digit @ b'1'..=b'7'] = text.as_bytes() else {
            return Err(TextError::new(message!(
                "fault.a-column",
                "a move is a column from {first} to {last}, not {text}",
                first = 1_u8,
                last = COLUMNS,
                text = quoted(text)
            )));
        };
        let column = digit - b'1';
        if position.landing() & (COLUMN << (column * HEIGHT)) == 0 {
            return Err(TextError::new(message!(
                "fault.column-full",
                "column {column} is full",
                column = text
            )));
        }
        Ok(Move(column))
    }

    fn format_move(&self, _: &Position, mv: Move, _: usize) -> String {
        (mv.0 + 1).to_string()
    }
}

fn disc(point: u16, side: Side) -> Piece {
    Piece::new(point, side, "disc", GRID.letters[side.index()])
}

impl Depict for ConnectFour {
    fn layout(&self) -> Layout {
        let sides = [SideLook::new("Yellow", "黄方", "gold"), SideLook::new("Red", "红方", "crimson")];
        let mut layout = Layout::grid(BoardStyle::Cells, COLUMNS, ROWS, sides, Colours::Frame);
        layout.column_names = (1..=COLUMNS).map(|column| column.to_string()).collect();
        layout
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Mirrored
    }

    fn scene(&self, position: &Position) -> Scene {
        let of = |side: Side| bits(position.discs(side)).map(move |bit| disc(point(bit), side));
        Scene { pieces: Side::BOTH.into_iter().flat_map(of).collect(), ..Scene::default() }
    }

    fn kinds(&self) -> Vec<Piece> {
        Side::BOTH.map(|side| disc(0, side)).into()
    }

    /// Any cell of the column, the one that the disc falls into first.
    fn steps(&self, position: &Position, mv: Move) -> Vec<Step> {
        let column = COLUMN << (mv.0 * HEIGHT);
        let landing = position.landing_of(mv);
        vec![Step::Point(bits(landing).chain(bits(column & !landing)).map(point).collect())]
    }

    fn winning_points(&self, position: &Position) -> Vec<u16> {
        let line = DIRECTIONS.into_iter().fold(0, |line, direction| {
            let start = fours(position.other, direction);
            line | (0..4).fold(0, |cells, i| cells | (start << (i * direction)))
        });
        bits(line).map(point).collect()
    }
}
