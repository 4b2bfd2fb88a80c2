//! The accumulator of a network along the line of stones.

use super::{POOLED, Weights, first_embeddings, inputs};
use crate::gomoku::PatternBoard;
use crate::gomoku::pattern_board::ChangedPoint;
use crate::gomoku::shape::{PointLines, ShapeNumbers};
use wanqi_games::gomoku::Gomoku;

/// The sums as one side sees the board. A cache line's alignment lets whole SIMD registers be loaded.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(super) struct Accumulator(pub [i16; POOLED]);

/// The board with the accumulators of all positions on the line. They are worked out when they are asked for: many stones of a
/// search are taken back before.
#[derive(Clone, Debug)]
pub struct NetworkBoard {
    board: PatternBoard,
    /// By side: the first row of its shapes.
    first_embeddings: [usize; 2],
    /// From the root; those beyond `last` are left over, to be written on again.
    plies: Vec<AccumulatorPly>,
    last: usize,
    /// Room for the points that a stone has changed.
    changed: Vec<ChangedPoint>,
}

/// The sums of a position on the line.
#[derive(Clone, Debug)]
struct AccumulatorPly {
    /// By side.
    accumulators: [Accumulator; 2],
    /// Whether the sums are those of this position.
    known: bool,
}

impl AsMut<PatternBoard> for NetworkBoard {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut PatternBoard {
        &mut self.board
    }
}

impl NetworkBoard {
    pub(super) fn new(weights: Option<&Weights>, game: &Gomoku, board: PatternBoard) -> NetworkBoard {
        let mut accumulators = [Accumulator([0; POOLED]); 2];
        if let Some(weights) = weights {
            inputs(game, &board).for_each(|embeddings| count::<true>(weights, &mut accumulators, embeddings));
        }
        let first_embeddings = first_embeddings(game);
        NetworkBoard {
            board,
            first_embeddings,
            plies: vec![AccumulatorPly { accumulators, known: true }],
            last: 0,
            changed: Vec::new(),
        }
    }

    /// Follows a stone.
    #[inline]
    pub(super) fn push(&mut self) {
        self.last += 1;
        if self.last == self.plies.len() {
            self.plies.push(self.plies[self.last - 1].clone());
        }
        self.plies[self.last].known = false;
    }

    /// Takes the last stone back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    /// The sums of both sides in the last position.
    #[inline(always)]
    pub(super) fn accumulators(&mut self, weights: &Weights) -> &[Accumulator; 2] {
        if !self.plies[self.last].known {
            self.find(weights);
        }
        &self.plies[self.last].accumulators
    }

    /// Works the sums out from the last ones that are known.
    #[inline(always)]
    fn find(&mut self, weights: &Weights) {
        let mut base = self.last - 1;
        while !self.plies[base].known {
            base -= 1;
        }
        self.changed.clear();
        self.board.changed_since(base, &mut self.changed);
        let mut accumulators = self.plies[base].accumulators;
        let (first_embeddings, numbers) = (self.first_embeddings, ShapeNumbers::all());
        for ChangedPoint { before, after } in &self.changed {
            count::<false>(weights, &mut accumulators, embeddings(first_embeddings, numbers, before));
            if let Some(after) = after {
                count::<true>(weights, &mut accumulators, embeddings(first_embeddings, numbers, after));
            }
        }
        self.plies[self.last] = AccumulatorPly { accumulators, known: true };
    }
}

/// The rows of a point by what each side could make of its lines.
#[inline(always)]
fn embeddings(first_embeddings: [usize; 2], numbers: &ShapeNumbers, lines: &[PointLines; 2]) -> [usize; 2] {
    [first_embeddings[0] + numbers.of(lines[0]), first_embeddings[1] + numbers.of(lines[1])]
}

/// Adds what an empty point counts to the sums of both sides, or takes it away. Written out, for the compiler does not take
/// closures along to wider SIMD.
#[inline(always)]
fn count<const ADDED: bool>(
    weights: &Weights,
    accumulators: &mut [Accumulator; 2],
    [first, second]: [usize; 2],
) {
    let [of_own, of_other] = &weights.embeddings;
    let [first_sums, second_sums] = accumulators;
    count_seen::<ADDED>(&of_own[first], &of_other[second], first_sums);
    count_seen::<ADDED>(&of_own[second], &of_other[first], second_sums);
}

/// Rows of networks that are any good keep the sums within sixteen bits; with others they wrap around, which is as bad as they
/// are and no worse.
#[inline(always)]
fn count_seen<const ADDED: bool>(own: &[i16; POOLED], other: &[i16; POOLED], accumulators: &mut Accumulator) {
    for ((sum, own), other) in accumulators.0.iter_mut().zip(own).zip(other) {
        let number = (own + other).max(0);
        *sum = if ADDED { sum.wrapping_add(number) } else { sum.wrapping_sub(number) };
    }
}
