//! Chess: [`wanqi_eval::chess::network`].

use crate::game::{Defaults, LayeredGame, NetworkGame, TrainingDefaults, read};
use crate::pieces::{self, Options};
use crate::training::Train;
use anyhow::Result;
use clap::Args;
use wanqi_eval::chess::network::View;
use wanqi_games::chess::Chess as Rules;
use wanqi_search::Search;
use wanqi_train::network_games::Played;
use wanqi_train::network_games::chess::{Evaluation, Record};
use wanqi_train::perspective_network::Shape;
use wanqi_train::trainer::Trainer;

#[derive(Args)]
pub struct Chess {}

impl NetworkGame for Chess {
    type Rules = Rules;
    type Evaluation = Evaluation;
    type Playing = Options;
    type Record = Record;
    type Training = Train<Self>;

    const NAME: &str = "chess";
    const DEFAULTS: Defaults = Defaults { evaluation: "positional", nodes: "230", opening: ["6", "14"] };
    /// Games of the hand-made evaluation and a network from them, then twice games of the last network and one from all
    /// games so far; then that one learns on twice from fewer games with more thought.
    const STEPS: &[&str] = &[
        "generate --out 1.games --eval positional --seed 4000 --games 237054",
        "train 1.games --out 1.nn",
        "generate --out 2.games --eval 1.nn --seed 5000 --games 202752",
        "train 1.games 2.games --out 2.nn",
        "generate --out 3.games --eval 2.nn --seed 6000 --games 211584",
        "train 1.games 2.games 3.games --out 3.nn",
        "generate --out 4.games --eval 3.nn --seed 7000 --nodes 1000 --games 15040",
        "generate --out 5.games --eval 3.nn --seed 8000 --nodes 1000 --games 15360",
        "train 4.games 5.games --after 3.nn --epochs 2 --rate 0.0003 0.00003 --out 4.nn",
        "generate --out 6.games --eval 4.nn --seed 9000 --nodes 1000 --games 50112",
        "generate --out 7.games --eval 4.nn --seed 10000 --nodes 1000 --games 9856",
        "train 4.games 5.games 6.games 7.games --after 4.nn --epochs 3 --rate 0.0005 0.00002 --out 5.nn",
    ];

    fn rules(&self) -> Result<Rules> {
        Ok(Rules)
    }

    fn played(&self, options: &Options) -> Played {
        Played::Chess(options.playing())
    }

    fn evaluation(name: &str) -> Result<Evaluation> {
        read(name, Evaluation::named, Evaluation::read)
    }

    fn search(evaluation: &Evaluation, table_mb: usize) -> Box<dyn Search<Rules>> {
        evaluation.search(table_mb)
    }
}

/// A king on the right is seen on the left anyway.
type Data = pieces::Data<View, 1>;

impl LayeredGame for Chess {
    type Network = Shape;
    type Data = Data;

    const TRAINING: TrainingDefaults =
        TrainingDefaults { epochs: "7", rate: ["0.001", "0.00001"], scores: "0.9", scale: "400" };

    fn network() -> Shape {
        pieces::shape::<View>()
    }

    fn file(trainer: &Trainer<Shape>, _: &Data, scale: u16) -> Result<Vec<u8>> {
        Ok(pieces::quantised::<View>(trainer, scale)?.to_bytes())
    }

    fn parameters(file: &[u8]) -> Option<Result<Vec<f32>>> {
        Some(pieces::parameters::<View>(file))
    }
}
