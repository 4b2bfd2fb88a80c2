//! Wins by threats, and where these end without one, by quiet moves.

use super::{Proof, Refusal, SavedProof, ThreatSearch, ThreatSearchResult, WinSearch};
use std::time::Duration;
use wanqi_games::gomoku::{Gomoku, Position, Rule};
use wanqi_search::{Limits, Watch};

/// The share of the limits that threats may take before quiet moves are tried, one part in so many.
const SHARE_OF_THREATS: u32 = 2;

/// Looks for a proof that the side to move wins: by threats, and if they are exhausted, or have taken half of the limits,
/// by moves that threaten nothing as well ([`WinSearch`]). Renju knows threats alone, and so does who sets no limit: quiet
/// moves have no end. What is [complete](ThreatSearchResult::complete) is the search of threats.
pub fn prove_win(game: &Gomoku, position: &Position, table_mb: usize, limits: &Limits) -> ThreatSearchResult {
    let threats = ThreatSearch { table_mb };
    if game.rule() == Rule::Renju || (limits.nodes.is_none() && limits.time.is_none()) {
        return threats.prove(game, position, limits);
    }
    let watch = Watch::start(limits);
    let first = Limits {
        nodes: limits.nodes.map(|nodes| nodes / u64::from(SHARE_OF_THREATS)),
        time: limits.time.map(|time| time / SHARE_OF_THREATS),
        ..limits.clone()
    };
    let found = threats.prove(game, position, &first);
    if found.proof.is_some() {
        return found;
    }
    let rest = Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(found.nodes)),
        time: limits.time.map(|time| time.saturating_sub(watch.elapsed())),
        ..limits.clone()
    };
    if rest.nodes == Some(0) || rest.time == Some(Duration::ZERO) || limits.stop.is_stopped() {
        return found;
    }
    let quiet = WinSearch { table_mb, ..WinSearch::default() }.prove(game, position, &rest);
    ThreatSearchResult { nodes: found.nodes + quiet.nodes, complete: found.complete, ..quiet }
}

impl Proof {
    /// Checks the proof by the rules alone: as [`verify_large`](Proof::verify_large) does, in renju as
    /// [`verify`](Proof::verify) does. Says how many positions were looked at.
    ///
    /// # Errors
    /// The first flaw that is found, or that a limit was reached.
    pub fn check(&self, game: &Gomoku, position: &Position, limits: &Limits) -> Result<u64, Refusal> {
        match game.rule() {
            Rule::Renju => self.verify(game, position, limits),
            Rule::Freestyle | Rule::ExactFive => self.verify_large(game, position, limits),
        }
    }
}

impl SavedProof {
    /// [`Proof::check`].
    ///
    /// # Errors
    /// The first flaw that is found, or that a limit was reached.
    pub fn check(&self, limits: &Limits) -> Result<u64, Refusal> {
        self.proof.check(&self.game, &self.position, limits)
    }
}
