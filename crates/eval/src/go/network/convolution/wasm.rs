//! The loops in registers of WebAssembly's SIMD: products of sixteen bits, two and two added up.

use super::{Cell, Sums};
use crate::go::network::CHANNELS;
use std::arch::wasm32::{i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128};

/// Sums of a register.
const LANES: usize = 4;

/// What two inputs count in every output.
pub type Pair = [v128; CHANNELS / LANES];

/// Rows of two inputs side by side.
pub fn pair(first: &[i8; CHANNELS], second: &[i8; CHANNELS]) -> Pair {
    let both = |output: usize| i32::from(second[output]) << 16 | i32::from(first[output]) & 0xFFFF;
    std::array::from_fn(|number| {
        let output = LANES * number;
        i32x4(both(output), both(output + 1), both(output + 2), both(output + 3))
    })
}

/// All sums of a board.
pub fn convolve(size: usize, cells: &[Cell], pairs: usize, rows: &[Pair], sums: &mut [Sums]) {
    let width = size + 2;
    for y in 0..size {
        for x in 0..size {
            let mut sum = [i32x4_splat(0); CHANNELS / LANES];
            for (tap, rows) in rows.chunks_exact(pairs).enumerate() {
                let cell = cells[(y + tap / 3) * width + x + tap % 3].as_chunks::<2>().0;
                for (&[first, second], row) in cell.iter().zip(rows) {
                    let inputs = i32x4_splat(i32::from(second) << 16 | i32::from(first));
                    for (sum, &weights) in sum.iter_mut().zip(row) {
                        *sum = i32x4_add(*sum, i32x4_dot_i16x8(inputs, weights));
                    }
                }
            }
            for (some, sum) in sums[y * width + x].as_chunks_mut::<LANES>().0.iter_mut().zip(sum) {
                *some = [
                    i32x4_extract_lane::<0>(sum),
                    i32x4_extract_lane::<1>(sum),
                    i32x4_extract_lane::<2>(sum),
                    i32x4_extract_lane::<3>(sum),
                ];
            }
        }
    }
}
