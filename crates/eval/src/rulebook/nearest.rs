//! The piece that is nearest to where it wins.

use super::layout::Layout;
use super::{distance, kind_at};
use wanqi_game::Side;
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of being near a goal lie.
#[derive(Clone, Debug)]
pub(super) struct Nearest {
    first: usize,
    /// Steps to the goal by side, kind and point; [`FAR`] where the piece never comes there.
    steps: [Vec<Vec<u8>>; 2],
}

/// So many steps or more are all the same.
const FAR: u8 = 8;

impl Nearest {
    /// One for each goal to be reached.
    pub fn all(game: &Rulebook, layout: &mut Layout) -> Vec<Nearest> {
        let rules = game.rules();
        let sign = if rules.ends.misere { -1.0 } else { 1.0 };
        let of = |(index, reach): (usize, &wanqi_games::rulebook::model::Reach)| {
            let steps = Side::BOTH.map(|side| {
                let of_kind = |kind: usize| -> Vec<u8> {
                    if reach.kinds >> kind & 1 == 0 {
                        return vec![FAR; rules.board.len()];
                    }
                    let goal = reach.on[side.index()];
                    let steps = distance::to_goal(game, side, kind as u8, goal);
                    steps.into_iter().map(|steps| steps.unwrap_or(FAR).min(FAR)).collect()
                };
                (0..rules.kinds.len()).map(of_kind).collect()
            });
            let prior: Vec<i32> =
                (0..FAR).map(|steps| (sign * 300.0 * 0.55_f64.powi(steps.into())) as i32).collect();
            let help = "The piece nearest to its goal has so many steps to go.";
            let first = layout.table(&format!("NEAREST_{index}"), help, &prior, FAR.into());
            Nearest { first, steps }
        };
        rules.ends.reach.iter().enumerate().map(of).collect()
    }

    pub fn count(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let of = |point| self.steps[side.index()][kind_at(game, position, point)][point];
            let nearest = position.pieces(side).iter().map(of).min().unwrap_or(FAR);
            if nearest < FAR {
                add(self.first + usize::from(nearest), if side == Side::First { 1 } else { -1 });
            }
        }
    }
}
