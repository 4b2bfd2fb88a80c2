//! A small network that looks at every empty point: at what either side could make of the four lines through it.
//!
//! The patterns of a point are one of a few thousand `shape`s for either side. Each has an embedding;
//! the embedding of the one side's shape and that of the other's are added, go through a ReLU, and the
//! outcome is added up over all points, once as each side sees it. Two more layers weigh these sums into a correction
//! of what [`Lines`] says. A stone changes the shapes of some thirty points, so that the sums follow
//! the stones. Sums over points instead of layers over the board: Zaheer et al., *Deep Sets* (2017),
//! <https://arxiv.org/abs/1703.06114>; networks over line patterns were made strong in gomoku by Rapfi,
//! <https://arxiv.org/abs/2503.13178>.
//!
//! Everything is trained on our own games: `cargo xtask network gomoku` plays them, trains and writes the file.

mod accumulator;
mod file;

use super::{Lines, PatternBoard};
use crate::data_file;
use crate::data_file::{LostFile, Shipped};
use crate::gomoku::shape::{SHAPES, ShapeNumbers};
use crate::simd::{CpuFeatures, Kernel};
pub use accumulator::NetworkBoard;
use std::sync::Arc;
use wanqi_game::{Game, Side};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::{Evaluator, Incremental, ProvenScores, Score};

pub use crate::network::NetworkError;
pub use file::{MAX_EMBEDDING_WEIGHT, SHAPE};

/// The width of an embedding, and so of what is pooled as a side sees the board.
pub const POOLED: usize = 32;
/// The width of the hidden layer between the pooled numbers and the output.
pub const HIDDEN: usize = 16;
/// Embeddings: those of shapes of a side that may make any line, then those of one for whom some are forbidden.
pub const INPUTS: usize = 2 * SHAPES;

/// Quantisation scale of the embeddings and of the accumulator: what 1 is.
pub const QUANTISATION_EMBEDDING: f32 = 512.0;
/// Quantisation scale of the weights of the hidden layer.
pub const QUANTISATION_HIDDEN: f32 = 256.0;

/// The weights of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// By whose shapes they are: of the side that looks at the board, of the other; each a row for every shape, in units of
    /// [`QUANTISATION_EMBEDDING`]. The row of a point where nothing can be made is nothing.
    pub embeddings: [Vec<[i16; POOLED]>; 2],
    /// What each sum counts in every number of the hidden layer, those of the side to move first, in units of
    /// [`QUANTISATION_HIDDEN`].
    pub hidden: [[[i16; POOLED]; 2]; HIDDEN],
    /// What these numbers begin with, in units of both together.
    pub hidden_bias: [i32; HIDDEN],
    /// What its numbers count in the output.
    pub output: [f32; HIDDEN],
    /// What the output begins with.
    pub bias: f32,
    /// The lead, in units of [`Lines`], that an output of 1 stands for: it multiplies the odds by *e*.
    pub scale: f32,
}

/// The one that comes with the program.
pub static SHIPPED: Shipped<Network> = Shipped::new(data_file!("gomoku.nn"), |bytes| {
    Network::read(bytes).expect("the file is a network: a test reads it")
});

/// The evaluation of [`Lines`], corrected by a network, if there is one.
#[derive(Clone, Debug)]
pub struct Network {
    lines: Lines,
    weights: Option<Arc<Weights>>,
    cpu_features: CpuFeatures,
}

impl Network {
    /// The one that comes with the program: `crates/eval/data/gomoku.nn`, made by `cargo xtask network gomoku`.
    ///
    /// # Panics
    /// In a browser, if the file is not to be had: [`Network::try_shipped`].
    pub fn shipped() -> Network {
        Network::try_shipped().expect("it comes with the program")
    }

    /// The same where its file may be beside the program.
    ///
    /// # Errors
    /// If that is not to be had.
    pub fn try_shipped() -> Result<Network, LostFile> {
        SHIPPED.get().cloned()
    }

    /// No network: the evaluation of [`Lines`] as it is. A player of both is compiled once.
    pub fn none() -> Network {
        Network { lines: Lines::default(), weights: None, cpu_features: CpuFeatures::PORTABLE }
    }

    /// A network of these weights.
    ///
    /// # Errors
    /// If there are not as many rows as there should be, or a weight is no number or so large that a sum might overflow.
    pub fn new(weights: Weights) -> Result<Network, NetworkError> {
        file::check(&weights)?;
        let cpu_features = CpuFeatures::of_this_processor();
        Ok(Network { lines: Lines::default(), weights: Some(Arc::new(weights)), cpu_features })
    }

    /// The same network without the processor's wider SIMD, to be compared with.
    #[must_use]
    pub fn portable(&self) -> Network {
        Network { cpu_features: CpuFeatures::PORTABLE, ..self.clone() }
    }

    /// The weights of the network, if there is one.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_deref()
    }
}

/// What is to be added to the evaluation of [`Lines`] for the side to move. Loops are written out, for the compiler does
/// not take closures along to wider SIMD.
struct Correction<'a> {
    weights: &'a Weights,
    state: &'a mut NetworkBoard,
    side: Side,
}

impl Kernel for Correction<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Correction { weights: network, state, side } = self;
        let accumulators = state.accumulators(network);
        let accumulators = [&accumulators[side.index()].0, &accumulators[side.opponent().index()].0];
        let mut output = network.bias;
        for ((weights, bias), weight) in network.hidden.iter().zip(network.hidden_bias).zip(network.output) {
            let number = bias + weigh(accumulators[0], &weights[0]) + weigh(accumulators[1], &weights[1]);
            output += number.max(0) as f32 / (QUANTISATION_EMBEDDING * QUANTISATION_HIDDEN) * weight;
        }
        (output * network.scale) as i32
    }
}

/// The sums weighed: products of sixteen bits, added up in thirty-two, for which processors have an instruction.
#[inline(always)]
fn weigh(accumulators: &[i16; POOLED], weights: &[i16; POOLED]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in accumulators.iter().zip(weights) {
        total += i32::from(sum) * i32::from(weight);
    }
    total
}

/// By side: the first row of its shapes.
fn first_embeddings(game: &Gomoku) -> [usize; 2] {
    Side::BOTH.map(|side| if game.rule() == Rule::Renju && side == Side::First { SHAPES } else { 0 })
}

/// The inputs of every empty point: of the first side and of the second, each a row. Where nothing can be made, it is the
/// first row of those that the side has.
pub fn inputs(game: &Gomoku, board: &PatternBoard) -> impl Iterator<Item = [usize; 2]> {
    let (first_embeddings, numbers) = (first_embeddings(game), ShapeNumbers::all());
    board.empty_points().map(move |point| {
        Side::BOTH.map(|side| first_embeddings[side.index()] + numbers.of(board.lines_of(side, point)))
    })
}

/// The inputs that say that nothing can be made: their rows are nothing.
pub const NOTHING: [usize; 2] = [0, SHAPES];

impl Incremental<Gomoku> for Network {
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
}

impl Evaluator<Gomoku> for Network {
    #[inline]
    fn evaluate(&self, game: &Gomoku, state: &mut NetworkBoard, position: &Position) -> i32 {
        let lines = self.lines.evaluate(game, state.as_mut(), position);
        match self.weights() {
            Some(weights) => {
                let side = game.side_to_move(position);
                lines + self.cpu_features.run(Correction { weights, state, side })
            }
            None => lines,
        }
    }
}

impl ProvenScores<Gomoku> for Network {
    #[inline]
    fn probe(&self, _: &Gomoku, _: &Position) -> Option<Score> {
        None
    }

    #[inline]
    fn static_win(&self, game: &Gomoku, state: &mut NetworkBoard, position: &Position) -> Option<Score> {
        self.lines.static_win(game, state.as_mut(), position)
    }
}

impl AsMut<PatternBoard> for PatternBoard {
    fn as_mut(&mut self) -> &mut PatternBoard {
        self
    }
}
