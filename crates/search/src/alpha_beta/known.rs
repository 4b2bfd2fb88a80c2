//! What the table knows of a node, and what it is told.

use super::transposition_table::TableEntry;
use super::tree::Tree;
use crate::{Bound, Evaluator, Score, Tactics, Window};
use wanqi_game::Game;

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// Keeps what a node has found, its score counted from the root, `dependent_scores` having been counted before.
    #[inline]
    pub(super) fn remember(&mut self, key: u64, mut entry: TableEntry, dependent_scores: u64) {
        if self.dependent_scores == dependent_scores && !G::FORBIDS_BY_HISTORY && self.options.deeper_entries
        {
            entry.depth = TableEntry::COMPLETE;
        }
        entry.score = entry.score.to_table(self.walk.ply() as u32);
        self.put(key, entry);
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, entry: TableEntry) {
        /// Slots that are counted together: the counter is shared by all threads.
        const TOGETHER: usize = 64;
        self.written += usize::from(self.table.put(key, entry));
        if self.written >= TOGETHER {
            self.count_written();
        }
    }

    /// Tells the table what has been written.
    pub fn count_written(&mut self) {
        self.table.count(std::mem::take(&mut self.written));
    }

    /// Whether a table entry answers what the window asks. On the principal variation it does not, so that the
    /// line is played to its end.
    #[inline]
    pub(super) fn score_known(
        &mut self,
        entry: TableEntry,
        depth: u32,
        window: Window,
        principal: bool,
    ) -> Option<Score> {
        let deep_enough = entry.depth == depth || (self.options.deeper_entries && entry.depth > depth);
        if principal || !deep_enough {
            return None;
        }
        let score = entry.score.from_table(self.walk.ply() as u32);
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        if answers && entry.depth < TableEntry::COMPLETE {
            self.dependent_scores += 1;
        }
        answers.then_some(score)
    }
}
