//! Whether new weights play better than old ones.

use crate::{Plan, contest, parallel};
use game::{Game, Outcome, Side};
use search::{Evaluator, Tactics};

/// The games of the first of two evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Score {
    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, ½ before the first game.
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// The standard error of the share, every game taken as independent.
    pub fn error(&self) -> f64 {
        let (share, games) = (self.share(), f64::from(self.games().max(1)));
        let spread = f64::from(self.wins) * (1.0 - share).powi(2)
            + f64::from(self.draws) * (0.5 - share).powi(2)
            + f64::from(self.losses) * share.powi(2);
        spread.sqrt() / games
    }
}

/// Plays the games of the plan between two evaluations, in pairs: from one random opening, with sides swapped.
/// `progress` hears of every pair. The style's stop flag ends it with the pairs that are complete.
pub fn duel<G, E, T>(
    game: &G,
    [a, b]: [&E; 2],
    tactics: &T,
    plan: &Plan,
    progress: &mut dyn FnMut(Score),
) -> Score
where
    G: Game,
    E: Evaluator<G> + Clone,
    T: Tactics<G, E> + Clone,
{
    let mut score = Score::default();
    let job = |index| {
        let mut rng = contest::generator(plan.seed, index);
        let start = contest::opening(game, &plan.style, &mut rng);
        let mut outcomes = [Outcome::Draw; 2];
        for (outcome, [first, second]) in outcomes.iter_mut().zip([[a, b], [b, a]]) {
            let search = |evaluator: &E| contest::player(evaluator.clone(), tactics.clone());
            let mut searches = [search(first), search(second)];
            *outcome = contest::play_on(game, &mut start.clone(), &plan.style, &mut searches, |_, _| {})?;
        }
        Some(outcomes)
    };
    parallel::in_order(plan.games / 2, plan.threads, job, |_, outcomes| {
        for (outcome, side) in outcomes.iter().zip(Side::BOTH) {
            match outcome {
                Outcome::Draw => score.draws += 1,
                Outcome::Win(winner) if *winner == side => score.wins += 1,
                Outcome::Win(_) => score.losses += 1,
            }
        }
        progress(score);
    });
    score
}
