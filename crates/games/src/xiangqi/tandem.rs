//! Telling apart pieces of one kind on one file, for the notations that name a piece by its file.

use super::moves::Move;
use super::piece::Kind;
use super::points::{FILES, Point, advance, file, points};
use super::position::Position;
use wanqi_game::Side;

/// Which piece of its kind moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// The one on its file. Advisors and elephants always count as such: of two on one file, only the front one
    /// can go back and only the rear one forward.
    Alone,
    /// One of several on its file.
    Tandem {
        /// How many stand before it.
        before: u8,
        /// How many there are.
        count: u8,
        /// How many there are on tandem files further right, or before it on its own.
        number: u8,
        /// Whether its kind (pawns) has tandems on another file as well.
        two_files: bool,
    },
}

/// Which piece moves.
pub(super) fn which(position: &Position, mv: Move) -> Which {
    let (side, kind) = (position.side_to_move(), mv.moved());
    let mut counts = [0; FILES as usize + 1];
    for other in points(position.pieces(side, kind)) {
        counts[usize::from(file_of(side, other))] += 1;
    }
    let own_file = file_of(side, mv.from());
    let count = counts[usize::from(own_file)];
    if count == 1 || matches!(kind, Kind::Advisor | Kind::Elephant) {
        return Which::Alone;
    }
    let before = points(position.pieces(side, kind))
        .filter(|&other| file(other) == file(mv.from()) && advance(side, other) > advance(side, mv.from()))
        .count() as u8;
    let right: u8 = counts[..usize::from(own_file)].iter().filter(|&&count| count > 1).sum();
    let two_files = counts.iter().filter(|&&count| count > 1).count() > 1;
    Which::Tandem { before, count, number: right + before, two_files }
}

/// The file of a point as a side counts: 1 to 9 from its right.
pub(super) fn file_of(side: Side, point: Point) -> u8 {
    match side {
        Side::First => FILES - file(point),
        Side::Second => file(point) + 1,
    }
}

/// How a piece goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Sideways,
    Forward,
    Back,
}

/// How a move goes, and the number that the notations add: for a way along a file its length, else the file that
/// it leads to.
pub(super) fn way(side: Side, mv: Move) -> (Direction, u8) {
    let (from, to) = (advance(side, mv.from()), advance(side, mv.to()));
    let number = if file(mv.from()) == file(mv.to()) { from.abs_diff(to) } else { file_of(side, mv.to()) };
    let direction = match from.cmp(&to) {
        std::cmp::Ordering::Equal => Direction::Sideways,
        std::cmp::Ordering::Less => Direction::Forward,
        std::cmp::Ordering::Greater => Direction::Back,
    };
    (direction, number)
}
