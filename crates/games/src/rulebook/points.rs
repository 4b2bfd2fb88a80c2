//! Sets of points.

/// The most points that a board may have: 20 columns of 20 rows.
pub const MAX_POINTS: usize = 400;
const WORDS: usize = MAX_POINTS.div_ceil(64);

/// A set of points of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No point.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// The points 0 to `count` - 1.
    pub fn first(count: usize) -> PointSet {
        (0..count).collect()
    }

    /// Whether a point is in the set.
    #[inline(always)]
    pub fn has(&self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 != 0
    }

    /// Adds a point.
    #[inline(always)]
    pub fn insert(&mut self, point: usize) {
        self.0[point / 64] |= 1 << (point % 64);
    }

    /// Takes a point out.
    #[inline(always)]
    pub fn remove(&mut self, point: usize) {
        self.0[point / 64] &= !(1 << (point % 64));
    }

    /// Whether there is no point.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The number of points.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The points, in rising order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |i| crate::bits::bits(words[i]).map(move |bit| 64 * i + usize::from(bit)))
    }

    /// The points, in rising order, of a set that has none from `count` on.
    #[inline(always)]
    pub fn iter_in(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        (0..count.div_ceil(64).min(WORDS))
            .flat_map(move |i| crate::bits::bits(words[i]).map(move |bit| 64 * i + usize::from(bit)))
    }

    /// The points as words of 64 bits, the lowest first.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// The `n`-th point, counted from 0, of a set that has more than that.
    #[inline(always)]
    pub fn nth(&self, n: u32) -> usize {
        let mut n = n;
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return 64 * i + crate::bits::without_lowest(word, n).trailing_zeros() as usize;
            }
            n -= count;
        }
        unreachable!("the set has fewer points than it was said to")
    }

    /// The points in one set or the other.
    #[must_use]
    pub fn or(self, other: PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The points in both sets.
    #[must_use]
    pub fn and(self, other: PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The points of this set that are not in the other.
    #[must_use]
    pub fn except(self, other: PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

impl FromIterator<usize> for PointSet {
    fn from_iter<I: IntoIterator<Item = usize>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
