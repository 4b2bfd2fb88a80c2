//! A network from records.

use crate::record;
use crate::{bar, threads};
use anyhow::{Context, Result, ensure};
use clap::Args;
use eval::gomoku::network::{HIDDEN, INPUTS, MIDDLE, MOST_OF_ROW, NOTHING, ONE, ONE_MIDDLE, Weights, inputs};
use eval::gomoku::{Lines, Network};
use game::{Game, Side};
use search::{Evaluator, Stop};
use std::path::PathBuf;
use train::network::{chance, shuffled};
use train::pooled::{Example, Examples, Input, Trainer};

#[derive(Args)]
pub struct Train {
    /// The files of games
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the network; what is needed to go on is kept beside it
    #[arg(long)]
    out: PathBuf,
    /// How often every position is looked at
    #[arg(long, default_value_t = 6)]
    epochs: u32,
    /// Positions of a step
    #[arg(long, default_value_t = 1024)]
    batch: usize,
    /// The step's size at the beginning and at the end; in between it falls by the same part each step
    #[arg(long, num_args = 2, default_values_t = [0.002, 0.00005])]
    rate: Vec<f32>,
    /// How much of the aim is the search's score, from 0 to 1; the rest is how the game ended
    #[arg(long, default_value_t = 0.5)]
    scores: f32,
    /// The lead that multiplies the odds by e
    #[arg(long, default_value_t = 270)]
    scale: u16,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out. The network is the same for any number
    #[arg(long)]
    threads: Option<usize>,
}

/// One game in so many is held out, to tell how well the network predicts.
const HOLD_OUT: u32 = 20;

pub type GomokuTrainer = Trainer<HIDDEN, MIDDLE>;

/// Positions as the network sees them.
#[derive(Default)]
pub struct Data {
    inputs: Vec<Input>,
    /// Where each position's inputs end.
    ends: Vec<usize>,
    examples: Vec<Example>,
    /// The game that each is from.
    games: Vec<u32>,
}

impl Examples for Data {
    fn load(&self, index: u32) -> (&[Input], Example) {
        let index = index as usize;
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        (&self.inputs[begin..self.ends[index]], self.examples[index])
    }
}

impl Data {
    /// Adds the quiet positions of a game.
    pub fn add(&mut self, record: &record::Record, game: u32, scores: f32, scale: f32) -> Result<()> {
        let (rules, lines) = (&record.game, Lines::default());
        let mut board = lines.state(rules, &rules.start());
        let mut points = Vec::new();
        record.each_position(|position, played, mv| {
            if let Some(score) = played.score {
                let side = rules.side_to_move(position);
                points.clear();
                for [first, second] in inputs(rules, &board).map(|rows| rows.map(|row| row as u16)) {
                    points.push(if side == Side::First { [first, second] } else { [second, first] });
                }
                points.sort_unstable();
                let alike = points.chunk_by(|one, other| one == other);
                self.inputs.extend(alike.map(|alike| Input { rows: alike[0], count: alike.len() as u16 }));
                self.ends.push(self.inputs.len());
                let said = chance(f32::from(score) / scale);
                let known = lines.evaluate(rules, &mut board, position) as f32 / scale;
                let aim = scores * said + (1.0 - scores) * record.result(side);
                self.examples.push(Example { known, aim });
                self.games.push(game);
            }
            let mut after = position.clone();
            rules.play(&mut after, mv);
            lines.push(rules, &mut board, position, mv, &after);
        })
    }
}

impl Train {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let (mut data, mut games) = (Data::default(), 0);
        for path in &self.data {
            for record in record::read(path)?.0 {
                data.add(&record, games, self.scores, self.scale.into())?;
                games += 1;
            }
        }
        let (held_out, learnt): (Vec<u32>, Vec<u32>) =
            (0..data.games.len() as u32).partition(|&i| data.games[i as usize].is_multiple_of(HOLD_OUT));
        ensure!(!held_out.is_empty() && !learnt.is_empty(), "there are too few positions to learn from");
        eprintln!("{} positions, {} held out", learnt.len(), held_out.len());

        let (mut trainer, first) = self.begin()?;
        let threads = threads(self.threads);
        let steps = learnt.len().div_ceil(self.batch);
        for epoch in first..self.epochs {
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
            self.write(&trainer)?;
        }
        self.write(&trainer)?;
        eprintln!("{} after {} epochs", self.out.display(), self.epochs);
        Ok(())
    }

    /// Writes the network as far as it is trained, if it can be used.
    fn write(&self, trainer: &GomokuTrainer) -> Result<()> {
        let weights = quantised(trainer, self.scale.into());
        let bytes = weights.to_bytes();
        Network::new(weights)?;
        std::fs::write(&self.out, bytes).with_context(|| format!("cannot write {}", self.out.display()))
    }

    fn kept(&self) -> PathBuf {
        self.out.with_extension("training")
    }

    /// A trainer, and the epoch to begin with: where it was left, if it was.
    fn begin(&self) -> Result<(GomokuTrainer, u32)> {
        let (path, new) = (self.kept(), GomokuTrainer::new(INPUTS, &NOTHING, self.seed));
        if !path.exists() {
            return Ok((new, 0));
        }
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let read = bytes
            .split_first_chunk::<4>()
            .and_then(|(epoch, rest)| Some((new.restored(rest)?, u32::from_le_bytes(*epoch))));
        read.with_context(|| format!("{} is not of this network: remove it to begin anew", path.display()))
    }

    /// Keeps what is needed to go on. A new file takes the old one's place, so that a kill leaves one of them.
    fn keep(&self, trainer: &GomokuTrainer, epoch: u32) -> Result<()> {
        let mut bytes = epoch.to_le_bytes().to_vec();
        bytes.extend(trainer.to_bytes());
        let new = self.out.with_extension("new");
        std::fs::write(&new, bytes)?;
        Ok(std::fs::rename(new, self.kept())?)
    }
}

/// The network with integers; rows of shapes that no game has shown say nothing.
pub fn quantised(trainer: &GomokuTrainer, scale: f32) -> Weights {
    let mut values = trainer.parameters.iter().copied();
    let mut value = || values.next().unwrap_or_default();
    let most = f32::from(MOST_OF_ROW);
    let mut row = |row| {
        let values = [(); HIDDEN].map(|()| (value() * ONE).round().clamp(-most, most) as i16);
        if trainer.is_learnt(row) { values } else { [0; HIDDEN] }
    };
    let rows = [0, INPUTS].map(|first| (first..first + INPUTS).map(&mut row).collect());
    // The trainer goes by sums, the network by what they come to.
    let mut middle = [[[0; HIDDEN]; 2]; MIDDLE];
    for place in 0..2 {
        for sum in 0..HIDDEN {
            middle.iter_mut().for_each(|number| number[place][sum] = (value() * ONE_MIDDLE).round() as i16);
        }
    }
    Weights {
        rows,
        middle,
        middle_bias: [(); MIDDLE].map(|()| (value() * ONE * ONE_MIDDLE).round() as i32),
        output: [(); MIDDLE].map(|()| value()),
        bias: value(),
        scale,
    }
}
