//! How far a side is from having a piece on every point that it must fill.

use super::layout::Layout;
use super::{distance, kind_at};
use wanqi_game::Side;
use wanqi_games::rulebook::points::PointSet;
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of filling lie.
#[derive(Clone, Debug)]
pub(super) struct Fill {
    /// A step that a piece outside has to the nearest point to be filled.
    way: usize,
    /// A step that a point to be filled is from the nearest piece outside.
    lack: usize,
    goals: [PointSet; 2],
    /// Steps by side, kind, goal (in the order of its points) and point.
    steps: [Vec<Vec<Vec<u8>>>; 2],
}

/// So many steps or more are all the same.
const FAR: u8 = 20;
/// Larger regions are not looked at: tables and time grow with them.
const MAX: usize = 40;

impl Fill {
    /// `None` if there is nothing to be filled.
    pub fn new(game: &Rulebook, layout: &mut Layout) -> Option<Fill> {
        let rules = game.rules();
        let goals = rules.ends.fill?;
        if goals.iter().any(|goal| goal.len() > MAX) {
            return None;
        }
        let sign = if rules.ends.misere { -1 } else { 1 };
        let way = layout.one(
            "FILL_WAY",
            "A step less from a piece outside to the nearest point that it has to fill.",
            12 * sign,
        );
        let lack = layout.one(
            "FILL_LACK",
            "A step less from a point to be filled to the nearest piece outside.",
            8 * sign,
        );
        let steps = Side::BOTH.map(|side| {
            let of_kind = |kind: usize| -> Vec<Vec<u8>> {
                let to = |goal: usize| {
                    let steps = distance::to_goal(game, side, kind as u8, std::iter::once(goal).collect());
                    steps.into_iter().map(|steps| steps.unwrap_or(FAR).min(FAR)).collect()
                };
                goals[side.index()].iter().map(to).collect()
            };
            (0..rules.kinds.len()).map(of_kind).collect()
        });
        Some(Fill { way, lack, goals, steps })
    }

    pub fn count(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let sign = if side == Side::First { 1 } else { -1 };
            let (goal, own) = (self.goals[side.index()], position.pieces(side));
            let mut lack = [FAR; MAX];
            let mut way = 0;
            for point in own.except(goal).iter() {
                let steps = &self.steps[side.index()][kind_at(game, position, point)];
                let mut nearest = FAR;
                for (i, hole) in goal.iter().enumerate() {
                    if !own.has(hole) {
                        lack[i] = lack[i].min(steps[i][point]);
                        nearest = nearest.min(steps[i][point]);
                    }
                }
                way += i32::from(nearest);
            }
            let open = goal.iter().enumerate().filter(|&(_, hole)| !own.has(hole));
            add(self.way, -sign * way);
            add(self.lack, -sign * open.map(|(i, _)| i32::from(lack[i])).sum::<i32>());
        }
    }
}
