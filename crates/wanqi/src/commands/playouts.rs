//! `wanqi playouts`: random games counted, for the speed of rules and what chance thinks of a position.

use super::job::{Hears, JobArguments, close};
use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, seconds, short};
use crate::progress::Progress;
use clap::Args;
use std::io::Write;
use std::time::{Duration, Instant};
use wanqi_jobs::{Counts, Order, Outcome, Place, PlayoutsTask, Task, UnitResult, Work};
use wanqi_play::{Message, PlayoutLimits, PlayoutReport, Table, message};
use wanqi_protocol::json::answers::RandomGames;

/// Play random games on one core: games a second, lengths, results
#[derive(Args, Debug)]
pub struct Playouts {
    #[command(flatten)]
    position: PositionArguments,
    /// Seconds to play for [default: 2, or as long as --games takes]
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Games to play
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Plies after which a game is discarded [default: far more than sensible games take]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
    /// Seed of the random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Units at once, with --on here
    #[arg(long, value_name = "N", default_value_t = 1, requires = "on", value_parser = clap::value_parser!(u32).range(1..=1000))]
    jobs: u32,
    #[command(flatten)]
    job: JobArguments,
}

const SECONDS: f64 = 2.0;

impl Playouts {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let mut spec = self.position.spec()?;
        let takes_komi =
            wanqi_play::rules::open(&spec)?.info().options.iter().any(|option| option.name == "komi");
        // Without komi the mean margin is what moving first is worth.
        let without_komi = takes_komi && spec.get("komi").is_none();
        if without_komi {
            spec.set("komi", "0");
        }
        let table = self.position.table_of(&spec)?;
        if let Some(result) = table.result() {
            return Err(wanqi_play::Error::Over(result.text).into());
        }
        let (report, ended) = match self.job.place(self.jobs as usize)? {
            Some(place) => {
                let (report, ended) = self.run_job(&*table, place)?;
                (report, Some(ended))
            }
            None => (self.play(&*table)?, None),
        };
        let time = Duration::from_secs_f64(report.seconds);
        let answer = RandomGames::of(&*table, self.seed, report);
        if self.json {
            write_json(out, &answer)?;
            return ended.as_ref().map_or(Ok(()), close);
        }
        let note = if without_komi { " (no komi was given, so 0)" } else { "" };
        let sides = table.layout().sides.map(|side| side.name);
        let cores = if ended.is_some() { "" } else { ", one core" };
        write(out, &answer, time, &sides, [note, cores])?;
        ended.as_ref().map_or(Ok(()), close)
    }

    /// Plays the games here and now.
    fn play(&self, table: &dyn Table) -> Result<PlayoutReport, Failure> {
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let limits = PlayoutLimits {
            games: self.games,
            time: self.time()?,
            plies: self.plies,
            seed: self.seed,
            stop: interrupt.stop(),
        };
        let report = table.playouts(&limits, &mut |report| {
            progress.text(format!("{} games, {} s", grouped(report.games), report.seconds as u64));
        });
        progress.clear();
        Ok(report)
    }

    /// Plays them in units.
    fn run_job(&self, table: &dyn Table, place: Place) -> Result<(PlayoutReport, (Order, Outcome)), Failure> {
        let games = match (self.games, self.seconds) {
            (Some(games), None) => games,
            _ => {
                return Err(Failure::Asked("--on: how many is said by --games, and not by --seconds".into()));
            }
        };
        let task = PlayoutsTask { games, plies: self.plies, seed: self.seed };
        let work = Work::new(table, Task::Playouts(task))?;
        let (mut counts, began) = (Counts::default(), Instant::now());
        let ended = self.job.run(work, place, &mut counts)?;
        let Counts { games, discarded, wins, draws, plies, margin } = counts;
        let mean_margin = margin.map(|margin| margin / games.max(1) as f64);
        let seconds = began.elapsed().as_secs_f64();
        Ok((PlayoutReport { games, discarded, wins, draws, plies, mean_margin, margin, seconds }, ended))
    }

    fn time(&self) -> Result<Option<Duration>, Failure> {
        let seconds = self.seconds.or(self.games.is_none().then_some(SECONDS));
        let wrong = |_| Failure::Asked("--seconds: a number of seconds from 0 up is expected".into());
        seconds.map(Duration::try_from_secs_f64).transpose().map_err(wrong)
    }
}

impl Hears for Counts {
    fn hear(&mut self, result: UnitResult) -> bool {
        if let UnitResult::Playouts(counts) = result {
            self.add(&counts);
        }
        false
    }

    fn begin_again(&mut self) {
        *self = Counts::default();
    }

    fn text(&self) -> Message {
        message!("job.games", "{games} games", games = grouped(self.games))
    }
}

fn write(
    out: &mut impl Write,
    answer: &RandomGames,
    time: Duration,
    [first, second]: &[String; 2],
    [note, cores]: [&str; 2],
) -> Result<(), Failure> {
    let report = &answer.report;
    writeln!(out, "{}{note}, seed {}{cores}", answer.game, answer.seed)?;
    writeln!(
        out,
        "{} games in {}: {} games/s, {} moves/s",
        grouped(report.games),
        seconds(time),
        short(answer.games_per_second),
        short(answer.moves_per_second)
    )?;
    let share = |count: u64| 100.0 * count as f64 / report.games.max(1) as f64;
    writeln!(
        out,
        "{first} wins {:.1} %, {second} wins {:.1} %, draws {:.1} %",
        share(report.wins[0]),
        share(report.wins[1]),
        share(report.draws)
    )?;
    if let Some(mean) = answer.mean_plies {
        writeln!(out, "mean length {mean:.1} plies")?;
    }
    if let Some(margin) = report.mean_margin {
        writeln!(out, "mean margin {margin:+.2} points for {first}")?;
    }
    writeln!(out, "discarded as too long {}", grouped(report.discarded))?;
    Ok(())
}
