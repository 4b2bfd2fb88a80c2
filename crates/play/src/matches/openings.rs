//! How the games of a match begin.

use super::Plan;
use crate::{Error, Table};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::random;

/// The openings of a match, one after the other, each for two games.
pub(super) struct Openings {
    /// The positions to begin with, in turn.
    laid: Vec<Box<dyn Table>>,
    plies: u32,
    rng: Pcg64Mcg,
    games: u32,
    next: u32,
    current: Box<dyn Table>,
}

impl Openings {
    /// # Errors
    /// If one of the plan's positions is none, or one that is over.
    pub fn new(table: &dyn Table, plan: &Plan, rng: Pcg64Mcg) -> Result<Openings, Error> {
        let lay = |text: &String| {
            let mut laid = table.fork();
            laid.set_position(text)?;
            laid.result().map_or(Ok(laid), |result| Err(Error::Over(result.text)))
        };
        let mut laid = plan.openings.iter().map(lay).collect::<Result<Vec<_>, _>>()?;
        if laid.is_empty() {
            laid.push(table.fork());
        }
        Ok(Openings { laid, plies: plan.opening, rng, games: plan.games, next: 0, current: table.fork() })
    }
}

impl Iterator for Openings {
    /// The number of the game, and the table that it begins at.
    type Item = (u32, Box<dyn Table>);

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next;
        if game >= self.games {
            return None;
        }
        if game.is_multiple_of(2) {
            let laid = &self.laid[(game / 2) as usize % self.laid.len()];
            self.current = random_moves(&**laid, self.plies, &mut self.rng);
        }
        self.next += 1;
        Some((game, self.current.fork()))
    }
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
