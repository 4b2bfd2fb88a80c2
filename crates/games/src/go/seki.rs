//! Seki: stones that live without two eyes, since neither side can take the other's.
//!
//! On a finished board without its dead stones that shows without reading. A point between both colours that nobody has filled
//! is of no use to fill if a group beside it lives by eyes of its own, and then any side could; but where none of the groups around
//! it has eyes enough, whoever plays there is taken. <https://senseis.xmp.net/?Seki>

use super::geometry::Capacity;

/// Empty points that hang together.
#[derive(Default)]
pub(super) struct EmptyRegion {
    pub points: Vec<usize>,
    /// Which colours are beside it.
    pub reached: [bool; 2],
    /// The stones beside it, some more than once.
    pub around: Vec<usize>,
}

impl EmptyRegion {
    /// Whose eye it is: the colour that alone is beside it.
    pub fn colour(&self) -> Option<usize> {
        match self.reached {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }
}

/// The most points between both colours that a seki has; there are more where a game is not over.
const MAX_SHARED: usize = 6;
/// Points of one eye that make two of it.
const TWO_EYES: usize = 4;

/// The stones that live in a seki, in order. `colours`: the stones, by their cells.
pub(super) fn sekis<C: Capacity>(colours: &[Option<usize>; 512], regions: &[EmptyRegion]) -> Vec<usize> {
    let shared = |region: &&EmptyRegion| region.reached == [true; 2] && region.points.len() <= MAX_SHARED;
    if !regions.iter().any(|region| shared(&region)) {
        return Vec::new();
    }
    // Groups: stones side by side, and stones of one colour around an eye. Each stone leads to another of its group, the last
    // to itself.
    let mut group: Vec<usize> = (0..colours.len()).collect();
    for cell in (0..colours.len()).filter(|&cell| colours[cell].is_some()) {
        for step in C::NEIGHBOURS {
            let beside = cell.wrapping_add(step);
            if colours[beside] == colours[cell] {
                join(&mut group, cell, beside);
            }
        }
    }
    for eye in regions.iter().filter(|region| region.colour().is_some()) {
        eye.around.windows(2).for_each(|pair| join(&mut group, pair[0], pair[1]));
    }
    let mut eyes = vec![(0, 0); colours.len()];
    for eye in regions.iter().filter(|region| region.colour().is_some()) {
        let (count, points) = &mut eyes[find(&group, eye.around[0])];
        (*count, *points) = (*count + 1, *points + eye.points.len());
    }
    let lives = |stone: &usize| {
        let (count, points) = eyes[find(&group, *stone)];
        count > 1 || points >= TWO_EYES
    };
    let mut in_seki = vec![false; colours.len()];
    for region in regions.iter().filter(shared).filter(|region| !region.around.iter().any(lives)) {
        region.around.iter().for_each(|&stone| in_seki[find(&group, stone)] = true);
    }
    (0..colours.len()).filter(|&cell| colours[cell].is_some() && in_seki[find(&group, cell)]).collect()
}

fn find(group: &[usize], mut stone: usize) -> usize {
    while group[stone] != stone {
        stone = group[stone];
    }
    stone
}

fn join(group: &mut [usize], one: usize, other: usize) {
    let (one, other) = (find(group, one), find(group, other));
    group[one] = other;
}
