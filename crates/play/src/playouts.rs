//! Random games from a position, counted: the speed of rules, and what chance thinks of a position.

use rand_core::SeedableRng;
use serde::Serialize;
use std::time::Duration;
use wanqi_game::{Game, Outcome, playout};
use wanqi_search::Stop;
use wanqi_search::host::Instant;

/// How many random games to play.
#[derive(Clone, Debug)]
pub struct PlayoutLimits {
    /// At most so many.
    pub games: Option<u64>,
    /// For at most so long.
    pub time: Option<Duration>,
    /// A game longer than this is discarded; `None` for a bound that fits the game.
    pub plies: Option<u32>,
    /// The seed of the generator.
    pub seed: u64,
    /// Stops from outside.
    pub stop: Stop,
}

/// What came of random games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct PlayoutReport {
    /// Games that came to an end.
    pub games: u64,
    /// Games cut off at the bound; they count nowhere else.
    pub discarded: u64,
    /// Wins of the first and the second side.
    pub wins: [u64; 2],
    /// Draws.
    pub draws: u64,
    /// Plies of the games that came to an end.
    pub plies: u64,
    /// By how many points the first side was ahead on average, in games that count points, komi
    /// included.
    pub mean_margin: Option<f64>,
    /// The same of all games together, so that reports can be added up.
    #[serde(skip)]
    pub margin: Option<f64>,
    /// Time taken, in seconds.
    pub seconds: f64,
}

/// The bound that no sensible random game of the games here reaches.
const BOUND: u32 = 4000;
/// Games between two looks at the clock; the slowest games take a few milliseconds each.
const BATCH: u64 = 16;
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

pub(crate) fn run<G: Game>(
    game: &G,
    from: &G::Position,
    limits: &PlayoutLimits,
    progress: &mut dyn FnMut(&PlayoutReport),
) -> PlayoutReport {
    let mut rng = rand_pcg::Mcg128Xsl64::seed_from_u64(limits.seed);
    let (began, mut told) = (Instant::now(), Instant::now());
    let (mut report, mut margins, mut has_margin) = (PlayoutReport::default(), 0.0, false);
    let bound = limits.plies.unwrap_or(BOUND);
    let wanted = limits.games.unwrap_or(u64::MAX);
    loop {
        let played = report.games + report.discarded;
        let out_of_time = limits.time.is_some_and(|time| began.elapsed() >= time);
        if played >= wanted || out_of_time || limits.stop.is_stopped() {
            break;
        }
        for _ in 0..BATCH.min(wanted - played) {
            let mut position = from.clone();
            let playout = playout::playout(game, &mut position, &mut rng, bound);
            match playout.outcome {
                None => {
                    report.discarded += 1;
                    continue;
                }
                Some(Outcome::Win(side)) => report.wins[side.index()] += 1,
                Some(Outcome::Draw) => report.draws += 1,
            }
            report.games += 1;
            report.plies += u64::from(playout.plies);
            if let Some(margin) = game.margin(&position) {
                margins += margin;
                has_margin = true;
            }
        }
        report.seconds = began.elapsed().as_secs_f64();
        report.margin = has_margin.then_some(margins);
        report.mean_margin = has_margin.then(|| margins / report.games as f64);
        if told.elapsed() >= PROGRESS_INTERVAL {
            told = Instant::now();
            progress(&report);
        }
    }
    report
}
