//! Puzzles in games that were played: positions where one move wins and every other is clearly worse, by a quick search of
//! every position and a deeper one of what it has found.

use super::annotate::{along, for_programs};
use super::{WINNING, clearly_best};
use crate::record::GameRecord;
use crate::{Error, Limits, Player, Stop, Table, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Moves of the solver that a puzzle has at most.
const MAX_MOVES: usize = 8;
/// Plies that a solution has at least: taking what hangs is no puzzle.
const MIN_PLIES: usize = 3;

/// A puzzle that was found in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mined {
    /// Moves of the game before it.
    pub ply: usize,
    /// The position.
    pub position: String,
    /// The solver's moves and the replies between them, in the notation for programs. Each of the solver's is clearly the best,
    /// but for a last one that ends the game.
    pub line: Vec<String>,
}

/// How much is searched for a puzzle, in nodes, or random games of players that play them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MiningNodes {
    /// At every position of a game.
    pub first: u64,
    /// At every move of what may be a puzzle.
    pub verify: u64,
}

/// Looks for puzzles in the main line of a record. `None` if it was stopped first.
///
/// A win must be new, made possible by the move before: who has been winning for long takes back what the other has taken, and
/// that is no puzzle. Where wins are proven they may be old. Nor is one move a puzzle that has nothing to follow.
///
/// # Errors
/// If a move of the record cannot be played, or the player fails.
pub fn mine(
    record: &GameRecord,
    player: &mut dyn Player,
    nodes: MiningNodes,
    stop: &Stop,
) -> Result<Option<Vec<Mined>>, Error> {
    player.forget();
    let mut found: Vec<Mined> = Vec::new();
    // Positions further on in a puzzle that was found.
    let mut known: HashSet<String> = HashSet::new();
    let (mut ply, mut before) = (0, Value::UNKNOWN);
    let mut each = |table: &dyn Table| {
        if table.result().is_none() {
            let (side, position) = (table.side_to_move(), table.view().position);
            let thought = think(table, player, nodes.first, stop)?;
            let was = std::mem::replace(&mut before, thought.value.for_first(side));
            let is_new = was.for_first(side).win_probability().is_none_or(|chance| chance < WINNING);
            let is_puzzle = clearly_best(&thought).is_some_and(|best| match best.value.decided() {
                Some(plies) => plies > 1,
                None => is_new || best.value.is_won_or_lost(),
            });
            if is_puzzle && !known.contains(&position) {
                let (line, positions) = solve(table, &position, player, nodes.verify, stop)?;
                known.extend(positions);
                if line.len() >= MIN_PLIES {
                    found.push(Mined { ply, position, line });
                }
            }
        }
        ply += 1;
        Ok(!stop.is_stopped())
    };
    let ended = along(record, &mut each)?;
    Ok(ended.then_some(found))
}

fn think(
    table: &dyn Table,
    player: &mut dyn Player,
    nodes: u64,
    stop: &Stop,
) -> Result<crate::Thought, Error> {
    let limits = Limits { nodes: Some(nodes), lines: 2, stop: stop.clone(), ..Limits::default() };
    player.think(table, &limits, &mut |_| {})
}

/// The solution of a position that is looked at by itself, as whoever solves it sees it, as far as each of the solver's moves
/// is clearly the best; nothing if the first is not. And the positions in it where the solver moves.
fn solve(
    table: &dyn Table,
    position: &str,
    player: &mut dyn Player,
    nodes: u64,
    stop: &Stop,
) -> Result<(Vec<String>, Vec<String>), Error> {
    let mut ahead = table.fork();
    ahead.set_position(position)?;
    let solver = ahead.side_to_move();
    let (mut line, mut positions) = (Vec::new(), Vec::new());
    player.forget();
    while line.len() < 2 * MAX_MOVES && ahead.result().is_none() && ahead.side_to_move() == solver {
        let thought = think(&*ahead, player, nodes, stop)?;
        let ends = |value: Value| value.decided() == Some(1);
        let best = match clearly_best(&thought) {
            // Whoever sees nothing else sees this.
            Some(best) if line.is_empty() && ends(best.value) => None,
            Some(best) => Some(best),
            None => thought.lines(1).next().filter(|best| !line.is_empty() && ends(best.value)),
        };
        let Some(best) = best else { break };
        positions.push(ahead.view().position);
        let mut moves = for_programs(&*ahead, &best.line, 2).into_iter();
        for mv in moves.by_ref().take(1) {
            ahead.play_on(&mv)?;
            line.push(mv);
        }
        // A turn of several moves is asked for as far as its first.
        let Some(reply) = moves.next().filter(|_| ahead.side_to_move() != solver) else { break };
        ahead.play_on(&reply)?;
        line.push(reply);
    }
    player.forget();
    // A reply at the end is answered by nothing.
    if line.len().is_multiple_of(2) {
        line.pop();
    }
    Ok((line, positions))
}

/// Whether puzzles can be of a record: each is a position of its main line, and its moves can be played.
///
/// # Errors
/// What is wrong.
pub fn check_mined(record: &GameRecord, mined: &[Mined]) -> Result<(), String> {
    let mut left: Vec<&Mined> = mined.iter().collect();
    let mut ply = 0;
    let mut each = |table: &dyn Table| {
        let position = table.view().position;
        left.retain(|one| {
            let is_here = one.ply == ply && one.position == position && one.line.len() >= MIN_PLIES;
            !(is_here && for_programs(table, &one.line, one.line.len()) == one.line)
        });
        ply += 1;
        Ok(true)
    };
    along(record, &mut each).map_err(|error| error.to_string())?;
    left.first()
        .map_or(Ok(()), |one| Err(format!("{} {} is none of the game", one.position, one.line.join(" "))))
}
