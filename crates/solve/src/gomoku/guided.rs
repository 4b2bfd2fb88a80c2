//! Wins that the player's search announces: seen first, then proven with it as the guide.
//!
//! What it announces need not hold: it looks at the best replies alone. So it is told as what it is until a proof stands.

use super::quiet_wins::WinSearch;
use super::{Proof, RootProver};
use std::sync::Arc;
use wanqi_eval::gomoku::{Network, ThreatTactics};
use wanqi_games::gomoku::{Gomoku, Move, Position};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Limits, Report, Search};

/// A win of the side to move that a search has announced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenWin {
    /// The moves of both sides that it expects.
    pub line: Vec<Move>,
    /// Plies to five by what it has seen.
    pub plies: u32,
}

/// Searches until the side to move is seen to win, or the limits are reached.
pub(super) fn search_until_win(
    search: &mut dyn Search<Gomoku>,
    game: &Gomoku,
    position: &Position,
    limits: &Limits,
) -> Report<Move> {
    let limits = Limits { stop: limits.stop.part(), ..limits.clone() };
    search.search(game, std::slice::from_ref(position), &limits, &mut |report| {
        if report.score.wins() {
            limits.stop.stop();
        }
    })
}

/// The search that plays.
pub(super) struct Player {
    search: Best<Network, ThreatTactics, RootProver>,
    /// Its nodes, and those of the proofs that it has guided.
    pub nodes: u64,
}

impl Player {
    pub fn new(table_mb: usize) -> Player {
        // Where its file is lost it plays by the lines alone.
        let evaluation = Network::try_shipped().unwrap_or_else(|_| Network::none());
        let options = Options { table_mb, ..Options::default() };
        let prover = RootProver::default();
        Player { search: Best::with_prover(evaluation, ThreatTactics::default(), prover, options), nodes: 0 }
    }

    /// Searches until a win of the side to move is seen.
    pub fn look(&mut self, game: &Gomoku, position: &Position, limits: &Limits) -> Option<SeenWin> {
        let report = search_until_win(&mut self.search, game, position, limits);
        self.nodes += report.counts.nodes();
        let plies = report.score.decided().filter(|&plies| plies > 0)?;
        Some(SeenWin { line: report.line, plies: plies.unsigned_abs() })
    }

    /// Looks for a proof of what it has seen: by its own moves where threats end, which its table remembers.
    pub fn prove(
        &mut self,
        game: &Gomoku,
        position: &Position,
        table_mb: usize,
        limits: &Limits,
    ) -> Option<Arc<Proof>> {
        let settings = WinSearch { table_mb, ..WinSearch::default() };
        let found = settings.prove_by(&mut self.search, game, position, limits);
        self.nodes += found.nodes;
        found.proof
    }
}
