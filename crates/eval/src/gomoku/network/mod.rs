//! A small network that looks at every empty point: at what either side could make of the four lines through it.
//!
//! The patterns of a point are one of a few thousand `shape`s for either side. Each has a row of numbers;
//! the row of the one side's shape and the row of the other's are added, what is below nothing is cut off, and the
//! outcome is added up over all points, once as each side sees it. Two more layers weigh these sums into a correction
//! of what [`Lines`] says. A stone changes the shapes of some thirty points, so that the sums follow
//! the stones. Sums over points instead of layers over the board: Zaheer et al., *Deep Sets* (2017),
//! <https://arxiv.org/abs/1703.06114>; networks over line patterns were made strong in gomoku by Rapfi,
//! <https://arxiv.org/abs/2503.13178>.
//!
//! Everything is learnt from our own games: `cargo xtask gomoku-network` plays them, trains and writes the file.

mod file;
mod sums;
mod wide;

use super::{Lines, PatternBoard};
use crate::gomoku::shape::{Numbers, SHAPES};
use crate::registers::Registers;
use game::{Game, Side};
use games::gomoku::{Gomoku, Move, Position, Rule};
use search::{Evaluator, Score};
use std::sync::{Arc, LazyLock};
pub use sums::NetworkBoard;

pub use file::{MOST_OF_ROW, NetworkError};

/// Numbers of a row, and sums as a side sees the board.
pub const HIDDEN: usize = 32;
/// Numbers of the layer between the sums and the output.
pub const MIDDLE: usize = 16;
/// Rows: those of shapes of a side that may make any line, then those of one for whom some are forbidden.
pub const INPUTS: usize = 2 * SHAPES;

/// What 1 is in the rows and in the sums.
pub const ONE: f32 = 512.0;
/// What 1 is in the weights of the layer between.
pub const ONE_MIDDLE: f32 = 256.0;

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// By whose shapes they are: of the side that looks at the board, of the other; each a row for every shape, in units of
    /// [`ONE`]. The row of a point where nothing can be made is nothing.
    pub rows: [Vec<[i16; HIDDEN]>; 2],
    /// What each sum counts in every number of the layer between, those of the side to move first, in units of
    /// [`ONE_MIDDLE`].
    pub middle: [[[i16; HIDDEN]; 2]; MIDDLE],
    /// What these numbers begin with, in units of both together.
    pub middle_bias: [i32; MIDDLE],
    /// What its numbers count in the output.
    pub output: [f32; MIDDLE],
    /// What the output begins with.
    pub bias: f32,
    /// The lead, in units of [`Lines`], that an output of 1 stands for: it multiplies the odds by *e*.
    pub scale: f32,
}

/// The evaluation of [`Lines`], corrected by a network, if there is one.
#[derive(Clone, Debug)]
pub struct Network {
    lines: Lines,
    weights: Option<Arc<Weights>>,
    registers: Registers,
}

impl Network {
    /// The one that comes with the program: `gomoku.nn` beside this file, made by `cargo xtask gomoku-network`.
    pub fn shipped() -> Network {
        static SHIPPED: LazyLock<Network> = LazyLock::new(|| {
            Network::read(include_bytes!("gomoku.nn")).expect("the file is a network: a test reads it")
        });
        SHIPPED.clone()
    }

    /// No network: the evaluation of [`Lines`] as it is. A player of both is compiled once.
    pub fn none() -> Network {
        Network { lines: Lines::default(), weights: None, registers: Registers::PORTABLE }
    }

    /// A network of these weights.
    ///
    /// # Errors
    /// If there are not as many rows as there should be, or a weight is no number or so large that a sum might overflow.
    pub fn new(weights: Weights) -> Result<Network, NetworkError> {
        file::check(&weights)?;
        let registers = Registers::of_this_processor();
        Ok(Network { lines: Lines::default(), weights: Some(Arc::new(weights)), registers })
    }

    /// The same network without the processor's wider registers, to be compared with.
    #[must_use]
    pub fn portable(&self) -> Network {
        Network { registers: Registers::PORTABLE, ..self.clone() }
    }

    /// The weights of the network, if there is one.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_deref()
    }
}

impl Weights {
    /// What is to be added to the evaluation of [`Lines`] for the side to move. Loops are written out, for the compiler does
    /// not take closures along to the wider registers.
    #[inline(always)]
    fn correction(&self, state: &mut NetworkBoard, side: Side) -> i32 {
        let sums = state.sums(self);
        let sums = [&sums[side.index()].0, &sums[side.opponent().index()].0];
        let mut output = self.bias;
        for ((weights, bias), weight) in self.middle.iter().zip(self.middle_bias).zip(self.output) {
            let number = bias + weigh(sums[0], &weights[0]) + weigh(sums[1], &weights[1]);
            output += number.max(0) as f32 / (ONE * ONE_MIDDLE) * weight;
        }
        (output * self.scale) as i32
    }
}

/// The sums weighed: products of sixteen bits, added up in thirty-two, for which processors have an instruction.
#[inline(always)]
fn weigh(sums: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        total += i32::from(sum) * i32::from(weight);
    }
    total
}

/// By side: the first row of its shapes.
fn first_rows(game: &Gomoku) -> [usize; 2] {
    Side::BOTH.map(|side| if game.rule() == Rule::Renju && side == Side::First { SHAPES } else { 0 })
}

/// The inputs of every empty point: of the first side and of the second, each a row. Where nothing can be made, it is the
/// first row of those that the side has.
pub fn inputs(game: &Gomoku, board: &PatternBoard) -> impl Iterator<Item = [usize; 2]> {
    let (first_rows, numbers) = (first_rows(game), Numbers::all());
    let empty = (0..board.size() * board.size()).filter(|&point| board.is_empty(point));
    empty.map(move |point| {
        Side::BOTH.map(|side| first_rows[side.index()] + numbers.of(board.lines_of(side, point)))
    })
}

/// The inputs that say that nothing can be made: their rows are nothing.
pub const NOTHING: [usize; 2] = [0, SHAPES];

impl Evaluator<Gomoku> for Network {
    type State = NetworkBoard;

    fn state(&self, game: &Gomoku, position: &Position) -> NetworkBoard {
        NetworkBoard::new(self.weights(), game, self.lines.state(game, position))
    }

    #[inline]
    fn push(&self, game: &Gomoku, state: &mut NetworkBoard, before: &Position, mv: Move, after: &Position) {
        self.lines.push(game, state.as_mut(), before, mv, after);
        state.push();
    }

    #[inline]
    fn pop(&self, game: &Gomoku, state: &mut NetworkBoard) {
        self.lines.pop(game, state.as_mut());
        state.pop();
    }

    #[inline]
    fn evaluate(&self, game: &Gomoku, state: &mut NetworkBoard, position: &Position) -> i32 {
        let lines = self.lines.evaluate(game, state.as_mut(), position);
        match self.weights() {
            Some(weights) => lines + self.registers.correction(weights, state, game.side_to_move(position)),
            None => lines,
        }
    }

    #[inline]
    fn foreseen(&self, game: &Gomoku, state: &mut NetworkBoard, position: &Position) -> Option<Score> {
        self.lines.foreseen(game, state.as_mut(), position)
    }
}

impl AsMut<PatternBoard> for PatternBoard {
    fn as_mut(&mut self) -> &mut PatternBoard {
        self
    }
}
