//! The tree below the root: principal variation search with a transposition table.

use super::correction_history::Corrections;
use super::history::{ContinuationMoves, History, Played};
use super::ordering::{Killers, ScoredMove, bring, pick};
use super::pruning::UnforcedNode;
use super::reductions::{NodeContext, Reductions};
use super::singular::Singular;
use super::transposition_table::{TableEntry, TranspositionTable};
use super::{Best, Options, SearchParameters, Selectivity};
use crate::{Bound, Evaluator, Limits, PvTable, Report, Score, Tactics, Walk, Window};
use wanqi_game::Game;

/// What a thread has learned, which lasts from one search to the next.
#[derive(Debug, Default)]
pub(super) struct ThreadMemory {
    /// What quiet moves have done.
    pub history: History,
    /// How wrong the evaluation has been.
    pub corrections: Corrections,
}

/// A search under way.
pub(super) struct Tree<'a, G: Game, E: Evaluator<G>, T: Tactics<G, E>> {
    pub walk: Walk<'a, G, E, T>,
    pub variations: PvTable<G::Move>,
    pub table: &'a TranspositionTable,
    /// Slots written that the table has not been told of.
    pub(super) written: usize,
    pub options: &'a Options,
    /// What may be left out, as far as the game's tactics give something to go by.
    pub selectivity: Selectivity,
    /// The moves of all nodes from the root to here, one after the other.
    pub(super) moves: Vec<ScoredMove<G::Move>>,
    pub(super) killers: Killers<G::Move>,
    pub memory: ThreadMemory,
    /// The moves from the root to here, by ply.
    pub(super) played: Vec<Option<Played>>,
    pub(super) reductions: Reductions,
    /// How far techniques go that leave something out.
    pub(super) parameters: SearchParameters,
    /// What a quiet move seldom adds to the evaluation; 0 where that is not known.
    pub(super) margin: i32,
    /// The static evaluations from the root to here, by ply; none where the side to move is forced.
    pub(super) evaluations: Vec<Option<Evaluated>>,
    /// The move that a node leaves out, by its place, by ply.
    pub(super) excluded: Vec<Option<u16>>,
    /// How many nodes have been refuted, by ply, since [the last of two plies before has begun](Tree::begin_node).
    pub(super) refuted: Vec<u32>,
    /// The depth of this iteration.
    pub iteration: u32,
    /// The last ply that a line was followed to as long as it may be the best.
    pub seldepth: usize,
    /// The first ply at which a pass may be tried.
    pub(super) pass_from_ply: usize,
    /// How many scores depended on the depth (they came from the horizon) or on the path (from the past), and not on
    /// the rules alone. A subtree that leaves this as it was is known to its end.
    pub dependent_scores: u64,
    /// How much of the work of the last iteration went into its best move, in hundredths.
    pub best_share: i32,
}

/// What the evaluation says of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluated {
    /// As it says.
    pub raw: Score,
    /// As it should have said by all that is known of its errors.
    pub corrected: Score,
}

/// A node whose moves have been generated.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Where its moves begin in the stack.
    pub base: usize,
    pub ply: usize,
    pub depth: u32,
    pub window: Window,
    /// Whether it may lie on the principal variation.
    pub principal: bool,
    pub key: u64,
    /// What the table knows.
    pub known: Option<TableEntry>,
    /// The place of a move to leave out.
    pub excluded: Option<u16>,
    /// Whether a move is expected to refute here.
    pub cut: bool,
}

/// More refuted nodes than this at the next ply are many.
const MAX_REFUTED: u32 = 3;

impl<'a, G: Game, E: Evaluator<G>, T: Tactics<G, E>> Tree<'a, G, E, T> {
    /// Plies from the root at which every search turns back.
    pub(super) const MAX_PLY: usize = 400;

    pub fn new<P>(
        game: &'a G,
        search: &'a Best<E, T, P>,
        memory: ThreadMemory,
        line: &[G::Position],
        limits: &Limits,
    ) -> Self {
        let parameters = search.options.parameters.unwrap_or(T::PARAMETERS.search);
        let margin = match T::PARAMETERS.margin_is_learnt {
            true => search.evaluator.margin(),
            false => T::PARAMETERS.margin,
        };
        Tree {
            walk: Walk::begin(
                game,
                &search.evaluator,
                &search.tactics,
                line,
                &Limits { soft: None, ..limits.clone() },
            ),
            variations: PvTable::default(),
            table: &search.table,
            written: 0,
            options: &search.options,
            selectivity: Self::grounded(search.options.selectivity, margin > 0),
            moves: Vec::with_capacity(4096),
            killers: Killers::new(),
            memory: ThreadMemory {
                history: memory.history.with_slots(T::PARAMETERS.history_slots),
                corrections: memory.corrections.with_keys(T::PARAMETERS.correction_keys),
            },
            played: vec![None; Self::MAX_PLY + 1],
            reductions: Reductions::new(parameters),
            parameters,
            margin,
            evaluations: vec![None; Self::MAX_PLY + 1],
            excluded: vec![None; Self::MAX_PLY + 1],
            refuted: vec![0; Self::MAX_PLY + 3],
            iteration: 0,
            seldepth: 0,
            pass_from_ply: 0,
            dependent_scores: 0,
            best_share: 0,
        }
    }

    /// Of these techniques, those that have something to go by: an order of quiet moves that history has learned, and a
    /// measure of what a move may change. Without either, a late move is as good as the first, and every move is looked
    /// at to the same depth.
    fn grounded(wanted: Selectivity, looks: bool) -> Selectivity {
        Selectivity {
            null_move: wanted.null_move && looks,
            reductions: wanted.reductions && T::PARAMETERS.history_slots > 1,
            extensions: wanted.extensions && (T::PARAMETERS.extends_forced || looks),
            pruning: wanted.pruning && looks,
        }
    }

    /// Whether a move may be looked at less deeply than another, but for forced ones, which are looked at more deeply.
    pub fn guesses(&self) -> bool {
        let Selectivity { null_move, reductions, extensions, pruning } = self.selectivity;
        null_move || reductions || pruning || (extensions && self.looks())
    }

    /// The moves of the root, the most promising first.
    pub fn root_moves(&mut self) -> Vec<ScoredMove<G::Move>> {
        let root = self.walk.root_moves();
        let mut moves: Vec<_> = root.into_iter().enumerate().map(|(i, mv)| ScoredMove::new(mv, i)).collect();
        if self.options.ordering {
            self.rank(&mut moves, 0);
        }
        for i in 0..moves.len() {
            pick(&mut moves[i..]);
        }
        moves
    }

    /// Keeps what an iteration has found at the root, unless moves were left out there.
    pub fn remember_root(&mut self, best: ScoredMove<G::Move>, depth: u32, score: Score) {
        if self.table.is_on() && self.walk.is_unrestricted() {
            let key = self.walk.game.key(self.walk.position());
            self.put(key, TableEntry { score, bound: Bound::Exact, depth, best: Some(best.index) });
        }
    }

    /// The score of the position after a move, as the side that makes it sees it: principal variation search.
    /// The first move is searched with the open window, every other only asked whether it is better, and
    /// searched again if it is. Marsland and Campbell, *Parallel Search of Strongly Ordered Game Trees* (1982),
    /// <https://doi.org/10.1145/356893.356895>.
    ///
    /// `depth` is that of the node, what is known of it `standing`, and `tried` other moves come before. A late move is
    /// asked less deeply first.
    #[inline]
    pub fn after(
        &mut self,
        scored: ScoredMove<G::Move>,
        depth: u32,
        window: Window,
        tried: usize,
        standing: NodeContext,
    ) -> Score {
        let reduction = if self.selectivity.reductions {
            self.reductions.plies(depth, tried, standing, &scored)
        } else {
            0
        };
        self.play(scored.mv);
        let turns = self.walk.turns();
        // What makes a threat is not reduced.
        if reduction > 0 && !self.is_forced() {
            let score = self.asked(depth - 1 - reduction, Window::null(window.alpha), turns, true);
            if score <= window.alpha {
                self.walk.back();
                return score;
            }
        }
        let asked = if tried == 0 { window } else { Window::null(window.alpha) };
        // Where a move refutes, none does after it, and where none does, one does after each.
        let cut = !standing.cut && (tried > 0 || !standing.principal);
        let mut score = self.asked(depth - 1, asked, turns, cut);
        if asked != window && score > window.alpha && score < window.beta {
            score = self.asked(depth - 1, window, turns, false);
        }
        self.walk.back();
        score
    }

    /// Steps down, and remembers the move.
    #[inline]
    pub(super) fn play(&mut self, mv: G::Move) {
        let (ply, side) = (self.walk.ply(), self.walk.side());
        let slot = self.walk.tactics.history_slot(self.walk.game, self.walk.position(), mv);
        self.played[ply] = Some(Played { side, slot });
        self.walk.play(mv);
        self.table.prefetch(self.walk.game.key(self.walk.position()));
    }

    /// The value of the position as the side that moved there sees it.
    #[inline(always)]
    fn asked(&mut self, depth: u32, window: Window, turns: bool, cut: bool) -> Score {
        let score = self.value(depth, window.turned(turns), cut);
        if turns { -score } else { score }
    }

    /// The moves that led to the node at `ply`, the last first.
    #[inline]
    pub(super) fn past(&self, ply: usize) -> ContinuationMoves {
        [1, 2, 4].map(|back| ply.checked_sub(back).and_then(|ply| self.played[ply]))
    }

    /// Whether a move makes a threat that has to be answered.
    #[inline]
    pub(super) fn threatens(&mut self, mv: G::Move) -> bool {
        let Walk { tactics, game, line, state, .. } = &mut self.walk;
        tactics.threatens(game, state, &line[line.len() - 1], mv)
    }

    /// Whether it is worth asking if there is a legal move at all.
    #[inline]
    pub(super) fn may_be_stuck(&self) -> bool {
        self.walk.tactics.may_be_stuck(self.walk.game, self.walk.position())
    }

    /// Whether the side to move has to answer a threat.
    #[inline(always)]
    pub(super) fn is_forced(&mut self) -> bool {
        let Walk { tactics, game, line, state, .. } = &mut self.walk;
        tactics.is_forced(game, state, &line[line.len() - 1])
    }

    /// A score of the position for the side to move, `depth` plies above the horizon; it stands to the value as
    /// in the [textbook](super::textbook). `cut` says whether a move is expected to refute.
    pub(super) fn value(&mut self, mut depth: u32, mut window: Window, cut: bool) -> Score {
        let ply = self.walk.ply();
        let principal = !window.is_null();
        if principal {
            self.variations.enter(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.walk.is_over() {
            return Score::DRAW;
        }
        if let Some(score) = self.finished() {
            return score;
        }
        let selectivity = self.selectivity;
        let forced = self.is_forced();
        // https://www.chessprogramming.org/Check_Extensions
        if T::PARAMETERS.extends_forced
            && forced
            && selectivity.extensions
            && ply < 2 * self.iteration as usize
        {
            depth += 1;
        }
        if depth == 0 || ply >= Self::MAX_PLY {
            return if self.options.quiescence && T::PARAMETERS.quiescence {
                self.quiescence(window, principal)
            } else {
                self.dependent_scores += 1;
                self.walk.horizon()
            };
        }
        let key = if self.table.is_on() { self.walk.game.key(self.walk.position()) } else { 0 };
        let excluded = self.excluded[ply].take();
        let known = if excluded.is_none() { self.table.get(key) } else { None };
        if let Some(entry) = known
            && let Some(score) = self.score_known(entry, depth, window, principal)
        {
            return self.walk.settled(score);
        }
        // Whether the node is given up is asked before its moves are made, which takes as long as all the rest.
        let asking =
            Node { base: self.moves.len(), ply, depth, window, principal, key, known, excluded, cut };
        let looks = self.looks() && !forced && (selectivity.null_move || selectivity.pruning);
        if looks && self.may_be_stuck() && self.walk.is_stuck() {
            return self.walk.stuck();
        }
        let outlook = looks.then(|| self.outlook(&asking));
        if outlook.is_none() {
            self.evaluations[ply] = None;
        }
        if let Some(score) = self.probcut_known(&asking) {
            return self.walk.settled(score);
        }
        if let Some(outlook) = outlook
            && let Some(score) = self.give_up(&asking, outlook)
        {
            return self.walk.settled(score);
        }
        if outlook.is_some()
            && let Some(score) = self.probcut(&asking)
        {
            return self.walk.settled(score);
        }
        let base = self.moves.len();
        self.generate();
        if self.moves.len() == base {
            return self.walk.stuck();
        }
        // Even a win by the next move is no news if a sooner one is known elsewhere.
        // https://www.chessprogramming.org/Mate_Distance_Pruning
        let (worst, most) = (Score::loss_in(ply as u32), Score::win_in(ply as u32 + 1));
        if most <= window.alpha || worst >= window.beta {
            self.moves.truncate(base);
            return self.walk.settled(if most <= window.alpha { most } else { worst });
        }
        window = Window { alpha: window.alpha.max(worst), beta: window.beta.min(most) };

        let score = self.expand(Node { window, ..asking }, outlook.filter(|_| selectivity.pruning));
        self.moves.truncate(base);
        score
    }

    /// The moves of a node are about to be tried: of what is refuted two plies below, nothing is known yet.
    #[inline]
    pub(super) fn begin_node(&mut self, ply: usize) {
        self.refuted[ply + 2] = 0;
    }

    /// A score of a node that has moves.
    fn expand(&mut self, node: Node, outlook: Option<UnforcedNode>) -> Score {
        let Node { base, ply, mut depth, mut window, principal, known, key, excluded, cut } = node;
        let selectivity = self.selectivity;
        let improving = outlook.is_none_or(|outlook| outlook.improving);
        let mut standing = NodeContext { principal, improving, cut, refuted: false };
        let mut longer = 0;
        match self.singular(&node) {
            Some(Singular::Refuted(score)) => return self.walk.settled(score),
            Some(Singular::Longer(plies)) => longer = plies,
            None => {}
        }
        if self.walk.is_over() {
            return Score::DRAW;
        }
        if let Some(excluded) = excluded {
            self.exclude(base, excluded);
            if self.moves.len() == base {
                return window.alpha;
            }
        } else if selectivity.reductions && depth >= 4 && known.is_none_or(|entry| entry.best.is_none()) {
            // Where no best move is known the order is worse, and so is the bargain.
            // https://www.chessprogramming.org/Internal_Iterative_Reductions
            depth -= 1;
        }
        self.walk.counts.interior += 1;
        let dependent_scores = self.dependent_scores;
        let mut ranked = !self.options.ordering;
        let mut next = base;
        if let Some(place) = known.and_then(|entry| entry.best)
            && base + usize::from(place) < self.moves.len()
        {
            // The table's move is tried before the others are so much as looked at.
            self.moves.swap(base, base + usize::from(place));
        } else {
            self.rank_from(base, ply);
            ranked = true;
            pick(&mut self.moves[base..]);
        }
        let (mut best, mut best_move, mut bound) = (-Score::INFINITE, None, Bound::Upper);
        let (asked, mut better) = (window, None);
        self.begin_node(ply);
        while next < self.moves.len() {
            if next > base {
                if !ranked {
                    self.rank_from(next, ply);
                    ranked = true;
                }
                bring(&mut self.moves[next..], next - base);
            }
            let scored = self.moves[next];
            standing.refuted = self.refuted[ply + 1] > MAX_REFUTED;
            // A move must be found before others are left out, and one that does not lose for certain.
            if let Some(outlook) = outlook
                && next > base
                && best.decided().is_none_or(|plies| plies > 0)
                && self.is_futile(&scored, depth, next - base, window.alpha, outlook.evaluation, standing)
                && !self.threatens(scored.mv)
            {
                self.dependent_scores += 1;
                next += 1;
                continue;
            }
            if principal {
                // A move that is only asked whether it is better leaves no line of its own, nor may it have another's.
                self.variations.enter(ply + 1);
            }
            let depth = if next == base { depth.saturating_add_signed(longer) } else { depth };
            let score = self.after(scored, depth, window, next - base, standing);
            if self.walk.is_over() {
                return Score::DRAW;
            }
            next += 1;
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                window.alpha = score;
                (best_move, better) = (Some(scored.index), Some(scored.mv));
                bound = Bound::Exact;
                if principal {
                    self.variations.found(ply, scored.mv);
                }
            }
            if score >= window.beta {
                bound = Bound::Lower;
                self.walk.counts.cutoffs += 1;
                self.refuted[ply] += 1;
                self.learn(base, next, depth, ply);
                break;
            }
        }
        if excluded.is_none() {
            self.learn_error(ply, depth, asked, best, better);
        }
        if self.table.is_on() && excluded.is_none() {
            self.remember(key, TableEntry { score: best, bound, depth, best: best_move }, dependent_scores);
        }
        best
    }

    /// The last word on the work done.
    pub fn finish(&mut self, report: Report<G::Move>) -> Report<G::Move> {
        self.count_written();
        Report { counts: self.walk.counts, time: self.walk.watch.elapsed(), ..report }
    }

    /// [`Walk::finished`], telling apart what holds whatever the past.
    #[inline]
    pub(super) fn finished(&mut self) -> Option<Score> {
        let score = self.walk.finished();
        let by_past = || self.walk.game.outcome_by_history(&self.walk.line, self.walk.root).is_some();
        if score.is_some() && self.walk.game.outcome(self.walk.position()).is_none() && by_past() {
            self.dependent_scores += 1;
        }
        score
    }

    /// Takes a move off the moves of this node.
    fn exclude(&mut self, base: usize, place: u16) {
        if let Some(at) = self.moves[base..].iter().position(|scored| scored.index == place) {
            self.moves.swap_remove(base + at);
        }
    }

    /// Adds the moves to search to the stack.
    #[inline]
    pub(super) fn generate(&mut self) {
        let (base, moves) = (self.moves.len(), &mut self.moves);
        self.walk.each_move(|mv| moves.push(ScoredMove::new(mv, moves.len() - base)));
    }
}
