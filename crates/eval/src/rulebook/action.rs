//! What pieces can do: moves, takes, and how near they come to a royal piece.

use super::kind_at;
use super::layout::Layout;
use super::pieces::Pieces;
use wanqi_game::{Game, Side};
use wanqi_games::rulebook::model::{Rules, Step, Verdict};
use wanqi_games::rulebook::points::PointSet;
use wanqi_games::rulebook::{Position, Rulebook};

/// Where the weights of moves and takes lie.
#[derive(Clone, Debug)]
pub(super) struct Action {
    values: Vec<i32>,
    /// A move of each kind.
    first_move: usize,
    /// A piece that has a move at all.
    able: usize,
    /// Few moves left, of each side; the same for both where they are to both.
    few: Option<[usize; 2]>,
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
        // Where a side cannot lose but by having no moves, they are worth more to it.
        let about_moves = Side::BOTH.map(|side| {
            let matters = matches!(stuck[side.index()], Verdict::Loss | Verdict::Win);
            matters && stuck_matters && only_stuck(rules, side)
        });
        let start = game.start();
        let holds = |side: Side, kind: usize| {
            start.in_hand(side, kind as u8) > 0
                || start.pieces(side).iter().any(|point| kind_at(game, &start, point) == kind)
        };
        let prior: Vec<i32> = (0..rules.kinds.len())
            .map(|kind| {
                let mut holders = Side::BOTH.into_iter().filter(|&side| holds(side, kind)).peekable();
                let all = holders.peek().is_some() && holders.all(|side| about_moves[side.index()]);
                match (rules.kinds[kind].royal, all) {
                    (true, _) => 0,
                    (false, true) => 12 * sign,
                    (false, false) => 3 * sign,
                }
            })
            .collect();
        let first_move = layout.table("MOVES", "A move of a piece of each kind.", &prior, 8);
        // Where every move is a take, both sides have as many, but not as many pieces that can make one.
        let able = if about_moves == [true; 2] { 10 * sign } else { 0 };
        let able = layout.one("ABLE", "A piece that has a move.", able);
        let few = stuck_matters.then(|| {
            let prior = about_moves.map(|about| if about { -30 } else { -8 } * sign);
            let help = "A move less than eight in all.";
            if about_moves[0] == about_moves[1] {
                [layout.one("FEW_MOVES", help, prior[0]); 2]
            } else {
                [("FEW_MOVES_FIRST", prior[0]), ("FEW_MOVES_SECOND", prior[1])]
                    .map(|(name, prior)| layout.one(name, help, prior))
            }
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
        Some(Action { values, first_move, able, few, takes, royal })
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
                    add(self.able, sign);
                    all += moves;
                }
            }
            if let Some(few) = self.few
                && all < FEW
            {
                add(few[side.index()], sign * (FEW - all));
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

/// Whether a side that can move cannot have lost.
fn only_stuck(rules: &Rules, side: Side) -> bool {
    let ends = &rules.ends;
    let enemy = side.opponent().index();
    ends.reach.iter().all(|reach| reach.on[enemy].is_empty())
        && ends.eliminate.iter().all(|rule| !rule.sides[side.index()])
        && ends.lines.is_empty()
        && ends.fill.is_none()
        && ends.connect.is_none()
        && ends.count.is_none()
        && !ends.gather
}

/// Whether pieces are taken by going onto them or over them.
pub(super) fn takes_by_going(rules: &Rules) -> bool {
    use wanqi_games::rulebook::model::Shape;
    rules.kinds.iter().flat_map(|kind| &kind.moves).any(|rule| {
        rule.captures && !matches!(rule.shape, Shape::Jump { takes: false, .. }) || rule.shape.takes_aside()
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
