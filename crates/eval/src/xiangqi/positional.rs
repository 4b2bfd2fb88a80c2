//! The evaluation that plays.

use super::terms::{
    ADVISORS_LEFT, ATTACKERS, CANNON_BEFORE_KING, CANNON_MOVES, ELEPHANTS_LEFT, HORSE_MOVES, PALACE,
    PROTECTED, ROOK_BEFORE_KING, ROOK_MOVES, TABLES, TERMS, THREAT, TURN, UNPROTECTED, VALUE, place,
};
use wanqi_game::{Game, Side};
use wanqi_games::xiangqi::lines::{between, both_reaches, rook_reach};
use wanqi_games::xiangqi::points::{POINTS, Point, PointSet, bit, file, half, holds, palace, points, rank};
use wanqi_games::xiangqi::steps::{
    advisor_steps, elephant_steps_from, horse_steps_from, king_steps, pawn_steps_from,
};
use wanqi_games::xiangqi::{Kind, Move, Position, Xiangqi};
use wanqi_search::linear::{Group, Linear};
use wanqi_search::{Evaluator, Incremental, NothingProven};

/// Pieces by their points, their freedom, what they threaten, and the safety of the kings; every weight slides from
/// the middlegame to the endgame as the attacking pieces disappear. <https://www.chessprogramming.org/Tapered_Eval>
#[derive(Clone, Debug)]
pub struct Positional {
    /// By term, in middlegame and endgame.
    weights: Box<[Pair; TERMS]>,
    /// A red piece's value and place, by kind and point.
    pieces: Box<[[Pair; POINTS]; 7]>,
}

/// A sum of weights in middlegame and endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pair {
    middlegame: i32,
    endgame: i32,
}

impl Pair {
    #[inline(always)]
    fn add(&mut self, count: i32, weight: Pair) {
        self.middlegame += count * weight.middlegame;
        self.endgame += count * weight.endgame;
    }
}

/// Red's points less Black's for pieces where they stand, and what is left on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceSum {
    sum: Pair,
    phase: i32,
}

/// What each kind counts towards the middlegame, and what all of them at the start do.
const PHASES: [i32; 7] = [0, 0, 0, 1, 1, 2, 0];
const FULL_PHASE: i32 = 16;

impl Default for Positional {
    fn default() -> Self {
        let of = |phase: usize| TABLES.iter().flat_map(move |table| table.weights[phase]);
        Positional::new(of(0).zip(of(1)).map(|(&middlegame, &endgame)| Pair { middlegame, endgame }))
    }
}

impl Positional {
    fn new(weights: impl Iterator<Item = Pair>) -> Positional {
        let mut all = Box::new([Pair::default(); TERMS]);
        for (place, weight) in all.iter_mut().zip(weights) {
            *place = weight;
        }
        let mut pieces = Box::new([[Pair::default(); POINTS]; 7]);
        for kind in Kind::ALL {
            for point in 0..POINTS as Point {
                let pair = &mut pieces[kind.index()][usize::from(point)];
                pair.add(1, all[VALUE + kind.index()]);
                pair.add(1, all[place(kind, point)]);
            }
        }
        Positional { weights: all, pieces }
    }

    /// Counts a piece in (`sign` 1) or out (−1).
    #[inline(always)]
    fn count(&self, points: &mut PieceSum, sign: i32, side: Side, kind: Kind, point: Point) {
        let (own, point) = match side {
            Side::First => (sign, point),
            Side::Second => (-sign, turned(point)),
        };
        points.sum.add(own, self.pieces[kind.index()][usize::from(point)]);
        points.phase += sign * PHASES[kind.index()];
    }

    fn points(&self, position: &Position) -> PieceSum {
        let mut sum = PieceSum::default();
        each_piece(position, |side, kind, point| self.count(&mut sum, 1, side, kind, point));
        sum
    }
}

/// The same point seen from the other side.
#[inline(always)]
const fn turned(point: Point) -> Point {
    POINTS as Point - 1 - point
}

fn each_piece(position: &Position, mut visit: impl FnMut(Side, Kind, Point)) {
    for side in Side::BOTH {
        for point in points(position.of_side(side)) {
            visit(side, position.kind_on(point), point);
        }
    }
}

impl NothingProven for Positional {}

impl Incremental<Xiangqi> for Positional {
    /// The points along the line of moves, the last of the position at hand.
    type State = Vec<PieceSum>;

    fn state(&self, _: &Xiangqi, position: &Position) -> Vec<PieceSum> {
        vec![self.points(position)]
    }

    #[inline]
    fn push(&self, _: &Xiangqi, state: &mut Vec<PieceSum>, before: &Position, mv: Move, _: &Position) {
        let mut points = state.last().copied().unwrap_or_default();
        let us = before.side_to_move();
        if holds(before.occupied(), mv.to()) {
            self.count(&mut points, -1, us.opponent(), before.kind_on(mv.to()), mv.to());
        }
        self.count(&mut points, -1, us, mv.moved(), mv.from());
        self.count(&mut points, 1, us, mv.moved(), mv.to());
        state.push(points);
    }

    #[inline]
    fn pop(&self, _: &Xiangqi, state: &mut Vec<PieceSum>) {
        state.pop();
    }
}

impl Evaluator<Xiangqi> for Positional {
    #[inline]
    fn evaluate(&self, game: &Xiangqi, state: &mut Vec<PieceSum>, position: &Position) -> i32 {
        let PieceSum { mut sum, phase } = state.last().copied().unwrap_or_default();
        each_term(position, |term, count| sum.add(count, self.weights[term]));
        let red = (sum.middlegame * phase + sum.endgame * (FULL_PHASE - phase)) / FULL_PHASE;
        if game.side_to_move(position) == Side::First { red } else { -red }
    }
}

/// Visits the terms of a position that are more than pieces on points: a term, and how often Red has it more than
/// Black.
#[inline(always)]
fn each_term(position: &Position, mut visit: impl FnMut(usize, i32)) {
    let attacks =
        [each_attack(position, Side::First, &mut visit), each_attack(position, Side::Second, &mut visit)];
    for side in Side::BOTH {
        let (sign, them) = (sign(side), side.opponent());
        // A king is not protected, it is in check.
        let loose = position.of_side(them) & attacks[side.index()] & !attacks[them.index()];
        for point in points(loose & !bit(position.king(them))) {
            visit(UNPROTECTED + position.kind_on(point).index(), sign);
        }
        let count = |side: Side, kind: Kind| few(position.pieces(side, kind), 2);
        let (advisors, elephants) = (count(side, Kind::Advisor), count(side, Kind::Elephant));
        for (row, kind) in [Kind::Rook, Kind::Horse, Kind::Cannon].into_iter().enumerate() {
            let against = 9 * row + 3 * count(them, kind);
            visit(ADVISORS_LEFT + against + advisors, sign);
            visit(ELEPHANTS_LEFT + against + elephants, sign);
        }
    }
    visit(TURN, sign(position.side_to_move()));
}

#[inline(always)]
const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// How many members a set has, `most` at the most.
#[inline(always)]
fn few(mut set: PointSet, most: usize) -> usize {
    let mut count = 0;
    while set != 0 && count < most {
        set &= set - 1;
        count += 1;
    }
    count
}

/// Visits the terms of a side's attacking pieces, and returns all points that its pieces attack or protect.
#[inline(always)]
fn each_attack(position: &Position, side: Side, visit: &mut impl FnMut(usize, i32)) -> PointSet {
    let (sign, them) = (sign(side), side.opponent());
    let (own, occupied) = (position.of_side(side), position.occupied());
    let king = position.king(them);
    let mut all = king_steps(position.king(side));
    let mut attackers = 0;
    let pawns = position.pieces(side, Kind::Pawn);
    let beyond = pawns & half(them);
    for from in points(pawns) {
        let reach = pawn_steps_from(side, from);
        all |= reach;
        attackers += attack(position, side, 0, reach, visit);
        if holds(beyond, from) && reach & beyond != 0 {
            visit(PROTECTED + 1, sign);
        }
    }
    let horses = position.pieces(side, Kind::Horse);
    for from in points(horses) {
        let reach = horse_steps_from(from, occupied);
        all |= reach;
        attackers += attack(position, side, 1, reach, visit);
        visit(HORSE_MOVES + (reach & !own).count_ones() as usize, sign);
        if reach & horses != 0 {
            visit(PROTECTED, sign);
        }
    }
    for from in points(position.pieces(side, Kind::Cannon)) {
        let (reach, over) = both_reaches(from, occupied);
        all |= over;
        attackers += attack(position, side, 2, over, visit);
        visit(CANNON_MOVES + (reach & !occupied).count_ones() as usize, sign);
        if let Some(row) = line_to(from, king) {
            visit(CANNON_BEFORE_KING + 4 * row + few(between(king, from) & occupied, 3), sign);
        }
    }
    for from in points(position.pieces(side, Kind::Rook)) {
        let reach = rook_reach(from, occupied);
        all |= reach;
        attackers += attack(position, side, 3, reach, visit);
        visit(ROOK_MOVES + (reach & !own).count_ones() as usize, sign);
        if let Some(row) = line_to(from, king) {
            visit(ROOK_BEFORE_KING + 3 * row + few(between(king, from) & occupied, 2), sign);
        }
    }
    visit(ATTACKERS + attackers.min(7), sign);
    for from in points(position.pieces(side, Kind::Elephant)) {
        all |= elephant_steps_from(from, occupied);
    }
    for from in points(position.pieces(side, Kind::Advisor)) {
        all |= advisor_steps(from);
    }
    all
}

/// Visits what a piece's reach threatens; `row` is that of its kind in the tables. 1 if it attacks the palace.
#[inline(always)]
fn attack(
    position: &Position,
    side: Side,
    row: usize,
    reach: PointSet,
    visit: &mut impl FnMut(usize, i32),
) -> usize {
    let (sign, them) = (sign(side), side.opponent());
    for victim in points(reach & position.of_side(them)) {
        visit(THREAT + 7 * row + position.kind_on(victim).index(), sign);
    }
    // Each palace fits into half the bits, and counting those is faster.
    let goal = reach & palace(them);
    let goal = match them {
        Side::First => goal as u32,
        Side::Second => (goal >> 63) as u32,
    };
    visit(PALACE + row, sign * goal.count_ones() as i32);
    usize::from(goal != 0)
}

/// 0 on the king's file, 1 on its rank.
#[inline(always)]
fn line_to(from: Point, king: Point) -> Option<usize> {
    if file(from) == file(king) { Some(0) } else { (rank(from) == rank(king)).then_some(1) }
}

impl Linear<Xiangqi> for Positional {
    fn groups(&self) -> Vec<Group> {
        let group = |phase: usize| {
            TABLES.iter().map(move |table| {
                let (suffix, when) =
                    [("MIDDLEGAME", "In the middlegame"), ("ENDGAME", "In the endgame")][phase];
                let help = format!("{} {when}.", table.help);
                Group::table(
                    &format!("{}_{suffix}", table.name),
                    &help,
                    table.weights[0].len(),
                    table.columns,
                )
            })
        };
        group(0).chain(group(1)).collect()
    }

    fn weights(&self) -> Vec<i32> {
        let middlegame = self.weights.iter().map(|pair| pair.middlegame);
        middlegame.chain(self.weights.iter().map(|pair| pair.endgame)).collect()
    }

    fn with_weights(&self, weights: &[i32]) -> Self {
        let (middlegame, endgame) = weights.split_at(TERMS);
        let pairs = middlegame.iter().zip(endgame);
        Positional::new(pairs.map(|(&middlegame, &endgame)| Pair { middlegame, endgame }))
    }

    fn each_feature(&self, _: &Xiangqi, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let mut phase = 0;
        each_piece(position, |_, kind, _| phase += PHASES[kind.index()]);
        let share = f64::from(phase) / f64::from(FULL_PHASE);
        let mut both = |term: usize, count: i32| {
            visit(term, f64::from(count) * share);
            visit(TERMS + term, f64::from(count) * (1.0 - share));
        };
        each_piece(position, |side, kind, point| {
            let own = if side == Side::First { point } else { turned(point) };
            both(VALUE + kind.index(), sign(side));
            both(place(kind, own), sign(side));
        });
        each_term(position, both);
    }
}
