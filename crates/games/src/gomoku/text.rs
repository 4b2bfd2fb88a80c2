//! Positions and moves of gomoku as text.

use super::{Gomoku, Move, Position};
use crate::grid::{Grid, format_place, parse_place};
use game::{Game, Notation, Side, TextError, quoted};

impl Gomoku {
    fn grid(&self) -> Grid {
        Grid { columns: self.size(), rows: self.size(), letters: ['X', 'O'] }
    }
}

impl Notation for Gomoku {
    /// Rows from the top between slashes, `X` for Black, `O` for White, `.` for an empty point; then a space and
    /// the side to move.
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let mut position = self.start();
        let mut counts = [0_u32; 2];
        let grid = self.grid();
        let side = grid.parse(text, |row, column, side| {
            position.put(side, row, column);
            counts[side.index()] += 1;
        })?;
        let [first, second] = counts;
        let turn = grid.letters[side.index()];
        if first != second + side.index() as u32 {
            return Err(TextError::new(format!("with {first} X and {second} O it cannot be {turn}'s turn")));
        }
        if side == Side::Second {
            position.pass_turn();
        }
        if let Some((row, column)) = self.winning_stones(&position, side).next() {
            let at = grid.character(text, row, column);
            return Err(TextError::at(format!("{turn} has five already and cannot be to move"), at..at + 1));
        }
        let won = self.winning_stones(&position, side.opponent()).next().is_some();
        position.won = won;
        Ok(position)
    }

    fn format_position(&self, position: &Position) -> String {
        self.grid().format(|row, column| position.at(row, column), position.side)
    }

    /// A point: column from `a` at the left, `i` included, row from `1` at the bottom.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        if self.outcome(position).is_some() {
            return Err(TextError::new("the game is over"));
        }
        let size = self.size();
        let Some((column, row)) = parse_place(text, size, size) else {
            let last = format_place(size - 1, size - 1);
            return Err(TextError::new(format!("a move is a point from a1 to {last}, not {}", quoted(text))));
        };
        self.move_at(position, size - 1 - row, column)
            .ok_or_else(|| TextError::new(format!("{text} is taken")))
    }

    fn format_move(&self, _: &Position, mv: Move, _: usize) -> String {
        format_place(mv.column(), self.size() - 1 - mv.row())
    }
}
