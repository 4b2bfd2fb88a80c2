//! Weights of patterns from games.

use crate::game::{NetworkGame, Training};
use crate::games_file;
use crate::run::{bar, threads};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::PathBuf;
use std::sync::Mutex;
use wanqi_eval::othello::{Features, PHASES, Patterns, ROWS, features, phase};
use wanqi_search::Stop;
use wanqi_train::in_order;
use wanqi_train::least_squares::{Example, Schedule, fit};
use wanqi_train::network_games::othello::{Position, Record};

#[derive(Args)]
pub struct Fit {
    /// The files of games
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(long)]
    out: PathBuf,
    /// How often every position is looked at
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    /// The step's size at the beginning and at the end; in between it falls by the same part each epoch
    #[arg(long, num_args = 2, default_values_t = [0.006, 0.0005])]
    rate: Vec<f32>,
    /// How much of the target is the search's score, from 0 to 1; the rest is how the game ended
    #[arg(long, default_value_t = 0.97)]
    scores: f32,
    /// Positions with a lead of more discs are left out: they are decided, and seldom teach what close ones need
    #[arg(long, default_value_t = 32.0)]
    within: f32,
    /// The seed of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, each with the positions of a phase in memory; all there are if left out. The weights are the same for any
    /// number
    #[arg(long)]
    threads: Option<usize>,
}

/// One game of a file in so many is held out, to tell how well the weights predict.
const HOLD_OUT: u32 = 20;
/// A phase learns from positions with so many discs fewer or more too: what a pattern is worth changes slowly.
const BEYOND: u32 = 2;

impl Training for Fit {
    fn run(&self, stop: &Stop) -> Result<()> {
        let (mut learned, mut held_out) = (Vec::new(), Vec::new());
        for path in &self.data {
            let mut game = 0_u32;
            games_file::each(path, super::Othello::NAME, |record: Record| {
                let of_game = if game.is_multiple_of(HOLD_OUT) { &mut held_out } else { &mut learned };
                of_game.extend(record.0.into_iter().filter(|position| self.target(position).is_some()));
                game += 1;
                Ok(())
            })?;
        }
        ensure!(!held_out.is_empty() && !learned.is_empty(), "there are too few positions to learn from");
        eprintln!("{} positions, {} held out", learned.len(), held_out.len());
        let images = Patterns::images();
        let progress = bar((PHASES as u32 * self.epochs).into(), "epochs");
        let told = Mutex::new(());
        let of_phase = |number: u32| {
            let is_near = |position: &&Position| {
                let discs = (position.own | position.other).count_ones();
                [discs.saturating_sub(BEYOND), discs + BEYOND]
                    .iter()
                    .any(|&discs| phase(discs) == number as usize)
            };
            let is_of_phase =
                |position: &&Position| phase((position.own | position.other).count_ones()) == number as usize;
            let example = |position: &Position| self.example(position, &images);
            let examples: Vec<_> = learned.iter().filter(is_near).filter_map(example).collect();
            let schedule =
                Schedule { epochs: self.epochs, rates: [self.rate[0], self.rate[1]], seed: self.seed };
            let weights = fit(ROWS, &examples, &schedule, stop, &mut || progress.inc(1))?;
            let held_out: Vec<_> = held_out.iter().filter(is_of_phase).filter_map(example).collect();
            let error = |examples: &[Example<{ size_of::<Features>() / 4 }>]| {
                let sum: f32 = examples.iter().map(|example| example.error(&weights).powi(2)).sum();
                (sum / examples.len().max(1) as f32).sqrt()
            };
            let _told = told.lock();
            progress.suspend(|| {
                eprintln!(
                    "phase {number}: {} positions, off by {:.2} discs, by {:.2} of {} held out",
                    examples.len(),
                    error(&examples),
                    error(&held_out),
                    held_out.len(),
                );
            });
            Some(weights)
        };
        let weights = in_order(PHASES as u32, threads(self.threads), of_phase, |_, _| {});
        if weights.len() < PHASES {
            return Ok(());
        }
        progress.finish_and_clear();
        // Steps that are too large go ever further astray, first where there are few positions.
        for (phase, weights) in weights.iter().enumerate() {
            ensure!(
                weights.iter().all(|weight| weight.is_finite()),
                "phase {phase} has gone astray: --rate {} is too large",
                self.rate[0]
            );
        }
        let bytes = Patterns::new(&weights).to_bytes();
        std::fs::write(&self.out, &bytes).with_context(|| format!("cannot write {}", self.out.display()))?;
        eprintln!("{}, {} bytes", self.out.display(), bytes.len());
        Ok(())
    }
}

impl Fit {
    /// What the weights are to say of a position, in discs; `None` if what is asked for is not known.
    fn target(&self, position: &Position) -> Option<f32> {
        let score = f32::from(position.score) / 100.0;
        let target = match position.lead {
            Some(lead) => self.scores * score + (1.0 - self.scores) * f32::from(lead),
            None if self.scores > 0.0 => score,
            None => return None,
        };
        (target.abs() <= self.within).then_some(target)
    }

    fn example(&self, position: &Position, images: &[u32]) -> Option<Example<{ size_of::<Features>() / 4 }>> {
        let rows = features(position.own, position.other, images);
        self.target(position).map(|target| Example { rows, target })
    }
}
