//! What a prover shows before alpha-beta begins.

use super::{Best, Options, Selectivity};
use crate::host::Instant;
use crate::{
    Bound, Counts, Evaluator, Limits, ProofBudget, Proven, Prover, Report, RootMove, Score, SolvedMove,
    Tactics,
};
use std::time::Duration;
use wanqi_game::Game;

/// What of a search's limits a proof may take.
fn share(limits: &Limits, budget: ProofBudget) -> Limits {
    let time = limits.time.into_iter().chain(limits.soft).min();
    let nodes = limits.nodes.map(|nodes| (nodes / u64::from(budget.share)).min(budget.max_nodes));
    let time = time.map(|time| (time / budget.share).min(budget.max_time));
    // A search without an end is not to wait for a proof without one.
    let time = time.or_else(|| nodes.is_none().then_some(budget.max_time));
    Limits { nodes, time, soft: None, ..limits.clone() }
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
        let budget = self.prover.budget();
        let (Some(position), true) = (line.last(), self.may_be_cut_short(limits, budget)) else {
            return Err(nothing());
        };
        if limits.stop.is_stopped() || game.result(line).is_some() {
            return Err(nothing());
        }
        let began = Instant::now();
        let (proven, nodes) = self.prover.prove(game, position, &share(limits, budget));
        let time = began.elapsed();
        let root_moves = match proven {
            Proven::Win { line, plies } if !line.is_empty() => {
                return Ok(report_of_win(line, plies, nodes, time));
            }
            Proven::Solved(moves) if !moves.is_empty() => return Ok(report_of_solution(moves, nodes, time)),
            Proven::Only(moves) => {
                let legal = crate::legal_moves(game, line).into_iter().enumerate();
                let places = legal.filter(|(_, mv)| moves.contains(mv)).map(|(place, _)| place);
                // A search without a move to look at has no answer.
                Some(places.collect()).filter(|places: &Vec<_>| !places.is_empty())
            }
            Proven::Win { .. } | Proven::Solved(_) | Proven::Nothing => None,
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

    /// Whether a search with these limits is one that a proof may answer: for the best move alone and with an end of its
    /// own, or an analysis where the prover serves these; not of an exact depth, or of some moves.
    fn may_be_cut_short(&self, limits: &Limits, budget: ProofBudget) -> bool {
        let has_end = limits.nodes.is_some() || limits.time.is_some() || limits.soft.is_some();
        let has_depth = limits.depth.is_some() || self.options.depth < Options::MAX_DEPTH;
        let guesses = self.options.selectivity != Selectivity::NONE;
        let is_for_a_move = has_end && limits.lines <= 1;
        (is_for_a_move || budget.analyses) && !has_depth && guesses && limits.root_moves.is_none()
    }
}

/// The leads of solved moves as scores: in hundredths of a point, as evaluations tell that count in points.
fn report_of_solution<M: Copy>(moves: Vec<SolvedMove<M>>, nodes: u64, time: Duration) -> Report<M> {
    let root = |SolvedMove { lead, bound, line }: SolvedMove<M>| {
        let plies = line.len() as u32;
        let mv = line.first().copied()?;
        let score = Score::heuristic(100 * lead);
        let bound = Some(bound);
        Some(RootMove {
            mv,
            score,
            bound,
            visits: 0,
            depth: plies,
            seldepth: plies,
            line,
            prior: 0.0,
            line_visits: Vec::new(),
            endings: None,
        })
    };
    let moves: Vec<_> = moves.into_iter().filter_map(root).collect();
    let report = Report {
        proven: true,
        solved: true,
        counts: Counts { interior: nodes, ..Counts::default() },
        time,
        ..Report::empty()
    };
    let Some(best) = moves.first() else { return report };
    Report {
        best: Some(best.mv),
        score: best.score,
        line: best.line.clone(),
        depth: best.depth,
        seldepth: best.seldepth,
        moves,
        ..report
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
        prior: 0.0,
        line_visits: Vec::new(),
        endings: None,
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
            (None, None, Some(u64::MAX), (None, Some(1_000_000))),
            (None, None, None, (millis(1000), None)),
        ] {
            let limits = Limits { time, soft, nodes, ..Limits::default() };
            let share = share(&limits, ProofBudget::BRIEF);
            assert_eq!((share.time, share.nodes), expected, "{time:?} {soft:?} {nodes:?}");
            assert_eq!(share.soft, None);
        }
    }
}
