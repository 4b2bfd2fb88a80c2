//! The evaluation made by hand: what people say of a position, as a sum of weights that are tuned by games.

mod pawns;
mod pieces;
mod tapered;
mod terms;
mod weights;

use pawns::{PawnTable, Structure, each_pawn_term};
use pieces::each_piece_term;
use tapered::Tapered;
use terms::{TABLES, TERMS, VALUE, place};
use wanqi_game::{Game, Side};
use wanqi_games::chess::bitboard::{Bitboard, DARK_SQUARES, Square, rank, squares};
use wanqi_games::chess::{Chess, Kind, Move, Position};
use wanqi_search::linear::{Group, Linear};
use wanqi_search::{Evaluator, Incremental, NothingProven};

/// Pieces by their squares and their freedom, pawn structure, passed pawns, threats, and the safety of the kings;
/// every weight slides from the middlegame to the endgame as pieces disappear.
#[derive(Clone, Debug)]
pub struct Positional {
    /// By term.
    weights: Box<[Tapered; TERMS]>,
    /// A white piece's value and place, by kind and square.
    pieces: Box<[[Tapered; 64]; 6]>,
}

/// White's points less Black's for pieces where they stand, and what is left on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PieceSum {
    sum: Tapered,
    phase: i32,
}

/// What is kept along the line of moves.
#[derive(Clone, Debug)]
pub struct State {
    /// The last is that of the position at hand.
    points: Vec<PieceSum>,
    pawns: PawnTable,
}

/// What each kind counts towards the middlegame, and what all of them at the start do.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;
/// The endgame's worth in full; see [`endgame_scale`].
const FULL_SCALE: i32 = 16;

impl Default for Positional {
    fn default() -> Self {
        let of = |phase: usize| TABLES.iter().flat_map(move |table| table.weights[phase]).copied();
        Positional::new(of(0).zip(of(1)))
    }
}

impl Positional {
    fn new(weights: impl Iterator<Item = (i32, i32)>) -> Positional {
        let mut all = Box::new([Tapered::default(); TERMS]);
        for (place, (middlegame, endgame)) in all.iter_mut().zip(weights) {
            *place = Tapered::new(middlegame, endgame);
        }
        let mut pieces = Box::new([[Tapered::default(); 64]; 6]);
        for kind in Kind::ALL {
            for square in 0..64 {
                pieces[kind.index()][usize::from(square)] =
                    all[VALUE + kind.index()] + all[place(kind, square)];
            }
        }
        Positional { weights: all, pieces }
    }

    /// Counts a piece in (`sign` 1) or out (−1).
    #[inline(always)]
    fn count(&self, points: &mut PieceSum, sign: i32, side: Side, kind: Kind, square: Square) {
        let (own, square) = match side {
            Side::First => (sign, square),
            Side::Second => (-sign, square ^ 56),
        };
        points.sum += self.pieces[kind.index()][usize::from(square & 63)] * own;
        points.phase += sign * PHASES[kind.index()];
    }

    /// The points after a move.
    #[inline]
    fn follow(&self, mut points: PieceSum, before: &Position, mv: Move) -> PieceSum {
        let us = before.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        if before.is_capture(mv) {
            let taken = if mv.is_en_passant() { to ^ 8 } else { to };
            self.count(&mut points, -1, us.opponent(), before.kind_on(taken), taken);
        }
        self.count(&mut points, -1, us, mv.moved(), from);
        self.count(&mut points, 1, us, mv.placed(), to);
        if let Some((rook_from, rook_to)) = before.castling_rook(mv) {
            self.count(&mut points, -1, us, Kind::Rook, rook_from);
            self.count(&mut points, 1, us, Kind::Rook, rook_to);
        }
        points
    }

    fn structure(&self, position: &Position) -> Structure {
        let mut sum = Tapered::default();
        let passed = each_pawn_term(position, |term, count| sum += self.weights[term] * count);
        Structure { sum, passed }
    }
}

/// How much of the endgame's worth counts, in parts of [`FULL_SCALE`]: little where the stronger side has no pawns and
/// not a rook's worth more, half with nothing but bishops of opposite colours beside pawns.
#[inline]
fn endgame_scale(position: &Position) -> i32 {
    let [white, black] = Side::BOTH;
    let pawns = position.of_kind(Kind::Pawn);
    let bishops = position.of_kind(Kind::Bishop);
    let single = |set: Bitboard| set != 0 && set & (set - 1) == 0;
    let pieces = position.occupied() & !(pawns | position.of_kind(Kind::King));
    if pieces == bishops
        && single(bishops & position.of_side(white))
        && single(bishops & position.of_side(black))
        && single(bishops & DARK_SQUARES)
    {
        return FULL_SCALE / 2;
    }
    if pawns & position.of_side(white) != 0 && pawns & position.of_side(black) != 0 {
        return FULL_SCALE;
    }
    let value = |side: Side| -> u32 {
        Kind::ALL.iter().map(|&kind| WORTH[kind.index()] * position.pieces(side, kind).count_ones()).sum()
    };
    let (first, second) = (value(white), value(black));
    let stronger = if first > second { white } else { black };
    if pawns & position.of_side(stronger) == 0 && first.abs_diff(second) <= 3 {
        return FULL_SCALE / 8;
    }
    FULL_SCALE
}

/// What pieces are worth in pawns, to tell which side is the stronger.
const WORTH: [u32; 6] = [1, 3, 3, 5, 9, 0];

/// A set of squares one step ahead, as a side sees it.
#[inline(always)]
const fn forward(side: Side, set: Bitboard) -> Bitboard {
    match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    }
}

/// The rank as a side counts it, from 0.
#[inline(always)]
fn relative_rank(side: Side, square: Square) -> usize {
    usize::from(match side {
        Side::First => rank(square) & 7,
        Side::Second => 7 - (rank(square) & 7),
    })
}

#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

impl NothingProven for Positional {}

impl Incremental<Chess> for Positional {
    type State = State;

    fn state(&self, _: &Chess, position: &Position) -> State {
        let mut points = PieceSum::default();
        each_piece(position, |side, kind, square| self.count(&mut points, 1, side, kind, square));
        State { points: vec![points], pawns: PawnTable::new() }
    }

    #[inline]
    fn push(&self, _: &Chess, state: &mut State, before: &Position, mv: Move, _: &Position) {
        let points = state.points.last().copied().unwrap_or_default();
        state.points.push(self.follow(points, before, mv));
    }

    #[inline]
    fn pop(&self, _: &Chess, state: &mut State) {
        state.points.pop();
    }
}

impl Evaluator<Chess> for Positional {
    fn evaluate(&self, game: &Chess, state: &mut State, position: &Position) -> i32 {
        let PieceSum { mut sum, phase } = state.points.last().copied().unwrap_or_default();
        let structure = state.pawns.get(position, || self.structure(position));
        sum += structure.sum;
        each_piece_term(position, structure.passed, |term, count| sum += self.weights[term] * count);
        // Promotions may bring more pieces than there were at the start.
        let phase = phase.min(FULL_PHASE);
        let middlegame = sum.middlegame() * phase * FULL_SCALE;
        let endgame = sum.endgame() * (FULL_PHASE - phase) * endgame_scale(position);
        let white = (middlegame + endgame) / (FULL_PHASE * FULL_SCALE);
        if game.side_to_move(position) == Side::First { white } else { -white }
    }
}

fn each_piece(position: &Position, mut visit: impl FnMut(Side, Kind, Square)) {
    for side in Side::BOTH {
        for square in squares(position.of_side(side)) {
            visit(side, position.kind_on(square), square);
        }
    }
}

impl Linear<Chess> for Positional {
    fn groups(&self) -> Vec<Group> {
        let group = |phase: usize| {
            TABLES.iter().map(move |table| {
                let (suffix, when) =
                    [("MIDDLEGAME", "In the middlegame"), ("ENDGAME", "In the endgame")][phase];
                let (name, help) = (format!("{}_{suffix}", table.name), format!("{} {when}.", table.help));
                Group::table(&name, &help, table.weights[0].len(), table.columns)
            })
        };
        group(0).chain(group(1)).collect()
    }

    fn weights(&self) -> Vec<i32> {
        let middlegame = self.weights.iter().map(|weight| weight.middlegame());
        middlegame.chain(self.weights.iter().map(|weight| weight.endgame())).collect()
    }

    fn with_weights(&self, weights: &[i32]) -> Self {
        let (middlegame, endgame) = weights.split_at(TERMS);
        Positional::new(middlegame.iter().copied().zip(endgame.iter().copied()))
    }

    fn each_feature(&self, _: &Chess, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let mut phase = 0;
        each_piece(position, |_, kind, _| phase += PHASES[kind.index()]);
        let early = f64::from(phase.min(FULL_PHASE)) / f64::from(FULL_PHASE);
        let late = (1.0 - early) * f64::from(endgame_scale(position)) / f64::from(FULL_SCALE);
        let mut both = |term: usize, count: i32| {
            visit(term, f64::from(count) * early);
            visit(TERMS + term, f64::from(count) * late);
        };
        each_piece(position, |side, kind, square| {
            let own = if side == Side::First { square } else { square ^ 56 };
            both(VALUE + kind.index(), sign(side));
            both(place(kind, own), sign(side));
        });
        let passed = each_pawn_term(position, &mut both);
        each_piece_term(position, passed, both);
    }
}
