//! Rooks and cannons: what they reach along a line depends on which of its points are taken, so a table holds
//! the answer for every such pattern.
//! <https://www.chessprogramming.org/Kindergarten_Bitboards>

use super::points::{FILES, POINTS, Point, PointSet, RANKS, bit, file, rank};
use wanqi_game::Side;

/// What a piece reaches along one line, by the bits of the line's points.
#[derive(Clone, Copy)]
struct LineTargets {
    /// The points up to the first piece on either side, and that piece's.
    rook: u16,
    /// The points behind the first piece up to the next one, and that one's.
    cannon: u16,
}

/// By the piece's place on the line and the pattern of the inner points: whether the ends are taken makes no
/// difference to what is reached.
static ALONG_RANK: [[LineTargets; 1 << 7]; FILES as usize] = reaches();
static ALONG_FILE: [[LineTargets; 1 << 8]; RANKS as usize] = reaches();

/// The points that a rook on a point reaches if just the points of `occupied` hold pieces: empty ones, and the
/// first piece in each direction.
#[inline(always)]
pub fn rook_reach(from: Point, occupied: PointSet) -> PointSet {
    let (along_rank, along_file) = reach(from, occupied);
    on_rank(from, along_rank.rook) | on_file(from, along_file.rook)
}

/// The points behind a screen, up to the first piece there: a cannon captures that piece.
#[inline(always)]
pub fn cannon_reach(from: Point, occupied: PointSet) -> PointSet {
    let (along_rank, along_file) = reach(from, occupied);
    on_rank(from, along_rank.cannon) | on_file(from, along_file.cannon)
}

/// [`rook_reach`] and [`cannon_reach`].
#[inline(always)]
pub fn both_reaches(from: Point, occupied: PointSet) -> (PointSet, PointSet) {
    let (along_rank, along_file) = reach(from, occupied);
    (
        on_rank(from, along_rank.rook) | on_file(from, along_file.rook),
        on_rank(from, along_rank.cannon) | on_file(from, along_file.cannon),
    )
}

/// The points between a point of a palace and another on its file or rank; none if they are on no common line.
#[inline(always)]
pub fn between(king: Point, other: Point) -> PointSet {
    BETWEEN[palace_index(king)][usize::from(other)]
}

/// Points of a file in the lower half of a set cut after seven ranks, 63 points: bits 0, 9, …, 54.
const FILE_BITS: u64 = {
    let (mut bits, mut rank) = (0, 0);
    while rank < 7 {
        bits |= 1 << (9 * rank);
        rank += 1;
    }
    bits
};
/// Times this, such bits come to stand side by side in the uppermost byte: 9 r + 8 (7 − r) = 56 + r.
const GATHER: u64 = 0x0101_0101_0101_0100;
/// Times this, bits side by side come to stand on a file: r + 8 r = 9 r.
const SPREAD: u64 = 0x0001_0101_0101_0101;

/// What is reached along the rank and along the file.
#[inline(always)]
fn reach(from: Point, occupied: PointSet) -> (LineTargets, LineTargets) {
    let (file, rank) = (file(from), rank(from));
    let along_rank = (occupied >> (rank * FILES)) as usize >> 1 & 0x7F;
    let lower = occupied as u64 >> file & FILE_BITS;
    let upper = (occupied >> 63) as u64 >> file & FILE_BITS;
    let along_file = lower.wrapping_mul(GATHER) >> 56 & 0x7F | (upper.wrapping_mul(GATHER) >> 56 & 7) << 7;
    (
        ALONG_RANK[usize::from(file)][along_rank],
        ALONG_FILE[usize::from(rank)][along_file as usize >> 1 & 0xFF],
    )
}

#[inline(always)]
fn on_rank(from: Point, bits: u16) -> PointSet {
    PointSet::from(bits) << (rank(from) * FILES)
}

#[inline(always)]
fn on_file(from: Point, bits: u16) -> PointSet {
    let lower = u64::from(bits & 0x7F).wrapping_mul(SPREAD) & FILE_BITS;
    let upper = u64::from(bits >> 7).wrapping_mul(SPREAD) & FILE_BITS;
    (PointSet::from(lower) | PointSet::from(upper) << 63) << file(from)
}

/// The table for lines of `LENGTH` points, `PATTERNS` being two to the power of its inner points.
const fn reaches<const PATTERNS: usize, const LENGTH: usize>() -> [[LineTargets; PATTERNS]; LENGTH] {
    assert!(PATTERNS == 1 << (LENGTH - 2), "one pattern for each set of inner points");
    let mut table = [[LineTargets { rook: 0, cannon: 0 }; PATTERNS]; LENGTH];
    let mut place = 0;
    while place < LENGTH {
        let mut pattern = 0;
        while pattern < PATTERNS {
            let taken = pattern << 1;
            let reach = &mut table[place][pattern];
            let mut direction = -1;
            while direction <= 1 {
                let (mut at, mut met) = (place as i32 + direction, 0);
                while at >= 0 && at < LENGTH as i32 && met < 2 {
                    match met {
                        0 => reach.rook |= 1 << at,
                        _ => reach.cannon |= 1 << at,
                    }
                    met += taken >> at & 1;
                    at += direction;
                }
                direction += 2;
            }
            pattern += 1;
        }
        place += 1;
    }
    table
}

static BETWEEN: [[PointSet; POINTS]; 18] = {
    let mut table = [[0; POINTS]; 18];
    let mut king = 0;
    while king < POINTS as Point {
        let mut other = 0;
        let palaces = super::points::palace(Side::First) | super::points::palace(Side::Second);
        while palaces & bit(king) != 0 && other < POINTS as Point {
            let step = if file(king) == file(other) { FILES } else { 1 };
            if other != king && (file(king) == file(other) || rank(king) == rank(other)) {
                let (mut at, end) = if king < other { (king + step, other) } else { (other + step, king) };
                while at < end {
                    table[palace_index(king)][other as usize] |= bit(at);
                    at += step;
                }
            }
            other += 1;
        }
        king += 1;
    }
    table
};

/// The number of a point of the palaces.
#[inline(always)]
const fn palace_index(point: Point) -> usize {
    // Ranks 7 to 9 follow ranks 0 to 2.
    let rank = rank(point) as usize;
    let row = if rank >= 7 { rank - 4 } else { rank };
    (row * 3 + file(point) as usize).saturating_sub(3) % 18
}
