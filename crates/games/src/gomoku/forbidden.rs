//! The points that renju forbids to Black.
//!
//! A point is judged by the four lines through it, eleven points of each with the point in the middle. Whether a three is
//! one depends on whether the point that would make it a straight four is forbidden itself, once the stone stands; that
//! is judged in the same way. <https://www.renju.net/rules/>

use super::{Gomoku, MAX_SIZE, PointSet, Position};
use crate::bits::bits;
use std::fmt;
use wanqi_game::{Message, Side, message};

/// Why a point is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// Six or more stones in a row.
    Overline,
    /// Two fours at once: lines of four stones to which one more makes exactly five. One line may hold two.
    DoubleFour,
    /// Two threes at once: lines of three stones that one more makes a straight four, with a five at either end, where
    /// that one makes no five at once and is not forbidden.
    DoubleThree,
}

impl Forbidden {
    /// In words: "an overline".
    pub fn message(self) -> Message {
        match self {
            Forbidden::Overline => message!("reason.overline", "an overline"),
            Forbidden::DoubleFour => message!("reason.double-four", "a double four"),
            Forbidden::DoubleThree => message!("reason.double-three", "a double three"),
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// How far from a stone a point may lie that decides about it: one more than the stones of a five.
const REACH: usize = 5;
/// The bit of the point itself in a line through it.
const MIDDLE: u32 = REACH as u32;
const WINDOW: usize = 2 * REACH + 1;
/// Rows down and columns to the right from one point of a line to the next; the bits of a line run so.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A word a row, a bit a column, with a border as wide as the reach on all sides.
type BorderedRows = [u32; MAX_SIZE + 2 * REACH];

/// A position as Black sees it.
pub(super) struct RenjuBoard {
    black: BorderedRows,
    free: BorderedRows,
    /// The points that were judged since the board was made.
    judged: PointSet,
}

/// What a stone of Black's on a point does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StoneVerdict {
    /// It makes five and wins, whatever else it makes.
    Five,
    Forbidden(Forbidden),
    Allowed,
}

impl RenjuBoard {
    pub(super) fn new(game: &Gomoku, position: &Position) -> RenjuBoard {
        let rows = [0; MAX_SIZE + 2 * REACH];
        let mut board = RenjuBoard { black: rows, free: rows, judged: [0; MAX_SIZE] };
        for row in 0..game.rows() {
            board.black[row + REACH] = position.row(Side::First, row) << REACH;
            board.free[row + REACH] = game.empty_in(position, row) << REACH;
        }
        board
    }

    /// Why a stone of Black's on an empty point is forbidden, if it is.
    pub(super) fn forbidden(&mut self, row: usize, column: usize) -> Option<Forbidden> {
        match self.judge(row, column) {
            StoneVerdict::Forbidden(why) => Some(why),
            StoneVerdict::Five | StoneVerdict::Allowed => None,
        }
    }

    /// The same, asked first of all, and the empty points that the answer depends on: stones on others change nothing. None
    /// where the point is allowed however many stones White adds.
    pub(super) fn forbidden_by(&mut self, row: usize, column: usize) -> (Option<Forbidden>, PointSet) {
        let (why, mut points) = (self.forbidden(row, column), [0; MAX_SIZE]);
        // White's stones take fours and threes away. They make a three only where it was none because the point that it
        // needs was forbidden, so that this one was judged as well.
        if why.is_none() && self.judged.iter().map(|columns| columns.count_ones()).sum::<u32>() == 1 {
            return (None, points);
        }
        const FAR: isize = REACH as isize;
        for (row, columns) in (REACH..).zip(self.judged) {
            for column in bits(columns.into()).map(|column| usize::from(column) + REACH) {
                for (down, right) in DIRECTIONS {
                    for away in -FAR..=FAR {
                        let row = row.strict_add_signed(down * away);
                        let bit = 1 << column.strict_add_signed(right * away);
                        if self.free[row] & bit != 0 {
                            points[row - REACH] |= bit >> REACH;
                        }
                    }
                }
            }
        }
        (why, points)
    }

    /// All forbidden points.
    pub(super) fn all_forbidden(&mut self) -> PointSet {
        let mut points = self.suspects();
        for (row, set) in points.iter_mut().enumerate() {
            for column in bits((*set).into()) {
                if self.forbidden(row, column.into()).is_none() {
                    *set &= !(1 << column);
                }
            }
        }
        points
    }

    fn judge(&mut self, row: usize, column: usize) -> StoneVerdict {
        self.judged[row] |= 1 << column;
        let black = lines(&self.black, row, column).map(|line| line | (1 << MIDDLE));
        let stones = black.map(u32::count_ones);
        if stones.iter().all(|&stones| stones < 5) && stones.iter().filter(|&&stones| stones >= 3).count() < 2
        {
            return StoneVerdict::Allowed;
        }
        let lengths = black.map(|line| run(line).len());
        if lengths.contains(&5) {
            return StoneVerdict::Five;
        }
        if lengths.iter().any(|&length| length > 5) {
            return StoneVerdict::Forbidden(Forbidden::Overline);
        }
        let free = lines(&self.free, row, column);
        if (0..4).map(|i| fours(black[i], free[i])).sum::<u32>() >= 2 {
            return StoneVerdict::Forbidden(Forbidden::DoubleFour);
        }
        let straights: [u32; 4] = std::array::from_fn(|i| straight_fours(black[i], free[i]));
        if straights.iter().filter(|&&points| points != 0).count() < 2 {
            return StoneVerdict::Allowed;
        }
        self.turn(row, column);
        let mut threes = 0;
        for (points, (down, right)) in straights.into_iter().zip(DIRECTIONS) {
            let makes_straight_four = |bit: u8| {
                let away = bit as isize - REACH as isize;
                let (row, column) =
                    (row.strict_add_signed(down * away), column.strict_add_signed(right * away));
                self.judge(row, column) == StoneVerdict::Allowed
            };
            threes += u32::from(bits(points.into()).any(makes_straight_four));
            if threes == 2 {
                break;
            }
        }
        self.turn(row, column);
        if threes == 2 { StoneVerdict::Forbidden(Forbidden::DoubleThree) } else { StoneVerdict::Allowed }
    }

    /// Puts a stone of Black's on an empty point, or takes it away again.
    fn turn(&mut self, row: usize, column: usize) {
        let bit = 1 << (column + REACH);
        self.black[row + REACH] ^= bit;
        self.free[row + REACH] ^= bit;
    }

    /// The empty points with so many stones of Black's around them that they may be forbidden: two in each of two lines,
    /// or four in one, at most four points away.
    fn suspects(&self) -> PointSet {
        const FAR: isize = REACH as isize - 1;
        let (mut once, mut twice) = ([0; MAX_SIZE], [0; MAX_SIZE]);
        for (down, right) in DIRECTIONS {
            // The points that see at least one, two, three, four stones in this line.
            let mut see = [[0_u32; MAX_SIZE]; 4];
            for away in (-FAR..=FAR).filter(|&away| away != 0) {
                let rows = &self.black[REACH.strict_add_signed(down * away)..][..MAX_SIZE];
                let shift = right * away;
                for (i, &row) in rows.iter().enumerate() {
                    let stones = if shift < 0 { row << -shift } else { row >> shift };
                    see[3][i] |= see[2][i] & stones;
                    see[2][i] |= see[1][i] & stones;
                    see[1][i] |= see[0][i] & stones;
                    see[0][i] |= stones;
                }
            }
            for i in 0..MAX_SIZE {
                twice[i] |= (once[i] & see[1][i]) | see[3][i];
                once[i] |= see[1][i];
            }
        }
        std::array::from_fn(|i| (twice[i] & self.free[i + REACH]) >> REACH)
    }
}

/// The four lines through a point, in the order of [`DIRECTIONS`].
#[inline]
fn lines(rows: &BorderedRows, row: usize, column: usize) -> [u32; 4] {
    let window: &[u32; WINDOW] = rows[row..].first_chunk().expect("the border is as wide as the reach");
    let mut lines = [(window[REACH] >> column) & ((1 << WINDOW) - 1), 0, 0, 0];
    for (i, row) in window.iter().enumerate() {
        let row = row >> column;
        lines[1] |= ((row >> REACH) & 1) << i;
        lines[2] |= row & (1 << i);
        lines[3] |= ((row >> (WINDOW - 1 - i)) & 1) << i;
    }
    lines
}

/// The unbroken row of stones through the middle of a line.
#[inline]
fn run(stones: u32) -> std::ops::Range<u32> {
    let before = (stones << (31 - MIDDLE)).leading_ones();
    let after = (stones >> MIDDLE).trailing_ones();
    MIDDLE + 1 - before..MIDDLE + after
}

/// The fours of a line: the points beside the row that make it exactly five, but for a straight four, which is one.
#[inline]
fn fours(black: u32, free: u32) -> u32 {
    let run = run(black);
    let makes_five = |point: u32| has(free, point) && self::run(black | (1 << point)).len() == 5;
    match (makes_five(run.start - 1), makes_five(run.end)) {
        (true, true) if run.len() == 4 => 1,
        (before, after) => u32::from(before) + u32::from(after),
    }
}

/// The points that make a line a straight four: exactly four stones in a row and room for exactly five at either end.
#[inline]
fn straight_fours(black: u32, free: u32) -> u32 {
    let run = run(black);
    if run.len() > 3 {
        return 0;
    }
    let makes_straight_four = |&point: &u32| {
        let run = self::run(black | (1 << point));
        let open = |end: u32, beyond: u32| has(free, end) && !has(black, beyond);
        has(free, point) && run.len() == 4 && open(run.start - 1, run.start - 2) && open(run.end, run.end + 1)
    };
    [run.start - 1, run.end].iter().filter(|&point| makes_straight_four(point)).map(|point| 1 << point).sum()
}

#[inline(always)]
fn has(set: u32, point: u32) -> bool {
    set & (1 << point) != 0
}
