//! Wins by threats, and where these end without one, by quiet moves and by what the player sees.

use super::guided::Player;
use super::{Proof, Refusal, SavedProof, ThreatSearch, ThreatSearchResult, WinSearch};
use std::time::Duration;
use wanqi_games::gomoku::{Gomoku, Position, Rule};
use wanqi_search::{Limits, Watch};

/// What of the limits threats may take before anything else, and what of the rest the player may, to see a win: one part in so
/// many.
const SHARE_OF_THREATS: u32 = 4;
const SHARE_OF_PLAYER: u32 = 2;

/// Looks for a proof that the side to move wins: by threats, and if they are exhausted, or have taken a quarter of the limits,
/// by moves that threaten nothing as well ([`WinSearch`]). These are the player's if it sees a win, which is
/// [told](ThreatSearchResult::seen) where it cannot be proven. Who sets no limit has threats alone: the others have no end. What
/// is [complete](ThreatSearchResult::complete) is the search of threats.
pub fn prove_win(game: &Gomoku, position: &Position, table_mb: usize, limits: &Limits) -> ThreatSearchResult {
    let threats = ThreatSearch { table_mb };
    if limits.nodes.is_none() && limits.time.is_none() {
        return threats.prove(game, position, limits);
    }
    let watch = Watch::start(limits);
    let left = |used: u64, parts: u32| Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(used) / u64::from(parts)),
        time: limits.time.map(|time| time.saturating_sub(watch.elapsed()) / parts),
        ..limits.clone()
    };
    let is_over = |rest: &Limits| {
        rest.nodes == Some(0) || rest.time == Some(Duration::ZERO) || limits.stop.is_stopped()
    };
    let mut found = threats.prove(game, position, &left(0, SHARE_OF_THREATS));
    let mut player = Player::new(table_mb);
    let look = left(found.nodes, SHARE_OF_PLAYER);
    if found.proof.is_some() || is_over(&look) {
        return found;
    }
    found.seen = player.look(game, position, &look);
    let rest = left(found.nodes + player.nodes, 1);
    if !is_over(&rest) {
        if found.seen.is_some() {
            found.proof = player.prove(game, position, table_mb, &rest);
        } else {
            let quiet = WinSearch { table_mb, ..WinSearch::default() }.prove(game, position, &rest);
            (found.proof, found.nodes) = (quiet.proof, found.nodes + quiet.nodes);
        }
    }
    found.seen = found.seen.filter(|_| found.proof.is_none());
    ThreatSearchResult { nodes: found.nodes + player.nodes, ..found }
}

/// The most positions of a check that tries every reply, if nobody says how many.
const MAX_WITHOUT_ZONES: u64 = 10_000_000;

impl Proof {
    /// Checks the proof by the rules alone: as [`verify_large`](Proof::verify_large) does, and in renju, where that may ask
    /// for more than the proof needs, then as [`verify`](Proof::verify) does, which looks at ten million positions at most
    /// if no limit of nodes is given. Says how many positions were looked at.
    ///
    /// # Errors
    /// The first flaw that is found, or that a limit was reached.
    pub fn check(&self, game: &Gomoku, position: &Position, limits: &Limits) -> Result<u64, Refusal> {
        match self.verify_large(game, position, limits) {
            Err(Refusal::Flaw(_)) if game.rule() == Rule::Renju => {
                let nodes = limits.nodes.or(Some(MAX_WITHOUT_ZONES));
                self.verify(game, position, &Limits { nodes, ..limits.clone() })
            }
            checked => checked,
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
