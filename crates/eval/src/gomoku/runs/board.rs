//! The board of gomoku as lines in four directions, with the worth of each.

use super::line::RunLine;
use wanqi_game::Side;
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};

/// The stones of a position line by line, and what the runs in them are worth. A stone changes four lines; what
/// they were before is kept on a stack.
#[derive(Clone, PartialEq, Debug)]
pub struct RunBoard {
    columns: usize,
    rows: usize,
    rule: Rule,
    /// Rows, columns, falling and rising diagonals, one after the other.
    lines: Vec<Stones>,
    value: [i32; 2],
    past: Vec<StoneUndo>,
    /// Room for the candidates of a node, so that none is made at every node.
    pub(super) candidates: Vec<(super::tactics::Rank, Move)>,
}

/// The stones in a line and their worth, side by side.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stones {
    stones: [u32; 2],
    value: [i32; 2],
    length: u32,
}

/// What a stone has changed.
#[derive(Clone, Copy, PartialEq, Debug)]
struct StoneUndo {
    places: [LinePoint; 4],
    lines: [Stones; 4],
    value: [i32; 2],
}

/// A point of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
struct LinePoint {
    line: usize,
    point: u32,
}

impl RunBoard {
    pub(super) fn new(game: &Gomoku, position: &Position) -> RunBoard {
        let (columns, rows) = (game.columns(), game.rows());
        let diagonals = columns + rows - 1;
        let diagonal = |line: usize| (line + 1).min(diagonals - line).min(columns).min(rows);
        let lengths = std::iter::repeat_n(columns, rows).chain(std::iter::repeat_n(rows, columns));
        let lengths = lengths.chain((0..2).flat_map(|_| (0..diagonals).map(diagonal)));
        let line = |length| Stones { stones: [0; 2], value: [0; 2], length: length as u32 };
        let lines = lengths.map(line).collect();
        let mut board = RunBoard {
            columns,
            rows,
            rule: game.rule(),
            lines,
            value: [0; 2],
            past: Vec::new(),
            candidates: Vec::new(),
        };
        for row in 0..rows {
            for column in 0..columns {
                if let Some(side) = position.at(row, column) {
                    board.put(side, board.places(row, column));
                }
            }
        }
        board
    }

    /// The worth of all runs of a side.
    #[inline]
    pub fn value(&self, side: Side) -> i32 {
        self.value[side.index()]
    }

    /// The worth for a side of a stone on an empty point: that of the four runs it would belong to.
    #[inline]
    pub fn value_with(&self, side: Side, row: usize, column: usize) -> i32 {
        let places = self.places(row, column);
        places.iter().map(|place| self.seen_by(side, place.line).value_with(place.point)).sum()
    }

    #[inline]
    pub(super) fn push(&mut self, side: Side, row: usize, column: usize) {
        let places = self.places(row, column);
        self.keep(places);
        self.put(side, places);
    }

    /// A move that puts no stone.
    #[inline]
    pub(super) fn push_pass(&mut self) {
        self.keep(self.places(0, 0));
    }

    /// Keeps what a move may change.
    #[inline]
    fn keep(&mut self, places: [LinePoint; 4]) {
        self.past.push(StoneUndo {
            places,
            lines: places.map(|place| self.lines[place.line]),
            value: self.value,
        });
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        let past = self.past.pop().expect("a pop takes a push back");
        for (place, line) in past.places.iter().zip(past.lines) {
            self.lines[place.line] = line;
        }
        self.value = past.value;
    }

    fn put(&mut self, side: Side, places: [LinePoint; 4]) {
        for place in places {
            self.lines[place.line].stones[side.index()] |= 1 << place.point;
            for side in Side::BOTH {
                let value = self.seen_by(side, place.line).value();
                let old = &mut self.lines[place.line].value[side.index()];
                self.value[side.index()] += value - std::mem::replace(old, value);
            }
        }
    }

    #[inline(always)]
    fn seen_by(&self, side: Side, line: usize) -> RunLine {
        let Stones { stones, length, .. } = self.lines[line];
        let rule = match self.rule {
            Rule::Renju if side == Side::First => Rule::ExactFive,
            Rule::Renju => Rule::Freestyle,
            rule => rule,
        };
        RunLine::new(stones[side.index()], stones[side.opponent().index()], length, rule)
    }

    /// Where a point lies in its row, column, falling and rising diagonal.
    #[inline(always)]
    fn places(&self, row: usize, column: usize) -> [LinePoint; 4] {
        let (columns, rows) = (self.columns, self.rows);
        let (falling, rising) = (rows - 1 - row + column, row + column);
        let (diagonals, right) = (columns + rows - 1, columns - 1 - column);
        [
            LinePoint { line: row, point: column as u32 },
            LinePoint { line: rows + column, point: row as u32 },
            LinePoint { line: rows + columns + falling, point: row.min(column) as u32 },
            LinePoint { line: rows + columns + diagonals + rising, point: row.min(right) as u32 },
        ]
    }
}
