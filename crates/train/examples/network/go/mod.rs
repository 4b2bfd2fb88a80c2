//! Go on boards of 7 to 19 lines: [`wanqi_eval::go::network`].

#[cfg(test)]
mod tests;
mod training;

use crate::game::{Defaults, LayeredGame, NetworkGame, TrainingDefaults, read};
use crate::training::Train;
use anyhow::{Context, Result, ensure};
use clap::Args;
use wanqi_eval::go::network::Network;
use wanqi_games::go::{Go as Rules, UpTo19};
use wanqi_search::Search;
use wanqi_train::network_games::Played;
use wanqi_train::network_games::go::{Evaluation, Playing, Record};
use wanqi_train::residual_network::Tower;
use wanqi_train::trainer::Trainer;

#[derive(Args)]
pub struct Options {
    /// Of a hundred moves so many are searched in earnest, and teach; the others are searched a fifth of the nodes
    #[arg(long, default_value_t = 25)]
    searched: u32,
}

#[derive(Args)]
pub struct Go {
    /// Rows and columns of the board; games to learn from are on boards of several sizes if it is left out, matches on 9
    #[arg(long)]
    size: Option<u8>,
}

impl NetworkGame for Go {
    type Rules = Rules<UpTo19>;
    type Evaluation = Evaluation;
    type Playing = Options;
    type Record = Record;
    type Training = Train<Self>;

    const NAME: &str = "go";
    const DEFAULTS: Defaults = Defaults { evaluation: "playouts", nodes: "128", opening: ["0", "0"] };
    /// A few games of what plays them out, then more and more of networks, each of which has learnt on from the one before by the
    /// games of the last ones; at last on large boards, where a few hundred games say much to who knows small ones.
    const STEPS: &[&str] = &[
        "generate --out 1.games --seed 100 --nodes 400 --games 600",
        "train 1.games --out 1.nn",
        "generate --eval 1.nn --out 2.games --seed 200 --games 1500",
        "train 1.games 2.games --after 1.training --epochs 1 --rate 0.001 0.0002 --out 2.nn",
        "generate --eval 2.nn --out 3.games --seed 300 --games 3000",
        "train 2.games 3.games --after 2.training --epochs 1 --rate 0.001 0.0002 --out 3.nn",
        "generate --eval 3.nn --out 4.games --seed 400 --games 6000",
        "train 3.games 4.games --after 3.training --epochs 1 --rate 0.001 0.0002 --out 4.nn",
        "generate --eval 4.nn --out 5.games --seed 500 --games 12000",
        "train 4.games 5.games --after 4.training --epochs 1 --rate 0.001 0.0002 --out 5.nn",
        "generate --eval 5.nn --out 6.games --seed 600 --games 24000",
        "train 5.games 6.games --after 5.training --epochs 1 --rate 0.001 0.0002 --out 6.nn",
        "generate --eval 6.nn --size 13 --nodes 200 --out 7.games --seed 700 --games 1300",
        "train 6.games 7.games --after 6.training --epochs 1 --rate 0.0006 0.0002 --batch 512 --out 7.nn",
        "generate --eval 7.nn --size 19 --nodes 200 --out 8.games --seed 800 --games 400",
        "train 7.games 8.games --after 7.training --epochs 1 --rate 0.0006 0.0001 --batch 512 --out 8.nn",
    ];

    fn rules(&self) -> Result<Rules<UpTo19>> {
        let size = self.size.unwrap_or(9);
        ensure!(size >= 5, "games are played on 5 lines or more");
        Rules::new(size).map_err(|error| anyhow::anyhow!("{}", error.message()))
    }

    fn played(&self, &Options { searched }: &Options) -> Played {
        Played::Go { size: self.size, playing: Playing { searched } }
    }

    fn evaluation(name: &str) -> Result<Evaluation> {
        read(name, Evaluation::named, Evaluation::read)
    }

    fn search(evaluation: &Evaluation, _: usize) -> Box<dyn Search<Rules<UpTo19>>> {
        evaluation.search()
    }
}

impl LayeredGame for Go {
    type Network = Tower;
    type Data = training::Data;

    const TRAINING: TrainingDefaults =
        TrainingDefaults { epochs: "2", rate: ["0.002", "0.0001"], scores: "0.3", scale: "1" };
    /// A board may be turned.
    const VIEWS: u32 = training::TURNINGS;

    fn network() -> Tower {
        Tower::default()
    }

    fn file(trainer: &Trainer<Tower>, data: &training::Data, _: u16) -> Result<Vec<u8>> {
        let weights = trainer.network.weights(&trainer.parameters, &mut data.some());
        Network::new(&weights).context("the network cannot be used")?;
        Ok(weights.to_bytes())
    }
}
