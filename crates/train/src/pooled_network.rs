//! Pooled networks: a small network looks at every point of a board, and what it finds is added up.
//!
//! A point has two inputs, one for what either side could do there. Each side looks at the board as its own: the embedding of
//! its own input from one table and that of the other's from a second one are added, go through a ReLU, and are pooled by
//! adding them up over all points. What both sides have pooled, the side to move first, goes through one hidden layer (ReLU)
//! into the logarithm of the odds that the side to move wins. Zaheer et al., *Deep Sets* (2017),
//! <https://arxiv.org/abs/1703.06114>.

use crate::parallel;
use crate::perspective_network::sigmoid;
use wanqi_game::random;

/// What is on some points of a position, all alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Input {
    /// The input of the side to move, and of the other.
    pub features: [u16; 2],
    /// How many points are so.
    pub count: u16,
}

/// What there is to know of a position beside its points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// The logarithm of the odds that the side to move wins, as far as it is known without the network: the network learns
    /// what is to be added.
    pub base: f32,
    /// The probability that the side to move wins.
    pub target: f32,
}

/// Positions to learn from.
pub trait Examples: Sync {
    /// The points of a position, and the rest.
    fn load(&self, index: u32) -> (&[Input], Example);
}

/// A network with embeddings of `POOLED` numbers and a hidden layer of `HIDDEN`, that learns, with what the method (Adam)
/// remembers.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer<const POOLED: usize, const HIDDEN: usize> {
    /// Inputs of a side.
    pub inputs: usize,
    /// Whether an input's embeddings stay as they are.
    frozen: Vec<bool>,
    /// The parameters: the embeddings of one's own inputs, of the other's; the weights of the hidden layer, for each pooled
    /// number, those of the side to move first; its biases; the weights of the output; its bias.
    pub parameters: Vec<f32>,
    /// Means of the gradient and of their squares.
    moments: [Vec<f32>; 2],
    /// Steps taken.
    pub steps: u32,
}

/// Examples that are added up at a time. Sums of sums in a fixed order do not depend on the threads.
const CHUNK: usize = 512;

/// The activations of a position.
struct Activations<const POOLED: usize, const HIDDEN: usize> {
    /// Of each side, that to move first: the sums over all points.
    pooled: [[f32; POOLED]; 2],
    hidden: [f32; HIDDEN],
}

impl<const POOLED: usize, const HIDDEN: usize> Trainer<POOLED, HIDDEN> {
    /// Small random weights. The embeddings of the inputs `zero` are nothing for good.
    pub fn new(inputs: usize, zero: &[usize], seed: u64) -> Self {
        let mut frozen = vec![false; inputs];
        zero.iter().for_each(|&input| frozen[input] = true);
        let mut trainer =
            Trainer { inputs, frozen, parameters: Vec::new(), moments: [Vec::new(), Vec::new()], steps: 0 };
        let count = trainer.bias() + 1;
        trainer.parameters = (0..count)
            .map(|i| {
                let uniform = (random::word(seed, i as u64) >> 40) as f32 / (1 << 23) as f32 - 1.0;
                match i {
                    i if i < trainer.hidden() && trainer.frozen[i / POOLED % inputs] => 0.0,
                    i if i < trainer.hidden() => 0.1 * uniform,
                    i if i < trainer.hidden_bias() => uniform / (2.0 * POOLED as f32).sqrt(),
                    i if i < trainer.output() => 0.1,
                    i if i < trainer.bias() => 0.3 * uniform / (HIDDEN as f32).sqrt(),
                    _ => 0.0,
                }
            })
            .collect();
        trainer.moments = [vec![0.0; count], vec![0.0; count]];
        trainer
    }

    /// Whether any position has ever taught an embedding; the others are still as random as they began.
    pub fn is_learned(&self, embedding: usize) -> bool {
        self.moments[1][embedding * POOLED..][..POOLED].iter().any(|&square| square > 0.0)
    }

    /// Where the weights of the hidden layer begin.
    pub fn hidden(&self) -> usize {
        2 * self.inputs * POOLED
    }

    fn hidden_bias(&self) -> usize {
        self.hidden() + 2 * POOLED * HIDDEN
    }

    fn output(&self) -> usize {
        self.hidden_bias() + HIDDEN
    }

    fn bias(&self) -> usize {
        self.output() + HIDDEN
    }

    fn array<const N: usize>(&self, begin: usize) -> &[f32; N] {
        self.parameters[begin..].first_chunk().expect("the parameters have all layers")
    }

    /// Where the two embeddings of a point begin as a side sees it.
    fn embeddings(&self, [own, other]: [u16; 2]) -> [usize; 2] {
        [usize::from(own) * POOLED, (self.inputs + usize::from(other)) * POOLED]
    }

    /// What the network says: the logarithm of the odds, or what is to be added to it.
    pub fn value(&self, inputs: &[Input]) -> f32 {
        self.forward(inputs).1
    }

    fn forward(&self, inputs: &[Input]) -> (Activations<POOLED, HIDDEN>, f32) {
        let mut pooled = [[0.0; POOLED]; 2];
        for &Input { features: [own, other], count } in inputs {
            for (sums, features) in pooled.iter_mut().zip([[own, other], [other, own]]) {
                let [own, other] = self.embeddings(features).map(|begin| self.array::<POOLED>(begin));
                let count = f32::from(count);
                for i in 0..POOLED {
                    sums[i] += count * (own[i] + other[i]).max(0.0);
                }
            }
        }
        let mut hidden = *self.array(self.hidden_bias());
        for (place, sum) in pooled.iter().flatten().enumerate() {
            let weights = self.array::<HIDDEN>(self.hidden() + place * HIDDEN);
            for i in 0..HIDDEN {
                hidden[i] += sum * weights[i];
            }
        }
        let output = self.array::<HIDDEN>(self.output());
        let weighed = hidden.iter().zip(output).map(|(number, weight)| number.max(0.0) * weight);
        let value = self.parameters[self.bias()] + weighed.sum::<f32>();
        (Activations { pooled, hidden }, value)
    }

    /// Adds the gradient, if the loss has this derivative by the value.
    fn backward(
        &self,
        inputs: &[Input],
        activations: &Activations<POOLED, HIDDEN>,
        derivative: f32,
        gradient: &mut [f32],
    ) {
        gradient[self.bias()] += derivative;
        let mut by_hidden = [0.0; HIDDEN];
        for (i, number) in activations.hidden.iter().enumerate().filter(|(_, number)| **number > 0.0) {
            by_hidden[i] = derivative * self.parameters[self.output() + i];
            gradient[self.output() + i] += derivative * number;
            gradient[self.hidden_bias() + i] += by_hidden[i];
        }
        let mut by_pooled = [[0.0; POOLED]; 2];
        for (place, (sum, by_pooled)) in
            activations.pooled.iter().flatten().zip(by_pooled.iter_mut().flatten()).enumerate()
        {
            let begin = self.hidden() + place * HIDDEN;
            let weights = self.array::<HIDDEN>(begin);
            for i in 0..HIDDEN {
                *by_pooled += by_hidden[i] * weights[i];
                gradient[begin + i] += by_hidden[i] * sum;
            }
        }
        for &Input { features: [own, other], count } in inputs {
            for (by_pooled, features) in by_pooled.iter().zip([[own, other], [other, own]]) {
                let begins = self.embeddings(features);
                let [own, other] = begins.map(|begin| self.array::<POOLED>(begin));
                let mut by_embedding = [0.0; POOLED];
                for i in 0..POOLED {
                    by_embedding[i] =
                        if own[i] + other[i] > 0.0 { f32::from(count) * by_pooled[i] } else { 0.0 };
                }
                for (begin, input) in begins.into_iter().zip(features) {
                    if !self.frozen[usize::from(input)] {
                        gradient[begin..][..POOLED]
                            .iter_mut()
                            .zip(&by_embedding)
                            .for_each(|(sum, derivative)| *sum += derivative);
                    }
                }
            }
        }
    }

    /// The mean squared error of the predicted probabilities.
    pub fn loss(&self, examples: &impl Examples, indices: &[u32], threads: usize) -> f64 {
        let chunks: Vec<&[u32]> = indices.chunks(CHUNK).collect();
        let job = |chunk: u32| {
            let loss = |&index: &u32| {
                let (inputs, Example { base, target }) = examples.load(index);
                f64::from((sigmoid(base + self.value(inputs)) - target).powi(2))
            };
            Some(chunks[chunk as usize].iter().map(loss).sum::<f64>())
        };
        let sums = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        sums.iter().sum::<f64>() / indices.len().max(1) as f64
    }

    /// The mean squared error on the examples of a batch, and its gradient.
    pub fn gradient(&self, examples: &impl Examples, batch: &[u32], threads: usize) -> (f64, Vec<f32>) {
        let chunks: Vec<&[u32]> = batch.chunks(CHUNK).collect();
        let job = |chunk: u32| {
            let (mut gradient, mut loss) = (vec![0.0; self.parameters.len()], 0.0);
            for &index in chunks[chunk as usize] {
                let (inputs, Example { base, target }) = examples.load(index);
                let (activations, value) = self.forward(inputs);
                let predicted = sigmoid(base + value);
                loss += f64::from((predicted - target).powi(2));
                let derivative = 2.0 * (predicted - target) * predicted * (1.0 - predicted);
                self.backward(inputs, &activations, derivative, &mut gradient);
            }
            Some((loss, gradient))
        };
        let found = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        let mut parts = found.into_iter();
        let (mut loss, mut gradient) = parts.next().unwrap_or((0.0, vec![0.0; self.parameters.len()]));
        for (chunk_loss, chunk_gradient) in parts {
            loss += chunk_loss;
            gradient.iter_mut().zip(&chunk_gradient).for_each(|(sum, derivative)| *sum += derivative);
        }
        let count = batch.len().max(1);
        gradient.iter_mut().for_each(|derivative| *derivative /= count as f32);
        (loss / count as f64, gradient)
    }

    /// Learns from a batch, and returns its loss before.
    pub fn step(&mut self, examples: &impl Examples, batch: &[u32], rate: f32, threads: usize) -> f64 {
        let (loss, gradient) = self.gradient(examples, batch, threads);
        self.steps += 1;
        crate::perspective_network::adam(
            &mut self.parameters,
            &mut self.moments,
            &gradient,
            self.steps,
            rate,
        );
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
