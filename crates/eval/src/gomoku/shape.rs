//! The four patterns of a point taken together, whichever line has which.

use super::Pattern;
use std::sync::LazyLock;

/// The patterns of a point in its four directions for one side, four bits each.
pub(super) type PointLines = u16;

/// How many shapes there are: ways to choose four of all patterns, the same one as often as one likes.
pub(super) const SHAPES: usize = choose(Pattern::ALL.len() + 3, 4);

/// A number for each pattern, such that no two different fours of them have the same sum
/// (<https://en.wikipedia.org/wiki/Sidon_sequence>, for four summands). What is seen most has the lowest, so that what
/// is looked up lies close together, whichever line has which.
const TERMS: [u32; Pattern::ALL.len()] =
    [0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663, 22432];
const SUMS: usize = 4 * TERMS[Pattern::ALL.len() - 1] as usize + 1;

/// The sums of two patterns' terms.
static PAIRS: [u32; 256] = {
    let mut pairs = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (one, two) = (i % 16, i / 16);
        if one < TERMS.len() && two < TERMS.len() {
            pairs[i] = TERMS[one] + TERMS[two];
        }
        i += 1;
    }
    pairs
};

/// The sum of four patterns' terms.
#[inline(always)]
fn sum(lines: PointLines) -> usize {
    let [one, two] = lines.to_le_bytes().map(usize::from);
    (PAIRS[one] + PAIRS[two]) as usize
}

/// The ways to choose so many of some.
const fn choose(of: usize, count: usize) -> usize {
    let (mut ways, mut i) = (1, 0);
    while i < count {
        if of < count {
            return 0;
        }
        ways = ways * (of - i) / (i + 1);
        i += 1;
    }
    ways
}

/// The number of the shape of four patterns: 0 if nothing can be made of any line; the strongest pattern counts first (the
/// combinatorial number system, <https://en.wikipedia.org/wiki/Combinatorial_number_system>).
pub(super) fn shape(lines: PointLines) -> usize {
    let mut patterns: [usize; 4] = std::array::from_fn(|direction| line(lines, direction));
    patterns.sort_unstable();
    patterns.into_iter().enumerate().map(|(i, pattern)| choose(pattern + i, i + 1)).sum()
}

/// The pattern in a direction.
#[inline(always)]
pub(super) fn line(lines: PointLines, direction: usize) -> usize {
    usize::from(lines >> (4 * direction) & 15)
}

/// Patterns of every shape, in the order of their numbers.
pub(super) fn shapes() -> Vec<PointLines> {
    let mut shapes = vec![0; SHAPES];
    let is_one = |lines: &PointLines| (0..4).all(|direction| line(*lines, direction) < Pattern::ALL.len());
    (0..=PointLines::MAX).filter(is_one).for_each(|lines| shapes[shape(lines)] = lines);
    shapes
}

/// The numbers of all shapes, to look up.
pub(super) struct ShapeNumbers(Box<[u16; SUMS]>);

impl ShapeNumbers {
    /// All of them, made when they are first asked for.
    pub fn all() -> &'static ShapeNumbers {
        static NUMBERS: LazyLock<ShapeNumbers> = LazyLock::new(|| {
            let mut numbers = vec![0; SUMS].into_boxed_slice();
            shapes().into_iter().zip(0..).for_each(|(lines, number)| numbers[sum(lines)] = number);
            ShapeNumbers(numbers.try_into().expect("as many as there are sums"))
        });
        &NUMBERS
    }

    /// The number of the shape of four patterns.
    #[inline(always)]
    pub fn of(&self, lines: PointLines) -> usize {
        self.0[sum(lines)].into()
    }
}

/// What an empty point's patterns are worth to the side that could make them, if it is to move and if it is not: by the sums of
/// their terms.
#[derive(Clone, PartialEq)]
pub(super) struct ShapeValues(Box<[[i16; 2]; SUMS]>);

impl ShapeValues {
    /// By what shapes are worth.
    pub fn new(of: impl Fn(usize) -> [i16; 2]) -> ShapeValues {
        let mut values = vec![[0; 2]; SUMS].into_boxed_slice();
        shapes().into_iter().enumerate().for_each(|(shape, lines)| values[sum(lines)] = of(shape));
        ShapeValues(values.try_into().expect("as many as there are sums"))
    }

    /// What four patterns are worth.
    #[inline(always)]
    pub fn of(&self, lines: PointLines) -> [i16; 2] {
        self.0[sum(lines)]
    }
}

impl std::fmt::Debug for ShapeValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Worths")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_a_number_of_its_own() {
        let shapes = shapes();
        assert_eq!(shapes.len(), 2380);
        let mut sums = std::collections::HashSet::new();
        for (number, lines) in shapes.into_iter().enumerate() {
            assert!(sums.insert(sum(lines)), "no other has its sum");
            assert_eq!((shape(lines), ShapeNumbers::all().of(lines)), (number, number));
            assert_eq!(shape(lines.rotate_left(4)), number, "whichever line has which");
        }
    }
}
