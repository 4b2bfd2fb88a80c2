//! FEN for xiangqi: <https://www.xqbase.com/protocol/cchess_fen.htm>, as fairy-stockfish writes it. The counters
//! may be left out, and the two dashes before them.

use super::piece::{Kind, side_name};
use super::points::{FILES, PointSet, RANKS, holds, palace, point, point_name};
use super::position::Position;
use super::steps::{advisor_points, elephant_points, pawn_points};
use super::zobrist;
use crate::fen::{Field, Rows, read_side, side_letter};
use wanqi_game::{Side, TextError, quoted};

/// The board in the words of its errors.
const ROWS: Rows = Rows { columns: FILES, rows: RANKS, row: "rank", places: "points", lowest: 0 };

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
    position.side = read_side(&side, true)?;
    for _ in 0..2 {
        if let Some(dash) = fields.optional()?
            && dash.text != "-"
        {
            return Err(dash.error(format!("expected '-', found {}", quoted(dash.text))));
        }
    }
    if let Some(plies) = fields.optional()? {
        position.quiet_plies = plies.number("count of plies without a capture", 0, u16::MAX)?;
    }
    if let Some(number) = fields.optional()? {
        position.move_number = number.number("move number", 1, u16::MAX)?;
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

fn read_placement(position: &mut Position, field: &Field) -> Result<(), TextError> {
    ROWS.read(field, Kind::from_letter, |index, (side, kind), file, rank| {
        let here = point(file, rank);
        if !holds(points_of(side, kind), here) {
            let (name, kind) = (side_name(side), kind.name());
            let what = format!("no {kind} of {name} can stand on {}", point_name(here));
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
