//! Perspective networks, as efficiently updatable evaluations (NNUE) have them: (inputs → hidden) × 2 → outputs.
//!
//! Both sides of a position have inputs of their own, and share the weights of the first layer. What both come to,
//! the side to move first, goes through a squared clipped ReLU and is weighed into the logarithm of the odds that the side to
//! move wins. A position has one output out of several, of its phase, say. Few inputs are on at a time, and only their
//! weights are touched.

use crate::trainer::{Network, Parameters};

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

/// What the layers come to.
#[derive(Default, Debug)]
pub struct Activations {
    /// The hidden layer of each side before its activation.
    accumulators: [Vec<f32>; 2],
    /// Room for the derivatives by that of one side.
    by_hidden: Vec<f32>,
}

/// Parameters: the weights of the inputs and the biases of the hidden layer; the weights of each output (the side to move
/// first), and the biases of the outputs.
impl Parameters for Shape {
    const CHUNK: usize = 2048;
    /// What sixteen bits hold in the accumulator, and eight in the output.
    const MAX_WEIGHT: f32 = 1.98;

    fn layers(&self) -> [usize; 3] {
        [self.inputs, self.hidden, self.outputs]
    }

    fn parameters(&self) -> usize {
        self.output_bias() + self.outputs
    }

    fn initial(&self, parameter: usize, uniform: f32) -> f32 {
        match parameter.checked_sub(self.bias()) {
            // About thirty inputs are on; the hidden layer shall lie between the clips.
            None => 0.15 * uniform,
            Some(sum) if sum < self.hidden => 0.3,
            Some(_) if parameter < self.output_bias() => 1.0 / (2.0 * self.hidden as f32).sqrt() * uniform,
            Some(_) => 0.0,
        }
    }
}

impl Network for Shape {
    /// The inputs that are on, those of the side to move first.
    type Inputs = [Vec<u32>; 2];
    type Activations = Activations;

    fn forward(
        &self,
        parameters: &[f32],
        output: usize,
        inputs: &[Vec<u32>; 2],
        activations: &mut Activations,
    ) -> f32 {
        let hidden = self.hidden;
        let (rows, rest) = parameters.split_at(self.bias());
        let bias = &rest[..hidden];
        let weights = &parameters[self.output(output)..];
        let mut output = parameters[self.output_bias() + output];
        for ((inputs, accumulators), weights) in
            inputs.iter().zip(&mut activations.accumulators).zip(weights.chunks_exact(hidden))
        {
            accumulators.clear();
            accumulators.extend_from_slice(bias);
            for &input in inputs {
                let row = &rows[input as usize * hidden..][..hidden];
                accumulators.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            output += weigh(accumulators, weights);
        }
        output
    }

    fn backward(
        &self,
        parameters: &[f32],
        output: usize,
        inputs: &[Vec<u32>; 2],
        Activations { accumulators, by_hidden }: &mut Activations,
        derivative: f32,
        gradient: &mut [f32],
    ) {
        let (hidden, bias) = (self.hidden, self.bias());
        by_hidden.resize(hidden, 0.0);
        gradient[self.output_bias() + output] += derivative;
        for (side, (inputs, accumulators)) in inputs.iter().zip(accumulators).enumerate() {
            let begin = self.output(output) + side * hidden;
            let weights = &parameters[begin..][..hidden];
            let by_weight = &mut gradient[begin..][..hidden];
            let of_each = by_weight.iter_mut().zip(&mut *by_hidden).zip(accumulators).zip(weights);
            for (((by_weight, by_hidden), &mut sum), &weight) in of_each {
                *by_weight += derivative * squared_clipped_relu(sum);
                let slope = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
                *by_hidden = derivative * weight * slope;
            }
            for &input in inputs {
                let row = &mut gradient[input as usize * hidden..][..hidden];
                row.iter_mut().zip(&*by_hidden).for_each(|(sum, derivative)| *sum += derivative);
            }
            let by_bias = &mut gradient[bias..][..hidden];
            by_bias.iter_mut().zip(&*by_hidden).for_each(|(sum, derivative)| *sum += derivative);
        }
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
