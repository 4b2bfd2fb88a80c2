//! What pieces can do: moves, takes, and how near they come to a royal piece.

use super::kind_at;
use super::layout::Layout;
use super::pieces::Pieces;
use game::{Game, Side};
use games::rulebook::model::{Rules, Step, Verdict};
use games::rulebook::points::PointSet;
use games::rulebook::{Position, Rulebook};

/// Where the weights of moves and takes lie.
#[derive(Clone, Debug)]
pub(super) struct Action {
    values: Vec<i32>,
    /// A move of each kind.
    first_move: usize,
    /// Few moves left.
    few: Option<usize>,
    /// The best that the side to move, and the other, can take; and that it can win if what takes is lost.
    takes: Option<usize>,
    /// Enemy moves next to a royal piece, own pieces there, check.
    royal: Option<(usize, Vec<PointSet>)>,
}

/// With fewer moves than this a side may soon have none.
const FEW: i32 = 8;

impl Action {
    /// `None` if no piece goes anywhere.
    pub fn new(game: &Rulebook, pieces: &Pieces, layout: &mut Layout) -> Option<Action> {
        let rules = game.rules();
        if rules.kinds.iter().all(|kind| kind.moves.is_empty()) {
            return None;
        }
        let values = pieces.values.clone();
        let is_royal = rules.kinds.iter().any(|kind| kind.royal);
        let stuck = rules.ends.no_moves;
        let sign = if stuck == [Verdict::Win; 2] || rules.ends.misere { -1 } else { 1 };
        let stuck_matters =
            stuck.iter().any(|verdict| matches!(verdict, Verdict::Loss | Verdict::Win)) && !is_royal;
        // Where the game is about moves and nothing else, they are worth more.
        let about_moves = stuck_matters
            && rules.ends.reach.is_empty()
            && rules.ends.eliminate.is_empty()
            && !rules.ends.gather;
        let each = if about_moves { 12 } else { 3 };
        let prior: Vec<i32> =
            rules.kinds.iter().map(|kind| if kind.royal { 0 } else { sign * each }).collect();
        let first_move = layout.table("MOVES", "A move of a piece of each kind.", &prior, 8);
        let few = stuck_matters.then(|| {
            layout.one(
                "FEW_MOVES",
                "A move less than eight in all.",
                if about_moves { -30 } else { -8 } * sign,
            )
        });
        let takes = takes_by_going(rules).then(|| {
            let help = "A tenth of: the best piece that the side to move can take, what it wins if the taker is lost, \
                        and both of the other side.";
            layout.table("TAKES", help, &[2, 3, 0, 1], 4)
        });
        let royal = is_royal.then(|| {
            let help = "Next to a royal piece: a move of the enemy, an own piece; and check.";
            (layout.table("ROYAL", help, &[-8, 6, -20], 3), near(rules))
        });
        Some(Action { values, first_move, few, takes, royal })
    }

    pub fn count(&self, game: &Rulebook, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let to_move = game.side_to_move(position);
        let royals = Side::BOTH.map(|side| self.royal.as_ref().and_then(|_| royal_of(game, position, side)));
        for side in Side::BOTH {
            let sign = if side == Side::First { 1 } else { -1 };
            let zone =
                self.royal.as_ref().zip(royals[side.opponent().index()]).map(|((_, near), at)| near[at]);
            let (mut all, mut into_zone, mut best, mut gain) = (0, 0, 0, 0);
            for point in position.pieces(side).iter() {
                let kind = kind_at(game, position, point);
                let mut moves = 0;
                game.each_going(position, side, point, |mv| {
                    moves += 1;
                    let Some(to) = mv.to() else { return };
                    if let Some(zone) = &zone {
                        into_zone += i32::from(zone.has(to));
                    }
                    let taken = mv.jumped().unwrap_or(to);
                    if let Some((victim, Some(owner))) = game.piece_at(position, taken)
                        && owner != side
                    {
                        let victim = self.values[usize::from(victim)];
                        best = best.max(victim);
                        gain = gain.max(victim - self.values[kind]);
                    }
                });
                if moves > 0 {
                    add(self.first_move + kind, sign * moves);
                    all += moves;
                }
            }
            if let Some(few) = self.few
                && all < FEW
            {
                add(few, sign * (FEW - all));
            }
            if let Some(takes) = self.takes {
                let first = if side == to_move { takes } else { takes + 2 };
                add(first, sign * (best / 10));
                add(first + 1, sign * (gain / 10));
            }
            if let Some((first, near)) = &self.royal {
                // The enemy's moves are counted against the side that they press.
                add(*first, -sign * into_zone);
                if let Some(at) = royals[side.index()] {
                    add(first + 1, sign * near[at].and(position.pieces(side)).len() as i32);
                    if side == to_move && game.in_check(position, side) {
                        add(first + 2, sign);
                    }
                }
            }
        }
    }
}

/// Whether pieces are taken by going onto them or over them.
pub(super) fn takes_by_going(rules: &Rules) -> bool {
    use games::rulebook::model::Shape;
    rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| {
        rule.captures && !matches!(rule.shape, Shape::Jump { takes: false, .. })
            || matches!(rule.shape, Shape::Jump { takes: true, .. })
    })
}

/// Whether pieces come onto the board in every usual turn, and nothing else happens in it.
pub(super) fn places_only(rules: &Rules) -> bool {
    rules
        .turn
        .steps
        .iter()
        .all(|step| matches!(step, Step::Act { moves: false, places: true, .. } | Step::Place(_)))
}

fn royal_of(game: &Rulebook, position: &Position, side: Side) -> Option<usize> {
    let rules = game.rules();
    position.pieces(side).iter().find(|&point| rules.kinds[kind_at(game, position, point)].royal)
}

/// Each point and its neighbours.
fn near(rules: &Rules) -> Vec<PointSet> {
    let board = &rules.board;
    let of = |point: usize| {
        let neighbours =
            board.neighbours(true).iter().filter_map(|&way| board.beyond(point, way, Side::First));
        neighbours.chain([point]).collect()
    };
    (0..board.len()).map(of).collect()
}
