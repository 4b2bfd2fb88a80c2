//! What a prover shows before alpha-beta begins.

use super::{Best, Options, Selectivity};
use crate::{Bound, Counts, Evaluator, Limits, Proven, Prover, Report, RootMove, Score, Tactics};
use std::time::{Duration, Instant};
use wanqi_game::Game;

/// The share of the limits that a proof may take: one part in so many.
const SHARE: u32 = 10;
/// The most time of a proof, however much there is: what it has not found by then it rarely finds.
const MAX_TIME: Duration = Duration::from_secs(1);
/// The most nodes, which take about as long, so that it is bounded where the clock is not to be looked at.
const MAX_NODES: u64 = 1_000_000;

/// What of a search's limits a proof may take.
fn share(limits: &Limits) -> Limits {
    let time = limits.time.into_iter().chain(limits.soft).min();
    let nodes = limits.nodes.map(|nodes| (nodes / u64::from(SHARE)).min(MAX_NODES));
    Limits { nodes, time: time.map(|time| (time / SHARE).min(MAX_TIME)), soft: None, ..limits.clone() }
}

/// What is left for alpha-beta, and what the proof took.
pub(super) struct RemainingSearch {
    pub limits: Limits,
    nodes: u64,
    time: Duration,
}

impl RemainingSearch {
    /// Tells of both together.
    pub fn with<M: Clone>(&self, report: &Report<M>, progress: &mut dyn FnMut(&Report<M>)) {
        if self.nodes == 0 {
            return progress(report);
        }
        let mut both = report.clone();
        self.add_to(&mut both);
        progress(&both);
    }

    pub fn add_to<M>(&self, report: &mut Report<M>) {
        report.counts.interior += self.nodes;
        report.time += self.time;
    }
}

impl<E, T, P> Best<E, T, P> {
    /// The answer to a position that is proven to be won, or what is left to do.
    pub(super) fn prove_first<G: Game>(
        &self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
    ) -> Result<Report<G::Move>, RemainingSearch>
    where
        E: Evaluator<G>,
        T: Tactics<G, E>,
        P: Prover<G>,
    {
        let nothing = || RemainingSearch { limits: limits.clone(), nodes: 0, time: Duration::ZERO };
        let (Some(position), true) = (line.last(), self.may_be_cut_short(limits)) else {
            return Err(nothing());
        };
        if limits.stop.is_stopped() || game.result(line).is_some() {
            return Err(nothing());
        }
        let began = Instant::now();
        let (proven, nodes) = self.prover.prove(game, position, &share(limits));
        let time = began.elapsed();
        let root_moves = match proven {
            Proven::Win { line, plies } if !line.is_empty() => {
                return Ok(report_of_win(line, plies, nodes, time));
            }
            Proven::Only(moves) => {
                let legal = crate::legal_moves(game, line).into_iter().enumerate();
                let places = legal.filter(|(_, mv)| moves.contains(mv)).map(|(place, _)| place);
                // A search without a move to look at has no answer.
                Some(places.collect()).filter(|places: &Vec<_>| !places.is_empty())
            }
            Proven::Win { .. } | Proven::Nothing => None,
        };
        let limits = Limits {
            nodes: limits.nodes.map(|all| all.saturating_sub(nodes).max(1)),
            time: limits.time.map(|all| all.saturating_sub(time)),
            soft: limits.soft.map(|all| all.saturating_sub(time)),
            root_moves,
            ..limits.clone()
        };
        Err(RemainingSearch { limits, nodes, time })
    }

    /// Whether a search with these limits is for the best move alone: not one without an end of its own, or of an exact
    /// depth, or of some moves or of many.
    fn may_be_cut_short(&self, limits: &Limits) -> bool {
        let has_end = limits.nodes.is_some() || limits.time.is_some() || limits.soft.is_some();
        let has_depth = limits.depth.is_some() || self.options.depth < Options::MAX_DEPTH;
        let guesses = self.options.selectivity != Selectivity::NONE;
        has_end && !has_depth && guesses && limits.root_moves.is_none() && limits.lines <= 1
    }
}

fn report_of_win<M: Copy>(line: Vec<M>, plies: u32, nodes: u64, time: Duration) -> Report<M> {
    let (mv, score) = (line[0], Score::win_in(plies));
    let root = RootMove {
        mv,
        score,
        // There may be a shorter win.
        bound: Some(Bound::Lower),
        visits: 0,
        depth: plies,
        seldepth: plies,
        line: line.clone(),
    };
    Report {
        best: Some(mv),
        score,
        proven: true,
        line,
        depth: plies,
        seldepth: plies,
        counts: Counts { interior: nodes, ..Counts::default() },
        time,
        moves: vec![root],
        ..Report::empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_takes_a_share_and_at_most_a_second() {
        let millis = |time| Some(Duration::from_millis(time));
        for (time, soft, nodes, expected) in [
            (millis(500), None, None, (millis(50), None)),
            (millis(500), millis(100), None, (millis(10), None)),
            (millis(60_000), None, None, (millis(1000), None)),
            (millis(2_147_483_647), millis(u64::MAX), Some(500), (millis(1000), Some(50))),
            (None, None, Some(u64::MAX), (None, Some(MAX_NODES))),
        ] {
            let share = share(&Limits { time, soft, nodes, ..Limits::default() });
            assert_eq!((share.time, share.nodes), expected, "{time:?} {soft:?} {nodes:?}");
            assert_eq!(share.soft, None);
        }
    }
}
