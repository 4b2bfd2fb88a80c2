//! What each kind of piece attacks, from tables made at compile time.

use super::bitboard::{Bitboard, Square, bit, file, lowest, rank, square};
pub use super::magic::{bishop_attacks, rook_attacks};
use wanqi_game::Side;

/// The squares that a knight attacks.
#[inline(always)]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[usize::from(square & 63)]
}

/// The squares that a king attacks.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[usize::from(square & 63)]
}

/// The squares that a side's pawn attacks.
#[inline(always)]
pub fn pawn_attacks(side: Side, square: Square) -> Bitboard {
    PAWN[side.index()][usize::from(square & 63)]
}

/// The squares that a queen attacks.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

/// The squares that a rook attacks on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[usize::from(square & 63)]
}

/// The squares that a bishop attacks on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[usize::from(square & 63)]
}

/// The squares strictly between two squares of one rank, file or diagonal; none for any other two.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[usize::from(a & 63)][usize::from(b & 63)]
}

/// The whole rank, file or diagonal through two squares, both included; none if there is no such line.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[usize::from(a & 63)][usize::from(b & 63)]
}

/// The squares that a set of knights attacks.
#[inline(always)]
pub const fn all_knight_attacks(knights: Bitboard) -> Bitboard {
    const NOT_A: Bitboard = !super::bitboard::FILE_A;
    const NOT_H: Bitboard = !super::bitboard::FILE_H;
    const NOT_AB: Bitboard = NOT_A & (NOT_A << 1);
    const NOT_GH: Bitboard = NOT_H & (NOT_H >> 1);
    let one = ((knights & NOT_A) >> 1) | ((knights & NOT_H) << 1);
    let two = ((knights & NOT_AB) >> 2) | ((knights & NOT_GH) << 2);
    (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
}

/// The squares that a set of one side's pawns attacks.
#[inline(always)]
pub const fn all_pawn_attacks(side: Side, pawns: Bitboard) -> Bitboard {
    let sideways = ((pawns & !super::bitboard::FILE_A) >> 1) | ((pawns & !super::bitboard::FILE_H) << 1);
    match side {
        Side::First => sideways << 8,
        Side::Second => sideways >> 8,
    }
}

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

static KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = leaper(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static ROOK_RAYS: [Bitboard; 64] = rays(0);
static BISHOP_RAYS: [Bitboard; 64] = rays(2);
static BETWEEN: [[Bitboard; 64]; 64] = between_table();
static LINE: [[Bitboard; 64]; 64] = line_table();

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            let to_file = file(from) as i8 + steps[i].0;
            let to_rank = rank(from) as i8 + steps[i].1;
            if to_file >= 0 && to_file < 8 && to_rank >= 0 && to_rank < 8 {
                table[from as usize] |= bit(square(to_file as u8, to_rank as u8));
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// The rank, file, rising and falling diagonal through a square, the square included.
pub(super) const fn lines_through(square: Square) -> [Bitboard; 4] {
    let (mut rising, mut falling) = (0, 0);
    let mut other = 0;
    while other < 64 {
        if file(other) + rank(square) == file(square) + rank(other) {
            rising |= bit(other);
        }
        if file(other) + rank(other) == file(square) + rank(square) {
            falling |= bit(other);
        }
        other += 1;
    }
    [0xFF << (8 * rank(square)), super::bitboard::FILE_A << file(square), rising, falling]
}

/// What a slider on `square` attacks along one of its lines. The subtraction o − 2s carries from the slider to
/// the first piece above it; the mirrored board does the same below.
/// <https://www.chessprogramming.org/Hyperbola_Quintessence>
pub(super) const fn attacks_along(line: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    let slider = bit(square);
    let blockers = occupied & line;
    let above = blockers.wrapping_sub(slider.wrapping_mul(2));
    let below = blockers.reverse_bits().wrapping_sub(slider.reverse_bits().wrapping_mul(2)).reverse_bits();
    (above ^ below) & line
}

/// Two of the lines through each square without the square itself.
const fn rays(first: usize) -> [Bitboard; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let lines = lines_through(from);
        table[from as usize] = (lines[first] | lines[first + 1]) & !bit(from);
        from += 1;
    }
    table
}

const fn line_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let lines = lines_through(from);
        let mut i = 0;
        while i < 4 {
            let mut others = lines[i] & !bit(from);
            while others != 0 {
                table[from as usize][lowest(others) as usize] = lines[i];
                others &= others - 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

const fn between_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let lines = lines_through(from);
        let mut i = 0;
        while i < 4 {
            let mut others = lines[i] & !bit(from);
            while others != 0 {
                let to = lowest(others);
                table[from as usize][to as usize] =
                    attacks_along(lines[i], from, bit(to)) & attacks_along(lines[i], to, bit(from));
                others &= others - 1;
            }
            i += 1;
        }
        from += 1;
    }
    table
}
