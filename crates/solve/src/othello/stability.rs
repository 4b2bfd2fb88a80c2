//! Discs that can never be turned again.
//!
//! They bound what a side can still win: the other keeps them to the end.

use super::board::Board;
use std::sync::OnceLock;
use wanqi_games::othello::Size;

/// What is stable on an edge and where the edges are, for one size of the board.
#[derive(Debug)]
pub(super) struct Stability {
    /// By the discs of one side on an edge times 256 plus those of the other: the discs of the first that never turn,
    /// whatever either side does on this edge.
    edge: Vec<u8>,
    /// The squares of the board.
    board: u64,
    /// Those that are not on its edge.
    inner: u64,
    /// The lowest and the highest row and column.
    first: u32,
    last: u32,
}

/// The squares of a column, the first.
const COLUMN: u64 = 0x0101_0101_0101_0101;

impl Stability {
    /// Of a size; made when it is first asked for.
    pub fn of(size: Size) -> &'static Stability {
        static SIZES: [OnceLock<Stability>; 3] = [const { OnceLock::new() }; 3];
        let place = usize::from(size.rows()) / 2 - 2;
        SIZES[place].get_or_init(|| Stability::new(size.rows().into()))
    }

    fn new(rows: u32) -> Stability {
        let (first, last) = (4 - rows / 2, 3 + rows / 2);
        let square_of = |first: u32, last: u32| {
            let row: u64 = (first..=last).map(|column| 1 << column).sum();
            (first..=last).map(|index| row << (8 * index)).sum()
        };
        let mut known = vec![None; 1 << 16];
        let mut edge = vec![0; 1 << 16];
        for own in (0..256_usize).filter(|own| own & !line(first, last) == 0) {
            for other in (0..256).filter(|other| other & !line(first, last) == 0 && other & own == 0) {
                edge[own << 8 | other] = never_turned(own, other, first, last, &mut known) & own as u8;
            }
        }
        let inner = if rows > 2 { square_of(first + 1, last - 1) } else { 0 };
        Stability { edge, board: square_of(first, last), inner, first, last }
    }

    /// Discs of `board.other` that can never be turned: not all such, but none that can.
    #[inline(always)]
    pub fn of_other(&self, board: Board) -> u64 {
        let (stable_of, against) = (board.other, board.own);
        let edges = self.on_edges(stable_of, against);
        let full = self.full_lines(board.discs());
        let inner = stable_of & self.inner;
        let mut stable = edges | inner & full[0] & full[1] & full[2] & full[3];
        if stable == 0 {
            return 0;
        }
        loop {
            let beside = |step: u32| (stable << step) | (stable >> step);
            let held =
                (full[0] | beside(1)) & (full[1] | beside(7)) & (full[2] | beside(9)) & (full[3] | beside(8));
            let more = inner & held & !stable;
            if more == 0 {
                return stable;
            }
            stable |= more;
        }
    }

    #[inline(always)]
    fn on_edges(&self, own: u64, other: u64) -> u64 {
        let row = |set: u64, row: u32| (set >> (8 * row)) as usize & 0xFF;
        let column = |set: u64, column: u32| {
            (((set >> column) & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
        };
        let stable = |own: usize, other: usize| u64::from(self.edge[own << 8 | other]);
        // A byte spread over a column: bits 7 apart in the product, of which every eighth is kept.
        let spread = |byte: u64| {
            let low = (byte & 0x0F).wrapping_mul(0x0020_4081) & 0x0101_0101;
            let high = (byte >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101;
            low | high << 32
        };
        stable(row(own, self.first), row(other, self.first)) << (8 * self.first)
            | stable(row(own, self.last), row(other, self.last)) << (8 * self.last)
            | spread(stable(column(own, self.first), column(other, self.first))) << self.first
            | spread(stable(column(own, self.last), column(other, self.last))) << self.last
    }

    /// The squares of lines without an empty square: rows, rising and falling diagonals, columns.
    #[inline(always)]
    fn full_lines(&self, discs: u64) -> [u64; 4] {
        let filled = discs | !self.board;
        let mut rows = filled & (filled >> 1);
        rows &= rows >> 2;
        rows &= rows >> 4;
        let mut columns = filled & filled.rotate_right(8);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(32);
        [
            (rows & COLUMN).wrapping_mul(0xFF),
            full_diagonals::<7>(filled, &OUTSIDE_7),
            full_diagonals::<9>(filled, &OUTSIDE_9),
            columns,
        ]
    }
}

/// The squares from which so many steps up a diagonal, and so many down, lead off the board, for 1, 2 and 4 steps.
type Outside = [[u64; 2]; 3];

const fn outside(columns: i32) -> Outside {
    let mut sets = [[0; 2]; 3];
    let mut i = 0;
    while i < 3 {
        let steps = 1 << i;
        let mut square = 0;
        while square < 64 {
            let (row, column) = (square / 8, square % 8);
            let (up_row, up_column) = (row + steps, column + steps * columns);
            let (down_row, down_column) = (row - steps, column - steps * columns);
            if up_row > 7 || up_column < 0 || up_column > 7 {
                sets[i][0] |= 1 << square;
            }
            if down_row < 0 || down_column < 0 || down_column > 7 {
                sets[i][1] |= 1 << square;
            }
            square += 1;
        }
        i += 1;
    }
    sets
}

static OUTSIDE_7: Outside = outside(-1);
static OUTSIDE_9: Outside = outside(1);

#[inline(always)]
fn full_diagonals<const STEP: u32>(filled: u64, outside: &Outside) -> u64 {
    let (mut up, mut down) = (filled, filled);
    for (i, [above, below]) in outside.iter().enumerate() {
        up &= (up >> (STEP << i)) | above;
        down &= (down << (STEP << i)) | below;
    }
    up & down
}

const fn line(first: u32, last: u32) -> usize {
    (0xFF << first) & (0xFF >> (7 - last)) & 0xFF
}

/// The discs of both sides on an edge that stay as they are whatever is placed on it, by either side in any order: a disc
/// may be placed on any square, since lines across the edge may allow it.
fn never_turned(own: usize, other: usize, first: u32, last: u32, known: &mut [Option<u8>]) -> u8 {
    if let Some(stable) = known[own << 8 | other] {
        return stable;
    }
    let mut stable = (own | other) as u8;
    for square in (first..=last).filter(|square| (own | other) >> square & 1 == 0) {
        for (placing, turning) in [(own, other), (other, own)] {
            let flips = flips_on_line(square, placing, turning);
            let (placed, turned) = (placing ^ flips ^ (1 << square), turning ^ flips);
            let (own, other) = if placing == own { (placed, turned) } else { (turned, placed) };
            stable &= !(flips as u8) & never_turned(own, other, first, last, known);
        }
    }
    stable &= (own | other) as u8;
    known[own << 8 | other] = Some(stable);
    stable
}

fn flips_on_line(square: u32, own: usize, other: usize) -> usize {
    let mut flips = 0;
    let up = (square + 1..8).take_while(|&at| other >> at & 1 != 0).count() as u32;
    if own >> (square + 1 + up) & 1 != 0 {
        flips |= (square + 1..square + 1 + up).fold(0, |set, at| set | 1 << at);
    }
    let down = (0..square).rev().take_while(|&at| other >> at & 1 != 0).count() as u32;
    if square > down && own >> (square - 1 - down) & 1 != 0 {
        flips |= (square - down..square).fold(0, |set, at| set | 1 << at);
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_pcg::Pcg32;
    use wanqi_game::Game;
    use wanqi_games::othello::Othello;

    #[test]
    fn what_is_stable_is_never_turned() {
        let mut rng = Pcg32::new(3, 3);
        let mut seen = 0;
        for size in [Size::Four, Size::Six, Size::Eight].repeat(30) {
            let (game, stability) = (Othello::new(size), Stability::of(size));
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let mv = game.random_move(&position, &mut rng).expect("the game goes on");
                game.play(&mut position, mv);
                let board = Board::of(&game, &position);
                let stable = stability.of_other(board);
                assert_eq!(stable & !board.other, 0);
                seen += stable.count_ones();
                let owner = game.side_to_move(&position).opponent();
                for _ in 0..4 {
                    let mut later = position;
                    while game.outcome(&later).is_none() {
                        let mv = game.random_move(&later, &mut rng).expect("the game goes on");
                        game.play(&mut later, mv);
                        assert_eq!(stable & !later.discs(owner), 0);
                    }
                }
            }
        }
        assert!(seen > 5000, "{seen}");
    }

    #[test]
    fn corners_edges_and_full_boards_are_stable() {
        let of = |size, own, other| Stability::of(size).of_other(Board { own, other });
        for (size, own, other, expected) in [
            (Size::Eight, 0, 1, 1),
            (Size::Eight, 0, 0x8100_0000_0000_0081, 0x8100_0000_0000_0081),
            // Beside the corner, and two together at it with the square below.
            (Size::Eight, 0, 2, 0),
            (Size::Eight, 0, 0x0000_0000_0000_0103, 0x0000_0000_0000_0103),
            (Size::Eight, 0, 0x0000_0000_0001_0307, 0x0000_0000_0001_0307),
            // A full edge, and discs between one's own at either end.
            (Size::Eight, 0x54, 0xAB, 0xAB),
            (Size::Eight, 0, u64::MAX, u64::MAX),
            (Size::Eight, 0x00FF_00FF_00FF_00FF, 0xFF00_FF00_FF00_FF00, 0xFF00_FF00_FF00_FF00),
            (Size::Six, 0, 0x0000_0000_0000_0200, 0x0000_0000_0000_0200),
            (Size::Six, 0, 0x0000_0000_0000_0600, 0x0000_0000_0000_0600),
            (Size::Six, 0, 0x0000_0000_0000_0400, 0),
            (Size::Four, 0, 0x0000_3C3C_3C3C_0000, 0x0000_3C3C_3C3C_0000),
        ] {
            assert_eq!(of(size, own, other), expected, "{own:x} {other:x}");
        }
    }
}
