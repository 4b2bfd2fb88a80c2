//! The strong alpha-beta: iterative deepening.

use super::ordering::Scored;
use super::patience::Patience;
use super::table::Table;
use super::tree::{Learnt, Tree};
use super::{Options, Selectivity};
use crate::{Evaluator, Limits, NoTactics, Report, RootMove, Score, Search, Tactics, Window};
use game::Game;
use std::cmp::Reverse;
use std::time::Duration;

/// Alpha-beta one ply deeper at a time, until the limits are reached or the tree is known to its end.
///
/// What an iteration learns (the transposition table, killers, history, the order of the root's moves) makes the
/// next one cheaper than it would be alone, and there is an answer at any time. The table lasts from one search
/// to the next.
#[derive(Debug)]
pub struct Best<E, T = NoTactics> {
    /// The evaluation.
    pub evaluator: E,
    /// What is known of the moves.
    pub tactics: T,
    pub(super) options: Options,
    pub(super) table: Table,
    /// What earlier searches have learnt, by thread.
    learnt: Vec<Learnt>,
}

impl<E, T> Best<E, T> {
    /// A search that knows nothing yet. Its table is made when it is first needed: a player that never moves takes
    /// no memory.
    pub fn new(evaluator: E, tactics: T, options: Options) -> Self {
        Best { evaluator, tactics, options, table: Table::default(), learnt: Vec::new() }
    }

    /// What it uses.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Search<G> for Best<E, T> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        // A search that is stopped before it has begun answers at once, and without a table.
        if !self.table.is_on() && !limits.stop.is_stopped() {
            self.table = Table::new(self.options.table_mb);
        }
        self.table.grow_older();
        let mut learnt = std::mem::take(&mut self.learnt);
        learnt.resize_with(self.options.threads.max(1), Learnt::default);
        let report = self.deepen_together(game, line, limits, &mut learnt, progress);
        self.learnt = learnt;
        report
    }

    fn forget(&mut self) {
        self.table = Table::default();
        self.learnt.clear();
    }
}

/// Iterations from a first depth on, until the limits are reached or nothing new is to be found.
pub(super) fn deepen<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tree: &mut Tree<G, E, T>,
    limits: &Limits,
    first_depth: u32,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let most_depth = limits.depth.unwrap_or(tree.options.depth).clamp(1, Options::MOST_DEPTH);
    let mut report = Report::empty();
    let mut moves = tree.root_moves();
    let Some(first) = moves.first() else { return tree.finish(report) };
    (report.best, report.line) = (Some(first.mv), vec![first.mv]);
    let mut patience = Patience::new(limits.soft, T::MARGIN);
    let mut took = Duration::ZERO;
    for depth in first_depth.min(most_depth)..=most_depth {
        let began = tree.walk.watch.elapsed();
        // An iteration takes about as long as the one before it at the least.
        if tree.walk.is_over() || limits.time.is_some_and(|time| depth > 1 && began + took >= time) {
            break;
        }
        let known = iterate(tree, &mut moves, limits.lines, depth, &mut report, progress);
        let elapsed = tree.walk.watch.elapsed();
        took = elapsed - began;
        if known || patience.is_over(&report, tree.best_share, moves.len() == 1, elapsed) {
            break;
        }
    }
    if report.moves.is_empty() {
        report.score = tree.walk.evaluate();
    }
    tree.finish(report)
}

/// The window that an iteration begins with: narrow around the last score, since the next is seldom far from it.
/// Where it is, the window is widened on that side and the iteration begins anew.
/// <https://www.chessprogramming.org/Aspiration_Windows>
struct Aspiration {
    window: Window,
    width: i32,
}

impl Aspiration {
    const LEAST_DEPTH: u32 = 5;
    /// The first width on either side as a part of the margin, and the width that is given up after.
    const PART: i32 = 8;
    const MOST: i32 = 10;

    fn around(score: Score, depth: u32, margin: i32) -> Aspiration {
        let width = (margin / Self::PART).max(1);
        let narrow = margin > 0 && depth >= Self::LEAST_DEPTH && score.decided().is_none();
        let window =
            if narrow { Window { alpha: score.plus(-width), beta: score.plus(width) } } else { Window::FULL };
        Aspiration { window, width }
    }

    /// Makes room for a score that was not inside.
    fn widen(&mut self, score: Score, margin: i32) {
        self.width *= 2;
        let far = self.width > Self::MOST * margin || score.decided().is_some();
        if score >= self.window.beta {
            self.window.beta = if far { Score::INFINITE } else { score.plus(self.width) };
        } else {
            self.window.alpha = if far { -Score::INFINITE } else { score.plus(-self.width) };
        }
    }
}

/// One iteration over the moves of the root, and whether the next would find nothing new. What a broken-off
/// iteration has found is kept: its first move is the best of the iteration before, and any other has been
/// proven better.
///
/// Where the best `lines` moves are to be told apart, a move need only be better than the last of these, and the first
/// moves are searched whatever they are worth.
fn iterate<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    tree: &mut Tree<G, E, T>,
    moves: &mut [Scored<G::Move>],
    lines: usize,
    depth: u32,
    report: &mut Report<G::Move>,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> bool {
    let lines = lines.clamp(1, moves.len());
    let mut horizons = tree.horizons;
    tree.iteration = depth;
    let margin = if tree.options.selectivity.pruning && lines == 1 { T::MARGIN } else { 0 };
    let mut aspiration = Aspiration::around(report.score, depth, margin);
    let mut window = aspiration.window;
    // What was better when its turn came, the best first; the moves begin with the same, in the same order.
    let mut best = Vec::<RootMove<G::Move>>::new();
    // The others.
    let mut rest = Vec::new();
    tree.walk.counts.interior += 1;
    let (mut i, mut highest) = (0, -Score::INFINITE);
    // The work of this iteration, and how much of it went into the best move.
    let (began, mut on_best) = (tree.walk.counts.nodes(), 0);
    while i < moves.len() {
        let mv = moves[i].mv;
        tree.variations.enter(0);
        tree.seldepth = 0;
        let before = tree.walk.counts.nodes();
        let score = tree.after(moves[i], depth, window, if i < lines { 0 } else { i }, true);
        let work = tree.walk.counts.nodes() - before;
        if tree.walk.is_over() {
            break;
        }
        let exact = score > window.alpha;
        tree.variations.found(0, mv);
        let line = if exact { tree.variations.from(0).to_vec() } else { vec![mv] };
        let root = RootMove { mv, score, exact, visits: 0, depth, seldepth: tree.seldepth as u32, line };
        if exact {
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
            tell(tree, report, progress);
        } else {
            rest.push(root);
        }
        i += 1;
        highest = highest.max(score);
        let too_low = i == moves.len() && highest <= aspiration.window.alpha;
        if score >= aspiration.window.beta || too_low {
            // The score lies outside: the same again with a wider window, and what has been learnt.
            aspiration.widen(highest, margin);
            highest = -Score::INFINITE;
            window = aspiration.window;
            best.clear();
            rest.clear();
            horizons = tree.horizons;
            i = 0;
        }
    }
    if i < moves.len() {
        return true;
    }
    report.moves = best;
    report.moves.append(&mut rest);
    report.moves.sort_by_key(|root| (Reverse(root.score), !root.exact));
    report.depth = depth;
    tree.best_share = (100 * on_best / (tree.walk.counts.nodes() - began).max(1)) as i32;
    tell(tree, report, progress);
    tree.remember_root(moves[0], depth, report.score);
    // A win within the depth cannot come sooner, a loss not later, than an iteration without gaps says. Where
    // late moves are looked at less deeply, twice the depth leaves room for what might have been missed.
    let seen = if tree.options.selectivity == Selectivity::NONE { depth } else { depth / 2 };
    let is_settled = |score: Score| score.decided().is_some_and(|plies| plies.unsigned_abs() <= seen);
    report.moves.iter().take(lines).all(|root| is_settled(root.score)) || tree.horizons == horizons
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
    tree.count_written();
    (report.counts, report.time) = (tree.walk.counts, tree.walk.watch.elapsed());
    report.hashfull = tree.table.is_on().then(|| tree.table.thousandths_used());
    progress(report);
}
