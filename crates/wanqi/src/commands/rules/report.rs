//! `wanqi rules report`: what self-play says of a game, for whoever designs it.

use super::super::write_json;
use super::FileArgument;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::numbers::grouped;
use crate::progress::Progress;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use wanqi_play::designer::{Report as Designed, ReportBudget, Results, report};

/// Let the machine play a rule file against itself: who is favoured, how long games are, whether skill matters
#[derive(Args, Debug)]
pub struct Report {
    #[command(flatten)]
    file: FileArgument,
    /// Time for all of it, about
    #[arg(long, value_name = "T", default_value = "60s", value_parser = wanqi_play::parse_duration)]
    time: Duration,
    /// Games to play at once in matches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    concurrency: u32,
    /// Seed of everything that chance has a part in
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write plots into this folder, as SVG
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Report {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        // Whatever is wrong with the file is told before anything is played.
        self.file.rulebook(self.json, out)?;
        let budget =
            ReportBudget { time: self.time, concurrency: self.concurrency as usize, seed: self.seed };
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let answer =
            report(&self.file.file.display().to_string(), &budget, &stop, &mut |what| progress.text(what));
        interrupt.done();
        progress.clear();
        let answer = answer?;
        let mut written = Vec::new();
        if let Some(folder) = &self.plots {
            fs::create_dir_all(folder)?;
            for plot in answer.plots() {
                let path = folder.join(plot.name).with_extension("svg");
                fs::write(&path, plot.svg)?;
                written.push(path);
            }
        }
        if self.json {
            return write_json(out, &answer);
        }
        write_text(&answer, out)?;
        for path in written {
            writeln!(out, "plot {}", path.display())?;
        }
        Ok(())
    }
}

fn write_text(report: &Designed, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}\n", report.name)?;
    for remark in &report.remarks {
        writeln!(out, "* {remark}")?;
    }
    writeln!(out)?;
    let [first, second] = &report.sides;
    let results = |name: &str, results: &Results| {
        let share = |count: u64| 100.0 * count as f64 / results.games.max(1) as f64;
        format!(
            "{name}: {} games, {first} {:.1} %, {second} {:.1} %, draws {:.1} %, {:.1} plies; {} unfinished",
            grouped(results.games),
            share(results.wins[0]),
            share(results.wins[1]),
            share(results.draws),
            results.length,
            results.unfinished
        )
    };
    writeln!(out, "{}", results("at random", &report.random))?;
    for games in &report.searched {
        writeln!(out, "{}", results(&games.player, &games.results))?;
    }
    match report.learnt {
        None => {}
        Some(0) => writeln!(out, "searches use the network that comes with the program")?,
        Some(generation) => writeln!(out, "searches use what was learnt, generation {generation}")?,
    }
    writeln!(out, "moves to choose from: {:.1}", report.branching)?;
    for depth in &report.depths {
        writeln!(
            out,
            "depth {} against {}: {} of the points in {} games",
            depth.depth,
            depth.depth - 1,
            depth.share,
            depth.games
        )?;
    }
    for (ending, count) in &report.endings {
        writeln!(out, "ending: {ending} ({count})")?;
    }
    for piece in &report.pieces {
        writeln!(
            out,
            "{} ({}): {} moves, lost {} times",
            piece.name, piece.letter, piece.moves, piece.losses
        )?;
    }
    for what in &report.moves {
        writeln!(
            out,
            "{} ({}) {}: played {} of {} times",
            what.piece, what.letter, what.how, what.played, what.offered
        )?;
    }
    for end in &report.ends {
        writeln!(out, "ended by {}: {}", end.how, end.games)?;
    }
    match report.start.decided {
        Some(plies) => {
            let winner = if plies > 0 { first } else { second };
            writeln!(out, "the start: won for {winner} in {} plies", plies.abs())?;
        }
        None => writeln!(out, "the start: nothing forced within {} plies", report.start.depth)?,
    }
    writeln!(out, "best line: {}", report.start.line.join(" "))?;
    Ok(())
}
