//! What is left to chance in games of Go to learn from.

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, random};
use wanqi_games::go::{Capacity, Go, Move, Position};

/// Dirichlet's noise: how much of what is thought likely at the root it is, and its parameter for all moves together: Silver and
/// others, *A general reinforcement learning algorithm* (2018), <https://doi.org/10.1126/science.aar6404>.
const NOISE: f32 = 0.25;
const NOISE_PARAMETER: f64 = 10.0;
/// How much less sure of itself the network is made at the root: the temperature of its policy.
const ROOT_TEMPERATURE: f32 = 1.15;

/// A board's lines, of those to choose from and how many games of all are played on each.
pub fn size(shares: &[(u8, u32)], rng: &mut Pcg64Mcg) -> u8 {
    let mut at = random::below(rng, shares.iter().map(|&(_, share)| share).sum());
    let is_drawn = |&&(_, share): &&(u8, u32)| {
        let is_it = at < share;
        at = at.saturating_sub(share);
        is_it
    };
    shares.iter().find(is_drawn).map_or(9, |&(size, _)| size)
}

/// Nearly a fair one; in one game of ten one far from it.
pub fn komi(size: u8, rng: &mut Pcg64Mcg) -> f64 {
    let normal = (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0;
    let spread = if uniform(rng) < 0.1 { 6.0 } else { 1.2 };
    (7.0 + normal * spread * (f64::from(size) / 9.0).sqrt()).floor() + 0.5
}

/// From 0 to 1.
pub fn uniform(rng: &mut Pcg64Mcg) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A random stone that is not on the edge.
pub fn inner_move<C: Capacity>(go: &Go<C>, position: &Position<C>, rng: &mut Pcg64Mcg) -> Move {
    const TRIES: u32 = 50;
    let (size, side) = (go.size(), go.side_to_move(position));
    let mut place = || {
        let [column, row] = [(); 2].map(|()| 1 + random::below(rng, size as u32 - 2) as usize);
        go.place_at(column, row)
    };
    (0..TRIES)
        .map(|_| place())
        .find(|&place| position.is_empty(place) && position.is_sensible(place, side))
        .map_or(Move::PASS, |place| position.move_at(place))
}

/// The probabilities of the moves of a root, made less sure of themselves, and with noise, so that a search looks at what it would
/// not look at otherwise.
pub fn unsure(probabilities: &[f32], rng: &mut Pcg64Mcg) -> Vec<f32> {
    let parameter = NOISE_PARAMETER / probabilities.len() as f64;
    let noise: Vec<f64> = probabilities.iter().map(|_| gamma(parameter, rng)).collect();
    let softened: Vec<f32> =
        probabilities.iter().map(|probability| probability.powf(1.0 / ROOT_TEMPERATURE)).collect();
    let (all, all_noise): (f32, f64) = (softened.iter().sum(), noise.iter().sum());
    let mixed =
        |(softened, noise): (&f32, &f64)| (1.0 - NOISE) * softened / all + NOISE * (noise / all_noise) as f32;
    softened.iter().zip(&noise).map(mixed).collect()
}

/// A number of the gamma distribution: Marsaglia and Tsang, *A Simple Method for Generating Gamma Variables* (2000),
/// <https://doi.org/10.1145/358407.358414>.
fn gamma(parameter: f64, rng: &mut Pcg64Mcg) -> f64 {
    let above_nothing = |rng: &mut Pcg64Mcg| uniform(rng) + 1e-18;
    if parameter < 1.0 {
        let boost = above_nothing(rng).powf(1.0 / parameter);
        return gamma(parameter + 1.0, rng) * boost;
    }
    let shift = parameter - 1.0 / 3.0;
    let scale = 1.0 / (9.0 * shift).sqrt();
    loop {
        let [one, other] = [(); 2].map(|()| above_nothing(rng));
        let normal = (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos();
        let cube = (1.0 + scale * normal).powi(3);
        if cube > 0.0 && above_nothing(rng).ln() < 0.5 * normal * normal + shift * (1.0 - cube + cube.ln()) {
            return shift * cube;
        }
    }
}
