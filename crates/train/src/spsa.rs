//! Tuning by games alone: simultaneous perturbation stochastic approximation. All parameters are moved at once by
//! chance, one way and the opposite one; whichever plays better says where to go, for all of them. Two games tell
//! little, thousands tell enough, however many parameters there are.
//!
//! Spall (1998), <https://www.jhuapl.edu/spsa/PDF-SPSA/Spall_Implementation_of_the_Simultaneous.PDF>, with its
//! exponents; for games <https://www.chessprogramming.org/SPSA>.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::RangeInclusive;
use wanqi_game::random;

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What it may be.
    pub range: RangeInclusive<i32>,
    /// How far it is moved at the end; further in the beginning.
    pub step: f64,
}

/// How parameters are tuned.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Pairs of games in all, which say how fast steps become smaller.
    pub pairs: u32,
    /// Which share of its [step](Parameter::step) a parameter goes for a game won at the end.
    pub rate: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Two sets of parameters that play a pair of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbed {
    /// Moved one way.
    pub plus: Vec<i32>,
    /// Moved the other way.
    pub minus: Vec<i32>,
    /// How far each was moved, the first way.
    offsets: Vec<f64>,
}

/// The parameters of `values` to try in the pair of this number. One seed tries the same at every number.
pub fn perturb(values: &[f64], parameters: &[Parameter], settings: &Settings, number: u32) -> Perturbed {
    let mut rng = Pcg64Mcg::seed_from_u64(random::word(settings.seed, u64::from(number)));
    let larger = (f64::from(settings.pairs) / f64::from(number + 1)).powf(GAMMA);
    let mut perturbed = Perturbed { plus: Vec::new(), minus: Vec::new(), offsets: Vec::new() };
    for (value, parameter) in values.iter().zip(parameters) {
        let sign = if rng.next_u64() % 2 == 0 { 1.0 } else { -1.0 };
        let offset = sign * parameter.step * larger;
        let mut rounded = |value: f64| {
            // Up as often as the fraction says, so that none is lost.
            let fraction = rng.next_u64() as f64 / u64::MAX as f64;
            ((value + fraction).floor() as i32).clamp(*parameter.range.start(), *parameter.range.end())
        };
        perturbed.plus.push(rounded(value + offset));
        perturbed.minus.push(rounded(value - offset));
        perturbed.offsets.push(offset);
    }
    perturbed
}

/// Moves the values towards the better of two sets, which was tried in the pair of this number: by `lead` games, as
/// many as the first has won more than the other.
pub fn learn(
    values: &mut [f64],
    parameters: &[Parameter],
    settings: &Settings,
    number: u32,
    perturbed: &Perturbed,
    lead: f64,
) {
    let pairs = f64::from(settings.pairs);
    let stability = STABILITY * pairs;
    let larger = ((stability + pairs) / (stability + f64::from(number + 1))).powf(ALPHA);
    for ((value, parameter), offset) in values.iter_mut().zip(parameters).zip(&perturbed.offsets) {
        let towards = settings.rate * larger * parameter.step * parameter.step / offset * lead;
        let (least, most) = (f64::from(*parameter.range.start()), f64::from(*parameter.range.end()));
        *value = (*value + towards).clamp(least, most);
    }
}

/// How fast the gain falls, as Spall advises.
const ALPHA: f64 = 0.602;
/// How fast the perturbation falls.
const GAMMA: f64 = 0.101;
/// The pairs that keep the first gains small, as a part of all.
const STABILITY: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        vec![
            Parameter { range: 0..=200, step: 8.0 },
            Parameter { range: -50..=50, step: 4.0 },
            Parameter { range: 1..=9, step: 1.0 },
        ]
    }

    /// Pairs of games that are won the more often the nearer a set is to the best one, which is 120, -20 and 3.
    fn tuned(seed: u64) -> Vec<f64> {
        let (parameters, settings) = (parameters(), Settings { pairs: 20_000, rate: 0.02, seed });
        let far = |set: &[i32]| {
            let parts = set.iter().zip([120, -20, 3]).zip(&parameters);
            parts.map(|((value, best), of)| (f64::from(value - best) / of.step).powi(2)).sum::<f64>()
        };
        let mut values = vec![60.0, 10.0, 7.0];
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        for number in 0..settings.pairs {
            let perturbed = perturb(&values, &parameters, &settings, number);
            let chance = 1.0 / (1.0 + (0.02 * (far(&perturbed.plus) - far(&perturbed.minus))).exp());
            let mut game = || if (rng.next_u64() as f64 / u64::MAX as f64) < chance { 1.0 } else { -1.0 };
            let lead = (game() + game()) / 2.0;
            learn(&mut values, &parameters, &settings, number, &perturbed, lead);
        }
        values
    }

    #[test]
    fn the_best_is_found_by_games_that_chance_decides() {
        for seed in [1, 2] {
            let values = tuned(seed);
            assert!((values[0] - 120.0).abs() < 12.0, "{values:?}");
            assert!((values[1] + 20.0).abs() < 6.0, "{values:?}");
            assert!((values[2] - 3.0).abs() < 1.5, "{values:?}");
        }
        assert_eq!(tuned(1), tuned(1));
        assert_ne!(tuned(1), tuned(2));
    }

    #[test]
    fn both_sets_stay_where_they_may_be() {
        let (parameters, settings) = (parameters(), Settings { pairs: 100, rate: 10.0, seed: 7 });
        let mut values = vec![200.0, -50.0, 1.0];
        for number in 0..settings.pairs {
            let perturbed = perturb(&values, &parameters, &settings, number);
            for set in [&perturbed.plus, &perturbed.minus] {
                assert!(set.iter().zip(&parameters).all(|(value, of)| of.range.contains(value)), "{set:?}");
            }
            learn(&mut values, &parameters, &settings, number, &perturbed, 2.0);
            assert!(
                values.iter().zip(&parameters).all(|(&value, of)| of.range.contains(&(value.round() as i32)))
            );
        }
    }
}
