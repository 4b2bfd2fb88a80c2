//! Matches between evaluations on one search, and how fast each is.

use crate::game::NetworkGame;
use crate::run::{bar, threads};
use anyhow::Result;
use clap::Args;
use std::sync::Mutex;
use std::time::Duration;
use wanqi_game::Game;
use wanqi_search::record::Recorded;
use wanqi_search::{Limits, Report, Search, Stop};
use wanqi_train::duel::{Contestant, play};
use wanqi_train::{GameSettings, Plan};

#[derive(Args)]
pub struct Measure<G: NetworkGame> {
    #[command(flatten)]
    game: G,
    /// The evaluation that is measured, by its name, or the file of a network
    a: String,
    /// The one that it is measured against
    b: String,
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

/// A search that adds its work to a sum.
struct Counted<'a, R: Game> {
    search: Box<dyn Search<R>>,
    work: &'a Mutex<(u64, Duration)>,
}

impl<R: Game> Search<R> for Counted<'_, R> {
    fn search(
        &mut self,
        game: &R,
        line: &[R::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<R::Move>),
    ) -> Report<R::Move> {
        let report = self.search.search(game, line, limits, progress);
        let mut work = self.work.lock().expect("no search panics");
        work.0 += report.counts.nodes();
        work.1 += report.time;
        report
    }

    fn record(
        &mut self,
        game: &R,
        line: &[R::Position],
        limits: &Limits,
        most: usize,
    ) -> Option<Recorded<R::Move>> {
        self.search.record(game, line, limits, most)
    }

    fn forget(&mut self) {
        self.search.forget();
    }

    fn hash_table(&mut self) -> Option<&mut dyn wanqi_search::HashTable> {
        self.search.hash_table()
    }
}

impl<G: NetworkGame> Measure<G> {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let rules = self.game.rules()?;
        let [of_a, of_b] = [G::evaluation(&self.a)?, G::evaluation(&self.b)?];
        const TABLE_MB: usize = 8;
        // Games of Go on 19 lines are long where the loser goes on.
        const MAX_PLIES: usize = 1000;
        let limits = |nodes: Option<&u64>| {
            let time = Limits::time(Duration::from_millis(self.time));
            let limits = nodes.map_or(time, |&nodes| Limits::nodes(nodes));
            Limits { stop: stop.clone(), ..limits }
        };
        let work = [Mutex::default(), Mutex::default()];
        let counted = |evaluation: G::Evaluation, work| {
            move || -> Box<dyn Search<G::Rules>> {
                Box::new(Counted { search: G::search(&evaluation, TABLE_MB), work })
            }
        };
        let (a, b) = (counted(of_a, &work[0]), counted(of_b, &work[1]));
        let contestants = [
            Contestant { search: &a, limits: limits(self.nodes.first()) },
            Contestant { search: &b, limits: limits(self.nodes.last()) },
        ];
        let opening = self.opening[0]..=self.opening[1];
        let settings = GameSettings { opening, limits: limits(None), max_plies: MAX_PLIES };
        let plan = Plan {
            games: 2 * self.pairs,
            seed: self.seed,
            threads: threads(self.threads),
            settings,
            ..Plan::default()
        };
        let progress = bar(plan.games.into(), "games");
        let score = play(&rules, &contestants, &plan, &mut |score| {
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
