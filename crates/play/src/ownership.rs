//! Whose each point is in the end, as random games have it: what is dead, and how a game of Go stands.

use crate::PlayoutLimits;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use std::time::Instant;
use wanqi_game::playout::{self, Playout};
use wanqi_game::{Depict, Game};

/// Whose each point was at the end of random games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ownership {
    /// For each point of the layout the share of games in which it was the first side's, less the share in which it
    /// was the second's: −1 to 1.
    pub points: Vec<f32>,
    /// For each point the share of games in which it was nobody's.
    pub neutral: Vec<f32>,
    /// By how many points the first side was ahead in the mean, komi included, where points are counted.
    pub lead: Option<f64>,
    /// Games that came to an end.
    pub games: u64,
}

/// What is known of how games end, beside chance.
pub(crate) trait Prospect<G: Game>: Send + Sync {
    /// Plays a game out with some sense, or for `bound` plies.
    fn playout(&self, game: &G, position: &mut G::Position, rng: &mut Pcg64Mcg, bound: u32) -> Playout;

    /// The points of the layout that are for certain the first side's, and the second's.
    fn certain(&self, game: &G, position: &G::Position) -> [Vec<u16>; 2];
}

/// The bound of random games if the limits say none; no sensible one reaches it.
const BOUND: u32 = 4000;

/// Plays random games from a position until the limits are reached, and counts whose each point is at their end. `None`
/// in games that count no areas.
pub(crate) fn run<G: Depict>(
    game: &G,
    from: &G::Position,
    prospect: Option<&dyn Prospect<G>>,
    limits: &PlayoutLimits,
) -> Option<Ownership> {
    let mut rng = Pcg64Mcg::seed_from_u64(limits.seed);
    let (mut sums, mut owned) =
        (vec![0_i64; game.layout().points.len()], vec![0_u64; game.layout().points.len()]);
    let (mut games, mut discarded, began) = (0, 0, Instant::now());
    let mut leads = Some(0.0);
    let bound = limits.plies.unwrap_or(BOUND);
    let goes_on = |played: u64| {
        limits.games.is_none_or(|most| played < most)
            && limits.time.is_none_or(|most| began.elapsed() < most)
            && !limits.stop.is_stopped()
    };
    while goes_on(games + discarded) {
        let mut end = from.clone();
        let playout = match prospect {
            Some(prospect) => prospect.playout(game, &mut end, &mut rng, bound),
            None => playout::playout(game, &mut end, &mut rng, bound),
        };
        if playout.outcome.is_none() {
            discarded += 1;
            continue;
        }
        leads = leads.zip(game.margin(&end)).map(|(sum, lead)| sum + lead);
        for (sign, area) in [1, -1].into_iter().zip(game.counted(&end, &[])?.areas) {
            for point in area.into_iter().map(usize::from) {
                sums[point] += sign;
                owned[point] += 1;
            }
        }
        games += 1;
    }
    let all = games.max(1) as f32;
    let mut points: Vec<f32> = sums.into_iter().map(|sum| sum as f32 / all).collect();
    let mut neutral: Vec<f32> = owned.into_iter().map(|owned| (games - owned) as f32 / all).collect();
    if let Some(prospect) = prospect {
        for (value, area) in [1.0, -1.0].into_iter().zip(prospect.certain(game, from)) {
            for point in area.into_iter().map(usize::from) {
                (points[point], neutral[point]) = (value, 0.0);
            }
        }
    }
    let lead = leads.filter(|_| games > 0).map(|sum| sum / games as f64);
    Some(Ownership { points, neutral, lead, games })
}
