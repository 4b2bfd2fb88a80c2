//! A player who does not see every move: any search, on some of the root's moves.

use crate::record::Recorded;
use crate::{Limits, Report, Search, legal_moves};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, random};

/// Makes another search overlook moves as people do: each move of the root goes unnoticed with a certain chance, and
/// among those noticed the search chooses as well as it can. So it takes what hangs on most days, and then misses the
/// one move that mattered, which is how beginners lose; noise on scores would make it play nonsense instead.
///
/// What is overlooked depends on the position and the seed alone: the same game twice is played the same. Where nothing is
/// overlooked, the search is what it is without.
pub struct Overlooking<G: Game> {
    search: Box<dyn Search<G>>,
    percent: u32,
    seed: u64,
}

impl<G: Game> Overlooking<G> {
    /// `percent`: of the moves of the root, how many go unnoticed on average. One move is always noticed.
    pub fn new(search: Box<dyn Search<G>>, percent: u32, seed: u64) -> Overlooking<G> {
        Overlooking { search, percent, seed }
    }

    /// The limits without the moves that are overlooked.
    fn noticed(&self, game: &G, line: &[G::Position], limits: &Limits) -> Limits {
        let position = line.last().expect("a line ends with the position searched");
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed ^ game.key(position));
        let mut allowed =
            limits.root_moves.clone().unwrap_or_else(|| (0..legal_moves(game, line).len()).collect());
        let all = allowed.len();
        if all > 0 {
            // Drawn first, so that it is as likely any of them.
            let seen = allowed[random::below(&mut rng, all as u32) as usize];
            allowed.retain(|&place| random::below(&mut rng, 100) >= self.percent || place == seen);
        }
        // A search of all moves may be remembered, and proven, as one of some may not.
        let root_moves = if allowed.len() == all { limits.root_moves.clone() } else { Some(allowed) };
        Limits { root_moves, ..limits.clone() }
    }
}

impl<G: Game> Search<G> for Overlooking<G> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.search.search(game, line, &self.noticed(game, line, limits), progress)
    }

    fn record(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        most: usize,
    ) -> Option<Recorded<G::Move>> {
        self.search.record(game, line, &self.noticed(game, line, limits), most)
    }

    fn forget(&mut self) {
        self.search.forget();
    }

    fn hash_table(&mut self) -> Option<&mut dyn crate::HashTable> {
        self.search.hash_table()
    }
}
