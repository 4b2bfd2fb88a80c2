//! `wanqi match`: two players, many games, and what the score says.

mod job;
mod ledger;

use super::job::{JobArguments, close};
use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use ledger::Ledger;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use wanqi_play::matches::{self, Adjudication, Agreed, Plan, Played, Sprt, Tally, TimeControl, Verdict};
use wanqi_play::{Spec, Table};
use wanqi_protocol::json::answers::{MatchReport, SprtReport};
use wanqi_store::read_positions;

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
    /// Positions to begin with, in turn: FEN or EPD, one a line, lines that begin with # left out; or games in a .pgn
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random plies before the players take over [default: 4, and 0 after --openings]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    opening: Option<u32>,
    /// A game longer than this is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    plies: u32,
    /// Time for a move of a player that names no limit
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = wanqi_play::parse_duration)]
    time: Duration,
    /// Seconds for a game and for every move, instead of --time: 60+0.6
    #[arg(long, value_name = "BASE+INC", value_parser = TimeControl::read)]
    clock: Option<TimeControl>,
    /// By how much a clock may be exceeded; no player has less time for it
    #[arg(long, value_name = "T", default_value = "10ms", value_parser = wanqi_play::parse_duration)]
    margin: Duration,
    /// Break a game off as won when both players' scores say so for so many moves of each: 600,4
    #[arg(long, value_name = "SCORE,MOVES", value_parser = Agreed::read)]
    resign: Option<Agreed>,
    /// Break a game off as a draw when no score is greater for so many moves of each, not before move FROM: 10,8,40
    #[arg(long, value_name = "SCORE,MOVES[,FROM]", value_parser = Agreed::read)]
    draw: Option<Agreed>,
    /// Seed of openings and players
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Games to play at once
    #[arg(long, value_name = "N", alias = "concurrency", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    jobs: u32,
    /// End the match once A is likely E1 points of Elo stronger than B rather than E0, or the other way round
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true, value_parser = Sprt::read)]
    sprt: Option<Sprt>,
    /// Write each game to this file when it is over; a match that was broken off goes on after the games in it
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Answer in JSON, with the moves of every game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    job: JobArguments,
}

/// `LLR +1.20 of ±2.94 for Elo 10 against 0`.
fn sprt_text(report: &SprtReport) -> String {
    let Sprt { elo0, elo1 } = report.hypotheses;
    let verdict = match report.verdict {
        Some(Verdict::Accepted) => ": accepted",
        Some(Verdict::Rejected) => ": rejected",
        None => "",
    };
    let SprtReport { log_likelihood_ratio: ratio, bound, .. } = report;
    format!("LLR {ratio:+.2} of ±{bound:.2} for Elo {elo1} against {elo0}{verdict}")
}

impl Match {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        if let Some(result) = table.result() {
            return Err(wanqi_play::Error::Over(result.text).into());
        }
        let player = |text: &str, argument: &str| -> Result<Spec, Failure> {
            let spec: Spec = text.parse().map_err(|error| Failure::asked(argument, error))?;
            wanqi_protocol::player(&*table, &spec).map_err(|error| Failure::asked(argument, error))?;
            Ok(spec)
        };
        let (a, b) = (player(&self.a, "--a")?, player(&self.b, "--b")?);
        let openings = match &self.openings {
            Some(path) => read_positions(path, &*table)
                .map_err(|error| Failure::Asked(format!("--openings, {error}")))?,
            None => Vec::new(),
        };
        let plan = Plan {
            games: self.games,
            opening: self.opening.unwrap_or(if openings.is_empty() { 4 } else { 0 }),
            openings,
            plies: self.plies as usize,
            time: self.time,
            clock: self.clock,
            margin: self.margin,
            adjudication: Adjudication { resign: self.resign, draw: self.draw },
            seed: self.seed,
            concurrency: self.jobs as usize,
            sprt: self.sprt,
            players: wanqi_protocol::player,
        };
        let (mut ledger, tally) = match &self.pgn {
            Some(path) => {
                let (ledger, tally) = Ledger::open(
                    path,
                    table.spec(),
                    self.about(&*table, &plan),
                    [&a, &b].map(Spec::to_string),
                )?;
                (Some(ledger), tally)
            }
            None => (None, Tally::default()),
        };
        let place = self.job.place(plan.concurrency)?;
        let (tally, games, ended) = match place {
            Some(place) => {
                let (played, ended) = self.run_job(&*table, [&a, &b], &plan, place)?;
                // What was answered before is in the file already.
                if let Some(ledger) = &mut ledger {
                    let mut new = played.games.iter().skip(tally.score.games() as usize);
                    new.try_for_each(|game| ledger.add(&*table, game))?;
                }
                (played.tally, played.games, Some(ended))
            }
            None => {
                let (tally, games) = self.play(&*table, [&a, &b], &plan, tally, &mut ledger)?;
                (tally, games, None)
            }
        };
        let answer = MatchReport {
            game: table.spec().to_string(),
            position: table.view().position,
            a: a.to_string(),
            b: b.to_string(),
            seed: self.seed,
            elo: tally.elo(),
            sprt: self.sprt.map(|sprt| SprtReport::of(sprt, &tally)),
            tally,
            games,
        };
        self.write(out, &answer)?;
        ended.as_ref().map_or(Ok(()), close)
    }

    fn write(&self, out: &mut impl Write, answer: &MatchReport) -> Result<(), Failure> {
        if self.json {
            return write_json(out, answer);
        }
        let MatchReport { game, a, b, seed, tally, sprt, games, .. } = answer;
        writeln!(out, "{game}, {a} against {b}, seed {seed}")?;
        writeln!(out, "{tally}")?;
        writeln!(out, "pairs by A's points, 0 to 2: {:?}", tally.pairs.0)?;
        if let Some(test) = sprt {
            writeln!(out, "{}", sprt_text(test))?;
        }
        let before = tally.score.games() as usize - games.len();
        for (number, played) in games.iter().enumerate().filter(|(_, played)| played.end.is_forfeit()) {
            writeln!(out, "game {}: {}", before + number + 1, played.result)?;
        }
        Ok(())
    }

    /// Plays the games here and now.
    fn play(
        &self,
        table: &dyn Table,
        players: [&Spec; 2],
        plan: &Plan,
        tally: Tally,
        ledger: &mut Option<Ledger>,
    ) -> Result<(Tally, Vec<Played>), Failure> {
        let mut unwritten = None;
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let mut games = Vec::new();
        let tally = matches::go_on(table, players, plan, tally, &stop, &mut |played, tally| {
            let test = self
                .sprt
                .map_or(String::new(), |sprt| format!(", {}", sprt_text(&SprtReport::of(sprt, tally))));
            progress.text(format!("{tally}{test}"));
            // A game that cannot be kept is not played for nothing twice.
            if let Some(Err(error)) = ledger.as_mut().map(|ledger| ledger.add(table, played)) {
                unwritten.get_or_insert(error);
                stop.stop();
            }
            games.push(played.clone());
        });
        progress.clear();
        match unwritten {
            Some(error) => Err(error),
            None => Ok((tally?, games)),
        }
    }

    /// What makes the games what they are, so that a file of games is not gone on with as another match.
    fn about(&self, table: &dyn Table, plan: &Plan) -> String {
        let mut about = format!("{} against {}", self.a, self.b);
        about += &plan.clock.map_or(format!(", {:?}", plan.time), |clock| format!(", {clock}"));
        if let Some(openings) = &self.openings {
            about += &format!(", {} openings of {}", plan.openings.len(), openings.display());
        }
        about += &format!(", from {} and {} random plies", table.view().position, plan.opening);
        about += &format!(", at most {} plies, seed {}", plan.plies, plan.seed);
        for (name, agreed) in [("resign", self.resign), ("draw", self.draw)] {
            if let Some(Agreed { score, moves, from }) = agreed {
                about += &format!(", {name} {score},{moves},{from}");
            }
        }
        about
    }
}
