//! Solves positions of Othello and compares the scores: `othello_suite FILE NUMBER FIRST LAST` those of a file, a line each
//! with the position, `;` and the best move and its score (`H5:+6`), which are counted from NUMBER; `othello_suite N` the
//! empty board of N rows. With `--weights NET` before these, it is solved with those of a file of patterns. The time is that of the processor, so that others on the machine do not count.

use std::sync::Arc;
use std::time::Instant;
use wanqi_eval::othello::Patterns;
use wanqi_game::{Game, Notation};
use wanqi_games::othello::{Othello, Position, Size};
use wanqi_search::Limits;
use wanqi_solve::othello::{Goal, Solution, Solver};

/// Megabytes of the table.
const TABLE_MB: usize = 512;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut patterns = None;
    if arguments.len() > 1 && arguments[0] == "--weights" {
        patterns = Some(Arc::new(Patterns::read(&std::fs::read(&arguments[1])?)?));
        arguments.drain(..2);
    }
    if let [rows] = &arguments[..] {
        let size = if rows == "4" { Size::Four } else { Size::Six };
        let game = Othello::new(size);
        let (solution, seconds) = solve(&game, &game.start(), patterns)?;
        println!("{rows} rows: {} {} positions {seconds:.1} s", solution.lower, solution.nodes);
        return Ok(());
    }
    let [file, number, first, last] = &arguments[..] else {
        return Err("FILE NUMBER FIRST LAST, or N".into());
    };
    let (number, first, last): (usize, usize, usize) = (number.parse()?, first.parse()?, last.parse()?);
    let text = std::fs::read_to_string(file)?;
    let game = Othello::default();
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, 0);
    for (number, line) in (number..).zip(text.lines()).filter(|(number, _)| (first..=last).contains(number)) {
        let (position, moves) = line.split_once(';').ok_or("a line without a score")?;
        let (_, score) = moves.split(';').next().and_then(|best| best.split_once(':')).ok_or("no score")?;
        let position = game.parse_position(position).map_err(|error| error.to_string())?;
        let (solution, took) = solve(&game, &position, patterns.clone())?;
        let expected: i32 = score.trim().parse()?;
        let is_right = solution.lower == expected;
        (nodes, seconds, wrong) = (nodes + solution.nodes, seconds + took, wrong + usize::from(!is_right));
        let best = solution.line.first().map(|&mv| game.format_move(&position, mv, 0)).unwrap_or_default();
        println!("{number}  {best} {:+}  {} positions  {took:.2} s", solution.lower, solution.nodes);
    }
    println!("{wrong} wrong, {nodes} positions, {seconds:.1} s, {:.1} M/s", nodes as f64 / seconds / 1e6);
    Ok(())
}

fn solve(
    game: &Othello,
    position: &Position,
    patterns: Option<Arc<Patterns>>,
) -> Result<(Solution, f64), Box<dyn std::error::Error>> {
    let mut solver = Solver::new(TABLE_MB)?;
    if let Some(patterns) = patterns {
        solver = solver.with_patterns(patterns);
    }
    let began = (processor_seconds(), Instant::now());
    let solution = solver.solve(game, position, Goal::Exact, &Limits::default(), &mut |_| {});
    let by_clock = began.1.elapsed().as_secs_f64();
    let seconds = processor_seconds().zip(began.0).map_or(by_clock, |(now, began)| now - began);
    Ok((solution, seconds))
}

/// What this thread has had of a processor, where Linux tells it.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}
