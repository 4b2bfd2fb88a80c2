//! The loops in registers of AVX-512, some points of a row at a time, so that a row of weights is read once for all of them, and
//! their sums stay in registers; and those of AVX2.

use super::winograd::{Register, Scratch, Winograd};
use super::{Cell, Sums};
use crate::go::network::CHANNELS;
use std::arch::x86_64::*;

/// All sums of a board.
///
/// # Safety
/// Only where there are these instructions, with cells and sums for the board and nine times `fours` rows.
#[target_feature(enable = "avx512f,avx512vnni")]
pub unsafe fn avx512(
    size: usize,
    cells: &[Cell],
    fours: usize,
    rows: &[[[i8; 4]; CHANNELS]],
    sums: &mut [Sums],
) {
    let width = size + 2;
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let at = y * width + x;
            // SAFETY: there are as many points left in the row as each looks at.
            unsafe {
                let (from, to) = (cells.as_ptr().add(at), sums.as_mut_ptr().add(at));
                x += match size - x {
                    // As few short steps as there can be.
                    4 | 8 | 12 | 13 | 17 => points_512::<4>(width, from, fours, rows, to),
                    5.. => points_512::<5>(width, from, fours, rows, to),
                    2.. => points_512::<2>(width, from, fours, rows, to),
                    _ => points_512::<1>(width, from, fours, rows, to),
                };
            }
        }
    }
}

/// So many points of a row.
///
/// # Safety
/// As [`avx512`]; `cells` points to the cell above and left of the first of them, `sums` to its sums.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn points_512<const POINTS: usize>(
    width: usize,
    cells: *const Cell,
    fours: usize,
    rows: &[[[i8; 4]; CHANNELS]],
    sums: *mut Sums,
) -> usize {
    let mut sum = [[_mm512_setzero_si512(); 2]; POINTS];
    for (tap, rows) in rows.chunks_exact(fours).enumerate() {
        // SAFETY: the cells of nine points are on the board and around it; a row is two registers wide.
        unsafe {
            let cells = cells.add(tap / 3 * width + tap % 3);
            for (four, row) in rows.iter().enumerate() {
                let weights = row.as_ptr().cast::<__m512i>();
                let weights = [_mm512_loadu_si512(weights), _mm512_loadu_si512(weights.add(1))];
                for (point, sum) in sum.iter_mut().enumerate() {
                    let bytes = cells.add(point).cast::<i32>().add(four).read_unaligned();
                    let bytes = _mm512_set1_epi32(bytes);
                    sum[0] = _mm512_dpbusd_epi32(sum[0], bytes, weights[0]);
                    sum[1] = _mm512_dpbusd_epi32(sum[1], bytes, weights[1]);
                }
            }
        }
    }
    for (point, sum) in sum.into_iter().enumerate() {
        // SAFETY: there is room for as many sums.
        unsafe { sums.add(point).cast::<[__m512i; 2]>().write_unaligned(sum) };
    }
    POINTS
}

/// The same by AVX2, tile by tile.
#[target_feature(enable = "avx2")]
pub fn avx2(size: usize, cells: &[Cell], weights: &Winograd, scratch: &mut Scratch, sums: &mut [Sums]) {
    weights.convolve::<Avx2>(size, cells, scratch, sums);
}

/// A register of AVX2. All that is done with it is compiled into [`avx2`], which asks for the instructions.
#[derive(Clone, Copy)]
struct Avx2(__m256i);

impl Register for Avx2 {
    const LANES: usize = 8;

    #[inline(always)]
    fn zero() -> Avx2 {
        // SAFETY: nobody has this type but `avx2`.
        Avx2(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn of(pairs: &[[i16; 2]]) -> Avx2 {
        let pairs: &[[i16; 2]; Self::LANES] = pairs.first_chunk().expect("as many as there are lanes");
        // SAFETY: as above; the pairs are as long as the register.
        Avx2(unsafe { _mm256_loadu_si256(pairs.as_ptr().cast()) })
    }

    #[inline(always)]
    fn splat(&[first, second]: &[i16; 2]) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_set1_epi32(i32::from(second) << 16 | i32::from(first) & 0xFFFF) })
    }

    #[inline(always)]
    fn add_products(self, pairs: Avx2, weights: Avx2) -> Avx2 {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_add_epi32(self.0, _mm256_madd_epi16(pairs.0, weights.0)) })
    }

    #[inline(always)]
    fn write(self, sums: &mut [i32]) {
        let sums: &mut [i32; Self::LANES] = sums.first_chunk_mut().expect("room for all lanes");
        // SAFETY: as above; the sums are as long as the register.
        unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), self.0) };
    }
}
