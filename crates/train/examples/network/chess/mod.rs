//! Chess: [`wanqi_eval::chess::network`].

mod play;
mod record;
#[cfg(test)]
mod tests;
mod training;

use crate::game::{Defaults, LayeredGame, NetworkGame, TrainingDefaults};
use crate::training::Train;
use anyhow::{Context, Result};
use clap::Args;
use record::Record;
use wanqi_eval::chess::{ChessTactics, Material, Network, PieceSquare, Positional};
use wanqi_games::chess::Chess as Rules;
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Evaluator, Search};
use wanqi_train::perspective_network::Shape;
use wanqi_train::trainer::Trainer;

#[derive(Args)]
pub struct Chess {}

#[derive(Clone)]
pub enum Evaluation {
    Material,
    PieceSquare,
    Positional(Box<Positional>),
    Network(Network),
}

impl NetworkGame for Chess {
    type Rules = Rules;
    type Evaluation = Evaluation;
    type Playing = play::Playing;
    type Record = Record;
    type Training = Train<Self>;

    const NAME: &str = "chess";
    const DEFAULTS: Defaults = Defaults { evaluation: "positional", nodes: "150", opening: ["6", "14"] };
    /// Games of the hand-made evaluation and a network from them, then twice games of the last network and one from all
    /// games so far.
    const STEPS: &[&str] = &[
        "generate --out 1.games --eval positional --seed 4000 --games 237054",
        "train 1.games --out 1.nn",
        "generate --out 2.games --eval 1.nn --seed 5000 --games 202752",
        "train 1.games 2.games --out 2.nn",
        "generate --out 3.games --eval 2.nn --seed 6000 --games 211584",
        "train 1.games 2.games 3.games --out 3.nn",
    ];

    fn rules(&self) -> Result<Rules> {
        Ok(Rules)
    }

    fn evaluation(name: &str) -> Result<Evaluation> {
        Ok(match name {
            "material" => Evaluation::Material,
            "piece-square" => Evaluation::PieceSquare,
            "positional" => Evaluation::Positional(Box::default()),
            path => {
                let bytes = std::fs::read(path).with_context(|| {
                    format!(
                        "{path} is neither material, piece-square nor positional, nor a file that can be read"
                    )
                })?;
                Evaluation::Network(Network::read(&bytes).with_context(|| path.to_string())?)
            }
        })
    }

    fn search(evaluation: &Evaluation, table_mb: usize) -> Box<dyn Search<Rules>> {
        fn best<E: Evaluator<Rules> + 'static>(evaluator: E, table_mb: usize) -> Box<dyn Search<Rules>> {
            Box::new(Best::new(evaluator, ChessTactics, Options { table_mb, ..Options::default() }))
        }
        match evaluation {
            Evaluation::Material => best(Material::default(), table_mb),
            Evaluation::PieceSquare => best(PieceSquare, table_mb),
            Evaluation::Positional(positional) => best((**positional).clone(), table_mb),
            Evaluation::Network(network) => best(network.clone(), table_mb),
        }
    }
}

impl LayeredGame for Chess {
    type Network = Shape;
    type Data = training::Data;

    const TRAINING: TrainingDefaults =
        TrainingDefaults { epochs: "7", rate: ["0.001", "0.00001"], scores: "0.9", scale: "400" };

    fn network() -> Shape {
        training::SHAPE
    }

    fn file(trainer: &Trainer<Shape>, scale: u16) -> Result<Vec<u8>> {
        Ok(training::quantised(trainer, scale)?.to_bytes())
    }
}
