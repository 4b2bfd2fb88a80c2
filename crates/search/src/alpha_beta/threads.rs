//! Several threads on one position.

use super::Best;
use super::best::deepen;
use super::lazy_smp::LazySmp;
use super::tree::{ThreadMemory, Tree};
use crate::host;
use crate::walk::SharedCounts;
use crate::{Evaluator, Limits, Prover, Report, Score, Tactics};
use std::cmp::Reverse;
use wanqi_game::Game;

/// A search recurses once a ply, and its frames are large.
const STACK: usize = 64 << 20;

impl<E, T, P> Best<E, T, P> {
    /// Deepens on all threads at once. They share the transposition table, so that what one has found spares the others
    /// work, and are a [`LazySmp`]. When the first of them is done, which alone tells of its progress, so are all.
    /// Where several lines are to be told apart, the first looks for them alone, and the others help by the table.
    /// <https://www.chessprogramming.org/Lazy_SMP>
    pub(super) fn deepen_together<G: Game>(
        &self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        memory: &mut [ThreadMemory],
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>
    where
        E: Evaluator<G>,
        T: Tactics<G, E>,
        P: Prover<G>,
    {
        let threads = memory.len() as u64;
        let share =
            |thread: u64| limits.nodes.map(|nodes| nodes / threads + u64::from(thread < nodes % threads));
        let counts: Vec<SharedCounts> = (1..threads).map(|_| SharedCounts::default()).collect();
        let lazy_smp = LazySmp::new(memory.len());
        let done = limits.stop.part();
        let (first, others) = memory.split_first_mut().expect("one thread at the least");
        let lazy_smp = &lazy_smp;
        let helpers = (1..).zip(others.iter_mut().zip(&counts)).map(|(helper, (memory, counts))| {
            let limits =
                Limits { nodes: share(helper as u64), stop: done.clone(), lines: 1, ..limits.clone() };
            move || {
                let mut tree = Tree::new(game, self, std::mem::take(memory), line, &limits);
                tree.walk.shared = Some(counts);
                let report = deepen(&mut tree, &limits, Some((lazy_smp, helper)), &mut |_| {});
                *memory = tree.memory;
                report
            }
        });
        let own = || {
            let limits = Limits { nodes: share(0), ..limits.clone() };
            let mut tree = Tree::new(game, self, std::mem::take(first), line, &limits);
            let member = (threads > 1 && limits.lines <= 1).then_some((lazy_smp, 0));
            let report = deepen(&mut tree, &limits, member, &mut |report| {
                let sum = counts.iter().fold(report.counts, |sum, counts| sum + counts.get());
                progress(&Report { counts: sum, ..report.clone() });
            });
            *first = std::mem::take(&mut tree.memory);
            done.stop();
            (report, tree.walk.watch)
        };
        let ((mut report, watch), reports) = host::with_helpers(STACK, helpers, own);
        let sum = reports.iter().fold(report.counts, |sum, report| sum + report.counts);
        if limits.lines <= 1 {
            report = thread_vote(report, reports);
        }
        (report.counts, report.time) = (sum, watch.elapsed());
        report
    }
}

/// Thread voting: the report of the move for which the deepest and most contented threads vote, the deepest. The first
/// thread's wins a tie.
fn thread_vote<M: Copy + Eq>(first: Report<M>, others: Vec<Report<M>>) -> Report<M> {
    /// What a vote counts beside by how much its score is above the lowest.
    const BASE: i64 = 15;
    let depth = |report: &Report<M>| i64::from(report.depth);
    let mut reports = vec![first];
    reports.extend(others.into_iter().filter(|report| !report.moves.is_empty()));
    let bounded = |report: &Report<M>| i64::from(report.score.value().clamp(-1000, 1000));
    let lowest = reports.iter().map(bounded).min().unwrap_or_default();
    let votes = |best: Option<M>| -> i64 {
        let voters = reports.iter().filter(|report| report.best == best);
        voters.map(|report| depth(report) * (bounded(report) - lowest + BASE)).sum()
    };
    // A proven win is beyond dispute.
    let rank = |report: &Report<M>| {
        let won = if report.score.decided().is_some_and(|plies| plies > 0) {
            report.score
        } else {
            -Score::INFINITE
        };
        (won, votes(report.best), depth(report))
    };
    let ranks: Vec<_> = reports.iter().map(rank).collect();
    let place = (0..reports.len()).max_by_key(|&place| (ranks[place], Reverse(place))).unwrap_or_default();
    reports.swap_remove(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_and_most_contented_win() {
        // Best move, depth and score.
        type Thread = (u8, u32, Score);
        // The threads, and which is believed.
        let table: [(&[Thread], usize); 5] = [
            (&[(1, 8, Score::heuristic(10)), (1, 9, Score::heuristic(10))], 1),
            (&[(1, 9, Score::heuristic(10)), (2, 9, Score::heuristic(10))], 0),
            (&[(1, 9, Score::heuristic(10)), (2, 9, Score::heuristic(40))], 1),
            (&[(1, 9, Score::heuristic(20)), (2, 9, Score::heuristic(19)), (2, 8, Score::heuristic(20))], 1),
            (&[(1, 9, Score::heuristic(500)), (2, 5, Score::win_in(3)), (3, 5, Score::win_in(5))], 1),
        ];
        for (threads, believed) in table {
            let reports: Vec<_> = threads
                .iter()
                .map(|&(mv, depth, score)| {
                    let moves = vec![crate::RootMove {
                        mv,
                        score,
                        bound: Some(crate::Bound::Exact),
                        visits: 0,
                        depth,
                        seldepth: depth,
                        line: vec![mv],
                        prior: 0.0,
                        line_visits: Vec::new(),
                        endings: None,
                    }];
                    Report { best: Some(mv), depth, score, moves, ..Report::empty() }
                })
                .collect();
            let expected = reports[believed].clone();
            assert_eq!(thread_vote(reports[0].clone(), reports[1..].to_vec()), expected, "{threads:?}");
        }
    }
}
