//! The portable code once more, compiled for SIMD that not every processor has (dispatched by CPU features), as that of
//! chess's network is.
#![allow(unsafe_code)]

use super::{NetworkBoard, Weights};
use crate::simd::CpuFeatures;
use wanqi_game::Side;

impl CpuFeatures {
    /// What is to be added to the evaluation of the lines.
    #[inline]
    pub(super) fn correction(self, weights: &Weights, state: &mut NetworkBoard, side: Side) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.have_avx2() {
            // SAFETY: the features have AVX2 only where the processor says that it has it.
            return unsafe { correction_avx2(weights, state, side) };
        }
        weights.correction(state, side)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn correction_avx2(weights: &Weights, state: &mut NetworkBoard, side: Side) -> i32 {
    weights.correction(state, side)
}
