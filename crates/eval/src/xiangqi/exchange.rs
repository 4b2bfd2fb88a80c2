//! Static exchange evaluation: what a capture wins if both sides then take back on its point with their least
//! piece, as long as that pays. A piece that leaves may be a cannon's screen or a horse's leg, so who attacks the
//! point is looked up anew each time. Pins are not seen.
//! <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>

use super::material::PIECE_VALUES;
use wanqi_game::Side;
use wanqi_games::xiangqi::points::{Point, PointSet, bit, holds, lowest};
use wanqi_games::xiangqi::{Kind, Move, Position};

const fn value(kind: Kind) -> i32 {
    PIECE_VALUES[kind.index()]
}

/// What a move wins on its point for the side that makes it; negative if it loses something. A quiet move wins
/// nothing, and may lose what it moves.
pub fn exchange(position: &Position, mv: Move) -> i32 {
    let (us, to) = (position.side_to_move(), mv.to());
    let captured = if holds(position.occupied(), to) { value(position.kind_on(to)) } else { 0 };
    let occupied = position.occupied() & !bit(mv.from()) | bit(to);
    captured - recapture(position, to, us.opponent(), occupied, value(mv.moved()))
}

/// What `side` wins by capturing a piece worth `stake` on `point`: nothing if that would not pay.
fn recapture(position: &Position, point: Point, side: Side, occupied: PointSet, stake: i32) -> i32 {
    let attackers = position.attackers(point, occupied) & occupied;
    let Some((from, kind)) = least(position, attackers & position.of_side(side)) else { return 0 };
    let without = occupied & !bit(from);
    // A king does not capture what is protected.
    if kind == Kind::King
        && position.attackers(point, without) & without & position.of_side(side.opponent()) != 0
    {
        return 0;
    }
    let answer = recapture(position, point, side.opponent(), without, value(kind));
    (stake - answer).max(0)
}

/// The least valuable piece of a set, and its point.
#[inline]
fn least(position: &Position, pieces: PointSet) -> Option<(Point, Kind)> {
    if pieces == 0 {
        return None;
    }
    Kind::ALL.into_iter().find_map(|kind| {
        let of_kind = pieces & position.of_kind(kind);
        (of_kind != 0).then(|| (lowest(of_kind), kind))
    })
}
