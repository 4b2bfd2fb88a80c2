//! `wanqi match`: two players, many games, and what the score says.

use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use play::Spec;
use play::matches::{self, Elo, Plan, Played, Score, Sprt, Tally, Verdict};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Play a match between two players, sides swapped, with Elo and its error
#[derive(Args, Debug)]
pub struct Match {
    #[command(flatten)]
    position: PositionArguments,
    /// The player that is measured; another engine as external:protocol=uci,cmd="stockfish",option.Hash=64,nodes=500
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// The player that it is measured against
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Games to play; each opening is played twice, sides swapped
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Positions to begin with, one a line, in turn; lines that begin with # are left out
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies before the players take over [default: 4, and 0 after --openings]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    opening: Option<u32>,
    /// A game longer than this is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    plies: u32,
    /// Time for a move of a player that names no limit
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = play::parse_duration)]
    time: Duration,
    /// Seed of openings and players
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Games to play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    concurrency: u32,
    /// End the match once A is likely E1 points of Elo stronger than B rather than E0, or the other way round
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true, value_parser = Sprt::read)]
    sprt: Option<Sprt>,
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
    tally: Tally,
    elo: Option<Elo>,
    sprt: Option<Test>,
    games: Vec<Played>,
}

/// What the test says of the hypotheses.
#[derive(Serialize)]
struct Test {
    #[serde(flatten)]
    hypotheses: Sprt,
    log_likelihood_ratio: f64,
    bound: f64,
    verdict: Option<Verdict>,
}

impl Test {
    fn of(hypotheses: Sprt, tally: &Tally) -> Test {
        Test {
            hypotheses,
            log_likelihood_ratio: hypotheses.log_likelihood_ratio(&tally.pairs),
            bound: Sprt::bound(),
            verdict: hypotheses.verdict(&tally.pairs),
        }
    }

    /// `LLR +1.20 of ±2.94 for Elo 10 against 0`.
    fn text(&self) -> String {
        let Sprt { elo0, elo1 } = self.hypotheses;
        let verdict = match self.verdict {
            Some(Verdict::Accepted) => ": accepted",
            Some(Verdict::Rejected) => ": rejected",
            None => "",
        };
        let Test { log_likelihood_ratio: ratio, bound, .. } = self;
        format!("LLR {ratio:+.2} of ±{bound:.2} for Elo {elo1} against {elo0}{verdict}")
    }
}

impl Match {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        if let Some(result) = table.result() {
            return Err(play::Error::Over(result.text).into());
        }
        let player = |text: &str, argument: &str| -> Result<Spec, Failure> {
            let spec: Spec = text.parse().map_err(|error| Failure::asked(argument, error))?;
            protocol::player(&*table, &spec).map_err(|error| Failure::asked(argument, error))?;
            Ok(spec)
        };
        let (a, b) = (player(&self.a, "--a")?, player(&self.b, "--b")?);
        let openings = self.openings(&*table)?;
        let plan = Plan {
            games: self.games,
            opening: self.opening.unwrap_or(if openings.is_empty() { 4 } else { 0 }),
            openings,
            plies: self.plies as usize,
            time: self.time,
            seed: self.seed,
            concurrency: self.concurrency as usize,
            sprt: self.sprt,
            players: protocol::player,
        };
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let mut games = Vec::new();
        let tally = matches::run(&*table, [&a, &b], &plan, &stop, &mut |played, tally| {
            let test = self.sprt.map_or(String::new(), |sprt| format!(", {}", Test::of(sprt, tally).text()));
            progress.text(text(&tally.score) + &test);
            games.push(played.clone());
        });
        progress.clear();
        let tally = tally?;
        let answer = Answer {
            game: table.spec().to_string(),
            position: table.view().position,
            a: a.to_string(),
            b: b.to_string(),
            seed: self.seed,
            elo: tally.score.elo(),
            sprt: self.sprt.map(|sprt| Test::of(sprt, &tally)),
            tally,
            games,
        };
        if self.json {
            return write_json(out, &answer);
        }
        let Answer { game, a, b, seed, tally, sprt, games, .. } = &answer;
        writeln!(out, "{game}, {a} against {b}, seed {seed}")?;
        writeln!(out, "{}", text(&tally.score))?;
        if let Some(test) = sprt {
            writeln!(out, "{}", test.text())?;
        }
        for (number, played) in games.iter().enumerate().filter(|(_, played)| played.forfeit) {
            writeln!(out, "game {}: {}", number + 1, played.result)?;
        }
        Ok(())
    }

    /// The positions of the file of openings, each of them one to play from.
    fn openings(&self, table: &dyn play::Table) -> Result<Vec<String>, Failure> {
        let Some(path) = &self.openings else { return Ok(Vec::new()) };
        let wrong = |place: &str, error: &dyn std::fmt::Display| {
            Failure::asked(format!("--openings, {}{place}", path.display()), error)
        };
        let text = std::fs::read_to_string(path).map_err(|error| wrong("", &error))?;
        let mut openings = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut laid = table.fork();
            let set = laid.set_position(line).and_then(|()| match laid.result() {
                Some(result) => Err(play::Error::Over(result.text)),
                None => Ok(()),
            });
            set.map_err(|error| wrong(&format!(", line {}", index + 1), &error))?;
            openings.push(line.to_owned());
        }
        if openings.is_empty() { Err(wrong("", &"it holds no position")) } else { Ok(openings) }
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
