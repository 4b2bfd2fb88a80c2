//! Which rows of a network's table a position switches on.

use super::surroundings::Surroundings;
use super::windows::Windows;

/// No row.
pub const NO_ROW: u32 = u32::MAX;

/// Places of a position, what each may hold, and the row of the table that it then switches on in the view of each side.
///
/// A place is a point of the board, the number of pieces of a kind in a hand, or a counter; what it holds is a small
/// number, its *content*. Each side has a view of its own: whose a piece is and which way the board lies is told as that
/// side sees it, so that what is learnt of one side is known of the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// How many contents each place may have, 0 among them.
    pub contents: Vec<u8>,
    /// Where the contents of each place begin in `rows`.
    first: Vec<u32>,
    /// For each side the row of each content of each place, or [`NO_ROW`].
    rows: [Vec<u32>; 2],
    /// Rows of the table.
    pub row_count: usize,
    /// The first rows of the table, which are those of places; the others are those of windows.
    pub rows_of_places: usize,
    /// Outputs, of which a position has that of its phase.
    pub phases: usize,
    /// Turnings of the position that change nothing: which place each one becomes.
    pub turnings: Vec<Vec<u16>>,
    /// Places that are looked at together.
    pub windows: Windows,
    /// Where places lie, of which a policy knows.
    pub surroundings: Surroundings,
}

impl Layout {
    /// Places with so many contents each, `row` being the row of a content of a place in a side's view.
    pub fn new(
        contents: Vec<u8>,
        phases: usize,
        mut row: impl FnMut(usize, usize, u8) -> Option<u32>,
    ) -> Layout {
        let mut first = Vec::with_capacity(contents.len());
        let mut rows = [Vec::new(), Vec::new()];
        for (place, &count) in contents.iter().enumerate() {
            first.push(rows[0].len() as u32);
            for (side, rows) in rows.iter_mut().enumerate() {
                rows.extend((0..count).map(|content| row(side, place, content).unwrap_or(NO_ROW)));
            }
        }
        let on = rows.iter().flatten().filter(|&&row| row != NO_ROW);
        let row_count = on.max().map_or(0, |&row| row as usize + 1);
        let (phases, turnings, windows) = (phases.max(1), Vec::new(), Windows::default());
        let surroundings = Surroundings::default();
        Layout {
            contents,
            first,
            rows,
            row_count,
            rows_of_places: row_count,
            phases,
            turnings,
            windows,
            surroundings,
        }
    }

    /// The same with these windows.
    #[must_use]
    pub fn with_windows(self, windows: Windows) -> Layout {
        let row_count = self.rows_of_places.max(windows.end_of_rows());
        Layout { row_count, windows, ..self }
    }

    /// The same with a board that lies so.
    #[must_use]
    pub fn with_surroundings(self, surroundings: Surroundings) -> Layout {
        Layout { surroundings, ..self }
    }

    /// The same, of which these turnings change nothing.
    #[must_use]
    pub fn with_turnings(self, turnings: Vec<Vec<u16>>) -> Layout {
        Layout { turnings, ..self }
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        self.contents.len()
    }

    /// The row of what a place holds, in the view of a side, or [`NO_ROW`]. A content that the place cannot have counts as
    /// its greatest.
    #[inline(always)]
    pub fn row(&self, side: usize, place: usize, content: u8) -> u32 {
        let content = content.min(self.contents[place] - 1);
        self.rows[side][self.first[place] as usize + usize::from(content)]
    }

    /// Visits the rows that are on in the view of a side.
    #[inline]
    pub fn each_row(&self, side: usize, contents: &[u8], mut visit: impl FnMut(u32)) {
        self.each_row_of_places(side, contents, &mut visit);
        self.windows.each_row(side, contents, visit);
    }

    /// Visits those of them that places switch on.
    #[inline]
    pub(super) fn each_row_of_places(&self, side: usize, contents: &[u8], mut visit: impl FnMut(u32)) {
        for (place, &content) in contents.iter().enumerate().take(self.places()) {
            let row = self.row(side, place, content);
            if row != NO_ROW {
                visit(row);
            }
        }
    }

    /// For each place the rows of its contents in the view of a side: what may be on of it, one at a time.
    pub(super) fn rows_of_places(&self, side: usize) -> impl Iterator<Item = &[u32]> {
        self.first
            .iter()
            .zip(&self.contents)
            .map(move |(&first, &count)| &self.rows[side][first as usize..][..usize::from(count)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_each_view() {
        // Two points with nothing, a piece of the first or one of the second side; the sides see each other's points.
        let layout = Layout::new(vec![3, 3], 1, |side, place, content| {
            let owner = usize::from(content).checked_sub(1)?;
            let (place, owner) = if side == 0 { (place, owner) } else { (1 - place, 1 - owner) };
            Some((2 * owner + place) as u32)
        });
        assert_eq!((layout.places(), layout.row_count), (2, 4));
        let on = |side, contents: &[u8]| {
            let mut rows = Vec::new();
            layout.each_row(side, contents, |row| rows.push(row));
            rows
        };
        assert_eq!((on(0, &[1, 2]), on(1, &[1, 2])), (vec![0, 3], vec![3, 0]));
        assert_eq!((on(0, &[0, 1]), on(1, &[0, 1])), (vec![1], vec![2]));
        assert_eq!(on(0, &[0, 9]), vec![3], "beyond the greatest content");
    }
}
