//! What can be proven of the position on a table: by the solver of its game where there is one, else by a search that leaves
//! nothing out and goes as deep as it has to.
//!
//! ```
//! # fn main() -> Result<(), wanqi_play::Error> {
//! use wanqi_play::{Limits, solving};
//! let table = wanqi_play::table(&"tictactoe".parse()?)?;
//! let solution = solving::solve(&*table, &Limits::default(), &mut |_| {})?;
//! assert!(solution.solved && solution.winner.is_none(), "nobody wins who is not let");
//! # Ok(())
//! # }
//! ```

use crate::typed_table::TypedTable;
use crate::{Error, Limits, Spec, Table};
use serde::Serialize;
use wanqi_eval::othello::Patterns;
use wanqi_game::{Game, Notation, Side};
use wanqi_games::gomoku::Gomoku;
use wanqi_games::othello::{self, Othello};
use wanqi_search::host::Instant;
use wanqi_solve::gomoku::{Refusal, prove_win};
use wanqi_solve::othello::{Goal, Solver};

/// What is proven of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solution {
    /// How: `endgame`, the last discs of Othello counted; `threats`, a win at gomoku, checked by the rules alone; or
    /// `search`, every line looked at.
    pub method: &'static str,
    /// Whether it is known who wins if both sides play their best.
    pub solved: bool,
    /// The winner, 0 or 1; `None` for a draw, and where nothing is proven.
    pub winner: Option<u8>,
    /// What the side to move leads by at the end, at least, where that is counted (discs of Othello).
    pub least: Option<i32>,
    /// And at most.
    pub most: Option<i32>,
    /// Plies in which the winner has won at the latest, where that is told.
    pub plies: Option<u32>,
    /// Plies of a win of the side to move that is seen and not proven: one that the player's search announces, or whose proof
    /// was not checked to the end.
    pub seen: Option<u32>,
    /// Best moves of both sides as far as they are known, as the table writes them.
    pub line: Vec<String>,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

/// Megabytes of a solver's table.
const TABLE_MB: usize = 128;

/// Proves what the position on a table is worth, as far as the limits allow; `progress` hears of what is known so far.
///
/// # Errors
/// If the game is over, or there is not enough memory.
pub fn solve(
    table: &dyn Table,
    limits: &Limits,
    progress: &mut dyn FnMut(&Solution),
) -> Result<Solution, Error> {
    if let Some(result) = table.result() {
        return Err(Error::Over(result.text));
    }
    let any = table.as_any();
    if let Some(othello) = any.downcast_ref::<TypedTable<Othello>>().filter(|table| counts_most(table.game()))
    {
        return solve_othello(othello, limits, progress);
    }
    if let Some(gomoku) = any.downcast_ref::<TypedTable<Gomoku>>() {
        return solve_gomoku(gomoku, limits);
    }
    search(table, limits, progress)
}

/// The solver knows no game that is won with the fewest discs.
fn counts_most(game: &Othello) -> bool {
    game.goal() == othello::Goal::Most
}

/// The texts of a line of moves.
fn texts<G: Notation>(game: &G, from: &G::Position, line: &[G::Move], notation: usize) -> Vec<String> {
    let mut position = from.clone();
    let text = |&mv: &G::Move| {
        let text = game.format_move(&position, mv, notation);
        game.play(&mut position, mv);
        text
    };
    line.iter().map(text).collect()
}

fn number(side: Side) -> u8 {
    side.index() as u8
}

fn solve_othello(
    table: &TypedTable<Othello>,
    limits: &Limits,
    progress: &mut dyn FnMut(&Solution),
) -> Result<Solution, Error> {
    let (game, position) = (table.game(), table.line().last().expect("a table has a position"));
    let began = Instant::now();
    let side = game.side_to_move(position);
    let told = |found: &wanqi_solve::othello::Solution| Solution {
        method: "endgame",
        solved: found.is_solved,
        winner: match (found.lower, found.upper) {
            (1.., _) => Some(number(side)),
            (_, ..=-1) => Some(number(side.opponent())),
            _ => None,
        },
        least: Some(found.lower),
        most: Some(found.upper),
        plies: None,
        seen: None,
        line: texts(game, position, &found.line, table.notation()),
        nodes: found.nodes,
        seconds: began.elapsed().as_secs_f64(),
    };
    let solver = Solver::new(TABLE_MB).map_err(|error| Error::Player(error.to_string()))?;
    let mut solver = solver.with_patterns(Patterns::try_shipped()?);
    let found = solver.solve(game, position, Goal::Exact, limits, &mut |found| progress(&told(found)));
    Ok(told(&found))
}

fn solve_gomoku(table: &TypedTable<Gomoku>, limits: &Limits) -> Result<Solution, Error> {
    let (game, position) = (table.game(), table.line().last().expect("a table has a position"));
    let began = Instant::now();
    let found = prove_win(game, position, TABLE_MB, limits);
    let (mut plies, mut seen, mut line) = (None, None, Vec::new());
    if let Some(win) = found.seen {
        (seen, line) = (Some(win.plies), win.line);
    }
    if let Some(proof) = found.proof {
        let told = Some(proof.plies().try_into().unwrap_or(u32::MAX));
        match proof.check(game, position, &limits.without_nodes()) {
            Ok(_) => (plies, line) = (told, proof.line()),
            Err(Refusal::BrokenOff(_)) => (seen, line) = (told, proof.line()),
            Err(Refusal::Flaw(_)) => {}
        }
    }
    Ok(Solution {
        method: "threats",
        solved: plies.is_some(),
        winner: plies.map(|_| number(game.side_to_move(position))),
        least: None,
        most: None,
        plies,
        seen,
        line: texts(game, position, &line, table.notation()),
        nodes: found.nodes,
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// Alpha-beta that guesses nothing, deeper and deeper, until the end is seen in every line that matters.
fn search(
    table: &dyn Table,
    limits: &Limits,
    progress: &mut dyn FnMut(&Solution),
) -> Result<Solution, Error> {
    let mut spec: Spec = format!("best:selective=off,quiescence=off,table={TABLE_MB}").parse()?;
    if table.evaluations().iter().any(|evaluation| evaluation.name == "none") {
        spec.set("eval", "none");
    }
    let mut player = table.player(&spec)?;
    let (began, side) = (Instant::now(), table.side_to_move());
    let told = |thought: &crate::Thought, seen_all: bool| {
        let decided = thought.value.decided();
        Solution {
            method: "search",
            solved: decided.is_some() || seen_all,
            winner: decided.map(|plies| number(if plies > 0 { side } else { side.opponent() })),
            least: None,
            most: None,
            plies: decided.map(i32::unsigned_abs),
            seen: None,
            line: thought.line.clone(),
            nodes: thought.work.interior + thought.work.leaves,
            seconds: began.elapsed().as_secs_f64(),
        }
    };
    let thought = player.think(table, limits, &mut |thought| progress(&told(thought, false)))?;
    // Without having been told to, it only ends where there is nothing left to see.
    let nodes = thought.work.interior + thought.work.leaves;
    let was_ended = limits.stop.is_stopped()
        || limits.time.is_some_and(|time| began.elapsed() >= time)
        || limits.nodes.is_some_and(|most| nodes >= most);
    Ok(told(&thought, !was_ended))
}
