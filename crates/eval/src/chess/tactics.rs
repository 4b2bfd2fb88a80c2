//! Which moves of chess to look at first, and which beyond the horizon.

use super::exchange::{EXCHANGE_VALUES, exchange};
use crate::hash::mix;
use wanqi_game::Side;
use wanqi_games::chess::attacks::{
    bishop_attacks, bishop_rays, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use wanqi_games::chess::bitboard::{Bitboard, bit, several};
use wanqi_games::chess::{Chess, Kind, Move, Position, each_tactical};
use wanqi_search::alpha_beta::SearchParameters;
use wanqi_search::tactics::{AllMoves, CorrectionKeys, MoveOrder, Parameters, Pruning, Quiescence};
use wanqi_search::{Evaluator, Tactics};

/// Captures and promotions are tactical, a check forces; the history of a quiet move is that of its piece and
/// target.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessTactics;

impl<E: Evaluator<Chess>> Tactics<Chess, E> for ChessTactics {
    const PARAMETERS: Parameters = Parameters {
        history_slots: 6 * 64,
        quiescence: true,
        extends_forced: false,
        margin: 55,
        margin_is_learnt: false,
        correction_keys: 4,
        search: SEARCH,
    };
}

/// By games in which all of them were on or off by chance (`docs/experiments/chess.md`).
pub(crate) const SEARCH: SearchParameters = SearchParameters {
    reverse_margin: 60,
    refuted_depth: 6,
    refuted_history: 4500,
    counted_base: 5,
    reduction_growth: 480,
    reduction_worse: 150,
    reduction_refuted: 100,
    reduction_losing: 50,
    probcut_margin: 260,
    probcut_known: 600,
    singular_depth: 45,
    ..SearchParameters::USUAL
};

impl AllMoves for ChessTactics {}

impl<E: Evaluator<Chess>> Quiescence<Chess, E> for ChessTactics {
    #[inline]
    fn each_tactical(&self, _: &Chess, _: &mut E::State, position: &Position, visit: impl FnMut(Move)) {
        each_tactical(position, visit);
    }

    #[inline]
    fn is_forced(&self, _: &Chess, _: &mut E::State, position: &Position) -> bool {
        position.checkers() != 0
    }

    #[inline]
    fn threatens(&self, _: &Chess, _: &mut E::State, position: &Position, mv: Move) -> bool {
        gives_check(position, mv)
    }

    /// Only with king and pawns: a piece that has no move and shields its king is rare.
    #[inline]
    fn may_be_stuck(&self, _: &Chess, position: &Position) -> bool {
        let slow = position.of_kind(Kind::King) | position.of_kind(Kind::Pawn);
        position.of_side(position.side_to_move()) & !slow == 0
    }
}

impl<E: Evaluator<Chess>> MoveOrder<Chess, E> for ChessTactics {
    #[inline]
    fn move_score(&self, _: &Chess, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        move_score(position, mv)
    }

    #[inline]
    fn history_slot(&self, _: &Chess, _: &Position, mv: Move) -> usize {
        64 * mv.moved().index() + usize::from(mv.to())
    }
}

impl Pruning<Chess> for ChessTactics {
    /// Not with king, pawns and at most a minor piece, where zugzwang is common.
    #[inline]
    fn pass(&self, _: &Chess, position: &Position) -> Option<Position> {
        let own = position.of_side(position.side_to_move());
        let major = own & (position.of_kind(Kind::Rook) | position.of_kind(Kind::Queen));
        let minor = own & (position.of_kind(Kind::Knight) | position.of_kind(Kind::Bishop));
        if major != 0 || several(minor) { position.passed() } else { None }
    }

    #[inline]
    fn static_exchange(&self, _: &Chess, position: &Position, mv: Move) -> i32 {
        exchange(position, mv)
    }

    #[inline]
    fn captured_value(&self, _: &Chess, position: &Position, mv: Move) -> i32 {
        captured(position, mv) + promoted(mv)
    }
}

impl CorrectionKeys<Chess> for ChessTactics {
    #[inline]
    fn each_correction_key(&self, _: &Chess, position: &Position, visit: impl FnMut(u64)) {
        parts(position).into_iter().for_each(visit);
    }
}

/// Hashes of the pawns, of either side's pieces, and of minor pieces and kings.
#[inline]
fn parts(position: &Position) -> [u64; 4] {
    let [first, second] = Side::BOTH.map(|side| position.of_side(side));
    let of = |kind, side: Bitboard| position.of_kind(kind) & side;
    let pieces = |side| {
        let slow = of(Kind::Rook, side) ^ of(Kind::King, side).rotate_left(11);
        mix(of(Kind::Knight, side) ^ of(Kind::Queen, side).rotate_left(7), mix(of(Kind::Bishop, side), slow))
    };
    let minor = |side| mix(of(Kind::Knight, side), mix(of(Kind::Bishop, side), of(Kind::King, side)));
    [
        mix(of(Kind::Pawn, first), of(Kind::Pawn, second)),
        pieces(first),
        pieces(second),
        mix(minor(first), minor(second)),
    ]
}

/// Whether a move gives check.
#[inline]
fn gives_check(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let king = position.king(us.opponent());
    let (from, to) = (bit(mv.from()), bit(mv.to()));
    // Most moves are told by rays and jumps on an empty board.
    let rays = rook_rays(king) | bishop_rays(king);
    let special = mv.is_castling() || mv.is_en_passant();
    if !special && rays & (from | to) == 0 && knight_attacks(king) & to == 0 {
        return false;
    }
    let (from, to) = (mv.from(), mv.to());
    let mut occupied = position.occupied() & !bit(from) | bit(to);
    let mut own = position.of_side(us) & !bit(from) | bit(to);
    // What stands on the target is gone.
    let mut rooks = (position.of_kind(Kind::Rook) | position.of_kind(Kind::Queen)) & !bit(to);
    let mut bishops = (position.of_kind(Kind::Bishop) | position.of_kind(Kind::Queen)) & !bit(to);
    if let Some((rook_from, rook_to)) = position.castling_rook(mv) {
        occupied = occupied & !bit(rook_from) | bit(rook_to) | bit(to);
        (rooks, own) = (rooks | bit(rook_to), own | bit(rook_to));
    } else if mv.is_en_passant() {
        occupied &= !bit(to ^ 8);
    }
    match mv.placed() {
        Kind::Pawn if pawn_attacks(us.opponent(), king) & bit(to) != 0 => return true,
        Kind::Knight if knight_attacks(king) & bit(to) != 0 => return true,
        Kind::Rook => rooks |= bit(to),
        Kind::Bishop => bishops |= bit(to),
        Kind::Queen => (rooks, bishops) = (rooks | bit(to), bishops | bit(to)),
        _ => {}
    }
    let sliders = |set: Bitboard| set & own & occupied;
    rook_attacks(king, occupied) & sliders(rooks) != 0
        || bishop_attacks(king, occupied) & sliders(bishops) != 0
}

/// The worth of what a move captures.
#[inline]
fn captured(position: &Position, mv: Move) -> i32 {
    match () {
        () if mv.is_en_passant() => EXCHANGE_VALUES[Kind::Pawn.index()],
        () if position.is_capture(mv) => EXCHANGE_VALUES[position.kind_on(mv.to()).index()],
        () => 0,
    }
}

/// What a pawn that promotes is worth afterwards.
#[inline]
fn promoted(mv: Move) -> i32 {
    mv.promotion().map_or(0, |kind| EXCHANGE_VALUES[kind.index()])
}

/// The most valuable victim first, of equal ones the least valuable attacker
/// (<https://www.chessprogramming.org/MVV-LVA>); negative where the exchange on the square loses, and for
/// promotions to anything but a queen.
#[inline]
fn move_score(position: &Position, mv: Move) -> i32 {
    let captures = position.is_capture(mv);
    let moved = EXCHANGE_VALUES[mv.moved().index()];
    let victim = captured(position, mv);
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
    let gain = victim + promoted(mv);
    // A step of six for each value, so that the attacker only decides between equal victims.
    6 * gain + 6 - mv.moved().index() as i32
}
