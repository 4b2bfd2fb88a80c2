//! The portable code once more, compiled for registers that not every processor has: see
//! [chess's network](crate::chess::network), whose registers are found in the same way.
#![allow(unsafe_code)]

use super::{NetworkBoard, Weights};
use game::Side;

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

    /// What is to be added to the evaluation of the lines.
    #[inline]
    pub fn correction(self, weights: &Weights, state: &mut NetworkBoard, side: Side) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.avx2 {
            // SAFETY: `avx2` is only set where the processor says that it has it.
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
