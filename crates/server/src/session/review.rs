//! A review of a game: every position of it is looked at in turn, what each move has lost is written into the record, and
//! where a win was missed there may be a puzzle.

use super::variations::Variations;
use crate::analysis::{Retried, ReviewEvent};
use crate::protocol::{Event, RequestError};
use crate::rules::OWN_RULES;
use wanqi_play::record::{Evaluation, Mark, NodeId};
use wanqi_play::{Table, Thought, Value};
use wanqi_store::Puzzle;

/// Plies of a better line that the record gets.
const LINE_KEPT: usize = 6;
/// A position makes a puzzle if its best move leads to at least so much of the win probability …
const WINNING: f64 = 0.75;
/// … and every other move loses at least so much of it.
const MISSED: f64 = 0.3;
/// A move that loses less than this of the win probability, and where discs are counted less than so many of them, is as
/// good as the best: half of what makes one dubious, which two searches of one position may differ by.
const AS_GOOD: (f64, f64) = (0.04, 1.5);
/// What a move has lost at least to be marked, of the win probability or in discs. In chess the former is what lichess
/// marks from an even position; its own figures are a third smaller, as its curve is flatter: people win less often with
/// a pawn more. Where discs are counted they alone say what a move is worth, but for one that for certain gives away a
/// win or a draw.
const JUDGEMENTS: [(f64, f64, Mark); 3] =
    [(0.24, 10.0, Mark::BLUNDER), (0.16, 6.0, Mark::MISTAKE), (0.08, 3.0, Mark::DUBIOUS)];

/// A review under way: the positions of the game, and what was thought of the one before.
pub(super) struct ReviewPass {
    pub nodes: Vec<NodeId>,
    pub next: usize,
    pub millis: u64,
    pub before: Option<EvaluatedPosition>,
    /// Whether it is of a move that somebody tries instead of a mistake, which is told alone; and what was found.
    pub retry: Option<Retried>,
    /// Positions in which a win was missed.
    pub missed: Vec<NodeId>,
}

/// A position that a review has looked at.
pub(super) struct EvaluatedPosition {
    /// What it is worth to the first side.
    pub value: Value,
    pub line: Vec<String>,
}

impl ReviewPass {
    /// How far it has come, or what has come of a try.
    pub fn event(&self, finished: bool) -> Event {
        if let Some(retried) = self.retry.filter(|_| finished) {
            return Event::Retried(retried);
        }
        Event::Review(ReviewEvent { done: self.next, of: self.nodes.len(), finished })
    }

    /// Writes down what was thought of the next position, and what the move that led there has lost.
    pub fn mark_mistake(
        &mut self,
        table: &dyn Table,
        variations: &mut Variations,
        evaluated: EvaluatedPosition,
    ) -> Result<(), RequestError> {
        let node = self.nodes[self.next];
        variations.note(node, |notes| notes.evaluation = Evaluation::of(evaluated.value, table.scale()));
        if let (Some(before), Some((text, side))) = (&self.before, variations.shown(node)) {
            let mover = |value: Value| value.for_first(side).win_probability();
            let lost =
                mover(before.value).zip(mover(evaluated.value)).map_or(0.0, |(before, now)| before - now);
            let discs = |value: Value| value.for_first(side).discs();
            let discs =
                discs(before.value).zip(discs(evaluated.value)).map(|(before, now)| (before - now).max(0.0));
            let is_certain = discs.is_none() || before.value.is_solved() && evaluated.value.is_solved();
            let reaches = |(share, count): (f64, f64)| {
                is_certain && lost >= share || discs.is_some_and(|discs| discs >= count)
            };
            let best = before.line.first().filter(|best| **best != text);
            if let Some(retry) = &mut self.retry {
                (retry.lost, retry.discs, retry.best) = (lost.max(0.0), discs, best.is_none());
                retry.as_good = retry.best || !reaches(AS_GOOD);
            }
            let judged = JUDGEMENTS.iter().find(|&&(share, count, _)| reaches((share, count)));
            let mark = best.and(judged).map(|&(.., mark)| mark);
            let parent = self.nodes[self.next - 1];
            let mut better = None;
            // Whoever tries is not told what would have been better.
            if mark.is_some() && self.retry.is_none() {
                let line = &before.line[..before.line.len().min(LINE_KEPT)];
                better = variations.add_line(table_at(table, variations, parent)?, parent, line)?.0;
                let had = mover(before.value).unwrap_or(0.0);
                if lost >= MISSED && had >= WINNING && table.spec().name != OWN_RULES {
                    self.missed.push(parent);
                }
            }
            variations.note(node, |notes| {
                notes.marks.retain(|mark| !JUDGEMENTS.iter().any(|(.., other)| other == mark));
                notes.marks.splice(0..0, mark);
                notes.better = better;
            });
        }
        self.before = Some(evaluated);
        Ok(())
    }
}

/// The puzzle that a position makes, if one move wins or is clearly best.
pub(super) fn puzzle_of(table: &dyn Table, thought: &Thought) -> Option<Event> {
    let mut roots = thought.lines(2);
    let (best, other) = (roots.next()?, roots.next()?);
    let (best_share, other_share) = (best.value.win_probability()?, other.value.win_probability()?);
    if best_share < WINNING || best_share - other_share < MISSED {
        return None;
    }
    let mut ahead = table.fork();
    ahead.play_on(&best.text).ok()?;
    let line = vec![ahead.last_move(table.notations().len() - 1)?];
    let (game, position) = (table.spec().to_string(), table.view().position);
    Some(Event::PuzzleFound { puzzle: Puzzle { game, position, line, origin: None } })
}

/// A table at a node.
pub(super) fn table_at(
    table: &dyn Table,
    variations: &Variations,
    node: NodeId,
) -> Result<Box<dyn Table>, RequestError> {
    let mut table = table.fork();
    variations.visit(&mut *table, node)?;
    Ok(table)
}
