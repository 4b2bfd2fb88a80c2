//! Whose each point is in the end, as random games have it: what is dead, and how a game of Go stands.

use crate::PlayoutLimits;
use game::{Depict, playout};
use rand_core::SeedableRng;
use serde::Serialize;
use std::time::Instant;

/// Whose each point was at the end of random games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ownership {
    /// For each point of the layout the share of games in which it was the first side's, less the share in which it
    /// was the second's: −1 to 1.
    pub points: Vec<f32>,
    /// Games that came to an end.
    pub games: u64,
}

/// The bound of random games if the limits say none; no sensible one reaches it.
const BOUND: u32 = 4000;

/// Plays random games from a position until the limits are reached, and counts whose each point is at their end. `None`
/// in games that count no areas.
pub(crate) fn run<G: Depict>(game: &G, from: &G::Position, limits: &PlayoutLimits) -> Option<Ownership> {
    let mut rng = rand_pcg::Mcg128Xsl64::seed_from_u64(limits.seed);
    let mut sums = vec![0_i64; game.layout().points.len()];
    let (mut games, mut discarded, began) = (0, 0, Instant::now());
    let bound = limits.plies.unwrap_or(BOUND);
    let goes_on = |played: u64| {
        limits.games.is_none_or(|most| played < most)
            && limits.time.is_none_or(|most| began.elapsed() < most)
            && !limits.stop.is_stopped()
    };
    while goes_on(games + discarded) {
        let mut end = from.clone();
        if playout::playout(game, &mut end, &mut rng, bound).outcome.is_none() {
            discarded += 1;
            continue;
        }
        let [first, second] = game.counted(&end, &[])?.areas;
        first.into_iter().for_each(|point| sums[usize::from(point)] += 1);
        second.into_iter().for_each(|point| sums[usize::from(point)] -= 1);
        games += 1;
    }
    let share = |sum: i64| if games == 0 { 0.0 } else { sum as f32 / games as f32 };
    Some(Ownership { points: sums.into_iter().map(share).collect(), games })
}
