//! The course of a training: random batches, steps that become smaller, and what is kept to go on after a kill.

use super::{bar, threads};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use wanqi_search::Stop;
use wanqi_train::perspective_network::shuffled;

/// How long and how fast to learn
#[derive(Args)]
pub struct Schedule {
    /// Positions of a step
    #[arg(long, default_value_t = 1024)]
    batch: usize,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; all there are if left out. The network is the same for any number
    #[arg(long)]
    threads: Option<usize>,
}

/// What learns.
pub trait Trainable {
    /// Learns from a batch, and returns its loss before.
    fn step(&mut self, batch: &[u32], rate: f32, threads: usize) -> f64;
    /// The mean loss.
    fn loss(&self, indices: &[u32], threads: usize) -> f64;
    /// All of it, to go on later.
    fn to_bytes(&self) -> Vec<u8>;
    /// Goes on from such bytes; `None` if they are of another network.
    fn restore(&mut self, bytes: &[u8]) -> Option<()>;
    /// Writes the network as far as it is trained.
    fn write(&self, out: &Path) -> Result<()>;
}

/// One game in so many is held out, to tell how well the network predicts.
const HOLD_OUT: u32 = 20;

impl Schedule {
    /// Learns from positions, given by the numbers of the games that they are from, for so many epochs; the step's size falls
    /// from the first rate to the second, by the same part each step. What is needed to go on is kept beside `out`.
    pub fn run(
        &self,
        learner: &mut impl Trainable,
        games: &[u32],
        epochs: u32,
        rate: [f32; 2],
        out: &Path,
        stop: &Stop,
    ) -> Result<()> {
        let (held_out, learned): (Vec<u32>, Vec<u32>) =
            (0..games.len() as u32).partition(|&i| games[i as usize].is_multiple_of(HOLD_OUT));
        ensure!(!held_out.is_empty() && !learned.is_empty(), "there are too few positions to learn from");
        eprintln!("{} positions, {} held out", learned.len(), held_out.len());
        let (first, threads) = (begin(learner, out)?, threads(self.threads));
        let steps = learned.len().div_ceil(self.batch);
        for epoch in first..epochs {
            let progress = bar(steps as u64, "steps");
            let order = shuffled(learned.len() as u32, self.seed.wrapping_add(1 + u64::from(epoch)));
            let order: Vec<u32> = order.into_iter().map(|place| learned[place as usize]).collect();
            let mut loss = 0.0;
            for (step, batch) in order.chunks(self.batch).enumerate() {
                if stop.is_stopped() {
                    // The epoch is begun again.
                    return Ok(());
                }
                let part = (epoch as usize * steps + step) as f32 / (epochs as usize * steps) as f32;
                let rate = rate[0] * (rate[1] / rate[0]).powf(part);
                loss += learner.step(batch, rate, threads) * batch.len() as f64;
                progress.inc(1);
            }
            progress.finish_and_clear();
            eprintln!(
                "epoch {}: loss {:.5}, of games held out {:.5}",
                epoch + 1,
                loss / learned.len() as f64,
                learner.loss(&held_out, threads)
            );
            keep(learner, out, epoch + 1)?;
            // A network at every stage, to look at while the rest is learned.
            learner.write(out)?;
        }
        learner.write(out)?;
        eprintln!("{} after {epochs} epochs", out.display());
        Ok(())
    }
}

fn kept(out: &Path) -> PathBuf {
    out.with_extension("training")
}

/// The epoch to begin with: where the learner was left, if it was.
fn begin(learner: &mut impl Trainable, out: &Path) -> Result<u32> {
    let path = kept(out);
    if !path.exists() {
        return Ok(0);
    }
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let read = bytes.split_first_chunk::<4>().and_then(|(epoch, rest)| {
        learner.restore(rest)?;
        Some(u32::from_le_bytes(*epoch))
    });
    read.with_context(|| format!("{} is not of this network: remove it to begin anew", path.display()))
}

/// Keeps what is needed to go on. A new file takes the old one's place, so that a kill leaves one of them.
fn keep(learner: &impl Trainable, out: &Path, epoch: u32) -> Result<()> {
    let mut bytes = epoch.to_le_bytes().to_vec();
    bytes.extend(learner.to_bytes());
    let new = out.with_extension("new");
    std::fs::write(&new, bytes)?;
    Ok(std::fs::rename(new, kept(out))?)
}
