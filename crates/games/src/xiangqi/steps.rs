//! Where kings, advisors, elephants, horses and pawns go: tables made at compile time.
//!
//! A horse is stopped by a piece beside it, an elephant by one in the middle of its step. Which of the four
//! neighbours in question are taken is a number below sixteen, and the table has a row of sixteen sets a point.

use super::points::{FILES, POINTS, Point, PointSet, RANKS, bit, file, half, palace, point, rank};
use wanqi_game::Side;

type ByBlocks = [[PointSet; 16]; POINTS];

/// The four neighbours along the lines, in the order of the bits of their number.
const STRAIGHT: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// The four neighbours along the diagonals, likewise.
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

static STRAIGHT_NEIGHBOURS: [PointSet; POINTS] = neighbours(&STRAIGHT);
static DIAGONAL_NEIGHBOURS: [PointSet; POINTS] = neighbours(&DIAGONAL);
static KING: [PointSet; POINTS] = palace_steps(&STRAIGHT);
static ADVISOR: [PointSet; POINTS] = palace_steps(&DIAGONAL);
static ELEPHANT: ByBlocks = elephant_steps();
static HORSE: ByBlocks = horse_steps(false);
static HORSES_TO: ByBlocks = horse_steps(true);
static PAWN: [[PointSet; POINTS]; 2] = [pawn_steps(Side::First, false), pawn_steps(Side::Second, false)];
static PAWNS_TO: [[PointSet; POINTS]; 2] = [pawn_steps(Side::First, true), pawn_steps(Side::Second, true)];

/// The neighbours of a point along the lines: the legs of a horse there.
#[inline(always)]
pub(super) fn straight_neighbours(point: Point) -> PointSet {
    STRAIGHT_NEIGHBOURS[usize::from(point)]
}

/// The neighbours of a point along the diagonals: the legs of horses that attack it.
#[inline(always)]
pub fn diagonal_neighbours(point: Point) -> PointSet {
    DIAGONAL_NEIGHBOURS[usize::from(point)]
}

/// Where a king on a point goes.
#[inline(always)]
pub fn king_steps(from: Point) -> PointSet {
    KING[usize::from(from)]
}

/// Where an advisor on a point goes.
#[inline(always)]
pub fn advisor_steps(from: Point) -> PointSet {
    ADVISOR[usize::from(from)]
}

/// Where an elephant on a point goes if just the points of `occupied` hold pieces.
#[inline(always)]
pub fn elephant_steps_from(from: Point, occupied: PointSet) -> PointSet {
    ELEPHANT[usize::from(from)][diagonal_blocks(from, occupied)]
}

/// Where a horse on a point goes if just the points of `occupied` hold pieces.
#[inline(always)]
pub fn horse_steps_from(from: Point, occupied: PointSet) -> PointSet {
    HORSE[usize::from(from)][straight_blocks(from, occupied)]
}

/// The points from which a horse goes to a point if just the points of `occupied` hold pieces. Its leg is then
/// beside the horse, and on a diagonal of the target.
#[inline(always)]
pub fn horse_steps_to(to: Point, occupied: PointSet) -> PointSet {
    HORSES_TO[usize::from(to)][diagonal_blocks(to, occupied)]
}

/// Where a side's pawn on a point goes: forward, and sideways beyond the river.
#[inline(always)]
pub fn pawn_steps_from(side: Side, from: Point) -> PointSet {
    PAWN[side.index()][usize::from(from)]
}

/// The points from which a side's pawn goes to a point.
#[inline(always)]
pub fn pawn_steps_to(side: Side, to: Point) -> PointSet {
    PAWNS_TO[side.index()][usize::from(to)]
}

/// Which of [`STRAIGHT`] are taken. Beside an edge a bit of another line may show; the tables ignore it there.
#[inline(always)]
fn straight_blocks(from: Point, occupied: PointSet) -> usize {
    let near = (occupied << FILES >> from) as usize;
    near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
}

/// Which of [`DIAGONAL`] are taken.
#[inline(always)]
fn diagonal_blocks(from: Point, occupied: PointSet) -> usize {
    let near = (occupied << (FILES + 1) >> from) as usize;
    near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
}

/// The points of elephants: every second of the diagonals of a half.
pub(super) const fn elephant_points(side: Side) -> PointSet {
    let home = match side {
        Side::First => 0,
        Side::Second => 5,
    };
    bit(point(2, home))
        | bit(point(6, home))
        | bit(point(0, home + 2))
        | bit(point(4, home + 2))
        | bit(point(8, home + 2))
        | bit(point(2, home + 4))
        | bit(point(6, home + 4))
}

/// The points of advisors: the middle of a palace and its corners.
pub(super) const fn advisor_points(side: Side) -> PointSet {
    let home = match side {
        Side::First => 0,
        Side::Second => 7,
    };
    bit(point(3, home))
        | bit(point(5, home))
        | bit(point(4, home + 1))
        | bit(point(3, home + 2))
        | bit(point(5, home + 2))
}

/// The points that a side's pawns can reach.
pub(super) const fn pawn_points(side: Side) -> PointSet {
    let mut set = half(side.opponent());
    let mut file = 0;
    while file < FILES {
        let first = match side {
            Side::First => 3,
            Side::Second => 5,
        };
        set |= bit(point(file, first)) | bit(point(file, first + 1));
        file += 2;
    }
    set
}

/// The neighbour of a point, if it is on the board.
const fn neighbour(from: Point, step: (i8, i8)) -> Option<Point> {
    let (to_file, to_rank) = (file(from) as i8 + step.0, rank(from) as i8 + step.1);
    if to_file >= 0 && to_file < FILES as i8 && to_rank >= 0 && to_rank < RANKS as i8 {
        Some(point(to_file as u8, to_rank as u8))
    } else {
        None
    }
}

const fn neighbours(steps: &[(i8, i8); 4]) -> [PointSet; POINTS] {
    let mut table = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut i = 0;
        while i < 4 {
            if let Some(to) = neighbour(from as Point, steps[i]) {
                table[from] |= bit(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Steps between neighbours of one palace.
const fn palace_steps(steps: &[(i8, i8); 4]) -> [PointSet; POINTS] {
    let mut table = neighbours(steps);
    let mut from = 0;
    while from < POINTS {
        let (red, black) = (palace(Side::First), palace(Side::Second));
        let here = bit(from as Point);
        table[from] &= if red & here != 0 {
            red
        } else if black & here != 0 {
            black
        } else {
            0
        };
        from += 1;
    }
    table
}

const fn elephant_steps() -> ByBlocks {
    let mut table = [[0; 16]; POINTS];
    let mut from = 0;
    while from < POINTS {
        let red = half(Side::First);
        let home = if red & bit(from as Point) != 0 { red } else { half(Side::Second) };
        let mut blocks = 0;
        while blocks < 16 {
            let mut i = 0;
            while i < 4 {
                let (right, up) = DIAGONAL[i];
                if blocks >> i & 1 == 0
                    && let Some(to) = neighbour(from as Point, (2 * right, 2 * up))
                {
                    table[from][blocks] |= bit(to) & home;
                }
                i += 1;
            }
            blocks += 1;
        }
        from += 1;
    }
    table
}

/// The steps of horses from a point, or those to it.
const fn horse_steps(to_here: bool) -> ByBlocks {
    let mut table = [[0; 16]; POINTS];
    let mut here = 0;
    while here < POINTS {
        let mut blocks = 0;
        while blocks < 16 {
            let mut i = 0;
            while i < 4 {
                if blocks >> i & 1 == 0 {
                    // Seen from the horse, a step goes along a line and then out on one of two diagonals; seen
                    // from its target, it comes along a diagonal and then straight.
                    let (right, up) = if to_here { DIAGONAL[i] } else { STRAIGHT[i] };
                    let ends = match (to_here, right) {
                        (true, _) => [(2 * right, up), (right, 2 * up)],
                        (false, 0) => [(-1, 2 * up), (1, 2 * up)],
                        (false, _) => [(2 * right, -1), (2 * right, 1)],
                    };
                    let mut end = 0;
                    while end < 2 {
                        if let Some(there) = neighbour(here as Point, ends[end]) {
                            table[here][blocks] |= bit(there);
                        }
                        end += 1;
                    }
                }
                i += 1;
            }
            blocks += 1;
        }
        here += 1;
    }
    table
}

/// The steps of a side's pawns from each point, or those to it.
const fn pawn_steps(side: Side, to_here: bool) -> [PointSet; POINTS] {
    let mut table = [0; POINTS];
    let up = match side {
        Side::First => 1,
        Side::Second => -1,
    };
    let steps = [(0, up), (-1, 0), (1, 0)];
    let mut from = 0;
    while from < POINTS {
        let crossed = half(side) & bit(from as Point) == 0;
        let mut i = 0;
        while i < 3 {
            if (i == 0 || crossed)
                && let Some(to) = neighbour(from as Point, steps[i])
            {
                if to_here {
                    table[to as usize] |= bit(from as Point);
                } else {
                    table[from] |= bit(to);
                }
            }
            i += 1;
        }
        from += 1;
    }
    table
}
