//! A network from records.

use crate::record::{self, Record};
use crate::{bar, threads};
use anyhow::{Context, Result, ensure};
use clap::Args;
use eval::chess::Network;
use eval::chess::network::features::{INPUTS, PHASES};
use eval::chess::network::{HIDDEN, MOST_OUTPUT, ONE_HIDDEN, ONE_OUTPUT, Output, Weights};
use search::Stop;
use std::path::PathBuf;
use train::network::{Example, Examples, Shape, Trainer, chance, shuffled};

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
    /// Positions of a step
    #[arg(long, default_value_t = 1024)]
    batch: usize,
    /// The step's size at the beginning and at the end; in between it falls by the same part each step
    #[arg(long, num_args = 2, default_values_t = [0.001, 0.00001])]
    rate: Vec<f32>,
    /// How much of the aim is the search's score, from 0 to 1; the rest is how the game ended
    #[arg(long, default_value_t = 0.9)]
    scores: f32,
    /// The lead, in hundredths of a pawn, that multiplies the odds by e
    #[arg(long, default_value_t = 400)]
    scale: i32,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out. The network is the same for any number
    #[arg(long)]
    threads: Option<usize>,
}

/// One game in so many is held out, to tell how well the network predicts.
const HOLD_OUT: u32 = 20;
pub const SHAPE: Shape = Shape { inputs: INPUTS, hidden: HIDDEN, outputs: PHASES };

struct Data {
    records: Vec<Record>,
    scores: f32,
    scale: f32,
}

impl Examples for Data {
    fn load(&self, index: u32, inputs: &mut [Vec<u16>; 2]) -> Example {
        let record = &self.records[index as usize];
        record.inputs(inputs);
        let said = chance(f32::from(record.score) / self.scale);
        let aim = self.scores * said + (1.0 - self.scores) * record.result();
        Example { output: record.phase(), aim }
    }
}

impl Train {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let mut data = Data { records: Vec::new(), scores: self.scores, scale: self.scale as f32 };
        for path in &self.data {
            data.records.extend(record::read(path)?);
        }
        let (held_out, learnt): (Vec<u32>, Vec<u32>) = (0..data.records.len() as u32)
            .partition(|&i| data.records[i as usize].game.is_multiple_of(HOLD_OUT));
        ensure!(!held_out.is_empty() && !learnt.is_empty(), "there are too few positions to learn from");
        eprintln!("{} positions, {} held out", learnt.len(), held_out.len());

        let (mut trainer, first) = self.begin()?;
        let threads = threads(self.threads);
        let steps = learnt.len().div_ceil(self.batch);
        for epoch in first..self.epochs {
            if stop.is_stopped() {
                return Ok(());
            }
            let progress = bar(steps as u64, "steps");
            let order = shuffled(learnt.len() as u32, self.seed.wrapping_add(1 + u64::from(epoch)));
            let order: Vec<u32> = order.into_iter().map(|place| learnt[place as usize]).collect();
            let mut loss = 0.0;
            for (step, batch) in order.chunks(self.batch).enumerate() {
                if stop.is_stopped() {
                    // The epoch is begun again.
                    return Ok(());
                }
                let part = (epoch as usize * steps + step) as f32 / (self.epochs as usize * steps) as f32;
                let rate = self.rate[0] * (self.rate[1] / self.rate[0]).powf(part);
                loss += trainer.step(&data, batch, rate, threads) * batch.len() as f64;
                progress.inc(1);
            }
            progress.finish_and_clear();
            eprintln!(
                "epoch {}: loss {:.5}, of games held out {:.5}",
                epoch + 1,
                loss / learnt.len() as f64,
                trainer.loss(&data, &held_out, threads)
            );
            self.keep(&trainer, epoch + 1)?;
            // A network at every stage, to look at while the rest is learnt.
            std::fs::write(&self.out, quantised(&trainer, self.scale)?.to_bytes())?;
        }
        let network = quantised(&trainer, self.scale)?;
        std::fs::write(&self.out, network.to_bytes())?;
        eprintln!("{} after {} epochs", self.out.display(), self.epochs);
        Ok(())
    }

    fn kept(&self) -> PathBuf {
        self.out.with_extension("training")
    }

    /// A trainer, and the epoch to begin with: where it was left, if it was.
    fn begin(&self) -> Result<(Trainer, u32)> {
        let path = self.kept();
        if !path.exists() {
            return Ok((Trainer::new(SHAPE, self.seed), 0));
        }
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let read = bytes
            .split_first_chunk::<4>()
            .and_then(|(epoch, rest)| Some((Trainer::from_bytes(SHAPE, rest)?, u32::from_le_bytes(*epoch))));
        read.with_context(|| format!("{} is not of this network: remove it to begin anew", path.display()))
    }

    /// Keeps what is needed to go on. A new file takes the old one's place, so that a kill leaves one of them.
    fn keep(&self, trainer: &Trainer, epoch: u32) -> Result<()> {
        let mut bytes = epoch.to_le_bytes().to_vec();
        bytes.extend(trainer.to_bytes());
        let new = self.out.with_extension("new");
        std::fs::write(&new, bytes)?;
        Ok(std::fs::rename(new, self.kept())?)
    }
}

/// The network in integers.
pub fn quantised(trainer: &Trainer, scale: i32) -> Result<Network> {
    let one = [f32::from(ONE_HIDDEN), f32::from(ONE_OUTPUT)];
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
    let mut outputs =
        [(); PHASES].map(|()| Output { sums: [row(one[1], MOST_OUTPUT), row(one[1], MOST_OUTPUT)], bias: 0 });
    for (output, bias) in outputs.iter_mut().zip(values) {
        output.bias = (bias * one[0] * one[1]).round() as i32;
    }
    Ok(Network::new(Weights { inputs, bias, outputs, scale })?)
}
