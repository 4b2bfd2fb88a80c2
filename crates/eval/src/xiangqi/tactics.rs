//! Which moves of xiangqi to look at first, and which beyond the horizon.

use super::exchange::exchange;
use super::material::PIECE_VALUES;
use games::xiangqi::points::{POINTS, PointSet, holds};
use games::xiangqi::{Kind, Move, Position, Xiangqi, each_capture};
use search::{Evaluator, Tactics};

/// Captures are tactical, a check forces; the history of a quiet move is that of its piece and target.
#[derive(Clone, Copy, Debug, Default)]
pub struct XiangqiTactics;

impl<E: Evaluator<Xiangqi>> Tactics<Xiangqi, E> for XiangqiTactics {
    const HISTORY_SLOTS: usize = 7 * POINTS;
    const HAS_QUIESCENCE: bool = true;
    const MARGIN: i32 = 100;

    #[inline]
    fn each_tactical(&self, _: &Xiangqi, _: &mut E::State, position: &Position, visit: impl FnMut(Move)) {
        each_capture(position, visit);
    }

    #[inline]
    fn is_forced(&self, _: &Xiangqi, _: &mut E::State, position: &Position) -> bool {
        position.in_check()
    }

    /// Only where nothing is left that attacks.
    #[inline]
    fn may_be_stuck(&self, _: &Xiangqi, position: &Position) -> bool {
        attackers(position) == 0
    }

    /// Not where nothing is left that attacks: there zugzwang is common.
    #[inline]
    fn pass(&self, _: &Xiangqi, position: &Position) -> Option<Position> {
        if attackers(position) == 0 { None } else { position.passed() }
    }

    #[inline]
    fn loses(&self, _: &Xiangqi, position: &Position, mv: Move) -> i32 {
        exchange(position, mv)
    }

    #[inline]
    fn promise(&self, _: &Xiangqi, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        promise(position, mv)
    }

    #[inline]
    fn gains(&self, _: &Xiangqi, position: &Position, mv: Move) -> i32 {
        if holds(position.occupied(), mv.to()) { PIECE_VALUES[position.kind_on(mv.to()).index()] } else { 0 }
    }

    #[inline]
    fn history_slot(&self, _: &Xiangqi, _: &Position, mv: Move) -> usize {
        POINTS * mv.moved().index() + usize::from(mv.to())
    }
}

/// The rooks, cannons and horses of the side to move.
#[inline]
fn attackers(position: &Position) -> PointSet {
    let kinds = [Kind::Rook, Kind::Cannon, Kind::Horse];
    let set = kinds.into_iter().fold(0, |set, kind| set | position.of_kind(kind));
    set & position.of_side(position.side_to_move())
}

/// The most valuable victim first, of equal ones the least valuable attacker
/// (<https://www.chessprogramming.org/MVV-LVA>); negative where the exchange on the point loses.
#[inline]
fn promise(position: &Position, mv: Move) -> i32 {
    if !holds(position.occupied(), mv.to()) {
        return 0;
    }
    let moved = PIECE_VALUES[mv.moved().index()];
    let victim = PIECE_VALUES[position.kind_on(mv.to()).index()];
    // Taking something worth as much as what takes it cannot lose.
    if moved > victim {
        let wins = exchange(position, mv);
        if wins < 0 {
            return wins;
        }
    }
    // A step of seven for each value, so that the attacker only decides between equal victims.
    7 * victim + 7 - mv.moved().index() as i32
}
