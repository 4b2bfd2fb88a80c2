//! Positions as text, in the manner of chess: rows from the top between slashes, a letter for each piece, upper
//! case for the first side, a digit for empty squares; then `w` or `b`, the side to move.

use super::board::{COLUMNS, DENS, ROWS, Square, WATER, bit, square};
use super::kind::{Kind, named};
use super::position::Position;
use crate::fen::{self, Field, Rows, read_side, side_letter};
use wanqi_game::{Message, Side, TextError, message};

/// The board in the words of its errors.
const BOARD: Rows = Rows {
    columns: COLUMNS,
    rows: ROWS,
    row: || message!("fault.name.row", "row"),
    places: fen::SQUARES,
    lowest: 1,
};

/// Writes a position.
pub(super) fn format(position: &Position) -> String {
    let letter =
        |column, row| position.piece_on(square(column, row)).map(|(side, kind)| kind.letter_of(side));
    format!("{} {}", BOARD.format(letter), side_letter(position.side))
}

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<Position, TextError> {
    let (placement, turn) = text.split_once(' ').unwrap_or((text, ""));
    let length = placement.chars().count();
    let placement = Field { text: placement, at: 0..length.max(1) };
    let turn = Field { text: turn, at: length + 1..length + 1 + turn.chars().count().max(1) };
    let pieces = read_placement(&placement)?;
    let side = read_side(&turn, false)?;
    let position = Position::of(pieces, side);
    // A game may have ended, but only by the move of the side that is not to move.
    let (us, them) = (side, side.opponent());
    if position.of_side(us) & bit(DENS[them.index()]) != 0 {
        let side = named(us);
        let what = message!("fault.in-den", "{side} has entered the den and cannot be to move", side);
        return Err(turn.error(what));
    }
    if position.of_side(them) == 0 {
        let side = named(them);
        let what = message!("fault.no-piece", "{side} has no piece and is not to move", side);
        return Err(TextError::new(what));
    }
    Ok(position)
}

fn read_placement(field: &Field) -> Result<Vec<(Side, Kind, Square)>, TextError> {
    let mut pieces: Vec<(Side, Kind, Square)> = Vec::new();
    BOARD.read(field, Kind::from_letter, |index, (side, kind), column, row| {
        let square = square(column, row);
        if let Some(why) = cannot_stand(side, kind, square) {
            return Err(field.error_at(index, why));
        }
        if pieces.iter().any(|&(owner, known, _)| (owner, known) == (side, kind)) {
            let (side, piece) = (named(side), kind.told());
            let what = message!("fault.second-piece", "{side} has a second {piece}", side, piece);
            return Err(field.error_at(index, what));
        }
        pieces.push((side, kind, square));
        Ok(())
    })?;
    Ok(pieces)
}

/// Why a piece may never stand on a square.
fn cannot_stand(side: Side, kind: Kind, square: Square) -> Option<Message> {
    let owner = named(side);
    if square == DENS[side.index()] {
        Some(message!(
            "fault.own-den",
            "{owner}'s {piece} cannot stand in its own den",
            owner,
            piece = kind.told()
        ))
    } else if kind != Kind::Rat && bit(square) & WATER != 0 {
        Some(message!(
            "fault.in-water",
            "{owner}'s {piece} cannot stand in water",
            owner,
            piece = kind.told()
        ))
    } else {
        None
    }
}
