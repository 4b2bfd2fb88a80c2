//! Hashes of parts of a position, by which evaluations are corrected.

/// One number of two. The factors are odd and have bits all over; they are those of SplitMix64 and xxHash.
#[inline(always)]
pub(crate) const fn mix(a: u64, b: u64) -> u64 {
    (a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.rotate_left(32).wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
        .wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
