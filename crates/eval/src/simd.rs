//! SIMD: which CPU features networks are dispatched by.

/// CpuFeatures that not every processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CpuFeatures {
    /// Only where the processor has been asked.
    avx2: bool,
}

impl CpuFeatures {
    /// Those that every processor of this architecture has.
    pub const PORTABLE: CpuFeatures = CpuFeatures { avx2: false };

    /// The widest that this processor has and that pay.
    pub fn of_this_processor() -> CpuFeatures {
        #[cfg(target_arch = "x86_64")]
        return CpuFeatures { avx2: is_x86_feature_detected!("avx2") };
        #[cfg(not(target_arch = "x86_64"))]
        CpuFeatures::PORTABLE
    }

    /// Whether the processor has said that it has AVX2.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn have_avx2(self) -> bool {
        self.avx2
    }
}
