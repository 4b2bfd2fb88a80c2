//! The start positions of Chess960, numbered by Scharnagl's scheme:
//! <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>

use super::bitboard::{Bitboard, file, square};
use super::make::home_rank;
use super::piece::Kind;
use super::position::Position;
use super::zobrist;
use wanqi_game::Side;

/// How many start positions there are.
pub const STARTS: u16 = 960;

/// The number of the ordinary one.
pub const ORDINARY_START: u16 = 518;

/// Where rooks stand in ordinary chess.
const CORNERS: Bitboard = 0x81 | 0x81 << 56;

/// The start position with a number below [`STARTS`]; others are counted round.
pub fn start(number: u16) -> Position {
    let mut position = Position::EMPTY;
    for (file, kind) in (0..).zip(back_rank(number % STARTS)) {
        position.toggle(Side::First, kind, square(file, 0));
        position.toggle(Side::First, Kind::Pawn, square(file, 1));
        position.toggle(Side::Second, Kind::Pawn, square(file, 6));
        position.toggle(Side::Second, kind, square(file, 7));
    }
    position.castling = position.of_kind(Kind::Rook);
    position.key ^= zobrist::castling(position.castling);
    position
}

/// Whether a king or a rook that may castle stands elsewhere than in ordinary chess, so that other programs must be
/// told that this is Chess960.
pub fn is_needed(position: &Position) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let castling = position.castling_rooks() & home_rank(side);
        castling & !CORNERS != 0 || castling != 0 && file(position.king(side)) != 4
    })
}

/// The pieces of a side from file a to h.
fn back_rank(number: u16) -> [Kind; 8] {
    /// Where the knights go among the five places that bishops and queen leave.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let number = usize::from(number);
    let mut pieces = [None; 8];
    pieces[number % 4 * 2 + 1] = Some(Kind::Bishop);
    pieces[number / 4 % 4 * 2] = Some(Kind::Bishop);
    put(&mut pieces, number / 16 % 6, Kind::Queen);
    let [first, second] = KNIGHTS[number / 96];
    // The right one first, so that the places to the left of it are still counted alike.
    put(&mut pieces, second, Kind::Knight);
    put(&mut pieces, first, Kind::Knight);
    for kind in [Kind::Rook, Kind::King] {
        put(&mut pieces, 0, kind);
    }
    pieces.map(|piece| piece.unwrap_or(Kind::Rook))
}

/// Puts a piece on one of the empty places, counted from the left.
fn put(pieces: &mut [Option<Kind>; 8], place: usize, kind: Kind) {
    if let Some(empty) = pieces.iter_mut().filter(|piece| piece.is_none()).nth(place) {
        *empty = Some(kind);
    }
}
