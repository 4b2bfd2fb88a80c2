//! A network from games. What is needed to go on after a kill is kept at every stage.

use crate::game::{Data, LayeredGame, Target, Training, read_kept};
use crate::games_file;
use crate::run::{bar, threads};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use wanqi_search::Stop;
use wanqi_train::learner::write_whole;
use wanqi_train::network_games::Record;
use wanqi_train::trainer::{Parameters, Schedule, Trainer, shuffled};

#[derive(Args)]
pub struct Train<G: LayeredGame> {
    /// The files of games
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the network; what is needed to go on is kept beside it
    #[arg(long)]
    out: PathBuf,
    /// A network trained before, by the file that its training keeps (`NAME.training`) or, but for Go, by its own
    /// (`NAME.nn`), to begin with instead of none
    #[arg(long)]
    after: Option<PathBuf>,
    /// How often every position is looked at
    #[arg(long, default_value = G::TRAINING.epochs)]
    epochs: u32,
    /// How many of all positions, each in all ways to see it, such a look is at, from 0 to 1
    #[arg(long, default_value_t = 1.0)]
    part: f64,
    /// The step's size at the beginning and at the end; in between it falls by the same part each step
    #[arg(long, num_args = 2, default_values = G::TRAINING.rate)]
    rate: Vec<f32>,
    /// Positions of a step
    #[arg(long, default_value_t = 1024)]
    batch: usize,
    /// How much of the target is the search's score, from 0 to 1; the rest is how the game ended
    #[arg(long, default_value = G::TRAINING.scores)]
    scores: f32,
    /// The lead that multiplies the odds by e
    #[arg(long, default_value = G::TRAINING.scale)]
    scale: u16,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out. The network is the same for any number
    #[arg(long)]
    threads: Option<usize>,
    #[arg(skip)]
    game: PhantomData<G>,
}

/// One game of a file in so many is held out, to tell how well the network predicts.
const HOLD_OUT: u32 = 20;

impl<G: LayeredGame> Training for Train<G> {
    fn run(&self, stop: &Stop) -> Result<()> {
        ensure!(self.batch > 0, "a step is of one position at least");
        ensure!(self.part > 0.0 && self.part <= 1.0, "a part is above 0, and 1 at most");
        let mut data = G::Data::new(Target { scores: self.scores, scale: self.scale.into() });
        let (mut learned, mut held_out, mut positions) = (Vec::new(), Vec::new(), 0);
        for path in &self.data {
            let mut game = 0_u32;
            games_file::each(path, G::NAME, |record: G::Record| {
                let numbers = positions..positions + G::VIEWS * record.positions() as u32;
                positions = numbers.end;
                let of_game = if game.is_multiple_of(HOLD_OUT) { &mut held_out } else { &mut learned };
                of_game.extend(numbers);
                game += 1;
                data.add(&record)
            })?;
        }
        ensure!(!held_out.is_empty() && !learned.is_empty(), "there are too few positions to learn from");
        let count = |examples: &[u32]| examples.len() / G::VIEWS as usize;
        eprintln!("{} positions, {} held out", count(&learned), count(&held_out));
        let mut trainer = Trainer::new(G::network(), self.seed);
        let threads = threads(self.threads);
        let rates = [self.rate[0], self.rate[1]];
        let schedule = Schedule { epochs: self.epochs, batch: self.batch, rates, threads };
        for epoch in self.begin(&mut trainer)?..self.epochs {
            let mut order = shuffled(learned.clone(), self.seed.wrapping_add(1 + u64::from(epoch)));
            order.truncate((order.len() as f64 * self.part).ceil() as usize);
            let progress = bar(order.len().div_ceil(self.batch) as u64, "steps");
            let tick = &mut || progress.inc(1);
            let Some(loss) = schedule.epoch(&mut trainer, &data, epoch, &order, stop, tick) else {
                // The epoch is begun again.
                return Ok(());
            };
            progress.finish_and_clear();
            let of_held_out = trainer.loss(&data, &held_out, threads);
            eprintln!("epoch {}: loss {loss:.5}, of games held out {of_held_out:.5}", epoch + 1);
            keep(&trainer, &self.out, epoch + 1)?;
            // A network at every stage, to look at while the rest is learned.
            self.write(&trainer, &data)?;
        }
        self.write(&trainer, &data)?;
        eprintln!("{} after {} epochs", self.out.display(), self.epochs);
        Ok(())
    }
}

impl<G: LayeredGame> Train<G> {
    /// The epoch to begin with: where the training was left, if it was.
    fn begin(&self, trainer: &mut Trainer<G::Network>) -> Result<u32> {
        let path = kept(&self.out);
        if path.exists() {
            return restore(trainer, &path).context("remove it to begin anew");
        }
        if let Some(path) = &self.after {
            Self::begin_after(trainer, path)?;
        }
        Ok(0)
    }

    fn begin_after(trainer: &mut Trainer<G::Network>, path: &Path) -> Result<()> {
        if path.extension().is_none_or(|extension| extension != "nn") {
            restore(trainer, path)?;
            return Ok(());
        }
        let bytes = read_kept(path)?;
        let parameters = G::parameters(&bytes).with_context(|| {
            format!("{} goes on from what a training keeps, {}", G::NAME, kept(path).display())
        })?;
        trainer.begin_with(parameters.with_context(|| path.display().to_string())?);
        Ok(())
    }

    fn write(&self, trainer: &Trainer<G::Network>, data: &G::Data) -> Result<()> {
        let bytes = G::file(trainer, data, self.scale)?;
        write_whole(&self.out, &bytes).with_context(|| format!("cannot write {}", self.out.display()))
    }
}

fn kept(out: &Path) -> PathBuf {
    out.with_extension("training")
}

/// Reads what a training has kept: its last epoch.
fn restore<N: Parameters>(trainer: &mut Trainer<N>, path: &Path) -> Result<u32> {
    let bytes = read_kept(path)?;
    let read = bytes.split_first_chunk::<4>().and_then(|(epoch, rest)| {
        trainer.restore(rest)?;
        Some(u32::from_le_bytes(*epoch))
    });
    read.with_context(|| format!("{} is not of this network", path.display()))
}

/// Keeps what is needed to go on.
fn keep<N: Parameters>(trainer: &Trainer<N>, out: &Path, epoch: u32) -> Result<()> {
    let mut bytes = epoch.to_le_bytes().to_vec();
    bytes.extend(trainer.to_bytes());
    let kept = kept(out);
    write_whole(&kept, &bytes).with_context(|| format!("cannot write {}", kept.display()))
}
