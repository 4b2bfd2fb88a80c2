//! What may be proven of a position before it is searched.

use crate::{Bound, Limits};
use std::time::Duration;
use wanqi_game::Game;

/// A solver that the strong alpha-beta asks once, at the root, before it begins.
pub trait Prover<G: Game>: Send + Sync {
    /// When it is asked, and what it may take.
    fn budget(&self) -> ProofBudget;

    /// What is shown within the limits, and the nodes that it took, counted so that one takes about as long as one of
    /// alpha-beta.
    fn prove(&self, game: &G, position: &G::Position, limits: &Limits) -> (Proven<G::Move>, u64);
}

/// What of a search's limits a proof may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofBudget {
    /// One part in so many.
    pub share: u32,
    /// The most time, however much there is.
    pub max_time: Duration,
    /// The most nodes, which take about as long, so that it is bounded where the clock is not to be looked at.
    pub max_nodes: u64,
    /// Whether searches are served that go on until they are stopped, or that tell several lines apart
    /// ([`Limits::lines`]).
    pub analyses: bool,
}

impl ProofBudget {
    /// A brief look before searches for a move: what it has not found by then it rarely finds.
    pub const BRIEF: ProofBudget =
        ProofBudget { share: 10, max_time: Duration::from_secs(1), max_nodes: 1_000_000, analyses: false };
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
    /// Moves, the best first, with their leads at the end: of as many lines as were asked for, at least of one.
    Solved(Vec<SolvedMove<M>>),
}

/// A move, and by how many points ([`Game::margin`]) who makes it leads at the end if both sides play their best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedMove<M> {
    /// The lead.
    pub lead: i32,
    /// Whether that is it, or only a bound.
    pub bound: Bound,
    /// The moves of both sides, this one first.
    pub line: Vec<M>,
}

/// Proves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProver;

impl<G: Game> Prover<G> for NoProver {
    fn budget(&self) -> ProofBudget {
        ProofBudget::BRIEF
    }

    fn prove(&self, _: &G, _: &G::Position, _: &Limits) -> (Proven<G::Move>, u64) {
        (Proven::Nothing, 0)
    }
}
