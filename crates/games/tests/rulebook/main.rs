//! Games told in files: each feature of their language on a small board, small rule sets at random against a second
//! implementation, the shipped files against published counts.

mod build;
mod features;
mod notations;
mod random_rules;
mod shipped;
mod sowing;
mod twin;
mod variant;

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The generator of a test.
fn rng(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// What tells positions apart: all but counters.
fn without_counters(text: &str) -> String {
    let counter = |word: &&str| !word.starts_with("quiet=") && !word.starts_with("turns=");
    text.split(' ').filter(counter).collect::<Vec<_>>().join(" ")
}
