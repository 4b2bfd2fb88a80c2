//! The last empty squares, each number of them written out.

use super::board::Board;
use super::cpu::Cpu;
use super::search::Search;

/// How many discs turn along a line of eight: by the square that is placed on and the discs of who places it, all other
/// squares of the line being the other side's.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut own = 0_usize;
        while own < 256 {
            let above = own >> (square + 1);
            if above != 0 {
                table[square][own] += above.trailing_zeros() as u8;
            }
            let below = own & ((1 << square) - 1);
            if below != 0 {
                table[square][own] += (square as u32 - 1 - below.ilog2()) as u8;
            }
            own += 1;
        }
        square += 1;
    }
    table
};

/// The diagonals through each square: up to the right, and down to the right.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            if square / 8 + square % 8 == other / 8 + other % 8 {
                table[square][0] |= 1 << other;
            }
            if square / 8 + other % 8 == other / 8 + square % 8 {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// How many discs turn when the owner of `own` places one on the last empty square.
#[inline(always)]
fn turned_by_last(square: usize, own: u64) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let (row, column) = (square / 8, square % 8);
    let [rising, falling] = DIAGONALS[square & 63];
    // A column gathered in one byte, its rows from the lowest bit on.
    let along_column = ((own >> column) & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let in_byte = |set: u64| (set.wrapping_mul(COLUMN) >> 56) as usize;
    let turned = |at: usize, line: usize| i32::from(TURNED[at][line & 0xFF]);
    turned(row, along_column as usize)
        + turned(column, (own >> (8 * row)) as usize)
        + turned(column, in_byte(own & rising))
        + turned(column, in_byte(own & falling))
}

impl<C: Cpu> Search<'_, C> {
    /// The lead of the side to move with one empty square. It needs to know no discs but its own.
    #[inline(always)]
    fn last_one(&mut self, board: Board, square: usize) -> i32 {
        self.nodes += 1;
        let lead = 2 * board.own.count_ones() as i32 - self.squares;
        let turned = turned_by_last(square, board.own);
        if turned > 0 {
            return lead + 2 * turned + 2;
        }
        let turned = turned_by_last(square, board.other);
        if turned > 0 {
            return lead - 2 * turned;
        }
        // Nobody can move: the square is the winner's.
        if lead >= 0 { lead + 2 } else { lead }
    }

    /// With two empty squares.
    #[inline(always)]
    fn last_two(&mut self, board: Board, alpha: i32, beta: i32, squares: [usize; 2]) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.best_of_two(board, beta, squares) {
            return score;
        }
        match self.best_of_two(board.passed(), -alpha, squares) {
            Some(score) => -score,
            None => self.final_lead(board),
        }
    }

    /// The better of two moves, or one of at least `enough`; `None` if neither is legal.
    #[inline(always)]
    fn best_of_two(&mut self, board: Board, enough: i32, [a, b]: [usize; 2]) -> Option<i32> {
        let mut best = None;
        for (square, left) in [(a, b), (b, a)] {
            let flips = if touches(board, square) { board.flips(square) } else { 0 };
            if flips != 0 {
                best = best.max(Some(-self.last_one(board.after(square, flips), left)));
                if best >= Some(enough) {
                    break;
                }
            }
        }
        best
    }

    /// With three.
    #[inline(always)]
    fn last_three(&mut self, board: Board, mut alpha: i32, beta: i32, squares: [usize; 3]) -> i32 {
        self.nodes += 1;
        let [a, b, c] = squares;
        let (mut board, mut best, mut sign, mut beta) = (board, None, 1, beta);
        loop {
            for (square, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
                let flips = if touches(board, square) { board.flips(square) } else { 0 };
                if flips != 0 {
                    let score = -self.last_two(board.after(square, flips), -beta, -alpha, left);
                    best = best.max(Some(score));
                    if score >= beta {
                        return sign * score;
                    }
                    alpha = alpha.max(score);
                }
            }
            if let Some(score) = best {
                return sign * score;
            }
            if sign < 0 {
                return -self.final_lead(board);
            }
            (board, sign, alpha, beta) = (board.passed(), -1, -beta, -alpha);
        }
    }

    /// With four, the first to be tried first.
    #[inline(always)]
    pub(super) fn last_four(
        &mut self,
        board: Board,
        mut alpha: i32,
        mut beta: i32,
        squares: [usize; 4],
    ) -> i32 {
        self.nodes += 1;
        let [a, b, c, d] = squares;
        let (mut board, mut best, mut sign) = (board, None, 1);
        loop {
            for (square, left) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
                let flips = if touches(board, square) { board.flips(square) } else { 0 };
                if flips != 0 {
                    let score = -self.last_three(board.after(square, flips), -beta, -alpha, left);
                    best = best.max(Some(score));
                    if score >= beta {
                        return sign * score;
                    }
                    alpha = alpha.max(score);
                }
            }
            if let Some(score) = best {
                return sign * score;
            }
            if sign < 0 {
                return -self.final_lead(board);
            }
            (board, sign, alpha, beta) = (board.passed(), -1, -beta, -alpha);
        }
    }

    /// The lead of the side to move where nobody can move: empty squares are the winner's.
    #[inline(always)]
    pub(super) fn final_lead(&self, board: Board) -> i32 {
        let (own, other) = (board.own.count_ones() as i32, board.other.count_ones() as i32);
        let lead = own - other;
        lead + lead.signum() * (self.squares - own - other)
    }
}

/// Whether a disc of the other side is beside a square: without one nothing turns.
#[inline(always)]
fn touches(board: Board, square: usize) -> bool {
    super::board::NEIGHBOURS[square & 63] & board.other != 0
}
