//! Othello on 8×8: [`wanqi_eval::othello::Patterns`].

mod fit;
mod play;
mod record;
#[cfg(test)]
mod tests;

use crate::game::{Defaults, NetworkGame};
use anyhow::{Context, Result};
use clap::Args;
use record::Record;
use std::sync::Arc;
use wanqi_eval::othello::{OthelloTactics, Patterns, SquaresAndMobility};
use wanqi_games::othello::Othello as Rules;
use wanqi_search::Search;
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_solve::othello::{DiscSearch, SearchOptions};

#[derive(Args)]
pub struct Othello {}

#[derive(Clone)]
pub enum Evaluation {
    Squares(SquaresAndMobility),
    Patterns(Arc<Patterns>),
}

impl NetworkGame for Othello {
    type Rules = Rules;
    type Evaluation = Evaluation;
    type Playing = play::Playing;
    type Record = Record;
    type Training = fit::Fit;

    const NAME: &str = "othello";
    const DEFAULTS: Defaults = Defaults { evaluation: "squares", nodes: "200", opening: ["4", "14"] };
    /// Games of the squares, which teach how games end alone, then thrice games of the last weights, which teach what searches
    /// say and are solved from further off at last.
    const STEPS: &[&str] = &[
        "generate --out 1.games --seed 100 --nodes 400 --games 15000",
        "train 1.games --scores 0 --epochs 15 --out 1.nn",
        "generate --eval 1.nn --out 2.games --seed 200 --nodes 400 --games 10000",
        "train 2.games --out 2.nn",
        "generate --eval 2.nn --out 3.games --seed 300 --nodes 1500 --games 60000",
        "train 2.games 3.games --out 3.nn",
        "generate --eval 3.nn --out 4.games --seed 400 --nodes 4000 --solve 16 --games 30000",
        "train 3.games 4.games --out 4.nn",
    ];

    fn rules(&self) -> Result<Rules> {
        Ok(Rules::default())
    }

    fn evaluation(name: &str) -> Result<Evaluation> {
        Ok(match name {
            "squares" => Evaluation::Squares(SquaresAndMobility::default()),
            "patterns" => Evaluation::Patterns(Patterns::shipped()),
            path => {
                let bytes = std::fs::read(path).with_context(|| {
                    format!("{path} is neither squares nor patterns, nor a file that can be read")
                })?;
                let patterns = Patterns::read(&bytes).with_context(|| path.to_string())?;
                Evaluation::Patterns(Arc::new(patterns))
            }
        })
    }

    fn search(evaluation: &Evaluation, table_mb: usize) -> Box<dyn Search<Rules>> {
        match evaluation {
            Evaluation::Squares(squares) => {
                Box::new(Best::new(*squares, OthelloTactics, Options { table_mb, ..Options::default() }))
            }
            Evaluation::Patterns(patterns) => {
                let options = SearchOptions { table_mb, ..SearchOptions::default() };
                Box::new(DiscSearch::new(patterns.clone(), options))
            }
        }
    }
}
