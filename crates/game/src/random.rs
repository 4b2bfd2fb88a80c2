//! Random choices. Every one takes a generator, and so a seed.

use rand_core::Rng;

/// A number in `0..bound`, uniform but for a bias below `bound` / 2³², from one 32-bit word.
/// The multiplication method without its rejection step: Lemire, *Fast Random Integer Generation in an
/// Interval* (2019), <https://arxiv.org/abs/1805.10941>.
#[inline(always)]
pub fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// The `index`-th word of a fixed random sequence, for Zobrist tables that are made at compile time.
/// SplitMix64: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators* (2014),
/// <https://doi.org/10.1145/2714064.2660195>.
pub const fn word(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add((index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `N` words of [`word`], as a table.
pub const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = word(seed, i as u64);
        i += 1;
    }
    table
}
