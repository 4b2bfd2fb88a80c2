//! Games that an evaluation plays against itself, and what is kept of them.

use crate::game_loop::{self, GameSettings};
use crate::parallel;
use crate::quiet::quiet;
use crate::samples::{Label, Samples};
use std::ops::ControlFlow;
use wanqi_game::{Game, Outcome, Side, random};
use wanqi_search::{Linear, Search, Tactics};

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games.
    pub games: u32,
    /// The seed of all random choices. One seed gives the same samples on any number of threads.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// How a game is played.
    pub settings: GameSettings,
    /// Positions to keep of a game, taken by chance where there are more.
    pub positions: usize,
}

impl Default for Plan {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Plan { games: 2000, seed: 1, threads, settings: GameSettings::default(), positions: 32 }
    }
}

/// How far the games are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games that are complete.
    pub games: u32,
    /// Games of the plan.
    pub of: u32,
    /// Won by the first side, drawn, won by the second.
    pub outcomes: [u32; 3],
    /// Positions kept.
    pub positions: usize,
}

/// A position that may be kept: it, and what the search said for the first side.
struct Seen<P> {
    position: P,
    score: f32,
}

/// Plays the games of the plan with one search on both sides, and keeps [quiet](crate::quiet::quiet) positions with
/// the results of their games. When the plan's stop flag is set it ends, with the games that were complete.
pub fn self_play<G, E, T>(
    game: &G,
    evaluator: &E,
    tactics: &T,
    plan: &Plan,
    progress: &mut dyn FnMut(Progress),
) -> Samples
where
    G: Game,
    E: Linear<G> + Clone,
    T: Tactics<G, E> + Clone,
{
    let mut so_far = Progress { of: plan.games, ..Progress::default() };
    let job = |index| play(game, evaluator, tactics, plan, index);
    let games = parallel::in_order(plan.games, plan.threads, job, |games, (samples, outcome)| {
        so_far.games = games;
        so_far.positions += samples.len();
        so_far.outcomes[match outcome {
            Outcome::Win(Side::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Side::Second) => 2,
        }] += 1;
        progress(so_far);
    });
    let mut all = Samples::default();
    for (samples, _) in games {
        all.append(samples);
    }
    all
}

/// The samples and the result of one game; `None` if it was stopped.
fn play<G, E, T>(game: &G, evaluator: &E, tactics: &T, plan: &Plan, index: u32) -> Option<(Samples, Outcome)>
where
    G: Game,
    E: Linear<G> + Clone,
    T: Tactics<G, E> + Clone,
{
    let mut rng = game_loop::generator(plan.seed, index);
    let mut line = game_loop::opening(game, &plan.settings, &mut rng);
    let mut search = game_loop::player(evaluator.clone(), tactics.clone());
    let searches: &mut [(&mut dyn Search<G>, _)] = &mut [(&mut search, &plan.settings.limits)];
    let (mut kept, mut seen) = (Vec::new(), 0);
    let outcome = game_loop::play_on(game, &mut line, &plan.settings, searches, |line, report| {
        seen += 1;
        // Vitter's algorithm R: each position of the game is kept with the same probability.
        let place =
            if kept.len() < plan.positions { kept.len() } else { random::below(&mut rng, seen) as usize };
        if place < plan.positions
            && let Some(position) = quiet(game, evaluator, tactics, line)
        {
            let score = report.score.value() as f32;
            let first = game.side_to_move(&line[line.len() - 1]) == Side::First;
            let seen = Seen { position, score: if first { score } else { -score } };
            if place < kept.len() { kept[place] = seen } else { kept.push(seen) }
        }
        ControlFlow::Continue(())
    })?;
    let mut samples = Samples::default();
    for Seen { position, score } in kept {
        let result = outcome.value_for(Side::First) as f32;
        samples.add(game, evaluator, &position, Label { result, score, game: 0 });
    }
    Some((samples, outcome))
}
