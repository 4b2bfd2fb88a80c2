//! What the FENs of several games have in common: fields between spaces, and pieces in rows from the top between slashes,
//! a letter for each (upper case for the first side), a digit for so many empty places.
//! <https://www.chessprogramming.org/Forsyth-Edwards_Notation>

use std::ops::Range;
use wanqi_game::{Message, Side, TextError, quoted};

/// A field of a FEN and the characters it takes.
pub(crate) struct Field<'a> {
    pub text: &'a str,
    pub at: Range<usize>,
}

impl Field<'_> {
    /// An error about the field.
    pub fn error(&self, what: impl Into<Message>) -> TextError {
        TextError::at(what, self.at.clone())
    }

    /// An error about one of its characters.
    pub fn error_at(&self, index: usize, what: impl Into<Message>) -> TextError {
        TextError::at(what, self.at.start + index..self.at.start + index + 1)
    }

    /// The field as a number, without needless zeros.
    pub fn number(&self, name: &str, least: u16, most: u16) -> Result<u16, TextError> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || (self.text.len() > 1 && self.text.starts_with('0')) {
            return Err(self.error(format!("expected the {name}, found {}", quoted(self.text))));
        }
        match self.text.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.error(format!("the {name} is a number from {least} to {most}"))),
        }
    }
}

/// A board in the words of its game.
pub(crate) struct Rows {
    /// Places of a row; at most nine, so that a digit counts the empty ones.
    pub columns: u8,
    pub rows: u8,
    /// What a row is called, and what a place is.
    pub row: &'static str,
    pub places: &'static str,
    /// The name of the lowest row.
    pub lowest: u8,
}

impl Rows {
    /// Writes the pieces; `letter` tells what stands at a column and row, both counted from 0 and from the lower left.
    pub fn format(&self, letter: impl Fn(u8, u8) -> Option<char>) -> String {
        let mut text = String::new();
        for row in (0..self.rows).rev() {
            let mut empty = 0;
            for column in 0..=self.columns {
                let letter = if column < self.columns { letter(column, row) } else { None };
                if letter.is_none() && column < self.columns {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.extend(letter);
            }
            if row > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Reads the pieces: `kind` knows the upper-case letters, and `put` is told of every piece, the index of its letter
    /// in the field, and its column and row.
    pub fn read<K>(
        &self,
        field: &Field,
        kind: impl Fn(char) -> Option<K>,
        mut put: impl FnMut(usize, (Side, K), u8, u8) -> Result<(), TextError>,
    ) -> Result<(), TextError> {
        let Rows { columns, rows, row: called, places, lowest } = *self;
        let (mut column, mut row) = (0, rows - 1);
        let too_few =
            |column, row| format!("{called} {} has only {column} of {columns} {places}", row + lowest);
        let mut after_digit = false;
        for (index, c) in field.text.chars().enumerate() {
            let error = |what: String| Err(field.error_at(index, what));
            let digit = c.to_digit(10).map(|digit| digit as u8).filter(|digit| (1..=columns).contains(digit));
            match (c, digit, kind(c.to_ascii_uppercase())) {
                (_, Some(_), _) if after_digit => {
                    return error("two digits in a row; write their sum".into());
                }
                (_, Some(digit), _) => column += digit,
                ('/', ..) if column < columns => return error(too_few(column, row)),
                ('/', ..) if row == 0 => return error(format!("there are only {rows} {called}s")),
                ('/', ..) => (column, row) = (0, row - 1),
                (.., Some(kind)) => {
                    if column < columns {
                        let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
                        put(index, (side, kind), column, row)?;
                    }
                    column += 1;
                }
                _ => {
                    let expected = format!("a piece letter, a digit from 1 to {columns} or '/'");
                    return error(format!("expected {expected}, found {c:?}"));
                }
            }
            if column > columns {
                return error(format!("{called} {} has more than {columns} {places}", row + lowest));
            }
            after_digit = digit.is_some();
        }
        if column < columns {
            return Err(field.error(too_few(column, row)));
        }
        if row > 0 {
            return Err(field.error(format!("only {} of {rows} {called}s", rows - row)));
        }
        Ok(())
    }
}

/// Reads the side to move, whose letter is `w`, or `r` where the first side is red, or `b`.
pub(crate) fn read_side(field: &Field, is_red: bool) -> Result<Side, TextError> {
    match field.text {
        "w" => Ok(Side::First),
        "r" if is_red => Ok(Side::First),
        "b" => Ok(Side::Second),
        other => Err(field.error(format!("expected the side to move, w or b, found {}", quoted(other)))),
    }
}

/// The letter of the side to move.
pub(crate) fn side_letter(side: Side) -> char {
    ['w', 'b'][side.index()]
}
