//! Static exchange evaluation: what a capture wins if both sides then take back on its square with their least
//! piece, as long as that pays. Pins are not seen.
//! <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>

use wanqi_game::Side;
use wanqi_games::chess::bitboard::{Bitboard, Square, bit, lowest};
use wanqi_games::chess::{Kind, Move, Position};

/// What pieces are worth in an exchange, by [`Kind::index`]. Minor pieces are worth the same, so that trading
/// one for the other is even. A king is worth more than everything else together.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

const fn value(kind: Kind) -> i32 {
    EXCHANGE_VALUES[kind.index()]
}

/// What a move wins on its square for the side that makes it; negative if it loses something. A quiet move wins
/// nothing, and may lose what it moves.
pub fn exchange(position: &Position, mv: Move) -> i32 {
    let to = mv.to();
    let us = position.side_to_move();
    let mut occupied = position.occupied() & !bit(mv.from());
    let mut captured = 0;
    if mv.is_en_passant() {
        occupied &= !bit(to ^ 8);
        captured = value(Kind::Pawn);
    } else if position.is_capture(mv) {
        captured = value(position.kind_on(to));
    } else if mv.is_castling() {
        return 0;
    }
    let promotion = value(mv.placed()) - value(mv.moved());
    captured + promotion - recapture(position, to, us.opponent(), occupied, value(mv.placed()))
}

/// What `side` wins by capturing a piece worth `stake` on `square`: nothing if that would not pay.
fn recapture(position: &Position, square: Square, side: Side, occupied: Bitboard, stake: i32) -> i32 {
    // Those behind a piece that has captured join in.
    let attackers = position.attackers(square, occupied) & occupied;
    let Some((from, kind)) = least(position, attackers & position.of_side(side)) else { return 0 };
    // A king does not capture what is protected.
    if kind == Kind::King && attackers & position.of_side(side.opponent()) != 0 {
        return 0;
    }
    let answer = recapture(position, square, side.opponent(), occupied & !bit(from), value(kind));
    (stake - answer).max(0)
}

/// The least valuable piece of a set, and its square.
#[inline]
fn least(position: &Position, pieces: Bitboard) -> Option<(Square, Kind)> {
    Kind::ALL.into_iter().find_map(|kind| {
        let of_kind = pieces & position.of_kind(kind);
        (of_kind != 0).then(|| (lowest(of_kind), kind))
    })
}
