//! Discs as two sets of squares, and what a move does to them.

use wanqi_game::{Game, Side};
use wanqi_games::othello::{Othello, Position};

/// The discs of the side to move and of the other; squares as in [`Position`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub own: u64,
    pub other: u64,
}

impl Board {
    /// What the side to move sees.
    pub fn of(game: &Othello, position: &Position) -> Board {
        let side: Side = game.side_to_move(position);
        Board { own: position.discs(side), other: position.discs(side.opponent()) }
    }

    /// The squares with a disc.
    #[inline(always)]
    pub fn discs(self) -> u64 {
        self.own | self.other
    }

    /// The other side is to move.
    #[inline(always)]
    #[must_use]
    pub fn passed(self) -> Board {
        Board { own: self.other, other: self.own }
    }

    /// After a disc on `square`, which turns `flips`.
    #[inline(always)]
    #[must_use]
    pub fn after(self, square: usize, flips: u64) -> Board {
        Board { own: self.other ^ flips, other: self.own ^ flips ^ (1 << square) }
    }

    /// The one that stands for all boards that are this one turned or mirrored, and after how many of the [`CHANGES`] it is that.
    pub fn canonical(self) -> (Board, usize) {
        let all = (0..CHANGES).map(|count| {
            (Board { own: changed(self.own, 0..count), other: changed(self.other, 0..count) }, count)
        });
        all.min_by_key(|(board, _)| (board.own, board.other)).unwrap_or((self, 0))
    }

    /// The discs that turn when the side to move places one on `square`.
    ///
    /// On every ray the nearest square without a disc of the other side decides. Upwards it is the lowest bit, found by
    /// arithmetic; downwards the bits are smeared along the ray. Both are done for four rays at once in code that the
    /// compiler turns into SIMD where the processor has it.
    #[allow(clippy::needless_range_loop)] // every lane of all arrays alike: so the compiler sees it
    #[inline(always)]
    pub fn flips(self, square: usize) -> u64 {
        let Rays { up, down } = &RAYS[square & 63];
        let mut flips = [0; 4];
        for i in 0..4 {
            let blockers = up[i] & !self.other;
            let end = blockers & blockers.wrapping_neg() & self.own;
            let enclosed = end.wrapping_sub(u64::from(end != 0)) & up[i];
            let blockers = down[i] & !self.other;
            let mut beyond = blockers;
            beyond |= beyond >> STEPS[i];
            beyond |= beyond >> (2 * STEPS[i]);
            beyond |= beyond >> (4 * STEPS[i]);
            let end = blockers & !(beyond >> STEPS[i]) & self.own;
            let enclosed_below = if end != 0 { down[i] & !beyond } else { 0 };
            flips[i] = enclosed | enclosed_below;
        }
        flips[0] | flips[1] | flips[2] | flips[3]
    }

    /// The empty squares of `board` where the side to move can place a disc (parallel prefix:
    /// <https://www.chessprogramming.org/Kogge-Stone_Algorithm>), four pairs of directions at once as in
    /// [`flips`](Board::flips).
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    pub fn mobility(self, board: u64) -> u64 {
        let mut ends = [0; 4];
        for i in 0..4 {
            let (step, through) = (STEPS[i], self.other & THROUGH[i]);
            let mut up = (self.own << step) & through;
            let mut down = (self.own >> step) & through;
            up |= (up << step) & through;
            down |= (down >> step) & through;
            let pairs_up = through & (through << step);
            let pairs_down = pairs_up >> step;
            up |= (up << (2 * step)) & pairs_up;
            down |= (down >> (2 * step)) & pairs_down;
            up |= (up << (2 * step)) & pairs_up;
            down |= (down >> (2 * step)) & pairs_down;
            ends[i] = (up << step) | (down >> step);
        }
        (ends[0] | ends[1] | ends[2] | ends[3]) & board & !self.discs()
    }
}

/// Mirrorings and transpositions by turns: so many reach all eight ways to look at a board, and lead back to the first.
pub(super) const CHANGES: usize = 8;

/// A set of squares after some of the changes.
pub(super) fn changed(set: u64, changes: std::ops::Range<usize>) -> u64 {
    changes.fold(set, |set, i| if i % 2 == 0 { set.swap_bytes() } else { transposed(set) })
}

/// Rows become columns (<https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating>).
fn transposed(mut set: u64) -> u64 {
    for (step, kept) in [(28, 0x0F0F_0F0F_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)]
    {
        let change = kept & (set ^ (set << step));
        set ^= change ^ (change >> step);
    }
    set
}

/// The distance of neighbours: along a row, both diagonals and a column.
const STEPS: [u32; 4] = [1, 7, 9, 8];

/// The squares that a line may run through in such a direction: none on the outer columns but along a column.
const THROUGH: [u64; 4] = [0x7E7E_7E7E_7E7E_7E7E, 0x7E7E_7E7E_7E7E_7E7E, 0x7E7E_7E7E_7E7E_7E7E, u64::MAX];

/// The squares beside one in every direction of [`STEPS`], to higher and to lower squares, up to the edge of 8×8.
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    const fn ray(square: i32, row_step: i32, column_step: i32) -> u64 {
        let (mut row, mut column, mut set) = (square / 8 + row_step, square % 8 + column_step, 0);
        while row >= 0 && row < 8 && column >= 0 && column < 8 {
            set |= 1 << (8 * row + column);
            row += row_step;
            column += column_step;
        }
        set
    }
    let mut rays = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let at = square as i32;
        rays[square] = Rays {
            up: [ray(at, 0, 1), ray(at, 1, -1), ray(at, 1, 1), ray(at, 1, 0)],
            down: [ray(at, 0, -1), ray(at, -1, 1), ray(at, -1, -1), ray(at, -1, 0)],
        };
        square += 1;
    }
    rays
};

/// The squares around each.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let mut other = 0;
        while other < 64 {
            let (rows, columns) = ((other / 8) as i32 - row as i32, (other % 8) as i32 - column as i32);
            if other != square && rows.abs() <= 1 && columns.abs() <= 1 {
                all[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    all
};

/// The quarters of the board.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The squares of quarters with an odd number of empty squares. Who moves into such a quarter may have the last move in it.
#[inline(always)]
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        if (empty & quadrant).count_ones() % 2 == 1 {
            odd |= quadrant;
        }
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg32;
    use wanqi_games::othello::Size;

    #[test]
    fn the_rules_agree() {
        let mut rng = Pcg32::new(7, 7);
        let mut moves = 0;
        for size in [Size::Four, Size::Six, Size::Eight].repeat(40) {
            let game = Othello::new(size);
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let board = Board::of(&game, &position);
                assert_eq!(board.mobility(game.board()), position.moves());
                let mv = game.random_move(&position, &mut rng).expect("the game goes on");
                game.play(&mut position, mv);
                let after = match mv.square() {
                    64 => board.passed(),
                    square => board.after(square, board.flips(square)),
                };
                assert_eq!(after, Board::of(&game, &position));
                moves += 1;
            }
        }
        assert!(moves > 3000);
    }

    #[test]
    fn boards_that_are_turned_are_one() {
        let boards = [(0x12, 0x400), (0x2000_0010_0000_0000, 0x8), (0x8100, 0x42_0000_0000)];
        for (own, other) in boards {
            let board = Board { own, other };
            let mirrored = |set: u64| set.reverse_bits().swap_bytes();
            for change in [u64::reverse_bits, u64::swap_bytes, mirrored, transposed] {
                let turned = Board { own: change(own), other: change(other) };
                assert_eq!(turned.canonical().0, board.canonical().0);
            }
            let (canonical, way) = board.canonical();
            assert_eq!(changed(canonical.own, way..CHANGES), own);
            assert_eq!(transposed(transposed(own)), own);
        }
        assert_eq!(transposed(0xFF), 0x0101_0101_0101_0101);
    }

    #[test]
    fn quarters_are_odd_or_even() {
        for (empty, odd) in [(0, 0), (1, QUADRANTS[0]), (3, 0), (1 << 63 | 7, QUADRANTS[0] | QUADRANTS[3])] {
            assert_eq!(odd_quadrants(empty), odd);
        }
    }
}
