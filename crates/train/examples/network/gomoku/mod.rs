//! Gomoku and renju: [`wanqi_eval::gomoku::network`].

mod play;
mod record;
#[cfg(test)]
mod tests;
mod training;

use crate::game::{Defaults, LayeredGame, NetworkGame, TrainingDefaults};
use crate::training::Train;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use record::Record;
use wanqi_eval::gomoku::network::{INPUTS, NOTHING};
use wanqi_eval::gomoku::{Network, ThreatTactics};
use wanqi_games::gomoku::{Gomoku as Rules, Rule};
use wanqi_search::Search;
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_solve::gomoku::RootProver;
use wanqi_train::trainer::Trainer;

#[derive(Args)]
pub struct Gomoku {
    /// The rule
    #[arg(long, default_value = "freestyle")]
    rule: RuleName,
    /// Rows and columns of the board
    #[arg(long, default_value_t = 15)]
    size: u8,
}

#[derive(Clone, Copy, ValueEnum)]
enum RuleName {
    Freestyle,
    Exact,
    Renju,
}

impl NetworkGame for Gomoku {
    type Rules = Rules;
    type Evaluation = Network;
    type Playing = play::Playing;
    type Record = Record;
    type Training = Train<Self>;

    const NAME: &str = "gomoku";
    const DEFAULTS: Defaults = Defaults { evaluation: "lines", nodes: "200", opening: ["1", "8"] };
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
        let rule = match self.rule {
            RuleName::Freestyle => Rule::Freestyle,
            RuleName::Exact => Rule::ExactFive,
            RuleName::Renju => Rule::Renju,
        };
        Rules::new(self.size, rule).with_context(|| format!("there is no board of size {}", self.size))
    }

    fn evaluation(name: &str) -> Result<Network> {
        if name == "lines" {
            return Ok(Network::none());
        }
        let bytes = std::fs::read(name)
            .with_context(|| format!("{name} is neither lines nor a file that can be read"))?;
        Network::read(&bytes).with_context(|| name.to_string())
    }

    fn search(evaluation: &Network, table_mb: usize) -> Box<dyn Search<Rules>> {
        let options = Options { table_mb, ..Options::default() };
        let (tactics, prover) = (ThreatTactics::default(), RootProver::default());
        Box::new(Best::with_prover(evaluation.clone(), tactics, prover, options))
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

    fn file(trainer: &Trainer<training::Shape>, scale: u16) -> Result<Vec<u8>> {
        let weights = training::quantised(trainer, scale.into());
        let bytes = weights.to_bytes();
        Network::new(weights)?;
        Ok(bytes)
    }
}
