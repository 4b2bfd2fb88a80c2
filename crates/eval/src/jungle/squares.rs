//! Pieces, the squares that they stand on, and what they can do there.

use super::tablebase::{Tablebases, kinds};
use super::weights;
use std::sync::Arc;
use wanqi_game::Side;
use wanqi_games::jungle::board::{COLUMNS, DENS, ROWS, Square, WATER, bit, column, row, seen_by};
use wanqi_games::jungle::{Jungle, Kind, Position};
use wanqi_search::linear::{Group, Linear};
use wanqi_search::retrograde::Value;
use wanqi_search::{Evaluator, ProvenScores, Score, Stateless};

/// The worth of every kind, more the nearer it is to the enemy's den, about the own den, and where no enemy left can
/// take it; moves, captures, and the turn. What a table of [endgames](Tablebases) knows it does not guess.
#[derive(Clone, Debug)]
pub struct Squares {
    weights: Box<Weights>,
    endgames: Arc<Tablebases>,
    /// By kind: the kinds that may take it, kind `k` being the bit `1 << k`.
    takers: [u8; 8],
}

/// The weights, as the evaluation wants to find them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Weights {
    /// By kind and square, as the piece's side sees the board.
    squares: [[i32; 64]; 8],
    list: [i32; COUNT],
}

/// The weights: for each kind what it is worth, what each step towards the enemy's den adds, what being near the own
/// den adds, and what being safe adds; then the rest.
const STEP: usize = 8;
const GUARD: usize = 16;
const SAFE: usize = 24;
const SWIM: usize = 32;
const MOVE: usize = 33;
const CAPTURE: usize = 34;
const TURN: usize = 35;
const COUNT: usize = 36;

/// Steps from the enemy's den at which none is counted yet.
const FAR: u8 = 12;
/// Steps from the own den within which a piece guards it.
const NEAR: u8 = 3;

/// Steps from a square to a den, as if no water were in the way.
#[inline]
const fn steps(square: Square, den: Square) -> u8 {
    column(square).abs_diff(column(den)) + row(square).abs_diff(row(den))
}

/// What a kind has on a square of the side's own board: steps made, whether it guards, whether it swims.
#[inline]
const fn stands(square: Square) -> (i32, bool, bool) {
    let made = FAR as i32 - steps(square, DENS[1]) as i32;
    (made, steps(square, DENS[0]) <= NEAR, bit(square) & WATER != 0)
}

impl Default for Squares {
    /// For the default rules.
    fn default() -> Squares {
        Squares::new(Jungle::default(), Tablebases::shared(Jungle::default()))
    }
}

impl Squares {
    /// For some rules, with endgames of these rules.
    pub fn new(rules: Jungle, endgames: Arc<Tablebases>) -> Squares {
        let takers = Kind::ALL.map(|kind| {
            let takers = Kind::ALL.into_iter().filter(|&other| rules.takes(other, kind));
            takers.fold(0, |set, other| set | 1 << other.index())
        });
        Squares { weights: Box::new(Weights::of(tuned())), endgames, takers }
    }
}

/// The weights that self-play has found.
fn tuned() -> [i32; COUNT] {
    let mut list = [0; COUNT];
    for (begin, values) in
        [(0, weights::VALUE), (STEP, weights::STEP), (GUARD, weights::GUARD), (SAFE, weights::SAFE)]
    {
        list[begin..begin + 8].copy_from_slice(&values);
    }
    (list[SWIM], list[MOVE], list[CAPTURE], list[TURN]) =
        (weights::SWIM, weights::MOVE, weights::CAPTURE, weights::TURN);
    list
}

impl Weights {
    fn of(list: [i32; COUNT]) -> Weights {
        let mut squares = [[0; 64]; 8];
        for (kind, squares) in squares.iter_mut().enumerate() {
            for square in 0..COLUMNS * ROWS {
                let (made, guards, swims) = stands(square);
                squares[usize::from(square)] = list[kind]
                    + list[STEP + kind] * made
                    + list[GUARD + kind] * i32::from(guards)
                    + list[SWIM] * i32::from(swims);
            }
        }
        Weights { squares, list }
    }
}

impl Squares {
    /// A side's pieces: kind, square as the side sees it, and whether no enemy left takes the kind.
    #[inline]
    fn pieces(&self, position: &Position, side: Side) -> impl Iterator<Item = (usize, Square, bool)> {
        let enemies = kinds(position, side.opponent());
        position.pieces(side).map(move |(kind, square)| {
            let safe = self.takers[kind.index()] & enemies == 0;
            (kind.index(), seen_by(side, square) & 63, safe)
        })
    }

    /// The points of a side.
    #[inline]
    fn points(&self, game: &Jungle, position: &Position, side: Side) -> i32 {
        let mut points = 0;
        for (kind, square, safe) in self.pieces(position, side) {
            points += self.weights.squares[kind][usize::from(square)];
            points += i32::from(safe) * self.weights.list[SAFE + kind];
        }
        let (moves, captures) = game.freedom(position, side);
        points + self.weights.list[MOVE] * moves as i32 + self.weights.list[CAPTURE] * captures as i32
    }
}

impl Stateless for Squares {}

impl Evaluator<Jungle> for Squares {
    #[inline]
    fn evaluate(&self, game: &Jungle, (): &mut (), position: &Position) -> i32 {
        let us = position.side_to_move();
        let lead = self.points(game, position, us) - self.points(game, position, us.opponent());
        lead + self.weights.list[TURN]
    }
}

impl ProvenScores<Jungle> for Squares {
    #[inline]
    fn probe(&self, game: &Jungle, position: &Position) -> Option<Score> {
        match self.endgames.value(position)? {
            // Who may not repeat cannot draw by going round in circles.
            Value::Draw if game.repetition_loses => None,
            value => Some(value.score()),
        }
    }

    #[inline]
    fn static_win(&self, _: &Jungle, (): &mut (), _: &Position) -> Option<Score> {
        None
    }
}

impl Linear<Jungle> for Squares {
    fn groups(&self) -> Vec<Group> {
        let by_kind = |name, help| Group::table(name, help, 8, 8);
        let mut groups = vec![
            by_kind("VALUE", "A piece, by kind from the rat to the elephant."),
            by_kind("STEP", "A step of a piece towards the enemy's den, by kind."),
            by_kind("GUARD", "A piece within three steps of the own den, by kind."),
            by_kind("SAFE", "A piece that no enemy left can take, by kind."),
            Group::one("SWIM", "A rat in water."),
        ];
        groups.push(Group::one("MOVE", "A move, whoever's turn it is."));
        groups.push(Group::one("CAPTURE", "A move that captures, on top of it."));
        groups.push(Group::one("TURN", "To be on turn."));
        groups
    }

    fn weights(&self) -> Vec<i32> {
        self.weights.list.to_vec()
    }

    fn with_weights(&self, weights: &[i32]) -> Squares {
        let list = weights.try_into().expect("as many weights as there were");
        Squares { weights: Box::new(Weights::of(list)), ..self.clone() }
    }

    fn each_feature(&self, game: &Jungle, position: &Position, mut visit: impl FnMut(usize, f64)) {
        for (side, sign) in Side::BOTH.into_iter().zip([1.0, -1.0]) {
            for (kind, square, safe) in self.pieces(position, side) {
                let (made, guards, swims) = stands(square);
                visit(kind, sign);
                visit(STEP + kind, sign * f64::from(made));
                for (index, counts) in [(GUARD + kind, guards), (SAFE + kind, safe), (SWIM, swims)] {
                    if counts {
                        visit(index, sign);
                    }
                }
            }
            let (moves, captures) = game.freedom(position, side);
            visit(MOVE, sign * f64::from(moves));
            visit(CAPTURE, sign * f64::from(captures));
            if side == position.side_to_move() {
                visit(TURN, sign);
            }
        }
    }
}
