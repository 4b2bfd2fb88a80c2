//! Pooled networks: a small network looks at every point of a board, and what it finds is added up.
//!
//! A point has two inputs, one for what either side could do there. Each side looks at the board as its own: the embedding of
//! its own input from one table and that of the other's from a second one are added, go through a ReLU, and are pooled by
//! adding them up over all points. What both sides have pooled, the side to move first, goes through one hidden layer (ReLU)
//! into the logarithm of the odds that the side to move wins. Zaheer et al., *Deep Sets* (2017),
//! <https://arxiv.org/abs/1703.06114>.

use crate::trainer::{Network, Parameters};

/// What is on some points of a position, all alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Input {
    /// The input of the side to move, and of the other.
    pub features: [u16; 2],
    /// How many points are so.
    pub count: u16,
}

/// The layers: embeddings of `POOLED` numbers and a hidden layer of `HIDDEN`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape<const POOLED: usize, const HIDDEN: usize> {
    /// Inputs of a side.
    inputs: usize,
    /// Whether an input's embeddings stay as they are.
    frozen: Vec<bool>,
}

/// What the layers come to.
#[derive(Debug)]
pub struct Activations<const POOLED: usize, const HIDDEN: usize> {
    /// Of each side, that to move first: the sums over all points.
    pooled: [[f32; POOLED]; 2],
    hidden: [f32; HIDDEN],
}

impl<const POOLED: usize, const HIDDEN: usize> Default for Activations<POOLED, HIDDEN> {
    fn default() -> Self {
        Activations { pooled: [[0.0; POOLED]; 2], hidden: [0.0; HIDDEN] }
    }
}

impl<const POOLED: usize, const HIDDEN: usize> Shape<POOLED, HIDDEN> {
    /// So many inputs. The embeddings of the inputs `zero` are nothing for good.
    pub fn new(inputs: usize, zero: &[usize]) -> Self {
        let mut frozen = vec![false; inputs];
        zero.iter().for_each(|&input| frozen[input] = true);
        Shape { inputs, frozen }
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

    /// Where the two embeddings of a point begin as a side sees it.
    fn embeddings(&self, [own, other]: [u16; 2]) -> [usize; 2] {
        [usize::from(own) * POOLED, (self.inputs + usize::from(other)) * POOLED]
    }
}

/// The parameters: the embeddings of one's own inputs, of the other's; the weights of the hidden layer, for each pooled
/// number, those of the side to move first; its biases; the weights of the output; its bias.
impl<const POOLED: usize, const HIDDEN: usize> Parameters for Shape<POOLED, HIDDEN> {
    const CHUNK: usize = 512;
    const MAX_WEIGHT: f32 = f32::INFINITY;

    fn layers(&self) -> [usize; 3] {
        [self.inputs, POOLED, HIDDEN]
    }

    fn parameters(&self) -> usize {
        self.bias() + 1
    }

    fn initial(&self, parameter: usize, uniform: f32) -> f32 {
        match parameter {
            i if i < self.hidden() && self.frozen[i / POOLED % self.inputs] => 0.0,
            i if i < self.hidden() => 0.1 * uniform,
            i if i < self.hidden_bias() => uniform / (2.0 * POOLED as f32).sqrt(),
            i if i < self.output() => 0.1,
            i if i < self.bias() => 0.3 * uniform / (HIDDEN as f32).sqrt(),
            _ => 0.0,
        }
    }
}

impl<const POOLED: usize, const HIDDEN: usize> Network for Shape<POOLED, HIDDEN> {
    /// Points that differ.
    type Inputs = Vec<Input>;
    type Activations = Activations<POOLED, HIDDEN>;

    fn forward(
        &self,
        parameters: &[f32],
        _: usize,
        inputs: &Vec<Input>,
        activations: &mut Activations<POOLED, HIDDEN>,
    ) -> f32 {
        let mut pooled = [[0.0; POOLED]; 2];
        for &Input { features: [own, other], count } in inputs {
            for (sums, features) in pooled.iter_mut().zip([[own, other], [other, own]]) {
                let [own, other] = self.embeddings(features).map(|begin| array::<POOLED>(parameters, begin));
                let count = f32::from(count);
                for i in 0..POOLED {
                    sums[i] += count * (own[i] + other[i]).max(0.0);
                }
            }
        }
        let mut hidden = *array(parameters, self.hidden_bias());
        for (place, sum) in pooled.iter().flatten().enumerate() {
            let weights = array::<HIDDEN>(parameters, self.hidden() + place * HIDDEN);
            for i in 0..HIDDEN {
                hidden[i] += sum * weights[i];
            }
        }
        let output = array::<HIDDEN>(parameters, self.output());
        let weighed = hidden.iter().zip(output).map(|(number, weight)| number.max(0.0) * weight);
        let value = parameters[self.bias()] + weighed.sum::<f32>();
        *activations = Activations { pooled, hidden };
        value
    }

    fn backward(
        &self,
        parameters: &[f32],
        _: usize,
        inputs: &Vec<Input>,
        activations: &mut Activations<POOLED, HIDDEN>,
        derivative: f32,
        gradient: &mut [f32],
    ) {
        gradient[self.bias()] += derivative;
        let mut by_hidden = [0.0; HIDDEN];
        for (i, number) in activations.hidden.iter().enumerate().filter(|(_, number)| **number > 0.0) {
            by_hidden[i] = derivative * parameters[self.output() + i];
            gradient[self.output() + i] += derivative * number;
            gradient[self.hidden_bias() + i] += by_hidden[i];
        }
        let mut by_pooled = [[0.0; POOLED]; 2];
        for (place, (sum, by_pooled)) in
            activations.pooled.iter().flatten().zip(by_pooled.iter_mut().flatten()).enumerate()
        {
            let begin = self.hidden() + place * HIDDEN;
            let weights = array::<HIDDEN>(parameters, begin);
            for i in 0..HIDDEN {
                *by_pooled += by_hidden[i] * weights[i];
                gradient[begin + i] += by_hidden[i] * sum;
            }
        }
        for &Input { features: [own, other], count } in inputs {
            for (by_pooled, features) in by_pooled.iter().zip([[own, other], [other, own]]) {
                let begins = self.embeddings(features);
                let [own, other] = begins.map(|begin| array::<POOLED>(parameters, begin));
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
}

fn array<const N: usize>(parameters: &[f32], begin: usize) -> &[f32; N] {
    parameters[begin..].first_chunk().expect("the parameters have all layers")
}
