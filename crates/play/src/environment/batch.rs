//! Many games of one environment.

use super::episode::{Begun, Episode};
use super::{Batch, Learned};
use crate::Error;
use rand_core::SeedableRng;
use rand_pcg::Mcg128Xsl64;
use std::ops::Range;
use std::sync::Arc;
use wanqi_game::{Side, random};

/// A [`Batch`] of a game whose type is known.
pub(super) struct Games<G: Learned> {
    begun: Arc<Begun<G>>,
    games: Vec<OneOfMany<G>>,
    /// The number of the first of them among all games of its kind, of which these may be a part.
    first: usize,
    auto_reset: bool,
}

/// One of many games.
struct OneOfMany<G: Learned> {
    episode: Episode<G>,
    /// What is played next; `None` where the game is over.
    chosen: Option<G::Move>,
    /// Its own, so that what is drawn does not depend on how the games are shared out.
    rng: Mcg128Xsl64,
}

impl<G: Learned> Games<G> {
    pub fn new(begun: Arc<Begun<G>>, games: Range<usize>, seed: u64, auto_reset: bool) -> Games<G> {
        let first = games.start;
        let new = |game: usize| OneOfMany {
            episode: Episode::new(&begun),
            chosen: None,
            rng: Mcg128Xsl64::seed_from_u64(random::word(seed, game as u64)),
        };
        Games { games: games.map(new).collect(), begun, first, auto_reset }
    }
}

impl<G: Learned> Batch for Games<G> {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn choose(&mut self, actions: &[i64]) -> Result<(), Error> {
        for (game, (of_many, &action)) in self.games.iter_mut().zip(actions).enumerate() {
            of_many.chosen = match of_many.episode.outcome {
                Some(_) => None,
                None => {
                    let found = of_many.episode.move_of(&self.begun.game, action);
                    Some(found.map_err(|error| Error::spec(format!("game {}: {error}", self.first + game)))?)
                }
            };
        }
        Ok(())
    }

    fn play(&mut self, rewards: &mut [f32], ended: &mut [bool]) {
        rewards.fill(0.0);
        ended.fill(false);
        let told = rewards.chunks_exact_mut(2).zip(ended);
        for (OneOfMany { episode, chosen, .. }, (rewards, ended)) in self.games.iter_mut().zip(told) {
            let Some(mv) = chosen.take() else { continue };
            episode.play(&self.begun.game, mv);
            let Some(outcome) = episode.outcome else { continue };
            *ended = true;
            for (reward, side) in rewards.iter_mut().zip(Side::BOTH) {
                *reward = (2.0 * outcome.value_for(side) - 1.0) as f32;
            }
            if self.auto_reset {
                episode.begin(&self.begun);
            }
        }
    }

    fn masks(&mut self, out: &mut [bool]) {
        let rows = out.chunks_exact_mut(self.begun.game.action_count());
        for (of_many, row) in self.games.iter_mut().zip(rows) {
            row.fill(false);
            of_many
                .episode
                .legal(&self.begun.game)
                .iter()
                .for_each(|&(action, _)| row[action as usize] = true);
        }
    }

    fn observe(&self, out: &mut [f32]) {
        let mut room = Vec::new();
        let rows = out.chunks_exact_mut(self.begun.game.shape().iter().product());
        for (of_many, row) in self.games.iter().zip(rows) {
            self.begun.game.observe(of_many.episode.position(), &mut room, row);
        }
    }

    fn sides(&self, out: &mut [i8]) {
        for (OneOfMany { episode, .. }, out) in self.games.iter().zip(out) {
            *out = match episode.outcome {
                Some(_) => -1,
                None => self.begun.game.side_to_move(episode.position()).index() as i8,
            };
        }
    }

    fn sample(&mut self, out: &mut [i64]) {
        for (OneOfMany { episode, rng, .. }, out) in self.games.iter_mut().zip(out) {
            *out = episode.draw(&self.begun.game, rng).map_or(-1, |(action, _)| action.into());
        }
    }

    fn random_steps(&mut self, steps: u64) -> u64 {
        let mut finished = 0;
        for OneOfMany { episode, rng, .. } in &mut self.games {
            for _ in 0..steps {
                let Some((_, mv)) = episode.draw(&self.begun.game, rng) else { break };
                episode.play(&self.begun.game, mv);
                if episode.outcome.is_some() {
                    finished += 1;
                    if self.auto_reset {
                        episode.begin(&self.begun);
                    }
                }
            }
        }
        finished
    }

    fn reset(&mut self, only_ended: bool) {
        let wanted = |of_many: &&mut OneOfMany<G>| !only_ended || of_many.episode.outcome.is_some();
        self.games.iter_mut().filter(wanted).for_each(|of_many| of_many.episode.begin(&self.begun));
    }
}
