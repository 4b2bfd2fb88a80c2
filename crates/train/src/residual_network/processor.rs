//! Loops that are compiled for what the processor's registers allow.

/// Plain loops. Each is a function of its own when compiled: where one function holds many, the compiler keeps their sums in
/// memory.
pub trait Loops {
    type Outcome;

    /// `OUTPUTS`: how many channels are done at a time; `FUSED`: whether products and sums are one instruction.
    fn run<const OUTPUTS: usize, const FUSED: bool>(self) -> Self::Outcome;
}

/// Runs loops as they suit this processor.
#[allow(unsafe_code, reason = "loops are compiled for what the processor has")]
pub fn run<L: Loops>(loops: L) -> L::Outcome {
    #[cfg(target_arch = "x86_64")]
    {
        #[inline(never)]
        #[target_feature(enable = "avx512f,fma")]
        fn wide<L: Loops>(loops: L) -> L::Outcome {
            loops.run::<{ super::CHANNELS }, true>()
        }
        #[inline(never)]
        #[target_feature(enable = "avx2,fma")]
        fn narrow<L: Loops>(loops: L) -> L::Outcome {
            loops.run::<16, true>()
        }
        if is_x86_feature_detected!("fma") && is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor says that it has the instructions.
            return unsafe { wide(loops) };
        }
        if is_x86_feature_detected!("fma") && is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { narrow(loops) };
        }
    }
    loops.run::<8, false>()
}
