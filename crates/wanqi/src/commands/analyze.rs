//! `wanqi analyze`: what a player thinks of a position, or of many.

mod positions;

use super::job::JobArguments;
use super::limits::LimitArguments;
use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::columns::{Columns, Edge};
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, rate, seconds, short};
use crate::progress::Progress;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wanqi_play::{Bound, Limits, Spec, Table, Thought};
use wanqi_protocol::json::answers::Analysis;

/// Think about a position: the best move, its score and line, and the work done
#[derive(Args, Debug)]
pub struct Analyze {
    #[command(flatten)]
    position: PositionArguments,
    /// Who thinks, such as best or mcts:seed=1 [default: the game's strongest level]
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Best lines to find and show, each with its own score, as far as the player tells them apart
    #[arg(long, value_name = "K", default_value_t = 1)]
    lines: usize,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Analyse every position of a file, each by itself: FEN or EPD, one a line, lines that begin with # left out; or the last of
    /// each game in a .pgn
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    positions: Option<PathBuf>,
    /// Positions at once, on this machine
    #[arg(long, value_name = "N", default_value_t = 1, requires = "positions", value_parser = clap::value_parser!(u32).range(1..=1000))]
    jobs: u32,
    #[command(flatten)]
    job: JobArguments,
}

/// What a player that knows no limit may take, if none is given.
const TIMEOUT: Duration = Duration::from_secs(5);

impl Analyze {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        let spec = self.player(&*table)?;
        if let Some(file) = &self.positions {
            return self.run_positions(file, &*table, &spec, out);
        }
        if self.job.on.is_some() {
            return Err(Failure::Asked("--on: only --positions FILE has work for several".into()));
        }
        let mut player =
            wanqi_protocol::player(&*table, &spec).map_err(|error| Failure::asked("--player", error))?;
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let mut limits = Limits { lines: self.lines, ..self.limits.limits(stop.clone()) };
        if !self.limits.is_bounded() && !spec.is_bounded() {
            limits.time = Some(TIMEOUT);
        }
        player.keeps().check(&spec.name, &limits)?;
        let began = Instant::now();
        let thought = player.think(&*table, &limits, &mut |thought| progress.show(thought));
        let time = began.elapsed();
        progress.clear();
        let mut answer = Analysis::of(&*table, &spec, stop.is_stopped(), thought?);
        if self.json {
            answer.thought.moves.truncate(self.lines);
            return write_json(out, &answer);
        }
        self.write(out, &answer, time)
    }

    /// Who thinks: the player asked for, else the strongest level without its own limits if others are given.
    fn player(&self, table: &dyn Table) -> Result<Spec, Failure> {
        if let Some(player) = &self.player {
            return player.parse().map_err(|error| Failure::asked("--player", error));
        }
        let spec = table.info().analyst()?;
        Ok(if self.limits.is_bounded() { spec.without_limits() } else { spec })
    }

    fn write(&self, out: &mut impl Write, answer: &Analysis, time: Duration) -> Result<(), Failure> {
        let thought = &answer.thought;
        let work = thought.work;
        let nodes = work.interior + work.leaves;
        writeln!(out, "{}  {}", answer.game, answer.position)?;
        writeln!(out, "player  {}{}", answer.player, if answer.stopped { ", stopped" } else { "" })?;
        writeln!(out, "move    {} for {}", thought.best.as_deref().unwrap_or("none"), answer.side)?;
        let deepest = if thought.seldepth > thought.depth {
            format!(", at most {}", thought.seldepth)
        } else {
            String::new()
        };
        writeln!(out, "score   {}, depth {}{deepest}", thought.value, thought.depth)?;
        writeln!(out, "line    {}", thought.line.join(" "))?;
        if nodes > 0 {
            writeln!(
                out,
                "nodes   {} interior, {} leaves, {} cutoffs",
                grouped(work.interior),
                grouped(work.leaves),
                grouped(work.cutoffs)
            )?;
        }
        let (count, what) = if work.playouts > 0 { (work.playouts, "playouts") } else { (nodes, "nodes") };
        writeln!(
            out,
            "time    {}, {} {what}, {}/s",
            seconds(time),
            grouped(count),
            short(rate(count, time))
        )?;
        if self.lines > 1 && !thought.moves.is_empty() {
            writeln!(out)?;
            write!(out, "{}", moves(thought, self.lines).text())?;
        }
        Ok(())
    }
}

/// The moves at the root, the best first.
fn moves(thought: &Thought, most: usize) -> Columns {
    let visited = thought.moves.iter().any(|one| one.visits > 0);
    let mut headings = vec![("move", Edge::Left), ("score", Edge::Right)];
    if visited {
        headings.push(("visits", Edge::Right));
    }
    headings.push(("line", Edge::Left));
    let mut columns = Columns::new(&headings);
    for one in thought.moves.iter().take(most) {
        let bound = match one.bound {
            Some(Bound::Upper) => "≤ ",
            Some(Bound::Lower) => "≥ ",
            Some(Bound::Exact) | None => "",
        };
        let mut row = vec![one.text.clone(), format!("{bound}{}", one.value)];
        if visited {
            row.push(grouped(one.visits));
        }
        row.push(one.line.join(" "));
        columns.push(row);
    }
    columns
}
