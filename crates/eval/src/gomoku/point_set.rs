//! Sets of points.

use wanqi_games::gomoku::SIZES;

const MAX_SIZE: usize = *SIZES.end() as usize;
const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// A set of points of a board, each by its number: `row * columns + column`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointSet {
    words: [u64; WORDS],
    count: u16,
}

impl PointSet {
    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count.into()
    }

    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a point is among them.
    #[inline(always)]
    pub fn contains(&self, point: usize) -> bool {
        self.words[point / 64] >> (point % 64) & 1 != 0
    }

    /// Adds a point that is not among them.
    #[inline(always)]
    pub fn insert(&mut self, point: usize) {
        self.words[point / 64] |= 1 << (point % 64);
        self.count += 1;
    }

    /// Adds points that are not among them, a bit each from `first` on.
    #[inline]
    pub(super) fn insert_row(&mut self, first: usize, row: u32) {
        let (word, shift) = (first / 64, first % 64);
        self.words[word] |= u64::from(row) << shift;
        if shift > 32 && word + 1 < WORDS {
            self.words[word + 1] |= u64::from(row) >> (64 - shift);
        }
        self.count += row.count_ones() as u16;
    }

    /// Takes a point away that is among them.
    #[inline(always)]
    pub fn remove(&mut self, point: usize) {
        self.words[point / 64] &= !(1 << (point % 64));
        self.count -= 1;
    }

    /// The set with a point added, if it is not among them.
    #[inline]
    #[must_use]
    pub fn with(mut self, point: usize) -> PointSet {
        if !self.contains(point) {
            self.insert(point);
        }
        self
    }

    /// The points that are in both sets.
    #[inline]
    #[must_use]
    pub fn both(&self, other: &PointSet) -> PointSet {
        PointSet::of(std::array::from_fn(|i| self.words[i] & other.words[i]))
    }

    /// The points that are in one of the sets or in both.
    #[inline]
    #[must_use]
    pub fn either(&self, other: &PointSet) -> PointSet {
        PointSet::of(std::array::from_fn(|i| self.words[i] | other.words[i]))
    }

    #[inline]
    fn of(words: [u64; WORDS]) -> PointSet {
        PointSet { words, count: words.iter().map(|word| word.count_ones() as u16).sum() }
    }

    /// The points from the lowest number on.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let PointSet { words, count } = *self;
        let (mut word, mut bits, mut left) = (0, words[0], count);
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            while bits == 0 {
                word += 1;
                bits = words[word];
            }
            let point = 64 * word + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(point)
        })
    }

    /// The lowest point.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }
}
