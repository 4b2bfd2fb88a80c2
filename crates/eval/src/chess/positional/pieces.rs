//! The terms of pieces: how freely they move, what they threaten, where they stand among the pawns, how they press
//! upon the king; and what becomes of passed pawns among them.

use super::pawns::{fill, path};
use super::terms::{
    BISHOP_MOVES, BISHOP_PAIR, BISHOP_PAWNS, DANGER, KNIGHT_MOVES, KNIGHT_PAWNS, OUTPOST, PASSED_ENEMY,
    PASSED_FREE, PASSED_KING, PUSH, QUEEN_MOVES, ROOK_BEHIND, ROOK_FILE, ROOK_MOVES, ROOK_PAWNS, SHIELDED,
    SPACE, THREAT, TURN, UNPROTECTED,
};
use super::{forward, relative_rank, sign};
use wanqi_game::Side;
use wanqi_games::chess::attacks::{
    all_pawn_attacks, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use wanqi_games::chess::bitboard::{Bitboard, DARK_SQUARES, FILE_A, bit, file, rank, squares};
use wanqi_games::chess::{Kind, Position};

/// What a side attacks.
#[derive(Clone, Copy)]
struct Attacks {
    by: [Bitboard; 6],
    all: Bitboard,
    /// At least by two.
    twice: Bitboard,
    /// Units of attack on the enemy king's surroundings by pieces that reach them, and how many those are.
    units: i32,
    attackers: u32,
}

impl Attacks {
    #[inline(always)]
    fn add(&mut self, kind: Kind, attacks: Bitboard) {
        self.twice |= self.all & attacks;
        self.all |= attacks;
        self.by[kind.index()] |= attacks;
    }
}

/// Visits the terms of a position that are more than pieces on squares and pawn structure: a term, and how often
/// White has it more than Black.
#[inline(always)]
pub(super) fn each_piece_term(position: &Position, passed: Bitboard, mut visit: impl FnMut(usize, i32)) {
    let attacks =
        [each_piece(position, Side::First, &mut visit), each_piece(position, Side::Second, &mut visit)];
    for side in Side::BOTH {
        each_threat(position, side, &attacks, &mut visit);
        each_danger(position, side, &attacks, &mut visit);
        each_passed(position, side, passed & position.of_side(side), &attacks, &mut visit);
    }
    visit(TURN, sign(position.side_to_move()));
}

/// The king's surroundings: the squares around him and the next ones before him.
#[inline(always)]
fn surroundings(side: Side, king: u8) -> Bitboard {
    let around = king_attacks(king) | bit(king);
    around | forward(side, around)
}

/// Units for a piece that reaches the king's surroundings, by kind.
const UNITS: [i32; 6] = [0, 2, 2, 2, 3, 0];

/// Visits the terms of a side's pieces by themselves, and returns what they attack.
#[inline(always)]
fn each_piece(position: &Position, side: Side, visit: &mut impl FnMut(usize, i32)) -> Attacks {
    let (sign, them) = (sign(side), side.opponent());
    let occupied = position.occupied();
    let (pawns, enemy_pawns) = (position.pieces(side, Kind::Pawn), position.pieces(them, Kind::Pawn));
    let enemy_king = position.king(them);
    let near = surroundings(them, enemy_king);
    let around = king_attacks(enemy_king);
    let pawn_attacks = all_pawn_attacks(side, pawns);
    let enemy_pawn_attacks = all_pawn_attacks(them, enemy_pawns);
    let good = !(pawns | bit(position.king(side)) | enemy_pawn_attacks);
    let held = pawn_attacks & !fill(them, enemy_pawn_attacks) & OUTPOSTS[side.index()];
    let behind_pawns = forward(them, pawns | enemy_pawns);
    let count_pawns = pawns.count_ones() as usize;
    let mut attacks = Attacks { by: [0; 6], all: 0, twice: 0, units: 0, attackers: 0 };
    attacks.add(Kind::King, king_attacks(position.king(side)));
    attacks.add(Kind::Pawn, pawn_attacks);

    let moves = |attacks: &mut Attacks, kind: Kind, reach: Bitboard| {
        attacks.add(kind, reach);
        if reach & near != 0 {
            attacks.attackers += 1;
            attacks.units += UNITS[kind.index()] + (reach & around).count_ones() as i32;
        }
        (reach & good).count_ones() as usize
    };
    for from in squares(position.pieces(side, Kind::Knight)) {
        let moves = moves(&mut attacks, Kind::Knight, knight_attacks(from));
        visit(KNIGHT_MOVES + moves, sign);
        visit(KNIGHT_PAWNS + count_pawns, sign);
    }
    let bishops = position.pieces(side, Kind::Bishop);
    for from in squares(bishops) {
        let moves = moves(&mut attacks, Kind::Bishop, bishop_attacks(from, occupied));
        visit(BISHOP_MOVES + moves, sign);
        let colour = if bit(from) & DARK_SQUARES != 0 { DARK_SQUARES } else { !DARK_SQUARES };
        visit(BISHOP_PAWNS, sign * (pawns & colour).count_ones() as i32);
    }
    if bishops & DARK_SQUARES != 0 && bishops & !DARK_SQUARES != 0 {
        visit(BISHOP_PAIR, sign);
    }
    let knights = position.pieces(side, Kind::Knight);
    visit(OUTPOST, sign * (knights & held).count_ones() as i32);
    visit(OUTPOST + 1, sign * (bishops & held).count_ones() as i32);
    visit(SHIELDED, sign * ((knights | bishops) & behind_pawns).count_ones() as i32);
    for from in squares(position.pieces(side, Kind::Rook)) {
        let moves = moves(&mut attacks, Kind::Rook, rook_attacks(from, occupied));
        visit(ROOK_MOVES + moves, sign);
        visit(ROOK_PAWNS + count_pawns, sign);
        let line = FILE_A << file(from);
        if line & pawns == 0 {
            visit(ROOK_FILE + usize::from(line & enemy_pawns == 0), sign);
        }
    }
    for from in squares(position.pieces(side, Kind::Queen)) {
        let moves = moves(&mut attacks, Kind::Queen, queen_attacks(from, occupied));
        visit(QUEEN_MOVES + moves, sign);
    }
    let behind = forward(them, fill(them, pawns));
    let space = behind & HOME[side.index()] & !pawns & !enemy_pawn_attacks;
    visit(SPACE, sign * space.count_ones() as i32);
    attacks
}

/// Where a piece that cannot be driven away is a thorn: the fourth to sixth ranks.
const OUTPOSTS: [Bitboard; 2] = [0xFF_FFFF << 24, 0xFF_FFFF << 16];
/// The four middle files on the second to fourth ranks.
const HOME: [Bitboard; 2] = [0x3C_3C3C << 8, 0x3C_3C3C << 32];

/// Visits what a side threatens to take.
#[inline(always)]
fn each_threat(position: &Position, side: Side, attacks: &[Attacks; 2], visit: &mut impl FnMut(usize, i32)) {
    let (sign, them) = (sign(side), side.opponent());
    let (own, enemy) = (&attacks[side.index()], &attacks[them.index()]);
    let pawns = position.pieces(them, Kind::Pawn);
    let king = bit(position.king(them));
    // A king is not threatened, it is in check; a protected pawn is safe from pieces.
    let victims = position.of_side(them) & !king & !(pawns & enemy.all);
    let minor = own.by[Kind::Knight.index()] | own.by[Kind::Bishop.index()];
    let rows = [own.by[Kind::Pawn.index()] & !pawns, minor, own.by[Kind::Rook.index()]];
    for (row, attacked) in rows.into_iter().enumerate() {
        for victim in squares(victims & attacked) {
            visit(THREAT + 6 * row + position.kind_on(victim).index(), sign);
        }
    }
    for victim in squares(victims & own.all & !enemy.all) {
        visit(UNPROTECTED + position.kind_on(victim).index(), sign);
    }
    let empty = !position.occupied();
    let single = forward(side, position.pieces(side, Kind::Pawn)) & empty;
    let double = forward(side, single & THIRD_RANK[side.index()]) & empty;
    let safe = !enemy.by[Kind::Pawn.index()] & (own.all | !enemy.all);
    let pushed = all_pawn_attacks(side, (single | double) & safe) & !own.by[Kind::Pawn.index()];
    let pieces = position.of_side(them) & !pawns & !king;
    visit(PUSH, sign * (pushed & pieces).count_ones() as i32);
}

const THIRD_RANK: [Bitboard; 2] = [0xFF << 16, 0xFF << 40];

/// Visits how hard a side presses upon the enemy king: units for the pieces that reach his surroundings, the squares
/// beside him that only he protects, and the checks that could be given safely.
/// <https://www.chessprogramming.org/King_Safety#Attack_Units>
#[inline(always)]
fn each_danger(position: &Position, side: Side, attacks: &[Attacks; 2], visit: &mut impl FnMut(usize, i32)) {
    let them = side.opponent();
    let (own, enemy) = (&attacks[side.index()], &attacks[them.index()]);
    let queens = position.pieces(side, Kind::Queen);
    // A single piece is no attack.
    if own.attackers < 2 && (own.attackers == 0 || queens == 0) {
        return;
    }
    let king = position.king(them);
    let occupied = position.occupied();
    let king_alone = enemy.by[Kind::King.index()] & !enemy.twice;
    let weak = king_alone & own.all;
    let safe = !position.of_side(side) & (!enemy.all | king_alone & own.twice);
    let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
    let by = |kind: Kind| own.by[kind.index()] & safe;
    let checks = [
        (4, by(Kind::Queen) & (diagonal | straight)),
        (4, by(Kind::Rook) & straight),
        (2, by(Kind::Bishop) & diagonal),
        (4, by(Kind::Knight) & knight_attacks(king)),
    ];
    let mut units = own.units + 2 * weak.count_ones() as i32;
    for (unit, checks) in checks {
        units += if checks != 0 { unit } else { 0 };
    }
    let row = if queens == 0 { 32 } else { 0 };
    visit(DANGER + row + units.clamp(0, 31) as usize, sign(side));
}

/// Visits what helps and stops a side's passed pawns.
#[inline(always)]
fn each_passed(
    position: &Position,
    side: Side,
    passed: Bitboard,
    attacks: &[Attacks; 2],
    visit: &mut impl FnMut(usize, i32),
) {
    let (sign, them) = (sign(side), side.opponent());
    let occupied = position.occupied();
    for from in squares(passed) {
        let row = relative_rank(side, from);
        let path = path(side, from);
        if path & occupied == 0 {
            visit(PASSED_FREE + row, sign);
            if path & attacks[them.index()].all == 0 {
                visit(PASSED_FREE + 8 + row, sign);
            }
        }
        let behind = FILE_A << file(from) & !path;
        for (index, owner) in [side, them].into_iter().enumerate() {
            if position.pieces(owner, Kind::Rook) & behind != 0 {
                visit(ROOK_BEHIND + index, sign);
            }
        }
        if row >= 3 {
            let next = step(side, from);
            let own = usize::from(distance(position.king(side), next));
            let enemy = usize::from(distance(position.king(them), next));
            visit(PASSED_KING + 8 * (row - 3) + own, sign);
            visit(PASSED_ENEMY + 8 * (row - 3) + enemy, sign);
        }
    }
}

/// The square one step ahead.
#[inline(always)]
const fn step(side: Side, square: u8) -> u8 {
    match side {
        Side::First => (square + 8) & 63,
        Side::Second => square.wrapping_sub(8) & 63,
    }
}

/// Steps of a king from one square to another, 0 to 7.
#[inline(always)]
fn distance(a: u8, b: u8) -> u8 {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}
