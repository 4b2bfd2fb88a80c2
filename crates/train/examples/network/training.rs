//! A network from records.

use crate::common::training_loop::{Schedule, Trainable};
use crate::record::{self, Record};
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};
use wanqi_eval::chess::Network;
use wanqi_eval::chess::network::features::{INPUTS, PHASES};
use wanqi_eval::chess::network::{
    HIDDEN, MAX_OUTPUT_WEIGHT, Output, QUANTISATION_HIDDEN, QUANTISATION_OUTPUT, Weights,
};
use wanqi_search::Stop;
use wanqi_train::perspective_network::{Example, Examples, Shape, Trainer, sigmoid};

#[derive(Args)]
pub struct Train {
    /// The files of positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the network; what is needed to go on is kept beside it
    #[arg(long)]
    out: PathBuf,
    /// How often every position is looked at
    #[arg(long, default_value_t = 7)]
    epochs: u32,
    /// The step's size at the beginning and at the end; in between it falls by the same part each step
    #[arg(long, num_args = 2, default_values_t = [0.001, 0.00001])]
    rate: Vec<f32>,
    /// How much of the target is the search's score, from 0 to 1; the rest is how the game ended
    #[arg(long, default_value_t = 0.9)]
    scores: f32,
    /// The lead, in hundredths of a pawn, that multiplies the odds by e
    #[arg(long, default_value_t = 400)]
    scale: i32,
    #[command(flatten)]
    schedule: Schedule,
}

pub const SHAPE: Shape = Shape { inputs: INPUTS, hidden: HIDDEN, outputs: PHASES };

struct Data {
    records: Vec<Record>,
    scores: f32,
    scale: f32,
}

impl Examples for Data {
    fn load(&self, index: u32, inputs: &mut [Vec<u32>; 2]) -> Example {
        let record = &self.records[index as usize];
        record.inputs(inputs);
        let said = sigmoid(f32::from(record.score) / self.scale);
        let target = self.scores * said + (1.0 - self.scores) * record.result();
        Example::new(record.phase(), target)
    }
}

/// A network that learns from them.
struct Learning {
    trainer: Trainer,
    data: Data,
    scale: i32,
}

impl Trainable for Learning {
    fn step(&mut self, batch: &[u32], rate: f32, threads: usize) -> f64 {
        self.trainer.step(&self.data, batch, rate, threads)
    }

    fn loss(&self, indices: &[u32], threads: usize) -> f64 {
        self.trainer.loss(&self.data, indices, threads)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.trainer.to_bytes()
    }

    fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        self.trainer = Trainer::from_bytes(SHAPE, bytes)?;
        Some(())
    }

    fn write(&self, out: &Path) -> Result<()> {
        let bytes = quantised(&self.trainer, self.scale)?.to_bytes();
        std::fs::write(out, bytes).with_context(|| format!("cannot write {}", out.display()))
    }
}

impl Train {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let mut data = Data { records: Vec::new(), scores: self.scores, scale: self.scale as f32 };
        for path in &self.data {
            data.records.extend(record::read(path)?);
        }
        let games: Vec<u32> = data.records.iter().map(|record| record.game).collect();
        let trainer = Trainer::new(SHAPE, self.schedule.seed);
        let mut learning = Learning { trainer, data, scale: self.scale };
        let rate = [self.rate[0], self.rate[1]];
        self.schedule.run(&mut learning, &games, self.epochs, rate, &self.out, stop)
    }
}

/// The network in integers.
pub fn quantised(trainer: &Trainer, scale: i32) -> Result<Network> {
    let one = [f32::from(QUANTISATION_HIDDEN), f32::from(QUANTISATION_OUTPUT)];
    let mut values = trainer.parameters.iter();
    let mut row = |one: f32, most: i16| {
        let mut row = [0; HIDDEN];
        for (place, value) in row.iter_mut().zip(&mut values) {
            *place = ((value * one).round() as i16).clamp(-most, most);
        }
        row
    };
    let inputs = (0..INPUTS).map(|_| row(one[0], i16::MAX)).collect();
    let bias = row(one[0], i16::MAX);
    let mut outputs = [(); PHASES]
        .map(|()| Output { sums: [row(one[1], MAX_OUTPUT_WEIGHT), row(one[1], MAX_OUTPUT_WEIGHT)], bias: 0 });
    for (output, bias) in outputs.iter_mut().zip(values) {
        output.bias = (bias * one[0] * one[1]).round() as i32;
    }
    Ok(Network::new(Weights { inputs, bias, outputs, scale })?)
}
