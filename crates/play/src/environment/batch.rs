//! Many games of one environment.

use super::episode::{Begun, Episode};
use super::{Batch, Learned};
use crate::Error;
use rand_core::SeedableRng;
use rand_pcg::Mcg128Xsl64;
use std::sync::Arc;
use wanqi_game::{Side, random};

/// A [`Batch`] of a game whose type is known.
pub(super) struct Games<G: Learned> {
    begun: Arc<Begun<G>>,
    episodes: Vec<Episode<G>>,
    auto_reset: bool,
    rng: Mcg128Xsl64,
    /// Where among its legal moves the action of each game is: room kept from step to step.
    places: Vec<usize>,
}

impl<G: Learned> Games<G> {
    pub fn new(begun: Arc<Begun<G>>, games: usize, seed: u64, auto_reset: bool) -> Games<G> {
        let episodes = (0..games).map(|_| Episode::new(&begun)).collect();
        let rng = Mcg128Xsl64::seed_from_u64(seed);
        Games { begun, episodes, auto_reset, rng, places: vec![0; games] }
    }
}

impl<G: Learned> Batch for Games<G> {
    fn len(&self) -> usize {
        self.episodes.len()
    }

    fn step(&mut self, actions: &[i64], rewards: &mut [f32], ended: &mut [bool]) -> Result<(), Error> {
        for (game, (episode, &action)) in self.episodes.iter().zip(actions).enumerate() {
            if episode.outcome.is_none() {
                let place = episode.place_of(action);
                self.places[game] = place.map_err(|error| Error::spec(format!("game {game}: {error}")))?;
            }
        }
        rewards.fill(0.0);
        ended.fill(false);
        let told = rewards.chunks_exact_mut(2).zip(ended);
        for ((episode, &place), (rewards, ended)) in self.episodes.iter_mut().zip(&self.places).zip(told) {
            if episode.outcome.is_some() {
                continue;
            }
            episode.play(&self.begun.game, place);
            let Some(outcome) = episode.outcome else { continue };
            *ended = true;
            for (reward, side) in rewards.iter_mut().zip(Side::BOTH) {
                *reward = (2.0 * outcome.value_for(side) - 1.0) as f32;
            }
            if self.auto_reset {
                episode.begin(&self.begun);
            }
        }
        Ok(())
    }

    fn masks(&self, out: &mut [bool]) {
        let rows = out.chunks_exact_mut(self.begun.game.action_count());
        self.episodes.iter().zip(rows).for_each(|(episode, row)| episode.mask(row));
    }

    fn observe(&self, out: &mut [f32]) {
        let mut room = Vec::new();
        let rows = out.chunks_exact_mut(self.begun.game.shape().iter().product());
        for (episode, row) in self.episodes.iter().zip(rows) {
            self.begun.game.observe(episode.position(), &mut room, row);
        }
    }

    fn sides(&self, out: &mut [i8]) {
        for (episode, out) in self.episodes.iter().zip(out) {
            *out = match episode.outcome {
                Some(_) => -1,
                None => self.begun.game.side_to_move(episode.position()).index() as i8,
            };
        }
    }

    fn sample(&mut self, out: &mut [i64]) {
        for (episode, out) in self.episodes.iter().zip(out) {
            *out = match episode.legal.len() {
                0 => -1,
                count => episode.legal[random::below(&mut self.rng, count as u32) as usize].0.into(),
            };
        }
    }

    fn random_steps(&mut self, steps: u64) -> u64 {
        let mut finished = 0;
        for episode in &mut self.episodes {
            for _ in 0..steps {
                if episode.legal.is_empty() {
                    break;
                }
                let at = random::below(&mut self.rng, episode.legal.len() as u32);
                episode.play(&self.begun.game, at as usize);
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
        let wanted = |episode: &&mut Episode<G>| !only_ended || episode.outcome.is_some();
        self.episodes.iter_mut().filter(wanted).for_each(|episode| episode.begin(&self.begun));
    }
}
