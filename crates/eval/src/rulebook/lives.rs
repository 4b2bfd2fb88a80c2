//! How near a side is to losing for having too few pieces.

use super::kind_at;
use super::layout::Layout;
use wanqi_game::Side;
use wanqi_games::rulebook::model::Eliminate;
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of the last pieces lie, for one rule about too few of them.
#[derive(Clone, Debug)]
pub(super) struct Lives {
    first: usize,
    rule: Eliminate,
    every_kind: bool,
}

/// Pieces to be lost that are told apart.
const LAST: usize = 4;

impl Lives {
    /// One for each rule that a side needs pieces.
    pub fn all(game: &Rulebook, layout: &mut Layout) -> Vec<Lives> {
        let rules = game.rules();
        let sign = if rules.ends.misere { -1 } else { 1 };
        let of = |(index, rule): (usize, &Eliminate)| {
            let help = "With this piece lost, and with the one, two or three after it, a side has too few.";
            let prior = [-200, -120, -60, -30].map(|prior| sign * prior);
            let first = layout.table(&format!("LIVES_{index}"), help, &prior, LAST);
            let every_kind =
                (0..rules.kinds.len()).all(|kind| rules.kinds[kind].neutral || rule.kinds >> kind & 1 != 0);
            Lives { first, rule: rule.clone(), every_kind }
        };
        // Where the last of a single piece decides, it is never seen lost.
        rules.ends.eliminate.iter().enumerate().map(of).collect()
    }

    pub fn count(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH.into_iter().filter(|side| self.rule.sides[side.index()]) {
            let counts = |point: &usize| self.rule.kinds >> kind_at(game, position, *point) & 1 != 0;
            let pieces = match self.every_kind {
                true => position.count(side),
                false => position.pieces(side).iter().filter(counts).count(),
            };
            let spare = pieces.saturating_sub(self.rule.fewer_than.into());
            if spare < LAST {
                add(self.first + spare, if side == Side::First { 1 } else { -1 });
            }
        }
    }
}
