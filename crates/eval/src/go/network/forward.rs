//! All layers in their order. The tower keeps its numbers as floats, and as bytes for the next convolution to read.
//!
//! Loops are written out, and their floats added up in one order, so that every processor says the same.
#![allow(unsafe_code)]

use super::convolution::{Cell, PADDING, Packed, Processor, Scratch, Sums};
use super::weights::{Convolution, PolicyHead, ValueHead, Weights};
use super::{CHANNELS, GLOBALS, HIDDEN, Input, PLANES, POINTS, POLICY, VALUE};

/// What a network says of a position, as the side to move sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// For each point, row by row, and then for a pass: the logarithm of how likely the move is, but for a number that is the
    /// same for all of them.
    pub policy: Vec<f32>,
    /// The win probability.
    pub value: f32,
    /// By how many points it will be ahead, komi included.
    pub lead: f32,
    /// For each point, row by row, whose it will be: 1 if it is sure to be the side's to move, −1 the other's.
    pub ownership: Vec<f32>,
}

/// A convolution as it is run.
#[derive(Clone, Debug)]
struct Layer {
    packed: Packed,
    scales: [f32; CHANNELS],
    bias: [f32; CHANNELS],
}

impl Layer {
    fn new(convolution: &Convolution, processor: Processor) -> Layer {
        let Convolution { scales, bias, .. } = *convolution;
        Layer { packed: Packed::new(convolution, processor), scales, bias }
    }
}

/// A block as it is run.
#[derive(Clone, Debug)]
struct TowerBlock {
    layers: [Layer; 2],
    scales: [f32; 2],
    pooled: [[f32; CHANNELS]; 2 * CHANNELS],
}

/// A network as it is run.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    processor: Processor,
    first: Layer,
    globals: [[f32; CHANNELS]; GLOBALS],
    blocks: Vec<TowerBlock>,
    /// What each channel of a point counts in the numbers of both heads.
    heads: [[f32; POLICY + VALUE]; CHANNELS],
    policy: PolicyHead,
    value: ValueHead,
}

/// The activations of a cell.
type Channels = [f32; CHANNELS];

/// What the layers come to, which the next position finds as it was left: the cells around the board are never written.
#[derive(Debug, Default)]
pub(super) struct Activations {
    size: usize,
    /// What the tower says and what it said before, as floats.
    numbers: [Vec<Channels>; 2],
    /// The same in bytes, and what is between the two convolutions of a block.
    bytes: [Vec<Cell>; 2],
    sums: Vec<Sums>,
    scratch: Scratch,
}

impl Activations {
    fn make(&mut self, size: usize) {
        if self.size != size {
            let cells = (size + 2) * (size + 2) + PADDING;
            *self = Activations {
                size,
                numbers: [(); 2].map(|()| vec![[0.0; CHANNELS]; cells]),
                bytes: [(); 2].map(|()| vec![[0; CHANNELS]; cells]),
                sums: vec![[0; CHANNELS]; cells],
                scratch: Scratch::default(),
            };
        }
    }
}

impl Layers {
    pub fn new(weights: &Weights, processor: Processor) -> Layers {
        let Weights { first, globals, blocks, policy, value } = weights;
        let blocks = blocks.iter().map(|block| TowerBlock {
            layers: [0, 1].map(|number: usize| Layer::new(&block.convolutions[number], processor)),
            scales: block.scales,
            pooled: block.pooled,
        });
        Layers {
            processor,
            first: Layer::new(first, processor),
            globals: *globals,
            blocks: blocks.collect(),
            heads: std::array::from_fn(|channel| {
                let both = [&policy.points[channel][..], &value.points[channel]].concat();
                std::array::from_fn(|number| both[number])
            }),
            policy: policy.clone(),
            value: value.clone(),
        }
    }

    pub fn run(&self, input: &Input, activations: &mut Activations) -> Output {
        let points = input.size * input.size;
        assert!(points > 0 && input.points.len() == points, "as many points as there are on the board");
        activations.make(input.size);
        match self.processor {
            Processor::Portable => self.run_here(input, activations),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Processor::Simd128 => self.run_here(input, activations),
            // SAFETY: layers are for this processor alone: `Network::by`.
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2 => unsafe {
                self.tower_avx2(input, activations);
                self.heads_avx2(input.size, &activations.numbers[0])
            },
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => unsafe { self.run_avx512(input, activations) },
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Processor::Tiles => unsafe { self.run_avx512(input, activations) },
        }
    }

    #[inline(always)]
    fn run_here(&self, input: &Input, activations: &mut Activations) -> Output {
        self.tower(input, activations);
        self.heads(input.size, &activations.numbers[0])
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn run_avx512(&self, input: &Input, activations: &mut Activations) -> Output {
        self.tower_avx512(input, activations);
        self.heads_avx512(input.size, &activations.numbers[0])
    }

    // Tower and heads are functions of their own when compiled: of one that holds both the compiler keeps sums in memory.

    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn tower_avx2(&self, input: &Input, activations: &mut Activations) {
        self.tower(input, activations);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn heads_avx2(&self, size: usize, numbers: &[Channels]) -> Output {
        self.heads(size, numbers)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn tower_avx512(&self, input: &Input, activations: &mut Activations) {
        self.tower(input, activations);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn heads_avx512(&self, size: usize, numbers: &[Channels]) -> Output {
        self.heads(size, numbers)
    }

    /// Leaves what the tower says in the first numbers.
    #[inline(always)]
    fn tower(&self, input: &Input, activations: &mut Activations) {
        let size = input.size;
        let Activations { numbers: [numbers, before], bytes: [bytes, between], sums, scratch, .. } =
            activations;
        for (point, &bits) in input.points.iter().enumerate() {
            let cell = &mut bytes[cell(size, point)];
            for (plane, byte) in cell[..PLANES].iter_mut().enumerate() {
                *byte = (bits >> plane & 1) as u8;
            }
            cell[PLANES..].fill(0);
        }
        let mut bias = self.first.bias;
        for (value, weights) in input.globals.iter().zip(&self.globals) {
            add(&mut bias, *value, weights);
        }
        self.first.packed.convolve(size, bytes, scratch, sums);
        let scale = self.blocks.first().map_or(1.0, |block| block.scales[0]);
        activate::<false, true>(size, sums, &self.first.scales, &bias, before, numbers, bytes, scale);
        for (number, block) in self.blocks.iter().enumerate() {
            let [first, second] = &block.layers;
            first.packed.convolve(size, bytes, scratch, sums);
            activate::<false, false>(
                size,
                sums,
                &first.scales,
                &first.bias,
                before,
                numbers,
                between,
                block.scales[1],
            );
            let pooled = pool_bytes(size, between, block.scales[1]);
            let mut bias = second.bias;
            for (value, weights) in pooled.iter().zip(&block.pooled) {
                add(&mut bias, *value, weights);
            }
            second.packed.convolve(size, between, scratch, sums);
            std::mem::swap(numbers, before);
            let scale = self.blocks.get(number + 1).map_or(1.0, |next| next.scales[0]);
            activate::<true, true>(size, sums, &second.scales, &bias, before, numbers, bytes, scale);
        }
    }

    #[inline(always)]
    fn heads(&self, size: usize, numbers: &[Channels]) -> Output {
        let (policy, value) = (&self.policy, &self.value);
        let all = size * size;
        let (mut mean, mut greatest) = ([0.0; CHANNELS], [0.0_f32; CHANNELS]);
        for row in 1..=size {
            for cell in &numbers[row * (size + 2) + 1..][..size] {
                for channel in 0..CHANNELS {
                    mean[channel] += cell[channel];
                    greatest[channel] = max(greatest[channel], cell[channel]);
                }
            }
        }
        mean.iter_mut().for_each(|mean| *mean /= all as f32);
        let (mut bias, mut pass) = (policy.bias, policy.pass_bias);
        for (number, &pooled) in mean.iter().chain(&greatest).enumerate() {
            add(&mut bias, pooled, &policy.pooled[number]);
            pass += pooled * policy.pass[number];
        }
        let mut both = [0.0; POLICY + VALUE];
        both[..POLICY].copy_from_slice(&bias);
        both[POLICY..].copy_from_slice(&value.bias);
        let (mut logits, mut ownership) = (Vec::with_capacity(all + 1), Vec::with_capacity(all));
        let (mut seen_mean, mut seen_greatest) = ([0.0; VALUE], [0.0_f32; VALUE]);
        for first in (0..all).step_by(2) {
            // Two points at a time, the last one twice where there is an odd one: sums need not wait for one another.
            let cells = [first, (first + 1).min(all - 1)].map(|point| &numbers[cell(size, point)]);
            let mut sums = [both; 2];
            for (channel, weights) in self.heads.iter().enumerate() {
                for (sums, cell) in sums.iter_mut().zip(cells) {
                    add(sums, cell[channel], weights);
                }
            }
            for point in 0..2.min(all - first) {
                // Closures would be functions of their own, without the processor's instructions.
                let sums = &mut sums[point];
                for sum in sums.iter_mut() {
                    *sum = max(*sum, 0.0);
                }
                logits.push(weigh(sums.first_chunk().expect("both"), &policy.output));
                let seen: &[f32; VALUE] = sums.last_chunk().expect("both");
                for number in 0..VALUE {
                    seen_mean[number] += seen[number];
                    seen_greatest[number] = max(seen_greatest[number], seen[number]);
                }
                ownership.push(value.ownership_bias + weigh(cells[point], &value.ownership));
            }
        }
        logits.push(pass);
        let mut hidden = value.hidden_bias;
        for number in 0..VALUE {
            add(&mut hidden, seen_mean[number] / all as f32, &value.hidden[number]);
            add(&mut hidden, seen_greatest[number], &value.hidden[VALUE + number]);
        }
        let [mut won, mut lead] = value.output_bias;
        for number in 0..HIDDEN {
            let hidden = max(hidden[number], 0.0);
            won += hidden * value.output[number][0];
            lead += hidden * value.output[number][1];
        }
        ownership.iter_mut().for_each(|owned| *owned = owned.tanh());
        Output { policy: logits, value: 1.0 / (1.0 + (-won).exp()), lead: POINTS * lead, ownership }
    }
}

/// The cell of a point.
#[inline(always)]
fn cell(size: usize, point: usize) -> usize {
    (point / size + 1) * (size + 2) + point % size + 1
}

/// The greater of two numbers. [`f32::max`] asks whether either is none, which is a call of its own for WebAssembly.
#[inline(always)]
fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two numbers.
#[inline(always)]
fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Adds a row of weights so many times.
#[inline(always)]
fn add<const N: usize>(sums: &mut [f32; N], times: f32, weights: &[f32; N]) {
    for number in 0..N {
        sums[number] += times * weights[number];
    }
}

/// Numbers weighed and added up: as many sums at a time as registers of every processor hold, then these.
#[inline(always)]
fn weigh<const N: usize>(numbers: &[f32; N], weights: &[f32; N]) -> f32 {
    const SUMS: usize = 8;
    let mut products = [0.0; N];
    for number in 0..N {
        products[number] = numbers[number] * weights[number];
    }
    let mut sums = [0.0; SUMS];
    for products in products.as_chunks::<SUMS>().0 {
        for sum in 0..SUMS {
            sums[sum] += products[sum];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// What rounds a number below it to a whole one, which the low bits are then.
const ROUNDING: f32 = 8_388_608.0;

/// From the sums of a convolution to its outputs: in floats if they are `KEPT`, after adding what is there from `before` if it
/// `ADDS`, and in bytes of the scale that is read next.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the parts of a layer, each from a place of its own")]
fn activate<const ADDS: bool, const KEPT: bool>(
    size: usize,
    sums: &[Sums],
    scales: &Channels,
    bias: &Channels,
    before: &[Channels],
    numbers: &mut [Channels],
    bytes: &mut [Cell],
    scale: f32,
) {
    let (width, inverse) = (size + 2, 1.0 / scale);
    for row in 0..size {
        let first = (row + 1) * width + 1;
        let sums = &sums[row * width..][..size];
        let before = &before[first..][..size];
        let numbers = &mut numbers[first..][..size];
        let bytes = &mut bytes[first..][..size];
        for point in 0..size {
            for channel in 0..CHANNELS {
                let mut number = sums[point][channel] as f32 * scales[channel] + bias[channel];
                if ADDS {
                    number += before[point][channel];
                }
                number = max(number, 0.0);
                if KEPT {
                    numbers[point][channel] = number;
                }
                bytes[point][channel] = (min(number * inverse, 127.0) + ROUNDING).to_bits() as u8;
            }
        }
    }
}

/// The mean and then the greatest of each channel over the board.
#[inline(always)]
fn pool_bytes(size: usize, bytes: &[Cell], scale: f32) -> [f32; 2 * CHANNELS] {
    let (mut sum, mut greatest) = ([0_u32; CHANNELS], [0_u8; CHANNELS]);
    for row in 1..=size {
        for cell in &bytes[row * (size + 2) + 1..][..size] {
            for channel in 0..CHANNELS {
                sum[channel] += u32::from(cell[channel]);
                greatest[channel] = greatest[channel].max(cell[channel]);
            }
        }
    }
    let mut pooled = [0.0; 2 * CHANNELS];
    for channel in 0..CHANNELS {
        pooled[channel] = sum[channel] as f32 * scale / (size * size) as f32;
        pooled[CHANNELS + channel] = f32::from(greatest[channel]) * scale;
    }
    pooled
}
