//! A legal move by chance: the foot of the ladder.

use crate::host::Instant;
use crate::record::Recorded;
use crate::{Limits, Report, Search, legal_moves};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, random};

/// Chooses uniformly among the legal moves.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    rng: Pcg64Mcg,
}

impl Random {
    /// A player whose choices follow from the seed.
    pub fn new(seed: u64) -> Random {
        Random { seed, rng: Pcg64Mcg::seed_from_u64(seed) }
    }
}

impl<G: Game> Search<G> for Random {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let began = Instant::now();
        let moves = limits.allowed(legal_moves(game, line));
        let mut report = Report::empty();
        if !moves.is_empty() {
            let mv = moves[random::below(&mut self.rng, moves.len() as u32) as usize];
            report.best = Some(mv);
            report.line = vec![mv];
        }
        report.time = began.elapsed();
        progress(&report);
        report
    }

    fn record(&mut self, _: &G, _: &[G::Position], _: &Limits, _: usize) -> Option<Recorded<G::Move>> {
        None
    }

    fn forget(&mut self) {
        self.rng = Pcg64Mcg::seed_from_u64(self.seed);
    }

    fn hash_table(&mut self) -> Option<&mut dyn crate::HashTable> {
        None
    }
}
