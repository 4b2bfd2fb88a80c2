//! Xiangqi: [`wanqi_eval::xiangqi::network`].

use crate::game::{Defaults, LayeredGame, NetworkGame, TrainingDefaults, read};
use crate::pieces::{self, Options};
use crate::training::Train;
use anyhow::Result;
use clap::Args;
use wanqi_eval::xiangqi::network::View;
use wanqi_games::xiangqi::Xiangqi as Rules;
use wanqi_search::Search;
use wanqi_train::network_games::Played;
use wanqi_train::network_games::xiangqi::{Evaluation, Record};
use wanqi_train::perspective_network::Shape;
use wanqi_train::trainer::Trainer;

#[derive(Args)]
pub struct Xiangqi {}

impl NetworkGame for Xiangqi {
    type Rules = Rules;
    type Evaluation = Evaluation;
    type Playing = Options;
    type Record = Record;
    type Training = Train<Self>;

    const NAME: &str = "xiangqi";
    const DEFAULTS: Defaults = Defaults { evaluation: "positional", nodes: "260", opening: ["6", "14"] };
    /// Games of the hand-made evaluation and a network from them, then three times games of the last network and one from all
    /// games so far.
    const STEPS: &[&str] = &[
        "generate --out 1.games --eval positional --seed 4000 --games 40000",
        "train 1.games --out 1.nn --part 0.5 --batch 4096",
        "generate --out 2.games --eval 1.nn --seed 5000 --games 47000",
        "train 1.games 2.games --out 2.nn --part 0.5 --batch 4096",
        "generate --out 3.games --eval 2.nn --seed 6000 --games 73000",
        "train 1.games 2.games 3.games --out 3.nn --part 0.5 --batch 4096",
        "generate --out 4.games --eval 3.nn --seed 7000 --games 55000",
        "train 1.games 2.games 3.games 4.games --out 4.nn --part 0.5 --batch 4096",
        "generate --out 5.games --eval 4.nn --seed 8000 --nodes 1000 --games 10624",
        "train 5.games --after 4.nn --epochs 3 --rate 0.0005 0.00002 --batch 4096 --out 5.nn",
    ];

    fn rules(&self) -> Result<Rules> {
        Ok(Rules::new())
    }

    fn played(&self, options: &Options) -> Played {
        Played::Xiangqi(options.playing())
    }

    fn evaluation(name: &str) -> Result<Evaluation> {
        read(name, Evaluation::named, Evaluation::read)
    }

    fn search(evaluation: &Evaluation, table_mb: usize) -> Box<dyn Search<Rules>> {
        evaluation.search(table_mb)
    }
}

/// Most kings stand in the middle, and the board is alike on both wings.
type Data = pieces::Data<View, VIEWS>;
const VIEWS: u32 = 2;

impl LayeredGame for Xiangqi {
    type Network = Shape;
    type Data = Data;

    const TRAINING: TrainingDefaults =
        TrainingDefaults { epochs: "6", rate: ["0.001", "0.00003"], scores: "0.8", scale: "300" };

    const VIEWS: u32 = VIEWS;

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
