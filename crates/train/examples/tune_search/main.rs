//! `cargo xtask tune-search GAME`: the numbers of the search, by games between sets of them.

mod games;
#[path = "../network/run.rs"]
mod run;
mod screen;
mod state;

use anyhow::{Result, anyhow, bail, ensure};
use clap::Parser;
use games::{Begins, Games, Terms};
use run::{bar, stop_at_ctrl_c, threads};
use screen::{Change, Screen, changed};
use state::{State, Value};
use std::path::{Path, PathBuf};
use std::time::Duration;
use wanqi_eval::chess::endings::WithEndings;
use wanqi_eval::chess::{ChessTactics, Network as ChessNetwork};
use wanqi_eval::gomoku::{Network as GomokuNetwork, ThreatTactics};
use wanqi_eval::xiangqi::{Network as XiangqiNetwork, XiangqiTactics};
use wanqi_game::{Game, Notation};
use wanqi_games::chess::Chess;
use wanqi_games::gomoku::Gomoku;
use wanqi_games::xiangqi::Xiangqi;
use wanqi_search::alpha_beta::SearchParameters;
use wanqi_search::{Evaluator, Limits, Tactics};
use wanqi_store::read_positions;

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
    /// itself. With --screen it may be left out, and nothing is kept
    #[arg(long, value_name = "FILE", required_unless_present = "screen")]
    state: Option<PathBuf>,
    /// Pairs of games
    #[arg(long, default_value_t = 10_000)]
    pairs: u32,
    /// Nodes that a move is searched
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Milliseconds for a move instead, with --screen or --measure: what a change costs in speed counts too, but no run is like
    /// another
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "nodes")]
    time: Option<u64>,
    /// Random plies at the beginning of a game: least and most
    #[arg(long, num_args = 2, default_values_t = [4, 9])]
    opening: Vec<u32>,
    /// Positions to begin with instead, in turn, with --screen or --measure: as for `wanqi match --openings`
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,
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
        G: Game + Notation,
        E: Evaluator<G> + Clone,
        T: Tactics<G, E> + Clone,
    {
        let games =
            Games { game, evaluation, tactics, threads: threads(self.threads), stop: stop_at_ctrl_c()? };
        let usual = T::PARAMETERS.search;
        let changes: Vec<_> = self.screen.iter().map(|text| Change::read(text)).collect::<Result<_>>()?;
        ensure!(self.opening.is_sorted(), "--opening says the least first, then the most");
        match (self.measure, &self.state) {
            (Some(pairs), _) if !changes.is_empty() => self.measure(&games, changed(usual, &changes), pairs),
            (Some(pairs), Some(state)) => {
                self.measure(&games, State::read(state, &self.game)?.parameters(usual), pairs)
            }
            (None, state) if !changes.is_empty() => {
                let screen = match state {
                    Some(state) if state.exists() => Screen::read(state, &self.game, &changes)?,
                    _ => self.begin_screen(changes),
                };
                let begins = self.begins(game, screen.openings.as_deref(), &screen.opening)?;
                let terms = Terms { limits: limits(screen.nodes, screen.time), begins, seed: screen.seed };
                let keep = |screen: &Screen| state.as_ref().map_or(Ok(()), |state| screen.write(state));
                print!("{}", games.screen(screen, &terms, self.pairs, usual, keep)?);
                Ok(())
            }
            (None, Some(state)) => self.tune(&games, state),
            // Asked for where the arguments are read.
            (_, None) => bail!("--state says where the numbers are kept"),
        }
    }

    /// Plays what was found against what the program has.
    fn measure<G, E, T>(&self, games: &Games<'_, G, E, T>, found: SearchParameters, pairs: u32) -> Result<()>
    where
        G: Game + Notation,
        E: Evaluator<G> + Clone,
        T: Tactics<G, E> + Clone,
    {
        let begins = self.begins(games.game, self.openings.as_deref(), &self.opening)?;
        let terms = Terms { limits: limits(self.nodes, self.time), begins, seed: self.seed };
        let bar = bar(pairs.into(), "pairs of games");
        let score = games.measure([found, T::PARAMETERS.search], &terms, pairs, &mut |score| {
            bar.set_position(u64::from(score.games() / 2));
            bar.set_message(score.to_string());
        });
        bar.abandon();
        let elo = score.elo().map_or(String::new(), |elo| format!(", {elo}"));
        println!("{score} ± {:.1}{elo}", 196.0 * score.error());
        Ok(())
    }

    /// Moves the numbers that a file keeps, or begins one.
    fn tune<G, E, T>(&self, games: &Games<'_, G, E, T>, state: &Path) -> Result<()>
    where
        G: Game + Notation,
        E: Evaluator<G> + Clone,
        T: Tactics<G, E> + Clone,
    {
        ensure!(self.time.is_none(), "--time is for --screen and --measure: numbers are tuned by nodes");
        ensure!(
            self.openings.is_none(),
            "--openings is for --screen and --measure: games that tune begin with random plies"
        );
        let usual = T::PARAMETERS.search;
        let kept = if state.exists() { State::read(state, &self.game)? } else { self.begin(usual)? };
        let tuned = games.tune(kept, usual, |kept| kept.write(state))?;
        print!("{}", tuned.as_rust(usual));
        if tuned.done < tuned.pairs {
            println!("{} of {} pairs; the same command goes on", tuned.done, tuned.pairs);
        }
        Ok(())
    }

    /// How games begin: with the positions of a file, or with random plies.
    fn begins<G: Game + Notation>(
        &self,
        game: &G,
        openings: Option<&Path>,
        opening: &[u32],
    ) -> Result<Begins<G::Position>> {
        let Some(path) = openings else { return Ok(Begins::Random(opening[0]..=opening[1])) };
        let table = wanqi_play::table(&wanqi_play::Spec::new(&self.game))?;
        let texts = read_positions(path, &*table).map_err(|error| anyhow!("--openings, {error}"))?;
        let position = |text: &String| {
            game.parse_position(text).map_err(|error| anyhow!("--openings, {}: {error}", path.display()))
        };
        Ok(Begins::Positions(texts.iter().map(position).collect::<Result<_>>()?))
    }

    /// Changes of which games have told nothing yet.
    fn begin_screen(&self, changes: Vec<Change>) -> Screen {
        Screen {
            game: self.game.clone(),
            nodes: self.nodes,
            time: self.time,
            opening: self.opening.clone(),
            openings: self.openings.clone(),
            seed: self.seed,
            done: 0,
            changes,
        }
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
            opening: self.opening.clone(),
            pairs: self.pairs,
            rate: self.rate,
            seed: self.seed,
            done: 0,
            values: values.map(|(name, value)| Value { name: name.into(), value: value.into() }).collect(),
        })
    }
}

/// What a move may take: a time in milliseconds if one is told, nodes otherwise.
fn limits(nodes: u64, time: Option<u64>) -> Limits {
    time.map_or(Limits::nodes(nodes), |time| Limits::time(Duration::from_millis(time)))
}
