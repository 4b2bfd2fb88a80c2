//! The best static evaluation one ply ahead.

use crate::record::Recorded;
use crate::{Evaluator, Limits, NoTactics, Report, Search, Walk, legal_moves, root};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::{Game, random};

/// Makes the move after which the static evaluation is best, and wins at once if it can. Of equally good moves
/// it takes the first in the game's order, or with a [seed](Greedy::seeded) any of them.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluator: E,
    chance: Option<(u64, Pcg64Mcg)>,
}

impl<E> Greedy<E> {
    /// Of equally good moves, the first.
    pub fn new(evaluator: E) -> Greedy<E> {
        Greedy { evaluator, chance: None }
    }

    /// Of equally good moves, one by chance.
    #[must_use]
    pub fn seeded(evaluator: E, seed: u64) -> Greedy<E> {
        Greedy { evaluator, chance: Some((seed, Pcg64Mcg::seed_from_u64(seed))) }
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Greedy<E> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut moves = limits.allowed(legal_moves(game, line));
        if let Some((_, rng)) = &mut self.chance {
            // The first of equals is taken, so in shuffled order each is as likely (Fisher and Yates).
            for i in (1..moves.len()).rev() {
                moves.swap(i, random::below(rng, i as u32 + 1) as usize);
            }
        }
        let mut walk = Walk::begin(game, &self.evaluator, &NoTactics, line, limits);
        root::search(&mut walk, &moves, 1, true, progress, |walk, _, _| {
            let score = walk.finished().unwrap_or_else(|| walk.horizon());
            walk.turned(score)
        })
    }

    fn record(&mut self, _: &G, _: &[G::Position], _: &Limits, _: usize) -> Option<Recorded<G::Move>> {
        None
    }

    fn forget(&mut self) {
        if let Some((seed, rng)) = &mut self.chance {
            *rng = Pcg64Mcg::seed_from_u64(*seed);
        }
    }

    fn hash_table(&mut self) -> Option<&mut dyn crate::HashTable> {
        None
    }
}
