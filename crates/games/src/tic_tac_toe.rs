//! Tic-tac-toe: three in a row on a 3×3 board.
//!
//! The smallest game here, and the example to read first.

use crate::fen::expected_side;
use crate::grid::{expected_letter, wrong_counts};
use crate::results::taken;
use rand_core::Rng;
use wanqi_game::depict::{BoardStyle, Colours, SideLook, Symmetry};
use wanqi_game::{
    Depict, Game, Layout, Notation, Outcome, Piece, Scene, Side, Step, TextError, message, quoted, random,
};

/// The rules of tic-tac-toe.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// Two sets of cells, cell 0 at the upper left, cell 8 at the lower right, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    cells: [u16; 2],
    side: Side,
}

/// The cell that is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u8);

impl Move {
    /// The cell, as in [`Position::cells`].
    pub fn cell(self) -> usize {
        self.0.into()
    }
}

const FULL: u16 = 0b111_111_111;
/// The eight lines of three.
pub const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
const KEYS: [u64; 19] = random::words(0x7133);
const LETTERS: [char; 2] = ['X', 'O'];

impl Position {
    /// The cells that a side has marked, cell 0 in the lowest bit.
    pub fn cells(&self, side: Side) -> u16 {
        self.cells[side.index()]
    }

    fn empty(&self) -> u16 {
        FULL & !(self.cells[0] | self.cells[1])
    }

    fn completed(&self, side: Side) -> Option<u16> {
        LINES.into_iter().find(|line| self.cells(side) & line == *line)
    }
}

/// The indices of the set bits, lowest first.
fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { cells: [0; 2], side: Side::First }
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        bits(position.empty()).for_each(|cell| visit(Move(cell)));
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        position.empty().count_ones() as usize
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        let mut empty = position.empty();
        if empty == 0 {
            return None;
        }
        for _ in 0..random::below(rng, empty.count_ones()) {
            empty &= empty - 1;
        }
        Some(Move(empty.trailing_zeros() as u8))
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.cells[position.side.index()] |= 1 << mv.0;
        position.side = position.side.opponent();
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        // Only the side that has just moved can have completed a line.
        let mover = position.side.opponent();
        match position.completed(mover) {
            Some(_) => Some(Outcome::Win(mover)),
            None => (position.empty() == 0).then_some(Outcome::Draw),
        }
    }

    fn outcome_if_stuck(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    fn key(&self, position: &Position) -> u64 {
        let of = |side: Side| {
            bits(position.cells(side)).map(move |cell| KEYS[usize::from(cell) + 9 * side.index()])
        };
        Side::BOTH
            .into_iter()
            .flat_map(of)
            .fold(KEYS[18] * position.side.index() as u64, |key, word| key ^ word)
    }
}

impl Notation for TicTacToe {
    /// Three rows from the top, `X`, `O` and `.`, then the side to move: `X.O/.X./... O`.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let (mut position, mut column, mut row) = (self.start(), 0, 0);
        let mut rest = text.chars().enumerate();
        for (at, c) in rest.by_ref() {
            match c {
                'X' | 'O' | '.' if column < 3 => {
                    if let Some(side) = LETTERS.iter().position(|&letter| letter == c) {
                        position.cells[side] |= 1 << (3 * row + column);
                    }
                    column += 1;
                }
                '/' if column == 3 && row < 2 => (column, row) = (0, row + 1),
                ' ' if column == 3 && row == 2 => break,
                'X' | 'O' | '.' => {
                    let what = message!("fault.three-cells", "a row has three cells");
                    return Err(TextError::at(what, at..at + 1));
                }
                '/' | ' ' => {
                    let what = message!("fault.three-rows", "three rows of three cells are expected");
                    return Err(TextError::at(what, at..at + 1));
                }
                _ => return Err(TextError::at(expected_letter(LETTERS, c), at..at + 1)),
            }
        }
        let side: String = rest.map(|(_, c)| c).collect();
        position.side = match side.as_str() {
            "X" => Side::First,
            "O" => Side::Second,
            _ => return Err(TextError::new(expected_side('X', 'O', &side))),
        };
        let [first, second] = position.cells.map(u16::count_ones);
        if first != second + position.side.index() as u32 {
            let turn = LETTERS[position.side.index()];
            return Err(TextError::new(wrong_counts([first, second], LETTERS, turn)));
        }
        if position.completed(position.side).is_some() {
            let what =
                message!("fault.has-line", "{turn} has a line already and cannot be to move", turn = side);
            return Err(TextError::new(what));
        }
        Ok(position)
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {}", LETTERS[side.index()])
    }

    fn format_position(&self, position: &Position) -> String {
        let cell = |cell: usize| {
            let marked = Side::BOTH.into_iter().find(|&side| position.cells(side) & (1 << cell) != 0);
            marked.map_or('.', |side| LETTERS[side.index()])
        };
        let row = |row: usize| (3 * row..3 * row + 3).map(cell).collect::<String>();
        format!("{}/{}/{} {}", row(0), row(1), row(2), LETTERS[position.side.index()])
    }

    /// A cell: column `a` to `c` from the left, row `1` to `3` from the bottom.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        let [column @ b'a'..=b'c', row @ b'1'..=b'3'] = text.as_bytes() else {
            return Err(TextError::new(message!(
                "fault.a-cell",
                "a move is a cell from a1 to c3, not {text}",
                text = quoted(text)
            )));
        };
        let cell = 3 * (b'3' - row) + (column - b'a');
        if position.empty() & (1 << cell) == 0 {
            return Err(TextError::new(taken(text)));
        }
        Ok(Move(cell))
    }

    fn format_move(&self, _: &Position, mv: Move, _: usize) -> String {
        format!("{}{}", char::from(b'a' + mv.0 % 3), 3 - mv.0 / 3)
    }
}

/// A cross or a nought.
fn mark(point: u16, side: Side) -> Piece {
    Piece::new(point, side, ["cross", "nought"][side.index()], LETTERS[side.index()])
}

impl Depict for TicTacToe {
    fn layout(&self) -> Layout {
        let sides = [SideLook::new("X", "叉", "crimson"), SideLook::new("O", "圈", "royalblue")];
        Layout::grid(BoardStyle::Cells, 3, 3, sides, Colours::Paper).named(false, true)
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Square
    }

    fn scene(&self, position: &Position) -> Scene {
        let of = |side: Side| bits(position.cells(side)).map(move |cell| mark(cell.into(), side));
        Scene { pieces: Side::BOTH.into_iter().flat_map(of).collect(), ..Scene::default() }
    }

    fn kinds(&self) -> Vec<Piece> {
        Side::BOTH.map(|side| mark(0, side)).into()
    }

    fn steps(&self, _: &Position, mv: Move) -> Vec<Step> {
        vec![Step::point(mv.0.into())]
    }

    fn winning_points(&self, position: &Position) -> Vec<u16> {
        let line = position.completed(position.side.opponent()).unwrap_or(0);
        bits(line).map(u16::from).collect()
    }
}
