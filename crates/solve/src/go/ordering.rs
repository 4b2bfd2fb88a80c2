//! The moves of a position, the most promising first.

use super::board::{Points, Size};
use super::position::{NO_MOVE, PASS, Position};
use super::question::Question;

/// A move and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub mv: u8,
    pub after: Position,
    /// The stones that it takes.
    pub taken: Points,
    score: u32,
}

impl Step {
    /// The point on which the move puts a stone, as a set: none for a pass.
    pub fn stone(&self) -> Points {
        if self.mv == PASS { 0 } else { 1 << self.mv }
    }
}

/// How much a stone of each side on each point has been what its side wanted (the history heuristic: Schaeffer 1989,
/// <https://doi.org/10.1109/34.42858>).
pub(super) struct History([[u32; Size::MAX_POINTS]; 2]);

impl History {
    pub fn new() -> History {
        History([[0; Size::MAX_POINTS]; 2])
    }

    /// Lets what was learned fade.
    pub fn fade(&mut self) {
        self.0.as_flattened_mut().iter_mut().for_each(|count| *count /= 2);
    }

    /// Notes that a move was what its side wanted, so many plies above the leaves.
    pub fn reward(&mut self, side: usize, mv: u8, depth: u16) {
        if let Some(count) = self.0[side].get_mut(usize::from(mv)) {
            *count = count.saturating_add(u32::from(depth) * u32::from(depth));
        }
    }

    /// The moves and how many there are: `first`, then a pass that would win if the other side passed too, unless another move
    /// is known to go first, then what takes stones, then by history. A stone that `is_forbidden` is left out.
    pub fn steps(
        &self,
        question: &Question,
        position: Position,
        first: u8,
        mut is_forbidden: impl FnMut(u8, Position) -> bool,
    ) -> ([Step; Size::MAX_POINTS + 1], usize) {
        let nothing = Step { mv: PASS, after: position, taken: 0, score: 0 };
        let (mut steps, mut count) = ([nothing; Size::MAX_POINTS + 1], 0);
        for mv in position.moves(&question.geometry) {
            let Some((after, taken)) = position.play(&question.geometry, mv) else { continue };
            if mv != PASS && is_forbidden(mv, after) {
                continue;
            }
            let score = if mv == first {
                u32::MAX
            } else if mv != PASS {
                (taken.count_ones() << 24) + self.0[position.side][usize::from(mv)].min(1 << 24)
            } else if first == NO_MOVE && question.counted(position.board) == position.side {
                u32::MAX
            } else {
                0
            };
            steps[count] = Step { mv, after, taken, score };
            count += 1;
        }
        steps[..count].sort_unstable_by_key(|step| std::cmp::Reverse((step.score, step.mv)));
        (steps, count)
    }
}
