//! Gomoku and renju: [`wanqi_eval::gomoku::network`].

#[cfg(test)]
mod tests;
mod training;

use crate::game::{Defaults, LayeredGame, NetworkGame, TrainingDefaults, read};
use crate::training::Train;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use wanqi_eval::gomoku::Network;
use wanqi_eval::gomoku::network::{INPUTS, NOTHING};
use wanqi_games::gomoku::Gomoku as Rules;
use wanqi_search::Search;
use wanqi_train::network_games::Played;
use wanqi_train::network_games::gomoku::{Evaluation, Playing, RULES, Record};
use wanqi_train::trainer::Trainer;

#[derive(Args)]
pub struct Options {
    /// Of a hundred moves among the first thirty, so many are random: searches see more bad moves than games
    #[arg(long, default_value_t = 4)]
    by_chance: u32,
}

#[derive(Args)]
pub struct Gomoku {
    /// The rule
    #[arg(long, default_value = "freestyle")]
    rule: RuleName,
    /// Rows and columns of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
}

/// In the order of their numbers.
#[derive(Clone, Copy, ValueEnum)]
enum RuleName {
    Freestyle,
    Exact,
    Renju,
}

impl NetworkGame for Gomoku {
    type Rules = Rules;
    type Evaluation = Evaluation;
    type Playing = Options;
    type Record = Record;
    type Training = Train<Self>;

    const NAME: &str = "gomoku";
    const DEFAULTS: Defaults = Defaults { evaluation: "lines", nodes: "380", opening: ["1", "8"] };
    /// Games of the evaluation of lines and a network from them, then games of that network and one from all of them.
    const STEPS: &[&str] = &[
        "generate --out 1-freestyle.games --seed 1000 --games 100000",
        "generate --out 1-renju.games --rule renju --seed 1001 --games 70000",
        "generate --out 1-exact.games --rule exact --seed 1002 --games 50000",
        "generate --out 1-freestyle20.games --size 20 --seed 1003 --games 15000",
        "train 1-freestyle.games 1-renju.games 1-exact.games 1-freestyle20.games --out 1.nn",
        "generate --eval 1.nn --out 2-freestyle.games --seed 2000 --games 60000",
        "generate --eval 1.nn --out 2-renju.games --rule renju --seed 2001 --games 45000",
        "generate --eval 1.nn --out 2-exact.games --rule exact --seed 2002 --games 30000",
        "generate --eval 1.nn --out 2-freestyle20.games --size 20 --seed 2003 --games 10000",
        concat!(
            "train 1-freestyle.games 1-renju.games 1-exact.games 1-freestyle20.games ",
            "2-freestyle.games 2-renju.games 2-exact.games 2-freestyle20.games --out 2.nn"
        ),
    ];

    fn rules(&self) -> Result<Rules> {
        let rule = RULES[self.rule as usize];
        Rules::new(self.size, rule).with_context(|| format!("there is no board of size {}", self.size))
    }

    fn played(&self, &Options { by_chance }: &Options) -> Played {
        Played::Gomoku { rule: self.rule as usize, size: self.size, playing: Playing { by_chance } }
    }

    fn evaluation(name: &str) -> Result<Evaluation> {
        read(name, Evaluation::named, Evaluation::read)
    }

    fn search(evaluation: &Evaluation, table_mb: usize) -> Box<dyn Search<Rules>> {
        evaluation.search(table_mb)
    }
}

impl LayeredGame for Gomoku {
    type Network = training::Shape;
    type Data = training::Data;

    const TRAINING: TrainingDefaults =
        TrainingDefaults { epochs: "6", rate: ["0.002", "0.00005"], scores: "0.5", scale: "270" };

    fn network() -> training::Shape {
        training::Shape::new(INPUTS, &NOTHING)
    }

    fn file(trainer: &Trainer<training::Shape>, _: &training::Data, scale: u16) -> Result<Vec<u8>> {
        let weights = training::quantised(trainer, scale.into());
        let bytes = weights.to_bytes();
        Network::new(weights)?;
        Ok(bytes)
    }

    fn parameters(file: &[u8]) -> Option<Result<Vec<f32>>> {
        match Network::read(file) {
            Ok(network) => network.weights().map(|weights| Ok(training::parameters(weights))),
            Err(error) => Some(Err(error.into())),
        }
    }
}
