//! Convolutions of bytes, the loops that take most of a network's time: once in plain Rust, and as what processors of x86 and
//! WebAssembly have instructions for. All give the same sums.
//!
//! A board is `size + 2` lines of as many cells, so that every point has eight beside it; those around the board are nothing.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod tiles;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
mod winograd;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::CHANNELS;
use super::weights::Convolution;
pub(super) use winograd::Scratch;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
use winograd::Winograd;

/// By which instructions sums are worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processor {
    /// Those that every processor of this architecture has.
    Portable,
    /// AVX2: sixteen products of sixteen bits, two and two added up, in one instruction.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with VNNI: sixteen sums of four products of bytes in one instruction.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// The same with the tiles of AMX: sixteen times sixteen sums of 64 products of bytes in one instruction.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    Tiles,
    /// WebAssembly's SIMD: eight products of sixteen bits, two and two added up, in one instruction.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Processor {
    /// The best that this processor has.
    pub fn this() -> Processor {
        *Processor::all().last().expect("the first is always there")
    }

    /// All that this processor has, each better than the one before.
    pub fn all() -> Vec<Processor> {
        #[cfg_attr(
            not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))),
            expect(unused_mut, reason = "there are no others")
        )]
        let mut all = vec![Processor::Portable];
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Processor::Simd128);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            all.push(Processor::Avx2);
            let has_512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl");
            if has_512 && is_x86_feature_detected!("avx512vnni") {
                all.push(Processor::Avx512);
                #[cfg(target_os = "linux")]
                if tiles::are_there() {
                    all.push(Processor::Tiles);
                }
            }
        }
        all
    }
}

/// Cells and sums that there must be beyond those of the board, of which nothing is asked but that they may be read and written:
/// tiles are of thirty-two points wherever the board ends.
pub(super) const PADDING: usize = 32;

/// The bytes of a cell.
pub(super) type Cell = [u8; CHANNELS];
/// The sums of a point.
pub(super) type Sums = [i32; CHANNELS];

/// The weights of a convolution as a processor wants them.
#[derive(Clone, Debug)]
pub(super) enum Packed {
    /// For each of the nine points and each input what it counts in each output.
    Rows { inputs: usize, rows: Vec<[i16; CHANNELS]> },
    /// For a tile of points at a time, which takes fewer products.
    #[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
    Winograd(Winograd),
    /// For each of the nine points and four inputs at a time, side by side.
    #[cfg(target_arch = "x86_64")]
    Fours { fours: usize, rows: Vec<[[i8; 4]; CHANNELS]>, processor: Processor },
}

impl Packed {
    pub fn new(convolution: &Convolution, processor: Processor) -> Packed {
        let rows = &convolution.weights;
        let inputs = rows.len() / 9;
        let packed = match processor {
            Processor::Portable => None,
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2 => Winograd::new(rows).map(Packed::Winograd),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Processor::Simd128 => Winograd::new(rows).map(Packed::Winograd),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => Some(Packed::fours(rows, inputs.div_ceil(4), processor)),
            // Tiles are as wide as all channels.
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Processor::Tiles => Some(Packed::fours(rows, CHANNELS / 4, processor)),
        };
        packed.unwrap_or_else(|| Packed::Rows {
            inputs,
            rows: rows.iter().map(|row| row.map(i16::from)).collect(),
        })
    }

    #[cfg(target_arch = "x86_64")]
    fn fours(rows: &[[i8; CHANNELS]], fours: usize, processor: Processor) -> Packed {
        let inputs = rows.len() / 9;
        let of = |tap: usize, input: usize, output: usize| {
            if input < inputs { rows[tap * inputs + input][output] } else { 0 }
        };
        let four =
            |tap, four| std::array::from_fn(|output| std::array::from_fn(|k| of(tap, 4 * four + k, output)));
        let rows = (0..9).flat_map(|tap| (0..fours).map(move |number| (tap, number)));
        let rows = rows.map(|(tap, number)| four(tap, number)).collect();
        Packed::Fours { fours, rows, processor }
    }

    /// The sums of every point of a board; those of the point in column *x* of row *y* at `y * (size + 2) + x`. Bytes are 127 at
    /// most, so that two products fit into sixteen bits, and what becomes of them in tiles.
    #[cfg_attr(
        not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))),
        expect(unused_variables, reason = "no loops need it")
    )]
    pub fn convolve(&self, size: usize, cells: &[Cell], scratch: &mut Scratch, sums: &mut [Sums]) {
        let width = size + 2;
        let room = [width * width + PADDING, size * width + PADDING];
        assert!(size > 0 && cells.len() >= room[0] && sums.len() >= room[1], "room for the board");
        match self {
            Packed::Rows { inputs, rows } => portable(size, cells, *inputs, rows, sums),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Packed::Winograd(weights) => {
                weights.convolve::<std::arch::wasm32::v128>(size, cells, scratch, sums)
            }
            // SAFETY: weights are packed so only where the processor says that it has AVX2.
            #[cfg(target_arch = "x86_64")]
            Packed::Winograd(weights) => unsafe { x86::avx2(size, cells, weights, scratch, sums) },
            #[cfg(target_arch = "x86_64")]
            Packed::Fours { fours, rows, processor } => {
                assert!(rows.len() == 9 * fours && 4 * fours <= CHANNELS, "as they were packed");
                // SAFETY: weights are packed so only where the processor says that it has the instructions. Lengths have been
                // looked at: cells and sums are of the whole board, and with room beyond it, rows of all nine points.
                unsafe {
                    match processor {
                        #[cfg(target_os = "linux")]
                        Processor::Tiles => tiles::convolve(size, cells, rows, sums),
                        _ => x86::avx512(size, cells, *fours, rows, sums),
                    }
                }
            }
        }
    }
}

fn portable(size: usize, cells: &[Cell], inputs: usize, rows: &[[i16; CHANNELS]], sums: &mut [Sums]) {
    let width = size + 2;
    for y in 0..size {
        for x in 0..size {
            let mut sum = [0; CHANNELS];
            for (tap, rows) in rows.chunks_exact(inputs).enumerate() {
                let cell = &cells[(y + tap / 3) * width + x + tap % 3];
                for (&byte, row) in cell.iter().zip(rows) {
                    // Half of them are nothing.
                    if byte != 0 {
                        for (sum, &weight) in sum.iter_mut().zip(row) {
                            *sum += i32::from(i16::from(byte)) * i32::from(weight);
                        }
                    }
                }
            }
            sums[y * width + x] = sum;
        }
    }
}
