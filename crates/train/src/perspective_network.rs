//! Perspective networks, as efficiently updatable evaluations (NNUE) have them: (inputs → hidden) × 2 → outputs, trained by
//! gradient descent.
//!
//! Both sides of a position have inputs of their own, and share the weights of the first layer. What both come to,
//! the side to move first, goes through a squared clipped ReLU and is weighed into the logarithm of the odds that the side to
//! move wins. A position has one output out of several, of its phase, say. Few inputs are on at a time, and only their
//! weights are touched.

use crate::parallel;
use wanqi_game::random;

/// The layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs of a side.
    pub inputs: usize,
    /// The width of the hidden layer, for each side.
    pub hidden: usize,
    /// Outputs, of which a position has one.
    pub outputs: usize,
}

impl Shape {
    /// Parameters: the weights of the inputs and the biases of the hidden layer; the weights of each output (the side to move
    /// first), and the biases of the outputs.
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
    fn load(&self, index: u32, inputs: &mut [Vec<u32>; 2]) -> Example;
}

/// What there is to know of a position beside its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// Which output it has.
    pub output: usize,
    /// The probability that the side to move wins.
    pub target: f32,
    /// How much it counts, 1 being usual.
    pub weight: f32,
    /// What is known without the network, to which its output is added: the logarithm of the odds.
    pub offset: f32,
}

impl Example {
    /// One that counts like any other, of which nothing is known beside.
    pub fn new(output: usize, target: f32) -> Example {
        Example { output, target, weight: 1.0, offset: 0.0 }
    }
}

/// A network that learns, with what the method (Adam) remembers.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    /// The layers.
    pub shape: Shape,
    /// The parameters in the order of [`Shape::parameters`].
    pub parameters: Vec<f32>,
    /// Means of the gradient and of their squares.
    moments: [Vec<f32>; 2],
    /// Steps taken.
    pub steps: u32,
}

/// How far a weight may go: what sixteen bits hold in the accumulator, and eight in the output.
pub const MAX_WEIGHT: f32 = 1.98;

/// Examples that are added up at a time. Sums of sums in a fixed order do not depend on the threads.
const CHUNK: usize = 2048;

impl Trainer {
    /// Small random weights.
    pub fn new(shape: Shape, seed: u64) -> Trainer {
        let count = shape.parameters();
        // About thirty inputs are on; the hidden layer shall lie between the clips.
        let (input, output) = (0.15, 1.0 / (2.0 * shape.hidden as f32).sqrt());
        let parameters = (0..count)
            .map(|i| {
                let uniform = (random::word(seed, i as u64) >> 40) as f32 / (1 << 23) as f32 - 1.0;
                match i.checked_sub(shape.bias()) {
                    None => input * uniform,
                    Some(sum) if sum < shape.hidden => 0.3,
                    Some(weight) if weight < shape.hidden * (1 + 2 * shape.outputs) => output * uniform,
                    Some(_) => 0.0,
                }
            })
            .collect();
        Trainer { shape, parameters, moments: [vec![0.0; count], vec![0.0; count]], steps: 0 }
    }

    /// An output for the inputs that are on: the logarithm of the odds.
    pub fn output(&self, output: usize, inputs: &[Vec<u32>; 2]) -> f32 {
        let mut accumulators = [vec![0.0; self.shape.hidden], vec![0.0; self.shape.hidden]];
        self.forward(output, inputs, &mut accumulators)
    }

    /// Fills the hidden layer before its activation, and returns an output.
    fn forward(&self, output: usize, inputs: &[Vec<u32>; 2], accumulators: &mut [Vec<f32>; 2]) -> f32 {
        let Shape { hidden, .. } = self.shape;
        let (rows, rest) = self.parameters.split_at(self.shape.bias());
        let bias = &rest[..hidden];
        let weights = &self.parameters[self.shape.output(output)..];
        let mut output = self.parameters[self.shape.output_bias() + output];
        for ((inputs, accumulators), weights) in
            inputs.iter().zip(accumulators).zip(weights.chunks_exact(hidden))
        {
            accumulators.copy_from_slice(bias);
            for &input in inputs {
                let row = &rows[input as usize * hidden..][..hidden];
                accumulators.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            output += weigh(accumulators, weights);
        }
        output
    }

    /// The mean squared error of the predicted probabilities, by weight.
    pub fn loss(&self, examples: &impl Examples, indices: &[u32], threads: usize) -> f64 {
        let chunks: Vec<&[u32]> = indices.chunks(CHUNK).collect();
        let job = |chunk: u32| {
            let mut accumulators = [vec![0.0; self.shape.hidden], vec![0.0; self.shape.hidden]];
            let mut inputs = [Vec::new(), Vec::new()];
            let mut loss = 0.0;
            for &index in chunks[chunk as usize] {
                let Example { output, target, weight, offset } = examples.load(index, &mut inputs);
                let predicted = sigmoid(offset + self.forward(output, &inputs, &mut accumulators));
                loss += f64::from(weight * (predicted - target).powi(2));
            }
            Some(loss)
        };
        let sums = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        sums.iter().sum::<f64>() / indices.len().max(1) as f64
    }

    /// The mean squared error on the examples of a batch, and its gradient.
    pub fn gradient(&self, examples: &impl Examples, batch: &[u32], threads: usize) -> (f64, Vec<f32>) {
        let chunks: Vec<&[u32]> = batch.chunks(CHUNK).collect();
        let job = |chunk: u32| Some(self.gradient_of_chunk(examples, chunks[chunk as usize]));
        let found = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        let count = batch.len().max(1);
        let mut gradient = vec![0.0; self.parameters.len()];
        let mut loss = 0.0;
        for (chunk_loss, chunk_gradient) in found {
            loss += chunk_loss;
            gradient.iter_mut().zip(&chunk_gradient).for_each(|(sum, derivative)| *sum += derivative);
        }
        gradient.iter_mut().for_each(|derivative| *derivative /= count as f32);
        (loss / count as f64, gradient)
    }

    fn gradient_of_chunk(&self, examples: &impl Examples, chunk: &[u32]) -> (f64, Vec<f32>) {
        let Shape { hidden, .. } = self.shape;
        let bias = self.shape.bias();
        let mut gradient = vec![0.0; self.parameters.len()];
        let mut accumulators = [vec![0.0; hidden], vec![0.0; hidden]];
        let mut inputs = [Vec::new(), Vec::new()];
        let mut by_hidden = vec![0.0; hidden];
        let mut loss = 0.0;
        for &index in chunk {
            let Example { output, target, weight, offset } = examples.load(index, &mut inputs);
            let predicted = sigmoid(offset + self.forward(output, &inputs, &mut accumulators));
            loss += f64::from(weight * (predicted - target).powi(2));
            let derivative = 2.0 * weight * (predicted - target) * predicted * (1.0 - predicted);
            gradient[self.shape.output_bias() + output] += derivative;
            for (side, (inputs, accumulators)) in inputs.iter().zip(&accumulators).enumerate() {
                let begin = self.shape.output(output) + side * hidden;
                let weights = &self.parameters[begin..][..hidden];
                let by_weight = &mut gradient[begin..][..hidden];
                let of_each = by_weight.iter_mut().zip(&mut by_hidden).zip(accumulators).zip(weights);
                for (((by_weight, by_hidden), &sum), &weight) in of_each {
                    *by_weight += derivative * squared_clipped_relu(sum);
                    let slope = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                    *by_hidden = derivative * weight * slope;
                }
                for &input in inputs {
                    let row = &mut gradient[input as usize * hidden..][..hidden];
                    row.iter_mut().zip(&by_hidden).for_each(|(sum, derivative)| *sum += derivative);
                }
                let by_bias = &mut gradient[bias..][..hidden];
                by_bias.iter_mut().zip(&by_hidden).for_each(|(sum, derivative)| *sum += derivative);
            }
        }
        (loss, gradient)
    }

    /// Learns from a batch, and returns its loss before.
    pub fn step(&mut self, examples: &impl Examples, batch: &[u32], rate: f32, threads: usize) -> f64 {
        let (loss, gradient) = self.gradient(examples, batch, threads);
        self.steps += 1;
        adam(&mut self.parameters, &mut self.moments, &gradient, self.steps, rate);
        self.parameters
            .iter_mut()
            .for_each(|parameter| *parameter = parameter.clamp(-MAX_WEIGHT, MAX_WEIGHT));
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

/// The `step`-th step down the gradient, from 1 on. Kingma and Ba, *Adam: A Method for Stochastic Optimization* (2014),
/// <https://arxiv.org/abs/1412.6980>.
pub(crate) fn adam(
    parameters: &mut [f32],
    moments: &mut [Vec<f32>; 2],
    gradient: &[f32],
    step: u32,
    rate: f32,
) {
    const KEEP: [f32; 2] = [0.9, 0.999];
    // The moments begin at nothing and are too small at first.
    let [first, second] = KEEP.map(|keep| 1.0 / (1.0 - keep.powi(step.min(100_000) as i32)));
    let [means, squares] = moments;
    for (((parameter, derivative), mean), square) in
        parameters.iter_mut().zip(gradient).zip(means).zip(squares)
    {
        *mean += (1.0 - KEEP[0]) * (derivative - *mean);
        *square += (1.0 - KEEP[1]) * (derivative * derivative - *square);
        *parameter -= rate * *mean * first / ((*square * second).sqrt() + 1e-8);
    }
}

/// The output of a side: squared clipped ReLU, weighed.
fn weigh(accumulators: &[f32], weights: &[f32]) -> f32 {
    // Eight totals at once, or the order of additions would keep the compiler from SIMD.
    const LANES: usize = 8;
    let mut totals = [0.0; LANES];
    let (accumulators, weights) = (accumulators.chunks_exact(LANES), weights.chunks_exact(LANES));
    let rest: f32 = accumulators
        .remainder()
        .iter()
        .zip(weights.remainder())
        .map(|(&sum, weight)| squared_clipped_relu(sum) * weight)
        .sum();
    for (accumulators, weights) in accumulators.zip(weights) {
        for ((total, &sum), &weight) in totals.iter_mut().zip(accumulators).zip(weights) {
            *total += squared_clipped_relu(sum) * weight;
        }
    }
    totals.iter().sum::<f32>() + rest
}

fn squared_clipped_relu(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, 1.0);
    clipped * clipped
}

/// The probability whose odds have this logarithm.
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// The numbers `0..count` in a random order: Fisher and Yates's shuffle.
pub fn shuffled(count: u32, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    for i in (1..order.len()).rev() {
        let below = ((random::word(seed, i as u64) >> 32) * (i as u64 + 1)) >> 32;
        order.swap(i, below as usize);
    }
    order
}
