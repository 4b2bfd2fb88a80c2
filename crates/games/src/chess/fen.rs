//! FEN, read strictly: <https://www.chessprogramming.org/Forsyth-Edwards_Notation>. An en passant square is
//! kept, and written, only where such a capture is legal.

use super::attacks::pawn_attacks;
use super::bitboard::{Bitboard, bit, file, file_letter, lowest, parse_square, rank, square, square_name};
use super::make::home_rank;
use super::piece::{Kind, named};
use super::position::{MAX_QUIET_PLIES, Position};
use super::zobrist;
use crate::fen::{self, Field, Name, Rows, read_side, side_letter};
use wanqi_game::{Message, Side, TextError, message, quoted};

/// The board in the words of its errors.
const ROWS: Rows = Rows { columns: 8, rows: 8, row: fen::RANK, places: fen::SQUARES, lowest: 1 };

/// The names of the fields.
const NAMES: [Name; 6] = [
    fen::PLACEMENT,
    fen::SIDE,
    || message!("fault.name.castling", "castling rights"),
    || message!("fault.name.en-passant", "en passant square"),
    || message!("fault.name.clock", "half-move clock"),
    fen::MOVE_NUMBER,
];

/// Reads a position.
pub(super) fn parse(text: &str) -> Result<Position, TextError> {
    let [placement, side, castling, en_passant, quiet_plies, move_number] = split(text)?;
    let mut position = Position::EMPTY;
    let letters = read_placement(&mut position, &placement)?;
    check_pieces(&position, &placement)?;
    position.side = read_side(&side, false)?;
    if position.side == Side::Second {
        position.key ^= zobrist::BLACK_TO_MOVE;
    }
    check_checks(&mut position, &letters)?;
    read_castling(&mut position, &castling)?;
    position.quiet_plies = quiet_plies.number(NAMES[4], 0, MAX_QUIET_PLIES.into())? as u8;
    position.move_number = move_number.number(NAMES[5], 1, u16::MAX)?;
    read_en_passant(&mut position, &en_passant)?;
    Ok(position)
}

/// Writes a position.
pub(super) fn format(position: &Position) -> String {
    let letter = |file, rank| position.piece_on(square(file, rank)).map(|(side, kind)| kind.letter_of(side));
    format!(
        "{} {} {} {} {} {}",
        ROWS.format(letter),
        side_letter(position.side),
        format_castling(position),
        position.en_passant.map_or("-".into(), square_name),
        position.quiet_plies,
        position.move_number
    )
}

fn split(text: &str) -> Result<[Field<'_>; 6], TextError> {
    let mut start = 0;
    let fields = text.split(' ').map(|text| {
        let at = start..start + text.chars().count();
        start = at.end + 1;
        Field { text, at }
    });
    // One more than there may be is enough to complain about.
    let fields: Vec<Field> = fields.take(NAMES.len() + 1).collect();
    for (index, field) in fields.iter().enumerate() {
        if field.text.is_empty() && index + 1 < fields.len() {
            return Err(TextError::at(fen::spaces(), field.at.clone()));
        }
    }
    let end = fields.last().map_or(0, |field| field.at.end);
    let given = fields.iter().filter(|field| !field.text.is_empty()).count();
    if let Some(&missing) = NAMES.get(given) {
        return Err(TextError::at(fen::missing(missing), end..end));
    }
    fields.try_into().map_err(|fields: Vec<Field>| {
        let extra = fields.last().map_or(0, |field| field.at.start);
        TextError::at(fen::nothing_follows(), extra..text.chars().count())
    })
}

/// Reads the pieces, and returns which character put a piece on each square.
fn read_placement(position: &mut Position, field: &Field) -> Result<[usize; 64], TextError> {
    let mut letters = [0; 64];
    ROWS.read(field, Kind::from_letter, |index, (side, kind), file, rank| {
        if kind == Kind::Pawn && (rank == 0 || rank == 7) {
            let what = message!("fault.pawn-rank", "a pawn cannot stand on rank {rank}", rank = rank + 1);
            return Err(field.error_at(index, what));
        }
        position.toggle(side, kind, square(file, rank));
        letters[usize::from(square(file, rank))] = field.at.start + index;
        Ok(())
    })?;
    Ok(letters)
}

/// One king a side, and no more pieces than a game can have.
fn check_pieces(position: &Position, field: &Field) -> Result<(), TextError> {
    for side in Side::BOTH {
        let name = named(side);
        match position.pieces(side, Kind::King).count_ones() {
            0 => return Err(field.error(fen::no_king(name))),
            1 => {}
            several => return Err(field.error(fen::too_many(name, several, Kind::King.told()))),
        }
        let pawns = position.pieces(side, Kind::Pawn).count_ones();
        if pawns > 8 {
            return Err(field.error(fen::too_many(name, pawns, Kind::Pawn.told())));
        }
        let pieces = position.of_side(side).count_ones();
        if pieces > 16 {
            let what =
                message!("fault.many-pieces", "{side} has {count} pieces", side = name, count = pieces);
            return Err(field.error(what));
        }
    }
    Ok(())
}

/// The side that is not to move is not in check, and the other by two pieces at most.
fn check_checks(position: &mut Position, letters: &[usize; 64]) -> Result<(), TextError> {
    let (us, them) = (position.side, position.side.opponent());
    let at_king = |side: Side| {
        let letter = letters[usize::from(position.king(side))];
        letter..letter + 1
    };
    if position.attackers(position.king(them), position.occupied()) & position.of_side(us) != 0 {
        return Err(TextError::at(fen::in_check(named(them), named(us)), at_king(them)));
    }
    let at = at_king(us);
    position.find_checkers();
    match position.checkers.count_ones() {
        0..=2 => Ok(()),
        count => Err(TextError::at(message!("fault.checks", "{count} pieces give check at once", count), at)),
    }
}

/// The rooks of a side with which its king might castle to the right, and to the left.
fn rooks_beside_king(position: &Position, side: Side) -> [Bitboard; 2] {
    let rooks = position.pieces(side, Kind::Rook) & home_rank(side);
    let right = !0 << position.king(side);
    [rooks & right, rooks & !right]
}

/// The outermost of such rooks, which castling rights mean if they name no file.
fn outermost(rooks: Bitboard, to_the_right: bool) -> Bitboard {
    match rooks {
        0 => 0,
        _ if to_the_right => 1 << (63 - rooks.leading_zeros()),
        _ => rooks & rooks.wrapping_neg(),
    }
}

/// Reads castling rights as in FEN, X-FEN (`K` and `Q` are the outermost rooks, a letter of a file is another) and
/// Shredder-FEN (always the file). <https://en.wikipedia.org/wiki/X-FEN>
fn read_castling(position: &mut Position, field: &Field) -> Result<(), TextError> {
    if field.text == "-" {
        return Ok(());
    }
    let mut last = None;
    for (index, c) in field.text.chars().enumerate() {
        let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
        let king = position.king(side);
        let letter = c.to_ascii_uppercase();
        let wrong = |why: Message| {
            let what = message!(
                "fault.no-castling",
                "{side} cannot castle ('{letter}'): {why}",
                side = named(side),
                letter = c,
                why
            );
            field.error_at(index, what)
        };
        let unexpected = || {
            let what = message!(
                "fault.castling-rights",
                "expected castling rights, '-' or some of KQkq or HAha (files of rooks) in this order, found {found}",
                found = format!("{c:?}")
            );
            field.error_at(index, what)
        };
        let to_the_right = match letter {
            'K' => true,
            'Q' => false,
            'A'..='H' => letter as u8 - b'A' > file(king),
            _ => return Err(unexpected()),
        };
        let place = Some((side.index(), !to_the_right));
        if place <= last {
            return Err(unexpected());
        }
        last = place;
        let home = if side == Side::First { 0 } else { 7 };
        if rank(king) != home {
            return Err(wrong(message!(
                "fault.king-rank",
                "its king is not on rank {rank}",
                rank = home + 1
            )));
        }
        let rooks = rooks_beside_king(position, side)[usize::from(!to_the_right)];
        let rook = match letter {
            'K' | 'Q' => outermost(rooks, to_the_right),
            _ => rooks & bit(square(letter as u8 - b'A', home)),
        };
        if rook == 0 {
            return Err(wrong(match letter {
                'K' => message!("fault.no-rook-right", "it has no rook to the right of its king"),
                'Q' => message!("fault.no-rook-left", "it has no rook to the left of its king"),
                _ => {
                    let point = square_name(square(letter as u8 - b'A', home));
                    message!("fault.no-rook", "it has no rook on {point}", point)
                }
            }));
        }
        position.castling |= rook;
    }
    position.key ^= zobrist::castling(position.castling);
    Ok(())
}

/// Writes castling rights as X-FEN: as everybody does wherever the outermost rook is meant.
fn format_castling(position: &Position) -> String {
    let mut rights = String::new();
    for side in Side::BOTH {
        let beside = rooks_beside_king(position, side);
        for (rooks, letter) in beside.into_iter().zip(['K', 'Q']) {
            let rook = rooks & position.castling;
            if rook == 0 {
                continue;
            }
            let usual = rook == outermost(rooks, letter == 'K');
            let letter = if usual { letter } else { file_letter(file(lowest(rook))).to_ascii_uppercase() };
            rights.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if rights.is_empty() { "-".into() } else { rights }
}

fn read_en_passant(position: &mut Position, field: &Field) -> Result<(), TextError> {
    if field.text == "-" {
        return Ok(());
    }
    let Some(behind) = parse_square(field.text) else {
        return Err(field.error(message!(
            "fault.expected-en-passant",
            "expected the en passant square or '-', found {found}",
            found = quoted(field.text)
        )));
    };
    let (us, them) = (position.side, position.side.opponent());
    let expected = if us == Side::First { 5 } else { 2 };
    if rank(behind) != expected {
        return Err(field.error(message!(
            "fault.en-passant-rank",
            "on {turn}'s turn an en passant square is on rank {rank}",
            turn = named(us),
            rank = expected + 1
        )));
    }
    let (stands, came_from) = (behind ^ 8, if us == Side::First { behind + 8 } else { behind - 8 });
    let name = square_name(behind);
    if position.pieces(them, Kind::Pawn) & bit(stands) == 0 {
        return Err(field.error(message!(
            "fault.en-passant-pawn",
            "no en passant on {point}: no {side} pawn on {pawn}",
            point = name,
            side = named(them),
            pawn = square_name(stands)
        )));
    }
    for empty in [behind, came_from] {
        if position.occupied() & bit(empty) != 0 {
            return Err(field.error(message!(
                "fault.en-passant-empty",
                "no en passant on {point}: {other} is not empty",
                point = name,
                other = square_name(empty)
            )));
        }
    }
    if position.quiet_plies != 0 {
        return Err(field.error(message!(
            "fault.en-passant-clock",
            "with an en passant square the half-move clock is 0"
        )));
    }
    // Nobody may have been in check when the pawn began its step.
    let before = position.occupied() ^ bit(stands) ^ bit(came_from);
    let checkers = position.attackers(position.king(us), before) & position.of_side(them) & !bit(stands);
    let pawn_checked = pawn_attacks(us, position.king(us)) & bit(came_from) != 0;
    if checkers != 0 || pawn_checked {
        return Err(field.error(message!(
            "fault.en-passant-check",
            "no en passant on {point}: {side} was in check before the pawn's step",
            point = name,
            side = named(us)
        )));
    }
    position.set_en_passant(behind);
    Ok(())
}
