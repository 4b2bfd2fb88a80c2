//! Perspective networks: (inputs → hidden) × 2 → outputs, trained by gradient descent.
//!
//! Both sides of a position have inputs of their own, and share the weights of the first layer. The sums of both, that
//! of the side to move first, are clipped to 0..1, squared and weighed into the logarithm of the odds that the side to
//! move wins. A position has one output out of several, of its phase, say. Few inputs are on at a time, and only their
//! rows are touched.

use crate::parallel;
use game::random;

/// The layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs of a side.
    pub inputs: usize,
    /// Sums of a side.
    pub hidden: usize,
    /// Outputs, of which a position has one.
    pub outputs: usize,
}

impl Shape {
    /// Parameters: the rows of the inputs, what the sums begin with; for each output what each sum counts (the side to
    /// move first); what each output begins with.
    pub const fn parameters(self) -> usize {
        self.output_bias() + self.outputs
    }

    /// Where the weights of an output begin.
    const fn output(self, output: usize) -> usize {
        self.bias() + self.hidden * (1 + 2 * output)
    }

    const fn output_bias(self) -> usize {
        self.output(self.outputs)
    }

    const fn bias(self) -> usize {
        self.inputs * self.hidden
    }
}

/// Positions to learn from.
pub trait Examples: Sync {
    /// Puts the inputs that are on into the lists, those of the side to move into the first, and says the rest.
    fn load(&self, index: u32, inputs: &mut [Vec<u16>; 2]) -> Example;
}

/// What there is to know of a position beside its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// Which output it has.
    pub output: usize,
    /// The chance that the side to move wins.
    pub aim: f32,
}

/// A network that learns, with what the method (Adam) remembers.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    /// The layers.
    pub shape: Shape,
    /// The parameters in the order of [`Shape::parameters`].
    pub parameters: Vec<f32>,
    /// Means of the slopes and of their squares.
    moments: [Vec<f32>; 2],
    /// Steps taken.
    pub steps: u32,
}

/// How far a weight may go: what sixteen bits hold in the sums, and eight in the output.
pub const MOST_WEIGHT: f32 = 1.98;

/// Examples that are added up at a time. Sums of sums in a fixed order do not depend on the threads.
const CHUNK: usize = 2048;

impl Trainer {
    /// Small weights by chance.
    pub fn new(shape: Shape, seed: u64) -> Trainer {
        let count = shape.parameters();
        // About thirty inputs are on; the sums shall lie between the clips.
        let (input, output) = (0.15, 1.0 / (2.0 * shape.hidden as f32).sqrt());
        let parameters = (0..count)
            .map(|i| {
                let chance = (random::word(seed, i as u64) >> 40) as f32 / (1 << 23) as f32 - 1.0;
                match i.checked_sub(shape.bias()) {
                    None => input * chance,
                    Some(sum) if sum < shape.hidden => 0.3,
                    Some(weight) if weight < shape.hidden * (1 + 2 * shape.outputs) => output * chance,
                    Some(_) => 0.0,
                }
            })
            .collect();
        Trainer { shape, parameters, moments: [vec![0.0; count], vec![0.0; count]], steps: 0 }
    }

    /// An output for the inputs that are on: the logarithm of the odds.
    pub fn output(&self, output: usize, inputs: &[Vec<u16>; 2]) -> f32 {
        let mut sums = [vec![0.0; self.shape.hidden], vec![0.0; self.shape.hidden]];
        self.forward(output, inputs, &mut sums)
    }

    /// Fills the sums, and returns an output.
    fn forward(&self, output: usize, inputs: &[Vec<u16>; 2], sums: &mut [Vec<f32>; 2]) -> f32 {
        let Shape { hidden, .. } = self.shape;
        let (rows, rest) = self.parameters.split_at(self.shape.bias());
        let bias = &rest[..hidden];
        let weights = &self.parameters[self.shape.output(output)..];
        let mut output = self.parameters[self.shape.output_bias() + output];
        for ((inputs, sums), weights) in inputs.iter().zip(sums).zip(weights.chunks_exact(hidden)) {
            sums.copy_from_slice(bias);
            for &input in inputs {
                let row = &rows[usize::from(input) * hidden..][..hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            output += weigh(sums, weights);
        }
        output
    }

    /// The mean squared error of the predicted chances.
    pub fn loss(&self, examples: &impl Examples, indices: &[u32], threads: usize) -> f64 {
        let chunks: Vec<&[u32]> = indices.chunks(CHUNK).collect();
        let job = |chunk: u32| {
            let mut sums = [vec![0.0; self.shape.hidden], vec![0.0; self.shape.hidden]];
            let mut inputs = [Vec::new(), Vec::new()];
            let mut loss = 0.0;
            for &index in chunks[chunk as usize] {
                let Example { output, aim } = examples.load(index, &mut inputs);
                loss += f64::from((chance(self.forward(output, &inputs, &mut sums)) - aim).powi(2));
            }
            Some(loss)
        };
        let sums = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        sums.iter().sum::<f64>() / indices.len().max(1) as f64
    }

    /// The mean squared error on the examples of a batch, and its slope by each parameter.
    pub fn slopes(&self, examples: &impl Examples, batch: &[u32], threads: usize) -> (f64, Vec<f32>) {
        let chunks: Vec<&[u32]> = batch.chunks(CHUNK).collect();
        let job = |chunk: u32| Some(self.slopes_of_chunk(examples, chunks[chunk as usize]));
        let found = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        let count = batch.len().max(1);
        let mut slopes = vec![0.0; self.parameters.len()];
        let mut loss = 0.0;
        for (chunk_loss, chunk_slopes) in found {
            loss += chunk_loss;
            slopes.iter_mut().zip(&chunk_slopes).for_each(|(sum, slope)| *sum += slope);
        }
        slopes.iter_mut().for_each(|slope| *slope /= count as f32);
        (loss / count as f64, slopes)
    }

    fn slopes_of_chunk(&self, examples: &impl Examples, chunk: &[u32]) -> (f64, Vec<f32>) {
        let Shape { hidden, .. } = self.shape;
        let bias = self.shape.bias();
        let mut slopes = vec![0.0; self.parameters.len()];
        let mut sums = [vec![0.0; hidden], vec![0.0; hidden]];
        let mut inputs = [Vec::new(), Vec::new()];
        let mut by_sum = vec![0.0; hidden];
        let mut loss = 0.0;
        for &index in chunk {
            let Example { output, aim } = examples.load(index, &mut inputs);
            let predicted = chance(self.forward(output, &inputs, &mut sums));
            loss += f64::from((predicted - aim).powi(2));
            let slope = 2.0 * (predicted - aim) * predicted * (1.0 - predicted);
            slopes[self.shape.output_bias() + output] += slope;
            for (side, (inputs, sums)) in inputs.iter().zip(&sums).enumerate() {
                let begin = self.shape.output(output) + side * hidden;
                let weights = &self.parameters[begin..][..hidden];
                let by_weight = &mut slopes[begin..][..hidden];
                let of_each = by_weight.iter_mut().zip(&mut by_sum).zip(sums).zip(weights);
                for (((by_weight, by_sum), &sum), &weight) in of_each {
                    *by_weight += slope * square(sum);
                    let inside = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                    *by_sum = slope * weight * inside;
                }
                for &input in inputs {
                    let row = &mut slopes[usize::from(input) * hidden..][..hidden];
                    row.iter_mut().zip(&by_sum).for_each(|(sum, slope)| *sum += slope);
                }
                let by_bias = &mut slopes[bias..][..hidden];
                by_bias.iter_mut().zip(&by_sum).for_each(|(sum, slope)| *sum += slope);
            }
        }
        (loss, slopes)
    }

    /// Learns from a batch, and returns its loss before.
    pub fn step(&mut self, examples: &impl Examples, batch: &[u32], rate: f32, threads: usize) -> f64 {
        let (loss, slopes) = self.slopes(examples, batch, threads);
        self.steps += 1;
        adam(&mut self.parameters, &mut self.moments, &slopes, self.steps, rate);
        self.parameters
            .iter_mut()
            .for_each(|parameter| *parameter = parameter.clamp(-MOST_WEIGHT, MOST_WEIGHT));
        loss
    }

    /// All of it as bytes, to go on later.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in
            [self.shape.inputs as u32, self.shape.hidden as u32, self.shape.outputs as u32, self.steps]
        {
            bytes.extend(number.to_le_bytes());
        }
        for values in [&self.parameters, &self.moments[0], &self.moments[1]] {
            values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        bytes
    }

    /// Reads what [`to_bytes`](Trainer::to_bytes) has written; `None` if it is not of that shape.
    pub fn from_bytes(shape: Shape, bytes: &[u8]) -> Option<Trainer> {
        let mut words = bytes.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        let mut number = || words.next().map(u32::from_le_bytes);
        let found =
            Shape { inputs: number()? as usize, hidden: number()? as usize, outputs: number()? as usize };
        let steps = number()?;
        let count = shape.parameters();
        if found != shape || bytes.len() != 16 + 3 * 4 * count {
            return None;
        }
        let mut values = || words.by_ref().take(count).map(f32::from_le_bytes).collect::<Vec<f32>>();
        Some(Trainer { shape, parameters: values(), moments: [values(), values()], steps })
    }
}

/// The `step`-th step down the slopes, from 1 on. Kingma and Ba, *Adam: A Method for Stochastic Optimization* (2014),
/// <https://arxiv.org/abs/1412.6980>.
pub(crate) fn adam(
    parameters: &mut [f32],
    moments: &mut [Vec<f32>; 2],
    slopes: &[f32],
    step: u32,
    rate: f32,
) {
    const KEEP: [f32; 2] = [0.9, 0.999];
    // The moments begin at nothing and are too small at first.
    let [first, second] = KEEP.map(|keep| 1.0 / (1.0 - keep.powi(step.min(100_000) as i32)));
    let [means, squares] = moments;
    for (((parameter, slope), mean), square) in parameters.iter_mut().zip(slopes).zip(means).zip(squares) {
        *mean += (1.0 - KEEP[0]) * (slope - *mean);
        *square += (1.0 - KEEP[1]) * (slope * slope - *square);
        *parameter -= rate * *mean * first / ((*square * second).sqrt() + 1e-8);
    }
}

/// The sums clipped, squared and weighed.
fn weigh(sums: &[f32], weights: &[f32]) -> f32 {
    // Eight totals at once, or the order of additions would keep the compiler from using wide registers.
    const LANES: usize = 8;
    let mut totals = [0.0; LANES];
    let (sums, weights) = (sums.chunks_exact(LANES), weights.chunks_exact(LANES));
    let rest: f32 =
        sums.remainder().iter().zip(weights.remainder()).map(|(&sum, weight)| square(sum) * weight).sum();
    for (sums, weights) in sums.zip(weights) {
        for ((total, &sum), &weight) in totals.iter_mut().zip(sums).zip(weights) {
            *total += square(sum) * weight;
        }
    }
    totals.iter().sum::<f32>() + rest
}

fn square(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, 1.0);
    clipped * clipped
}

/// The chance whose odds have this logarithm.
pub fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// The numbers `0..count` in an order by chance: Fisher and Yates's shuffle.
pub fn shuffled(count: u32, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    for i in (1..order.len()).rev() {
        let below = ((random::word(seed, i as u64) >> 32) * (i as u64 + 1)) >> 32;
        order.swap(i, below as usize);
    }
    order
}
