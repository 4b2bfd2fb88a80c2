//! Convolutions of 3×3 points to [`CHANNELS`] channels, forwards and backwards: plain loops, which the compiler makes what
//! a processor's registers allow.
//!
//! A board is `size + 2` lines of as many cells, so that every point has eight beside it; those around the board are nothing.
use super::CHANNELS;
use super::processor::{self, Loops};
use std::array::from_fn;
use std::ops::{Deref, DerefMut};

/// Numbers that begin where a line of the cache does: a register of 64 bytes is then read from one line and not from two.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub struct Aligned<const N: usize>(pub [f32; N]);

impl<const N: usize> Deref for Aligned<N> {
    type Target = [f32; N];

    #[inline(always)]
    fn deref(&self) -> &[f32; N] {
        &self.0
    }
}

impl<const N: usize> DerefMut for Aligned<N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32; N] {
        &mut self.0
    }
}

/// The rows, as [`forward`] wants its weights.
pub fn aligned(rows: &[[f32; CHANNELS]]) -> Vec<Aligned<CHANNELS>> {
    rows.iter().copied().map(Aligned).collect()
}

/// For each point the sums of what it and the eight beside it count: `weights` for each of the nine, row by row, and each
/// input there.
pub fn forward<const INPUTS: usize>(
    size: usize,
    cells: &[Aligned<INPUTS>],
    weights: &[Aligned<CHANNELS>],
    sums: &mut [Aligned<CHANNELS>],
) {
    assert_eq!(weights.len(), 9 * INPUTS, "weights of nine points");
    processor::run(Forward { size, cells, weights, sums });
}

struct Forward<'a, const INPUTS: usize> {
    size: usize,
    cells: &'a [Aligned<INPUTS>],
    weights: &'a [Aligned<CHANNELS>],
    sums: &'a mut [Aligned<CHANNELS>],
}

impl<const INPUTS: usize> Loops for Forward<'_, INPUTS> {
    type Outcome = ();

    #[inline(always)]
    fn run<const OUTPUTS: usize, const FUSED: bool>(mut self) {
        // Points of a row that are done at a time: as many sums as registers hold, the parts of a row as equal as they can be.
        let parts = self.size.div_ceil(if OUTPUTS == CHANNELS { 10 } else { 5 });
        for part in 0..CHANNELS / OUTPUTS {
            for y in 0..self.size {
                let mut x = 0;
                for which in 0..parts {
                    let points = (self.size + which) / parts;
                    macro_rules! some {
                        ($($count:literal)*) => {
                            match points {
                                $($count => self.some::<OUTPUTS, $count, FUSED>([x, y], part),)*
                                _ => unreachable!("parts are not larger"),
                            }
                        };
                    }
                    some!(1 2 3 4 5 6 7 8 9 10);
                    x += points;
                }
            }
        }
    }
}

impl<const INPUTS: usize> Forward<'_, INPUTS> {
    /// So many points of a row, and a part of the outputs.
    #[inline(always)]
    fn some<const OUTPUTS: usize, const POINTS: usize, const FUSED: bool>(
        &mut self,
        [x, y]: [usize; 2],
        part: usize,
    ) {
        let width = self.size + 2;
        let mut some = [[0.0; OUTPUTS]; POINTS];
        for tap in 0..9 {
            let cells = &self.cells[(y + tap / 3) * width + x + tap % 3..][..POINTS];
            let weights = &self.weights[tap * INPUTS..][..INPUTS];
            for input in 0..INPUTS {
                let row = &weights[input].as_chunks().0[part];
                for point in 0..POINTS {
                    add::<OUTPUTS, FUSED>(&mut some[point], cells[point][input], row);
                }
            }
        }
        let sums = &mut self.sums[(y + 1) * width + x + 1..][..POINTS];
        for point in 0..POINTS {
            sums[point].as_chunks_mut().0[part] = some[point];
        }
    }
}

/// Adds to the gradient of the weights what comes of a board: `above` is the gradient of the sums.
pub fn weight_gradient<const INPUTS: usize>(
    size: usize,
    cells: &[Aligned<INPUTS>],
    above: &[Aligned<CHANNELS>],
    gradient: &mut [[f32; CHANNELS]],
) {
    assert!(gradient.len() == 9 * INPUTS, "weights of nine points");
    processor::run(WeightGradient { size, cells, above, gradient });
}

struct WeightGradient<'a, const INPUTS: usize> {
    size: usize,
    cells: &'a [Aligned<INPUTS>],
    above: &'a [Aligned<CHANNELS>],
    gradient: &'a mut [[f32; CHANNELS]],
}

impl<const INPUTS: usize> Loops for WeightGradient<'_, INPUTS> {
    type Outcome = ();

    #[inline(always)]
    fn run<const OUTPUTS: usize, const FUSED: bool>(self) {
        let (size, width) = (self.size, self.size + 2);
        for part in 0..CHANNELS / OUTPUTS {
            for input in 0..INPUTS {
                let mut some = [[0.0; OUTPUTS]; 9];
                for y in 0..size {
                    let [top, middle, bottom] = from_fn(|row| &self.cells[(y + row) * width..][..width]);
                    let above = &self.above[(y + 1) * width + 1..][..size];
                    let beside = top.windows(3).zip(middle.windows(3)).zip(bottom.windows(3));
                    for (((top, middle), bottom), above) in beside.zip(above) {
                        let above = &above.as_chunks().0[part];
                        for column in 0..3 {
                            add::<OUTPUTS, FUSED>(&mut some[column], top[column][input], above);
                            add::<OUTPUTS, FUSED>(&mut some[3 + column], middle[column][input], above);
                            add::<OUTPUTS, FUSED>(&mut some[6 + column], bottom[column][input], above);
                        }
                    }
                }
                for (tap, some) in some.iter().enumerate() {
                    let row = &mut self.gradient[tap * INPUTS + input].as_chunks_mut::<OUTPUTS>().0[part];
                    row.iter_mut().zip(some).for_each(|(sum, number)| *sum += number);
                }
            }
        }
    }
}

/// Adds a row so many times.
#[inline(always)]
fn add<const N: usize, const FUSED: bool>(sums: &mut [f32; N], times: f32, row: &[f32; N]) {
    for number in 0..N {
        sums[number] =
            if FUSED { times.mul_add(row[number], sums[number]) } else { sums[number] + times * row[number] };
    }
}

/// The weights by which [`forward`] leads the gradient of the sums of a convolution back to its cells.
pub fn rotated(weights: &[[f32; CHANNELS]]) -> Vec<Aligned<CHANNELS>> {
    let mut rotated = vec![Aligned([0.0; CHANNELS]); 9 * CHANNELS];
    for tap in 0..9 {
        for input in 0..CHANNELS {
            for output in 0..CHANNELS {
                rotated[(8 - tap) * CHANNELS + output][input] = weights[tap * CHANNELS + input][output];
            }
        }
    }
    rotated
}
