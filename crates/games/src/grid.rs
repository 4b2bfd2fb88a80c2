//! Texts that several games share: a board as rows of letters, and a place as a letter and a number.

use crate::fen::expected_side;
use wanqi_game::{Message, Side, TextError, message};

/// A board whose places are empty or hold a piece of one side, and how it is written: rows from the top
/// between slashes, then a space and the side to move.
pub(crate) struct Grid {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The letters of the two sides.
    pub(crate) letters: [char; 2],
}

impl Grid {
    /// Reads a board, gives every piece to `put` as row (0 at the top), column and side, and returns the side to
    /// move. An empty place is `.` or `-`; a text without slashes has its rows one after the other.
    pub(crate) fn parse(
        &self,
        text: &str,
        mut put: impl FnMut(usize, usize, Side),
    ) -> Result<Side, TextError> {
        let [first, second] = self.letters;
        let (mut row, mut column) = (0, 0);
        let slashes = text.contains('/');
        let mut rest = text.chars().enumerate();
        let mut after = 0;
        let (columns, rows) = (self.columns, self.rows);
        for (at, c) in rest.by_ref() {
            after = at + 1;
            let full = column == self.columns;
            if c == ' ' && full && row + 1 == self.rows {
                break;
            }
            if c == '/' && full && row + 1 < self.rows {
                (row, column) = (row + 1, 0);
                continue;
            }
            if full && !slashes && row + 1 < self.rows {
                (row, column) = (row + 1, 0);
            }
            let side = match c {
                '.' | '-' => None,
                _ if c == first => Some(Side::First),
                _ if c == second => Some(Side::Second),
                '/' | ' ' => {
                    let what =
                        message!("fault.rows-of", "{rows} rows of {columns} are expected", rows, columns);
                    return Err(TextError::at(what, at..at + 1));
                }
                _ => {
                    return Err(TextError::at(expected_letter(self.letters, c), at..at + 1));
                }
            };
            if column == self.columns {
                let what = match slashes {
                    true => message!("fault.row-has", "a row has {columns} places", columns),
                    false => {
                        message!("fault.board-has", "the board has {places} places", places = rows * columns)
                    }
                };
                return Err(TextError::at(what, at..at + 1));
            }
            if let Some(side) = side {
                put(row, column, side);
            }
            column += 1;
        }
        if row + 1 < self.rows || column < self.columns {
            let what = message!(
                "fault.ends-early",
                "{rows} rows of {columns} are expected, the text ends early",
                rows,
                columns
            );
            return Err(TextError::at(what, after..after + 1));
        }
        let side: String = rest.map(|(_, c)| c).collect();
        let mut letters = side.chars();
        match (letters.next(), letters.next()) {
            (Some(c), None) if c == first => Ok(Side::First),
            (Some(c), None) if c == second => Ok(Side::Second),
            _ => Err(TextError::at(
                expected_side(first, second, &side),
                after..after + side.chars().count().max(1),
            )),
        }
    }

    /// The character of a text of this form that stands for a place.
    pub(crate) fn character(&self, text: &str, row: usize, column: usize) -> usize {
        row * (self.columns + usize::from(text.contains('/'))) + column
    }

    /// Writes a board so that [`parse`](Grid::parse) reads it back; `at` takes row and column.
    pub(crate) fn format(&self, at: impl Fn(usize, usize) -> Option<Side>, side: Side) -> String {
        let mut text = String::with_capacity((self.columns + 1) * self.rows + 1);
        for row in 0..self.rows {
            for column in 0..self.columns {
                text.push(at(row, column).map_or('.', |side| self.letters[side.index()]));
            }
            text.push(if row + 1 < self.rows { '/' } else { ' ' });
        }
        text.push(self.letters[side.index()]);
        text
    }
}

/// The error of a character that is no place.
pub(crate) fn expected_letter([first, second]: [char; 2], found: char) -> Message {
    let found = format!("{found:?}");
    message!(
        "fault.expected-letter",
        "expected {first}, {second} or '.', found {found}",
        first,
        second,
        found
    )
}

/// The error of a position in which the sides cannot have moved by turns.
pub(crate) fn wrong_counts(counts: [u32; 2], letters: [char; 2], turn: char) -> Message {
    let ([first, second], [one, other]) = (counts, letters);
    message!(
        "fault.wrong-counts",
        "with {first} {one} and {second} {other} it cannot be {turn}'s turn",
        first,
        one,
        second,
        other,
        turn
    )
}

/// Reads a place such as `h8`: a letter for the column, of either case and none left out, and a row number from
/// 1 without leading zeros. Both are returned counted from 0.
pub(crate) fn parse_place(text: &str, columns: usize, rows: usize) -> Option<(usize, usize)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let number = &text[1..];
    if number.starts_with('0') || number.len() > 2 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let column = usize::from(letter.to_ascii_lowercase() as u8 - b'a');
    let row = number.parse::<usize>().ok()?.checked_sub(1)?;
    (column < columns && row < rows).then_some((column, row))
}

/// Writes a place as [`parse_place`] reads it.
pub(crate) fn format_place(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}
