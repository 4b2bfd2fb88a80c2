//! Seeds that are sown: how many each side has taken, and what it still has in its pits.

use super::layout::Layout;
use wanqi_game::Side;
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of seeds lie.
#[derive(Clone, Debug)]
pub(super) struct Seeds {
    stored: usize,
    in_pits: usize,
    /// The pits of the first side begin here; those before are the second's.
    half: usize,
}

impl Seeds {
    /// For games of sowing alone.
    pub fn new(game: &Rulebook, layout: &mut Layout) -> Option<Seeds> {
        let rules = game.rules();
        rules.sow.as_ref()?;
        let sign = if rules.ends.misere { -1 } else { 1 };
        Some(Seeds {
            stored: layout.one("STORED", "A seed that has been taken.", sign * 50),
            in_pits: layout.one("IN_PITS", "A seed in the side's own pits.", sign * 10),
            half: rules.board.len() / 2,
        })
    }

    /// Counts the seeds.
    pub fn count(&self, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let stored = Side::BOTH.map(|side| i32::from(position.in_hand(side, 0)));
        add(self.stored, stored[0] - stored[1]);
        let (second, first) = position.contents(2 * self.half).split_at(self.half);
        let seeds = |pits: &[u8]| pits.iter().map(|&seeds| i32::from(seeds)).sum::<i32>();
        add(self.in_pits, seeds(first) - seeds(second));
    }
}
