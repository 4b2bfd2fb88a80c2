//! The network of Go ([`wanqi_eval::go::network`]) as it learns: all layers in floats, forwards and backwards.
//!
//! Nothing is normalised on the way, so that an example teaches the same whatever is in the batch with it: blocks begin nearly as
//! if they were not there, as Zhang, Dauphin and Ma have it, *Fixup Initialization* (2019), <https://arxiv.org/abs/1901.09321>.

mod convolution;
mod heads;
mod layout;
mod processor;

use crate::trainer::Parameters;
use convolution::{Aligned, aligned, forward, rotated, weight_gradient};
use heads::Heads;
pub use heads::Losses;
use layout::{BlockLayout, ConvolutionLayout, Layout, Span};
use processor::Loops;
use std::array::from_fn;
use wanqi_eval::go::network::{BLOCKS, Block, CHANNELS, Convolution, GLOBALS, PLANES, Weights};

/// The planes and as many that are always nothing as loops want.
const INPUTS: usize = PLANES.next_multiple_of(4);

/// A number for each channel.
type Row = [f32; CHANNELS];
/// The numbers of a cell, and of all of them.
type Cell = Aligned<CHANNELS>;
type Cells = Vec<Cell>;

/// The layers.
#[derive(Clone, PartialEq, Debug)]
pub struct Tower {
    layout: Layout,
}

impl Default for Tower {
    fn default() -> Self {
        Tower { layout: Layout::new() }
    }
}

/// A position to learn from, turned as it is to be seen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Position {
    /// Lines of the board.
    pub size: usize,
    /// The bits of each point, and what is told of the whole board: [`wanqi_eval::go::network::Input`].
    pub points: Vec<u32>,
    /// What is told of the whole board.
    pub globals: [f32; GLOBALS],
    /// For each point, and then for a pass, how likely the move should be, all together 1.
    pub policy: Vec<f32>,
    /// The win probability.
    pub value: f32,
    /// By how many tens of points the side to move will be ahead.
    pub lead: f32,
    /// For each point whose it will be: 1 the side's to move, −1 the other's.
    pub ownership: Vec<f32>,
}

/// What the layers come to on the way, for the way back.
#[derive(Debug, Default)]
pub struct Activations {
    size: usize,
    input: Vec<Aligned<INPUTS>>,
    /// What the tower says at its beginning and after each block.
    tower: Vec<Cells>,
    /// What is between the two convolutions of each block, and the mean and the greatest of its channels.
    between: Vec<Cells>,
    pooled: Vec<[f32; 2 * CHANNELS]>,
    /// Gradients of what the tower says, and of what is between.
    gradients: [Cells; 2],
    sums: Cells,
}

impl Parameters for Tower {
    const CHUNK: usize = 16;
    const MAX_WEIGHT: f32 = 100.0;

    fn layers(&self) -> [usize; 3] {
        [PLANES, CHANNELS, BLOCKS]
    }

    fn parameters(&self) -> usize {
        self.layout.count()
    }

    fn initial(&self, parameter: usize, uniform: f32) -> f32 {
        self.layout.spread(parameter) * uniform
    }
}

impl Tower {
    /// The losses on a position. Adds the gradient of all of them, if there is a place for it.
    pub fn losses(
        &self,
        parameters: &[f32],
        position: &Position,
        activations: &mut Activations,
        gradient: Option<&mut [f32]>,
    ) -> Losses {
        processor::run(AllLayers { tower: self, parameters, position, activations, gradient })
    }

    #[inline(always)]
    fn losses_by_layers(
        &self,
        parameters: &[f32],
        position: &Position,
        activations: &mut Activations,
        gradient: Option<&mut [f32]>,
    ) -> Losses {
        self.forward(parameters, position, activations);
        let (size, layout) = (position.size, &self.layout);
        let Activations { input, tower, between, pooled, gradients: [back, back_between], sums, .. } =
            activations;
        let heads = Heads { layout: &layout.heads, parameters, size };
        let Some(gradient) = gradient else {
            return heads.losses(&tower[BLOCKS], position, None);
        };
        back.fill(Aligned([0.0; CHANNELS]));
        let losses = heads.losses(&tower[BLOCKS], position, Some((back, gradient)));
        for (number, block) in layout.blocks.iter().enumerate().rev() {
            let [first, second] = &block.convolutions;
            mask(back, &tower[number + 1]);
            // To what is between the convolutions, through the second of them and through the pools.
            let total = total(size, back);
            add_to(second.bias.of_mut(gradient), &total);
            weight_gradient(size, &between[number], back, rows_mut(second.weights.of_mut(gradient)));
            forward(size, back, &rotated(rows(second.weights.of(parameters))), back_between);
            let mut of_pooled = [0.0; 2 * CHANNELS];
            let weights = rows(block.pooled.of(parameters));
            for (place, row) in rows_mut(block.pooled.of_mut(gradient)).iter_mut().enumerate() {
                for channel in 0..CHANNELS {
                    row[channel] += pooled[number][place] * total[channel];
                    of_pooled[place] += weights[place][channel] * total[channel];
                }
            }
            unpool(size, &between[number], &pooled[number], &of_pooled, back_between);
            mask(back_between, &between[number]);
            // And to what the block was given, beside what goes past it.
            add_to(first.bias.of_mut(gradient), &self::total(size, back_between));
            weight_gradient(size, &tower[number], back_between, rows_mut(first.weights.of_mut(gradient)));
            forward(size, back_between, &rotated(rows(first.weights.of(parameters))), sums);
            for (back, sum) in back.iter_mut().zip(&*sums) {
                for channel in 0..CHANNELS {
                    back[channel] += sum[channel];
                }
            }
        }
        mask(back, &tower[0]);
        let total = total(size, back);
        add_to(layout.first.bias.of_mut(gradient), &total);
        for (row, &value) in rows_mut(layout.globals.of_mut(gradient)).iter_mut().zip(&position.globals) {
            for channel in 0..CHANNELS {
                row[channel] += value * total[channel];
            }
        }
        weight_gradient(size, input, back, rows_mut(layout.first.weights.of_mut(gradient)));
        losses
    }

    /// Fills the activations.
    #[inline(always)]
    fn forward(&self, parameters: &[f32], position: &Position, activations: &mut Activations) {
        let (size, layout) = (position.size, &self.layout);
        activations.make(size);
        let Activations { input, tower, between, pooled, sums, .. } = activations;
        for (point, &bits) in position.points.iter().enumerate() {
            input[cell(size, point)].0 = from_fn(|plane| (bits >> plane & 1) as f32);
        }
        let mut bias: Row = from_fn(|channel| layout.first.bias.of(parameters)[channel]);
        for (&value, row) in position.globals.iter().zip(rows(layout.globals.of(parameters))) {
            for channel in 0..CHANNELS {
                bias[channel] += value * row[channel];
            }
        }
        forward(size, input, &aligned(rows(layout.first.weights.of(parameters))), sums);
        rectify(size, sums, &bias, None, &mut tower[0]);
        for (number, block) in layout.blocks.iter().enumerate() {
            let [first, second] = &block.convolutions;
            forward(size, &tower[number], &aligned(rows(first.weights.of(parameters))), sums);
            let bias: Row = from_fn(|channel| first.bias.of(parameters)[channel]);
            rectify(size, sums, &bias, None, &mut between[number]);
            pooled[number] = pool(size, &between[number]);
            let mut bias: Row = from_fn(|channel| second.bias.of(parameters)[channel]);
            for (&value, row) in pooled[number].iter().zip(rows(block.pooled.of(parameters))) {
                for channel in 0..CHANNELS {
                    bias[channel] += value * row[channel];
                }
            }
            forward(size, &between[number], &aligned(rows(second.weights.of(parameters))), sums);
            let [given, said] = &mut tower[number..number + 2] else { unreachable!("one more than blocks") };
            rectify(size, sums, &bias, Some(given), said);
        }
    }

    /// The parameters of a network that plays, to learn on from it; its weights are bytes times scales.
    pub fn parameters_of(&self, weights: &Weights) -> Vec<f32> {
        let layout = &self.layout;
        let mut parameters = vec![0.0; layout.count()];
        let mut put = |of: &ConvolutionLayout, convolution: &Convolution, inputs: usize, scale: f32| {
            let places = rows_mut(of.weights.of_mut(&mut parameters)).chunks_exact_mut(inputs);
            let given = convolution.weights.chunks_exact(convolution.weights.len() / 9);
            for (row, weights) in places.zip(given).flat_map(|(places, given)| places.iter_mut().zip(given)) {
                *row = from_fn(|output| f32::from(weights[output]) * convolution.scales[output] / scale);
            }
            of.bias.of_mut(&mut parameters).copy_from_slice(&convolution.bias);
        };
        put(&layout.first, &weights.first, INPUTS, 1.0);
        for (block, layout) in weights.blocks.iter().zip(&layout.blocks) {
            for which in 0..2 {
                put(&layout.convolutions[which], &block.convolutions[which], CHANNELS, block.scales[which]);
            }
        }
        layout.globals.of_mut(&mut parameters).copy_from_slice(weights.globals.as_flattened());
        for (block, layout) in weights.blocks.iter().zip(&layout.blocks) {
            layout.pooled.of_mut(&mut parameters).copy_from_slice(block.pooled.as_flattened());
        }
        layout.heads.read(weights, &mut parameters);
        parameters
    }

    /// The network as it plays, by bytes. `seen` are positions that say how large what convolutions read is.
    pub fn weights(&self, parameters: &[f32], seen: &mut dyn Iterator<Item = Position>) -> Weights {
        let (mut activations, mut reach) = (Activations::default(), vec![[Vec::new(), Vec::new()]; BLOCKS]);
        for position in seen {
            self.forward(parameters, &position, &mut activations);
            let mut note = |number: usize, which: usize, cells: &[Cell]| {
                let numbers = cells.iter().flat_map(|cell| cell.0);
                reach[number][which].extend(numbers.filter(|&number| number > 0.0));
            };
            for number in 0..BLOCKS {
                note(number, 0, &activations.tower[number]);
                note(number, 1, &activations.between[number]);
            }
        }
        let layout = &self.layout;
        let bias = |span: &Span| -> Row { from_fn(|channel| span.of(parameters)[channel]) };
        let mut weights = Weights::none();
        let first = rows(layout.first.weights.of(parameters)).chunks_exact(INPUTS);
        let first: Vec<Row> = first.flat_map(|rows| rows[..PLANES].iter().copied()).collect();
        weights.first = Convolution::quantised(&first, bias(&layout.first.bias), 1.0);
        weights.globals.as_flattened_mut().copy_from_slice(layout.globals.of(parameters));
        for ((block, layout), reach) in weights.blocks.iter_mut().zip(&layout.blocks).zip(reach) {
            let BlockLayout { convolutions, pooled } = layout;
            let scales = reach.map(|mut numbers| scale(&mut numbers));
            *block = Block {
                convolutions: from_fn(|which| {
                    let of = &convolutions[which];
                    let rows = rows(of.weights.of(parameters));
                    Convolution::quantised(rows, bias(&of.bias), scales[which])
                }),
                scales,
                pooled: from_fn(|place| rows(pooled.of(parameters))[place]),
            };
        }
        layout.heads.write(parameters, &mut weights);
        weights
    }
}

/// [`Tower::losses`], whose own loops are compiled for the processor too.
struct AllLayers<'a> {
    tower: &'a Tower,
    parameters: &'a [f32],
    position: &'a Position,
    activations: &'a mut Activations,
    gradient: Option<&'a mut [f32]>,
}

impl Loops for AllLayers<'_> {
    type Outcome = Losses;

    #[inline(always)]
    fn run<const OUTPUTS: usize, const FUSED: bool>(self) -> Losses {
        let AllLayers { tower, parameters, position, activations, gradient } = self;
        tower.losses_by_layers(parameters, position, activations, gradient)
    }
}

/// The quantisation scale of numbers of which nearly none goes beyond 127 units.
fn scale(numbers: &mut [f32]) -> f32 {
    const WITHIN: f64 = 0.9995;
    if numbers.is_empty() {
        return 1.0;
    }
    let place = ((numbers.len() - 1) as f64 * WITHIN) as usize;
    let (_, &mut most, _) = numbers.select_nth_unstable_by(place, f32::total_cmp);
    (most / 127.0).max(1e-5)
}

impl Activations {
    fn make(&mut self, size: usize) {
        if self.size != size {
            let cells = (size + 2) * (size + 2);
            let new = || vec![Aligned([0.0; CHANNELS]); cells];
            *self = Activations {
                size,
                input: vec![Aligned([0.0; INPUTS]); cells],
                tower: (0..=BLOCKS).map(|_| new()).collect(),
                between: (0..BLOCKS).map(|_| new()).collect(),
                pooled: vec![[0.0; 2 * CHANNELS]; BLOCKS],
                gradients: [new(), new()],
                sums: new(),
            };
        }
    }
}

/// The cell of a point.
#[inline(always)]
fn cell(size: usize, point: usize) -> usize {
    (point / size + 1) * (size + 2) + point % size + 1
}

/// Parameters as rows.
#[inline(always)]
fn rows(parameters: &[f32]) -> &[Row] {
    parameters.as_chunks().0
}

#[inline(always)]
fn rows_mut(parameters: &mut [f32]) -> &mut [Row] {
    parameters.as_chunks_mut().0
}

/// The cells of the board, row by row.
fn on_board(size: usize, cells: &[Cell]) -> impl Iterator<Item = &Cell> {
    (1..=size).flat_map(move |row| &cells[row * (size + 2) + 1..][..size])
}

#[inline(always)]
fn add_to(sums: &mut [f32], numbers: &Row) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// The ReLU of sums, a bias, and what is `added`.
#[inline(always)]
fn rectify(size: usize, sums: &[Cell], bias: &Row, added: Option<&Cells>, said: &mut [Cell]) {
    for row in 1..=size {
        let row = row * (size + 2) + 1..(row + 1) * (size + 2) - 1;
        let cells = said[row.clone()].iter_mut().zip(&sums[row.clone()]);
        match added {
            None => {
                for (Aligned(said), Aligned(sums)) in cells {
                    for channel in 0..CHANNELS {
                        said[channel] = (sums[channel] + bias[channel]).max(0.0);
                    }
                }
            }
            Some(added) => {
                for ((Aligned(said), Aligned(sums)), Aligned(added)) in cells.zip(&added[row]) {
                    for channel in 0..CHANNELS {
                        said[channel] = (sums[channel] + bias[channel] + added[channel]).max(0.0);
                    }
                }
            }
        }
    }
}

/// Takes gradients away where the ReLU gave nothing, around the board as well.
#[inline(always)]
fn mask(gradients: &mut [Cell], said: &[Cell]) {
    for (Aligned(gradient), Aligned(said)) in gradients.iter_mut().zip(said) {
        for channel in 0..CHANNELS {
            gradient[channel] = if said[channel] > 0.0 { gradient[channel] } else { 0.0 };
        }
    }
}

#[inline(always)]
fn total(size: usize, gradients: &[Cell]) -> Row {
    let mut total = [0.0; CHANNELS];
    for cell in on_board(size, gradients) {
        for channel in 0..CHANNELS {
            total[channel] += cell[channel];
        }
    }
    total
}

/// The mean and then the greatest of each channel over the board.
#[inline(always)]
fn pool(size: usize, cells: &[Cell]) -> [f32; 2 * CHANNELS] {
    let mut pooled = [0.0_f32; 2 * CHANNELS];
    for cell in on_board(size, cells) {
        for channel in 0..CHANNELS {
            pooled[channel] += cell[channel];
            pooled[CHANNELS + channel] = pooled[CHANNELS + channel].max(cell[channel]);
        }
    }
    pooled[..CHANNELS].iter_mut().for_each(|sum| *sum /= (size * size) as f32);
    pooled
}

/// Leads the gradient of [`pool`] back; that of the greatest goes to the first one that is it.
#[inline(always)]
fn unpool(
    size: usize,
    cells: &[Cell],
    pooled: &[f32; 2 * CHANNELS],
    of_pooled: &[f32; 2 * CHANNELS],
    gradients: &mut [Cell],
) {
    let (mean, greatest) = of_pooled.split_at(CHANNELS);
    let mut left: Row = from_fn(|channel| greatest[channel]);
    let mean: Row = from_fn(|channel| mean[channel] / (size * size) as f32);
    let most: Row = from_fn(|channel| pooled[CHANNELS + channel]);
    for row in 1..=size {
        let row = row * (size + 2) + 1..(row + 1) * (size + 2) - 1;
        for (Aligned(gradient), Aligned(cell)) in gradients[row.clone()].iter_mut().zip(&cells[row]) {
            for channel in 0..CHANNELS {
                let is_greatest = cell[channel] == most[channel];
                gradient[channel] += mean[channel] + if is_greatest { left[channel] } else { 0.0 };
                left[channel] = if is_greatest { 0.0 } else { left[channel] };
            }
        }
    }
}
