//! `wanqi solve othello`: what endings and small boards are worth, to the last disc.

use crate::Failure;
use crate::commands::write_json;
use crate::interrupt::Interrupt;
use crate::numbers::{grouped, seconds};
use crate::progress::Progress;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use wanqi_eval::othello::Patterns;
use wanqi_game::{Game, Notation, Side};
use wanqi_games::othello::{Move, Othello, Position, Size};
use wanqi_play::Limits;
use wanqi_solve::othello::{Goal, Solution, Solver};

/// What a position of Othello is worth if both sides play their best, in discs, empty squares being the winner's
///
/// Some 24 empty squares take seconds, two more thrice the time. Ctrl-C ends it with what is proven so far.
#[derive(Args, Debug)]
pub struct SolveOthello {
    /// Rows and columns: 4, 6, 8
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(4..=8))]
    size: u8,
    /// The position to begin with: squares from the upper left, X, O and -, then who is to move; the start if left out
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play from there: f5 d6 …
    #[arg(long, value_name = "M", num_args = 1..)]
    moves: Vec<String>,
    /// Only who wins, which takes less time than by how much
    #[arg(long)]
    wld: bool,
    /// Of every move what it is worth
    #[arg(long)]
    all: bool,
    /// Time to work at most: 30s, 5m
    #[arg(long, value_name = "T", value_parser = wanqi_play::parse_duration)]
    time: Option<Duration>,
    /// Megabytes of the table of what is known
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    /// Threads; all there are if left out. With more than one, which of several best moves is told depends on chance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SolveOutput {
    game: &'static str,
    position: String,
    /// Squares without a disc.
    empty: u32,
    solved: bool,
    /// What the side to move leads by at the end, at least and at most.
    least: i32,
    most: i32,
    /// The lead that is likely, if it was not found out for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    likely: Option<LikelyOutput>,
    /// Best moves of both sides.
    line: Vec<String>,
    /// Every move, the best first, if they were asked for.
    moves: Vec<MoveOutput>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct LikelyOutput {
    lead: i32,
    /// Percent.
    confidence: u32,
}

#[derive(Serialize)]
struct MoveOutput {
    #[serde(rename = "move")]
    mv: String,
    /// The lead of who makes it; with --wld one that tells who wins.
    score: i32,
    line: Vec<String>,
}

impl SolveOthello {
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let game = Othello::new(self.board_size()?);
        let mut position = match &self.position {
            None => game.start(),
            Some(text) => game.parse_position(text).map_err(|error| Failure::asked("--position", error))?,
        };
        // People paste lists of moves as one argument as well as many.
        for text in self.moves.iter().flat_map(|moves| moves.split_whitespace()) {
            let mv = game.parse_move(&position, text).map_err(|error| Failure::asked("--moves", error))?;
            game.play(&mut position, mv);
        }
        let all_threads = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(all_threads, usize::from);
        let solver = Solver::new(self.table as usize).and_then(|solver| solver.with_threads(threads));
        let solver = solver.map_err(|error| Failure::asked("--table", error))?;
        let mut solver = solver.with_patterns(Patterns::shipped());
        let (progress, interrupt) = (Progress::on_terminal(), Interrupt::listen());
        let limits = Limits { time: self.time, stop: interrupt.stop(), ..Limits::default() };
        let goal = if self.wld { Goal::Outcome } else { Goal::Exact };
        let began = Instant::now();
        let mut tell = |solution: &Solution| progress.text(bounds(&game, &position, solution));
        let solution = match self.all {
            true => solver.solve_all(&game, &position, goal, &limits, &mut tell),
            false => solver.solve(&game, &position, goal, &limits, &mut tell),
        };
        progress.clear();
        let took = began.elapsed();
        let answer = SolveOutput::new(&game, &position, &solution, took);
        if self.json {
            return write_json(out, &answer);
        }
        writeln!(out, "{}", answer.position)?;
        if solution.is_solved {
            writeln!(out, "{}", result(&game, &position, &solution))?;
        } else {
            writeln!(out, "stopped: {}", bounds(&game, &position, &solution))?;
        }
        for MoveOutput { mv, score, line } in &answer.moves {
            let score = if self.wld { outcome(*score).into() } else { format!("{score:+}") };
            writeln!(out, "{mv:<6}  {score:>4}  {}", line.join(" "))?;
        }
        if answer.moves.is_empty() && !answer.line.is_empty() {
            writeln!(out, "line    {}", answer.line.join(" "))?;
        }
        writeln!(out, "{} positions in {}", grouped(answer.nodes), seconds(took))?;
        Ok(())
    }

    fn board_size(&self) -> Result<Size, Failure> {
        match self.size {
            4 => Ok(Size::Four),
            6 => Ok(Size::Six),
            8 => Ok(Size::Eight),
            _ => Err(Failure::asked("--size", "a board has 4, 6 or 8 rows")),
        }
    }
}

impl SolveOutput {
    fn new(game: &Othello, position: &Position, solution: &Solution, took: Duration) -> SolveOutput {
        let discs: u64 = Side::BOTH.into_iter().map(|side| position.discs(side)).sum();
        let moves = solution.moves.iter().map(|one| MoveOutput {
            mv: game.format_move(position, one.mv, 0),
            score: one.score,
            line: texts(game, position, &one.line),
        });
        SolveOutput {
            game: "othello",
            position: game.format_position(position),
            empty: (game.board() & !discs).count_ones(),
            solved: solution.is_solved,
            least: solution.lower,
            most: solution.upper,
            likely: solution
                .likely
                .map(|(lead, confidence)| LikelyOutput { lead, confidence: confidence.percent() }),
            line: texts(game, position, &solution.line),
            moves: moves.collect(),
            nodes: solution.nodes,
            seconds: took.as_secs_f64(),
        }
    }
}

/// Who wins, and by how much if that is known.
fn result(game: &Othello, position: &Position, solution: &Solution) -> String {
    let squares = game.board().count_ones() as i32;
    let side = game.side_to_move(position);
    let (winner, lead) = if solution.lower > 0 {
        (side, solution.lower)
    } else if solution.upper < 0 {
        (side.opponent(), -solution.upper)
    } else {
        return "a draw".into();
    };
    match solution.lower == solution.upper {
        true => {
            format!("{} wins by {lead}, {} to {}", name(winner), (squares + lead) / 2, (squares - lead) / 2)
        }
        false => format!("{} wins, by {lead} at least", name(winner)),
    }
}

/// What is known, in words.
fn bounds(game: &Othello, position: &Position, solution: &Solution) -> String {
    let Solution { lower, upper, moves, likely, .. } = solution;
    let side = name(game.side_to_move(position));
    let likely =
        likely.map_or_else(String::new, |(lead, confidence)| format!(", likely by {lead:+} ({confidence})"));
    let known = if moves.is_empty() { String::new() } else { format!(", {} moves are known", moves.len()) };
    format!("{side} leads by {lower} at least and {upper} at most{likely}{known}")
}

fn outcome(score: i32) -> &'static str {
    match score {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

fn name(side: Side) -> &'static str {
    ["Black", "White"][side.index()]
}

fn texts(game: &Othello, position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let text = |&mv: &Move| {
        let text = game.format_move(&position, mv, 0);
        game.play(&mut position, mv);
        text
    };
    line.iter().map(text).collect()
}
