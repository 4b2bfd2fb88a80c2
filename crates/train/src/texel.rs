//! Texel's tuning: the weights that predict results best, by logistic regression.

use crate::lbfgs::minimise;
use crate::parallel;
use crate::samples::Samples;
use wanqi_search::Stop;

/// How to fit.
#[derive(Clone, Debug)]
pub struct Options {
    /// How strongly the weights are held to those that the fit begins with: as if so many games had been seen that
    /// speak for them. It keeps weights of rare features from running away.
    pub prior: f64,
    /// How much of the target is what the search thought, from 0 to 1; the rest is how the game ended.
    pub scores: f64,
    /// One game in so many is held out: not fitted, but used to tell how well the weights predict.
    pub hold_out: u32,
    /// Steps at the most.
    pub steps: u32,
    /// Threads. The result is the same for any number.
    pub threads: usize,
    /// Ends the fit with what it has.
    pub stop: Stop,
}

impl Default for Options {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Options { prior: 20.0, scores: 0.0, hold_out: 10, steps: 300, threads, stop: Stop::default() }
    }
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights in the evaluation's units, before they are rounded.
    pub weights: Vec<f64>,
    /// The units in which a lead multiplies the odds by *e*: a position of value *v* is won with the probability
    /// 1 / (1 + exp(−*v* / scale)). Fitted to the old weights, and kept.
    pub scale: f64,
    /// Mean loss on the games that were fitted: with the old weights, and with the new.
    pub fitted: [f64; 2],
    /// Mean loss on the games that were held out: with the old weights, and with the new.
    pub held_out: [f64; 2],
    /// Steps taken.
    pub steps: u32,
}

impl Fit {
    /// The weights as integers.
    pub fn rounded(&self) -> Vec<i32> {
        self.weights.iter().map(|weight| weight.round() as i32).collect()
    }
}

/// Finds the weights under which the values of the samples predict the results of their games best: logistic
/// regression with the scale fitted first (Texel's tuning method,
/// <https://www.chessprogramming.org/Texel%27s_Tuning_Method>) and an L2 pull toward `prior`. The loss is the
/// cross-entropy in nats: ln 2 = 0.693 for a coin. `progress` hears of every step and the loss there.
pub fn fit(samples: &Samples, prior: &[i32], options: &Options, progress: &mut dyn FnMut(u32, f64)) -> Fit {
    let prior: Vec<f64> = prior.iter().map(|&weight| f64::from(weight)).collect();
    let hold_out = options.hold_out.max(2);
    let (fitted, held_out): (Vec<u32>, Vec<u32>) =
        (0..samples.len() as u32).partition(|&i| !samples.label(i as usize).game.is_multiple_of(hold_out));
    let data = |chosen| Data { samples, chosen, options };
    let (fitted, held_out) = (data(fitted), data(held_out));
    let scale = fitted.scale(&prior);
    let target = Target { scale };

    // In units of the scale, so that steps and the pull toward the prior mean the same for every evaluation.
    let start: Vec<f64> = prior.iter().map(|weight| weight / scale).collect();
    let count = fitted.chosen.len().max(1) as f64;
    let positions_a_game = count / f64::from(samples.games().max(1));
    let pull = options.prior * positions_a_game / count;
    let value = |weights: &[f64], gradient: &mut [f64]| {
        let mut loss = fitted.loss(weights, &target, Some(gradient));
        for ((weight, start), derivative) in weights.iter().zip(&start).zip(gradient) {
            loss += pull * (weight - start).powi(2) / 2.0;
            *derivative += pull * (weight - start);
        }
        loss
    };
    let mut steps = 0;
    let weights = minimise(&start, value, 1e-7, options.steps, |step, loss| {
        steps = step;
        progress(step, loss);
        !options.stop.is_stopped()
    });
    Fit {
        fitted: [fitted.loss(&start, &target, None), fitted.loss(&weights, &target, None)],
        held_out: [held_out.loss(&start, &target, None), held_out.loss(&weights, &target, None)],
        weights: weights.iter().map(|weight| weight * scale).collect(),
        scale,
        steps,
    }
}

/// Some of the samples.
struct Data<'a> {
    samples: &'a Samples,
    chosen: Vec<u32>,
    options: &'a Options,
}

/// What the fit predicts.
struct Target {
    /// The units in which a search score is turned into a probability.
    scale: f64,
}

impl Data<'_> {
    /// Samples that are added up at a time. Sums of sums in a fixed order do not depend on the threads.
    const CHUNK: usize = 8192;

    /// The mean loss with weights in units of the scale, and its gradient if asked for.
    fn loss(&self, weights: &[f64], target: &Target, gradient: Option<&mut [f64]>) -> f64 {
        let chunks: Vec<&[u32]> = self.chosen.chunks(Self::CHUNK).collect();
        let wanted = gradient.is_some();
        let sums = parallel::in_order(
            chunks.len() as u32,
            self.options.threads,
            |chunk| {
                let mut gradient = vec![0.0; if wanted { weights.len() } else { 0 }];
                let mut loss = 0.0;
                for &sample in chunks[chunk as usize] {
                    let features = self.samples.features(sample as usize);
                    let value = sum(features, weights);
                    let target = self.target(sample as usize, target);
                    // −(a ln p + (1 − a) ln (1 − p)), without overflow.
                    loss += value.max(0.0) - target * value + (-value.abs()).exp().ln_1p();
                    if wanted {
                        let off = sigmoid(value) - target;
                        for &(index, count) in features {
                            gradient[index as usize] += off * f64::from(count);
                        }
                    }
                }
                Some((loss, gradient))
            },
            |_, _| {},
        );
        let count = self.chosen.len().max(1) as f64;
        if let Some(gradient) = gradient {
            gradient.fill(0.0);
            for (_, part) in &sums {
                gradient.iter_mut().zip(part).for_each(|(sum, derivative)| *sum += derivative / count);
            }
        }
        sums.iter().map(|(loss, _)| loss).sum::<f64>() / count
    }

    /// The probability of the first side's winning that the fit predicts.
    #[inline]
    fn target(&self, sample: usize, target: &Target) -> f64 {
        let label = self.samples.label(sample);
        let (result, share) = (f64::from(label.result), self.options.scores);
        if share == 0.0 {
            return result;
        }
        share * sigmoid(f64::from(label.score) / target.scale) + (1.0 - share) * result
    }

    /// The scale under which the prior predicts best. The loss is convex in its inverse, so that halving finds where
    /// the derivative changes its sign.
    fn scale(&self, prior: &[f64]) -> f64 {
        const RANGE: [f64; 2] = [1.0, 100_000.0];
        let values: Vec<(f64, f64)> = self
            .chosen
            .iter()
            .map(|&sample| {
                let sample = sample as usize;
                (sum(self.samples.features(sample), prior), f64::from(self.samples.label(sample).result))
            })
            .collect();
        let derivative = |inverse: f64| -> f64 {
            values.iter().map(|&(value, result)| (sigmoid(value * inverse) - result) * value).sum()
        };
        let [mut low, mut high] = [1.0 / RANGE[1], 1.0 / RANGE[0]];
        for _ in 0..60 {
            let middle = (low * high).sqrt();
            if derivative(middle) > 0.0 { high = middle } else { low = middle }
        }
        let scale = 1.0 / low;
        // Weights that say nothing, or the contrary of the truth, have no scale of their own.
        if (RANGE[0] * 1.01..RANGE[1] / 1.01).contains(&scale) { scale } else { DEFAULT_SCALE }
    }
}

/// The scale of an evaluation that does not have one: a lead of 100 is worth the odds 1.6 to 1.
const DEFAULT_SCALE: f64 = 200.0;

#[inline]
fn sum(features: &[(u32, f32)], weights: &[f64]) -> f64 {
    features.iter().map(|&(index, count)| weights[index as usize] * f64::from(count)).sum()
}

#[inline]
fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}
