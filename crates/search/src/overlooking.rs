//! A player who does not see every move: any search, on some of the root's moves.

use crate::{Limits, Report, Search, legal_moves};
use game::{Game, random};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Makes another search overlook moves as people do: each move of the root goes unnoticed with a certain chance, and
/// among those noticed the search chooses as well as it can. So it takes what hangs on most days, and then misses the
/// one move that mattered, which is how beginners lose; noise on scores would make it play nonsense instead.
///
/// What is overlooked depends on the position and the seed alone: the same game twice is played the same.
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
}

impl<G: Game> Search<G> for Overlooking<G> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let position = line.last().expect("a line ends with the position searched");
        let mut rng = Pcg64Mcg::seed_from_u64(self.seed ^ game.key(position));
        let mut allowed =
            limits.root_moves.clone().unwrap_or_else(|| (0..legal_moves(game, line).len()).collect());
        if !allowed.is_empty() {
            // Drawn first, so that it is as likely any of them.
            let seen = allowed[random::below(&mut rng, allowed.len() as u32) as usize];
            allowed.retain(|&place| random::below(&mut rng, 100) >= self.percent || place == seen);
        }
        let limits = Limits { root_moves: Some(allowed), ..limits.clone() };
        self.search.search(game, line, &limits, progress)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
