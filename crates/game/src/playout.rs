//! Playouts: games of random moves.

use crate::{Game, Outcome, Side};
use rand_core::Rng;

/// How a playout went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The result; `None` if the length bound came first. Such a game is counted, never scored.
    pub outcome: Option<Outcome>,
    /// Plies played.
    pub plies: u32,
}

/// Plays random moves from `position` to the end of the game or for `bound` plies, and leaves the last
/// position behind.
#[inline]
pub fn playout<G: Game>(game: &G, position: &mut G::Position, rng: &mut impl Rng, bound: u32) -> Playout {
    game.playout(position, rng, bound)
}

/// [`playout`] by [`Game::random_move`] and [`Game::play`], ply by ply: what a game gets that has no faster way.
#[inline]
pub fn by_moves<G: Game + ?Sized>(
    game: &G,
    position: &mut G::Position,
    rng: &mut impl Rng,
    bound: u32,
) -> Playout {
    by_moves_seen(game, position, rng, bound, |_, _| ())
}

/// The same, and tells `seen` each move's side and place ([`Game::playout_seen`]).
#[inline]
pub fn by_moves_seen<G: Game + ?Sized>(
    game: &G,
    position: &mut G::Position,
    rng: &mut impl Rng,
    bound: u32,
    mut seen: impl FnMut(Side, usize),
) -> Playout {
    for plies in 0..=bound {
        let mut outcome = game.outcome(position);
        if outcome.is_none() {
            outcome = game.outcome_by_history(std::slice::from_ref(position), 0);
        }
        if outcome.is_none() && plies < bound {
            match game.random_move(position, rng) {
                Some(mv) => {
                    if let Some(amaf_index) = game.amaf_index(mv) {
                        seen(game.side_to_move(position), amaf_index);
                    }
                    game.play(position, mv);
                    continue;
                }
                None => outcome = Some(game.outcome_if_stuck(position)),
            }
        }
        return Playout { outcome, plies };
    }
    unreachable!("the last turn of the loop returns")
}
