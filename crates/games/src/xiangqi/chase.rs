//! Perpetual chase, as the rules of Asia have it: <http://www.wxf.org/xq/rule/asia/>.
//!
//! A move chases a piece if it makes a threat to take it that was not there before. Threats of kings and pawns do not count,
//! nor those to kings, to pawns that have not crossed the river, to pieces that are protected (a rook that a horse or a
//! cannon threatens counts all the same), and to one of the same kind that could take what threatens it. A side whose every
//! move in a cycle chases the same piece has chased it for ever, whichever of its pieces made the threats.

use super::piece::Kind;
use super::points::{POINTS, Point, PointSet, bit, half, holds, lowest, points};
use super::position::Position;
use super::{Move, each_capture};
use wanqi_game::Side;

/// The side that chased a piece by every one of its moves while the other did not. `line` begins with the position that it
/// ends with, and nothing was captured on the way.
pub(super) fn perpetual_chaser(line: &[Position]) -> Option<Side> {
    // Where the piece that stands on a point stood at first.
    let mut origins: [Point; POINTS] = std::array::from_fn(|point| point as Point);
    // By their first points, the pieces of each side's opponent that it has chased by every move.
    let mut chased = [PointSet::MAX; 2];
    for pair in line.windows(2) {
        let [before, after] = [&pair[0], &pair[1]];
        let mover = before.side_to_move();
        let origin_of = |point: Point| bit(origins[usize::from(point)]);
        let victims = chases(before, after);
        chased[mover.index()] &= points(victims).fold(0, |set, point| set | origin_of(point));
        let (from, to) = moved(before, after);
        origins[usize::from(to)] = origins[usize::from(from)];
    }
    match chased.map(|set| set != 0) {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    }
}

/// From where and to where the piece went that moved between two positions.
fn moved(before: &Position, after: &Position) -> (Point, Point) {
    let [left, now] = [before, after].map(|position| position.of_side(before.side_to_move()));
    (lowest(left & !now), lowest(now & !left))
}

/// The points of the pieces that a move chases, from the positions before and after it.
fn chases(before: &Position, after: &Position) -> PointSet {
    let (from, to) = moved(before, after);
    let mut known = [0; POINTS];
    each_threat(before, |mv| {
        let attacker = if mv.from() == from { to } else { mv.from() };
        known[usize::from(attacker)] |= bit(mv.to());
    });
    let mut victims = 0;
    each_threat(&after.turned(), |mv| {
        let attacker = if mv.from() == to { from } else { mv.from() };
        // Who has to meet a check cannot threaten anything else before.
        let was_there = before.in_check() && holds(before.attackers(mv.to(), before.occupied()), attacker);
        if !was_there && !holds(known[usize::from(mv.from())], mv.to()) {
            victims |= bit(mv.to());
        }
    });
    victims
}

/// Visits the captures that the side to move threatens: those that count.
fn each_threat(position: &Position, mut visit: impl FnMut(Move)) {
    let them = position.side_to_move().opponent();
    each_capture(position, |mv| {
        let victim = position.kind_on(mv.to());
        let may_chase = !matches!(mv.moved(), Kind::King | Kind::Pawn);
        let may_be_chased = match victim {
            Kind::King => false,
            Kind::Pawn => !holds(half(them), mv.to()),
            _ => true,
        };
        let counts_protected = victim == Kind::Rook && matches!(mv.moved(), Kind::Horse | Kind::Cannon);
        if may_chase
            && may_be_chased
            && (counts_protected || !is_protected(position, mv))
            && !(victim == mv.moved() && takes(&position.turned(), mv.to(), mv.from()))
        {
            visit(mv);
        }
    });
}

/// Whether what captures can be captured in its turn.
fn is_protected(position: &Position, capture: Move) -> bool {
    let mut after = *position;
    let gives_check = position.turned().in_check();
    after.play(capture);
    any_takes(&after, gives_check, |_| true, capture.to())
}

/// Whether the side to move can take what stands on `to` with what stands on `from`.
fn takes(position: &Position, from: Point, to: Point) -> bool {
    any_takes(position, position.in_check(), |point| point == from, to)
}

/// Whether the side to move can take what stands on `to` with a piece on one of these points. A check that stood before the
/// threat does not weigh (`meets_check`): it is met before the threat is made good, and pieces can do then what they could.
fn any_takes(position: &Position, meets_check: bool, from: impl Fn(Point) -> bool, to: Point) -> bool {
    if meets_check {
        let own = position.of_side(position.side_to_move());
        return points(position.attackers(to, position.occupied()) & own).any(from);
    }
    let mut takes = false;
    each_capture(position, |mv| takes |= mv.to() == to && from(mv.from()));
    takes
}
