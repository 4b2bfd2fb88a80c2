//! Giving a position up because a capture would refute with much to spare.

use super::ordering::pick;
use super::transposition_table::TableEntry;
use super::tree::{Node, Tree};
use crate::{Bound, Evaluator, Score, Tactics, Window};
use wanqi_game::Game;

/// The least depth to try at, and how much less deeply.
const MIN_DEPTH: u32 = 5;
const SHALLOWER: u32 = 4;

/// By how much the table's entry may be shallower that is believed without a search.
const KNOWN_SHALLOWER: u32 = 4;

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'_, G, E, T> {
    /// A score of at least `beta`, if a tactical move comes out so far above it in a search of less depth that it will
    /// in one of the full depth too. Buro, *ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm*
    /// (1995), <https://doi.org/10.3233/ICG-1995-18202>; <https://www.chessprogramming.org/ProbCut>.
    pub(super) fn probcut(&mut self, node: &Node) -> Option<Score> {
        let &Node { ply, depth, window, key, known, cut, .. } = node;
        let decided = window.beta.decided().is_some() || window.alpha.decided().is_some();
        if node.principal
            || node.excluded.is_some()
            || decided
            || depth < MIN_DEPTH
            || !self.selectivity.pruning
        {
            return None;
        }
        let spare = self.margins(self.parameters.probcut_margin);
        let beta = window.beta.plus(spare);
        // The table knows better.
        let is_deep = |entry: &TableEntry| entry.depth + SHALLOWER > depth;
        if known.is_some_and(|entry| is_deep(&entry) && entry.score.from_table(ply as u32) < beta) {
            return None;
        }
        let least = beta.value() - self.evaluations[ply]?.corrected.value();
        let base = self.moves.len();
        self.generate_tactical();
        self.rank_from(base, ply);
        let mut refutes = None;
        for next in base..self.moves.len() {
            let scored = pick(&mut self.moves[next..]);
            if scored.losing {
                break;
            }
            if self.walk.tactics.captured_value(self.walk.game, self.walk.position(), scored.mv) < least {
                continue;
            }
            let score = self.after_capture(scored.mv, depth - SHALLOWER, Window::null(beta.plus(-1)), cut);
            if self.walk.is_over() {
                break;
            }
            if score >= beta && score.decided().is_none() {
                refutes = Some(score);
                break;
            }
        }
        self.moves.truncate(base);
        let score = refutes?;
        self.dependent_scores += 1;
        if self.table.is_on() && !known.is_some_and(|entry| is_deep(&entry)) {
            let entry = TableEntry { score, bound: Bound::Lower, depth: depth - SHALLOWER + 1, best: None };
            self.remember(key, entry, 0);
        }
        Some(score.plus(-spare))
    }

    /// The same by what the table knows alone: if a search that was a little shallower came out very far above `beta`.
    #[inline]
    pub(super) fn probcut_known(&mut self, node: &Node) -> Option<Score> {
        let &Node { ply, depth, window, known, .. } = node;
        let spare = self.margins(self.parameters.probcut_known);
        if spare == 0 || node.principal || node.excluded.is_some() || !self.selectivity.pruning {
            return None;
        }
        let entry =
            known.filter(|entry| entry.bound == Bound::Lower && entry.depth + KNOWN_SHALLOWER >= depth)?;
        let (score, beta) = (entry.score.from_table(ply as u32), window.beta.plus(spare));
        if window.beta.decided().is_some() || score.decided().is_some() || score < beta {
            return None;
        }
        self.dependent_scores += 1;
        Some(beta)
    }

    /// The score after a tactical move, for the side that makes it: beyond the horizon first, and only if that is good
    /// enough, `depth` plies deep.
    fn after_capture(&mut self, mv: G::Move, depth: u32, asked: Window, cut: bool) -> Score {
        self.play(mv);
        let turns = self.walk.turns();
        let turned = |score: Score| if turns { -score } else { score };
        let mut score = turned(self.quiescence_after(asked.turned(turns), false));
        if score >= asked.beta {
            score = turned(self.value(depth, asked.turned(turns), !cut));
        }
        self.walk.back();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::transposition_table::TranspositionTable;
    use crate::alpha_beta::tree::ThreadMemory;
    use crate::alpha_beta::{Best, Options, SearchParameters};
    use crate::tactics::{AllMoves, NoCorrectionKeys, NoOrder, NoPruning, NoQuiescence, Parameters};
    use crate::{Limits, NoEvaluation};
    use wanqi_games::chess::Chess;

    /// Gives up by a margin, and knows nothing else.
    struct Margin;

    impl<G: Game, E: Evaluator<G>> Tactics<G, E> for Margin {
        const PARAMETERS: Parameters = Parameters {
            margin: 50,
            search: SearchParameters { probcut_known: 600, ..SearchParameters::USUAL },
            ..Parameters::NEUTRAL
        };
    }

    impl AllMoves for Margin {}
    impl NoQuiescence for Margin {}
    impl NoOrder for Margin {}
    impl NoPruning for Margin {}
    impl NoCorrectionKeys for Margin {}

    /// What a node of `depth` is said to be worth where the table has an entry, and whether its moves were tried for that.
    fn value(depth: u32, window: Window, entry: TableEntry) -> (Score, bool) {
        let mut best = Best::new(NoEvaluation, Margin, Options::default());
        best.table = TranspositionTable::new(1);
        let (line, limits) = ([Chess.start()], Limits::nodes(100));
        let mut tree = Tree::new(&Chess, &best, ThreadMemory::default(), &line, &limits);
        tree.put(Chess.key(&line[0]), entry);
        let score = tree.value(depth, window, true);
        (score, tree.walk.counts.interior > 0)
    }

    #[test]
    fn a_lower_bound_far_above_the_window_gives_a_node_up_unsearched() {
        // The window ends at 20; six margins above are 320.
        let asked = Window::null(Score::heuristic(19));
        let entry = |score, bound, depth| TableEntry { score, bound, depth, best: None };
        let far = Score::heuristic(320);
        let known = entry(far, Bound::Lower, 8);
        // Deeper than reverse futility reaches, which would give it up too.
        assert_eq!(value(12, asked, known), (far, false));
        let tried = |depth, asked, entry| value(depth, asked, entry).1;
        assert!(tried(13, asked, known), "the entry is too shallow");
        assert!(tried(12, asked, entry(Score::heuristic(319), Bound::Lower, 8)), "its score is too near");
        assert!(tried(12, asked, entry(far, Bound::Exact, 8)), "it is no lower bound");
        assert!(tried(12, asked, entry(Score::win_in(9), Bound::Lower, 8)), "a win is not given up");
        assert!(tried(12, Window::FULL, known), "the principal variation is searched");
    }
}
