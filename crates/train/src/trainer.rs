//! Networks trained by gradient descent: batches, the gradient on several threads, and the method (Adam).
//!
//! What a [`Network`] makes of a position, forwards and backwards, is its own; all else is the same for each of them.

use crate::parallel;
use wanqi_game::random;
use wanqi_search::Stop;

/// The parameters of a network.
pub trait Parameters: Sync {
    /// Examples that are added up at a time. Sums of sums in a fixed order do not depend on the threads.
    const CHUNK: usize;
    /// How far a parameter may go.
    const MAX_WEIGHT: f32;

    /// How many of each layer: tells networks apart.
    fn layers(&self) -> [usize; 3];

    /// Parameters in all.
    fn parameters(&self) -> usize;

    /// What a parameter begins with, made from a random number between −1 and 1.
    fn initial(&self, parameter: usize, uniform: f32) -> f32;
}

/// The layers of a network with one output at a time. The output for a position is the logarithm of the odds that the side to
/// move wins.
pub trait Network: Parameters {
    /// What is on in a position.
    type Inputs: Default;
    /// What the layers come to on the way, for the way back.
    type Activations: Default;

    /// An output for the inputs that are on. Fills the activations.
    fn forward(
        &self,
        parameters: &[f32],
        output: usize,
        inputs: &Self::Inputs,
        activations: &mut Self::Activations,
    ) -> f32;

    /// Adds the gradient of the loss, if its derivative by the output is this; the activations are those of `forward`.
    fn backward(
        &self,
        parameters: &[f32],
        output: usize,
        inputs: &Self::Inputs,
        activations: &mut Self::Activations,
        derivative: f32,
        gradient: &mut [f32],
    );
}

/// What a network is trained for: its loss on examples that have numbers.
pub trait Objective<N>: Sync {
    /// What is kept from one example to the next, to be written on again.
    type Activations: Default;

    /// The loss on an example. Adds its gradient, if there is a place for it.
    fn loss(
        &self,
        network: &N,
        parameters: &[f32],
        index: u32,
        activations: &mut Self::Activations,
        gradient: Option<&mut [f32]>,
    ) -> f64;
}

/// Positions to learn from, for a network with one output at a time: the loss is the squared error of the predicted probability,
/// by weight.
pub trait Examples<N: Network>: Sync {
    /// Puts what is on in the position in place of what `inputs` holds, and says the rest.
    fn load(&self, index: u32, inputs: &mut N::Inputs) -> Example;
}

/// What there is to know of a position beside its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Example {
    /// Which output it has, if a network has several.
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
pub struct Trainer<N> {
    /// The layers.
    pub network: N,
    /// The parameters, in the network's order.
    pub parameters: Vec<f32>,
    /// Means of the gradient and of its squares.
    moments: [Vec<f32>; 2],
    /// Steps taken.
    pub steps: u32,
}

impl<N: Network, E: Examples<N>> Objective<N> for E {
    type Activations = (N::Inputs, N::Activations);

    fn loss(
        &self,
        network: &N,
        parameters: &[f32],
        index: u32,
        (inputs, activations): &mut (N::Inputs, N::Activations),
        gradient: Option<&mut [f32]>,
    ) -> f64 {
        let Example { output, target, weight, offset } = self.load(index, inputs);
        let value = network.forward(parameters, output, inputs, activations);
        let predicted = sigmoid(offset + value);
        if let Some(gradient) = gradient {
            let derivative = 2.0 * weight * (predicted - target) * predicted * (1.0 - predicted);
            network.backward(parameters, output, inputs, activations, derivative, gradient);
        }
        f64::from(weight * (predicted - target).powi(2))
    }
}

impl<N: Network> Trainer<N> {
    /// An output for the inputs that are on: the logarithm of the odds, or what is to be added to it.
    pub fn output(&self, output: usize, inputs: &N::Inputs) -> f32 {
        self.network.forward(&self.parameters, output, inputs, &mut N::Activations::default())
    }
}

impl<N: Parameters> Trainer<N> {
    /// Small random weights.
    pub fn new(network: N, seed: u64) -> Trainer<N> {
        let count = network.parameters();
        let uniform = |i| (random::word(seed, i as u64) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let parameters = (0..count).map(|i| network.initial(i, uniform(i))).collect();
        Trainer { network, parameters, moments: [vec![0.0; count], vec![0.0; count]], steps: 0 }
    }

    /// Takes over the parameters of a network of which nothing else is known. Those that are not nothing count as learned.
    ///
    /// # Panics
    /// If there are not as many as this network has.
    pub fn begin_with(&mut self, parameters: Vec<f32>) {
        // Any other than nothing is forgotten within some thousand steps, and this one before it is rounded to nothing.
        const TAUGHT: f32 = 1e-10;
        assert_eq!(parameters.len(), self.parameters.len(), "the parameters of this network");
        self.moments[0].fill(0.0);
        self.moments[1] = parameters.iter().map(|&value| if value == 0.0 { 0.0 } else { TAUGHT }).collect();
        self.parameters = parameters;
        self.steps = 0;
    }

    /// Whether any position has ever taught one of these parameters.
    pub fn is_learned(&self, parameters: std::ops::Range<usize>) -> bool {
        self.moments[1][parameters].iter().any(|&square| square > 0.0)
    }

    /// The mean loss.
    pub fn loss(&self, objective: &impl Objective<N>, indices: &[u32], threads: usize) -> f64 {
        let chunks: Vec<&[u32]> = indices.chunks(N::CHUNK).collect();
        let job = |chunk: u32| Some(self.each(objective, chunks[chunk as usize], None));
        let sums = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {});
        sums.iter().sum::<f64>() / indices.len().max(1) as f64
    }

    /// The mean loss on the examples of a batch, and its gradient.
    pub fn gradient(&self, objective: &impl Objective<N>, batch: &[u32], threads: usize) -> (f64, Vec<f32>) {
        let chunks: Vec<&[u32]> = batch.chunks(N::CHUNK).collect();
        let job = |chunk: u32| {
            let mut gradient = vec![0.0; self.parameters.len()];
            let loss = self.each(objective, chunks[chunk as usize], Some(&mut gradient));
            Some((loss, gradient))
        };
        let mut parts = parallel::in_order(chunks.len() as u32, threads, job, |_, _| {}).into_iter();
        let (mut loss, mut gradient) = parts.next().unwrap_or((0.0, vec![0.0; self.parameters.len()]));
        for (chunk_loss, chunk_gradient) in parts {
            loss += chunk_loss;
            gradient.iter_mut().zip(&chunk_gradient).for_each(|(sum, derivative)| *sum += derivative);
        }
        let count = batch.len().max(1);
        gradient.iter_mut().for_each(|derivative| *derivative /= count as f32);
        (loss / count as f64, gradient)
    }

    /// The losses of some examples, added up.
    fn each<O: Objective<N>>(&self, objective: &O, indices: &[u32], mut gradient: Option<&mut [f32]>) -> f64 {
        let (mut activations, mut loss) = (O::Activations::default(), 0.0);
        for &index in indices {
            let gradient = gradient.as_deref_mut();
            loss += objective.loss(&self.network, &self.parameters, index, &mut activations, gradient);
        }
        loss
    }

    /// Learns from a batch, and returns its loss before.
    pub fn step(&mut self, objective: &impl Objective<N>, batch: &[u32], rate: f32, threads: usize) -> f64 {
        let (loss, gradient) = self.gradient(objective, batch, threads);
        self.steps += 1;
        adam(&mut self.parameters, &mut self.moments, &gradient, self.steps, rate);
        let limit = |parameter: &mut f32| *parameter = parameter.clamp(-N::MAX_WEIGHT, N::MAX_WEIGHT);
        self.parameters.iter_mut().for_each(limit);
        loss
    }

    /// All of it as bytes, to go on later.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.head().to_vec();
        bytes.extend(self.steps.to_le_bytes());
        for values in [&self.parameters, &self.moments[0], &self.moments[1]] {
            values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        bytes
    }

    /// Goes on from what [`to_bytes`](Trainer::to_bytes) has written; `None` if it is of another network.
    pub fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        let (words, rest) = bytes.strip_prefix(&self.head()[..])?.as_chunks::<4>();
        let (steps, values) = words.split_first()?;
        let count = self.parameters.len();
        if !rest.is_empty() || values.len() != 3 * count {
            return None;
        }
        let values: Vec<f32> = values.iter().map(|&word| f32::from_le_bytes(word)).collect();
        let [means, squares] = [1, 2].map(|part| values[part * count..][..count].to_vec());
        self.moments = [means, squares];
        self.parameters = values[..count].to_vec();
        self.steps = u32::from_le_bytes(*steps);
        Some(())
    }

    /// What tells the bytes of this network from those of others.
    fn head(&self) -> [u8; 12] {
        let mut head = [0; 12];
        let (words, _) = head.as_chunks_mut::<4>();
        for (word, layer) in words.iter_mut().zip(self.network.layers()) {
            *word = (layer as u32).to_le_bytes();
        }
        head
    }
}

/// How long and how fast to learn.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    /// Passes over all positions.
    pub epochs: u32,
    /// Positions of a step.
    pub batch: usize,
    /// The size of the first and of the last step; in between it falls by the same part each step.
    pub rates: [f32; 2],
    /// Threads. What is learned is the same with any number.
    pub threads: usize,
}

impl Schedule {
    /// One of the passes, from 0 on: a step for every batch of the order, of which `progress` hears. Returns the mean loss
    /// before each step; `None` if it was stopped.
    pub fn epoch<N: Parameters>(
        &self,
        trainer: &mut Trainer<N>,
        examples: &impl Objective<N>,
        epoch: u32,
        order: &[u32],
        stop: &Stop,
        progress: &mut dyn FnMut(),
    ) -> Option<f64> {
        let steps = order.len().div_ceil(self.batch);
        let mut loss = 0.0;
        for (step, batch) in order.chunks(self.batch).enumerate() {
            if stop.is_stopped() {
                return None;
            }
            let part = (epoch as usize * steps + step) as f32 / (self.epochs as usize * steps) as f32;
            let rate = self.rates[0] * (self.rates[1] / self.rates[0]).powf(part);
            loss += trainer.step(examples, batch, rate, self.threads) * batch.len() as f64;
            progress();
        }
        Some(loss / order.len().max(1) as f64)
    }
}

/// The `step`-th step down the gradient, from 1 on. Kingma and Ba, *Adam: A Method for Stochastic Optimization* (2014),
/// <https://arxiv.org/abs/1412.6980>.
fn adam(parameters: &mut [f32], moments: &mut [Vec<f32>; 2], gradient: &[f32], step: u32, rate: f32) {
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

/// The probability whose odds have this logarithm.
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// The numbers in a random order: Fisher and Yates's shuffle.
pub fn shuffled(mut numbers: Vec<u32>, seed: u64) -> Vec<u32> {
    for i in (1..numbers.len()).rev() {
        let below = ((random::word(seed, i as u64) >> 32) * (i as u64 + 1)) >> 32;
        numbers.swap(i, below as usize);
    }
    numbers
}
