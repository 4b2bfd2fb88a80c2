//! Positions as text, in the manner of chess: rows from the top between slashes, a letter for each piece, upper
//! case for the first side, a digit for empty squares; then `w` or `b`, the side to move.

use super::board::{COLUMNS, DENS, ROWS, Square, WATER, bit, square};
use super::kind::{Kind, side_name};
use super::position::Position;
use game::{Side, TextError, quoted};

/// Writes a position.
pub(super) fn format(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let mut empty = 0;
        for column in 0..COLUMNS {
            let Some((side, kind)) = position.piece_on(square(column, row)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(kind.letter_of(side));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if row > 0 { '/' } else { ' ' });
    }
    text.push(['w', 'b'][position.side.index()]);
    text
}

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<Position, TextError> {
    let (placement, turn) = text.split_once(' ').unwrap_or((text, ""));
    let length = placement.chars().count();
    let at_turn = length + 1..length + 1 + turn.chars().count().max(1);
    let pieces = read_placement(placement)?;
    let side = match turn {
        "w" => Side::First,
        "b" => Side::Second,
        _ => {
            let what = format!("expected the side to move, w or b, found {}", quoted(turn));
            return Err(TextError::at(what, at_turn));
        }
    };
    let position = Position::of(pieces, side);
    // A game may have ended, but only by the move of the side that is not to move.
    let (us, them) = (side, side.opponent());
    if position.of_side(us) & bit(DENS[them.index()]) != 0 {
        let what = format!("{} has entered the den and cannot be to move", side_name(us));
        return Err(TextError::at(what, at_turn));
    }
    if position.of_side(them) == 0 {
        return Err(TextError::new(format!("{} has no piece and is not to move", side_name(them))));
    }
    Ok(position)
}

fn read_placement(text: &str) -> Result<Vec<(Side, Kind, Square)>, TextError> {
    let mut pieces: Vec<(Side, Kind, Square)> = Vec::new();
    let (mut column, mut row) = (0, ROWS - 1);
    let mut after_digit = false;
    let mut end = 0;
    for (at, c) in text.chars().enumerate() {
        end = at + 1;
        let error = |what: String| Err(TextError::at(what, at..at + 1));
        let name = row + 1;
        let kind = Kind::from_letter(c.to_ascii_uppercase());
        match (c, kind) {
            ('1'..='7', _) if after_digit => return error("two digits in a row; write their sum".into()),
            ('1'..='7', _) => column += c as u8 - b'0',
            ('/', _) if column < COLUMNS => {
                return error(format!("row {name} has only {column} of {COLUMNS} squares"));
            }
            ('/', _) if row == 0 => return error(format!("there are only {ROWS} rows")),
            ('/', _) => (column, row) = (0, row - 1),
            (_, Some(kind)) if column < COLUMNS => {
                let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
                let square = square(column, row);
                if let Some(why) = cannot_stand(side, kind, square) {
                    return error(why);
                }
                if pieces.iter().any(|&(owner, known, _)| (owner, known) == (side, kind)) {
                    return error(format!("{} has a second {}", side_name(side), kind.name()));
                }
                pieces.push((side, kind, square));
                column += 1;
            }
            (_, Some(_)) => column += 1,
            _ => {
                let what = format!("expected a piece letter, a digit from 1 to 7 or '/', found {c:?}");
                return error(what);
            }
        }
        if column > COLUMNS {
            return error(format!("row {name} has more than {COLUMNS} squares"));
        }
        after_digit = c.is_ascii_digit();
    }
    if column < COLUMNS || row > 0 {
        let what = format!("{ROWS} rows of {COLUMNS} squares are expected, the text ends early");
        return Err(TextError::at(what, end..end + 1));
    }
    Ok(pieces)
}

/// Why a piece may never stand on a square.
fn cannot_stand(side: Side, kind: Kind, square: Square) -> Option<String> {
    let (owner, name) = (side_name(side), kind.name());
    if square == DENS[side.index()] {
        Some(format!("{owner}'s {name} cannot stand in its own den"))
    } else if kind != Kind::Rat && bit(square) & WATER != 0 {
        Some(format!("{owner}'s {name} cannot stand in water"))
    } else {
        None
    }
}
