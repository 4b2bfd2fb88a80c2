//! The lab: every algorithm of the ladder on one position, side by side.

use crate::{Error, Limits, Spec, Table, Thought};
use serde::Serialize;

/// The ladder on one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lab {
    /// The position's text.
    pub position: String,
    /// Plies that the searches looked ahead.
    pub depth: u32,
    /// One a player, from the foot of the ladder up.
    pub rows: Vec<Row>,
    /// What theory says; `None` if minimax was stopped before it had seen the tree.
    pub theory: Option<Theory>,
}

/// What one player thinks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The player's spec.
    pub player: String,
    /// Its answer and its work. A search of a fixed depth that was stopped has a smaller depth.
    pub thought: Thought,
}

/// What theory says of the work of a search, beside which the real counts are shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Theory {
    /// The mean number of moves of an interior node of the tree.
    pub branching: f64,
    /// Leaves of a uniform tree of that branching, all visited: bⁿ, the worst case.
    pub worst: f64,
    /// The least that alpha-beta must visit of it: b^⌈n/2⌉ + b^⌊n/2⌋ − 1, the best case.
    pub best: f64,
    /// All leaves of this very tree.
    pub leaves: u64,
    /// The least number of them that alpha-beta can do with.
    pub least: u64,
}

/// The players of the lab at a depth: each searches what the one before it does, with less work, until `best`
/// and `mcts`, which choose for themselves what to look at.
pub fn ladder(depth: u32) -> Vec<Spec> {
    let texts = [
        "random".into(),
        "greedy".into(),
        format!("minimax:depth={depth}"),
        format!("negamax:depth={depth}"),
        format!("alphabeta:depth={depth},ordering=off"),
        format!("alphabeta:depth={depth}"),
        format!("best:depth={depth}"),
        "mcts:playouts=1000".into(),
    ];
    texts.iter().map(|text| text.parse().expect("a spec of our own")).collect()
}

/// Runs the [`ladder`] on the position of `table`, each player within `limits`, and tells `progress` of every row as it
/// comes. `eval` names the evaluation; the game's first if `None`. Once the limits' stop flag is set, the rows
/// so far come back.
///
/// # Errors
/// If the game is over or has no such evaluation.
pub fn run(
    table: &dyn Table,
    depth: u32,
    eval: Option<&str>,
    limits: &Limits,
    progress: &mut dyn FnMut(&Row),
) -> Result<Lab, Error> {
    let mut lab = Lab { position: table.view().position, depth, rows: Vec::new(), theory: None };
    let mut whole_tree = false;
    let mut minimax = Spec::new("minimax");
    for mut spec in ladder(depth) {
        if limits.stop.is_stopped() {
            return Ok(lab);
        }
        if let (Some(eval), false) = (eval, matches!(spec.name.as_str(), "random" | "mcts")) {
            spec.set("eval", eval);
        }
        let thought = table.player(&spec)?.think(table, limits, &mut |_| {})?;
        if spec.name == "minimax" {
            whole_tree = thought.depth >= depth;
            minimax = spec.clone();
        }
        let row = Row { player: spec.to_string(), thought };
        progress(&row);
        lab.rows.push(row);
    }
    if whole_tree && !limits.stop.is_stopped() {
        lab.theory = Some(table.theory(&minimax, depth)?);
    }
    Ok(lab)
}
