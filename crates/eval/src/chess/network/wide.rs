//! The portable code once more, compiled for registers that not every processor has.
//!
//! Sums and products are plain loops, which the compiler turns into what registers allow: those of SSE2 on every x86-64
//! processor and of NEON on every 64-bit ARM, which need nothing from here. AVX2 makes an evaluation of 64 sums more
//! than twice as fast, AVX-512 no faster than that (`EXPERIMENTS.md`).
#![allow(unsafe_code)]

use super::Network;
use super::accumulator::Accumulators;
use games::chess::Position;

/// Which registers a network uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Registers {
    /// Only where the processor has been asked.
    avx2: bool,
}

impl Registers {
    /// Those that every processor of this architecture has.
    pub const PORTABLE: Registers = Registers { avx2: false };

    /// The widest that this processor has and that pay.
    pub fn of_this_processor() -> Registers {
        #[cfg(target_arch = "x86_64")]
        return Registers { avx2: is_x86_feature_detected!("avx2") };
        #[cfg(not(target_arch = "x86_64"))]
        Registers::PORTABLE
    }

    /// What a position is worth for the side to move.
    #[inline]
    pub fn value(self, network: &Network, state: &mut Accumulators, position: &Position) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: `avx2` is only set where the processor says that it has it.
            return unsafe { value_avx2(network, state, position) };
        }
        network.value(state, position)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn value_avx2(network: &Network, state: &mut Accumulators, position: &Position) -> i32 {
    network.value(state, position)
}
