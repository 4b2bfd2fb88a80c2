//! What a search of the game's own proves before alpha-beta begins.

use super::{Best, Options, Selectivity};
use crate::{Bound, Counts, Evaluator, Limits, Proven, Report, RootMove, Score, Tactics};
use game::Game;
use std::time::{Duration, Instant};

/// The share of the limits that a proof may take: one part in so many.
const SHARE: u32 = 10;

/// What is left for alpha-beta, and what the proof took.
pub(super) struct Rest {
    pub limits: Limits,
    nodes: u64,
    time: Duration,
}

impl Rest {
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

impl<E, T> Best<E, T> {
    /// The answer to a position that is proven to be won, or what is left to do.
    pub(super) fn prove_first<G: Game>(
        &self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
    ) -> Result<Report<G::Move>, Rest>
    where
        E: Evaluator<G>,
        T: Tactics<G, E>,
    {
        let nothing = || Rest { limits: limits.clone(), nodes: 0, time: Duration::ZERO };
        let (Some(position), true) = (line.last(), T::PROVES && self.may_be_cut_short(limits)) else {
            return Err(nothing());
        };
        if limits.stop.is_stopped() || game.result(line).is_some() {
            return Err(nothing());
        }
        let began = Instant::now();
        let share = Limits {
            nodes: limits.nodes.map(|nodes| nodes / u64::from(SHARE)),
            time: limits.time.into_iter().chain(limits.soft).min().map(|time| time / SHARE),
            soft: None,
            ..limits.clone()
        };
        let (proven, nodes) = self.tactics.prove(game, position, &share);
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
        Err(Rest { limits, nodes, time })
    }

    /// Whether a search with these limits is for the best move alone: not one without an end of its own, or of an exact
    /// depth, or of some moves or of many.
    fn may_be_cut_short(&self, limits: &Limits) -> bool {
        let has_end = limits.nodes.is_some() || limits.time.is_some() || limits.soft.is_some();
        let has_depth = limits.depth.is_some() || self.options.depth < Options::MOST_DEPTH;
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
        line,
        depth: plies,
        seldepth: plies,
        counts: Counts { interior: nodes, ..Counts::default() },
        time,
        moves: vec![root],
        ..Report::empty()
    }
}
