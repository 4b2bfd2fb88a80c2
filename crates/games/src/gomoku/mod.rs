//! Gomoku: five stones in a row win, on boards of 5 to 20 columns and rows; and renju, which forbids Black some points.
//!
//! [`Gomoku`] is here; `five` sees completed lines, `forbidden` the points that renju forbids, `renju` plays by its
//! rules, `text` reads and writes, `depict` draws.

mod depict;
mod five;
mod forbidden;
pub mod opening;
mod renju;
mod text;

pub use forbidden::Forbidden;

use crate::bits::{bits, without_lowest};
use rand_core::Rng;
use std::ops::RangeInclusive;
use wanqi_game::{Game, Outcome, Side, random};

/// The rules of gomoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gomoku {
    columns: u8,
    rows: u8,
    rule: Rule,
    /// Whether Black may play on a forbidden point, and loses by it.
    forbidden_loses: bool,
}

/// Which lines win, and what else is particular.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Five or more.
    Freestyle,
    /// Five; six or more are nothing.
    ExactFive,
    /// Five for Black, to whom overlines, double fours and double threes are forbidden; five or more for White.
    /// <https://www.renju.net/rules/>
    Renju,
}

/// How many columns, and how many rows, a board may have.
pub const SIZES: RangeInclusive<u8> = 5..=20;

const MAX_SIZE: usize = *SIZES.end() as usize;
/// Rows and columns of empty points around the board, so that a look around a stone needs no care at the edge.
const BORDER: usize = 4;

/// The stones of one side: a word a row, the top row first, and a bit a column, with a border on all sides.
type Stones = [u32; MAX_SIZE + 2 * BORDER];

/// Points of the board: for each row, the top row first, a set of columns, the left one in the lowest bit.
pub type PointSet = [u32; MAX_SIZE];

/// The stones of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    stones: [Stones; 2],
    key: u64,
    empty: u16,
    side: Side,
    /// What the last move has decided.
    outcome: Option<Outcome>,
    last: LastMove,
}

/// The last move, as far as the stones do not show it. Only renju knows anything but stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastMove {
    Stone,
    Pass,
    /// The second pass in a row.
    SecondPass,
    /// A stone of Black's on a forbidden point.
    Forbidden,
}

/// The point that a stone is put on, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    row: u8,
    column: u8,
}

const _: () = assert!(size_of::<Position>() <= 240);

static KEYS: [u64; 2 * MAX_SIZE * MAX_SIZE] = random::words(0x5050);
const SECOND_TO_MOVE: u64 = random::word(0x5051, 0);
/// What each [`LastMove`] adds to the key.
const LAST_KEYS: [u64; 4] = [0, random::word(0x5052, 0), random::word(0x5052, 1), random::word(0x5052, 2)];

impl Move {
    /// Passing, which only renju allows: to Black where every empty point is forbidden, and to White after that.
    pub const PASS: Move = Move { row: u8::MAX, column: u8::MAX };

    /// A stone on the point in a row (0 at the top) and column (0 at the left); a move where that point is open.
    #[inline(always)]
    pub fn new(row: usize, column: usize) -> Move {
        Move { row: row as u8, column: column as u8 }
    }

    /// Whether the move is a pass.
    #[inline(always)]
    pub fn is_pass(self) -> bool {
        self == Move::PASS
    }

    /// The row of the stone, from the top, 0 first; of a pass no row of any board.
    #[inline(always)]
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// The column of the stone, from the left, 0 first; of a pass no column of any board.
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
        self.key ^= KEYS[(side.index() * MAX_SIZE + row) * MAX_SIZE + column];
    }

    fn set_last(&mut self, last: LastMove) {
        self.key ^= LAST_KEYS[self.last as usize] ^ LAST_KEYS[last as usize];
        self.last = last;
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        self.side = self.side.opponent();
        self.key ^= SECOND_TO_MOVE;
    }
}

impl Default for Gomoku {
    fn default() -> Self {
        Gomoku { columns: 15, rows: 15, rule: Rule::Freestyle, forbidden_loses: false }
    }
}

impl Gomoku {
    /// The rules on a square board; `None` if its size is not one of [`SIZES`].
    pub fn new(size: u8, rule: Rule) -> Option<Gomoku> {
        Gomoku::rectangular(size, size, rule)
    }

    /// The rules on a board of so many columns and rows; `None` if either is not one of [`SIZES`].
    pub fn rectangular(columns: u8, rows: u8, rule: Rule) -> Option<Gomoku> {
        let fits = SIZES.contains(&columns) && SIZES.contains(&rows);
        fits.then_some(Gomoku { columns, rows, rule, forbidden_loses: false })
    }

    /// The same rules, but for this: Black may play on a forbidden point, and loses by it, as in tournaments where it is
    /// for White to see it.
    #[must_use]
    pub fn forbidden_loses(self) -> Gomoku {
        Gomoku { forbidden_loses: true, ..self }
    }

    /// The number of columns.
    #[inline(always)]
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The number of rows.
    #[inline(always)]
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// Whether there are as many rows as columns.
    pub fn is_square(&self) -> bool {
        self.columns == self.rows
    }

    /// Which lines win.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Whether six or more stones in a row win for a side, as five do.
    #[inline]
    pub fn overline_wins(&self, side: Side) -> bool {
        match self.rule {
            Rule::Freestyle => true,
            Rule::ExactFive => false,
            Rule::Renju => side == Side::Second,
        }
    }

    /// The move to an empty point, row and column counted from 0 at the upper left; `None` if the point is off
    /// the board, taken, or forbidden to the side to move.
    #[inline]
    pub fn move_at(&self, position: &Position, row: usize, column: usize) -> Option<Move> {
        let on_board = row < self.rows() && column < self.columns();
        let open = on_board
            && self.empty_in(position, row) & (1 << column) != 0
            && !(self.restricts(position) && self.forbidden(position, row, column).is_some());
        open.then_some(Move { row: row as u8, column: column as u8 })
    }

    /// The position with the other side to move, as if a pass were allowed: for searches that ask what there is to fear.
    /// `None` after a pass by the rules.
    #[inline]
    pub fn passed(&self, position: &Position) -> Option<Position> {
        (position.last == LastMove::Stone).then(|| self.turned(position))
    }

    /// The position with the other side to move, whatever came before.
    #[inline]
    pub fn turned(&self, position: &Position) -> Position {
        let mut after = position.clone();
        after.pass_turn();
        after
    }

    /// The empty points of a row as a set of columns.
    #[inline(always)]
    pub fn empty_in(&self, position: &Position, row: usize) -> u32 {
        !(position.row(Side::First, row) | position.row(Side::Second, row)) & ((1 << self.columns) - 1)
    }

    /// Whether a stone of a side is part of a line that wins.
    #[inline(always)]
    fn wins(&self, stones: &Stones, side: Side, row: usize, column: usize) -> bool {
        five::stands(stones, row, column)
            && (self.overline_wins(side) || five::lengths(stones, row, column).contains(&5))
    }

    /// Puts a stone of the side to move on an empty point and looks what it has decided.
    #[inline(always)]
    fn put_stone(&self, position: &mut Position, mv: Move) {
        let side = position.side;
        position.put(side, mv.row(), mv.column());
        let won = self.wins(&position.stones[side.index()], side, mv.row(), mv.column());
        position.outcome = match won {
            true => Some(Outcome::Win(side)),
            false => (position.empty == 0).then_some(Outcome::Draw),
        };
        position.pass_turn();
    }

    /// All points as row and column, in the order of [`each_move`](Game::each_move).
    fn points(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (columns, rows) = (self.columns(), self.rows());
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The stones of a side that are part of a winning line.
    fn winning_stones(&self, position: &Position, side: Side) -> impl Iterator<Item = (usize, usize)> {
        let stones = &position.stones[side.index()];
        let wins = move |&(row, column): &(usize, usize)| {
            position.at(row, column) == Some(side) && self.wins(stones, side, row, column)
        };
        self.points().filter(wins)
    }

    /// A random empty point.
    #[inline]
    fn random_point(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        // Points are drawn until one is empty: mostly the first or second, as random games end on half-full
        // boards. On a crowded board an empty point is counted out instead, which is just as uniform.
        const TRIES: u32 = 8;
        for _ in 0..TRIES {
            let word = rng.next_u64();
            let scale = |half: u64, count: u8| ((half * u64::from(count)) >> 32) as u8;
            let (row, column) = (scale(word >> 32, self.rows), scale(word & 0xFFFF_FFFF, self.columns));
            let taken =
                position.stones[0][usize::from(row) + BORDER] | position.stones[1][usize::from(row) + BORDER];
            if taken & (1 << (usize::from(column) + BORDER)) == 0 {
                return Some(Move { row, column });
            }
        }
        let empty = position.empty.into();
        if empty == 0 { None } else { self.nth_empty(position, random::below(rng, empty)) }
    }

    /// An empty point by its number, in the order of [`each_move`](Game::each_move).
    #[cold]
    fn nth_empty(&self, position: &Position, mut n: u32) -> Option<Move> {
        for row in 0..self.rows() {
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
        let empty = u16::from(self.columns) * u16::from(self.rows);
        let stones = [[0; MAX_SIZE + 2 * BORDER]; 2];
        Position { stones, key: 0, empty, side: Side::First, outcome: None, last: LastMove::Stone }
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if self.rule == Rule::Renju {
            return self.each_renju_move(position, visit);
        }
        for row in 0..self.rows {
            let empty = self.empty_in(position, row.into());
            bits(empty.into()).for_each(|column| visit(Move { row, column }));
        }
    }

    #[inline]
    fn move_count(&self, position: &Position) -> usize {
        match self.rule {
            Rule::Renju => self.renju_move_count(position),
            Rule::Freestyle | Rule::ExactFive => position.empty.into(),
        }
    }

    const AMAF_INDICES: usize = MAX_SIZE * MAX_SIZE;

    #[inline]
    fn amaf_index(&self, mv: Move) -> Option<usize> {
        (!mv.is_pass()).then(|| mv.row() * MAX_SIZE + mv.column())
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        if self.rule == Rule::Renju {
            return self.random_renju_move(position, rng);
        }
        self.random_point(position, rng)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        match self.rule {
            Rule::Renju => self.play_renju(position, mv),
            Rule::Freestyle | Rule::ExactFive => self.put_stone(position, mv),
        }
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome
    }

    fn outcome_if_stuck(&self, _: &Position) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}
