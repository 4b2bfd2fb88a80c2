//! The loops in registers of AVX2 and AVX-512: some points of a row at a time, so that a row of weights is read once for all of
//! them, and their sums stay in registers.

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

/// The same by AVX2.
///
/// # Safety
/// As [`avx512`].
#[target_feature(enable = "avx2")]
pub unsafe fn avx2(
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
                    1 => points_avx2::<1>(width, from, fours, rows, to),
                    2 | 4 => points_avx2::<2>(width, from, fours, rows, to),
                    _ => points_avx2::<3>(width, from, fours, rows, to),
                };
            }
        }
    }
}

/// So many points of a row, half of their outputs after the other, which is what registers have room for.
///
/// # Safety
/// As [`points_512`].
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn points_avx2<const POINTS: usize>(
    width: usize,
    cells: *const Cell,
    fours: usize,
    rows: &[[[i8; 4]; CHANNELS]],
    sums: *mut Sums,
) -> usize {
    let ones = _mm256_set1_epi16(1);
    for half in 0..2 {
        let mut sum = [[_mm256_setzero_si256(); 2]; POINTS];
        for (tap, rows) in rows.chunks_exact(fours).enumerate() {
            // SAFETY: the cells of nine points are on the board and around it; a row is four registers wide.
            unsafe {
                let cells = cells.add(tap / 3 * width + tap % 3);
                for (four, row) in rows.iter().enumerate() {
                    let weights = row.as_ptr().cast::<__m256i>().add(2 * half);
                    let weights = [_mm256_loadu_si256(weights), _mm256_loadu_si256(weights.add(1))];
                    for (point, sum) in sum.iter_mut().enumerate() {
                        let bytes = cells.add(point).cast::<i32>().add(four).read_unaligned();
                        let bytes = _mm256_set1_epi32(bytes);
                        for (sum, weights) in sum.iter_mut().zip(weights) {
                            let pairs = _mm256_maddubs_epi16(bytes, weights);
                            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
                        }
                    }
                }
            }
        }
        for (point, sum) in sum.into_iter().enumerate() {
            // SAFETY: there is room for as many sums, and they are two halves of two registers.
            unsafe { sums.add(point).cast::<[__m256i; 2]>().add(half).write_unaligned(sum) };
        }
    }
    POINTS
}
