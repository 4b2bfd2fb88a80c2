//! `wanqi bench`: a fixed set of searches. Their node count is a signature: a change of the code that leaves it
//! as it was has changed no search.

use super::write_json;
use crate::Failure;
use crate::columns::{Columns, Edge};
use crate::numbers::{grouped, rate, seconds, short};
use crate::progress::Progress;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use wanqi_play::{GameInfo, Limits, Spec, Table};

/// Run a fixed set of searches: their node count is a signature, their speed a measure
#[derive(Args, Debug)]
pub struct Bench {
    /// One game alone; all of them if left out
    game: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// A search deepens until it has visited so many nodes in all.
const ENOUGH: u64 = 200_000;
/// No tree that is small enough to be seen whole is deeper.
const MAX_DEPTH: u32 = 100;
const PLAYOUTS: u64 = 2_000;

#[derive(Serialize)]
struct Row {
    game: &'static str,
    player: &'static str,
    nodes: u64,
    playouts: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct BenchOutput {
    signature: u64,
    nodes_per_second: f64,
    rows: Vec<Row>,
}

impl Bench {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let progress = Progress::on_terminal();
        let mut rows = Vec::new();
        let asked = self.game.as_deref().map(wanqi_play::info).transpose()?;
        for info in wanqi_play::games().filter(|info| asked.is_none_or(|asked| asked.name == info.name)) {
            for player in ["best", "mcts"] {
                if player == "best" && !plays_alpha_beta(info) {
                    continue;
                }
                progress.text(format!("{} {player}", info.name));
                let mut row = Row { game: &info.name, player, nodes: 0, playouts: 0, seconds: 0.0 };
                for position in info.lab_positions {
                    let mut table = wanqi_play::table(&Spec::new(&*info.name))?;
                    table.set_position(position)?;
                    measure(&*table, &mut row)?;
                }
                rows.push(row);
            }
        }
        progress.clear();
        let nodes = rows.iter().map(|row| row.nodes).sum();
        let time = rows.iter().map(|row| row.seconds).sum();
        let answer = BenchOutput {
            signature: nodes,
            nodes_per_second: rate(nodes, Duration::from_secs_f64(time)),
            rows,
        };
        if self.json { write_json(out, &answer) } else { write(out, &answer) }
    }
}

/// Whether a level of the game looks ahead by alpha-beta. Where none does (Go), evaluations are too slow for it.
fn plays_alpha_beta(info: &GameInfo) -> bool {
    info.levels.iter().any(|level| level.player.starts_with("best") || level.player.starts_with("alphabeta"))
}

/// Adds what the player does on a position.
fn measure(table: &dyn Table, row: &mut Row) -> Result<(), Failure> {
    let mut player = table.player(&Spec::new(row.player))?;
    let mut spent = 0;
    let depths = if row.player == "mcts" { 1..=1 } else { 1..=MAX_DEPTH };
    for depth in depths {
        let limits = if row.player == "mcts" { Limits::nodes(PLAYOUTS) } else { Limits::depth(depth) };
        player.forget();
        let began = Instant::now();
        let thought = player.think(table, &limits, &mut |_| {})?;
        row.seconds += began.elapsed().as_secs_f64();
        row.playouts += thought.work.playouts;
        spent += thought.work.interior + thought.work.leaves;
        let seen_all = thought.depth < depth;
        if spent >= ENOUGH || seen_all {
            break;
        }
    }
    row.nodes += spent;
    Ok(())
}

fn write(out: &mut impl Write, answer: &BenchOutput) -> Result<(), Failure> {
    let mut columns = Columns::new(&[
        ("game", Edge::Left),
        ("player", Edge::Left),
        ("nodes", Edge::Right),
        ("nodes/s", Edge::Right),
        ("playouts", Edge::Right),
        ("playouts/s", Edge::Right),
        ("time", Edge::Right),
    ]);
    for row in &answer.rows {
        let time = Duration::from_secs_f64(row.seconds);
        columns.push(vec![
            row.game.into(),
            row.player.into(),
            grouped(row.nodes),
            short(rate(row.nodes, time)),
            grouped(row.playouts),
            short(rate(row.playouts, time)),
            seconds(time),
        ]);
    }
    write!(out, "{}", columns.text())?;
    writeln!(out, "\nsignature {}, {} nodes/s", answer.signature, short(answer.nodes_per_second))?;
    Ok(())
}
