//! The lab: every algorithm of the ladder on one position, side by side.

pub use crate::theory::Theory;
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

/// How far a row has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Its place among the players.
    pub row: usize,
    /// What the player thinks so far, or at last.
    pub thought: &'a Thought,
    /// Whether that is its last word.
    pub finished: bool,
}

/// Asks every player in turn about the position of `table`, each within `limits`, and tells `progress` of what each
/// thinks, at most 20 times a second and at its end. Once the limits' stop flag is set, the rows so far come back.
///
/// # Errors
/// If the game is over, or there is no such player; no player is asked then.
pub fn compare(
    table: &dyn Table,
    specs: &[Spec],
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Row>, Error> {
    if let Some(result) = table.result() {
        return Err(Error::Over(result.text));
    }
    let players: Vec<_> = specs.iter().map(|spec| table.player(spec)).collect::<Result<_, _>>()?;
    let mut rows = Vec::with_capacity(specs.len());
    for (row, (mut player, spec)) in players.into_iter().zip(specs).enumerate() {
        if limits.stop.is_stopped() {
            break;
        }
        let thought = player.think(table, limits, &mut |thought| {
            progress(Progress { row, thought, finished: false });
        })?;
        progress(Progress { row, thought: &thought, finished: true });
        rows.push(Row { player: spec.to_string(), thought });
    }
    Ok(rows)
}

/// What theory says of the tree that the first `minimax` with a depth of its own among the rows has seen; `None` if
/// there is none, if it was stopped before it had seen the tree, or if the limits are reached before theory has.
///
/// # Errors
/// If the game has no such evaluation.
pub fn theory(table: &dyn Table, rows: &[Row], limits: &Limits) -> Result<Option<Theory>, Error> {
    for row in rows {
        let spec: Spec = row.player.parse()?;
        let depth = spec.get("depth").and_then(|depth| depth.parse().ok());
        if let ("minimax", Some(depth)) = (spec.name.as_str(), depth)
            && row.thought.depth >= depth
        {
            return table.theory(&spec, depth, limits);
        }
    }
    Ok(None)
}

/// Runs the [`ladder`] on the position of `table`, each player within `limits`, and tells `progress` of every player
/// that has finished. `eval` names the evaluation; the game's first if `None`. Once the limits' stop flag is set, the
/// rows so far come back.
///
/// # Errors
/// If the game is over or has no such evaluation.
pub fn run(
    table: &dyn Table,
    depth: u32,
    eval: Option<&str>,
    limits: &Limits,
    progress: &mut dyn FnMut(&Spec),
) -> Result<Lab, Error> {
    let mut specs = ladder(depth);
    if let Some(eval) = eval {
        for spec in &mut specs {
            if !matches!(spec.name.as_str(), "random" | "mcts") {
                spec.set("eval", eval);
            }
        }
    }
    let rows = compare(table, &specs, limits, &mut |told| {
        if told.finished {
            progress(&specs[told.row]);
        }
    })?;
    // Theory takes its time too, however much that is: whoever asked for this depth wants to know.
    let theory = theory(table, &rows, &Limits::until(&limits.stop))?;
    Ok(Lab { position: table.view().position, depth, rows, theory })
}
