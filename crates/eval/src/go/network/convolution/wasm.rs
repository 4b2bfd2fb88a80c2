//! The registers of WebAssembly's SIMD: eight products of sixteen bits, two and two added up.

use super::winograd::Register;
use std::arch::wasm32::{
    i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_load, v128_load32_splat, v128_store,
};

impl Register for v128 {
    const LANES: usize = 4;

    #[inline(always)]
    fn zero() -> v128 {
        i32x4_splat(0)
    }

    #[inline(always)]
    fn of(pairs: &[[i16; 2]]) -> v128 {
        let pairs: &[[i16; 2]; Self::LANES] = pairs.first_chunk().expect("as many as there are lanes");
        // SAFETY: the pairs are as long as the register, and may begin at any byte.
        unsafe { v128_load(pairs.as_ptr().cast()) }
    }

    #[inline(always)]
    fn splat(pair: &[i16; 2]) -> v128 {
        // SAFETY: a pair is as long as a lane.
        unsafe { v128_load32_splat((pair as *const [i16; 2]).cast()) }
    }

    #[inline(always)]
    fn add_products(self, pairs: v128, weights: v128) -> v128 {
        i32x4_add(self, i32x4_dot_i16x8(pairs, weights))
    }

    #[inline(always)]
    fn write(self, sums: &mut [i32]) {
        let sums: &mut [i32; Self::LANES] = sums.first_chunk_mut().expect("room for all lanes");
        // SAFETY: the sums are as long as the register.
        unsafe { v128_store(sums.as_mut_ptr().cast(), self) };
    }
}
