//! What won in a position may win in another that has one stone of the defender's more.
//!
//! Such a proof holds if it does not need the point of that stone. Where it does not hold, its move is still the first to try,
//! and most of what follows is as it was. After Kawano, *Using Similar Positions to Search Game Trees* (1996),
//! <http://library.msri.org/books/Book29/files/kawano.pdf>.

use super::Proof;
use super::needs::Open;
use game::Side;
use games::gomoku::Move;
use std::sync::Arc;

/// A proof that would hold but for a stone of the defender's.
#[derive(Clone)]
pub(super) struct Similar {
    pub proof: Arc<Proof>,
    /// The point of the stone.
    pub stone: u16,
}

impl Similar {
    /// Whether the proof does not mind the stone, which lies on the board.
    pub fn holds(&self, open: &mut Open, defender: Side) -> bool {
        let stone = self.stone.into();
        open.take_back(defender, stone);
        let needs = open.needs(&self.proof, 1);
        open.put(defender, stone);
        needs.is_ok_and(|needs| !needs.points().contains(stone))
    }

    /// What is similar after the attacker's move of the proof, if the defender passes.
    pub fn after_pass(&self) -> Option<Similar> {
        self.with(self.proof.otherwise.as_ref()?)
    }

    /// The same if the defender plays something that the proof answers.
    pub fn after_reply(&self, reply: Move) -> Option<Similar> {
        self.with(self.proof.answers.iter().find(|(to, _)| *to == reply).map(|(_, next)| next)?)
    }

    fn with(&self, next: &Arc<Proof>) -> Option<Similar> {
        Some(Similar { proof: Arc::clone(next), stone: self.stone })
    }
}
