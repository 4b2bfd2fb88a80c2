//! Pooled networks: a small network looks at every point of a board, and what it finds is added up.
//!
//! A point has two rows of numbers, one for what either side could do there. Each side looks at the board as its own: the
//! row of its own input from one table and the row of the other's from a second one are added, what is below nothing is
//! cut off, and the outcome is added up over all points. The sums of both, those of the side to move first, go through one
//! more layer into the logarithm of the odds that the side to move wins. Zaheer et al., *Deep Sets* (2017),
//! <https://arxiv.org/abs/1703.06114>.

use crate::network::chance;
use crate::parallel;
use game::random;

/// What is on some points of a position, all alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Input {
    /// The input of the side to move, and of the other.
    pub rows: [u16; 2],
    /// How many points are so.
    pub count: u16,
}

/// What there is to know of a position beside its points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// The logarithm of the odds that the side to move wins, as far as it is known without the network: the network learns
    /// what is to be added.
    pub known: f32,
    /// The chance that the side to move wins.
    pub aim: f32,
}

/// Positions to learn from.
pub trait Examples: Sync {
    /// The points of a position, and the rest.
    fn load(&self, index: u32) -> (&[Input], Example);
}

/// A network of `SUMS` sums a side and `MIDDLE` numbers between them and the output, that learns, with what the method
/// (Adam) remembers.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer<const SUMS: usize, const MIDDLE: usize> {
    /// Inputs of a side.
    pub inputs: usize,
    /// Whether an input's rows stay as they are.
    fixed: Vec<bool>,
    /// The parameters: the rows of one's own inputs, of the other's; for each sum, those of the side to move first, what it
    /// counts in the layer between; what that begins with; what it counts in the output; what that begins with.
    pub parameters: Vec<f32>,
    /// Means of the slopes and of their squares.
    moments: [Vec<f32>; 2],
    /// Steps taken.
    pub steps: u32,
}

/// Examples that are added up at a time. Sums of sums in a fixed order do not depend on the threads.
const CHUNK: usize = 512;

/// What a position comes to on the way to the output.
struct Pass<const SUMS: usize, const MIDDLE: usize> {
    sums: [[f32; SUMS]; 2],
    middle: [f32; MIDDLE],
}

impl<const SUMS: usize, const MIDDLE: usize> Trainer<SUMS, MIDDLE> {
    /// Small weights by chance. Inputs that are `nothing` have rows of nothing for good.
    pub fn new(inputs: usize, nothing: &[usize], seed: u64) -> Self {
        let mut fixed = vec![false; inputs];
        nothing.iter().for_each(|&input| fixed[input] = true);
        let mut trainer =
            Trainer { inputs, fixed, parameters: Vec::new(), moments: [Vec::new(), Vec::new()], steps: 0 };
        let count = trainer.bias() + 1;
        trainer.parameters = (0..count)
            .map(|i| {
                let chance = (random::word(seed, i as u64) >> 40) as f32 / (1 << 23) as f32 - 1.0;
                match i {
                    i if i < trainer.middle() && trainer.fixed[i / SUMS % inputs] => 0.0,
                    i if i < trainer.middle() => 0.1 * chance,
                    i if i < trainer.middle_bias() => chance / (2.0 * SUMS as f32).sqrt(),
                    i if i < trainer.output() => 0.1,
                    i if i < trainer.bias() => 0.3 * chance / (MIDDLE as f32).sqrt(),
                    _ => 0.0,
                }
            })
            .collect();
        trainer.moments = [vec![0.0; count], vec![0.0; count]];
        trainer
    }

    /// Whether any position has ever taught a row of the parameters; the others are still what chance has made them.
    pub fn is_learnt(&self, row: usize) -> bool {
        self.moments[1][row * SUMS..][..SUMS].iter().any(|&square| square > 0.0)
    }

    /// Where the weights of the layer between begin.
    pub fn middle(&self) -> usize {
        2 * self.inputs * SUMS
    }

    fn middle_bias(&self) -> usize {
        self.middle() + 2 * SUMS * MIDDLE
    }

    fn output(&self) -> usize {
        self.middle_bias() + MIDDLE
    }

    fn bias(&self) -> usize {
        self.output() + MIDDLE
    }

    fn array<const N: usize>(&self, begin: usize) -> &[f32; N] {
        self.parameters[begin..].first_chunk().expect("the parameters have all layers")
    }

    /// Where the two rows of a point begin as a side sees it.
    fn rows(&self, [own, other]: [u16; 2]) -> [usize; 2] {
        [usize::from(own) * SUMS, (self.inputs + usize::from(other)) * SUMS]
    }

    /// What the network says: the logarithm of the odds, or what is to be added to it.
    pub fn value(&self, inputs: &[Input]) -> f32 {
        self.forward(inputs).1
    }

    fn forward(&self, inputs: &[Input]) -> (Pass<SUMS, MIDDLE>, f32) {
        let mut sums = [[0.0; SUMS]; 2];
        for &Input { rows: [own, other], count } in inputs {
            for (sums, rows) in sums.iter_mut().zip([[own, other], [other, own]]) {
                let [own, other] = self.rows(rows).map(|begin| self.array::<SUMS>(begin));
                let count = f32::from(count);
                for i in 0..SUMS {
                    sums[i] += count * (own[i] + other[i]).max(0.0);
                }
            }
        }
        let mut middle = *self.array(self.middle_bias());
        for (place, sum) in sums.iter().flatten().enumerate() {
            let weights = self.array::<MIDDLE>(self.middle() + place * MIDDLE);
            for i in 0..MIDDLE {
                middle[i] += sum * weights[i];
            }
        }
        let output = self.array::<MIDDLE>(self.output());
        let weighed = middle.iter().zip(output).map(|(number, weight)| number.max(0.0) * weight);
        let value = self.parameters[self.bias()] + weighed.sum::<f32>();
        (Pass { sums, middle }, value)
    }

    /// Adds the slopes by all parameters, if the value has this slope.
    fn backward(&self, inputs: &[Input], pass: &Pass<SUMS, MIDDLE>, slope: f32, slopes: &mut [f32]) {
        slopes[self.bias()] += slope;
        let mut by_middle = [0.0; MIDDLE];
        for (i, number) in pass.middle.iter().enumerate().filter(|(_, number)| **number > 0.0) {
            by_middle[i] = slope * self.parameters[self.output() + i];
            slopes[self.output() + i] += slope * number;
            slopes[self.middle_bias() + i] += by_middle[i];
        }
        let mut by_sum = [[0.0; SUMS]; 2];
        for (place, (sum, by_sum)) in pass.sums.iter().flatten().zip(by_sum.iter_mut().flatten()).enumerate()
        {
            let begin = self.middle() + place * MIDDLE;
            let weights = self.array::<MIDDLE>(begin);
            for i in 0..MIDDLE {
                *by_sum += by_middle[i] * weights[i];
                slopes[begin + i] += by_middle[i] * sum;
            }
        }
        for &Input { rows: [own, other], count } in inputs {
            for (by_sum, inputs) in by_sum.iter().zip([[own, other], [other, own]]) {
                let begins = self.rows(inputs);
                let [own, other] = begins.map(|begin| self.array::<SUMS>(begin));
                let mut by_row = [0.0; SUMS];
                for i in 0..SUMS {
                    by_row[i] = if own[i] + other[i] > 0.0 { f32::from(count) * by_sum[i] } else { 0.0 };
                }
                for (begin, input) in begins.into_iter().zip(inputs) {
                    if !self.fixed[usize::from(input)] {
                        slopes[begin..][..SUMS]
                            .iter_mut()
                            .zip(&by_row)
                            .for_each(|(sum, slope)| *sum += slope);
                    }
                }
            }
        }
    }

    /// The mean squared error of the predicted chances.
    pub fn loss(&self, examples: &impl Examples, indices: &[u32], threads: usize) -> f64 {
        let chunks: Vec<&[u32]> = indices.chunks(CHUNK).collect();
        let job = |chunk: u32| {
            let loss = |&index: &u32| {
                let (inputs, Example { known, aim }) = examples.load(index);
                f64::from((chance(known + self.value(inputs)) - aim).powi(2))
            };
            Some(chunks[chunk as usize].iter().map(loss).sum::<f64>())
        };
        let sums = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        sums.iter().sum::<f64>() / indices.len().max(1) as f64
    }

    /// The mean squared error on the examples of a batch, and its slope by each parameter.
    pub fn slopes(&self, examples: &impl Examples, batch: &[u32], threads: usize) -> (f64, Vec<f32>) {
        let chunks: Vec<&[u32]> = batch.chunks(CHUNK).collect();
        let job = |chunk: u32| {
            let (mut slopes, mut loss) = (vec![0.0; self.parameters.len()], 0.0);
            for &index in chunks[chunk as usize] {
                let (inputs, Example { known, aim }) = examples.load(index);
                let (pass, value) = self.forward(inputs);
                let predicted = chance(known + value);
                loss += f64::from((predicted - aim).powi(2));
                let slope = 2.0 * (predicted - aim) * predicted * (1.0 - predicted);
                self.backward(inputs, &pass, slope, &mut slopes);
            }
            Some((loss, slopes))
        };
        let found = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        let mut parts = found.into_iter();
        let (mut loss, mut slopes) = parts.next().unwrap_or((0.0, vec![0.0; self.parameters.len()]));
        for (chunk_loss, chunk_slopes) in parts {
            loss += chunk_loss;
            slopes.iter_mut().zip(&chunk_slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let count = batch.len().max(1);
        slopes.iter_mut().for_each(|slope| *slope /= count as f32);
        (loss / count as f64, slopes)
    }

    /// Learns from a batch, and returns its loss before.
    pub fn step(&mut self, examples: &impl Examples, batch: &[u32], rate: f32, threads: usize) -> f64 {
        let (loss, slopes) = self.slopes(examples, batch, threads);
        self.steps += 1;
        crate::network::adam(&mut self.parameters, &mut self.moments, &slopes, self.steps, rate);
        loss
    }

    /// All of it as bytes, to go on later.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.steps.to_le_bytes().to_vec();
        for values in [&self.parameters, &self.moments[0], &self.moments[1]] {
            values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        bytes
    }

    /// Goes on from what [`to_bytes`](Trainer::to_bytes) has written; `None` if it is not of such a network.
    pub fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        let count = self.parameters.len();
        if bytes.len() != 4 + 3 * 4 * count {
            return None;
        }
        let mut words = bytes.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        self.steps = u32::from_le_bytes(words.next()?);
        let mut values = || words.by_ref().take(count).map(f32::from_le_bytes).collect::<Vec<f32>>();
        self.parameters = values();
        self.moments = [values(), values()];
        Some(())
    }
}
