//! Which moves come first: those that leave the other side least.

use super::board::{Board, odd_quadrants};
use super::cpu::Cpu;
use super::search::{Search, squares};
use wanqi_eval::othello::{Indices, around};

/// Moves with the boards after them, handed out the best first.
pub(super) struct Ordered {
    moves: [Candidate; MAX_MOVES],
    count: usize,
    next: usize,
}

/// More than a position can have.
const MAX_MOVES: usize = 36;

#[derive(Clone, Copy)]
struct Candidate {
    after: Board,
    score: i32,
    square: u8,
}

impl Ordered {
    /// The moves of a position, `first` before all others.
    #[inline(always)]
    pub fn new<C: Cpu>(search: &mut Search<C>, board: Board, moves: u64, first: [u8; 2]) -> Ordered {
        const NONE: Candidate = Candidate { after: Board { own: 0, other: 0 }, score: 0, square: 64 };
        let mut ordered = Ordered { moves: [NONE; MAX_MOVES], count: 0, next: 0 };
        let empty = search.board & !board.discs();
        let odd = odd_quadrants(empty);
        let depth = look_ahead(empty.count_ones(), search.patterns.is_some());
        let indices =
            (depth.is_some() && search.patterns.is_some()).then(|| Indices::of(board.own, board.other));
        for square in squares(moves) {
            let flips = board.flips(square);
            let after = board.after(square, flips);
            let score = match square as u8 {
                mv if mv == first[0] => i32::MAX,
                mv if mv == first[1] => i32::MAX - 1,
                _ => {
                    let parity = if odd >> square & 1 != 0 { PARITY } else { 0 };
                    i32::from(search.worth[square]) + parity
                        - left_to_opponent(search, after)
                        - match (depth, &indices) {
                            (None, _) => 0,
                            (Some(depth), None) => search.look(after, depth, -INFINITE, INFINITE),
                            (Some(depth), Some(indices)) => {
                                let indices = indices.after(square, flips);
                                search.middle(after, &indices, depth, -INFINITE, INFINITE) / HUNDREDTHS
                            }
                        }
                }
            };
            ordered.moves[ordered.count % MAX_MOVES] = Candidate { after, score, square: square as u8 };
            ordered.count += 1;
        }
        ordered
    }

    /// The best move that has not been handed out.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(usize, Board)> {
        let left = self.moves[..self.count].get_mut(self.next..)?;
        let (first, others) = left.split_first_mut()?;
        for other in others {
            if other.score > first.score {
                std::mem::swap(first, other);
            }
        }
        self.next += 1;
        Some((first.square.into(), first.after))
    }

    /// Puts the move that was handed out last behind all others, once; whether that is so.
    #[inline(always)]
    pub fn defer(&mut self) -> bool {
        let is_last = self.next == self.count;
        let handed_out = &mut self.moves[self.next - 1];
        if is_last || handed_out.score <= DEFERRED {
            return false;
        }
        handed_out.score = DEFERRED;
        self.next -= 1;
        true
    }

    /// The boards after all moves.
    #[inline(always)]
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        self.moves[..self.count].iter().map(|candidate| candidate.after)
    }
}

/// What a move of the other side, who is to move, is worth to it: its moves, those into corners twice, and the squares
/// that may become moves.
#[inline(always)]
fn left_to_opponent<C: Cpu>(search: &Search<C>, after: Board) -> i32 {
    let moves = after.mobility(search.board);
    let count = (moves.count_ones() + (moves & search.corners).count_ones()) as i32;
    let empty = search.board & !after.discs();
    let potential = (around(after.other) & empty).count_ones() as i32;
    MOVE * count + POTENTIAL * potential
}

/// What a disc on each square is worth to the order of moves: corners much, edges little, what gives a corner away less.
pub(super) fn worth(rows: u8) -> [i8; 64] {
    let (first, last) = (4 - usize::from(rows) / 2, 3 + usize::from(rows) / 2);
    let mut worth = [0; 64];
    for row in first..=last {
        for column in first..=last {
            let from_edge = |at: usize| (at - first).min(last - at);
            let (near, far) = {
                let (row, column) = (from_edge(row), from_edge(column));
                (row.min(column), row.max(column))
            };
            worth[8 * row + column] = match (near, far) {
                (0, 0) => 18,
                (0, 1) => 2,
                (1, 1) => -4,
                (0, 2) => 8,
                (0, _) => 6,
                (1, _) => 2,
                _ => 4,
            };
        }
    }
    worth
}

// The weights of all this are chosen by the nodes that FFO 24 to 38 take (`docs/experiments/othello.md`).
const MOVE: i32 = 16;
const POTENTIAL: i32 = 3;
const PARITY: i32 = 8;

const INFINITE: i32 = 1 << 20;
/// Below every score.
const DEFERRED: i32 = i32::MIN + 1;

/// So many hundredths of a disc, by the evaluation, are worth one of those.
const HUNDREDTHS: i32 = 8;

/// From so many empty squares on moves are looked ahead of for their order.
const LOOK_FROM: u32 = 12;
/// The same where there is an evaluation, which sees more and takes longer.
const PATTERNS_FROM: u32 = 14;

/// Plies that moves are looked ahead for their order, with so many empty squares.
#[inline(always)]
fn look_ahead(empty: u32, has_patterns: bool) -> Option<u32> {
    match empty {
        0..LOOK_FROM => None,
        _ if has_patterns => empty.checked_sub(PATTERNS_FROM).map(|beyond| beyond / 4),
        _ => Some((empty - LOOK_FROM) / 3),
    }
}

impl<C: Cpu> Search<'_, C> {
    /// A brief search with the evaluation.
    fn look(&mut self, board: Board, depth: u32, alpha: i32, beta: i32) -> i32 {
        let cpu = self.cpu;
        cpu.run(
            #[inline(always)]
            || self.look_compiled(board, depth, alpha, beta),
        )
    }

    #[inline(always)]
    fn look_compiled(&mut self, board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.estimate(board);
        }
        let moves = board.mobility(self.board);
        if moves == 0 {
            return match board.passed().mobility(self.board) {
                0 => 1000 * self.final_lead(board),
                _ => -self.look(board.passed(), depth, -beta, -alpha),
            };
        }
        let mut best = -INFINITE;
        for square in squares(moves) {
            let score = -self.look(board.after(square, board.flips(square)), depth - 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// About what a position is worth to the side to move.
    #[inline(always)]
    fn estimate(&self, board: Board) -> i32 {
        let empty = self.board & !board.discs();
        let count = |moves: u64| (moves.count_ones() + (moves & self.corners).count_ones()) as i32;
        let moves = count(board.mobility(self.board)) - count(board.passed().mobility(self.board));
        let near = |set: u64| (around(set) & empty).count_ones() as i32;
        let potential = near(board.other) - near(board.own);
        let stable = self.stability.of_other(board.passed()).count_ones() as i32
            - self.stability.of_other(board).count_ones() as i32;
        10 * moves + 3 * potential + 12 * stable
    }
}
