//! A review of a whole game: every position looked at, and what is said of it in the record.

use super::{LINE_KEPT, Loss, MARKS, outcome};
use crate::record::{Evaluation, GameRecord, NodeId};
use crate::{Error, Limits, Player, Side, Table, Value};
use serde::{Deserialize, Serialize};

/// A position of a game that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// Whose turn it is, 0 or 1.
    pub side: u8,
    /// What it is worth to the first side, if anybody has told.
    pub evaluation: Option<Evaluation>,
    /// The best line, in the notation for programs; none where the game is over.
    pub line: Vec<String>,
}

/// Looks at every position of a record's main line, its first one too. `None` if the limits' stop came first.
///
/// # Errors
/// If a move of the record cannot be played, or the player fails.
pub fn look(
    record: &GameRecord,
    player: &mut dyn Player,
    limits: &Limits,
) -> Result<Option<Vec<Seen>>, Error> {
    player.forget();
    let mut all = Vec::new();
    let mut each = |table: &dyn Table| {
        let side = table.side_to_move();
        let (value, line) = match table.result() {
            Some(_) => (outcome(table), Vec::new()),
            None => {
                let thought = player.think(table, limits, &mut |_| {})?;
                (thought.value.for_first(side), for_programs(table, &thought.line, LINE_KEPT))
            }
        };
        let evaluation = Evaluation::of(value, table.scale());
        all.push(Seen { side: side.index() as u8, evaluation, line });
        Ok(!limits.stop.is_stopped())
    };
    Ok(along(record, &mut each)?.then_some(all))
}

/// Calls `each` with the positions of a record's main line until it says no; whether it never did.
///
/// # Errors
/// What `each` returns, or if a move cannot be played.
pub(super) fn along(
    record: &GameRecord,
    each: &mut dyn FnMut(&dyn Table) -> Result<bool, Error>,
) -> Result<bool, Error> {
    let mut table = record.table()?;
    let mut goes_on = each(&*table)?;
    for id in record.main_line() {
        if !goes_on {
            return Ok(false);
        }
        let node = &record[id];
        table.play_on(node.text()).map_err(|fault| fault.at_move(node.ply(), node.text()))?;
        goes_on = each(&*table)?;
    }
    Ok(goes_on)
}

/// The first moves of a line in the notation for programs, as far as they can be made.
pub(super) fn for_programs(table: &dyn Table, line: &[String], most: usize) -> Vec<String> {
    let mut ahead = table.fork();
    let program = table.notations().len() - 1;
    let play = |text: &String| {
        ahead.play_on(text).ok()?;
        ahead.last_move(program)
    };
    line.iter().take(most).map_while(play).collect()
}

/// Whether what is told of a record's positions can be so: as many as there are, and lines that can be played.
///
/// # Errors
/// What is wrong.
pub fn check_seen(record: &GameRecord, seen: &[Seen]) -> Result<(), String> {
    let mut told = seen.iter();
    let mut fault = None;
    let mut each = |table: &dyn Table| {
        fault = match told.next() {
            None => Some("fewer positions than the game has".to_owned()),
            Some(one) if usize::from(one.side) != table.side_to_move().index() => {
                Some("it is the other side's turn".into())
            }
            Some(one) if for_programs(table, &one.line, one.line.len()) != one.line => {
                Some(format!("a line that cannot be played: {}", one.line.join(" ")))
            }
            Some(_) => None,
        };
        Ok(fault.is_none())
    };
    along(record, &mut each).map_err(|error| error.to_string())?;
    match fault {
        Some(fault) => Err(fault),
        None if told.next().is_some() => Err("more positions than the game has".into()),
        None => Ok(()),
    }
}

/// Writes into a record what was seen at the positions of its main line: what each is worth, marks on mistakes, and the lines
/// that would have been better as variations.
///
/// # Errors
/// If there is no such game, its moves are others, or the record is full.
pub fn annotate(record: &mut GameRecord, seen: &[Seen]) -> Result<(), Error> {
    check_seen(record, seen).map_err(|what| Error::spec(crate::Message::plain(what)))?;
    let scale = record.table()?.scale();
    let nodes: Vec<NodeId> = std::iter::once(crate::record::ROOT).chain(record.main_line()).collect();
    let value = |one: &Seen| one.evaluation.map_or(Value::UNKNOWN, |evaluation| evaluation.value(scale));
    for (at, (&node, one)) in nodes.iter().zip(seen).enumerate() {
        let before = at.checked_sub(1).map(|before| (nodes[before], &seen[before]));
        let mut mark = None;
        let mut better = None;
        if let Some((parent, before)) = before {
            let mover = Side::BOTH[usize::from(before.side.min(1))];
            let best = before.line.first().filter(|best| **best != record[node].text());
            mark = best.and(Loss::of(value(before), value(one), mover).mark());
            if mark.is_some() {
                better = best.cloned();
                record.add_line(parent, &before.line).map_err(|full| Error::spec(full.message()))?;
            }
        }
        let notes = record.notes_mut(node).expect("it is in the record");
        notes.evaluation = one.evaluation;
        if before.is_some() {
            notes.marks.retain(|mark| !MARKS.contains(mark));
            notes.marks.splice(0..0, mark);
            notes.better = better;
        }
    }
    Ok(())
}

/// How well a game was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameSummary {
    /// How exact each side was in per cent; `None` where a position was not looked at or nobody can tell.
    pub accuracy: [Option<f64>; 2],
    /// Blunders of each side.
    pub blunders: [usize; 2],
    /// Mistakes.
    pub mistakes: [usize; 2],
    /// Dubious moves.
    pub dubious: [usize; 2],
}

/// How well a game was played whose record has been [annotated](annotate).
pub fn summary(record: &GameRecord, seen: &[Seen], scale: crate::Scale) -> GameSummary {
    let line = record.main_line();
    let movers: Vec<u8> = seen.iter().map(|one| one.side).take(line.len()).collect();
    let count = |mark| {
        [0, 1].map(|side| {
            let made = line.iter().zip(&movers).filter(|(_, mover)| **mover == side);
            made.filter(|(node, _)| record[**node].notes.marks.contains(&mark)).count()
        })
    };
    let chance = |one: &Seen| one.evaluation?.value(scale).win_probability();
    let chances: Option<Vec<f64>> = seen.iter().map(chance).collect();
    let accuracy = [0, 1].map(|side| accuracy(chances.as_ref()?, &movers, side));
    let [blunders, mistakes, dubious] = MARKS.map(count);
    GameSummary { accuracy, blunders, mistakes, dubious }
}

/// How exact a side played, in per cent, by the first side's probability to win at every position and who moved there: half
/// the mean of its moves, those counting more that were made where the game swung, half their harmonic mean, which a few bad
/// moves pull down. As the page reckons it (`web/js/review.js`) and lichess, whose curve it is
/// (<https://lichess.org/page/accuracy>); `None` where the side has made no move.
pub fn accuracy(chances: &[f64], movers: &[u8], side: u8) -> Option<f64> {
    let width = (movers.len() / 10).clamp(2, 8);
    let mut moves = Vec::new();
    for (at, _) in movers.iter().enumerate().filter(|(_, mover)| **mover == side) {
        let (before, after) = (chances[at], chances[at + 1]);
        let lost = if side == 0 { before - after } else { after - before }.max(0.0);
        let exact = (103.1668 * (-4.354 * lost).exp() - 3.1669).clamp(0.0, 100.0);
        let from = (at + 2).saturating_sub(width).min(chances.len().saturating_sub(width));
        let near = &chances[from..chances.len().min(from + width)];
        moves.push((exact, (100.0 * deviation(near)).clamp(0.5, 12.0)));
    }
    let count = moves.len() as f64;
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(exact, weight)| exact * weight).sum::<f64>() / weights;
    // No move is worth so little that it alone makes the mean nothing.
    let harmonic = count / moves.iter().map(|(exact, _)| 1.0 / exact.max(1.0)).sum::<f64>();
    (!moves.is_empty()).then_some((weighted + harmonic) / 2.0)
}

/// The standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}
