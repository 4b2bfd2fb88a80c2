//! The accumulator: the hidden layer's sums along the line of moves.

use super::features::{View, each_input};
use super::{HIDDEN, Weights};
use wanqi_game::Side;
use wanqi_games::chess::bitboard::{Square, file};
use wanqi_games::chess::{Kind, Move, Position};

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

/// A piece on a square.
type Piece = (Side, Kind, Square);

/// The sums of a position on the line, or what they follow from.
#[derive(Clone, Debug)]
struct AccumulatorPly {
    sums: [Accumulator; 2],
    /// Whether the sums are those of this position, by side.
    known: [bool; 2],
    /// The side, if any, whose view the move has mirrored, so that its sums follow from none before.
    turned: Option<Side>,
    /// What the move takes off the board and what it puts there; none is repeated where there are fewer.
    removed: [Option<Piece>; 2],
    added: [Option<Piece>; 2],
}

/// The accumulators of both sides for every position on the line. They are worked out when they are asked for: most moves of a
/// search are taken back before.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    /// From the root; those beyond `last` are left over, to be written on again.
    plies: Vec<AccumulatorPly>,
    last: usize,
}

impl AccumulatorStack {
    pub(super) fn new(weights: &Weights, position: &Position) -> AccumulatorStack {
        let mut root = AccumulatorPly {
            sums: [Accumulator([0; HIDDEN]); 2],
            known: [true; 2],
            turned: None,
            removed: [None; 2],
            added: [None; 2],
        };
        for side in Side::BOTH {
            refresh(weights, position, side, &mut root.sums[side.index()]);
        }
        AccumulatorStack { plies: vec![root], last: 0 }
    }

    /// Follows a move.
    #[inline]
    pub(super) fn push(&mut self, before: &Position, mv: Move) {
        self.last += 1;
        if self.last == self.plies.len() {
            let ply = self.plies[self.last - 1].clone();
            self.plies.push(ply);
        }
        let ply = &mut self.plies[self.last];
        let us = before.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        ply.known = [false; 2];
        ply.removed = [Some((us, mv.moved(), from)), None];
        ply.added = [Some((us, mv.placed(), to)), None];
        if before.is_capture(mv) {
            let taken = if mv.is_en_passant() { to ^ 8 } else { to };
            ply.removed[1] = Some((us.opponent(), before.kind_on(taken), taken));
        } else if let Some((rook_from, rook_to)) = before.castling_rook(mv) {
            ply.removed[1] = Some((us, Kind::Rook, rook_from));
            ply.added[1] = Some((us, Kind::Rook, rook_to));
        }
        let turned = mv.moved() == Kind::King && (file(from) > 3) != (file(to) > 3);
        ply.turned = turned.then_some(us);
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.last = self.last.saturating_sub(1);
    }

    /// Both sides' sums of the last position, which is `position`.
    #[inline(always)]
    pub(super) fn sums(&mut self, weights: &Weights, position: &Position) -> &[Accumulator; 2] {
        for side in Side::BOTH {
            if !self.plies[self.last].known[side.index()] {
                self.find(weights, position, side);
            }
        }
        &self.plies[self.last].sums
    }

    /// Works out a side's sums from the last ones known before, and all in between, which other lines will ask for.
    #[inline(always)]
    fn find(&mut self, weights: &Weights, position: &Position, side: Side) {
        let index = side.index();
        let mut base = self.last;
        while !self.plies[base].known[index] {
            if self.plies[base].turned == Some(side) {
                let last = &mut self.plies[self.last];
                refresh(weights, position, side, &mut last.sums[index]);
                last.known[index] = true;
                return;
            }
            base -= 1;
        }
        let view = View::new(side, position.king(side));
        for next in base + 1..=self.last {
            let (before, after) = self.plies.split_at_mut(next);
            follow(weights, view, &before[next - 1].sums[index], &mut after[0], index);
        }
    }
}

/// Makes a side's sums from nothing.
#[inline(always)]
fn refresh(weights: &Weights, position: &Position, side: Side, sums: &mut Accumulator) {
    sums.0 = weights.bias;
    each_input(position, side, |input| sums.add(&weights.inputs[input]));
}

/// Makes a side's sums from those before the move.
#[inline(always)]
fn follow(weights: &Weights, view: View, before: &Accumulator, ply: &mut AccumulatorPly, index: usize) {
    let row = |piece: Piece| &weights.inputs[view.input(piece.0, piece.1, piece.2)];
    let sums = &mut ply.sums[index];
    // Quiet moves in one go, then the rest: a captured piece, or the rook that castles.
    if let (Some(removed), Some(added)) = (ply.removed[0], ply.added[0]) {
        let rows = before.0.iter().zip(row(added)).zip(row(removed));
        for (sum, ((before, added), removed)) in sums.0.iter_mut().zip(rows) {
            *sum = before + added - removed;
        }
    }
    if let Some(removed) = ply.removed[1] {
        sums.0.iter_mut().zip(row(removed)).for_each(|(sum, weight)| *sum -= weight);
    }
    if let Some(added) = ply.added[1] {
        sums.add(row(added));
    }
    ply.known[index] = true;
}
