//! The middle game: a search of some plies, and what the evaluation says there, in hundredths of a disc.

use super::board::Board;
use super::confidence::{deviation, shallower};
use super::cpu::Cpu;
use super::search::{Search, squares};
use super::table::{Found, NO_MOVE};
use wanqi_eval::othello::Indices;

/// Beyond every score.
pub(super) const INFINITE: i32 = 6401;

/// A search of fewer plies has neither a place in the table nor an order of moves but that of the squares.
const ORDERED_FROM: u32 = 3;
/// From so many plies on a node may be given up because a shallower search says so.
const SELECTIVE_FROM: u32 = 3;

/// From so many plies on threads tell each other what they look at.
const SHARED_FROM: u32 = 5;
/// Below every score.
const DEFERRED: i32 = i32::MIN;

/// More than a position can have.
const MAX_MOVES: usize = 36;

/// A move, and how good it looks.
#[derive(Clone, Copy)]
struct Candidate {
    flips: u64,
    score: i32,
    square: u8,
}

/// The squares by what a disc there is worth, the best first.
const BEST_FIRST: [u64; 5] = [
    0x8100_0000_0000_0081,
    0x3C00_8181_8181_003C,
    0x0000_3C3C_3C3C_0000,
    0x003C_4242_4242_3C00,
    0x4242_0000_0000_4242 | 0x0081_0000_0000_8100,
];

impl<C: Cpu> Search<'_, C> {
    /// The score of a position for the side to move after `depth` plies: exactly where it lies between `alpha` and `beta`,
    /// else a bound of it that lies beyond. There must be an evaluation.
    pub fn middle(&mut self, board: Board, indices: &Indices, depth: u32, alpha: i32, beta: i32) -> i32 {
        let cpu = self.cpu;
        cpu.run(
            #[inline(always)]
            || match depth {
                0 => self.estimated(board, indices),
                1..ORDERED_FROM => self.near_horizon(board, indices, depth, alpha, beta),
                _ => self.ordered(board, indices, depth, alpha, beta),
            },
        )
    }

    /// What the evaluation says.
    #[inline(always)]
    fn estimated(&mut self, board: Board, indices: &Indices) -> i32 {
        self.nodes += 1;
        let moves = [board, board.passed()].map(|board| board.mobility(self.board));
        match self.patterns {
            _ if moves == [0, 0] => 100 * self.final_lead(board),
            Some(patterns) => {
                self.guesses += 1;
                patterns.worth(indices, board.own, board.other, moves).clamp(1 - INFINITE, INFINITE - 1)
            }
            None => 0,
        }
    }

    /// The score where the side to move cannot place a disc. A pass is no ply.
    #[inline(always)]
    fn middle_pass(&mut self, board: Board, indices: &Indices, depth: u32, alpha: i32, beta: i32) -> i32 {
        match board.passed().mobility(self.board) {
            0 => 100 * self.final_lead(board),
            _ => -self.middle(board.passed(), &indices.passed(), depth, -beta, -alpha),
        }
    }

    #[inline(always)]
    fn near_horizon(
        &mut self,
        board: Board,
        indices: &Indices,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        let moves = board.mobility(self.board);
        if moves == 0 {
            return self.middle_pass(board, indices, depth, alpha, beta);
        }
        let mut best = -INFINITE;
        for set in BEST_FIRST {
            for square in squares(moves & set) {
                let flips = board.flips(square);
                let (after, of_after) = (board.after(square, flips), indices.after(square, flips));
                let score = match depth {
                    1 => -self.estimated(after, &of_after),
                    _ => -self.middle(after, &of_after, depth - 1, -beta, -alpha),
                };
                best = best.max(score);
                alpha = alpha.max(best);
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }

    #[inline(always)]
    fn ordered(&mut self, board: Board, indices: &Indices, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.watch.is_over(self.nodes) {
            self.is_over = true;
        }
        if self.is_over {
            return alpha;
        }
        let moves = board.mobility(self.board);
        if moves == 0 {
            return self.middle_pass(board, indices, depth, alpha, beta);
        }
        let confidence = self.confidence;
        let mut first = NO_MOVE;
        if let Some(known) = self.tables.middle.get(board) {
            if let Some((lower, upper)) = known.bounds(depth as u8, confidence) {
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
            }
            first = known.moves[0];
        }
        if beta - alpha == 1
            && depth >= SELECTIVE_FROM
            && let Some(deviations) = confidence.deviations()
            && let Some(score) = self.give_up(board, indices, depth, alpha, deviations)
        {
            return score;
        }
        let (asked, before) = (alpha, self.nodes);
        let (mut best, mut best_move) = (-INFINITE, NO_MOVE);
        let mut left = moves;
        // The table's move is tried before the others are so much as looked at.
        let known = first != NO_MOVE && moves >> first & 1 != 0;
        if known {
            let flips = board.flips(first.into());
            let (after, of_after) = (board.after(first.into(), flips), indices.after(first.into(), flips));
            best = -self.middle(after, &of_after, depth - 1, -beta, -alpha);
            if self.is_over {
                return alpha;
            }
            best_move = first;
            alpha = alpha.max(best);
            left &= !(1 << first);
        }
        if alpha < beta {
            let mut candidates = [Candidate { flips: 0, score: 0, square: NO_MOVE }; MAX_MOVES];
            let mut count = 0;
            for square in squares(left) {
                let flips = board.flips(square);
                let (after, of_after) = (board.after(square, flips), indices.after(square, flips));
                let score = self.outlook(after, &of_after, depth);
                candidates[count % MAX_MOVES] = Candidate { flips, score, square: square as u8 };
                count += 1;
            }
            let busy = self.tables.busy.filter(|_| depth >= SHARED_FROM);
            let mut next = 0;
            while next < count {
                let rest = &mut candidates[next..count];
                for other in 1..rest.len() {
                    if rest[other].score > rest[0].score {
                        rest.swap(0, other);
                    }
                }
                let Candidate { flips, square, .. } = rest[0];
                let (after, of_after) =
                    (board.after(square.into(), flips), indices.after(square.into(), flips));
                if let Some(busy) = busy {
                    // The eldest brother is looked at by all who come; the others while nobody else does.
                    let can_wait = best_move != NO_MOVE && rest.len() > 1 && rest[0].score > DEFERRED;
                    if can_wait && busy.is_at(after) {
                        rest[0].score = DEFERRED;
                        continue;
                    }
                    busy.begin(after);
                }
                next += 1;
                let score = if best_move == NO_MOVE {
                    -self.middle(after, &of_after, depth - 1, -beta, -alpha)
                } else {
                    let score = -self.middle(after, &of_after, depth - 1, -alpha - 1, -alpha);
                    if score > alpha && score < beta {
                        -self.middle(after, &of_after, depth - 1, -beta, -score)
                    } else {
                        score
                    }
                };
                if let Some(busy) = busy {
                    busy.end(after);
                }
                if self.is_over {
                    return alpha;
                }
                if score > best {
                    (best, best_move) = (score, square);
                    alpha = alpha.max(best);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        let nodes = self.nodes - before;
        let (score, mv, depth) = (best, best_move, depth as u8);
        self.tables.middle.put(board, Found { alpha: asked, beta, score, mv, depth, confidence, nodes });
        best
    }

    /// How good a move looks that leads to a position of the other side: by the evaluation, after a ply or two where much
    /// depends on the order.
    #[inline(always)]
    fn outlook(&mut self, after: Board, of_after: &Indices, depth: u32) -> i32 {
        let plies = match depth {
            0..5 => 0,
            5..9 => 1,
            _ => 2,
        };
        -self.middle(after, of_after, plies, -INFINITE, INFINITE)
    }

    /// A score beyond the window from `alpha` to `alpha + 1`, if a shallower search says that it lies far beyond.
    #[inline(always)]
    fn give_up(
        &mut self,
        board: Board,
        indices: &Indices,
        depth: u32,
        alpha: i32,
        deviations: f32,
    ) -> Option<i32> {
        let beta = alpha + 1;
        let shallow = shallower(depth);
        let empty = (self.board & !board.discs()).count_ones();
        let margin = (deviations * deviation(depth, shallow, empty)) as i32;
        // Only the side is asked about on which the evaluation sees the position.
        let estimate = self.estimated(board, indices);
        let high = beta + margin;
        if estimate >= beta && high < INFINITE && self.middle(board, indices, shallow, high - 1, high) >= high
        {
            return Some(beta);
        }
        let low = alpha - margin;
        if estimate <= alpha && low > -INFINITE && self.middle(board, indices, shallow, low, low + 1) <= low {
            return Some(alpha);
        }
        None
    }
}
