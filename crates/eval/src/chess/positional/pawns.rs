//! Pawn structure and the king's shelter, which change seldom and are remembered.

use super::tapered::Tapered;
use super::terms::{BACKWARD, DOUBLED, ISOLATED, PASSED, PHALANX, SHELTER, STORM, SUPPORTED};
use super::{forward, relative_rank, sign};
use wanqi_game::Side;
use wanqi_games::chess::attacks::all_pawn_attacks;
use wanqi_games::chess::bitboard::{Bitboard, FILE_A, FILE_H, bit, file, lowest, squares};
use wanqi_games::chess::{Kind, Position};

/// What is remembered of a pawn structure with its kings.
#[derive(Clone, Copy, Debug)]
struct PawnEntry {
    pawns: [Bitboard; 2],
    kings: u16,
    structure: Structure,
}

/// What the pawns are worth, and which of them have passed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Structure {
    pub sum: Tapered,
    pub passed: Bitboard,
}

/// The structures seen lately, by a hash of the pawns. <https://www.chessprogramming.org/Pawn_Hash_Table>
#[derive(Clone, Debug)]
pub(super) struct PawnTable(Vec<PawnEntry>);

impl PawnTable {
    /// Small enough to stay in the cache and to be made for every search.
    const BITS: u32 = 11;

    pub fn new() -> PawnTable {
        // No king stands beyond the board.
        let empty = PawnEntry { pawns: [0; 2], kings: u16::MAX, structure: Structure::default() };
        PawnTable(vec![empty; 1 << Self::BITS])
    }

    /// The structure of a position; `find` works it out where it is not remembered.
    #[inline]
    pub fn get(&mut self, position: &Position, find: impl FnOnce() -> Structure) -> Structure {
        let [white, black] = Side::BOTH;
        let pawns = [position.pieces(white, Kind::Pawn), position.pieces(black, Kind::Pawn)];
        let kings = u16::from(position.king(white)) | u16::from(position.king(black)) << 8;
        // Fibonacci hashing, each part by an odd number of its own.
        let hash = pawns[0].wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ pawns[1].wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(23)
            ^ u64::from(kings).wrapping_mul(0x1656_67B1_9E37_79F9);
        let index = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS);
        let entry = &mut self.0[index as usize];
        if entry.pawns != pawns || entry.kings != kings {
            *entry = PawnEntry { pawns, kings, structure: find() };
        }
        entry.structure
    }
}

/// All squares before and on those of a set, as a side sees it.
#[inline(always)]
pub(super) const fn fill(side: Side, set: Bitboard) -> Bitboard {
    let mut set = set;
    match side {
        Side::First => {
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Side::Second => {
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

/// The whole files of a set.
#[inline(always)]
const fn files(set: Bitboard) -> Bitboard {
    fill(Side::First, set) | fill(Side::Second, set)
}

/// The squares beside those of a set.
#[inline(always)]
const fn beside(set: Bitboard) -> Bitboard {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// Visits the terms of the pawns and of the kings among them, and returns the passed pawns.
#[inline(always)]
pub(super) fn each_pawn_term(position: &Position, mut visit: impl FnMut(usize, i32)) -> Bitboard {
    each_of_side(position, Side::First, &mut visit) | each_of_side(position, Side::Second, &mut visit)
}

#[inline(always)]
fn each_of_side(position: &Position, side: Side, visit: &mut impl FnMut(usize, i32)) -> Bitboard {
    let (sign, them) = (sign(side), side.opponent());
    let (own, enemy) = (position.pieces(side, Kind::Pawn), position.pieces(them, Kind::Pawn));
    let ahead = |set| fill(side, forward(side, set));
    let (attacks, enemy_attacks) = (all_pawn_attacks(side, own), all_pawn_attacks(them, enemy));
    // What pawns attack now or after any number of steps.
    let (reach, enemy_reach) = (fill(side, attacks), fill(them, enemy_attacks));
    // Behind them, as the other side's steps go.
    let behind_own = fill(them, forward(them, own));
    let behind_enemy = fill(them, forward(them, enemy));

    let isolated = own & !files(beside(own));
    let held = own & !forward(them, reach) & forward(them, enemy_attacks) & !attacks & !isolated;
    let open = own & !files(enemy);
    let passed = own & !behind_enemy & !enemy_reach & !behind_own;
    let count = |set: Bitboard| sign * set.count_ones() as i32;
    visit(DOUBLED, count(own & behind_own));
    visit(ISOLATED, count(isolated & !open));
    visit(ISOLATED + 1, count(isolated & open));
    visit(BACKWARD, count(held & !open));
    visit(BACKWARD + 1, count(held & open));
    for square in squares(own & attacks) {
        visit(SUPPORTED + relative_rank(side, square), sign);
    }
    for square in squares(own & beside(own)) {
        visit(PHALANX + relative_rank(side, square), sign);
    }
    for square in squares(passed) {
        visit(PASSED + relative_rank(side, square), sign);
    }

    let king = position.king(side);
    // At the edge the file beside the king's counts from within.
    let middle = file(king).clamp(1, 6);
    let before = ahead(0xFF << (king & 56)) | 0xFF << (king & 56);
    for column in middle - 1..=middle + 1 {
        let line = FILE_A << column & before;
        let row = 8 * usize::from(column != file(king));
        let own_rank = nearest(side, own & line);
        let enemy_rank = nearest(side, enemy & line);
        visit(SHELTER + row + own_rank, sign);
        let blocked = own_rank != 0 && enemy_rank == own_rank + 1;
        visit(STORM + if blocked { 16 } else { 0 } + row + enemy_rank, sign);
    }
    passed
}

/// The rank of the first of a set as a side sees it, 0 for none.
#[inline(always)]
fn nearest(side: Side, set: Bitboard) -> usize {
    match side {
        _ if set == 0 => 0,
        Side::First => relative_rank(side, lowest(set)),
        Side::Second => relative_rank(side, 63 - set.leading_zeros() as u8),
    }
}

/// The squares before a pawn on its file.
#[inline(always)]
pub(super) fn path(side: Side, square: u8) -> Bitboard {
    fill(side, forward(side, bit(square)))
}
