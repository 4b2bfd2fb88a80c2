//! Positions and moves of Go as text.
//!
//! A position is six fields: rows from the top, `X` for black, `O` for white, a number for that many empty points
//! (or a `.` for one), `/` between rows; the side to move, `X` or `O`; the point that a simple ko forbids to it,
//! or `-`; the passes in a row that led here; the stones that Black has taken; the stones that White has taken. A seventh says
//! how many stones the side to move puts down after the next one before it is the other's turn, where there are any.
//! `9/9/6X2/9/9/9/2O6/9/9 X - 0 0 0`. Size, komi and the other rules belong to the game.

use super::board::GoBoard;
use super::geometry::{Capacity, cell, column_and_row};
use super::moves::Move;
use super::position::{MAX_FURTHER, Position};
use super::{Go, survives};
use crate::fen::expected_side;
use crate::results::taken;
use std::ops::Range;
use wanqi_game::{Message, Notation, Side, TextError, message, quoted};

/// A letter a colour.
const LETTERS: [char; 2] = ['X', 'O'];
/// The names of columns; the letter I is left out.
const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";
/// More prisoners than this no game has.
const MAX_PRISONERS: u32 = 1_000_000;

impl<C: Capacity> Notation for Go<C> {
    fn parse_position(&self, text: &str) -> Result<Position<C>, TextError> {
        let fields = fields(text);
        let ([rows, side, ko, passes, black, white] | [rows, side, ko, passes, black, white, _]) =
            fields.as_slice()
        else {
            return Err(TextError::new(message!(
                "fault.six-fields",
                "expected six fields (rows, side to move, ko, passes, prisoners of Black and of White), found {found}",
                found = fields.len()
            )));
        };
        let mut position = self.parse_rows(rows)?;
        position.side = match side.text.as_str() {
            "X" => Side::First,
            "O" => Side::Second,
            _ => return Err(TextError::at(expected_side('X', 'O', &side.text), side.at())),
        };
        position.passes = match passes.text.as_str() {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => {
                let expected = message!("fault.expected-passes", "expected the number of passes, 0 to 2");
                return Err(passes.error(expected));
            }
        };
        if ko.text != "-" {
            self.parse_ko(ko, &mut position)?;
        }
        for (colour, field) in [black, white].into_iter().enumerate() {
            let number = field.number().filter(|&number| number <= MAX_PRISONERS);
            position.prisoners[colour] = number.ok_or_else(|| {
                field.error(message!("fault.expected-prisoners", "expected a number of prisoners"))
            })?;
        }
        if let Some(field) = fields.get(6) {
            let number = field.number().filter(|number| (1..=u32::from(MAX_FURTHER)).contains(number));
            position.further = number.ok_or_else(|| {
                field.error(message!(
                    "fault.expected-further",
                    "expected how many more stones are put down at once, 1 to {most}",
                    most = MAX_FURTHER
                ))
            })? as u8;
        }
        position.stones_key = position.computed_stones_key();
        Ok(position)
    }

    fn set_up(&self, board: &str, side: Side) -> String {
        format!("{board} {} - 0 0 0", LETTERS[side.index()])
    }

    fn format_position(&self, position: &Position<C>) -> String {
        let mut text = String::new();
        for row in 0..self.size() {
            if row > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for column in 0..self.size() {
                match position.board.stone(cell::<C>(column, row)) {
                    Some(colour) => {
                        push_number(&mut text, &mut empty);
                        text.push(LETTERS[colour]);
                    }
                    None => empty += 1,
                }
            }
            push_number(&mut text, &mut empty);
        }
        let ko = match position.board.ko() {
            0 => "-".into(),
            cell => self.format_cell(cell),
        };
        let [black, white] = position.prisoners;
        let side = LETTERS[position.side.index()];
        let further = Some(position.further).filter(|&further| further > 0);
        let further = further.map_or(String::new(), |further| format!(" {further}"));
        format!("{text} {side} {ko} {} {black} {white}{further}", position.passes)
    }

    /// A point (column `A` to `T` without `I`, row from 1 at the bottom, in either case) or `pass`.
    fn parse_move(&self, position: &Position<C>, text: &str) -> Result<Move, TextError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::PASS);
        }
        let cell = self.parse_cell(text).map_err(TextError::new)?;
        let name = self.format_cell(cell);
        if !position.board.is_empty(cell) {
            Err(TextError::new(taken(&name)))
        } else if cell == position.board.ko() {
            Err(TextError::new(message!("fault.ko", "{point} is forbidden by ko", point = name)))
        } else if !self.suicide && !survives(position, cell) {
            let what =
                message!("fault.suicide", "{point} is suicide, which these rules forbid", point = name);
            Err(TextError::new(what))
        } else {
            Ok(Move::stone(cell))
        }
    }

    fn format_move(&self, _: &Position<C>, mv: Move, _: usize) -> String {
        mv.cell().map_or("pass".into(), |cell| self.format_cell(cell))
    }
}

impl<C: Capacity> Go<C> {
    fn parse_rows(&self, field: &Field) -> Result<Position<C>, TextError> {
        let size = self.size();
        let chars: Vec<char> = field.text.chars().collect();
        let at = |range: Range<usize>| field.start + range.start..field.start + range.end;
        let rows = chars.iter().filter(|&&c| c == '/').count() + 1;
        if rows != size {
            let what = message!(
                "fault.board-rows",
                "a board of {size} lines has {size} rows, found {found}",
                size,
                found = rows
            );
            return Err(TextError::at(what, at(0..chars.len())));
        }
        let mut colours = [None; 512];
        let mut stones = Vec::new();
        let (mut row, mut column, mut i) = (0, 0, 0);
        while i < chars.len() {
            let begin = i;
            i += 1;
            let points = match chars[begin] {
                letter @ ('X' | 'O') if column < size => {
                    let cell = cell::<C>(column, row);
                    colours[cell] = LETTERS.iter().position(|&known| known == letter);
                    stones.push((cell, begin));
                    1
                }
                'X' | 'O' | '.' => 1,
                '1'..='9' => {
                    while i < chars.len() && chars[i].is_ascii_digit() {
                        i += 1;
                    }
                    let digits: String = chars[begin..i].iter().collect();
                    digits.parse().unwrap_or(usize::MAX)
                }
                '/' => {
                    check_row(size, column, row, at(begin..i))?;
                    (row, column) = (row + 1, 0);
                    continue;
                }
                other => {
                    let what = message!(
                        "fault.expected-stone",
                        "expected X, O, '.', a number from 1 or '/', found {found}",
                        found = format!("{other:?}")
                    );
                    return Err(TextError::at(what, at(begin..i)));
                }
            };
            if points > size - column {
                let what = message!(
                    "fault.more-points",
                    "a row has {size} points, row {row} more",
                    size,
                    row = row + 1
                );
                return Err(TextError::at(what, at(begin..i)));
            }
            column += points;
        }
        check_row(size, column, row, at(chars.len() - 1..chars.len()))?;

        let board = GoBoard::new(size, |cell| colours[cell]);
        for (cell, begin) in stones {
            if board.is_dead(cell) {
                let point = self.format_cell(cell);
                let what = message!("fault.no-liberty", "the string of {point} has no liberty", point);
                return Err(TextError::at(what, at(begin..begin + 1)));
            }
        }
        Ok(Position::new(board))
    }

    /// A ko forbids to take back one stone that has just taken one.
    fn parse_ko(&self, field: &Field, position: &mut Position<C>) -> Result<(), TextError> {
        let cell = self.parse_cell(&field.text).map_err(|_| {
            field.error(message!("fault.expected-ko", "expected the point that ko forbids, or '-'"))
        })?;
        if position.passes > 0 {
            let expected = message!("fault.no-ko", "no ko stands after a pass, so expected '-'");
            return Err(field.error(expected));
        }
        let mut taken = 0;
        if position.board.is_empty(cell)
            && position.board.is_surrounded(cell, position.side.opponent().index())
        {
            match position.side {
                Side::First => position.board.each_taken::<0>(cell, |_| taken += 1),
                Side::Second => position.board.each_taken::<1>(cell, |_| taken += 1),
            }
        }
        if taken != 1 {
            return Err(
                field.error(message!("fault.not-ko", "expected a point where one stone would take one back"))
            );
        }
        position.board.set_ko(cell);
        Ok(())
    }

    fn parse_cell(&self, text: &str) -> Result<usize, Message> {
        let size = self.size();
        let last = COLUMNS.chars().nth(size - 1).expect("at most 19 columns");
        let wrong = || {
            let note = match size > 8 && text.starts_with(['i', 'I']) {
                true => message!("fault.no-column-i", " (there is no column I)"),
                false => Message::default(),
            };
            message!(
                "fault.a-point-or-pass",
                "a move is a point from A1 to {last} or pass, not {text}{note}",
                last = format!("{last}{size}"),
                text = quoted(text),
                note
            )
        };
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(wrong)?.to_ascii_uppercase();
        let column = COLUMNS.chars().take(size).position(|name| name == letter).ok_or_else(wrong)?;
        let row = number(chars.as_str()).map(|row| row as usize).filter(|row| (1..=size).contains(row));
        Ok(cell::<C>(column, size - row.ok_or_else(wrong)?))
    }

    fn format_cell(&self, cell: usize) -> String {
        let (column, row) = column_and_row::<C>(cell);
        let letter = COLUMNS.as_bytes()[column];
        format!("{}{}", char::from(letter), self.size() - row)
    }
}

fn check_row(size: usize, column: usize, row: usize, at: Range<usize>) -> Result<(), TextError> {
    if column == size {
        return Ok(());
    }
    let what = message!(
        "fault.fewer-points",
        "a row has {size} points, row {row} only {found}",
        size,
        row = row + 1,
        found = column
    );
    Err(TextError::at(what, at))
}

fn push_number(text: &mut String, number: &mut usize) {
    if *number > 0 {
        *text += &number.to_string();
        *number = 0;
    }
}

/// A decimal number without sign or leading zero.
fn number(text: &str) -> Option<u32> {
    let plain = text == "0" || (text.starts_with(|c| ('1'..='9').contains(&c)));
    let digits = plain && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// A field of a position's text and the place of its first character.
struct Field {
    text: String,
    start: usize,
}

impl Field {
    fn at(&self) -> Range<usize> {
        self.start..self.start + self.text.chars().count()
    }

    fn error(&self, expected: Message) -> TextError {
        let found = quoted(&self.text);
        TextError::at(message!("fault.found", "{expected}, found {found}", expected, found), self.at())
    }

    fn number(&self) -> Option<u32> {
        number(&self.text)
    }
}

fn fields(text: &str) -> Vec<Field> {
    let mut start = 0;
    let field = |text: &str| {
        let field = Field { text: text.into(), start };
        start += text.chars().count() + 1;
        field
    };
    text.split(' ').map(field).collect()
}
