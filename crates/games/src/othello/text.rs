//! Positions and moves of Othello as text.

use super::{Move, Othello, Position};
use crate::grid::{Grid, format_place, parse_place};
use crate::results::{over, taken};
use wanqi_game::{Game, Notation, Side, TextError, message, quoted};

impl Othello {
    fn grid(&self) -> Grid {
        let rows = self.size.rows().into();
        Grid { columns: rows, rows, letters: ['X', 'O'] }
    }
}

impl Othello {
    /// A position's text with the usual letters, each where it was.
    fn usual(&self, text: &str) -> String {
        let board = text.split(';').next().unwrap_or_default().trim_end();
        let squares = usize::from(self.size.rows()).pow(2);
        let mut places = 0;
        let mut usual = String::with_capacity(text.len() + 1);
        for (at, c) in board.char_indices() {
            let (is_side, is_last) = (places == squares, at + c.len_utf8() == board.len());
            let c = match c {
                '*' | 'x' => 'X',
                'o' => 'O',
                'b' | 'B' if is_side && is_last => 'X',
                'w' | 'W' if is_side && is_last => 'O',
                other => other,
            };
            if is_side && is_last && matches!(c, 'X' | 'O') && !usual.ends_with([' ', '/']) {
                usual.push(' ');
            }
            places += usize::from(!matches!(c, '/' | ' ') && !is_side);
            usual.push(c);
        }
        usual
    }
}

impl Notation for Othello {
    /// Rows from the top between slashes, or all squares without a break; `X` is Black, `O` White, `.` or `-` an
    /// empty square. Then a space and the side to move. As other programs write it, Black is `*` too, letters may be
    /// small, the side a `b` or a `w`, or stand next to the last square, and what follows a `;` is said about the
    /// position (<https://www.skatgame.net/mburo/ggsa/ggf>; suites of positions such as FFO's).
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let mut discs = [0; 2];
        let put = |row, column, side: Side| discs[side.index()] |= 1 << self.square(row, column);
        let side = self.grid().parse(&self.usual(text), put)?;
        Ok(self.position(discs, side))
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {}", self.grid().letters[side.index()])
    }

    fn format_position(&self, position: &Position) -> String {
        let at = |row, column| {
            let square = 1 << self.square(row, column);
            Side::BOTH.into_iter().find(|&side| position.discs(side) & square != 0)
        };
        self.grid().format(at, position.side)
    }

    /// A square: column from `a` at the left, row from `1` at the top; or `pass`.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, TextError> {
        if self.outcome(position).is_some() {
            return Err(TextError::new(over()));
        }
        if text.eq_ignore_ascii_case("pass") {
            return match position.moves {
                0 => Ok(Move::PASS),
                _ => Err(TextError::new(message!(
                    "fault.no-pass",
                    "a pass is legal only where no disc can be placed"
                ))),
            };
        }
        let size = usize::from(self.size.rows());
        let Some((column, row)) = parse_place(text, size, size) else {
            let last = format_place(size - 1, size - 1);
            return Err(TextError::new(message!(
                "fault.a-square",
                "a move is a square from a1 to {last} or \"pass\", not {text}",
                last,
                text = quoted(text)
            )));
        };
        let square = self.square(row, column);
        if position.moves & (1 << square) == 0 {
            let is_taken = (position.own | position.other) & (1 << square) != 0;
            return Err(TextError::new(match is_taken {
                true => taken(text),
                false => message!("fault.turns-none", "{point} turns no disc", point = text),
            }));
        }
        Ok(Move(square as u8))
    }

    fn format_move(&self, _: &Position, mv: Move, _: usize) -> String {
        if mv == Move::PASS {
            return "pass".into();
        }
        let (row, column) = self.row_and_column(mv.0);
        format_place(column, row)
    }
}
