//! What games have in common whose legal moves are made as sets (of one piece to several places) and never as a list.

use rand_core::Rng;
use wanqi_game::random;

/// Moves of one piece, or of several by one step.
pub(crate) trait MoveSet: Copy {
    type Move;
    const EMPTY: Self;

    fn len(&self) -> u32;

    /// The move to the `index`-th target, the lowest first.
    fn nth(&self, index: u32) -> Self::Move;
}

/// At most `N` sets, to draw a move from.
pub(crate) struct MoveSets<S, const N: usize> {
    sets: [S; N],
    filled: usize,
    total: u32,
}

impl<S: MoveSet, const N: usize> MoveSets<S, N> {
    #[inline(always)]
    pub fn new() -> Self {
        MoveSets { sets: [S::EMPTY; N], filled: 0, total: 0 }
    }

    #[inline(always)]
    pub fn add(&mut self, set: S) {
        self.sets[self.filled % N] = set;
        self.filled += 1;
        self.total += set.len();
    }

    /// One of all moves, each as likely.
    #[inline(always)]
    pub fn draw(&self, rng: &mut impl Rng) -> Option<S::Move> {
        if self.total == 0 {
            return None;
        }
        let mut index = random::below(rng, self.total);
        self.sets.iter().find_map(|set| {
            let chosen = (index < set.len()).then(|| set.nth(index));
            index = index.wrapping_sub(set.len());
            chosen
        })
    }
}

/// Where the position that ends the line first occurred, if that was two occurrences ago, or one since `root`. A position
/// can be equal to one as many plies back as there have been `quiet` ones, which can be undone; only every second has the
/// same side to move, and the first that can be equal lies four plies back.
#[inline]
pub(crate) fn repeated<P>(line: &[P], root: usize, quiet: usize, key: impl Fn(&P) -> u64) -> Option<usize> {
    let last = line.len() - 1;
    let here = key(&line[last]);
    let mut seen = 0;
    for back in (4..=quiet.min(last)).step_by(2) {
        if key(&line[last - back]) == here {
            seen += 1;
            if seen == 2 || last - back >= root {
                return Some(last - back);
            }
        }
    }
    None
}
