//! A review of a game: every position of it is looked at in turn, what each move has lost is written into the record, and
//! where a win was missed there may be a puzzle.

use super::variations::Variations;
use crate::analysis::{Retried, ReviewEvent};
use crate::protocol::{Event, RequestError};
use crate::rules::OWN_RULES;
use wanqi_play::record::{Evaluation, NodeId};
use wanqi_play::review::{LINE_KEPT, Loss, MARKS, MISSED, WINNING, clearly_best};
use wanqi_play::{Table, Thought, Value};
use wanqi_store::Puzzle;

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
            let loss = Loss::of(before.value, evaluated.value, side);
            let best = before.line.first().filter(|best| **best != text);
            if let Some(retry) = &mut self.retry {
                (retry.lost, retry.discs, retry.best) = (loss.share.max(0.0), loss.discs, best.is_none());
                retry.as_good = retry.best || loss.is_as_good();
            }
            let mark = best.and(loss.mark());
            let parent = self.nodes[self.next - 1];
            let mut better = None;
            // Whoever tries is not told what would have been better.
            if mark.is_some() && self.retry.is_none() {
                let line = &before.line[..before.line.len().min(LINE_KEPT)];
                better = variations.add_line(table_at(table, variations, parent)?, parent, line)?.0;
                let had = before.value.for_first(side).win_probability().unwrap_or(0.0);
                if loss.share >= MISSED && had >= WINNING && table.spec().name != OWN_RULES {
                    self.missed.push(parent);
                }
            }
            variations.note(node, |notes| {
                notes.marks.retain(|mark| !MARKS.contains(mark));
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
    let best = clearly_best(thought)?;
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
