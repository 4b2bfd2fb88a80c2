//! FEN for xiangqi: <https://www.xqbase.com/protocol/cchess_fen.htm>, as fairy-stockfish writes it. The counters
//! may be left out, and the two dashes before them.

use super::piece::{Kind, side_name};
use super::points::{FILES, PointSet, RANKS, holds, palace, point, point_name};
use super::position::Position;
use super::steps::{advisor_points, elephant_points, pawn_points};
use super::zobrist;
use game::{Side, TextError, quoted};
use std::ops::Range;

/// The start of the game.
pub(super) const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<Position, TextError> {
    let mut fields = Fields { text, start: 0 };
    let mut position = Position::EMPTY;
    let placement = fields.next("piece placement")?;
    read_placement(&mut position, &placement)?;
    check_pieces(&position, &placement)?;
    let side = fields.next("side to move")?;
    position.side = match side.text {
        "w" | "r" => Side::First,
        "b" => Side::Second,
        other => {
            return Err(side.error(format!("expected the side to move, w or b, found {}", quoted(other))));
        }
    };
    for _ in 0..2 {
        if let Some(dash) = fields.optional()?
            && dash.text != "-"
        {
            return Err(dash.error(format!("expected '-', found {}", quoted(dash.text))));
        }
    }
    if let Some(plies) = fields.optional()? {
        position.quiet_plies = plies.number("count of plies without a capture", 0)?;
    }
    if let Some(number) = fields.optional()? {
        position.move_number = number.number("move number", 1)?;
    }
    if let Some(extra) = fields.optional()? {
        return Err(TextError::at(
            "nothing may follow the move number",
            extra.at.start..text.chars().count(),
        ));
    }
    if position.side == Side::Second {
        position.key ^= zobrist::BLACK_TO_MOVE;
    }
    position.set_up();
    let (us, them) = (position.side, position.side.opponent());
    if position.checks(us, position.king(them), position.occupied()) {
        let what = format!("{} is in check although it is {}'s turn", side_name(them), side_name(us));
        return Err(placement.error(what));
    }
    Ok(position)
}

/// Writes a position.
pub(super) fn format(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for file in 0..FILES {
            let Some((side, kind)) = position.piece_on(point(file, rank)) else {
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
        if rank > 0 {
            text.push('/');
        }
    }
    let side = ['w', 'b'][position.side.index()];
    format!("{text} {side} - - {} {}", position.quiet_plies, position.move_number)
}

/// The fields of a FEN that are still to be read.
struct Fields<'a> {
    text: &'a str,
    /// How many characters have been read.
    start: usize,
}

/// A field and the characters it takes.
struct Field<'a> {
    text: &'a str,
    at: Range<usize>,
}

impl<'a> Fields<'a> {
    fn next(&mut self, name: &str) -> Result<Field<'a>, TextError> {
        let (start, missing) = (self.start, format!("the {name} is missing"));
        self.optional()?.ok_or_else(|| TextError::at(missing, start..start))
    }

    fn optional(&mut self) -> Result<Option<Field<'a>>, TextError> {
        if self.text.is_empty() {
            return Ok(None);
        }
        let (field, rest) = self.text.split_once(' ').unwrap_or((self.text, ""));
        let at = self.start..self.start + field.chars().count();
        if field.is_empty() {
            return Err(TextError::at("one space, and no more, separates the fields", at));
        }
        (self.text, self.start) = (rest, at.end + 1);
        Ok(Some(Field { text: field, at }))
    }
}

impl Field<'_> {
    /// An error about the field.
    fn error(&self, what: impl Into<String>) -> TextError {
        TextError::at(what, self.at.clone())
    }

    /// An error about one of its characters.
    fn error_at(&self, index: usize, what: impl Into<String>) -> TextError {
        TextError::at(what, self.at.start + index..self.at.start + index + 1)
    }

    fn number(&self, name: &str, least: u16) -> Result<u16, TextError> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits || (self.text.len() > 1 && self.text.starts_with('0')) {
            return Err(self.error(format!("expected the {name}, found {}", quoted(self.text))));
        }
        match self.text.parse() {
            Ok(number) if number >= least => Ok(number),
            _ => Err(self.error(format!("the {name} is a number from {least} to {}", u16::MAX))),
        }
    }
}

fn read_placement(position: &mut Position, field: &Field) -> Result<(), TextError> {
    let (mut file, mut rank) = (0, RANKS - 1);
    let mut after_digit = false;
    for (index, c) in field.text.chars().enumerate() {
        match (c, Kind::from_letter(c.to_ascii_uppercase())) {
            ('1'..='9', _) if after_digit => {
                return Err(field.error_at(index, "two digits in a row; write their sum"));
            }
            ('1'..='9', _) => file += c as u8 - b'0',
            ('/', _) if file < FILES => {
                return Err(field.error_at(index, format!("rank {rank} has only {file} of 9 points")));
            }
            ('/', _) if rank == 0 => return Err(field.error_at(index, "there are only ten ranks")),
            ('/', _) => (file, rank) = (0, rank - 1),
            (_, Some(_)) if file == FILES => {
                return Err(field.error_at(index, format!("rank {rank} has more than 9 points")));
            }
            (_, Some(kind)) => {
                let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
                let here = point(file, rank);
                if !holds(points_of(side, kind), here) {
                    let (name, kind) = (side_name(side), kind.name());
                    let what = format!("no {kind} of {name} can stand on {}", point_name(here));
                    return Err(field.error_at(index, what));
                }
                position.toggle(side, kind, here);
                file += 1;
            }
            _ => {
                let what = format!("expected a piece letter, a digit or '/', found {c:?}");
                return Err(field.error_at(index, what));
            }
        }
        if file > FILES {
            return Err(field.error_at(index, format!("rank {rank} has more than 9 points")));
        }
        after_digit = c.is_ascii_digit();
    }
    if file < FILES {
        return Err(field.error(format!("rank {rank} has only {file} of 9 points")));
    }
    if rank > 0 {
        return Err(field.error(format!("only {} of 10 ranks", RANKS - rank)));
    }
    Ok(())
}

/// Where a side's pieces of a kind may ever stand.
const fn points_of(side: Side, kind: Kind) -> PointSet {
    match kind {
        Kind::King => palace(side),
        Kind::Advisor => advisor_points(side),
        Kind::Elephant => elephant_points(side),
        Kind::Pawn => pawn_points(side),
        Kind::Horse | Kind::Cannon | Kind::Rook => super::points::BOARD,
    }
}

/// One king a side, and no more of any kind than a game begins with.
fn check_pieces(position: &Position, field: &Field) -> Result<(), TextError> {
    for side in Side::BOTH {
        let name = side_name(side);
        for kind in Kind::ALL {
            let count = position.pieces(side, kind).count_ones();
            if count > kind.at_start() {
                return Err(field.error(format!("{name} has {count} {}s", kind.name())));
            }
        }
        if position.pieces(side, Kind::King) == 0 {
            return Err(field.error(format!("{name} has no king")));
        }
    }
    Ok(())
}

/// The position that a game begins with.
pub(super) fn start() -> Position {
    parse(START).expect("the start is a position")
}
