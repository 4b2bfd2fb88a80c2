//! Proof simulation: what won in a position may win in another that has one stone of the defender's more.
//!
//! Such a proof holds if it does not need the point of that stone. Where it does not hold, its move is still the first to try,
//! and most of what follows is as it was. After Kawano, *Using Similar Positions to Search Game Trees* (1996),
//! <http://library.msri.org/books/Book29/files/kawano.pdf>.

use super::Proof;
use super::relevance_zone::ZoneFinder;
use std::sync::Arc;
use wanqi_game::Side;
use wanqi_games::gomoku::Move;

/// A proof that would hold but for a stone of the defender's.
#[derive(Clone)]
pub(super) struct Simulated {
    pub proof: Arc<Proof>,
    /// The point of the stone.
    pub stone: u16,
}

impl Simulated {
    /// Whether the proof does not mind the stone, which lies on the board.
    pub fn holds(&self, finder: &mut ZoneFinder, defender: Side) -> bool {
        let stone = self.stone.into();
        finder.take_back(defender, stone);
        let zone = finder.zone(&self.proof, 1);
        finder.put(defender, stone);
        zone.is_ok_and(|zone| !zone.points().contains(stone))
    }

    /// What is similar after the attacker's move of the proof, if the defender passes.
    pub fn after_pass(&self) -> Option<Simulated> {
        self.with(self.proof.otherwise.as_ref()?)
    }

    /// The same if the defender plays something that the proof answers.
    pub fn after_reply(&self, reply: Move) -> Option<Simulated> {
        self.with(self.proof.answers.iter().find(|(to, _)| *to == reply).map(|(_, next)| next)?)
    }

    fn with(&self, next: &Arc<Proof>) -> Option<Simulated> {
        Some(Simulated { proof: Arc::clone(next), stone: self.stone })
    }
}
