//! `wanqi playouts`: random games counted, for the speed of rules and what chance thinks of a position.

use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, seconds, short};
use crate::progress::Progress;
use clap::Args;
use std::io::Write;
use std::time::Duration;
use wanqi_play::PlayoutLimits;
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
        let time = Duration::from_secs_f64(report.seconds);
        let answer = RandomGames::of(&*table, self.seed, report);
        if self.json {
            return write_json(out, &answer);
        }
        let note = if without_komi { " (no komi was given, so 0)" } else { "" };
        let sides = table.layout().sides.map(|side| side.name);
        write(out, &answer, time, &sides, note)
    }

    fn time(&self) -> Result<Option<Duration>, Failure> {
        let seconds = self.seconds.or(self.games.is_none().then_some(SECONDS));
        let wrong = |_| Failure::Asked("--seconds: a number of seconds from 0 up is expected".into());
        seconds.map(Duration::try_from_secs_f64).transpose().map_err(wrong)
    }
}

fn write(
    out: &mut impl Write,
    answer: &RandomGames,
    time: Duration,
    [first, second]: &[String; 2],
    note: &str,
) -> Result<(), Failure> {
    let report = &answer.report;
    writeln!(out, "{}{note}, seed {}, one core", answer.game, answer.seed)?;
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
