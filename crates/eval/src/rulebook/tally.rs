//! What is counted and wins once there is enough of it: checks given, pieces taken.

use super::layout::Layout;
use wanqi_game::Side;
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights lie of something that is counted.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    first: usize,
    /// How many win.
    goal: usize,
    count: fn(&Position, Side) -> u8,
}

/// Counts told apart at most; larger goals are divided into as many parts.
const LEVELS: usize = 10;
/// What a side would have with all the checks that win, before anything has been learned. It grows with the square: the last
/// ones matter most. Measured: docs/experiments/rules.md.
const CHECKS: i32 = 900;
/// The same of pieces taken: no prior has measured better than none, but tuning may find one.
const CAPTURED: i32 = 0;

impl Tally {
    /// One for each thing that the rules count.
    pub fn all(game: &Rulebook, layout: &mut Layout) -> Vec<Tally> {
        let rules = game.rules();
        let ends = &rules.ends;
        let sign = if ends.misere { -1 } else { 1 };
        let mut tally = |name, help, goal: Option<u8>, peak: i32, count| {
            let goal = usize::from(goal?);
            let levels = goal.min(LEVELS) as i32;
            let prior: Vec<i32> =
                (0..levels).map(|level| sign * peak * level * level / (levels * levels)).collect();
            let first = layout.table(name, help, &prior, prior.len());
            Some(Tally { first, goal, count })
        };
        let checks =
            tally("CHECKS", "Checks given, by how many.", ends.checks, CHECKS, Position::checks_given);
        let captured =
            tally("CAPTURED", "Pieces taken, by how many.", ends.captured, CAPTURED, Position::pieces_taken);
        checks.into_iter().chain(captured).collect()
    }

    pub fn count(&self, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let count = usize::from((self.count)(position, side)).min(self.goal - 1);
            let level = count * self.goal.min(LEVELS) / self.goal;
            add(self.first + level, if side == Side::First { 1 } else { -1 });
        }
    }
}
