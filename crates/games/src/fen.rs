//! What the FENs of several games have in common: fields between spaces, and pieces in rows from the top between slashes,
//! a letter for each (upper case for the first side), a digit for so many empty places.
//! <https://www.chessprogramming.org/Forsyth-Edwards_Notation>

use std::ops::Range;
use wanqi_game::{Message, MessageValue, Side, TextError, message, quoted};

/// What a field is called, or something else that errors name.
pub(crate) type Name = fn() -> Message;

pub(crate) const PLACEMENT: Name = || message!("fault.name.placement", "piece placement");
pub(crate) const SIDE: Name = || message!("fault.name.side", "side to move");
pub(crate) const MOVE_NUMBER: Name = || message!("fault.name.move-number", "move number");
pub(crate) const RANK: Name = || message!("fault.name.rank", "rank");
pub(crate) const SQUARES: Name = || message!("fault.name.squares", "squares");

/// The error of a field that is not there.
pub(crate) fn missing(field: Name) -> Message {
    message!("fault.missing", "the {field} is missing", field = field())
}

/// The error of a field without characters.
pub(crate) fn spaces() -> Message {
    message!("fault.spaces", "one space, and no more, separates the fields")
}

/// The error of a field too many.
pub(crate) fn nothing_follows() -> Message {
    message!("fault.nothing-follows", "nothing may follow the move number")
}

/// The error of a side without a king.
pub(crate) fn no_king(side: impl Into<MessageValue>) -> Message {
    message!("fault.no-king", "{side} has no king", side = side.into())
}

/// The error of a side that has more pieces of a kind than it may.
pub(crate) fn too_many(side: impl Into<MessageValue>, count: u32, piece: Message) -> Message {
    message!("fault.too-many", "{side} has {count} {piece}s", side = side.into(), count, piece)
}

/// The error of a check that the other side could take the king in.
pub(crate) fn in_check(side: impl Into<MessageValue>, turn: impl Into<MessageValue>) -> Message {
    let (side, turn) = (side.into(), turn.into());
    message!("fault.in-check", "{side} is in check although it is {turn}'s turn", side, turn)
}

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
    pub fn number(&self, name: Name, least: u16, most: u16) -> Result<u16, TextError> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || (self.text.len() > 1 && self.text.starts_with('0')) {
            let found = quoted(self.text);
            let what =
                message!("fault.expected-the", "expected the {field}, found {found}", field = name(), found);
            return Err(self.error(what));
        }
        match self.text.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.error(message!(
                "fault.number",
                "the {field} is a number from {least} to {most}",
                field = name(),
                least,
                most
            ))),
        }
    }
}

/// A board in the words of its game.
pub(crate) struct Rows {
    /// Places of a row; at most nine, so that a digit counts the empty ones.
    pub columns: u8,
    pub rows: u8,
    /// What a row is called, and what a place is.
    pub row: Name,
    pub places: Name,
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
        let Rows { columns, rows, row: name, places, lowest } = *self;
        let (mut column, mut row) = (0, rows - 1);
        let too_few = |column: u8, row| {
            message!(
                "fault.row-short",
                "{row} {number} has only {found} of {columns} {places}",
                row = name(),
                number = row + lowest,
                found = column,
                columns,
                places = places()
            )
        };
        let mut after_digit = false;
        for (index, c) in field.text.chars().enumerate() {
            let error = |what: Message| Err(field.error_at(index, what));
            let digit = c.to_digit(10).map(|digit| digit as u8).filter(|digit| (1..=columns).contains(digit));
            match (c, digit, kind(c.to_ascii_uppercase())) {
                (_, Some(_), _) if after_digit => {
                    return error(message!("fault.two-digits", "two digits in a row; write their sum"));
                }
                (_, Some(digit), _) => column += digit,
                ('/', ..) if column < columns => return error(too_few(column, row)),
                ('/', ..) if row == 0 => {
                    return error(message!(
                        "fault.only-rows",
                        "there are only {rows} {row}s",
                        rows,
                        row = name()
                    ));
                }
                ('/', ..) => (column, row) = (0, row - 1),
                (.., Some(kind)) => {
                    if column < columns {
                        let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
                        put(index, (side, kind), column, row)?;
                    }
                    column += 1;
                }
                _ => {
                    return error(message!(
                        "fault.expected-piece",
                        "expected a piece letter, a digit from 1 to {columns} or '/', found {found}",
                        columns,
                        found = format!("{c:?}")
                    ));
                }
            }
            if column > columns {
                return error(message!(
                    "fault.row-long",
                    "{row} {number} has more than {columns} {places}",
                    row = name(),
                    number = row + lowest,
                    columns,
                    places = places()
                ));
            }
            after_digit = digit.is_some();
        }
        if column < columns {
            return Err(field.error(too_few(column, row)));
        }
        if row > 0 {
            let found = rows - row;
            let what = message!("fault.few-rows", "only {found} of {rows} {row}s", found, rows, row = name());
            return Err(field.error(what));
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
        other => Err(field.error(expected_side('w', 'b', other))),
    }
}

/// The error of a side to move that is none.
pub(crate) fn expected_side(first: char, second: char, found: &str) -> Message {
    message!(
        "fault.expected-side",
        "expected the side to move, {first} or {second}, found {found}",
        first,
        second,
        found = quoted(found)
    )
}

/// The letter of the side to move.
pub(crate) fn side_letter(side: Side) -> char {
    ['w', 'b'][side.index()]
}
