//! `wanqi lab`: every search of the ladder on one position, side by side.

use super::position::PositionArguments;
use super::write_json;
use crate::Failure;
use crate::columns::{Columns, Edge};
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, short};
use crate::progress::Progress;
use clap::Args;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use wanqi_play::lab::{self, Lab, Theory};
use wanqi_play::tree::Steps;
use wanqi_play::{Limits, Spec, Table};

/// Every search of the ladder on one position, side by side, and what theory says of the work
#[derive(Args, Debug)]
pub struct LabCommand {
    #[command(flatten)]
    position: PositionArguments,
    /// Plies to look ahead
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: u32,
    /// The evaluation [default: the game's first]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Time that one search may take at most; a search that needs more shows how far it came
    #[arg(long, value_name = "T", default_value = "30s", value_parser = wanqi_play::parse_duration)]
    time: Duration,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Write every step of one search into this file instead, in JSON: nodes with windows, scores and cuts, or the
    /// simulations of mcts
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    tree: Option<PathBuf>,
    /// Whose steps: minimax, negamax, alphabeta or mcts with its options [default: alphabeta to the depth]
    #[arg(long, value_name = "SPEC", requires = "tree")]
    player: Option<Spec>,
}

/// The most nodes or simulations that are written into a file.
const MAX_NODES: usize = 1_000_000;

#[derive(Serialize)]
struct LabOutput {
    positions: Vec<LabPosition>,
}

#[derive(Serialize)]
struct LabPosition {
    game: String,
    #[serde(flatten)]
    lab: Lab,
}

impl LabCommand {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let table = self.position.table()?;
        if let Some(file) = &self.tree {
            return self.write_tree(&*table, file, out);
        }
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let stop = interrupt.stop();
        let limits = Limits { stop: stop.clone(), ..Limits::time(self.time) };
        let mut answers = Vec::new();
        for table in self.tables(table)? {
            if stop.is_stopped() {
                break;
            }
            let lab = lab::run(&*table, self.depth, self.eval.as_deref(), &limits, &mut |player| {
                progress.text(format!("{player} has finished"));
            });
            progress.clear();
            let answer = LabPosition { game: table.spec().to_string(), lab: lab? };
            if !self.json {
                if !answers.is_empty() {
                    writeln!(out)?;
                }
                let side = table.layout().sides[table.side_to_move().index()].name.clone();
                write(out, &answer, &side)?;
                out.flush()?;
            }
            answers.push(answer);
        }
        if self.json { write_json(out, &LabOutput { positions: answers }) } else { Ok(()) }
    }

    fn write_tree(&self, table: &dyn Table, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
        let player = self.player.clone().unwrap_or_else(|| {
            let mut alpha_beta = Spec::new("alphabeta");
            alpha_beta.set("depth", self.depth.to_string());
            if let Some(eval) = &self.eval {
                alpha_beta.set("eval", eval);
            }
            alpha_beta
        });
        let limits = Limits { stop: Interrupt::listen().stop(), ..Limits::time(self.time) };
        let tree = table.tree(&player, MAX_NODES, &limits)?;
        let mut to =
            BufWriter::new(File::create(file).map_err(|error| Failure::asked(file.display(), error))?);
        serde_json::to_writer(&mut to, &tree)?;
        to.flush()?;
        let (count, what) = match &tree.steps {
            Steps::Nodes { nodes, .. } => (nodes.len(), "nodes"),
            Steps::Simulations { simulations, .. } => (simulations.len(), "simulations"),
        };
        writeln!(out, "{player}: {} {what} written to {}", grouped(count as u64), file.display())?;
        Ok(())
    }

    /// The position asked for, or else those that the game offers.
    fn tables(&self, table: Box<dyn Table>) -> Result<Vec<Box<dyn Table>>, Failure> {
        let offered = table.info().lab_positions;
        // The positions offered are those of the game without options.
        let asked = self.position.position.is_some() || !self.position.moves.is_empty();
        if asked || offered.is_empty() || !table.spec().options.is_empty() {
            return Ok(vec![table]);
        }
        let at = |position: &&str| {
            let mut table = table.fork();
            table.set_position(position)?;
            Ok(table)
        };
        offered.iter().map(at).collect()
    }
}

fn write(out: &mut impl Write, answer: &LabPosition, side: &str) -> Result<(), Failure> {
    let lab = &answer.lab;
    writeln!(out, "{}, depth {}, {side} to move: {}", answer.game, lab.depth, lab.position)?;
    writeln!(out)?;
    let mut columns = Columns::new(&[
        ("player", Edge::Left),
        ("move", Edge::Left),
        ("score", Edge::Right),
        ("depth", Edge::Right),
        ("interior", Edge::Right),
        ("leaves", Edge::Right),
        ("cutoffs", Edge::Right),
        ("playouts", Edge::Right),
        ("ms", Edge::Right),
    ]);
    for row in &lab.rows {
        let (thought, work) = (&row.thought, row.thought.work);
        columns.push(vec![
            row.player.clone(),
            thought.best.clone().unwrap_or_default(),
            thought.value.to_string(),
            thought.depth.to_string(),
            grouped(work.interior),
            grouped(work.leaves),
            grouped(work.cutoffs),
            grouped(work.playouts),
            grouped(work.millis),
        ]);
    }
    write!(out, "{}", columns.text())?;
    if let Some(theory) = &lab.theory {
        writeln!(out)?;
        write_theory(out, theory)?;
    }
    Ok(())
}

fn write_theory(out: &mut impl Write, theory: &Theory) -> Result<(), Failure> {
    writeln!(
        out,
        "The tree has {} leaves; an interior node has b = {:.2} moves on average.",
        grouped(theory.leaves),
        theory.branching
    )?;
    writeln!(
        out,
        "Uniform tree of that b: worst case bⁿ = {}, best case b^⌈n/2⌉ + b^⌊n/2⌋ − 1 = {} leaves.",
        short(theory.worst),
        short(theory.best)
    )?;
    writeln!(out, "Alpha-beta in this very tree: {} leaves at least.", grouped(theory.least))?;
    Ok(())
}
