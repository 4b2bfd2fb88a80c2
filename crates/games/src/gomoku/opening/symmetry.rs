//! Points that are the same by a symmetry of a square board that leaves the stones as they are.

use super::{Board, Gomoku, PointSet, Stone};

/// The given points and all that are the same.
pub(super) fn equivalent(game: &Gomoku, board: &Board, stones: &[Stone]) -> PointSet {
    let size = game.columns();
    let mut points = PointSet::default();
    for turning in 0..8 {
        let leaves = |(row, column)| {
            let (other_row, other_column) = turned(row, column, turning, size);
            board.at(row, column) == board.at(other_row, other_column)
        };
        if game.points().all(leaves) {
            for stone in stones {
                let (row, column) = turned(stone.row(), stone.column(), turning, size);
                points[row] |= 1 << column;
            }
        }
    }
    points
}

/// Where one of the eight turnings and mirrorings of a square takes a point.
fn turned(row: usize, column: usize, turning: u8, size: usize) -> (usize, usize) {
    let flip = |at: usize, flipped: bool| if flipped { size - 1 - at } else { at };
    let (row, column) = (flip(row, turning & 1 != 0), flip(column, turning & 2 != 0));
    if turning & 4 != 0 { (column, row) } else { (row, column) }
}
