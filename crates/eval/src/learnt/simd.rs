//! The portable code once more, compiled for SIMD that not every processor has (dispatched by CPU features).
#![allow(unsafe_code)]

use super::network::Loaded;
use super::{AccumulatorStack, Contents, Learnt};
use crate::simd::CpuFeatures;
use wanqi_game::Game;

impl CpuFeatures {
    /// What the network says of a position, for the side to move.
    #[inline]
    pub(super) fn learnt_value<G: Game, C: Contents<G>, B>(
        self,
        learnt: &Learnt<C, B>,
        loaded: &Loaded,
        game: &G,
        stack: &mut AccumulatorStack,
        position: &G::Position,
    ) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.have_avx2() {
            // SAFETY: the features have AVX2 only where the processor says that it has it.
            return unsafe { value_avx2(learnt, loaded, game, stack, position) };
        }
        learnt.value(loaded, game, stack, position)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn value_avx2<G: Game, C: Contents<G>, B>(
    learnt: &Learnt<C, B>,
    loaded: &Loaded,
    game: &G,
    stack: &mut AccumulatorStack,
    position: &G::Position,
) -> i32 {
    learnt.value(loaded, game, stack, position)
}
