//! Where the first stones belong on a large board: corners, then sides, on the third and fourth lines.
//!
//! Random games say nothing of it, and neither do features that games on nine lines have taught. So that much is told by hand,
//! as every beginner hears it: <https://senseis.xmp.net/?BasicOpeningTheory>. It holds while there are few stones, and where
//! none is near, beside games played out and beside a network alike.

use wanqi_games::go::{Capacity, Go, Position};

/// Boards of fewer lines are fought over from the first stone on.
const MIN_LINES: usize = 13;
/// With more stones than so many for each line the opening is over.
const STONES_PER_LINE: f32 = 1.5;
/// As long as there are no more stones than these, nobody plays right beside one unasked.
const FIRST_STONES: usize = 12;
/// The visits that this is worth: later moves of random games are so many that less would not be heard.
pub const VISITS: f32 = 1000.0;

/// A board in its opening.
pub struct Opening {
    /// How many stones there are above and to the left of each corner of a point.
    sums: [[u16; Self::WIDTH]; Self::WIDTH],
    size: usize,
    /// Whether a corner has no stone near it.
    has_free_corner: bool,
}

impl Opening {
    const WIDTH: usize = 20;

    /// A position's, `None` if it is past it, or the board is small.
    pub fn of<C: Capacity>(go: &Go<C>, position: &Position<C>) -> Option<Self> {
        let size = go.size();
        if size < MIN_LINES {
            return None;
        }
        let mut opening = Opening { sums: [[0; Self::WIDTH]; Self::WIDTH], size, has_free_corner: false };
        let sums = &mut opening.sums;
        for row in 0..size {
            for column in 0..size {
                let here = u16::from(!position.is_empty(go.place_at(column, row)));
                sums[row + 1][column + 1] =
                    here + sums[row][column + 1] + sums[row + 1][column] - sums[row][column];
            }
        }
        if f32::from(sums[size][size]) > STONES_PER_LINE * size as f32 {
            return None;
        }
        let ends = [3, size - 4];
        let corners = ends.into_iter().flat_map(|row| ends.map(|column| (column, row)));
        opening.has_free_corner = corners.into_iter().any(|corner| opening.stones(corner, 4) == 0);
        Some(opening)
    }

    /// The stones in a square around a point, which reaches so far in each direction.
    fn stones(&self, (column, row): (usize, usize), reach: usize) -> u16 {
        let (left, top) = (column.saturating_sub(reach), row.saturating_sub(reach));
        let [right, bottom] = [column, row].map(|at| (at + reach + 1).min(self.size));
        self.sums[bottom][right] + self.sums[top][left] - self.sums[top][right] - self.sums[bottom][left]
    }

    /// The value of a move in a column and a row, 0 to 1; `None` where the opening says nothing.
    pub fn value(&self, at: (usize, usize)) -> Option<f32> {
        let line = |at: usize| 1 + at.min(self.size - 1 - at);
        let (low, high) = (line(at.0).min(line(at.1)), line(at.0).max(line(at.1)));
        if self.stones(at, 3) > 0 {
            let is_beside = self.stones(at, 1) > 0;
            return match low {
                1 | 2 if !is_beside => Some(0.2),
                _ if self.has_free_corner => Some(0.35),
                _ if usize::from(self.sums[self.size][self.size]) > FIRST_STONES => None,
                _ if is_beside => Some(0.35),
                3 | 4 => Some(0.5),
                5 => Some(0.42),
                _ => Some(0.3),
            };
        }
        let is_wide = self.stones(at, 4) == 0;
        Some(match (low, high) {
            (1 | 2, _) => 0.2,
            (3, 3) if is_wide => 0.52,
            (3 | 4, 4) if is_wide => 0.62,
            (3 | 4, 5) if is_wide => 0.55,
            (3 | 4, 6..) if is_wide => 0.5,
            (3 | 4, _) => 0.45,
            (5, _) => 0.4,
            _ => 0.3,
        })
    }
}
