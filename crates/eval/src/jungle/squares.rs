//! Pieces, the squares that they stand on, and what they can do there.

use super::endgames::{Endgames, kinds};
use super::weights;
use game::Side;
use games::jungle::board::{COLUMNS, DENS, ROWS, Square, WATER, bit, column, row, seen_by};
use games::jungle::{Jungle, Kind, Position};
use search::linear::{Group, Linear};
use search::retrograde::Value;
use search::{Evaluator, Score};
use std::sync::Arc;

/// The worth of every kind on every square, more of a piece that no enemy left can take, moves, captures, and the
/// turn. What a table of [endgames](Endgames) knows it does not guess.
#[derive(Clone, Debug)]
pub struct Squares {
    weights: Box<Weights>,
    endgames: Arc<Endgames>,
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

/// The left half of the board with its middle column: the other half mirrors it.
const FOLDED_COLUMNS: usize = COLUMNS as usize / 2 + 1;
const FOLDED: usize = FOLDED_COLUMNS * ROWS as usize;
/// The weights: each kind's squares, what is added to each kind that is safe, and the rest.
const SAFE: usize = 8 * FOLDED;
const MOVE: usize = SAFE + 8;
const CAPTURE: usize = MOVE + 1;
const TURN: usize = CAPTURE + 1;
const COUNT: usize = TURN + 1;

/// The weight of a kind on a square of the side's own board, whose half is read from the upper left.
#[inline]
const fn weight_on(kind: usize, square: Square) -> usize {
    let (column, row) = (column(square), row(square));
    let column = if column < COLUMNS / 2 { column } else { COLUMNS - 1 - column };
    kind * FOLDED + (ROWS - 1 - row) as usize * FOLDED_COLUMNS + column as usize
}

impl Default for Squares {
    /// For the default rules.
    fn default() -> Squares {
        Squares::new(Jungle::default(), Endgames::shared(Jungle::default()))
    }
}

impl Squares {
    /// For some rules, with endgames of these rules.
    pub fn new(rules: Jungle, endgames: Arc<Endgames>) -> Squares {
        let takers = Kind::ALL.map(|kind| {
            let takers = Kind::ALL.into_iter().filter(|&other| rules.takes(other, kind));
            takers.fold(0, |set, other| set | 1 << other.index())
        });
        Squares { weights: Box::new(Weights::of(tuned())), endgames, takers }
    }

    /// The same with weights chosen by hand, which the tuned ones are measured against.
    #[must_use]
    pub fn by_hand(self) -> Squares {
        Squares { weights: Box::new(Weights::of(by_hand())), ..self }
    }
}

/// The weights that self-play has found.
fn tuned() -> [i32; COUNT] {
    use weights::{CAT, DOG, ELEPHANT, LEOPARD, LION, RAT, TIGER, WOLF};
    let squares = [RAT, CAT, DOG, WOLF, LEOPARD, TIGER, LION, ELEPHANT];
    let mut weights = [0; COUNT];
    for (own, tuned) in weights.chunks_exact_mut(FOLDED).zip(squares) {
        own.copy_from_slice(&tuned);
    }
    weights[SAFE..MOVE].copy_from_slice(&weights::SAFE);
    (weights[MOVE], weights[CAPTURE], weights[TURN]) = (weights::MOVE, weights::CAPTURE, weights::TURN);
    weights
}

/// Weights that one can say in words: the strong are worth more, the rat as much as what it takes, and who is nearer
/// to the enemy's den is better.
fn by_hand() -> [i32; COUNT] {
    const VALUES: [i32; 8] = [500, 200, 300, 400, 500, 800, 900, 1000];
    let mut weights = [0; COUNT];
    for kind in Kind::ALL {
        for square in 0..COLUMNS * ROWS {
            let wet = bit(square) & WATER != 0 && kind != Kind::Rat;
            if !wet && !DENS.contains(&square) {
                let steps = (ROWS - 1 - row(square)) + column(square).abs_diff(COLUMNS / 2);
                weights[weight_on(kind.index(), square)] = VALUES[kind.index()] + 8 * (12 - i32::from(steps));
            }
        }
    }
    (weights[MOVE], weights[CAPTURE], weights[TURN]) = (2, 10, 10);
    weights
}

impl Weights {
    fn of(list: [i32; COUNT]) -> Weights {
        let mut squares = [[0; 64]; 8];
        for (kind, squares) in squares.iter_mut().enumerate() {
            for square in 0..COLUMNS * ROWS {
                squares[usize::from(square)] = list[weight_on(kind, square)];
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

impl Evaluator<Jungle> for Squares {
    type State = ();

    fn state(&self, _: &Jungle, _: &Position) {}

    #[inline]
    fn evaluate(&self, game: &Jungle, (): &mut (), position: &Position) -> i32 {
        let us = position.side_to_move();
        let lead = self.points(game, position, us) - self.points(game, position, us.opponent());
        lead + self.weights.list[TURN]
    }

    #[inline]
    fn known(&self, game: &Jungle, position: &Position) -> Option<Score> {
        match self.endgames.value(position)? {
            // Who may not repeat cannot draw by going round in circles.
            Value::Draw if game.repetition_loses => None,
            value => Some(value.score()),
        }
    }
}

impl Linear<Jungle> for Squares {
    fn groups(&self) -> Vec<Group> {
        let squares = Kind::ALL.map(|kind| {
            let name = kind.name();
            let help =
                format!("A {name} on the squares of the left half of the board, the enemy's den above.");
            Group::table(&name.to_uppercase(), &help, FOLDED, FOLDED_COLUMNS)
        });
        let mut groups = squares.to_vec();
        groups.push(Group::table("SAFE", "A piece that no enemy left can take, by kind.", 8, 8));
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
                visit(weight_on(kind, square), sign);
                if safe {
                    visit(SAFE + kind, sign);
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
