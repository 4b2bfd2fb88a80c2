//! `cargo xtask tune GAME`: weights from self-play, for the evaluations of this repository.

mod go;
#[path = "../network/run.rs"]
mod run;

use anyhow::{Result, bail};
use clap::Parser;
use indicatif::ProgressBar;
use run::{bar, stop_at_ctrl_c, threads};
use std::path::PathBuf;
use wanqi_eval::chess::{ChessTactics, Positional as ChessPositional};
use wanqi_eval::gomoku::{Lines, ThreatTactics};
use wanqi_eval::jungle::{JungleTactics, Squares};
use wanqi_eval::othello::{OthelloTactics, SquaresAndMobility};
use wanqi_eval::xiangqi::{Positional, XiangqiTactics};
use wanqi_game::Game;
use wanqi_games::chess::Chess;
use wanqi_games::gomoku::Gomoku;
use wanqi_games::jungle::Jungle;
use wanqi_games::othello::Othello;
use wanqi_games::xiangqi::Xiangqi;
use wanqi_search::{Limits, Linear, Stop, Tactics};
use wanqi_train::{GameSettings, Plan, Samples, duel, file, self_play, texel};

/// Plays an evaluation against itself, finds the weights that predict the results best, plays them against the old
/// ones, and writes them
#[derive(Parser)]
#[command(name = "cargo xtask tune")]
struct Arguments {
    /// The game: chess, go, gomoku, jungle, othello, xiangqi
    game: String,
    /// Lines of the board, where the game has sizes: go
    #[arg(long, default_value_t = 9)]
    size: u8,
    /// Games a round
    #[arg(long, default_value_t = 4000)]
    games: u32,
    /// Rounds, each played with the weights of the one before
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes that a move is searched
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Random plies at the beginning of a game: least and most
    #[arg(long, num_args = 2, default_values_t = [4, 12])]
    opening: Vec<u32>,
    /// A game longer than so many plies is a draw
    #[arg(long, default_value_t = 400)]
    plies: usize,
    /// Positions of a game that are kept
    #[arg(long, default_value_t = 32)]
    positions: usize,
    /// How strongly the weights are held to the old ones: as if so many games spoke for them
    #[arg(long, default_value_t = 20.0)]
    prior: f64,
    /// How much of the target is the search's own score, from 0 to 1, instead of the game's result
    #[arg(long, default_value_t = 0.0)]
    scores: f64,
    /// Pairs of games between the new weights and the old
    #[arg(long, default_value_t = 500)]
    pairs: u32,
    /// Threads; all there are if left out
    #[arg(long)]
    threads: Option<usize>,
    /// Where to write the weights: a .rs file as a module of constants, any other as TOML; if left out, to standard
    /// output as Rust
    #[arg(long)]
    out: Option<PathBuf>,
    /// Begin with all weights at 0 instead of the present ones
    #[arg(long)]
    from_nothing: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    // Here an evaluation is made known to the tuner, in one line.
    match arguments.game.as_str() {
        "chess" => arguments.tune(&Chess, ChessPositional::default(), ChessTactics),
        "go" => go::tune(&arguments),
        "gomoku" => arguments.tune(&Gomoku::default(), Lines::default(), ThreatTactics::default()),
        "jungle" => arguments.tune(&Jungle::default(), Squares::default(), JungleTactics),
        "othello" => arguments.tune(&Othello::default(), SquaresAndMobility::default(), OthelloTactics),
        "xiangqi" => arguments.tune(&Xiangqi::new(), Positional::default(), XiangqiTactics),
        other => {
            bail!(
                "no evaluation of {other:?} can be tuned; those of chess, go, gomoku, jungle, othello and xiangqi can"
            )
        }
    }
}

impl Arguments {
    fn tune<G, E, T>(&self, game: &G, old: E, tactics: T) -> Result<()>
    where
        G: Game,
        E: Linear<G> + Clone,
        T: Tactics<G, E> + Clone,
    {
        let stop = stop_at_ctrl_c()?;
        let plan = self.plan(&stop);
        let mut evaluation =
            if self.from_nothing { old.with_weights(&vec![0; old.weights().len()]) } else { old.clone() };
        let mut samples = Samples::default();
        for round in 0..self.rounds {
            if stop.is_stopped() {
                break;
            }
            let plan = Plan { seed: self.seed + u64::from(round), ..plan.clone() };
            let bar = bar(u64::from(plan.games), "games");
            samples.append(self_play(game, &evaluation, &tactics, &plan, &mut |so_far| {
                let [first, drawn, second] = so_far.outcomes;
                bar.set_position(so_far.games.into());
                bar.set_message(format!("+{first} ={drawn} -{second}, {} positions", so_far.positions));
            }));
            bar.abandon();
            let bar = bar_of_steps();
            let options = texel::Options {
                prior: self.prior,
                scores: self.scores,
                threads: plan.threads,
                ..texel::Options::default()
            };
            let found = texel::fit(&samples, &evaluation.weights(), &options, &mut |step, loss| {
                bar.set_message(format!("step {step}, loss {loss:.5}"));
                bar.tick();
            });
            bar.finish_and_clear();
            eprintln!(
                "{} positions, scale {:.0}, {} steps; loss {:.5} -> {:.5}, of games held out {:.5} -> {:.5}",
                samples.len(),
                found.scale,
                found.steps,
                found.fitted[0],
                found.fitted[1],
                found.held_out[0],
                found.held_out[1]
            );
            evaluation = evaluation.with_weights(&found.rounded());
        }
        self.write(&evaluation)?;
        if self.pairs > 0 {
            // A stop has ended the games; the match is a new piece of work.
            let settings = GameSettings { limits: Limits::nodes(self.nodes), ..plan.settings.clone() };
            let plan = Plan { games: 2 * self.pairs, settings, ..plan };
            let bar = bar(u64::from(plan.games), "against the old weights");
            let score = duel::duel(game, [&evaluation, &old], &tactics, &plan, &mut |score| {
                bar.set_position(score.games().into());
                bar.set_message(score.to_string());
            });
            bar.abandon();
            eprintln!("new against old: {score} ± {:.1}", 196.0 * score.error());
        }
        Ok(())
    }

    fn plan(&self, stop: &Stop) -> Plan {
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(self.nodes) };
        let settings =
            GameSettings { opening: self.opening[0]..=self.opening[1], limits, max_plies: self.plies };
        Plan {
            games: self.games,
            seed: self.seed,
            threads: threads(self.threads),
            settings,
            positions: self.positions,
        }
    }

    fn write<G: Game, E: Linear<G>>(&self, evaluation: &E) -> Result<()> {
        let (groups, weights) = (evaluation.groups(), evaluation.weights());
        // Threads and pairs change nothing of the weights.
        let origin = format!(
            "Written by `cargo xtask tune {} --games {} --rounds {} --nodes {} --seed {} --opening {} {} --plies {} \
             --positions {} --prior {} --scores {}{}`{}.",
            self.game,
            self.games,
            self.rounds,
            self.nodes,
            self.seed,
            self.opening[0],
            self.opening[1],
            self.plies,
            self.positions,
            self.prior,
            self.scores,
            if self.from_nothing { " --from-nothing" } else { "" },
            if self.from_nothing { "" } else { " from the weights before" }
        );
        match &self.out {
            None => print!("{}", file::rust(&groups, &weights, &origin)),
            Some(path) if path.extension().is_some_and(|extension| extension == "rs") => {
                std::fs::write(path, file::rust(&groups, &weights, &origin))?;
            }
            Some(path) => std::fs::write(path, file::toml(&groups, &weights, &origin))?,
        }
        Ok(())
    }
}

fn bar_of_steps() -> ProgressBar {
    ProgressBar::new_spinner()
}
