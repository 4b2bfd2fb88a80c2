//! The sums of a network along the line of stones.

use super::{HIDDEN, Weights, first_rows, inputs};
use crate::gomoku::PatternBoard;
use crate::gomoku::pattern_board::ChangedPoint;
use crate::gomoku::shape::{Numbers, PointLines};
use games::gomoku::Gomoku;

/// The sums as one side sees the board. A cache line's alignment lets whole registers be loaded.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub(super) struct Sums(pub [i16; HIDDEN]);

/// The board with the sums of all positions on the line. They are worked out when they are asked for: many stones of a
/// search are taken back before.
#[derive(Clone, Debug)]
pub struct NetworkBoard {
    board: PatternBoard,
    /// By side: the first row of its shapes.
    first_rows: [usize; 2],
    /// From the root; those beyond `last` are left over, to be written on again.
    plies: Vec<Ply>,
    last: usize,
    /// Room for the points that a stone has changed.
    changed: Vec<ChangedPoint>,
}

/// The sums of a position on the line.
#[derive(Clone, Debug)]
struct Ply {
    /// By side.
    sums: [Sums; 2],
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
        let mut sums = [Sums([0; HIDDEN]); 2];
        if let Some(weights) = weights {
            inputs(game, &board).for_each(|rows| count::<true>(weights, &mut sums, rows));
        }
        let first_rows = first_rows(game);
        NetworkBoard {
            board,
            first_rows,
            plies: vec![Ply { sums, known: true }],
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
    pub(super) fn sums(&mut self, weights: &Weights) -> &[Sums; 2] {
        if !self.plies[self.last].known {
            self.find(weights);
        }
        &self.plies[self.last].sums
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
        let mut sums = self.plies[base].sums;
        let (first_rows, numbers) = (self.first_rows, Numbers::all());
        for ChangedPoint { before, after } in &self.changed {
            count::<false>(weights, &mut sums, rows(first_rows, numbers, before));
            if let Some(after) = after {
                count::<true>(weights, &mut sums, rows(first_rows, numbers, after));
            }
        }
        self.plies[self.last] = Ply { sums, known: true };
    }
}

/// The rows of a point by what each side could make of its lines.
#[inline(always)]
fn rows(first_rows: [usize; 2], numbers: &Numbers, lines: &[PointLines; 2]) -> [usize; 2] {
    [first_rows[0] + numbers.of(lines[0]), first_rows[1] + numbers.of(lines[1])]
}

/// Adds what an empty point counts to the sums of both sides, or takes it away. Written out, for the compiler does not take
/// closures along to the wider registers.
#[inline(always)]
fn count<const ADDED: bool>(weights: &Weights, sums: &mut [Sums; 2], [first, second]: [usize; 2]) {
    let [of_own, of_other] = &weights.rows;
    let [first_sums, second_sums] = sums;
    count_seen::<ADDED>(&of_own[first], &of_other[second], first_sums);
    count_seen::<ADDED>(&of_own[second], &of_other[first], second_sums);
}

/// Rows of networks that are any good keep the sums within sixteen bits; with others they wrap around, which is as bad as they
/// are and no worse.
#[inline(always)]
fn count_seen<const ADDED: bool>(own: &[i16; HIDDEN], other: &[i16; HIDDEN], sums: &mut Sums) {
    for ((sum, own), other) in sums.0.iter_mut().zip(own).zip(other) {
        let number = (own + other).max(0);
        *sum = if ADDED { sum.wrapping_add(number) } else { sum.wrapping_sub(number) };
    }
}
