//! Which moves of chess to look at first, and which beyond the horizon.

use super::exchange::{EXCHANGE_VALUES, exchange};
use games::chess::bitboard::several;
use games::chess::{Chess, Kind, Move, Position, each_tactical};
use search::{Evaluator, Tactics};

/// Captures and promotions are tactical, a check forces; the history of a quiet move is that of its piece and
/// target.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessTactics;

impl<E: Evaluator<Chess>> Tactics<Chess, E> for ChessTactics {
    const HISTORY_SLOTS: usize = 6 * 64;
    const HAS_QUIESCENCE: bool = true;

    #[inline]
    fn each_tactical(&self, _: &Chess, _: &mut E::State, position: &Position, visit: impl FnMut(Move)) {
        each_tactical(position, visit);
    }

    #[inline]
    fn is_forced(&self, _: &Chess, position: &Position) -> bool {
        position.checkers() != 0
    }

    /// Not with king, pawns and at most a minor piece, where zugzwang is common.
    #[inline]
    fn pass(&self, _: &Chess, position: &Position) -> Option<Position> {
        let own = position.of_side(position.side_to_move());
        let major = own & (position.of_kind(Kind::Rook) | position.of_kind(Kind::Queen));
        let minor = own & (position.of_kind(Kind::Knight) | position.of_kind(Kind::Bishop));
        if major != 0 || several(minor) { position.passed() } else { None }
    }

    #[inline]
    fn promise(&self, _: &Chess, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        promise(position, mv)
    }

    #[inline]
    fn history_slot(&self, _: &Chess, _: &Position, mv: Move) -> usize {
        64 * mv.moved().index() + usize::from(mv.to())
    }
}

/// The most valuable victim first, of equal ones the least valuable attacker
/// (<https://www.chessprogramming.org/MVV-LVA>); negative where the exchange on the square loses, and for
/// promotions to anything but a queen.
#[inline]
fn promise(position: &Position, mv: Move) -> i32 {
    let captures = position.is_capture(mv);
    let moved = EXCHANGE_VALUES[mv.moved().index()];
    let victim = match () {
        () if mv.is_en_passant() => EXCHANGE_VALUES[Kind::Pawn.index()],
        () if captures => EXCHANGE_VALUES[position.kind_on(mv.to()).index()],
        () => 0,
    };
    match mv.promotion() {
        None if !captures => return 0,
        None | Some(Kind::Queen) => {}
        Some(kind) => return kind.index() as i32 - Kind::Queen.index() as i32,
    }
    // Taking something worth as much as what takes it cannot lose.
    if moved > victim || mv.promotion().is_some() {
        let wins = exchange(position, mv);
        if wins < 0 {
            return wins;
        }
    }
    let gain = victim + if mv.promotion().is_some() { EXCHANGE_VALUES[Kind::Queen.index()] } else { 0 };
    // A step of six for each value, so that the attacker only decides between equal victims.
    6 * gain + 6 - mv.moved().index() as i32
}
