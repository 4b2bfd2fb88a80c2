//! `wanqi match`: two players, many games, and what the score says.

use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use play::Spec;
use play::matches::{self, Elo, Plan, Played, Score};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Play a match between two players, sides swapped, with Elo and its error
#[derive(Args, Debug)]
pub struct Match {
    #[command(flatten)]
    position: PositionArguments,
    /// The player that is measured
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// The player that it is measured against
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Games to play; each opening is played twice, sides swapped
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Random plies before the players take over
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=100))]
    opening: u32,
    /// A game longer than this is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    plies: u32,
    /// Time for a move of a player that names no limit
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = play::parse_duration)]
    time: Duration,
    /// Seed of openings and players
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Answer in JSON, with the moves of every game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    a: String,
    b: String,
    seed: u64,
    #[serde(flatten)]
    score: Score,
    elo: Option<Elo>,
    games: Vec<Played>,
}

impl Match {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        if let Some(result) = table.result() {
            return Err(play::Error::Over(result.text).into());
        }
        let player = |text: &str, argument: &str| -> Result<Spec, Failure> {
            let spec: Spec = text.parse().map_err(|error| Failure::asked(argument, error))?;
            table.player(&spec).map_err(|error| Failure::asked(argument, error))?;
            Ok(spec)
        };
        let (a, b) = (player(&self.a, "--a")?, player(&self.b, "--b")?);
        let plan = Plan {
            games: self.games,
            opening: self.opening,
            plies: self.plies as usize,
            time: self.time,
            seed: self.seed,
        };
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let mut games = Vec::new();
        let score = matches::run(&*table, [&a, &b], &plan, &stop, &mut |played, score| {
            progress.text(text(score));
            games.push(played.clone());
        });
        progress.clear();
        let score = score?;
        let answer = Answer {
            game: table.spec().to_string(),
            position: table.view().position,
            a: a.to_string(),
            b: b.to_string(),
            seed: self.seed,
            score,
            elo: score.elo(),
            games,
        };
        if self.json {
            return write_json(out, &answer);
        }
        let Answer { game, a, b, seed, .. } = &answer;
        writeln!(out, "{game}, {a} against {b}, seed {seed}")?;
        writeln!(out, "{}", text(&score))?;
        Ok(())
    }
}

/// `+12 =5 -3 of 20, 72.5 %, Elo +168 (+34 to +386 with 95 %)`.
fn text(score: &Score) -> String {
    let Score { wins, draws, losses } = score;
    let mut text = format!("+{wins} ={draws} -{losses} of {}", score.games());
    if let Some(elo) = score.elo() {
        text += &format!(
            ", {:.1} %, Elo {:+.0} ({:+.0} to {:+.0} with 95 %)",
            100.0 * score.share(),
            elo.difference,
            elo.low,
            elo.high
        );
    }
    text
}
