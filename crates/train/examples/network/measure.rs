//! Matches between evaluations on one search, and how fast each is.

use crate::common::{bar, threads};
use anyhow::{Context, Result};
use clap::Args;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::Duration;
use wanqi_eval::chess::{ChessTactics, Material, Network, PieceSquare, Positional};
use wanqi_games::chess::{Chess, Move, Position};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::record::Recorded;
use wanqi_search::{Evaluator, Limits, Report, Search, Stop};
use wanqi_train::duel::{Contestant, play};
use wanqi_train::{GameSettings, Plan};

#[derive(Args)]
pub struct Match {
    /// The evaluation that is measured: material, piece-square, positional, or the file of a network
    a: Evaluation,
    /// The one that it is measured against
    b: Evaluation,
    /// Pairs of games
    #[arg(long, default_value_t = 200)]
    pairs: u32,
    /// Nodes that a move is searched, a second number for B if it differs; without, time is the limit
    #[arg(long, num_args = 1..=2)]
    nodes: Vec<u64>,
    /// Milliseconds for a move, if there is no limit of nodes
    #[arg(long, default_value_t = 20)]
    time: u64,
    /// Random plies at the beginning of a game: least and most
    #[arg(long, num_args = 2, default_values_t = [6, 9])]
    opening: Vec<u32>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out
    #[arg(long)]
    threads: Option<usize>,
}

/// An evaluation of chess by its name.
#[derive(Clone)]
pub enum Evaluation {
    Material,
    PieceSquare,
    Positional(Box<Positional>),
    Network(Network),
}

impl FromStr for Evaluation {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Evaluation> {
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
}

impl Evaluation {
    /// The search that plays with it, and so many megabytes of table.
    pub fn search(&self, table_mb: usize) -> Box<dyn Search<Chess>> {
        fn best<E: Evaluator<Chess> + 'static>(evaluator: E, table_mb: usize) -> Box<dyn Search<Chess>> {
            Box::new(Best::new(evaluator, ChessTactics, Options { table_mb, ..Options::default() }))
        }
        match self {
            Evaluation::Material => best(Material::default(), table_mb),
            Evaluation::PieceSquare => best(PieceSquare, table_mb),
            Evaluation::Positional(positional) => best((**positional).clone(), table_mb),
            Evaluation::Network(network) => best(network.clone(), table_mb),
        }
    }
}

/// A search that adds its work to a sum.
struct Counted<'a> {
    search: Box<dyn Search<Chess>>,
    work: &'a Mutex<(u64, Duration)>,
}

impl Search<Chess> for Counted<'_> {
    fn search(
        &mut self,
        game: &Chess,
        line: &[Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let report = self.search.search(game, line, limits, progress);
        let mut work = self.work.lock().expect("no search panics");
        work.0 += report.counts.nodes();
        work.1 += report.time;
        report
    }

    fn record(
        &mut self,
        game: &Chess,
        line: &[Position],
        limits: &Limits,
        most: usize,
    ) -> Option<Recorded<Move>> {
        self.search.record(game, line, limits, most)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}

impl Match {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        const TABLE_MB: usize = 8;
        let limits = |nodes: Option<&u64>| {
            let time = Limits::time(Duration::from_millis(self.time));
            let limits = nodes.map_or(time, |&nodes| Limits::nodes(nodes));
            Limits { stop: stop.clone(), ..limits }
        };
        let (of_a, of_b) = (limits(self.nodes.first()), limits(self.nodes.last()));
        let work = [Mutex::default(), Mutex::default()];
        let counted = |evaluation: &Evaluation, work| {
            let evaluation = evaluation.clone();
            move || -> Box<dyn Search<Chess>> {
                Box::new(Counted { search: evaluation.search(TABLE_MB), work })
            }
        };
        let (a, b) = (counted(&self.a, &work[0]), counted(&self.b, &work[1]));
        let contestants =
            [Contestant { search: &a, limits: of_a.clone() }, Contestant { search: &b, limits: of_b }];
        let settings =
            GameSettings { opening: self.opening[0]..=self.opening[1], limits: of_a, max_plies: 400 };
        let plan = Plan {
            games: 2 * self.pairs,
            seed: self.seed,
            threads: threads(self.threads),
            settings,
            ..Plan::default()
        };
        let progress = bar(plan.games.into(), "games");
        let score = play(&Chess, &contestants, &plan, &mut |score| {
            progress.set_position(score.games().into());
            progress.set_message(score.to_string());
        });
        progress.abandon();
        let elo = score.elo().map_or(String::new(), |elo| format!(" ± {:.1}, {elo}", 196.0 * score.error()));
        println!("{score}{elo}");
        for (name, work) in ["a", "b"].iter().zip(&work) {
            let (nodes, time) = *work.lock().expect("no search panics");
            println!("{name}: {:.0} nodes/s", nodes as f64 / time.as_secs_f64().max(1e-9));
        }
        Ok(())
    }
}
