//! Othello on 8×8: [`wanqi_eval::othello::Patterns`].

mod fit;
#[cfg(test)]
mod tests;

use crate::game::{Defaults, NetworkGame, read};
use anyhow::Result;
use clap::Args;
use wanqi_games::othello::Othello as Rules;
use wanqi_search::Search;
use wanqi_train::network_games::Played;
use wanqi_train::network_games::othello::{Evaluation, Playing, Record};

#[derive(Args)]
pub struct Options {
    /// Of a hundred moves before the ending so many are random
    #[arg(long, default_value_t = 2)]
    by_chance: u32,
    /// Of a hundred positions so many are tried with a random move as well
    #[arg(long, default_value_t = 90)]
    aside: u32,
    /// Empty squares from which on endings are solved
    #[arg(long, default_value_t = 13)]
    solve: u32,
}

#[derive(Args)]
pub struct Othello {}

impl NetworkGame for Othello {
    type Rules = Rules;
    type Evaluation = Evaluation;
    type Playing = Options;
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

    fn played(&self, &Options { by_chance, aside, solve }: &Options) -> Played {
        Played::Othello(Playing { by_chance, aside, solve })
    }

    fn evaluation(name: &str) -> Result<Evaluation> {
        read(name, Evaluation::named, Evaluation::read)
    }

    fn search(evaluation: &Evaluation, table_mb: usize) -> Box<dyn Search<Rules>> {
        evaluation.search(table_mb)
    }
}
