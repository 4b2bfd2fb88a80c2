//! The portable code once more, compiled for SIMD that not every processor has (dispatched by CPU features).
//!
//! Sums and products are plain loops, which the compiler turns into what SIMD allows: those of SSE2 on every x86-64
//! processor and of NEON on every 64-bit ARM, which need nothing from here. AVX2 makes an evaluation of 64 sums more
//! than twice as fast, AVX-512 no faster than that (`docs/experiments/chess.md`).
#![allow(unsafe_code)]

use super::Network;
use super::accumulator::AccumulatorStack;
use crate::simd::CpuFeatures;
use wanqi_games::chess::Position;

impl CpuFeatures {
    /// What a position is worth for the side to move.
    #[inline]
    pub(super) fn value(self, network: &Network, state: &mut AccumulatorStack, position: &Position) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.have_avx2() {
            // SAFETY: the features have AVX2 only where the processor says that it has it.
            return unsafe { value_avx2(network, state, position) };
        }
        network.value(state, position)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn value_avx2(network: &Network, state: &mut AccumulatorStack, position: &Position) -> i32 {
    network.value(state, position)
}
