//! A network from the positions of a pool.

use super::pool::{Pool, Sample};
use crate::perspective_network::Shape;
use crate::trainer::{Example, Examples, Schedule, Trainer, shuffled, sigmoid};
use wanqi_eval::learnt::{
    LANES, Layout, MAX_QUANTISATION, Network, QUANTISATION_OUTPUT, Windows, worst_sums,
};
use wanqi_game::random;
use wanqi_search::Stop;

/// How a network is trained.
#[derive(Clone, PartialEq, Debug)]
pub struct FitOptions {
    /// Sums a side; if it is not said, as many as the positions can teach ([`width_for`]).
    pub width: Option<usize>,
    /// How much of the target is how the game ended, for positions of games; the rest is the search's score.
    pub result: f32,
    /// Whether it is added to what is known without it.
    pub corrects: bool,
    /// Whether places are looked at together, where a game has windows.
    pub windows: bool,
    /// Whether the games of generation 0 that have no scale were played at random. Then nothing but how they ended is
    /// learnt from, and as soon as there are as many positions of better games they are left out.
    pub random_games: bool,
    /// The lead that multiplies the odds by *e* in what a network says that corrects nothing: a search whose margins are in
    /// the units of another evaluation wants these.
    pub scale: i32,
    /// The most positions that are looked at, the newest; more would not fit into memory and time.
    pub most: usize,
    /// Seed of the first weights and of the order.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for FitOptions {
    fn default() -> Self {
        FitOptions {
            width: None,
            result: 0.2,
            corrects: false,
            windows: false,
            random_games: false,
            scale: SCALE as i32,
            most: 16_000_000,
            seed: 1,
            threads: 1,
        }
    }
}

/// How far the training is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitProgress {
    /// Passes over all positions, so far.
    pub epoch: u32,
    /// Passes in all.
    pub of: u32,
    /// The mean squared error of the probabilities on positions that were held out.
    pub loss: f64,
}

/// The widths of networks, and from how many positions on each is taken: a wider one wins more than the time that it costs once
/// there is enough to learn from (docs/experiments/learning.md, "Wider networks with millions of positions").
const WIDTHS: [(usize, usize); 3] = [(0, 32), (2_000_000, 64), (8_000_000, 128)];
/// The most bytes that the contents of all positions looked at may take.
const MAX_CONTENTS: usize = 3 << 29;

/// The width of a network that learns from so many positions.
pub fn width_for(positions: usize) -> usize {
    let wide_enough = WIDTHS.iter().rev().find(|&&(from, _)| positions >= from);
    wide_enough.map_or(WIDTHS[0].1, |&(_, width)| width)
}

/// Positions of a batch: what Adam takes a step by.
const BATCH: usize = 256;
/// One game of so many is held out.
const HELD_OUT: usize = 20;
/// Positions looked at in all, where there are fewer again and again.
const LOOKS: usize = 4_000_000;
/// The size of the first and of the last step.
const RATES: [f32; 2] = [0.003, 0.000_05];
/// A score beyond so many times the scale is no surer.
const MAX_LOGIT: f32 = 6.0;
/// The lead that is taken to multiply the odds by *e*, of evaluations that follow from rules and of networks. What leads are
/// worth before anything has been learnt is not known, and need not be.
const SCALE: f32 = 200.0;
/// If fewer positions than this part are quiet, tactical moves are what the game is made of.
const QUIET_SHARE: f64 = 0.25;

/// The network that predicts the positions of the pool best; `None` if it was stopped, or there is nothing to learn from.
/// Told the same, it is the same on any number of threads.
pub fn fit(
    pool: &Pool,
    layout: &Layout,
    options: &FitOptions,
    stop: &Stop,
    progress: &mut dyn FnMut(FitProgress),
) -> Option<(Network, f64)> {
    let width = options.width.unwrap_or_else(|| width_for(pool.positions())).next_multiple_of(LANES);
    let places_alone;
    let layout = if options.windows {
        layout
    } else {
        places_alone = layout.clone().with_windows(Windows::default());
        &places_alone
    };
    let mut data = Data::new(pool, layout, options);
    let (mut train, mut held_out) = (Vec::new(), Vec::new());
    for (index, position) in (0..).zip(&data.positions) {
        if position.game as usize % HELD_OUT == HELD_OUT - 1 {
            held_out.push(index)
        } else {
            train.push(index)
        }
    }
    if train.len() < 2 * layout.turnings.len().max(8) {
        return None;
    }
    let shape = Shape { inputs: layout.row_count, hidden: width, outputs: layout.phases };
    let mut trainer = Trainer::new(shape, options.seed);
    // Many windows are on at a time, which would push the sums beyond where they are clipped, and what is seldom on would stay
    // by chance what it was: they begin with nothing.
    trainer.parameters[layout.rows_of_places * width..layout.row_count * width].fill(0.0);
    let mut seen = vec![false; layout.row_count];
    let epochs = (LOOKS / train.len()).clamp(4, 16) as u32;
    let schedule = Schedule { epochs, batch: BATCH, rates: RATES, threads: options.threads };
    let mut loss = f64::NAN;
    for epoch in 0..epochs {
        data.turn = random::word(options.seed, u64::from(epoch));
        let order = shuffled(train.clone(), data.turn);
        schedule.epoch(&mut trainer, &data, epoch, &order, stop, &mut || {})?;
        data.mark_seen(&order, &mut seen);
        data.turn = 0;
        loss = trainer.loss(&data, &held_out, options.threads);
        progress(FitProgress { epoch: epoch + 1, of: epochs, loss });
    }
    Some((quantised(&trainer, layout, &seen, options), loss))
}

/// A position as it is looked at.
struct Position {
    /// Where its contents begin.
    contents: usize,
    first_to_move: bool,
    phase: u8,
    target: f32,
    offset: f32,
    /// Of which game of the pool, from its beginning.
    game: u32,
}

struct Data<'a> {
    layout: &'a Layout,
    contents: Vec<u8>,
    positions: Vec<Position>,
    /// What turning each position is looked at in depends on this; 0 for none.
    turn: u64,
}

impl<'a> Data<'a> {
    fn new(pool: &Pool, layout: &'a Layout, options: &FitOptions) -> Data<'a> {
        let quiet = pool.games.iter().flat_map(|game| &game.samples).filter(|sample| sample.quiet).count();
        let positions = pool.positions();
        let only_quiet = quiet as f64 >= QUIET_SHARE * positions as f64;
        let mut data = Data { layout, contents: Vec::new(), positions: Vec::new(), turn: 0 };
        for (index, game) in pool.games.iter().enumerate().rev() {
            if data.positions.len() >= options.most || data.contents.len() >= MAX_CONTENTS {
                break;
            }
            let is_random = options.random_games && game.generation == 0 && game.scale == 0.0;
            if is_random && data.positions.len() > positions / 2 {
                continue;
            }
            let scale = if game.scale > 0.0 { game.scale } else { SCALE };
            let part = if is_random { 1.0 } else { options.result };
            for sample in game.samples.iter().filter(|sample| sample.quiet || !only_quiet) {
                let logit = match sample.score {
                    Sample::WON => MAX_LOGIT,
                    score if score == -Sample::WON => -MAX_LOGIT,
                    score => (f32::from(score) / scale).clamp(-MAX_LOGIT, MAX_LOGIT),
                };
                let said = sigmoid(logit);
                let target = if sample.aside {
                    said
                } else {
                    part * result(game.half_points, sample) + (1.0 - part) * said
                };
                let offset = if options.corrects { f32::from(sample.base) / SCALE } else { 0.0 };
                data.positions.push(Position {
                    contents: data.contents.len(),
                    first_to_move: sample.first_to_move,
                    phase: sample.phase.min(layout.phases as u8 - 1),
                    target,
                    offset,
                    game: index as u32,
                });
                data.contents.extend(&sample.contents);
            }
        }
        data
    }

    /// Which rows some position has switched on.
    fn mark_seen(&self, order: &[u32], seen: &mut [bool]) {
        let mut inputs = [Vec::new(), Vec::new()];
        for &index in order {
            self.load(index, &mut inputs);
            inputs.iter().flatten().for_each(|&row| seen[row as usize] = true);
        }
    }
}

impl Examples<Shape> for Data<'_> {
    fn load(&self, index: u32, inputs: &mut [Vec<u32>; 2]) -> Example {
        let position = &self.positions[index as usize];
        let contents = &self.contents[position.contents..][..self.layout.places()];
        let turnings = &self.layout.turnings;
        let mut turned = [0; 2048];
        let contents = match random::word(self.turn, u64::from(index)) as usize % (turnings.len() + 1) {
            turning if self.turn != 0 && turning > 0 && contents.len() <= turned.len() => {
                for (&content, &to) in contents.iter().zip(&turnings[turning - 1]) {
                    turned[usize::from(to)] = content;
                }
                &turned[..contents.len()]
            }
            _ => contents,
        };
        let mover = usize::from(!position.first_to_move);
        for (rows, side) in inputs.iter_mut().zip([mover, 1 - mover]) {
            rows.clear();
            self.layout.each_row(side, contents, |row| rows.push(row));
        }
        let Position { target, offset, phase, .. } = *position;
        Example { output: phase.into(), target, weight: 1.0, offset }
    }
}

/// How a game ended for the side to move, 0 to 1.
fn result(half_points: u8, sample: &Sample) -> f32 {
    let first = f32::from(half_points) / 2.0;
    if sample.first_to_move { first } else { 1.0 - first }
}

/// The network in integers. Rows that nothing has switched on say nothing; the unit is as fine as the worst sums allow.
fn quantised(trainer: &Trainer<Shape>, layout: &Layout, seen: &[bool], options: &FitOptions) -> Network {
    let Shape { hidden: width, outputs, .. } = trainer.network;
    let (rows, rest) = trainer.parameters.split_at(layout.row_count * width);
    let (bias, rest) = rest.split_at(width);
    let (weights, output_bias) = rest.split_at(2 * width * outputs);
    let row = |row: usize| {
        let of_row = &rows[row * width..][..width];
        of_row.iter().map(move |&weight| if seen[row] { f64::from(weight) } else { 0.0 })
    };
    let worst = worst_sums(layout, true, width, row);
    let most = worst.iter().zip(bias).map(|(sum, &bias)| sum + f64::from(bias).abs()).fold(1.0, f64::max);
    // Rounding may add half a unit a place.
    let room = f64::from(i16::MAX) - 0.5 * (layout.places() + layout.windows.len() + 2) as f64;
    let one = (room / most).floor().clamp(1.0, f64::from(MAX_QUANTISATION));
    let integer = |value: f64, one: f64| (value * one).round() as i16;
    let most_output = (i32::from(i16::MAX) / one as i32) as i16;
    let to_output = |&weight: &f32| {
        integer(weight.into(), f64::from(QUANTISATION_OUTPUT)).clamp(-most_output, most_output)
    };
    Network {
        width,
        one: one as i16,
        rows: (0..layout.row_count).flat_map(row).map(|weight| integer(weight, one)).collect(),
        bias: bias.iter().map(|&bias| integer(bias.into(), one)).collect(),
        outputs: weights
            .chunks_exact(2 * width)
            .map(|output| output.iter().map(to_output).collect())
            .collect(),
        output_bias: output_bias
            .iter()
            .map(|&bias| (f64::from(bias) * one * f64::from(QUANTISATION_OUTPUT)).round() as i32)
            .collect(),
        scale: if options.corrects { SCALE as i32 } else { options.scale },
        corrects: options.corrects,
        margin: 0,
        policy: None,
    }
}
