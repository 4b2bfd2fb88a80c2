//! Many positions of a file, each by itself.

use super::{Analyze, TIMEOUT};
use crate::Failure;
use crate::columns::{Columns, Edge};
use crate::commands::job::{Hears, close};
use crate::commands::write_json;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use wanqi_jobs::{Analysed, AnalysisTask, Place, Task, UnitResult, Work};
use wanqi_play::{Message, Spec, Stop, Table, message};
use wanqi_store::read_positions;

#[derive(Serialize)]
struct PositionsOutput {
    game: String,
    player: String,
    positions: Vec<Position>,
}

/// A position, and what is thought of it or why there is nothing.
#[derive(Serialize)]
struct Position {
    position: String,
    side: String,
    #[serde(flatten)]
    thought: Option<serde_json::Value>,
    error: Option<String>,
}

impl Position {
    fn of(Analysed { position, side, thought }: Analysed) -> Position {
        let error = thought.as_ref().err().cloned();
        Position { position, side, thought: thought.ok(), error }
    }
}

/// The positions so far.
#[derive(Default)]
struct Positions(Vec<Position>);

impl Hears for Positions {
    fn hear(&mut self, result: UnitResult) -> bool {
        if let UnitResult::Analysis(positions) = result {
            self.0.extend(positions.into_iter().map(Position::of));
        }
        false
    }

    fn begin_again(&mut self) {
        self.0.clear();
    }

    fn text(&self) -> Message {
        message!("job.positions", "{positions} positions", positions = self.0.len())
    }
}

impl Analyze {
    /// Analyses the positions of a file as a job, on this machine's threads if nothing else is said.
    pub(super) fn run_positions(
        &self,
        file: &Path,
        table: &dyn Table,
        spec: &Spec,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let player =
            wanqi_protocol::player(table, spec).map_err(|error| Failure::asked("--player", error))?;
        let given = self.limits.limits(Stop::default());
        let unlimited = !self.limits.is_bounded() && !spec.is_bounded();
        let task = AnalysisTask {
            positions: read_positions(file, table)
                .map_err(|error| Failure::Asked(format!("--positions, {error}")))?,
            player: spec.to_string(),
            depth: given.depth,
            nodes: given.nodes,
            time: given.time.or(unlimited.then_some(TIMEOUT)),
            lines: self.lines,
        };
        player.keeps().check(&spec.name, &task.limits(Stop::default()))?;
        let here = Place::Here { threads: self.jobs as usize };
        let place = self.job.place(self.jobs as usize)?.unwrap_or(here);
        let mut positions = Positions::default();
        let ended = self.job.run(Work::new(table, Task::Analysis(task))?, place, &mut positions)?;
        let answer = PositionsOutput {
            game: table.spec().to_string(),
            player: spec.to_string(),
            positions: positions.0,
        };
        if self.json {
            write_json(out, &answer)?;
        } else {
            writeln!(out, "{}, {}", answer.game, answer.player)?;
            write!(out, "{}", columns(&answer.positions).text())?;
        }
        close(&ended)
    }
}

fn columns(positions: &[Position]) -> Columns {
    let mut columns = Columns::new(&[
        ("#", Edge::Right),
        ("move", Edge::Left),
        ("score", Edge::Right),
        ("depth", Edge::Right),
        ("position", Edge::Left),
    ]);
    for (number, one) in (1..).zip(positions) {
        let text = |name: &str| match one.thought.as_ref().map(|thought| &thought[name]) {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(serde_json::Value::Number(number)) => number.to_string(),
            _ => "–".into(),
        };
        let position =
            one.error.as_ref().map_or(one.position.clone(), |error| format!("{}: {error}", one.position));
        columns.push(vec![number.to_string(), text("best"), text("score_text"), text("depth"), position]);
    }
    columns
}
