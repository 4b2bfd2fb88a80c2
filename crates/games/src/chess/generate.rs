//! Legal moves, as sets. A piece's targets are cut to what stops a check and to the line of its pin, so that
//! nothing is made and taken back; counting is counting bits.
//! <https://peterellisjones.com/posts/generating-legal-chess-moves-efficiently/>

use super::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks, rook_attacks,
};
use super::bitboard::{Bitboard, END_RANKS, FILE_A, FILE_H, Square, bit, lowest, several, squares};
use super::make::{castling_targets, home_rank};
use super::moves::{Code, MoveSet};
use super::piece::Kind;
use super::position::Position;
use wanqi_game::Side;

/// Visits all legal moves that capture or promote (if `TACTICAL`) and all others (if `QUIET`). At most
/// [`MAX_SETS`] sets, some of them empty.
#[inline(always)]
pub(super) fn generate<const TACTICAL: bool, const QUIET: bool>(
    position: &Position,
    mut visit: impl FnMut(MoveSet),
) {
    let (us, them) = (position.side, position.side.opponent());
    let occupied = position.occupied();
    let enemy = position.of_side(them);
    let king = position.king(us);
    let mut wanted = 0;
    if TACTICAL {
        wanted |= enemy;
    }
    if QUIET {
        wanted |= !occupied;
    }

    let mut to = king_attacks(king) & wanted & !position.leaper_attacks(them);
    let without_king = occupied ^ bit(king);
    for square in squares(to) {
        if position.slider_attacks(them, square, without_king) {
            to ^= bit(square);
        }
    }
    visit(MoveSet::of_piece(Code::of(Kind::King), king, to));
    if several(position.checkers) {
        return;
    }

    // What stops the check, if there is one: capturing the checker or standing in its way.
    let stops = match position.checkers {
        0 => !0,
        checker => checker | between(king, lowest(checker)),
    };
    wanted &= stops;
    let pinned = position.pinned;
    let within_pin = |from: Square| if pinned & bit(from) == 0 { !0 } else { line(king, from) };

    let pawns = position.pieces(us, Kind::Pawn);
    pawn_moves::<TACTICAL, QUIET>(us, pawns & !pinned, occupied, enemy, stops, &mut visit);
    for from in squares(pawns & pinned) {
        let allowed = stops & line(king, from);
        pawn_moves::<TACTICAL, QUIET>(us, bit(from), occupied, enemy, allowed, &mut visit);
    }
    if TACTICAL && let Some(to) = position.en_passant {
        for from in squares(pawns & pawn_attacks(them, to)) {
            if position.en_passant_is_legal(from, to) {
                visit(MoveSet::of_piece(Code::EN_PASSANT, from, bit(to)));
            }
        }
    }
    // A pinned knight has no move on the line of its pin.
    for from in squares(position.pieces(us, Kind::Knight) & !pinned) {
        visit(MoveSet::of_piece(Code::of(Kind::Knight), from, knight_attacks(from) & wanted));
    }
    for from in squares(position.pieces(us, Kind::Bishop)) {
        let to = bishop_attacks(from, occupied) & wanted & within_pin(from);
        visit(MoveSet::of_piece(Code::of(Kind::Bishop), from, to));
    }
    for from in squares(position.pieces(us, Kind::Rook)) {
        let to = rook_attacks(from, occupied) & wanted & within_pin(from);
        visit(MoveSet::of_piece(Code::of(Kind::Rook), from, to));
    }
    for from in squares(position.pieces(us, Kind::Queen)) {
        let to = queen_attacks(from, occupied) & wanted & within_pin(from);
        visit(MoveSet::of_piece(Code::of(Kind::Queen), from, to));
    }

    if QUIET && position.checkers == 0 {
        for rook in squares(position.castling & home_rank(us)) {
            castling_move(position, king, rook, &mut visit);
        }
    }
}

/// More sets than [`generate`] can visit: 16 of pawns that are not pinned, four of each that is (a capture with
/// four promotions), one of each other piece, two en passant captures, two castlings.
pub(super) const MAX_SETS: usize = 64;

/// How far pawns go, as left rotations of a board: straight, to the left, to the right. No pawn leaves the board
/// by a step forward, so nothing comes round.
const STEPS: [[u32; 3]; 2] = [[8, 7, 9], [56, 55, 57]];
/// The ranks that a single step leads to from where pawns start.
const THIRD_RANKS: [Bitboard; 2] = [0xFF << 16, 0xFF << 40];

/// Moves of some pawns to squares of `allowed`, without en passant.
#[inline(always)]
fn pawn_moves<const TACTICAL: bool, const QUIET: bool>(
    us: Side,
    pawns: Bitboard,
    occupied: Bitboard,
    enemy: Bitboard,
    allowed: Bitboard,
    visit: &mut impl FnMut(MoveSet),
) {
    let [straight, left, right] = STEPS[us.index()];
    let single = pawns.rotate_left(straight) & !occupied;
    let pawn = Code::of(Kind::Pawn);
    if QUIET {
        let double = (single & THIRD_RANKS[us.index()]).rotate_left(straight) & !occupied & allowed;
        visit(MoveSet::of_pawns(pawn, straight, single & allowed & !END_RANKS));
        visit(MoveSet::of_pawns(Code::DOUBLE_STEP, 2 * straight, double));
    }
    if TACTICAL {
        let to_left = (pawns & !FILE_A).rotate_left(left) & enemy & allowed;
        let to_right = (pawns & !FILE_H).rotate_left(right) & enemy & allowed;
        visit(MoveSet::of_pawns(pawn, left, to_left & !END_RANKS));
        visit(MoveSet::of_pawns(pawn, right, to_right & !END_RANKS));
        let single = single & allowed;
        if (single | to_left | to_right) & END_RANKS != 0 {
            for code in Code::PROMOTIONS {
                visit(MoveSet::of_pawns(code, straight, single & END_RANKS));
                visit(MoveSet::of_pawns(code, left, to_left & END_RANKS));
                visit(MoveSet::of_pawns(code, right, to_right & END_RANKS));
            }
        }
    }
}

/// Castling with a rook that still may, if nothing stands in the way and the king passes no attacked square.
#[inline(always)]
fn castling_move(position: &Position, king: Square, rook: Square, visit: &mut impl FnMut(MoveSet)) {
    let (king_to, rook_to) = castling_targets(king, rook);
    let king_path = between(king, king_to) | bit(king_to);
    let rook_path = between(rook, rook_to) | bit(rook_to) | between(king, rook);
    let others = position.occupied() & !bit(king) & !bit(rook);
    if (king_path | rook_path) & others != 0 {
        return;
    }
    let them = position.side.opponent();
    let attacked = |square| position.slider_attacks(them, square, others);
    if king_path & position.leaper_attacks(them) == 0 && !squares(king_path).any(attacked) {
        visit(MoveSet::of_piece(Code::CASTLING, king, bit(king_to)));
    }
}
