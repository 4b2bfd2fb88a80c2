//! Which moves of xiangqi to look at first, and which beyond the horizon.

use super::exchange::exchange;
use super::material::PIECE_VALUES;
use crate::hash::mix;
use wanqi_game::{Game, Side};
use wanqi_games::xiangqi::points::{POINTS, PointSet, holds, lines};
use wanqi_games::xiangqi::steps::{diagonal_neighbours, horse_steps_to};
use wanqi_games::xiangqi::{Kind, Move, Position, Xiangqi, each_capture};
use wanqi_search::tactics::{AllMoves, CorrectionKeys, MoveOrder, Parameters, Pruning, Quiescence};
use wanqi_search::{Evaluator, Tactics};

/// Captures are tactical, a check forces; the history of a quiet move is that of its piece and target.
#[derive(Clone, Copy, Debug, Default)]
pub struct XiangqiTactics;

impl<E: Evaluator<Xiangqi>> Tactics<Xiangqi, E> for XiangqiTactics {
    const PARAMETERS: Parameters = Parameters {
        history_slots: 7 * POINTS,
        quiescence: true,
        extends_forced: true,
        margin: 55,
        margin_is_learnt: false,
        correction_keys: 4,
        // Found for chess, and ahead here too.
        search: crate::chess::SEARCH,
    };
}

impl AllMoves for XiangqiTactics {}

impl<E: Evaluator<Xiangqi>> Quiescence<Xiangqi, E> for XiangqiTactics {
    #[inline]
    fn each_tactical(&self, _: &Xiangqi, _: &mut E::State, position: &Position, visit: impl FnMut(Move)) {
        each_capture(position, visit);
    }

    #[inline]
    fn is_forced(&self, _: &Xiangqi, _: &mut E::State, position: &Position) -> bool {
        position.in_check()
    }

    #[inline]
    fn threatens(&self, game: &Xiangqi, _: &mut E::State, position: &Position, mv: Move) -> bool {
        if !may_check(position, mv) {
            return false;
        }
        let mut next = *position;
        game.play(&mut next, mv);
        next.in_check()
    }

    /// Only where nothing is left that attacks.
    #[inline]
    fn may_be_stuck(&self, _: &Xiangqi, position: &Position) -> bool {
        attackers(position) == 0
    }
}

impl<E: Evaluator<Xiangqi>> MoveOrder<Xiangqi, E> for XiangqiTactics {
    #[inline]
    fn move_score(&self, _: &Xiangqi, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        move_score(position, mv)
    }

    #[inline]
    fn history_slot(&self, _: &Xiangqi, _: &Position, mv: Move) -> usize {
        POINTS * mv.moved().index() + usize::from(mv.to())
    }
}

impl Pruning<Xiangqi> for XiangqiTactics {
    /// Not where nothing is left that attacks: there zugzwang is common.
    #[inline]
    fn pass(&self, _: &Xiangqi, position: &Position) -> Option<Position> {
        if attackers(position) == 0 { None } else { position.passed() }
    }

    #[inline]
    fn static_exchange(&self, _: &Xiangqi, position: &Position, mv: Move) -> i32 {
        exchange(position, mv)
    }

    #[inline]
    fn captured_value(&self, _: &Xiangqi, position: &Position, mv: Move) -> i32 {
        if holds(position.occupied(), mv.to()) { PIECE_VALUES[position.kind_on(mv.to()).index()] } else { 0 }
    }
}

impl CorrectionKeys<Xiangqi> for XiangqiTactics {
    #[inline]
    fn each_correction_key(&self, _: &Xiangqi, position: &Position, visit: impl FnMut(u64)) {
        parts(position).into_iter().for_each(visit);
    }
}

/// Whether a move comes or goes where the other king sees it: on its lines, beside it diagonally, where horses that attack it have
/// their legs, or a horse's leap away.
#[inline]
fn may_check(position: &Position, mv: Move) -> bool {
    let king = position.king(position.side_to_move().opponent());
    let seen = lines(king) | diagonal_neighbours(king);
    holds(seen, mv.from())
        || holds(seen, mv.to())
        || mv.moved() == Kind::Horse && holds(horse_steps_to(king, 0), mv.to())
}

/// Hashes of the pawns, of what either side attacks with, and of what guards the kings.
#[inline]
fn parts(position: &Position) -> [u64; 4] {
    let of = |side, kind| {
        let set = position.pieces(side, kind);
        mix(set as u64, (set >> 64) as u64)
    };
    let [first, second] = Side::BOTH;
    let both = |kind| mix(of(first, kind), of(second, kind));
    let attackers = |side| mix(mix(of(side, Kind::Rook), of(side, Kind::Horse)), of(side, Kind::Cannon));
    [
        both(Kind::Pawn),
        attackers(first),
        attackers(second),
        mix(mix(both(Kind::Advisor), both(Kind::Elephant)), both(Kind::King)),
    ]
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
fn move_score(position: &Position, mv: Move) -> i32 {
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
