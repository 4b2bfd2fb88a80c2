//! `wanqi solve go`: what a small board is worth if both sides play their best, by proof.

use crate::Failure;
use crate::commands::write_json;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, seconds};
use crate::progress::Progress;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use wanqi_solve::go::{Size, Solution, Superko, Task};

/// What Black leads by on a small board if both sides play their best (area scoring without komi, up to 25 points)
///
/// Ctrl-C ends it with what is proven so far.
#[derive(Args, Debug)]
pub struct SolveGo {
    /// Lines, or columns and rows: 3, 3x4
    #[arg(long, value_name = "N or NxM", default_value = "3", value_parser = size)]
    size: Size,
    /// What a stone must not bring back: the stones, or the stones with the same side to move
    #[arg(long, value_name = "RULE", default_value = "positional", value_parser = ["positional", "situational"])]
    ko: String,
    /// Megabytes of the table of what has been proven; 0 for a search without one
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(0..=65_536))]
    table: u32,
    /// Time to work at most: 30s, 5m
    #[arg(long, value_name = "T", value_parser = wanqi_play::parse_duration)]
    time: Option<Duration>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SolveOutput {
    game: &'static str,
    columns: u8,
    rows: u8,
    ko: String,
    solved: bool,
    /// What Black leads by, at least and at most.
    least: i32,
    most: i32,
    /// Black's first move in the proof of the lower bound.
    first_move: Option<String>,
    nodes: u64,
    seconds: f64,
}

impl SolveGo {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let superko = if self.ko == "positional" { Superko::Positional } else { Superko::Situational };
        let task = Task { size: self.size, superko, table_mb: self.table as usize };
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let (stop, began) = (interrupt.stop(), Instant::now());
        let solution = wanqi_solve::go::solve(&task, &mut |solution| {
            progress.text(asked(solution));
            !stop.is_stopped() && self.time.is_none_or(|time| began.elapsed() < time)
        });
        progress.clear();
        let answer = SolveOutput {
            game: "go",
            columns: self.size.width(),
            rows: self.size.height(),
            ko: self.ko,
            solved: solution.is_solved(),
            least: solution.lower,
            most: solution.upper,
            first_move: solution.first_move.map(point),
            nodes: solution.nodes,
            seconds: began.elapsed().as_secs_f64(),
        };
        if self.json {
            return write_json(out, &answer);
        }
        let SolveOutput { columns, rows, ko, .. } = &answer;
        writeln!(out, "go {columns}×{rows}, area scoring without komi, {ko} superko, no suicide")?;
        match (solution.is_solved(), &answer.first_move) {
            (true, Some(first)) => {
                writeln!(out, "Black leads by {}, beginning with {first}", solution.lower)?
            }
            (true, None) => writeln!(out, "Black leads by {}", solution.lower)?,
            (false, _) => {
                let Solution { lower, upper, .. } = solution;
                writeln!(
                    out,
                    "stopped: Black leads by {lower} at least and {upper} at most; {}",
                    asked(&solution)
                )?;
            }
        }
        writeln!(out, "{} positions in {}", grouped(solution.nodes), seconds(began.elapsed()))?;
        Ok(())
    }
}

/// What is being asked.
fn asked(solution: &Solution) -> String {
    let Solution { asked, depth, nodes, .. } = solution;
    format!("a lead of {asked}? {depth} plies deep, {} positions", grouped(*nodes))
}

/// A point as players of Go name it, columns without the letter I.
fn point((column, row): (u8, u8)) -> String {
    const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    format!("{}{}", char::from(COLUMNS[usize::from(column)]), row + 1)
}

fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_| "expected lines, or columns and rows such as 3x4");
    let most = Size::MAX_POINTS;
    Size::new(number(width)?, number(height)?).ok_or_else(|| format!("a board has 2 to {most} points"))
}
