//! Efficiently updatable networks of games with pieces: (inputs → [`HIDDEN`]) × 2 → [`PHASES`].
//!
//! Each side looks at the board as its own ([`View`]): its inputs, one for each piece of either side on each point, go to a
//! hidden layer, whose sums are the `accumulator`. Both sides' accumulators, the side to move first, go through a squared
//! clipped ReLU and are weighed into one number, with weights of their own for each [`phase`] of the game. A move changes
//! two to four inputs, so that the sums follow the moves instead of being made anew. Yu Nasu, *Efficiently Updatable
//! Neural-Network-based Evaluation Functions for Computer Shogi* (2018), <https://www.chessprogramming.org/NNUE>.
//!
//! Everything is trained on our own games: `cargo xtask network GAME` plays them, trains and writes the file.

mod accumulator;
mod file;
mod view;

use crate::data_file::LostFile;
use crate::simd::{CpuFeatures, Kernel};
use accumulator::{Accumulator, AccumulatorStack};
use std::marker::PhantomData;
use std::sync::Arc;
use wanqi_game::{Game, Side};
use wanqi_search::{Evaluator, Incremental, NothingProven};

pub use crate::network::NetworkError;
pub use file::shape;
pub use view::{Change, MoveOf, PHASES, Piece, PositionOf, View, each_input, phase};

/// Sums that each side has.
pub const HIDDEN: usize = 128;

/// Quantisation scale of the accumulator: what 1 is, where it is clipped.
pub const QUANTISATION_HIDDEN: i16 = 255;
/// Quantisation scale of the weights of the output.
pub const QUANTISATION_OUTPUT: i16 = 64;
/// The greatest weight of the output: its product with a sum must fit into sixteen bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QUANTISATION_HIDDEN - 1;

/// The weights of a network as integers.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// A row for each input, in units of [`QUANTISATION_HIDDEN`].
    pub inputs: Vec<[i16; HIDDEN]>,
    /// What the sums begin with.
    pub bias: [i16; HIDDEN],
    /// What they are weighed into, by phase.
    pub outputs: [Output; PHASES],
    /// The lead, in hundredths of a pawn, that an output of 1 stands for: it multiplies the odds by *e*.
    pub scale: i32,
}

/// The weights of an output.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// What each sum counts, those of the side to move first, in units of [`QUANTISATION_OUTPUT`].
    pub sums: [[i16; HIDDEN]; 2],
    /// What it begins with, in units of both together.
    pub bias: i32,
}

/// The evaluation by a network that sees a game by `V`.
#[derive(Debug)]
pub struct Network<V> {
    weights: Arc<Weights>,
    cpu_features: CpuFeatures,
    of: PhantomData<V>,
}

impl<V> Clone for Network<V> {
    fn clone(&self) -> Network<V> {
        Network { weights: self.weights.clone(), cpu_features: self.cpu_features, of: PhantomData }
    }
}

impl<V: View> Network<V> {
    /// The one that comes with the program: `crates/eval/data/GAME.nn`, made by `cargo xtask network GAME`.
    ///
    /// # Panics
    /// In a browser, if the file is not to be had: [`Network::try_shipped`].
    pub fn shipped() -> Network<V> {
        Network::try_shipped().expect("it comes with the program")
    }

    /// The same where its file may be beside the program.
    ///
    /// # Errors
    /// If that is not to be had.
    pub fn try_shipped() -> Result<Network<V>, LostFile> {
        V::shipped().get().cloned()
    }

    /// A network of these weights.
    ///
    /// # Errors
    /// If there are not as many inputs as there should be, or a weight is so large that a sum might overflow.
    pub fn new(weights: Weights) -> Result<Network<V>, NetworkError> {
        file::check::<V>(&weights)?;
        let cpu_features = CpuFeatures::of_this_processor();
        Ok(Network { weights: Arc::new(weights), cpu_features, of: PhantomData })
    }

    /// The same network without the processor's wider SIMD, to be compared with.
    #[must_use]
    pub fn portable(&self) -> Network<V> {
        Network { cpu_features: CpuFeatures::PORTABLE, ..self.clone() }
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// An output for both sides' sums, the side to move first, in hundredths of a pawn.
    #[inline(always)]
    fn output(&self, output: &Output, own: &Accumulator, other: &Accumulator) -> i32 {
        let Output { sums: [to_own, to_other], bias } = output;
        let one = i32::from(QUANTISATION_HIDDEN);
        // The squares have one unit too many.
        let sum = (weigh(own, to_own) + weigh(other, to_other)) / one + bias;
        (i64::from(sum) * i64::from(self.weights.scale) / i64::from(one * i32::from(QUANTISATION_OUTPUT)))
            as i32
    }
}

/// What a position is worth for the side to move.
struct Value<'a, V: View> {
    network: &'a Network<V>,
    state: &'a mut AccumulatorStack<V>,
    position: &'a PositionOf<V>,
    side: Side,
}

impl<V: View> Kernel for Value<'_, V> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Value { network, state, position, side } = self;
        let [first, second] = state.sums(&network.weights, position);
        let output = &network.weights.outputs[phase(V::pieces(position))];
        match side {
            Side::First => network.output(output, first, second),
            Side::Second => network.output(output, second, first),
        }
    }
}

/// Squared clipped ReLU, weighed. The first product fits into sixteen bits ([`MAX_OUTPUT_WEIGHT`]), so that the
/// compiler makes of it what processors have: products of sixteen bits, added in pairs to thirty-two.
#[inline(always)]
fn weigh(sums: &Accumulator, weights: &[i16; HIDDEN]) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.0.iter().zip(weights) {
        let clipped = sum.clamp(0, QUANTISATION_HIDDEN);
        total += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
    }
    total
}

impl<V> NothingProven for Network<V> {}

impl<V: View> Incremental<V::Game> for Network<V> {
    type State = AccumulatorStack<V>;

    fn state(&self, _: &V::Game, position: &PositionOf<V>) -> AccumulatorStack<V> {
        AccumulatorStack::new(&self.weights, position)
    }

    #[inline]
    fn push(
        &self,
        _: &V::Game,
        state: &mut AccumulatorStack<V>,
        before: &PositionOf<V>,
        mv: MoveOf<V>,
        _: &PositionOf<V>,
    ) {
        state.push(before, mv);
    }

    #[inline]
    fn pop(&self, _: &V::Game, state: &mut AccumulatorStack<V>) {
        state.pop();
    }
}

impl<V: View> Evaluator<V::Game> for Network<V> {
    #[inline]
    fn evaluate(&self, game: &V::Game, state: &mut AccumulatorStack<V>, position: &PositionOf<V>) -> i32 {
        let side = game.side_to_move(position);
        self.cpu_features.run(Value { network: self, state, position, side })
    }
}
