//! Retrograde analysis, by which tablebases are made: endings solved backwards, from the finished games to every
//! position from which they can be reached.
//!
//! An [`Ending`] is a set of positions with numbers, closed but for moves into endings that are known already (a
//! capture). [`solve`] finds for each position who wins and in how many plies, with best play of both sides;
//! what nobody can force is a draw, so positions that only lead round in circles are. [`verify`] checks a solved
//! ending position by position against the rules, without any of the solver's thoughts.
//!
//! Ströhlein, *Untersuchungen über kombinatorische Spiele* (1970); Thompson, *Retrograde Analysis of Certain
//! Endgames* (1986), <https://doi.org/10.3233/ICG-1986-9302>;
//! <https://www.chessprogramming.org/Retrograde_Analysis>.

mod solve;
mod verify;

pub use solve::solve;
pub use verify::{WrongValue, verify};

use crate::Score;
use wanqi_game::{Game, Outcome, Side};

/// The positions of an ending, numbered. Sides must alternate.
pub trait Ending: Sync {
    /// The game that ends so.
    type Game: Game;

    /// The rules.
    fn game(&self) -> &Self::Game;

    /// One more than the greatest index.
    fn size(&self) -> usize;

    /// The position of an index below [`size`](Ending::size); `None` where there is none, two pieces being on one
    /// square. A finished game may have an index or not.
    fn position(&self, index: usize) -> Option<<Self::Game as Game>::Position>;

    /// The index of a position; `None` if it lies outside. Several indices may have equal positions, by symmetry
    /// say; then this is one of them.
    fn index(&self, position: &<Self::Game as Game>::Position) -> Option<usize>;

    /// The value of an unfinished position outside that a move has led to.
    fn outside(&self, position: &<Self::Game as Game>::Position) -> Value;
}

/// Who wins an unfinished position, for the side to move, and in how many plies if both play their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The side to move wins.
    Win(u16),
    /// The side to move loses; in 0 plies if it has no move and that is a loss.
    Loss(u16),
    /// Neither can force anything.
    Draw,
}

impl Value {
    /// The longest distance that is told apart.
    pub const MAX_PLIES: u16 = 9_999;

    /// The value of a finished game for `side`, had it been to move.
    pub fn of_outcome(outcome: Outcome, side: Side) -> Value {
        match outcome {
            Outcome::Draw => Value::Draw,
            Outcome::Win(winner) if winner == side => Value::Win(0),
            Outcome::Win(_) => Value::Loss(0),
        }
    }

    /// What a move is worth that leads to a position of this value for the other side.
    #[must_use]
    pub fn before(self) -> Value {
        let longer = |plies: u16| (plies + 1).min(Self::MAX_PLIES);
        match self {
            Value::Win(plies) => Value::Loss(longer(plies)),
            Value::Loss(plies) => Value::Win(longer(plies)),
            Value::Draw => Value::Draw,
        }
    }

    /// The score of a position of this value, counted from it.
    pub fn score(self) -> Score {
        match self {
            Value::Win(plies) => Score::win_in(plies.into()),
            Value::Loss(plies) => Score::loss_in(plies.into()),
            Value::Draw => Score::DRAW,
        }
    }
}

/// The values of a solved ending, by index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tablebase(Box<[i16]>);

/// A draw, or no position.
const DRAW: i16 = 0;

impl Tablebase {
    /// Bytes a value takes in [`to_bytes`](Tablebase::to_bytes).
    pub const BYTES: usize = 2;

    fn draws(size: usize) -> Tablebase {
        Tablebase(vec![DRAW; size].into())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at an index; a draw where there is no position.
    #[inline]
    pub fn get(&self, index: usize) -> Value {
        // Distances are moved by one, so that a loss in 0 is no draw.
        match self.0[index] {
            DRAW => Value::Draw,
            won @ 1.. => Value::Win((won - 1) as u16),
            lost => Value::Loss((-(lost + 1)) as u16),
        }
    }

    fn set(&mut self, index: usize, value: Value) {
        let moved = |plies: u16| plies.min(Value::MAX_PLIES) as i16 + 1;
        self.0[index] = match value {
            Value::Draw => DRAW,
            Value::Win(plies) => moved(plies),
            Value::Loss(plies) => -moved(plies),
        };
    }

    /// The values as bytes, for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// Reads [`to_bytes`](Tablebase::to_bytes) back; `None` if these are no values.
    pub fn from_bytes(bytes: &[u8]) -> Option<Tablebase> {
        let (values, rest) = bytes.as_chunks();
        let most = Value::MAX_PLIES as i16 + 1;
        let values: Vec<i16> = values.iter().map(|&value| i16::from_le_bytes(value)).collect();
        let sound = rest.is_empty() && values.iter().all(|value| (-most..=most).contains(value));
        sound.then(|| Tablebase(values.into()))
    }
}

/// Where a move leads.
enum Successor {
    /// Out of the ending: what the move is worth.
    Known(Value),
    /// To the position of this index.
    Inside(usize),
}

/// Visits where a position's moves lead: to a value for the side that moves, or to a position of the ending.
fn each_successor<E: Ending>(
    ending: &E,
    position: &<E::Game as Game>::Position,
    mut visit: impl FnMut(Successor),
) {
    let game = ending.game();
    game.each_move(position, |mv| {
        let mut next = position.clone();
        let them = game.side_to_move(position).opponent();
        game.play(&mut next, mv);
        visit(match game.outcome(&next) {
            Some(outcome) => Successor::Known(Value::of_outcome(outcome, them).before()),
            None => match ending.index(&next) {
                Some(index) => Successor::Inside(index),
                None => Successor::Known(ending.outside(&next).before()),
            },
        });
    });
}
