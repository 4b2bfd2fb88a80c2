//! Which moves of xiangqi to look at first, and which beyond the horizon.

use super::exchange::exchange;
use super::material::PIECE_VALUES;
use games::xiangqi::points::{POINTS, holds};
use games::xiangqi::{Move, Position, Xiangqi, each_capture};
use search::{Evaluator, Tactics};

/// Captures are tactical, a check forces; the history of a quiet move is that of its piece and target.
#[derive(Clone, Copy, Debug, Default)]
pub struct XiangqiTactics;

impl<E: Evaluator<Xiangqi>> Tactics<Xiangqi, E> for XiangqiTactics {
    const HISTORY_SLOTS: usize = 7 * POINTS;
    const HAS_QUIESCENCE: bool = true;

    #[inline]
    fn each_tactical(&self, _: &Xiangqi, _: &mut E::State, position: &Position, visit: impl FnMut(Move)) {
        each_capture(position, visit);
    }

    #[inline]
    fn is_forced(&self, _: &Xiangqi, position: &Position) -> bool {
        position.in_check()
    }

    #[inline]
    fn promise(&self, _: &Xiangqi, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        promise(position, mv)
    }

    #[inline]
    fn history_slot(&self, _: &Xiangqi, _: &Position, mv: Move) -> usize {
        POINTS * mv.moved().index() + usize::from(mv.to())
    }
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
