//! What may be proven of a position before it is searched.

use crate::Limits;
use wanqi_game::Game;

/// A solver that the strong alpha-beta asks once, at the root, before it begins.
pub trait Prover<G: Game>: Send + Sync {
    /// What is shown within the limits, and the nodes that it took, counted so that one takes about as long as one of
    /// alpha-beta.
    fn prove(&self, game: &G, position: &G::Position, limits: &Limits) -> (Proven<G::Move>, u64);
}

/// What a [`Prover`] has shown of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proven<M> {
    /// Nothing.
    Nothing,
    /// The side to move wins.
    Win {
        /// The moves of both sides, the first of which wins; to the end, if the other side plays what was looked at.
        line: Vec<M>,
        /// The most plies that it takes.
        plies: u32,
    },
    /// Moves, at least one: all others lose, or at best put it off.
    Only(Vec<M>),
}

/// Proves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProver;

impl<G: Game> Prover<G> for NoProver {
    fn prove(&self, _: &G, _: &G::Position, _: &Limits) -> (Proven<G::Move>, u64) {
        (Proven::Nothing, 0)
    }
}
