//! The network of Go as it learns: its gradient is that of its loss, and what plays says what has learnt.

use wanqi_eval::go::network::{Input, Network};
use wanqi_game::random;
use wanqi_train::residual_network::{Activations, Position, Tower};
use wanqi_train::trainer::{Parameters, Trainer};

/// A position of which little makes sense, which is all the same to a gradient.
fn position(size: usize, seed: u64) -> Position {
    let uniform = |number: usize| (random::word(seed, number as u64) >> 40) as f32 / (1 << 24) as f32;
    let points = size * size;
    let moves: Vec<f32> = (0..=points).map(|point| uniform(point).powi(8)).collect();
    let all: f32 = moves.iter().sum();
    Position {
        size,
        points: (0..points).map(|point| (random::word(!seed, point as u64) >> 47) as u32 | 1).collect(),
        globals: [0.65, size as f32 / 19.0, 0.0, 1.0],
        policy: moves.into_iter().map(|share| share / all).collect(),
        value: 0.7,
        lead: -0.4,
        ownership: (0..points).map(|point| if uniform(point + 1000) < 0.5 { 1.0 } else { -1.0 }).collect(),
    }
}

/// Where nothing is zero any more that begins so.
fn trained(steps: u32) -> Trainer<Tower> {
    let mut trainer = Trainer::new(Tower::default(), 3);
    for (place, parameter) in trainer.parameters.iter_mut().enumerate() {
        let uniform = (random::word(9, place as u64) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        *parameter += 0.02 * uniform * steps as f32;
    }
    trainer
}

#[test]
fn gradients_are_finite_differences() {
    let Trainer { network, parameters, .. } = trained(1);
    let mut activations = Activations::default();
    for (size, seed) in [(5, 1), (9, 2)] {
        let position = position(size, seed);
        let mut gradient = vec![0.0; network.parameters()];
        network.losses(&parameters, &position, &mut activations, Some(&mut gradient));
        // Each part of the parameters by itself, along its own gradient.
        let parts = 40;
        for part in 0..parts {
            let range = part * gradient.len() / parts..(part + 1) * gradient.len() / parts;
            let norm = gradient[range.clone()]
                .iter()
                .map(|difference| f64::from(difference * difference))
                .sum::<f64>()
                .sqrt();
            if norm < 1e-3 {
                continue;
            }
            let step = 4e-4;
            let mut at = |sign: f64| {
                let mut moved = parameters.clone();
                for place in range.clone() {
                    moved[place] += (sign * step * f64::from(gradient[place]) / norm) as f32;
                }
                network.losses(&moved, &position, &mut activations, None).total()
            };
            let difference = (at(1.0) - at(-1.0)) / (2.0 * step);
            assert!(
                (difference - norm).abs() < 0.03 * norm + 2e-3,
                "{size} lines, part {part}: {difference}, not {norm}"
            );
        }
    }
}

#[test]
fn what_plays_says_what_was_learnt() {
    let Trainer { network, parameters, .. } = trained(1);
    let positions: Vec<Position> = (0..12).map(|seed| position(9, seed)).collect();
    let weights = network.weights(&parameters, &mut positions.iter().cloned());
    let plays = Network::new(&weights).expect("weights");
    for position in &positions {
        let losses = network.losses(&parameters, position, &mut Activations::default(), None);
        let Position { size, points, globals, policy, .. } = position.clone();
        let said = plays.run(&Input { size, points, globals });
        let greatest = said.policy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let all: f32 = said.policy.iter().map(|logit| (logit - greatest).exp()).sum();
        let divergence: f64 = policy
            .iter()
            .zip(&said.policy)
            .filter(|&(&share, _)| share > 0.0)
            .map(|(&share, logit)| f64::from(share * (share.ln() - (logit - greatest - all.ln()))))
            .sum();
        assert!((divergence - losses.policy).abs() < 0.03, "{divergence} and {}", losses.policy);
        let value =
            -f64::from(position.value * said.value.ln() + (1.0 - position.value) * (1.0 - said.value).ln());
        assert!((value - losses.value).abs() < 0.02, "{value} and {}", losses.value);
    }
}

/// What plays, taken back to what learns and made to play once more, is the same but for what the bytes leave out.
#[test]
fn what_plays_can_learn_on() {
    let Trainer { network, parameters, .. } = trained(1);
    let mut seen = (0..12).map(|seed| position(9, seed)).collect::<Vec<_>>().into_iter();
    let weights = network.weights(&parameters, &mut seen);
    let taken = network.parameters_of(&weights);
    assert_eq!(taken.len(), parameters.len());
    let largest = parameters.iter().fold(0.0_f32, |largest, parameter| largest.max(parameter.abs()));
    for (place, (taken, parameter)) in taken.iter().zip(&parameters).enumerate() {
        // Half a unit of the largest weight of an output is at most this, and what is told to the padding is of no use.
        let is_near = (taken - parameter).abs() <= largest / 254.0 + 1e-6;
        assert!(is_near || *taken == 0.0 && place < 9 * 20 * 32, "{place}: {taken}, not {parameter}");
    }
}
