//! A training run within a budget: games, a fit, more games, another fit, and a match against the weights before.

use crate::{GameSettings, Plan, Samples, duel, self_play, texel};
use std::time::{Duration, Instant};
use wanqi_game::Game;
use wanqi_search::{Limits, Linear, Stop, Tactics};

/// What has come of it.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingRun<E> {
    /// The evaluation: with new weights if they are better, else as it was.
    pub evaluation: E,
    /// The lead that multiplies the odds by *e*.
    pub scale: f32,
    /// Games that it was found by.
    pub games: u32,
    /// Mean loss on games that were held out, before and after.
    pub loss: [f64; 2],
    /// The share of the points against the weights before, and its standard error.
    pub share: [f64; 2],
    /// Whether the new weights are kept: only if they were shown to play better than the old.
    pub better: bool,
}

/// How much to learn: until the first of both bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Time for all. What is learned then depends on the machine.
    pub time: Duration,
    /// Games against itself; half as many follow against the old weights. One seed gives the same weights twice, on any
    /// number of threads.
    pub games: u32,
}

impl Budget {
    /// As many games as there is time for.
    pub fn time(time: Duration) -> Budget {
        Budget { time, games: MAX_GAMES }
    }

    /// So many games, however long they take.
    pub fn games(games: u32) -> Budget {
        Budget { time: Duration::MAX, games: games.min(MAX_GAMES) }
    }
}

/// More games than anybody waits for.
const MAX_GAMES: u32 = 200_000;

/// How far a training run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingProgress {
    /// Games played against itself, and then against the old weights.
    pub games: u32,
    /// The part of the time that has passed, 0 to 1.
    pub part: f64,
}

/// The parts of the time after which each round of games ends; the rest is for a match against the old weights.
const ROUNDS: [f64; 2] = [0.4, 0.8];

/// So many standard errors above one half the share must be for the new weights to be kept: weights that are no better
/// are kept once in twenty times.
const SURE: f64 = 1.645;

/// Plays a game against itself, and finds the weights that predict the results best. A stop ends it early with what it
/// has. `scale`: the lead that multiplies the odds by *e* with the old weights.
#[allow(clippy::too_many_arguments)]
pub fn run<G, E, T>(
    game: &G,
    old: &E,
    tactics: &T,
    scale: f32,
    budget: Budget,
    seed: u64,
    stop: &Stop,
    progress: &mut dyn FnMut(TrainingProgress),
) -> TrainingRun<E>
where
    G: Game,
    E: Linear<G> + Clone,
    T: Tactics<G, E> + Clone,
{
    let began = Instant::now();
    let passed = || began.elapsed().as_secs_f64() / budget.time.as_secs_f64().max(1e-3);
    // A round of games is as long as half of them, and so is the match.
    let half = (budget.games / 2).max(2);
    let part = |games: u32| passed().max(f64::from(games) / f64::from(3 * half)).min(1.0);
    let (mut evaluation, mut new_scale) = (old.clone(), scale);
    let (mut games, mut loss) = (0, [0.0; 2]);
    let mut samples = Samples::default();
    for (round, until) in (0..).zip(ROUNDS) {
        let plan = plan(seed + round, half, stop);
        let before = games;
        samples.append(self_play(game, &evaluation, tactics, &plan, &mut |so_far| {
            games = before + so_far.games;
            progress(TrainingProgress { games, part: part(games) });
            if passed() >= until || stop.is_stopped() {
                plan.settings.limits.stop.stop();
            }
        }));
        let found = texel::fit(&samples, &evaluation.weights(), &texel::Options::default(), &mut |_, _| {});
        loss = [if round == 0 { found.held_out[0] } else { loss[0] }, found.held_out[1]];
        new_scale = found.scale as f32;
        evaluation = evaluation.with_weights(&found.rounded());
    }
    let plan = plan(seed + ROUNDS.len() as u64, half, stop);
    let score = duel::duel(game, [&evaluation, old], tactics, &plan, &mut |score| {
        progress(TrainingProgress { games: games + score.games(), part: part(games + score.games()) });
        if passed() >= 1.0 || stop.is_stopped() {
            plan.settings.limits.stop.stop();
        }
    });
    let better = score.share() - SURE * score.error() > 0.5;
    if !better {
        (evaluation, new_scale) = (old.clone(), scale);
    }
    TrainingRun { evaluation, scale: new_scale, games, loss, share: [score.share(), score.error()], better }
}

/// Short searches: many games teach more than good ones. None is begun once all is stopped.
fn plan(seed: u64, games: u32, stop: &Stop) -> Plan {
    let settings = GameSettings { opening: 1..=8, limits: Limits::nodes(300), max_plies: 300 };
    if stop.is_stopped() {
        settings.limits.stop.stop();
    }
    Plan { games, seed, settings, ..Plan::default() }
}
