//! Fair openings by chance: random moves from the start, of which a search says that neither side is ahead by much. For
//! matches in which nobody is to win by what he has learnt by heart; Othello's players call them XOT,
//! <https://berg.earthlingz.de/xot/aboutxot.php?lang=en>.

use super::openings::{mixed, random_moves};
use crate::{Error, Limits, Player, Table, Value};
use rand_core::SeedableRng;
use std::collections::HashSet;

/// Looks for fair openings, none of which is another one turned or mirrored.
#[derive(Clone, Debug)]
pub struct FairOpenings {
    /// Random moves from the table's position.
    pub plies: u32,
    /// The most that a position may be worth to either side, in hundredths of what the game's players count in.
    pub within: u32,
    /// Of the random moves.
    pub seed: u64,
    /// The positions that were tried, as they are told from all that are not alike.
    tried: HashSet<u64>,
}

/// A fair opening.
#[derive(Clone, PartialEq, Debug)]
pub struct FairOpening {
    /// The position.
    pub position: String,
    /// How it came about, in the notation for people.
    pub moves: Vec<String>,
    /// What it is worth to the side to move.
    pub value: Value,
}

impl FairOpenings {
    /// Looks for openings of so many plies that are worth at most so much.
    pub fn new(plies: u32, within: u32, seed: u64) -> FairOpenings {
        FairOpenings { plies, within, seed, tried: HashSet::new() }
    }

    /// The opening of an attempt, if it is a fair one and new. The same for the same seed and attempts before.
    ///
    /// # Errors
    /// If the player fails.
    pub fn attempt(
        &mut self,
        number: u64,
        table: &dyn Table,
        player: &mut dyn Player,
        limits: &Limits,
    ) -> Result<Option<FairOpening>, Error> {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(mixed(self.seed, number));
        let laid = random_moves(table, self.plies, &mut rng);
        let turned = laid.turned().into_iter().map(|turned| turned.key);
        let alike = turned.chain([laid.position_key()]).min();
        if laid.ply() < table.ply() + self.plies as usize || !alike.is_some_and(|key| self.tried.insert(key))
        {
            return Ok(None);
        }
        player.forget();
        let value = player.think(&*laid, limits, &mut |_| {})?.value;
        if limits.stop.is_stopped()
            || value.decided().is_some()
            || value.centipawns().unsigned_abs() > self.within
        {
            return Ok(None);
        }
        let moves = laid.played(0).split_off(table.ply());
        Ok(Some(FairOpening { position: laid.view().position, moves, value }))
    }
}
