//! `wanqi learn`: a game from its rules, by games of the machine against itself; and what was learnt.

mod job;
mod kept;

use super::job::JobArguments;
use super::write_json_line;
use crate::Failure;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, seconds};
use crate::progress::Progress;
use clap::{Args, Subcommand};
use job::Units;
use serde::Serialize;
use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use wanqi_play::learning::{
    self, Beside, Budget, Generation, Hands, LearnProgress, LearntGame, Settings, Stage, Subject,
};

/// Let the machine learn a game from its rules, by games against itself
///
/// Ctrl-C keeps all that was played; the same command then goes on from there. What plays better is used from then on by
/// every command and by the page; in a game that the program knows by heart, once it plays better than that too.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Learn {
    #[command(subcommand)]
    kept: Option<Kept>,
    /// A game such as `othello` or `go:size=9`, a rule file that comes with the program, or the path of one
    #[arg(required = true)]
    game: Option<String>,
    /// Time to learn; ten minutes if no bound is said
    #[arg(long, value_name = "T", value_parser = wanqi_play::parse_duration)]
    time: Option<Duration>,
    /// Games against itself: one seed gives the same networks with any number of threads, and on any machines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Generations: the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// Positions that the first generation is trained on; each later one has more than half as many again
    #[arg(long, value_name = "N", default_value_t = Settings::default().growth.0, value_parser = at_least_one)]
    positions: usize,
    /// Nodes of a search in the games to learn from
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Sums of the network a side, a multiple of 16; if left out 32, with two million positions 64, with eight million 128
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(16..=256))]
    width: Option<u64>,
    /// Whether networks are added to what follows from the rules (yes) or take its place (no); both are tried if left out
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    correct: Option<bool>,
    /// Whether neighbouring points are looked at together, where few things may stand on a point; both are tried if left out
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    windows: Option<bool>,
    /// How many of a hundred positions are tried with a random move as well
    #[arg(long, value_name = "N", default_value_t = Settings::default().aside, value_parser = clap::value_parser!(u32).range(0..=100))]
    aside: u32,
    /// How much of what is learnt is how games ended, in percent; the rest is what searches said
    #[arg(long, value_name = "N", default_value_t = (100.0 * Settings::default().fit.result) as u32, value_parser = clap::value_parser!(u32).range(0..=100))]
    result: u32,
    /// Begin from the rules alone, even where a network comes with the program; what is better than those is then used in
    /// that network's place
    #[arg(long)]
    from_rules: bool,
    /// Begin with games by what the program knows of the game by heart, and use nothing that is not better than that
    #[arg(long, conflicts_with = "from_rules")]
    taught: bool,
    /// Games and training at a time
    #[arg(long, value_name = "N", default_value_t = Settings::default().threads as u32, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// Seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A line of JSON for each generation, and what is known at the end
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    job: JobArguments,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "a number from 1 on".into())
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no".into()),
    }
}

/// What to do with what was learnt.
#[derive(Subcommand, Debug)]
enum Kept {
    /// The games of which something was learnt
    List,
    /// The generations of a game
    Show {
        /// The game
        game: String,
    },
    /// Forget all that was learnt of a game
    Forget {
        /// The game
        game: String,
    },
    /// Write a game's network to a file
    Export {
        /// The game
        game: String,
        /// Where to
        file: PathBuf,
        /// Which generation; the one in use if left out
        #[arg(long, value_name = "N")]
        generation: Option<u32>,
    },
    /// Take the network of a file into use for a game
    Import {
        /// The game
        game: String,
        /// Where from
        file: PathBuf,
    },
}

/// A line of `--json` while it learns.
#[derive(Serialize)]
struct GenerationOutput<'a> {
    game: &'a str,
    #[serde(flatten)]
    generation: &'a Generation,
}

impl Learn {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let data = super::data_folder()?;
        if let Some(kept) = self.kept {
            return kept.run(&data, self.json, out);
        }
        let game = self.game.clone().unwrap_or_default();
        let subject = Subject::open(&game)?;
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let mut told = None;
        let mut failed = None;
        let (settings, budget) = (self.settings(), self.budget());
        let said = RefCell::default();
        let place = self.job.place(settings.threads)?;
        let mut units = place.map(|place| Units {
            place,
            job: &self.job,
            subject: &subject,
            progress: &progress,
            said: &said,
        });
        let hands = units.as_mut().map(|units| units as &mut dyn Hands);
        let known = learning::learn_by(hands, &subject, &data, settings, budget, &stop, &mut |learning| {
            let line = line(&learning, budget.time);
            said.borrow_mut().clone_from(&line);
            progress.text(line);
            let first = *told.get_or_insert(learning.history.len());
            for generation in &learning.history[first..] {
                progress.clear();
                let written = if self.json {
                    write_json_line(out, &GenerationOutput { game: &game, generation })
                } else {
                    writeln!(out, "{}", text(generation)).map_err(Failure::from)
                };
                // Nobody reads any more: that ends it.
                if let Err(error) = written {
                    failed.get_or_insert(error);
                    stop.stop();
                }
            }
            told = Some(learning.history.len());
        });
        progress.clear();
        if let Some(error) = failed {
            return Err(error);
        }
        let known = known?;
        if self.json { write_json_line(out, &known) } else { Ok(summary(out, &known)?) }
    }

    fn settings(&self) -> Settings {
        let usual = Settings::default();
        let mut fit = usual.fit.clone();
        fit.width = self.width.map(|width| width as usize);
        fit.result = self.result as f32 / 100.0;
        Settings {
            nodes: self.nodes,
            aside: self.aside,
            growth: (self.positions, usual.growth.1),
            fit,
            corrects: self.correct,
            windows: self.windows,
            from_rules: self.from_rules,
            taught: self.taught,
            seed: self.seed,
            threads: self.threads as usize,
            ..usual
        }
    }

    fn budget(&self) -> Budget {
        let unbounded = self.games.is_none() && self.generations.is_none();
        let time = self.time.or(unbounded.then_some(Duration::from_secs(600)));
        Budget { time, games: self.games, generations: self.generations }
    }
}

/// How far it is.
fn line(learning: &LearnProgress<'_>, time: Option<Duration>) -> String {
    let stage = match learning.stage {
        Stage::Games { games, positions, of } => {
            format!("{games} games, {} of {} positions", grouped(positions as u64), grouped(of as u64))
        }
        Stage::Training(fit) => format!("training {} of {}, loss {:.4}", fit.epoch, fit.of, fit.loss),
        Stage::Match { score, .. } => format!("against the one in use: {score}"),
    };
    let left = time.map_or(0.0, |time| (time.as_secs_f64() - learning.seconds).max(0.0));
    let left =
        if left > 0.0 { format!(", {} left", seconds(Duration::from_secs_f64(left))) } else { String::new() };
    format!("generation {}: {stage}{left}", learning.generation)
}

/// A generation on a line.
fn text(generation: &Generation) -> String {
    let Generation {
        number,
        games,
        positions,
        loss,
        score,
        accepted,
        corrects,
        windows,
        beside,
        policy,
        elo,
        ..
    } = *generation;
    let kind = if corrects { " as a correction" } else { "" };
    let windows = if windows { " with windows" } else { "" };
    let verdict = if accepted {
        format!("in use{kind}{windows}, {elo:+.0} Elo above what it began with")
    } else {
        "refused".into()
    };
    let positions = grouped(positions as u64);
    if score.games() == 0 {
        return format!("generation {number}: imported");
    }
    let beside = beside.map_or(String::new(), |Beside { score, is_better }| {
        let better = if is_better { "better than" } else { "not better than" };
        format!(", {better} what the program knows of it ({score})")
    });
    let policy = policy.map_or(String::new(), |Beside { score, is_better }| {
        let better = if is_better { "guided by a policy" } else { "not guided by a policy" };
        format!(", mcts {better} ({score})")
    });
    format!(
        "generation {number}: {games} games, {positions} positions, loss {loss:.4}; {score}: {verdict}{beside}{policy}"
    )
}

/// What is known of a game at the end.
fn summary(out: &mut impl Write, known: &LearntGame) -> std::io::Result<()> {
    match known.in_use {
        Some(number) => writeln!(out, "{}: generation {number} is in use", known.game)?,
        None => writeln!(out, "{}: no generation was better than what it began with", known.game)?,
    }
    writeln!(out, "kept in {}", known.folder.display())
}
