//! The root of a fixed-depth search: every move in turn, and the report.

use crate::record::Observer;
use crate::{Bound, Evaluator, PvTable, Report, RootMove, Score, Tactics, Walk};
use wanqi_game::Game;

/// Scores every move at the root with `score`, which is given the walk after the move, the best score so far
/// (for the side to move at the root) and the table to leave the best reply's line in, and answers for the side
/// to move at the root. Of equal moves the first stays the best. If the limits are reached, the move that is
/// being looked at is left out; a legal move is reported even if it was the first.
///
/// `exact` says whether `score` tells the exact score of moves that are not better than the best so far.
pub(crate) fn search<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    walk: &mut Walk<G, E, T, O>,
    moves: &[G::Move],
    depth: u32,
    exact: bool,
    progress: &mut dyn FnMut(&Report<G::Move>),
    mut score: impl FnMut(&mut Walk<G, E, T, O>, &mut PvTable<G::Move>, Score) -> Score,
) -> Report<G::Move> {
    let mut report = Report::empty();
    let mut variations = PvTable::default();
    let Some(&first) = moves.first() else { return finish(report, walk) };
    (report.best, report.line) = (Some(first), vec![first]);
    walk.counts.interior += 1;
    let mut best = -Score::INFINITE;
    for &mv in moves {
        if walk.is_over() {
            break;
        }
        variations.enter(0);
        walk.play(mv);
        let score = score(walk, &mut variations, best);
        walk.back();
        if walk.is_over() {
            break;
        }
        variations.found(0, mv);
        let better = score > best;
        let line = variations.from(0).to_vec();
        if better {
            best = score;
            (report.best, report.score, report.line) = (Some(mv), score, line.clone());
            report.proven = walk.tactics.is_complete() && score.wins();
        }
        report.moves.push(RootMove {
            mv,
            score,
            bound: Some(if exact || better { Bound::Exact } else { Bound::Upper }),
            visits: 0,
            depth,
            seldepth: depth,
            line,
            prior: 0.0,
            line_visits: Vec::new(),
            endings: None,
        });
        (report.counts, report.time) = (walk.counts, walk.watch.elapsed());
        progress(&report);
    }
    if report.moves.len() == moves.len() {
        (report.depth, report.seldepth) = (depth, depth);
        report.proven |=
            walk.tactics.is_complete() && walk.is_unrestricted() && (best.loses() || walk.estimated == 0);
        walk.tell(best);
    }
    if report.moves.is_empty() {
        report.score = walk.evaluate();
    }
    report.rank_moves();
    finish(report, walk)
}

fn finish<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    mut report: Report<G::Move>,
    walk: &Walk<G, E, T, O>,
) -> Report<G::Move> {
    (report.counts, report.time) = (walk.counts, walk.watch.elapsed());
    report
}
