//! The search compiled twice: for every processor, and for those with AVX2, BMI and a fast count of bits, where it is
//! about three times as fast (`docs/experiments/othello.md`).
#![allow(unsafe_code)]

/// Which instructions code may use.
pub(super) trait Cpu: Copy {
    /// Runs `code`, compiled for them as far as it is inlined.
    fn run<R>(self, code: impl FnOnce() -> R) -> R;
}

/// Those that every processor has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn run<R>(self, code: impl FnOnce() -> R) -> R {
        code()
    }
}

/// AVX2, BMI 1 and 2, LZCNT and POPCNT: what processors of the last ten years have. Made by [`Avx2::detect`] alone.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// If this processor has them.
    pub fn detect() -> Option<Avx2> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    #[inline(always)]
    fn run<R>(self, code: impl FnOnce() -> R) -> R {
        // SAFETY: there is an `Avx2` only where the processor has said that it has all of them.
        unsafe { compiled(code) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn compiled<R>(code: impl FnOnce() -> R) -> R {
    code()
}
