//! Points of the board, and sets of them.

use wanqi_game::Side;

/// A point: nine times the rank plus the file. Rank 0 is Red's first, file 0 the left one as Red sees it.
pub type Point = u8;

/// A set of points, one bit each.
pub type PointSet = u128;

/// Files, ranks and points of the board.
pub const FILES: u8 = 9;
/// See [`FILES`].
pub const RANKS: u8 = 10;
/// See [`FILES`].
pub const POINTS: usize = 90;

/// The whole board.
pub const BOARD: PointSet = (1 << POINTS) - 1;
/// The left file.
const FILE: PointSet = {
    let (mut set, mut rank) = (0, 0);
    while rank < RANKS {
        set |= 1 << (rank * FILES);
        rank += 1;
    }
    set
};
/// The first rank.
const RANK: PointSet = (1 << FILES) - 1;

/// The point on a file and a rank.
#[inline(always)]
pub const fn point(file: u8, rank: u8) -> Point {
    rank * FILES + file
}

/// The file of a point, 0 to 8.
#[inline(always)]
pub const fn file(point: Point) -> u8 {
    point % FILES
}

/// The rank of a point, 0 to 9.
#[inline(always)]
pub const fn rank(point: Point) -> u8 {
    point / FILES
}

/// The set of one point.
#[inline(always)]
pub const fn bit(point: Point) -> PointSet {
    1 << (point & 127)
}

/// Whether a set holds a point.
#[inline(always)]
pub const fn holds(set: PointSet, point: Point) -> bool {
    // One half is enough: shifting all 128 bits takes several instructions.
    let half = if point < 64 { set as u64 } else { (set >> 64) as u64 };
    half >> (point & 63) & 1 != 0
}

/// Whether a set has more than one member.
#[inline(always)]
pub const fn several(set: PointSet) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The first point of a set that is not empty.
#[inline(always)]
pub const fn lowest(set: PointSet) -> Point {
    set.trailing_zeros() as Point
}

/// The points of a set, lowest first.
#[inline(always)]
pub fn points(mut set: PointSet) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        let first = lowest(set);
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}

/// The file and the rank through a point.
#[inline(always)]
pub const fn lines(point: Point) -> PointSet {
    FILE << file(point) | RANK << (rank(point) * FILES)
}

/// A side's own half of the board.
pub const fn half(side: Side) -> PointSet {
    let red = (1 << (5 * FILES)) - 1;
    match side {
        Side::First => red,
        Side::Second => BOARD ^ red,
    }
}

/// A side's palace: three files by three ranks.
pub const fn palace(side: Side) -> PointSet {
    let red = (7 << 3) * (1 | 1 << FILES | 1 << (2 * FILES));
    match side {
        Side::First => red,
        Side::Second => red << (7 * FILES),
    }
}

/// How many ranks a point lies in front of a side's first.
#[inline(always)]
pub const fn advance(side: Side, point: Point) -> u8 {
    match side {
        Side::First => rank(point),
        Side::Second => RANKS - 1 - rank(point),
    }
}

/// The name of a point in coordinates: file letter and rank from 0, `e0`.
pub fn point_name(point: Point) -> String {
    format!("{}{}", char::from(b'a' + file(point)), rank(point))
}

/// The point of such a name.
pub fn parse_point(name: &str) -> Option<Point> {
    let [letter, digit] = name.as_bytes() else { return None };
    let file = letter.to_ascii_lowercase().wrapping_sub(b'a');
    (file < FILES && digit.is_ascii_digit()).then(|| point(file, digit - b'0'))
}
