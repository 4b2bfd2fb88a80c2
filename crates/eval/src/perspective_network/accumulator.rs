//! The accumulator: the hidden layer's sums along the line of moves.

use super::{Change, HIDDEN, MoveOf, Piece, PositionOf, View, Weights, each_input};
use std::marker::PhantomData;
use wanqi_game::Side;

/// One side's sums. A cache line's alignment lets whole SIMD registers be loaded.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Accumulator(pub [i16; HIDDEN]);

impl Accumulator {
    #[inline(always)]
    fn add(&mut self, row: &[i16; HIDDEN]) {
        self.0.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
    }
}

/// The sums of a position on the line, or what they follow from.
#[derive(Clone, Debug)]
struct AccumulatorPly {
    sums: [Accumulator; 2],
    /// Whether the sums are those of this position, by side.
    known: [bool; 2],
    /// What the move does.
    change: Change,
}

/// The accumulators of both sides for every position on the line. They are worked out when they are asked for: most moves of a
/// search are taken back before.
#[derive(Clone, Debug)]
pub struct AccumulatorStack<V> {
    /// From the root; those beyond `last` are left over, to be written on again.
    plies: Vec<AccumulatorPly>,
    last: usize,
    of: PhantomData<V>,
}

impl<V: View> AccumulatorStack<V> {
    pub(super) fn new(weights: &Weights, position: &PositionOf<V>) -> AccumulatorStack<V> {
        let mut root = AccumulatorPly {
            sums: [Accumulator([0; HIDDEN]); 2],
            known: [true; 2],
            change: Change { removed: [None; 2], added: [None; 2], turned: None },
        };
        for side in Side::BOTH {
            refresh::<V>(weights, position, side, &mut root.sums[side.index()]);
        }
        AccumulatorStack { plies: vec![root], last: 0, of: PhantomData }
    }

    /// Follows a move.
    #[inline]
    pub(super) fn push(&mut self, before: &PositionOf<V>, mv: MoveOf<V>) {
        self.last += 1;
        if self.last == self.plies.len() {
            let ply = self.plies[self.last - 1].clone();
            self.plies.push(ply);
        }
        let ply = &mut self.plies[self.last];
        ply.known = [false; 2];
        ply.change = V::change(before, mv);
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    /// Both sides' sums of the last position, which is `position`.
    #[inline(always)]
    pub(super) fn sums(&mut self, weights: &Weights, position: &PositionOf<V>) -> &[Accumulator; 2] {
        for side in Side::BOTH {
            if !self.plies[self.last].known[side.index()] {
                self.find(weights, position, side);
            }
        }
        &self.plies[self.last].sums
    }

    /// Works out a side's sums from the last ones known before, and all in between, which other lines will ask for.
    #[inline(always)]
    fn find(&mut self, weights: &Weights, position: &PositionOf<V>, side: Side) {
        let index = side.index();
        let mut base = self.last;
        while !self.plies[base].known[index] {
            if self.plies[base].change.turned == Some(side) {
                let last = &mut self.plies[self.last];
                refresh::<V>(weights, position, side, &mut last.sums[index]);
                last.known[index] = true;
                return;
            }
            base -= 1;
        }
        let view = V::new(side, V::king(position, side));
        for next in base + 1..=self.last {
            let (before, after) = self.plies.split_at_mut(next);
            follow(weights, view, &before[next - 1].sums[index], &mut after[0], index);
        }
    }
}

/// Makes a side's sums from nothing.
#[inline(always)]
fn refresh<V: View>(weights: &Weights, position: &PositionOf<V>, side: Side, sums: &mut Accumulator) {
    sums.0 = weights.bias;
    each_input::<V>(position, side, |input| sums.add(&weights.inputs[input]));
}

/// Makes a side's sums from those before the move.
#[inline(always)]
fn follow(weights: &Weights, view: impl View, before: &Accumulator, ply: &mut AccumulatorPly, index: usize) {
    let row = |piece: Piece| &weights.inputs[view.input(piece)];
    let (sums, Change { removed, added, .. }) = (&mut ply.sums[index], &ply.change);
    // Quiet moves in one go, then the rest: a captured piece, or the rook that castles.
    if let (Some(removed), Some(added)) = (removed[0], added[0]) {
        let rows = before.0.iter().zip(row(added)).zip(row(removed));
        for (sum, ((before, added), removed)) in sums.0.iter_mut().zip(rows) {
            *sum = before + added - removed;
        }
    }
    if let Some(removed) = removed[1] {
        sums.0.iter_mut().zip(row(removed)).for_each(|(sum, weight)| *sum -= weight);
    }
    if let Some(added) = added[1] {
        sums.add(row(added));
    }
    ply.known[index] = true;
}
