//! Which moves of xiangqi to look at first, and which beyond the horizon.

use super::exchange::exchange;
use super::material::PIECE_VALUES;
use wanqi_game::Game;
use wanqi_games::xiangqi::points::{POINTS, PointSet, holds};
use wanqi_games::xiangqi::{Kind, Move, Position, Xiangqi, each_capture};
use wanqi_search::alpha_beta::SearchParameters;
use wanqi_search::tactics::{AllMoves, MoveOrder, NoCorrectionKeys, Parameters, Pruning, Quiescence};
use wanqi_search::{Evaluator, Tactics};

/// Captures are tactical, a check forces; the history of a quiet move is that of its piece and target.
#[derive(Clone, Copy, Debug, Default)]
pub struct XiangqiTactics;

impl<E: Evaluator<Xiangqi>> Tactics<Xiangqi, E> for XiangqiTactics {
    const PARAMETERS: Parameters = Parameters {
        history_slots: 7 * POINTS,
        quiescence: true,
        extends_forced: true,
        margin: 100,
        margin_is_learnt: false,
        correction_keys: 0,
        search: SearchParameters::USUAL,
    };
}

impl AllMoves for XiangqiTactics {}
impl NoCorrectionKeys for XiangqiTactics {}

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
