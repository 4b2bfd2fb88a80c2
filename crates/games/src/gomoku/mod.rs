//! Gomoku: five stones in a row win, on boards of any size from 5 to 20.
//!
//! [`Gomoku`] is here; `five` sees completed lines, `text` reads and writes, `depict` draws.

mod depict;
mod five;
mod text;

use crate::bits::{bits, without_lowest};
use game::{Game, Outcome, Side, random};
use rand_core::Rng;
use std::ops::RangeInclusive;

/// The rules of gomoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gomoku {
    size: u8,
    rule: Rule,
}

/// Which lines win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Five or more.
    Freestyle,
    /// Five; six or more are nothing.
    ExactFive,
}

/// The sizes of board that the rules allow.
pub const SIZES: RangeInclusive<u8> = 5..=20;

const LARGEST: usize = *SIZES.end() as usize;
/// Rows and columns of empty points around the board, so that a look around a stone needs no care at the edge.
const BORDER: usize = 4;

/// The stones of one side: a word a row, the top row first, and a bit a column, with a border on all sides.
type Stones = [u32; LARGEST + 2 * BORDER];

/// The stones of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    stones: [Stones; 2],
    key: u64,
    empty: u16,
    side: Side,
    /// Whether the last stone completed a winning line.
    won: bool,
}

/// The point that a stone is put on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    row: u8,
    column: u8,
}

const _: () = assert!(size_of::<Position>() <= 240);

static KEYS: [u64; 2 * LARGEST * LARGEST] = random::words(0x5050);
const SECOND_TO_MOVE: u64 = random::word(0x5051, 0);

impl Move {
    /// From the top, 0 first.
    #[inline(always)]
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// From the left, 0 first.
    #[inline(always)]
    pub fn column(self) -> usize {
        self.column.into()
    }
}

impl Position {
    /// The stones of a side in a row (0 at the top) as a set of columns, the left one in the lowest bit.
    #[inline(always)]
    pub fn row(&self, side: Side, row: usize) -> u32 {
        self.stones[side.index()][row + BORDER] >> BORDER
    }

    /// The stone on a point, row and column counted from 0 at the upper left.
    pub fn at(&self, row: usize, column: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.row(side, row) & (1 << column) != 0)
    }

    /// The number of empty points.
    #[inline]
    pub fn empty(&self) -> usize {
        self.empty.into()
    }

    #[inline(always)]
    fn put(&mut self, side: Side, row: usize, column: usize) {
        self.stones[side.index()][row + BORDER] |= 1 << (column + BORDER);
        self.empty -= 1;
        self.key ^= KEYS[(side.index() * LARGEST + row) * LARGEST + column];
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        self.side = self.side.opponent();
        self.key ^= SECOND_TO_MOVE;
    }
}

impl Default for Gomoku {
    fn default() -> Self {
        Gomoku { size: 15, rule: Rule::Freestyle }
    }
}

impl Gomoku {
    /// The rules on a board of some size; `None` if it is not one of [`SIZES`].
    pub fn new(size: u8, rule: Rule) -> Option<Gomoku> {
        SIZES.contains(&size).then_some(Gomoku { size, rule })
    }

    /// The number of rows and columns.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// Which lines win.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The move to an empty point, row and column counted from 0 at the upper left; `None` if the point is off
    /// the board or taken.
    #[inline]
    pub fn move_at(&self, position: &Position, row: usize, column: usize) -> Option<Move> {
        let on_board = row < self.size() && column < self.size();
        (on_board && self.empty_in(position, row) & (1 << column) != 0)
            .then_some(Move { row: row as u8, column: column as u8 })
    }

    /// The empty points of a row as a set of columns.
    #[inline(always)]
    pub fn empty_in(&self, position: &Position, row: usize) -> u32 {
        !(position.row(Side::First, row) | position.row(Side::Second, row)) & ((1 << self.size) - 1)
    }

    /// Whether a stone is part of a line that wins.
    #[inline(always)]
    fn wins(&self, stones: &Stones, row: usize, column: usize) -> bool {
        five::stands(stones, row, column)
            && match self.rule {
                Rule::Freestyle => true,
                Rule::ExactFive => five::lengths(stones, row, column).contains(&5),
            }
    }

    /// All points as row and column, in the order of [`each_move`](Game::each_move).
    fn points(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
    }

    /// The stones of a side that are part of a winning line.
    fn winning_stones(&self, position: &Position, side: Side) -> impl Iterator<Item = (usize, usize)> {
        let stones = &position.stones[side.index()];
        let wins = move |&(row, column): &(usize, usize)| {
            position.at(row, column) == Some(side) && self.wins(stones, row, column)
        };
        self.points().filter(wins)
    }

    /// An empty point by its number, in the order of [`each_move`](Game::each_move).
    #[cold]
    fn nth_empty(&self, position: &Position, mut n: u32) -> Option<Move> {
        for row in 0..self.size() {
            let empty = self.empty_in(position, row);
            if n < empty.count_ones() {
                let column = without_lowest(empty.into(), n).trailing_zeros() as u8;
                return Some(Move { row: row as u8, column });
            }
            n -= empty.count_ones();
        }
        None
    }
}

impl Game for Gomoku {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let empty = u16::from(self.size) * u16::from(self.size);
        let stones = [[0; LARGEST + 2 * BORDER]; 2];
        Position { stones, key: 0, empty, side: Side::First, won: false }
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        for row in 0..self.size {
            let empty = self.empty_in(position, row.into());
            bits(empty.into()).for_each(|column| visit(Move { row, column }));
        }
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        position.empty.into()
    }

    const PLACES: usize = LARGEST * LARGEST;

    #[inline]
    fn place(&self, mv: Move) -> Option<usize> {
        Some(usize::from(mv.row) * LARGEST + usize::from(mv.column))
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        // Points are drawn until one is empty: mostly the first or second, as random games end on half-full
        // boards. On a crowded board an empty point is counted out instead, which is just as uniform.
        const TRIES: u32 = 8;
        for _ in 0..TRIES {
            let word = rng.next_u64();
            let scale = |half: u64| ((half * u64::from(self.size)) >> 32) as u8;
            let (row, column) = (scale(word >> 32), scale(word & 0xFFFF_FFFF));
            let taken =
                position.stones[0][usize::from(row) + BORDER] | position.stones[1][usize::from(row) + BORDER];
            if taken & (1 << (usize::from(column) + BORDER)) == 0 {
                return Some(Move { row, column });
            }
        }
        let empty = position.empty.into();
        if empty == 0 { None } else { self.nth_empty(position, random::below(rng, empty)) }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let side = position.side;
        position.put(side, mv.row(), mv.column());
        position.won = self.wins(&position.stones[side.index()], mv.row(), mv.column());
        position.pass_turn();
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.won {
            return Some(Outcome::Win(position.side.opponent()));
        }
        (position.empty == 0).then_some(Outcome::Draw)
    }

    fn outcome_if_stuck(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}
