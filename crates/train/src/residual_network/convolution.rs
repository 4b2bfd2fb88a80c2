//! Convolutions of 3×3 points to [`CHANNELS`] channels, forwards and backwards: plain loops, which the compiler makes what
//! a processor's registers allow.
//!
//! A board is `size + 2` lines of as many cells, so that every point has eight beside it; those around the board are nothing.
use super::CHANNELS;

/// Points of a row, and inputs, that are done at a time: as many sums as registers hold.
const STEP: usize = 4;

/// For each point the sums of what it and the eight beside it count: `weights` for each of the nine, row by row, and each
/// input there. `OUTPUTS`: how many are done at a time; `FUSED`: whether products and sums are one instruction.
#[inline(always)]
pub fn forward<const INPUTS: usize, const OUTPUTS: usize, const FUSED: bool>(
    size: usize,
    cells: &[[f32; INPUTS]],
    weights: &[[f32; CHANNELS]],
    sums: &mut [[f32; CHANNELS]],
) {
    assert_eq!(weights.len(), 9 * INPUTS, "weights of nine points");
    for first in (0..CHANNELS).step_by(OUTPUTS) {
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let points = match size - x {
                    STEP.. => some::<INPUTS, OUTPUTS, STEP, FUSED>(size, cells, weights, sums, [x, y], first),
                    2.. => some::<INPUTS, OUTPUTS, 2, FUSED>(size, cells, weights, sums, [x, y], first),
                    _ => some::<INPUTS, OUTPUTS, 1, FUSED>(size, cells, weights, sums, [x, y], first),
                };
                x += points;
            }
        }
    }
}

/// So many points of a row, and so many outputs from the first of them on.
#[inline(always)]
fn some<const INPUTS: usize, const OUTPUTS: usize, const POINTS: usize, const FUSED: bool>(
    size: usize,
    cells: &[[f32; INPUTS]],
    weights: &[[f32; CHANNELS]],
    sums: &mut [[f32; CHANNELS]],
    [x, y]: [usize; 2],
    first: usize,
) -> usize {
    let width = size + 2;
    let mut some = [[0.0; OUTPUTS]; POINTS];
    for tap in 0..9 {
        let cells = &cells[(y + tap / 3) * width + x + tap % 3..][..POINTS];
        let weights = &weights[tap * INPUTS..][..INPUTS];
        for input in 0..INPUTS {
            let row = &weights[input][first..][..OUTPUTS];
            for point in 0..POINTS {
                add::<OUTPUTS, FUSED>(&mut some[point], cells[point][input], row);
            }
        }
    }
    let sums = &mut sums[(y + 1) * width + x + 1..][..POINTS];
    for point in 0..POINTS {
        sums[point][first..][..OUTPUTS].copy_from_slice(&some[point]);
    }
    POINTS
}

/// Adds to the gradient of the weights what comes of a board: `above` is the gradient of the sums.
#[inline(always)]
pub fn weight_gradient<const INPUTS: usize, const OUTPUTS: usize, const FUSED: bool>(
    size: usize,
    cells: &[[f32; INPUTS]],
    above: &[[f32; CHANNELS]],
    gradient: &mut [[f32; CHANNELS]],
) {
    assert!(gradient.len() == 9 * INPUTS && INPUTS.is_multiple_of(STEP), "weights of nine points");
    let width = size + 2;
    for first in (0..CHANNELS).step_by(OUTPUTS) {
        for tap in 0..9 {
            for input in (0..INPUTS).step_by(STEP) {
                let mut some = [[0.0; OUTPUTS]; STEP];
                for y in 0..size {
                    let cells = &cells[(y + tap / 3) * width + tap % 3..][..size];
                    let above = &above[(y + 1) * width + 1..][..size];
                    for (cell, above) in cells.iter().zip(above) {
                        let (inputs, above) = (&cell[input..][..STEP], &above[first..][..OUTPUTS]);
                        for number in 0..STEP {
                            add::<OUTPUTS, FUSED>(&mut some[number], inputs[number], above);
                        }
                    }
                }
                for number in 0..STEP {
                    let row = &mut gradient[tap * INPUTS + input + number][first..][..OUTPUTS];
                    for output in 0..OUTPUTS {
                        row[output] += some[number][output];
                    }
                }
            }
        }
    }
}

/// Adds a row so many times.
#[inline(always)]
fn add<const N: usize, const FUSED: bool>(sums: &mut [f32; N], times: f32, row: &[f32]) {
    let row = &row[..N];
    for number in 0..N {
        sums[number] =
            if FUSED { times.mul_add(row[number], sums[number]) } else { sums[number] + times * row[number] };
    }
}

/// The weights by which [`forward`] leads the gradient of the sums of a convolution back to its cells.
pub fn rotated(weights: &[[f32; CHANNELS]]) -> Vec<[f32; CHANNELS]> {
    let mut rotated = vec![[0.0; CHANNELS]; 9 * CHANNELS];
    for tap in 0..9 {
        for input in 0..CHANNELS {
            for output in 0..CHANNELS {
                rotated[(8 - tap) * CHANNELS + output][input] = weights[tap * CHANNELS + input][output];
            }
        }
    }
    rotated
}
