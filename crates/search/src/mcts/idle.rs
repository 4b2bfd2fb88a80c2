//! Whether a move gains anything.
//!
//! A search by wins alone does not care for points while it wins. Where every move that gains nothing costs one
//! ([`PlayoutGuide::idle_move`](super::PlayoutGuide::idle_move)), it would fill up its own territory until the game is close. So its
//! move is compared with doing nothing at last, by the leads of games that begin with either, or
//! what a guide expects them to be.

use super::Options;
use super::search::{Mcts, report};
use crate::{Limits, Report, Search, Watch, legal_moves};
use wanqi_game::{Game, Side};

/// The share of the search's simulations that either side of the comparison takes, and the most: then means of leads are known
/// to a quarter of a point where little is left to fight for.
const SHARE: u64 = 16;
const MAX_SIMULATIONS: u64 = 400;
/// What a move gains at least, in points: half of the least that a move can.
const GAIN: f64 = 0.5;
/// What doing nothing may cost of the value, in thousandths: more, and it is not asked about.
const RISK: i32 = 20;
/// Visits after which a value that is far lower is believed.
const VISITS: u64 = 10;

impl<G: Game> Mcts<G> {
    /// Lets the report say that nothing is to be done, if its best move gains nothing.
    pub(super) fn rest(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        report: &mut Report<G::Move>,
    ) {
        let (Some(idle), Some(best)) = (self.guide.idle_move(game), report.best) else { return };
        let Some(at) = report.moves.iter().position(|root| root.mv == idle) else { return };
        let known = &report.moves[at];
        let is_bad = known.visits >= VISITS && report.score.value() - known.score.value() > 5 * RISK;
        if best == idle || is_bad || limits.root_moves.is_some() || limits.lines > 1 {
            return;
        }
        // Trees of their own: what is known so far says which has been looked at, not which is better.
        let options =
            Options { seed: self.options.seed ^ report.counts.playouts, threads: 1, ..self.options.clone() };
        let mut beside = Mcts::new(options);
        std::mem::swap(&mut beside.guide, &mut self.guide);
        let simulations = report.counts.playouts.max(report.counts.leaves);
        let nodes = Some((simulations / SHARE).min(MAX_SIMULATIONS));
        let limits = Limits { nodes, stop: limits.stop.clone(), ..Limits::default() };
        let found = [best, idle].map(|mv| beside.beginning_with(game, line, &limits, mv));
        self.guide = beside.guide;
        let own = if game.side_to_move(&line[line.len() - 1]) == Side::First { 1.0 } else { -1.0 };
        if let [Some((value, lead)), Some((idle_value, idle_lead))] = found
            && own * (lead - idle_lead) < GAIN
            && value - idle_value < RISK
        {
            let root = report.moves.remove(at);
            (report.best, report.score, report.line) = (Some(idle), root.score, root.line.clone());
            (report.depth, report.seldepth) = (root.depth, root.seldepth);
            report.moves.insert(0, root);
        }
    }

    /// The value of games that begin with this move, and the first side's lead in them.
    fn beginning_with(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        mv: G::Move,
    ) -> Option<(i32, f64)> {
        let place = legal_moves(game, line).into_iter().position(|other| other == mv)?;
        let limits = Limits { root_moves: Some(vec![place]), ..limits.clone() };
        self.forget();
        let mut watch = Watch::start(&limits);
        self.plant(game, line, &limits);
        let (counts, endings) = self.simulate(game, line, &limits, &mut watch, &mut |_| {});
        let report = report(&self.tree, counts, &endings, watch.elapsed());
        Some((report.score.value(), report.endings?.lead))
    }
}
