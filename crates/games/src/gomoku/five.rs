//! Completed lines, looked for around one stone only: no other line can be new.

use super::{BORDER, Stones};

/// Rows and columns to either side of a stone that a five with it can reach.
const REACH: usize = 4;
const WINDOW: usize = 2 * REACH + 1;
const _: () = assert!(REACH == BORDER);

/// Bit positions in a word that holds three lines through the stone side by side: for each row of the window
/// the bit of the column, of the falling and of the rising diagonal. The rows of the window are multiplied by
/// [`SPREAD`], which brings those three bits to the same places in every row, and five adjacent rows with a bit
/// in one place are a five.
const AMAF_INDICES: u64 = (1 << 8) | (1 << 26) | (1 << 44);
const SPREAD: [u64; WINDOW] = {
    let (mut table, mut row) = ([0; WINDOW], 0);
    while row < WINDOW {
        // The column is bit 4 of a row, the falling diagonal bit `row`, the rising one bit `8 - row`.
        table[row] = (1 << 4) | (1 << (26 - row)) | (1 << (36 + row));
        row += 1;
    }
    table
};

/// Whether five or more stones in a line, in any direction, contain the stone at a row and column from 0.
#[inline(always)]
pub(super) fn stands(stones: &Stones, row: usize, column: usize) -> bool {
    let rows: &[u32; WINDOW] = stones[row..].first_chunk().expect("the border is as wide as the reach");
    let window = |row: u32| (row >> column) & ((1 << WINDOW) - 1);

    let across = window(rows[REACH]);
    let pairs = across & (across >> 1);
    let across = pairs & (pairs >> 2) & (across >> 4);

    let mut lines = [0; WINDOW];
    for i in 0..WINDOW {
        lines[i] = u64::from(window(rows[i])) * SPREAD[i];
    }
    let mut pairs = [0; WINDOW - 1];
    for i in 0..WINDOW - 1 {
        pairs[i] = lines[i] & lines[i + 1];
    }
    let fives = (0..=REACH).fold(0, |fives, i| fives | (pairs[i] & pairs[i + 2] & lines[i + 4]));
    across != 0 || fives & AMAF_INDICES != 0
}

/// The lengths of the four lines that run through a stone.
pub(super) fn lengths(stones: &Stones, row: usize, column: usize) -> [usize; 4] {
    [(0, 1), (1, 0), (1, 1), (-1, 1)].map(|(down, right): (isize, isize)| {
        // The border is empty, so that a count stops there at the latest.
        let stone = |i: &isize| {
            let row = (row + BORDER).strict_add_signed(down * i);
            let column = (column + BORDER).strict_add_signed(right * i);
            stones[row] & (1 << column) != 0
        };
        let before = (1..).map(|i: isize| -i).take_while(stone).count();
        let after = (1..).take_while(stone).count();
        before + 1 + after
    })
}
