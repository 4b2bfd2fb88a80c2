//! Whose each point is in the end: by a search that plays games out, or by random games.

use crate::PlayoutLimits;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use wanqi_game::playout;
use wanqi_game::{Depict, Game};
use wanqi_search::host::Instant;
use wanqi_search::{Endings, Limits};

/// Whose each point was at the end of games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ownership {
    /// For each point of the layout the share of games in which it was the first side's, less the share in which it
    /// was the second's: −1 to 1.
    pub points: Vec<f32>,
    /// By how many points the first side was ahead in the mean, komi included, where points are counted.
    pub lead: Option<f64>,
    /// Games that came to an end.
    pub games: u64,
}

/// What is known of how games end, beside chance.
pub(crate) trait Prospect<G: Game>: Send + Sync {
    /// How games end from here, whoever is to move; `None` if there was no time for one. `seed`: where chance begins.
    fn endings(&self, game: &G, position: &G::Position, limits: &Limits, seed: u64) -> Option<Endings>;
}

/// The bound of random games if the limits say none; no sensible one reaches it.
const BOUND: u32 = 4000;

/// Plays games from a position until the limits are reached, and counts whose each point is at their end; by chance where
/// nothing is known. `None` in games that count no areas.
pub(crate) fn run<G: Depict>(
    game: &G,
    from: &G::Position,
    prospect: Option<&dyn Prospect<G>>,
    limits: &PlayoutLimits,
) -> Option<Ownership> {
    if let Some(prospect) = prospect {
        let (nodes, time, stop) = (limits.games, limits.time, limits.stop.clone());
        let limits_of_search = Limits { nodes, time, stop, ..Limits::default() };
        let Endings { ownership, lead, playouts, .. } =
            prospect.endings(game, from, &limits_of_search, limits.seed)?;
        return Some(Ownership { points: ownership, lead: Some(lead), games: playouts });
    }
    let mut rng = Pcg64Mcg::seed_from_u64(limits.seed);
    let mut sums = vec![0_i64; game.layout().points.len()];
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
        if playout::playout(game, &mut end, &mut rng, bound).outcome.is_none() {
            discarded += 1;
            continue;
        }
        leads = leads.zip(game.margin(&end)).map(|(sum, lead)| sum + lead);
        for (sign, area) in [1, -1].into_iter().zip(game.counted(&end, &[])?.areas) {
            area.into_iter().for_each(|point| sums[usize::from(point)] += sign);
        }
        games += 1;
    }
    let all = games.max(1) as f32;
    let points = sums.into_iter().map(|sum| sum as f32 / all).collect();
    let lead = leads.filter(|_| games > 0).map(|sum| sum / games as f64);
    Some(Ownership { points, lead, games })
}
