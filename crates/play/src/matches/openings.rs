//! How the games of a match begin.

use super::Plan;
use crate::{Error, Table};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::{Mutex, PoisonError};
use wanqi_game::random;

/// The openings of a match, each for two games. Which one it is depends on the seed and on the number of the pair alone, so
/// that any pair can be played by itself.
pub(super) struct Openings {
    /// The positions to begin with, in turn. A table is no thing of several threads.
    laid: Mutex<Vec<Box<dyn Table>>>,
    plies: u32,
    seed: u64,
}

impl Openings {
    /// # Errors
    /// If one of the plan's positions is none, or one that is over.
    pub fn new(table: &dyn Table, plan: &Plan) -> Result<Openings, Error> {
        let lay = |text: &String| {
            let mut laid = table.fork();
            laid.set_position(text)?;
            laid.result().map_or(Ok(laid), |result| Err(Error::Over(result.text)))
        };
        let mut laid = plan.openings.iter().map(lay).collect::<Result<Vec<_>, _>>()?;
        if laid.is_empty() {
            laid.push(table.fork());
        }
        Ok(Openings { laid: Mutex::new(laid), plies: plan.opening, seed: plan.seed })
    }

    /// The table that the games of a pair begin at.
    pub fn of(&self, pair: u32) -> Box<dyn Table> {
        let laid = self.laid.lock().unwrap_or_else(PoisonError::into_inner);
        let table = laid[pair as usize % laid.len()].fork();
        drop(laid);
        let mut rng = Pcg64Mcg::seed_from_u64(mixed(self.seed, u64::from(pair)));
        random_moves(&*table, self.plies, &mut rng)
    }
}

/// A seed of its own for each number: the first keeps the seed.
pub(super) fn mixed(seed: u64, number: u64) -> u64 {
    seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Random moves from the table's position; fewer plies, or none, where they would end the game.
pub(super) fn random_moves(table: &dyn Table, plies: u32, rng: &mut impl Rng) -> Box<dyn Table> {
    const TRIES: u32 = 100;
    for _ in 0..TRIES {
        let mut opening = table.fork();
        for _ in 0..plies {
            let moves = opening.legal_moves(0);
            if moves.is_empty() {
                break;
            }
            let chosen = &moves[random::below(rng, moves.len() as u32) as usize];
            opening.play(chosen).expect("a legal move's own text is read back");
        }
        if opening.result().is_none() {
            return opening;
        }
    }
    table.fork()
}
