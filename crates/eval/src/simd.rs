//! SIMD: plain loops, compiled once more for processors that have more than others of their architecture.
//!
//! Sums and products of networks are plain loops, which the compiler turns into what SIMD allows: SSE2 on every x86-64
//! processor and NEON on every 64-bit ARM, which need nothing from here. AVX2 makes an evaluation of 64 sums more
//! than twice as fast, AVX-512 no faster than that (`docs/experiments/chess.md`).
#![allow(unsafe_code)]

/// What is worked out by plain loops. What [`run`](Kernel::run) calls must be inlined into it (`#[inline(always)]`, and loops
/// instead of closures where the compiler does not take them along), or it is compiled for any processor.
pub(crate) trait Kernel {
    /// What comes out.
    type Output;

    /// Works it out. To be `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// CPU features that not every processor has, by which a [`Kernel`] is dispatched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CpuFeatures {
    /// Only where the processor has been asked.
    #[cfg(target_arch = "x86_64")]
    avx2: bool,
}

impl CpuFeatures {
    /// Those that every processor of this architecture has.
    pub const PORTABLE: CpuFeatures = CpuFeatures {
        #[cfg(target_arch = "x86_64")]
        avx2: false,
    };

    /// The widest that this processor has and that pay.
    pub fn of_this_processor() -> CpuFeatures {
        #[cfg(target_arch = "x86_64")]
        return CpuFeatures { avx2: is_x86_feature_detected!("avx2") };
        #[cfg(not(target_arch = "x86_64"))]
        CpuFeatures::PORTABLE
    }

    /// Works out what is to be worked out: the same with all features.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: the features have AVX2 only where the processor says that it has it.
            return unsafe { run_avx2(kernel) };
        }
        kernel.run()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
