//! Balanced openings, found by chance and by search.

use super::symmetry::upright;
use super::{RootProver, ThreatSearch};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_eval::gomoku::{Lines, ThreatTactics};
use wanqi_game::{Game, random};
use wanqi_games::gomoku::{Gomoku, Position};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Limits, Search, Stop};

/// Looks for positions of a few stones that favour neither side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BalancedOpenings {
    /// How far a search looks that says what a position is worth, in nodes.
    pub nodes: u64,
    /// The most that it may be worth to either side.
    pub within: i32,
}

impl Default for BalancedOpenings {
    fn default() -> Self {
        BalancedOpenings { nodes: 2_000_000, within: 40 }
    }
}

/// How far from the centre stones are put.
const REACH: usize = 3;
/// Positions that threat search looks at for either side.
const THREATS: u64 = 5000;
/// Most positions are shown to favour a side by a shorter look: the part of the nodes that it takes, and how many times as
/// much as in the end a position may be worth by it.
const LOOKS: [(u64, i32); 3] = [(64, 4), (8, 2), (1, 1)];

impl BalancedOpenings {
    /// The position of a number: three to five stones put by chance near the centre, turned so that all that are the same by
    /// symmetry are one, and what it is worth to who is to move. `None` if either side wins by threats, if it is worth too
    /// much, or if it was stopped.
    pub fn position(&self, game: &Gomoku, seed: u64, number: u64, stop: &Stop) -> Option<(Position, i32)> {
        let mut rng = Pcg64Mcg::seed_from_u64(random::word(seed, number));
        let stones = 3 + random::below(&mut rng, 3);
        let mut position = game.start();
        let width = 2 * REACH as u32 + 1;
        for _ in 0..stones {
            let mut near_middle =
                |count: usize| (count / 2).saturating_sub(REACH) + random::below(&mut rng, width) as usize;
            let mv = game.move_at(&position, near_middle(game.rows()), near_middle(game.columns()))?;
            game.play(&mut position, mv);
        }
        let position = upright(game, &position)?;
        let limits = |nodes| Limits { stop: stop.clone(), ..Limits::nodes(nodes) };
        let threats = ThreatSearch { table_mb: 1 };
        let waiting = game.turned(&position);
        if [&position, &waiting].into_iter().any(|p| threats.prove(game, p, &limits(THREATS)).proof.is_some())
        {
            return None;
        }
        let options = Options { table_mb: 16, ..Options::default() };
        let mut search =
            Best::with_prover(Lines::default(), ThreatTactics::default(), RootProver::default(), options);
        let mut value = 0;
        for (part, times) in LOOKS {
            let limits = limits((self.nodes / part).max(1));
            let report = search.search(game, std::slice::from_ref(&position), &limits, &mut |_| {});
            value = report.score.value();
            if stop.is_stopped() || value.abs() > times * self.within {
                return None;
            }
        }
        Some((position, value))
    }
}
