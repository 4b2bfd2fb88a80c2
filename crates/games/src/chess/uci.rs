//! UCI's move texts (`e2e4`, `e1g1`, `e7e8q`), and why a move is not legal.
//! <https://www.chessprogramming.org/UCI>

use super::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use super::bitboard::{Bitboard, Square, bit, parse_square, rank, square_name};
use super::moves::Move;
use super::piece::{Kind, named};
use super::position::Position;
use super::san::no_promotion;
use crate::results::{cannot_go, not_yours, nothing_there};
use wanqi_game::{Game, Message, Side, TextError, message};

/// Writes a move. Castling is the king's move where king and rook stand as in ordinary chess, and otherwise, or if
/// `onto_rook`, the king's move onto its rook: in Chess960 the king may castle to a square that it could also step to.
pub(super) fn format(position: &Position, mv: Move, onto_rook: bool) -> String {
    match position.castling_rook(mv) {
        Some((rook, _)) if onto_rook || !position.castles_as_usual(mv) => {
            square_name(mv.from()) + &square_name(rook)
        }
        _ => format!("{mv:?}"),
    }
}

/// Reads a legal move; `None` if the text is not of this form at all.
pub(super) fn parse(position: &Position, text: &str) -> Option<Result<Move, TextError>> {
    let from = parse_square(text.get(0..2)?)?;
    let to = parse_square(text.get(2..4)?)?;
    let promotion = match text.get(4..)? {
        "" => None,
        letter => {
            let mut letters = letter.chars().map(|c| c.to_ascii_uppercase());
            let kind = letters.next().and_then(Kind::from_letter)?;
            if letters.next().is_some() || !Kind::PROMOTIONS.contains(&kind) {
                return None;
            }
            Some(kind)
        }
    };
    Some(find(position, from, to, promotion, text))
}

fn find(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Kind>,
    text: &str,
) -> Result<Move, TextError> {
    let (mut found, mut promotes) = (None, None);
    super::Chess.each_move(position, |mv| {
        let is_it = match position.castling_rook(mv) {
            Some((rook, _)) => to == rook || to == mv.to() && position.castles_as_usual(mv),
            None => mv.to() == to,
        };
        if mv.from() == from && is_it {
            promotes = Some(mv.promotion().is_some());
            if mv.promotion() == promotion {
                found = Some(mv);
            }
        }
    });
    match (found, promotes) {
        (Some(mv), _) => Ok(mv),
        (None, Some(true)) => Err(TextError::new(message!(
            "fault.promotion-uci",
            "{move} needs what the pawn becomes: {move}q, {move}r, {move}b or {move}n",
            move = text
        ))),
        (None, Some(false)) => Err(TextError::at(no_promotion(text), 4..5)),
        (None, None) => Err(TextError::new(why_not(position, from, to))),
    }
}

/// Why there is no legal move from one square to another.
fn why_not(position: &Position, from: Square, to: Square) -> Message {
    let us = position.side_to_move();
    let (from_name, to_name) = (square_name(from), square_name(to));
    let Some((side, kind)) = position.piece_on(from) else { return nothing_there(&from_name) };
    if side != us {
        return not_yours(kind.told(), &from_name, named(side), named(us));
    }
    if targets(position, from) & bit(to) == 0 {
        return cannot_go(kind.told(), &from_name, &to_name);
    }
    if kind == Kind::King {
        message!("fault.attacked", "{point} is attacked", point = to_name)
    } else {
        let mv = from_name + &to_name;
        message!("fault.leaves-check", "{move} leaves the king in check", move = mv)
    }
}

/// Where a piece goes if only the board mattered and not its king's safety; castling and en passant are left out.
fn targets(position: &Position, from: Square) -> Bitboard {
    let Some((side, kind)) = position.piece_on(from) else { return 0 };
    let occupied = position.occupied();
    let targets = match kind {
        Kind::Pawn => {
            let forward = |square: Square| if side == Side::First { square + 8 } else { square - 8 };
            let mut steps = bit(forward(from)) & !occupied;
            if steps != 0 && rank(from) == [1, 6][side.index()] {
                steps |= bit(forward(forward(from))) & !occupied;
            }
            steps | pawn_attacks(side, from) & position.of_side(side.opponent())
        }
        Kind::Knight => knight_attacks(from),
        Kind::Bishop => bishop_attacks(from, occupied),
        Kind::Rook => rook_attacks(from, occupied),
        Kind::Queen => queen_attacks(from, occupied),
        Kind::King => king_attacks(from),
    };
    targets & !position.of_side(side)
}
