//! Stones in bits: a board of up to 25 points, of any width and height.

/// A board of so many columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The most points of a board.
    pub const MAX_POINTS: usize = 25;

    /// So many columns and rows, if there are 2 to 25 points; else `None`.
    pub fn new(width: u8, height: u8) -> Option<Size> {
        let points = usize::from(width) * usize::from(height);
        (2..=Self::MAX_POINTS).contains(&points).then_some(Size { width, height })
    }

    /// The number of columns.
    pub fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub fn height(self) -> u8 {
        self.height
    }

    /// The number of points.
    pub fn points(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The column and row of a point.
    pub(super) fn column_and_row(self, point: u32) -> (u8, u8) {
        ((point % u32::from(self.width)) as u8, (point / u32::from(self.width)) as u8)
    }
}

/// Points as bits, row by row.
pub(super) type Points = u32;

/// Which points are neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    pub all: Points,
    width: u32,
    /// All points but those of the first, and of the last column.
    not_first: Points,
    not_last: Points,
}

impl Geometry {
    pub fn new(size: Size) -> Geometry {
        let all = (1_u32 << size.points()) - 1;
        let width = u32::from(size.width);
        let first = (0..u32::from(size.height)).fold(0, |column, row| column | 1 << (row * width));
        Geometry { all, width, not_first: all & !first, not_last: all & !(first << (width - 1)) }
    }

    /// The points beside any of these, without them.
    #[inline]
    pub fn beside(&self, points: Points) -> Points {
        let sideways = (points & self.not_last) << 1 | (points & self.not_first) >> 1;
        (sideways | points << self.width | points >> self.width) & self.all & !points
    }

    /// These points and all that are connected to them within others.
    #[inline]
    pub fn connected(&self, seed: Points, within: Points) -> Points {
        let mut found = seed;
        loop {
            let more = found | self.beside(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The connected parts of some points.
    pub fn parts(&self, points: Points) -> impl Iterator<Item = Points> + use<'_> {
        let mut left = points;
        std::iter::from_fn(move || {
            let seed = left & left.wrapping_neg();
            (seed != 0).then(|| {
                let part = self.connected(seed, left);
                left &= !part;
                part
            })
        })
    }
}

/// Black's and White's stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stones(pub [Points; 2]);

/// Places in [`Stones`].
pub(super) const BLACK: usize = 0;

impl Stones {
    pub const EMPTY: Stones = Stones([0; 2]);

    #[inline]
    pub fn empty(self, geometry: &Geometry) -> Points {
        geometry.all & !(self.0[0] | self.0[1])
    }

    /// The board after a stone on an empty point, and the stones that it takes; `None` if it would be without a liberty.
    #[inline]
    pub fn play(self, geometry: &Geometry, side: usize, point: u32) -> Option<(Stones, Points)> {
        let stone = 1 << point;
        let (own, mut other) = (self.0[side] | stone, self.0[1 - side]);
        let mut attacked = geometry.beside(stone) & other;
        let mut taken = 0;
        while attacked != 0 {
            let string = geometry.connected(attacked & attacked.wrapping_neg(), other);
            attacked &= !string;
            if geometry.beside(string) & !(own | other) == 0 {
                taken |= string;
            }
        }
        other &= !taken;
        if taken == 0 && geometry.beside(geometry.connected(stone, own)) & !(own | other) == 0 {
            return None;
        }
        let mut after = [own; 2];
        after[1 - side] = other;
        Some((Stones(after), taken))
    }

    /// What Black leads by if the game ends here: stones, and empty points that only one side's stones touch.
    pub fn lead(self, geometry: &Geometry) -> i32 {
        let [black, white] = self.0;
        let mut lead = black.count_ones() as i32 - white.count_ones() as i32;
        for part in geometry.parts(self.empty(geometry)) {
            let around = geometry.beside(part);
            match (around & black != 0, around & white != 0) {
                (true, false) => lead += part.count_ones() as i32,
                (false, true) => lead -= part.count_ones() as i32,
                _ => {}
            }
        }
        lead
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A board from rows, the last one first in bits.
    pub fn board(size: Size, text: &str) -> Stones {
        let mut stones = [0; 2];
        for (row, line) in text.split('/').rev().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let point = 1 << (row * usize::from(size.width) + column);
                match letter {
                    'X' => stones[0] |= point,
                    'O' => stones[1] |= point,
                    _ => {}
                }
            }
        }
        Stones(stones)
    }

    #[test]
    fn stones_are_taken_and_areas_counted() {
        let size = Size::new(3, 2).expect("a size");
        let geometry = Geometry::new(size);
        // Before, the side, the point, and after; no board where the stone would have no liberty.
        for (before, side, point, after) in [
            ("OX./.X.", 0, 0, Some(".X./XX.")),
            ("OX./.X.", 1, 0, None),
            ("X.O/XO.", 0, 4, None),
            ("X.O/XO.", 1, 2, Some("X.O/XOO")),
            ("XOX/XO.", 0, 2, Some("X.X/X.X")),
        ] {
            let found = board(size, before).play(&geometry, side, point).map(|(board, _)| board);
            let expected = after.map(|after| board(size, after));
            assert_eq!(found, expected, "{before} {side} {point}");
        }
        for (text, lead) in [("...", 0), ("X..", 3), ("X.O", 0), ("XX.", 3), (".OX", -1)] {
            let size = Size::new(3, 1).expect("a size");
            assert_eq!(board(size, text).lead(&Geometry::new(size)), lead, "{text}");
        }
    }
}
