//! What a game has of its own, of all that makes a network.

use anyhow::{Context, Result};
use clap::Args;
use std::path::Path;
use wanqi_game::Game;
use wanqi_play::files;
use wanqi_search::{Search, Stop};
use wanqi_train::network_games::{Played, Record};
use wanqi_train::trainer::{Objective, Parameters, Trainer, sigmoid};

/// A game whose evaluation this program makes; its fields are the options that say by which rules it is played.
pub trait NetworkGame: Args + Sync {
    type Rules: Game;
    /// What plays.
    type Evaluation: Clone + Send + Sync;
    /// Options of games to learn from.
    type Playing: Args;
    /// Such a game.
    type Record: Record;
    /// How an evaluation is made from such games.
    type Training: Args + Training;

    const NAME: &str;
    const DEFAULTS: Defaults;
    /// How the network that comes with the program was made: command lines, one after the other. Files are in the folder
    /// that is asked for.
    const STEPS: &[&str];

    fn rules(&self) -> Result<Self::Rules>;

    /// The game and its options.
    fn played(&self, options: &Self::Playing) -> Played;

    /// By its name, or the file of a network.
    fn evaluation(name: &str) -> Result<Self::Evaluation>;

    /// The search that plays with it, and so many megabytes of table.
    fn search(evaluation: &Self::Evaluation, table_mb: usize) -> Box<dyn Search<Self::Rules>>;
}

/// How an evaluation is made.
pub trait Training {
    fn run(&self, stop: &Stop) -> Result<()>;
}

/// A game whose evaluation is a network with layers.
pub trait LayeredGame: NetworkGame {
    /// The layers.
    type Network: Parameters;
    /// Positions to learn from.
    type Data: Data<Record = Self::Record> + Objective<Self::Network>;

    const TRAINING: TrainingDefaults;
    /// In how many ways a position may be seen: an example is a position seen in one of them. Those of a position follow each
    /// other.
    const VIEWS: u32 = 1;

    fn network() -> Self::Network;

    /// The network in integers, as a file; an output of 1 is a lead of `scale`.
    fn file(trainer: &Trainer<Self::Network>, data: &Self::Data, scale: u16) -> Result<Vec<u8>>;

    /// The parameters that such a file holds, as near as integers tell them; `None` where no training goes on from one.
    fn parameters(_file: &[u8]) -> Option<Result<Vec<f32>>> {
        None
    }
}

/// Positions as a network sees them.
pub trait Data {
    type Record;

    fn new(target: Target) -> Self;

    /// Adds the positions of a game.
    fn add(&mut self, record: &Self::Record) -> Result<()>;
}

/// What a network shall say of a position.
#[derive(Clone, Copy)]
pub struct Target {
    /// How much of it is the search's score, from 0 to 1.
    pub scores: f32,
    /// The lead that multiplies the odds by *e*.
    pub scale: f32,
}

impl Target {
    /// For the side to move, for whom the game ended so: 1 won, ½ drawn, 0 lost.
    pub fn of(self, score: i16, result: f32) -> f32 {
        self.scores * sigmoid(f32::from(score) / self.scale) + (1.0 - self.scores) * result
    }
}

/// Values of options that are left out, as texts.
pub struct Defaults {
    /// The evaluation that plays games to learn from.
    pub evaluation: &'static str,
    pub nodes: &'static str,
    /// Random plies at the beginning of a game to learn from: least and most.
    pub opening: [&'static str; 2],
}

/// The same for training.
pub struct TrainingDefaults {
    pub epochs: &'static str,
    pub rate: [&'static str; 2],
    pub scores: &'static str,
    pub scale: &'static str,
}

/// The bytes of a network, or of what a training keeps, which is less than a gigabyte.
pub fn read_kept(path: &Path) -> Result<Vec<u8>> {
    const MAX_BYTES: u64 = 1 << 30;
    files::read(path, MAX_BYTES).with_context(|| format!("cannot read {}", path.display()))
}

/// An evaluation by its name, or from a file.
pub fn read<E>(
    name: &str,
    named: impl Fn(&str) -> Option<E>,
    of_bytes: impl Fn(&[u8]) -> Result<E, String>,
) -> Result<E> {
    if let Some(evaluation) = named(name) {
        return Ok(evaluation);
    }
    let bytes =
        read_kept(name.as_ref()).with_context(|| format!("{name} is no evaluation that has a name"))?;
    of_bytes(&bytes).map_err(anyhow::Error::msg).with_context(|| name.to_owned())
}
