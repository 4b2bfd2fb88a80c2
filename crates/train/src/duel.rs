//! Matches: whether new weights play better than old ones.

use crate::{GameSettings, Plan, Score, game_loop, parallel};
use std::ops::ControlFlow;
use wanqi_game::{Game, Side};
use wanqi_search::{Evaluator, Limits, Search, Tactics};

/// One of two that play a match: how to make its search for a game, and what that may spend on a move.
pub struct Contestant<'a, G: Game> {
    /// Makes the search.
    pub search: &'a (dyn Fn() -> Box<dyn Search<G> + 'a> + Sync),
    /// What it may spend on a move.
    pub limits: Limits,
}

/// Plays the games of the plan between two evaluations, in pairs: from one random opening, with sides swapped.
/// `progress` hears of every pair. The settings' stop flag ends it with the pairs that are complete.
pub fn duel<G, E, T>(
    game: &G,
    evaluations: [&E; 2],
    tactics: &T,
    plan: &Plan,
    progress: &mut dyn FnMut(Score),
) -> Score
where
    G: Game,
    E: Evaluator<G> + Clone,
    T: Tactics<G, E> + Clone,
{
    let [a, b] = evaluations.map(|evaluation| {
        || -> Box<dyn Search<G> + '_> { Box::new(game_loop::player(evaluation.clone(), tactics.clone())) }
    });
    let limits = &plan.settings.limits;
    let contestants = [
        Contestant { search: &a, limits: limits.clone() },
        Contestant { search: &b, limits: limits.clone() },
    ];
    play(game, &contestants, plan, progress)
}

/// The same between any two searches, each with limits of its own; those of the plan's settings only stop it.
pub fn play<G: Game>(
    game: &G,
    [a, b]: &[Contestant<'_, G>; 2],
    plan: &Plan,
    progress: &mut dyn FnMut(Score),
) -> Score {
    let mut score = Score::default();
    pairs(game, [a, b], plan, |pair| {
        pair.iter().for_each(|&half_points| score.add(half_points));
        progress(score);
    });
    score
}

/// The same, told as the half points that the first takes in both games of each pair, in the order of the plan.
pub fn play_pairs<G: Game>(game: &G, [a, b]: &[Contestant<'_, G>; 2], plan: &Plan) -> Vec<[u8; 2]> {
    pairs(game, [a, b], plan, |_| {})
}

fn pairs<G: Game>(
    game: &G,
    [a, b]: [&Contestant<'_, G>; 2],
    plan: &Plan,
    mut progress: impl FnMut(&[u8; 2]),
) -> Vec<[u8; 2]> {
    let job = |index| pair(game, &[a, b], &plan.settings, plan.seed, index);
    parallel::in_order(plan.games / 2, plan.threads, job, |_, pair| progress(pair))
}

/// The `index`-th pair of games of a seed, told as the half points that the first takes in both; `None` if it was stopped.
pub(crate) fn pair<G: Game>(
    game: &G,
    [a, b]: &[&Contestant<'_, G>; 2],
    settings: &GameSettings,
    seed: u64,
    index: u32,
) -> Option<[u8; 2]> {
    play_pair(game, &random_opening(game, settings, seed, index), &[a, b], settings)
}

/// How the `index`-th pair of games of a seed begins.
pub fn random_opening<G: Game>(game: &G, settings: &GameSettings, seed: u64, index: u32) -> Vec<G::Position> {
    game_loop::opening(game, settings, &mut game_loop::generator(seed, index))
}

/// A pair of games from the end of `start`, told as the half points that the first takes in both; `None` if it was stopped. Of the
/// settings, only the longest game counts.
pub fn play_pair<G: Game>(
    game: &G,
    start: &[G::Position],
    [a, b]: &[&Contestant<'_, G>; 2],
    settings: &GameSettings,
) -> Option<[u8; 2]> {
    let mut half_points = [0; 2];
    for (half_points, (side, [first, second])) in
        half_points.iter_mut().zip(Side::BOTH.into_iter().zip([[a, b], [b, a]]))
    {
        let (mut one, mut other) = ((first.search)(), (second.search)());
        let searches: &mut [(&mut dyn Search<G>, _)] =
            &mut [(&mut *one, &first.limits), (&mut *other, &second.limits)];
        let outcome = game_loop::play_on(game, &mut start.to_vec(), settings, searches, |_, _| {
            ControlFlow::Continue(())
        })?;
        *half_points = (2.0 * outcome.value_for(side)) as u8;
    }
    Some(half_points)
}
