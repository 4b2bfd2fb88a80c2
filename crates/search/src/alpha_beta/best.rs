//! The strong alpha-beta: iterative deepening.

use super::Options;
use super::aspiration::Aspiration;
use super::lazy_smp::{IterationResult, LazySmp};
use super::ordering::{self, ScoredMove};
use super::reductions::NodeContext;
use super::time_management::TimeManager;
use super::transposition_table::{HashTable, TranspositionTable};
use super::tree::{ThreadMemory, Tree};
use crate::record::Recorded;
use crate::walk::Race;
use crate::{
    Bound, Evaluator, Limits, NoProver, NoTactics, Prover, Report, RootMove, Score, Search, Tactics,
};
use std::time::Duration;
use wanqi_game::Game;

/// Alpha-beta one ply deeper at a time, until the limits are reached or the tree is known to its end.
///
/// What an iteration learns (the transposition table, killers, history, the order of the root's moves) makes the
/// next one cheaper than it would be alone, and there is an answer at any time. The table lasts from one search
/// to the next.
///
/// With the [default options](Options::default) it guesses where the tactics give it something to go by
/// ([`Selectivity`](super::Selectivity)), so that a win within its depth may be overlooked; what it has
/// [proven](Report::proven) it has proven.
#[derive(Debug)]
pub struct Best<E, T = NoTactics, P = NoProver> {
    /// The evaluation.
    pub evaluator: E,
    /// What is known of the moves.
    pub tactics: T,
    pub(super) prover: P,
    pub(super) options: Options,
    pub(super) table: TranspositionTable,
    /// What earlier searches have learned, by thread.
    memory: Vec<ThreadMemory>,
}

impl<E, T> Best<E, T> {
    /// A search that knows nothing yet. Its table is made when it is first needed: a player that never moves takes
    /// no memory.
    pub fn new(evaluator: E, tactics: T, options: Options) -> Self {
        Best::with_prover(evaluator, tactics, NoProver, options)
    }
}

impl<E, T, P> Best<E, T, P> {
    /// The same, which asks a prover before it begins.
    pub fn with_prover(evaluator: E, tactics: T, prover: P, options: Options) -> Self {
        Best { evaluator, tactics, prover, options, table: TranspositionTable::default(), memory: Vec::new() }
    }

    /// What it uses.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>, P: Prover<G>> Search<G> for Best<E, T, P> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let rest = match self.prove_first(game, line, limits) {
            Ok(report) => {
                progress(&report);
                return report;
            }
            Err(rest) => rest,
        };
        // A search that is stopped before it has begun answers at once, and without a table.
        if !self.table.is_on() && !limits.stop.is_stopped() {
            self.table = TranspositionTable::new(self.options.table_mb);
        }
        self.table.grow_older();
        let mut memory = std::mem::take(&mut self.memory);
        memory.resize_with(self.options.threads.max(1), ThreadMemory::default);
        let tell = &mut |report: &Report<G::Move>| rest.with(report, progress);
        let mut report = self.deepen_together(game, line, &rest.limits, &mut memory, tell);
        rest.add_to(&mut report);
        self.memory = memory;
        report
    }

    fn record(&mut self, _: &G, _: &[G::Position], _: &Limits, _: usize) -> Option<Recorded<G::Move>> {
        None
    }

    fn forget(&mut self) {
        self.table = TranspositionTable::default();
        self.memory.clear();
    }

    fn hash_table(&mut self) -> Option<&mut dyn HashTable> {
        if !self.table.is_on() {
            self.table = TranspositionTable::new(self.options.table_mb);
        }
        Some(&mut self.table)
    }
}

/// Iterations until the limits are reached or nothing new is to be found; `member` is the thread's place in a team that
/// shares them, if it is in one.
pub(super) fn deepen<'a, G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tree: &mut Tree<'a, G, E, T>,
    limits: &Limits,
    member: Option<(&'a LazySmp<G::Move>, usize)>,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let max_depth = limits.depth.unwrap_or(tree.options.depth).clamp(1, Options::MAX_DEPTH);
    let mut report = Report::empty();
    let mut moves = tree.root_moves();
    let Some(first) = moves.first() else { return tree.finish(report) };
    (report.best, report.line) = (Some(first.mv), vec![first.mv]);
    let mut time_manager = TimeManager::new(limits.soft, tree.margin);
    let mut took = Duration::ZERO;
    let next = |last| member.map_or(last + 1, |(lazy_smp, thread)| lazy_smp.next(thread, last, max_depth));
    let mut depth = next(0);
    while depth <= max_depth {
        // Another thread may be done with this iteration by now, which is no reason to end.
        tree.walk.race = None;
        let began = tree.walk.watch.elapsed();
        // An iteration takes about as long as the one before it at the least.
        if tree.walk.is_over() || limits.time.is_some_and(|time| depth > 1 && began + took >= time) {
            break;
        }
        tree.walk.race =
            member.map(|(lazy_smp, _)| Race { done: &lazy_smp.done, iteration: depth, lost: false });
        let mut complete = iterate(tree, &mut moves, limits.lines, depth, &mut report, progress);
        if let Some((lazy_smp, _)) = member {
            if !tree.walk.is_over() {
                lazy_smp.tell(&report, tree.best_share);
            }
            if let Some(found) = lazy_smp.beyond(report.depth) {
                complete &= !tree.walk.has_lost();
                adopt(tree, &mut moves, &mut report, found, progress);
            }
        }
        let elapsed = tree.walk.watch.elapsed();
        took = elapsed - began;
        if complete || time_manager.is_over(&report, tree.best_share, moves.len() == 1, elapsed) {
            break;
        }
        depth = next(depth);
    }
    if report.moves.is_empty() {
        report.score = tree.walk.evaluate();
    }
    tree.finish(report)
}

/// From then on every move of the root is told before it is looked at.
const LONG: Duration = Duration::from_secs(3);

/// One iteration over the moves of the root, and whether the next would find nothing new. What a broken-off
/// iteration has found is kept: its first move is the best of the iteration before, and any other has been
/// proven better.
///
/// Where the best `lines` moves are to be told apart, a move need only be better than the last of these, and the first
/// moves are searched whatever they are worth.
fn iterate<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tree: &mut Tree<G, E, T>,
    moves: &mut [ScoredMove<G::Move>],
    lines: usize,
    depth: u32,
    report: &mut Report<G::Move>,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> bool {
    let lines = lines.clamp(1, moves.len());
    let mut dependent_scores = tree.dependent_scores;
    tree.iteration = depth;
    let margin = if tree.selectivity.pruning { tree.margin } else { 0 };
    let last = report.moves.get(lines - 1).map_or(report.score, |last| last.score);
    let mut aspiration = Aspiration::around(report.score, last, depth, margin);
    let mut window = aspiration.window;
    // What was better when its turn came, the best first; the moves begin with the same, in the same order.
    let mut best = Vec::<RootMove<G::Move>>::new();
    // The others.
    let mut rest = Vec::<RootMove<G::Move>>::new();
    tree.walk.counts.interior += 1;
    let mut i = 0;
    // The work of this iteration, and how much of it went into the best move.
    let (began, mut on_best) = (tree.walk.counts.nodes(), 0);
    while i < moves.len() {
        if i == 0 {
            tree.begin_node(0);
        }
        let mv = moves[i].mv;
        if tree.walk.watch.elapsed() >= LONG {
            report.current = Some((mv, i));
            tell(tree, report, progress);
            report.current = None;
        }
        tree.variations.enter(0);
        tree.seldepth = 0;
        let before = tree.walk.counts.nodes();
        let score = tree.after(moves[i], depth, window, if i < lines { 0 } else { i }, NodeContext::ROOT);
        let work = tree.walk.counts.nodes() - before;
        if tree.walk.is_over() {
            break;
        }
        let bound = window.bound(score);
        tree.variations.found(0, mv);
        let line = if bound == Bound::Upper { vec![mv] } else { tree.variations.from(0).to_vec() };
        let seldepth = tree.seldepth as u32;
        let shown = Some(bound);
        let root = RootMove {
            mv,
            score,
            bound: shown,
            visits: 0,
            depth,
            seldepth,
            line,
            prior: 0.0,
            line_visits: Vec::new(),
            endings: None,
        };
        if bound == Bound::Upper {
            rest.push(root);
        } else {
            let place = best.partition_point(|other| other.score >= score);
            best.insert(place, root);
            if place == 0 {
                on_best = work;
            }
            // The next iteration begins with the best; the others keep their order.
            moves[place..=i].rotate_right(1);
            if let Some(last) = best.get(lines - 1) {
                window.alpha = last.score;
            }
            let others = report.moves.drain(..).filter(|old| best.iter().all(|new| new.mv != old.mv));
            report.moves = best.iter().cloned().chain(others.collect::<Vec<_>>()).collect();
            report.proven = prove(tree, report, false);
            tell(tree, report, progress);
        }
        i += 1;
        let too_low = i == moves.len() && best.len() < lines;
        if bound == Bound::Lower || too_low {
            let highest = rest.iter().map(|root| root.score).max().filter(|_| too_low).unwrap_or(score);
            if best.is_empty()
                && let Some(first) = report.moves.first_mut()
            {
                (first.score, first.bound, first.depth) = (highest, Some(Bound::Upper), depth);
                report.proven = prove(tree, report, false);
                tell(tree, report, progress);
            }
            // The score lies outside: the same again with a wider window, and what has been learned.
            aspiration.widen(highest, margin);
            window = aspiration.window;
            best.clear();
            rest.clear();
            dependent_scores = tree.dependent_scores;
            i = 0;
        }
    }
    if i < moves.len() {
        return true;
    }
    report.moves = best;
    report.moves.append(&mut rest);
    report.rank_moves();
    report.depth = depth;
    let whole = tree.dependent_scores == dependent_scores;
    report.proven = prove(tree, report, whole);
    tree.best_share = (100 * on_best / (tree.walk.counts.nodes() - began).max(1)) as i32;
    tell(tree, report, progress);
    tree.remember_root(moves[0], depth, report.score);
    // A win within the depth cannot come sooner, a loss not later, than an iteration without gaps says. Where
    // late moves are looked at less deeply, thrice the depth leaves room for what might have been missed.
    let seen = if tree.guesses() { depth / 3 } else { depth };
    let is_settled = |score: Score| score.decided().is_some_and(|plies| plies.unsigned_abs() <= seen);
    report.moves.iter().take(lines).all(|root| is_settled(root.score)) || whole
}

/// Whether what the report says of the first move is [proven](Report::proven). `whole`: every move has been looked at in
/// this iteration, and no line met the horizon. What an earlier iteration has proven stays so; only its plies change.
fn prove<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tree: &Tree<G, E, T>,
    report: &Report<G::Move>,
    whole: bool,
) -> bool {
    let Some(RootMove { score, bound, .. }) = report.moves.first() else { return false };
    let is_won = score.wins() && *bound != Some(Bound::Upper);
    let is_lost = score.loses() && report.moves.iter().all(|root| root.depth == report.depth);
    tree.walk.tactics.is_complete()
        && (is_won
            || tree.walk.is_unrestricted() && (whole || is_lost)
            || report.proven && score.decided().is_some())
}

/// Goes on from what another thread has found.
fn adopt<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tree: &mut Tree<G, E, T>,
    moves: &mut [ScoredMove<G::Move>],
    report: &mut Report<G::Move>,
    found: IterationResult<G::Move>,
    progress: &mut dyn FnMut(&Report<G::Move>),
) {
    *report = found.report;
    tree.best_share = found.best_share;
    ordering::follow(moves, &report.moves);
    tell(tree, report, progress);
}

/// Tells of the moves so far, the first of which is the best.
fn tell<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tree: &mut Tree<G, E, T>,
    report: &mut Report<G::Move>,
    progress: &mut dyn FnMut(&Report<G::Move>),
) {
    if let Some(best) = report.moves.first() {
        (report.best, report.score, report.seldepth) = (Some(best.mv), best.score, best.seldepth);
        report.line.clone_from(&best.line);
    }
    // The table grows by what it is told, so that it must not be told when the clock says so: the same search would
    // differ from run to run.
    if report.current.is_none() {
        tree.count_written();
    }
    (report.counts, report.time) = (tree.walk.counts, tree.walk.watch.elapsed());
    report.hashfull = tree.table.is_on().then(|| tree.table.thousandths_used());
    progress(report);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoEvaluation;
    use wanqi_games::tic_tac_toe::TicTacToe;

    #[test]
    fn what_is_refuted_below_the_root_is_counted_anew_in_each_iteration() {
        let best = Best::new(NoEvaluation, NoTactics, Options { table_mb: 0, ..Options::plain() });
        let (line, limits) = ([TicTacToe.start()], Limits::depth(4));
        let mut tree = Tree::new(&TicTacToe, &best, ThreadMemory::default(), &line, &limits);
        let mut report = deepen(&mut tree, &limits, None, &mut |_| {});
        assert!(tree.refuted[2] > 0, "nodes two plies below the root have been refuted");
        let mut moves = tree.root_moves();
        // To depth 1 there is nothing at the second ply.
        iterate(&mut tree, &mut moves, 1, 1, &mut report, &mut |_| {});
        assert_eq!(tree.refuted[2], 0);
    }
}
