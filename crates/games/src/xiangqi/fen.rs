//! FEN for xiangqi: <https://www.xqbase.com/protocol/cchess_fen.htm>, as fairy-stockfish writes it. The counters
//! may be left out, and the two dashes before them.

use super::piece::{Kind, named};
use super::points::{FILES, PointSet, RANKS, holds, palace, point, point_name};
use super::position::Position;
use super::steps::{advisor_points, elephant_points, pawn_points};
use super::zobrist;
use crate::fen::{self, Field, Name, Rows, read_side, side_letter};
use wanqi_game::{Side, TextError, message, quoted};

const POINTS: Name = || message!("fault.name.points", "points");
const QUIET_PLIES: Name = || message!("fault.name.quiet-plies", "count of plies without a capture");

/// The board in the words of its errors.
const ROWS: Rows = Rows { columns: FILES, rows: RANKS, row: fen::RANK, places: POINTS, lowest: 0 };

/// The start of the game.
pub(super) const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<Position, TextError> {
    let mut fields = Fields { text, start: 0 };
    let mut position = Position::EMPTY;
    let placement = fields.next(fen::PLACEMENT)?;
    read_placement(&mut position, &placement)?;
    check_pieces(&position, &placement)?;
    let side = fields.next(fen::SIDE)?;
    position.side = read_side(&side, true)?;
    for _ in 0..2 {
        if let Some(dash) = fields.optional()?
            && dash.text != "-"
        {
            let found = quoted(dash.text);
            return Err(dash.error(message!("fault.expected-dash", "expected '-', found {found}", found)));
        }
    }
    if let Some(plies) = fields.optional()? {
        position.quiet_plies = plies.number(QUIET_PLIES, 0, u16::MAX)?;
    }
    if let Some(number) = fields.optional()? {
        position.move_number = number.number(fen::MOVE_NUMBER, 1, u16::MAX)?;
    }
    if let Some(extra) = fields.optional()? {
        return Err(TextError::at(fen::nothing_follows(), extra.at.start..text.chars().count()));
    }
    if position.side == Side::Second {
        position.key ^= zobrist::BLACK_TO_MOVE;
    }
    position.set_up();
    let (us, them) = (position.side, position.side.opponent());
    if position.checks(us, position.king(them), position.occupied()) {
        return Err(placement.error(fen::in_check(named(them), named(us))));
    }
    Ok(position)
}

/// Reads a position as other programs write it: only the pieces are needed, and counters that are no numbers are left out,
/// which the second value says.
pub(super) fn parse_leniently(text: &str) -> Result<(Position, Vec<String>), TextError> {
    if let Ok(position) = parse(text) {
        return Ok((position, Vec::new()));
    }
    let mut words = text.split_whitespace();
    let (placement, side) = (words.next().unwrap_or_default(), words.next().unwrap_or("w"));
    let mut position = parse(&format!("{placement} {side}"))?;
    let (mut counters, mut notes) = (String::new(), Vec::new());
    // Neither castling nor en passant is known here.
    for (name, word) in ["count of plies without a capture", "move number"].into_iter().zip(words.skip(2)) {
        let tried = format!("{counters} {word}");
        match parse(&format!("{placement} {side} - -{tried}")) {
            Ok(read) => (position, counters) = (read, tried),
            Err(_) => {
                notes.push(format!("{name} {} left out", quoted(word)));
                break;
            }
        }
    }
    Ok((position, notes))
}

/// Writes a position.
pub(super) fn format(position: &Position) -> String {
    let letter = |file, rank| position.piece_on(point(file, rank)).map(|(side, kind)| kind.letter_of(side));
    let (rows, side) = (ROWS.format(letter), side_letter(position.side));
    format!("{rows} {side} - - {} {}", position.quiet_plies, position.move_number)
}

/// The fields of a FEN that are still to be read.
struct Fields<'a> {
    text: &'a str,
    /// How many characters have been read.
    start: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self, name: Name) -> Result<Field<'a>, TextError> {
        let start = self.start;
        self.optional()?.ok_or_else(|| TextError::at(fen::missing(name), start..start))
    }

    fn optional(&mut self) -> Result<Option<Field<'a>>, TextError> {
        if self.text.is_empty() {
            return Ok(None);
        }
        let (field, rest) = self.text.split_once(' ').unwrap_or((self.text, ""));
        let at = self.start..self.start + field.chars().count();
        if field.is_empty() {
            return Err(TextError::at(fen::spaces(), at));
        }
        (self.text, self.start) = (rest, at.end + 1);
        Ok(Some(Field { text: field, at }))
    }
}

fn read_placement(position: &mut Position, field: &Field) -> Result<(), TextError> {
    ROWS.read(field, Kind::from_letter, |index, (side, kind), file, rank| {
        let here = point(file, rank);
        if !holds(points_of(side, kind), here) {
            let what = message!(
                "fault.cannot-stand",
                "no {piece} of {side} can stand on {point}",
                piece = kind.told(),
                side = named(side),
                point = point_name(here)
            );
            return Err(field.error_at(index, what));
        }
        position.toggle(side, kind, here);
        Ok(())
    })
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
        let name = named(side);
        for kind in Kind::ALL {
            let count = position.pieces(side, kind).count_ones();
            if count > kind.at_start() {
                return Err(field.error(fen::too_many(name, count, kind.told())));
            }
        }
        if position.pieces(side, Kind::King) == 0 {
            return Err(field.error(fen::no_king(name)));
        }
    }
    Ok(())
}

/// The position that a game begins with.
pub(super) fn start() -> Position {
    parse(START).expect("the start is a position")
}
