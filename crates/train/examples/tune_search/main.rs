//! `cargo xtask tune-search GAME`: the numbers of the search, by games between sets of them.

#[path = "../network/run.rs"]
mod run;
mod screen;
mod state;

use anyhow::{Result, bail, ensure};
use clap::Parser;
use run::{bar, stop_at_ctrl_c, threads};
use screen::{Change, Screen, changed};
use state::{State, Value};
use std::path::PathBuf;
use wanqi_eval::chess::endings::WithEndings;
use wanqi_eval::chess::{ChessTactics, Network as ChessNetwork};
use wanqi_eval::gomoku::{Network as GomokuNetwork, ThreatTactics};
use wanqi_eval::xiangqi::{Network as XiangqiNetwork, XiangqiTactics};
use wanqi_game::{Game, random};
use wanqi_games::chess::Chess;
use wanqi_games::gomoku::Gomoku;
use wanqi_games::xiangqi::Xiangqi;
use wanqi_search::alpha_beta::{Best, Options, SearchParameters};
use wanqi_search::{Evaluator, Limits, Search, Stop, Tactics};
use wanqi_train::duel::{Contestant, play, play_pairs};
use wanqi_train::{GameSettings, Plan, Score, in_order, spsa};

/// Moves the numbers of a game's search to where games are won more often, all at once, by simultaneous perturbation
/// (SPSA).
///
/// Ctrl-C keeps what was found; the same command goes on from there.
#[derive(Parser)]
#[command(name = "cargo xtask tune-search")]
struct Arguments {
    /// The game: chess, gomoku, xiangqi
    game: String,
    /// Where the numbers are kept while they are tuned, or what was screened. A file that is there is gone on with, as it says
    /// itself
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Pairs of games
    #[arg(long, default_value_t = 10_000)]
    pairs: u32,
    /// Nodes that a move is searched
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Random plies at the beginning of a game: least and most
    #[arg(long, num_args = 2, default_values_t = [4, 9])]
    opening: Vec<u32>,
    /// Which share of its step a number goes for a game won, at the end
    #[arg(long, default_value_t = 0.005)]
    rate: f64,
    /// Only these numbers, by their names; all if left out
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all there are if left out. They change nothing of what is found
    #[arg(long)]
    threads: Option<usize>,
    /// Instead of tuning, tell of each of these changes what it wins, all in the same games: in each pair each is one side's, by
    /// chance
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..)]
    screen: Vec<String>,
    /// Instead of tuning, play so many pairs of games, what was found against what the program has; with --screen all of these
    /// changes at once
    #[arg(long, value_name = "PAIRS")]
    measure: Option<u32>,
}

/// Pairs of games around the same numbers, which move when all are played: what is found depends on it, and not on
/// threads.
const TOGETHER: u32 = 16;
/// A game longer than this is a draw.
const MAX_PLIES: usize = 300;
const TABLE_MB: usize = 2;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    // Here a game is made known to the tuner, in one line.
    match arguments.game.as_str() {
        "chess" => arguments.run(&Chess, WithEndings(ChessNetwork::shipped()), ChessTactics),
        "gomoku" => arguments.run(&Gomoku::default(), GomokuNetwork::shipped(), ThreatTactics::default()),
        "xiangqi" => arguments.run(&Xiangqi::new(), XiangqiNetwork::shipped(), XiangqiTactics),
        other => bail!("the search of {other:?} cannot be tuned; those of chess, gomoku and xiangqi can"),
    }
}

impl Arguments {
    fn run<G, E, T>(&self, game: &G, evaluation: E, tactics: T) -> Result<()>
    where
        G: Game,
        E: Evaluator<G> + Clone,
        T: Tactics<G, E> + Clone,
    {
        let (threads, stop) = (threads(self.threads), stop_at_ctrl_c()?);
        let games = Games { game, evaluation, tactics, threads, stop };
        let usual = T::PARAMETERS.search;
        let changes: Vec<_> = self.screen.iter().map(|text| Change::read(text)).collect::<Result<_>>()?;
        match self.measure {
            Some(pairs) => {
                let found = match &changes[..] {
                    [] => State::read(&self.state, &self.game)?.parameters(usual),
                    changes => changed(usual, changes),
                };
                let plan = Plan { games: 2 * pairs, ..games.plan(self.nodes, &self.opening, self.seed) };
                let bar = bar(plan.games.into(), "games");
                let score = games.measure([found, usual], &plan, &mut |score| {
                    bar.set_position(score.games().into());
                    bar.set_message(score.to_string());
                });
                bar.abandon();
                let elo = score.elo().map_or(String::new(), |elo| format!(", {elo}"));
                println!("{score} ± {:.1}{elo}", 196.0 * score.error());
            }
            None if !changes.is_empty() => {
                let screen = if self.state.exists() {
                    Screen::read(&self.state, &self.game, &changes)?
                } else {
                    let (game, opening) = (self.game.clone(), self.opening()?);
                    Screen { game, nodes: self.nodes, opening, seed: self.seed, done: 0, changes }
                };
                let screen = games.screen(screen, self.pairs, usual, |screen| screen.write(&self.state))?;
                print!("{screen}");
            }
            None => {
                let state = if self.state.exists() {
                    State::read(&self.state, &self.game)?
                } else {
                    self.begin(usual)?
                };
                let state = games.tune(state, usual, |state| state.write(&self.state))?;
                print!("{}", state.as_rust(usual));
                if state.done < state.pairs {
                    println!("{} of {} pairs; the same command goes on", state.done, state.pairs);
                }
            }
        }
        Ok(())
    }

    fn opening(&self) -> Result<Vec<u32>> {
        ensure!(self.opening[0] <= self.opening[1], "--opening says the least first, then the most");
        Ok(self.opening.clone())
    }

    /// A state in which nothing is tuned yet.
    fn begin(&self, usual: SearchParameters) -> Result<State> {
        let tunable = SearchParameters::tunable();
        let names = || tunable.iter().map(|parameter| parameter.name);
        for name in &self.only {
            ensure!(
                names().any(|known| known == name),
                "the search has no number {name:?}; it has {}",
                names().collect::<Vec<_>>().join(", ")
            );
        }
        ensure!(self.rate.is_finite() && self.rate > 0.0, "--rate is a number above 0, not {}", self.rate);
        let wanted = |name: &str| self.only.is_empty() || self.only.iter().any(|only| only == name);
        let values = names().zip(usual.values()).filter(|(name, _)| wanted(name));
        Ok(State {
            game: self.game.clone(),
            nodes: self.nodes,
            opening: self.opening()?,
            pairs: self.pairs,
            rate: self.rate,
            seed: self.seed,
            done: 0,
            values: values.map(|(name, value)| Value { name: name.into(), value: value.into() }).collect(),
        })
    }
}

/// Games between sets of numbers.
struct Games<'a, G, E, T> {
    game: &'a G,
    evaluation: E,
    tactics: T,
    threads: usize,
    stop: Stop,
}

impl<G: Game, E: Evaluator<G> + Clone, T: Tactics<G, E> + Clone> Games<'_, G, E, T> {
    fn plan(&self, nodes: u64, opening: &[u32], seed: u64) -> Plan {
        let limits = Limits { stop: self.stop.clone(), ..Limits::nodes(nodes) };
        let opening = opening[0]..=opening[1];
        let settings = GameSettings { opening, limits, max_plies: MAX_PLIES };
        Plan { seed, threads: self.threads, settings, ..Plan::default() }
    }

    fn search(&self, parameters: SearchParameters) -> Box<dyn Search<G> + '_> {
        let options = Options { table_mb: TABLE_MB, parameters: Some(parameters), ..Options::default() };
        Box::new(Best::new(self.evaluation.clone(), self.tactics.clone(), options))
    }

    fn measure(&self, sets: [SearchParameters; 2], plan: &Plan, progress: &mut dyn FnMut(Score)) -> Score {
        let [a, b] = sets.map(|set| move || -> Box<dyn Search<G> + '_> { self.search(set) });
        let limits = &plan.settings.limits;
        let contestants = [
            Contestant { search: &a, limits: limits.clone() },
            Contestant { search: &b, limits: limits.clone() },
        ];
        play(self.game, &contestants, plan, progress)
    }

    /// The half points of four that the first set takes in a pair; none if that was stopped.
    fn half_points(&self, sets: [SearchParameters; 2], plan: &Plan) -> Option<u8> {
        let [a, b] = sets.map(|set| move || -> Box<dyn Search<G> + '_> { self.search(set) });
        let limits = &plan.settings.limits;
        let contestants = [
            Contestant { search: &a, limits: limits.clone() },
            Contestant { search: &b, limits: limits.clone() },
        ];
        Some(play_pairs(self.game, &contestants, plan).first()?.iter().sum())
    }

    /// The plan of one pair of many.
    fn plan_of_pair(&self, nodes: u64, opening: &[u32], seed: u64, number: u32) -> Plan {
        let seed = random::word(!seed, u64::from(number));
        Plan { games: 2, threads: 1, ..self.plan(nodes, opening, seed) }
    }

    /// Goes on until so many pairs are played or the work is stopped, and keeps what is found after every few.
    fn screen(
        &self,
        mut screen: Screen,
        pairs: u32,
        usual: SearchParameters,
        keep: impl Fn(&Screen) -> Result<()>,
    ) -> Result<Screen> {
        let bar = bar(pairs.into(), "pairs of games");
        bar.set_position(screen.done.into());
        bar.reset_eta();
        keep(&screen)?;
        while screen.done < pairs && !self.stop.is_stopped() {
            let job = |index| {
                let number = screen.done + index;
                let plan = self.plan_of_pair(screen.nodes, &screen.opening, screen.seed, number);
                self.half_points(screen.sides(usual, number), &plan)
            };
            let played = in_order(TOGETHER.min(pairs - screen.done), self.threads, job, |_, _| {});
            played.iter().for_each(|&half_points| screen.learn(half_points.into()));
            keep(&screen)?;
            bar.set_position(screen.done.into());
        }
        bar.abandon();
        Ok(screen)
    }

    /// Goes on until all pairs are played or the work is stopped, and keeps what is found after every few.
    fn tune(
        &self,
        mut state: State,
        usual: SearchParameters,
        keep: impl Fn(&State) -> Result<()>,
    ) -> Result<State> {
        let (tuned, settings) = (state.tuned(), state.settings());
        let bar = bar(state.pairs.into(), "pairs of games");
        bar.set_position(state.done.into());
        bar.reset_eta();
        keep(&state)?;
        while state.done < state.pairs && !self.stop.is_stopped() {
            let together = TOGETHER.min(state.pairs - state.done);
            let mut values = state.numbers();
            let job = |index| {
                let number = state.done + index;
                let perturbed = spsa::perturb(&values, &tuned, &settings, number);
                let sets = [&perturbed.plus, &perturbed.minus].map(|values| state.with(usual, values));
                let plan = self.plan_of_pair(state.nodes, &state.opening, state.seed, number);
                let half_points = self.half_points(sets, &plan)?;
                Some((perturbed, f64::from(half_points) - 2.0))
            };
            let played = in_order(together, self.threads, job, |_, _| {});
            if played.len() < together as usize {
                // Those that were stopped are played again.
                break;
            }
            for (number, (perturbed, lead)) in (state.done..).zip(&played) {
                spsa::learn(&mut values, &tuned, &settings, number, perturbed, *lead);
            }
            state.learned(&values, together);
            keep(&state)?;
            bar.set_position(state.done.into());
        }
        bar.abandon();
        Ok(state)
    }
}
