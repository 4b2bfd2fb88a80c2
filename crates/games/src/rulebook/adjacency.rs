//! Which points are next to one another, below, and on one file.

use super::board::Board;
use super::points::PointSet;
use wanqi_game::Side;

/// The neighbours of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbours {
    count: u8,
    points: [u16; 8],
}

impl Neighbours {
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.points[..usize::from(self.count)].iter().map(|&point| usize::from(point))
    }
}

/// The neighbours of all points.
pub(super) fn neighbours(board: &Board, diagonal: bool) -> Vec<Neighbours> {
    let of = |at| {
        let mut near = Neighbours { count: 0, points: [0; 8] };
        for &offset in board.neighbours(diagonal) {
            if let Some(point) = board.beyond(at, offset, Side::First) {
                near.points[usize::from(near.count)] = point as u16;
                near.count += 1;
            }
        }
        near
    };
    (0..board.len()).map(of).collect()
}

/// The next point down the column of each point, across holes; beyond the board where there is none.
pub(super) fn below(board: &Board) -> Vec<u16> {
    let of = |&(column, row): &(u8, u8)| {
        let lower = (row + 1..board.rows).find_map(|row| board.at(column.into(), row.into()));
        lower.unwrap_or(board.len()) as u16
    };
    board.places.iter().map(of).collect()
}

/// For each point the points of its column.
pub(super) fn files(board: &Board) -> Vec<PointSet> {
    let of =
        |&(column, _): &(u8, u8)| (0..board.len()).filter(|&other| board.places[other].0 == column).collect();
    board.places.iter().map(of).collect()
}
