//! Windows: a few neighbouring places whose contents are looked at together.

/// Sets of places, each of which switches on the row of what all its places hold together: *n-tuples*. Windows of one shape
/// may share their rows, so that what is learnt in one corner of a board is known everywhere.
///
/// Bledsoe and Browning, *Pattern Recognition and Reading by Machine* (1959), <https://doi.org/10.1145/1460299.1460326>; in
/// games they are best known from Othello: Michael Buro, *Improving Heuristic Mini-Max Search by Supervised Learning* (2002),
/// <https://skatgame.net/mburo/ps/improve.pdf>.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Windows {
    /// For each window the row of code 0, which says nothing, in the view of each side.
    first_rows: Vec<[u32; 2]>,
    /// For each window how many codes it may have.
    code_counts: Vec<u32>,
    /// For each side the digit of each content.
    digits: [Vec<u8>; 2],
    /// Where the windows of each place begin in `cover`.
    begins: Vec<u32>,
    /// The windows that a place is in, and what a digit of this place counts in the code of each side.
    cover: Vec<(u32, [u16; 2])>,
}

/// A window as a side sees it.
#[derive(Clone, Debug)]
pub struct Window {
    /// The row of code 0. Code 1 has the next one, and so on.
    pub first_row: u32,
    /// The places in the order of their digits, the lowest first.
    pub places: Vec<u16>,
}

/// What all places of a window hold, as the first side and as the second side sees it: two numbers of sixteen bits, so that
/// one addition changes both.
pub(super) type Codes = u32;

impl Windows {
    /// Windows over `places` places, each as both sides see it: the same places, in another order perhaps. `digits` says for
    /// each side which digit a content is, less than `radix`.
    ///
    /// # Panics
    /// If a window has more codes than fit into sixteen bits.
    pub fn new(places: usize, radix: u16, digits: [Vec<u8>; 2], windows: &[[Window; 2]]) -> Windows {
        let mut of_place = vec![Vec::new(); places];
        for (index, [one, other]) in (0..).zip(windows) {
            for (digit, place) in (0..).zip(&one.places) {
                let seen = other.places.iter().position(|there| there == place);
                let seen = seen.expect("both sides see the same places");
                of_place[usize::from(*place)].push((index, [radix.pow(digit), radix.pow(seen as u32)]));
            }
        }
        let mut begins = vec![0];
        let mut cover = Vec::new();
        for windows in of_place {
            cover.extend(windows);
            begins.push(cover.len() as u32);
        }
        let code_count = |[one, _]: &[Window; 2]| {
            let count = u32::from(radix).pow(one.places.len() as u32);
            assert!(count <= 1 << 16, "{count} codes");
            count
        };
        Windows {
            first_rows: windows.iter().map(|views| [views[0].first_row, views[1].first_row]).collect(),
            code_counts: windows.iter().map(code_count).collect(),
            digits,
            begins,
            cover,
        }
    }

    /// The number of windows.
    pub fn len(&self) -> usize {
        self.code_counts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.code_counts.is_empty()
    }

    /// The row after the last one; 0 if there are none.
    pub(super) fn end_of_rows(&self) -> usize {
        let ends = self.first_rows.iter().zip(&self.code_counts);
        ends.map(|(first, &codes)| (first[0].max(first[1]) + codes) as usize).max().unwrap_or(0)
    }

    #[inline(always)]
    fn digit(&self, side: usize, content: u8) -> Codes {
        let digits = &self.digits[side];
        Codes::from(digits[usize::from(content).min(digits.len() - 1)])
    }

    /// Changes the codes by what a place holds now, and visits the windows that it is in.
    #[inline(always)]
    pub(super) fn change(
        &self,
        codes: &mut [Codes],
        place: usize,
        old: u8,
        new: u8,
        mut visit: impl FnMut(usize),
    ) {
        let by_first = self.digit(0, new).wrapping_sub(self.digit(0, old));
        let by_second = self.digit(1, new).wrapping_sub(self.digit(1, old));
        for at in self.begins[place] as usize..self.begins[place + 1] as usize {
            let (window, [first, second]) = self.cover[at];
            let by = by_first
                .wrapping_mul(Codes::from(first))
                .wrapping_add(by_second.wrapping_mul(Codes::from(second)) << 16);
            let window = window as usize;
            codes[window] = codes[window].wrapping_add(by);
            visit(window);
        }
    }

    /// The codes of contents.
    pub(super) fn codes(&self, contents: &[u8]) -> Vec<Codes> {
        let mut codes = vec![0; self.len()];
        for (place, &content) in contents.iter().enumerate().take(self.begins.len().saturating_sub(1)) {
            if content != 0 {
                self.change(&mut codes, place, 0, content, |_| {});
            }
        }
        codes
    }

    /// The row of a window's code in the view of a side.
    #[inline(always)]
    pub(super) fn row(&self, side: usize, window: usize, codes: Codes) -> usize {
        (self.first_rows[window][side] + (codes >> (16 * side) & 0xFFFF)) as usize
    }

    /// Visits the rows that are on in the view of a side and say something.
    pub(super) fn each_row(&self, side: usize, contents: &[u8], mut visit: impl FnMut(u32)) {
        for (window, codes) in self.codes(contents).into_iter().enumerate() {
            let row = self.row(side, window, codes) as u32;
            if row != self.first_rows[window][side] {
                visit(row);
            }
        }
    }

    /// For each window the rows of its codes in the view of a side: what may be on of it, one at a time.
    pub(super) fn rows_of_windows(&self, side: usize) -> impl Iterator<Item = std::ops::Range<u32>> {
        self.first_rows
            .iter()
            .zip(&self.code_counts)
            .map(move |(first, &codes)| first[side]..first[side] + codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two windows of two places, of the same rows; the second side has the other's pieces and sees places 0, 1, 2 as
    /// 2, 1, 0.
    fn windows() -> Windows {
        let window = |places: [u16; 2]| Window { first_row: 6, places: places.to_vec() };
        let views = [[window([0, 1]), window([1, 0])], [window([1, 2]), window([2, 1])]];
        Windows::new(3, 3, [vec![0, 1, 2], vec![0, 2, 1]], &views)
    }

    #[test]
    fn rows_of_each_view() {
        let windows = windows();
        assert_eq!((windows.len(), windows.is_empty(), windows.end_of_rows()), (2, false, 15));
        assert!(windows.rows_of_windows(0).chain(windows.rows_of_windows(1)).all(|rows| rows == (6..15)));
        // Contents, and the rows of the first and of the second side: 6 and a digit of one and of three.
        let table: [([u8; 3], &[u32], &[u32]); 5] = [
            ([0, 0, 0], &[], &[]),
            ([1, 0, 0], &[7], &[12]),
            ([0, 1, 0], &[9, 7], &[8, 12]),
            ([2, 1, 0], &[11, 7], &[11, 12]),
            ([1, 2, 2], &[13, 14], &[13, 10]),
        ];
        for (contents, first, second) in table {
            for (side, expected) in [first, second].into_iter().enumerate() {
                let mut rows = Vec::new();
                windows.each_row(side, &contents, |row| rows.push(row));
                assert_eq!(rows, expected, "{contents:?} as side {side} sees it");
            }
        }
    }

    #[test]
    fn codes_follow_changes() {
        let windows = windows();
        let mut contents = [0; 3];
        let mut codes = windows.codes(&contents);
        for (place, content) in [(0, 1), (1, 2), (0, 2), (2, 1), (1, 0), (2, 2), (0, 0), (2, 0)] {
            let mut touched = Vec::new();
            windows.change(&mut codes, place, contents[place], content, |window| touched.push(window));
            contents[place] = content;
            assert_eq!(codes, windows.codes(&contents), "{contents:?}");
            assert_eq!(touched, [vec![0], vec![0, 1], vec![1]][place]);
        }
    }
}
