//! A residual network that looks at the whole board: which moves are likely, who will win, by how many points, and whose each
//! point will be.
//!
//! A tower of [`BLOCKS`] blocks, each two convolutions of 3×3 points with [`CHANNELS`] channels, whose outcome is added to what
//! the block was given; between the two, the mean and the greatest of each channel over the board tell every point what is
//! elsewhere, so that one network serves boards of all sizes. It has learnt from nothing but the rules, by games against itself:
//! `cargo xtask network go` plays them, trains and writes the file.
//!
//! - Silver and others, *Mastering the Game of Go without Human Knowledge* (2017), <https://doi.org/10.1038/nature24270>
//! - Wu, *Accelerating Self-Play Learning in Go* (2019), <https://arxiv.org/abs/1902.10565>: pooling over the board, boards of
//!   mixed sizes, and that ownership and score teach what a bare result does not
//! - Jacob and others, *Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference* (2017),
//!   <https://arxiv.org/abs/1712.05877>: convolutions of bytes
//!
//! [`Input`] is what the network sees, [`Weights`] what it has learnt, `convolution` the loops that take most of the time,
//! `forward` all layers in their order, [`NetworkGuide`] what a Monte-Carlo search makes of it.

mod convolution;
mod forward;
mod guide;
mod input;
mod weights;

use crate::data_file;
use crate::data_file::{LostFile, Shipped};
pub use crate::network::NetworkError;
pub use convolution::Processor;
pub use forward::Output;
pub use guide::NetworkGuide;
pub use input::{Input, turned};
use std::cell::RefCell;
use std::sync::Arc;
use wanqi_games::go::{Capacity, Go, Position};
pub use weights::{Block, Convolution, PolicyHead, SHAPE, ValueHead, Weights, heads_mut};

/// What is told of each point: see [`Input`].
pub const PLANES: usize = 17;
/// What is told of the whole board: see [`Input`].
pub const GLOBALS: usize = 4;
/// Numbers that the tower has for each point.
pub const CHANNELS: usize = 32;
/// Blocks of the tower.
pub const BLOCKS: usize = 5;
/// Numbers for each point between the tower and how likely the move there is.
pub const POLICY: usize = 16;
/// Numbers for each point between the tower and what the position is worth.
pub const VALUE: usize = 32;
/// Numbers of the layer after them, which sees the whole board.
pub const HIDDEN: usize = 48;
/// How many points the output for the lead stands for.
pub const POINTS: f32 = 10.0;

/// The one that comes with the program.
pub static SHIPPED: Shipped<Network> = Shipped::new(data_file!("go.nn"), |bytes| {
    Network::read(bytes).expect("the file is a network: a test reads it")
});

/// A network, ready to be asked.
#[derive(Clone, Debug)]
pub struct Network(Arc<forward::Layers>);

thread_local! {
    /// What the layers come to, to be written on again.
    static ACTIVATIONS: RefCell<forward::Activations> = RefCell::default();
}

impl Network {
    /// The one that comes with the program: `crates/eval/data/go.nn`, made by `cargo xtask network go`.
    ///
    /// # Errors
    /// If its file is beside the program and not to be had.
    pub fn try_shipped() -> Result<Network, LostFile> {
        SHIPPED.get().cloned()
    }

    /// A network of these weights.
    ///
    /// # Errors
    /// If there are not as many as there should be, or one is no number.
    pub fn new(weights: &Weights) -> Result<Network, NetworkError> {
        Network::by(weights, Processor::this())
    }

    /// The same with the loops for this processor, to compare them; with plain ones if the program runs on another.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn by(weights: &Weights, processor: Processor) -> Result<Network, NetworkError> {
        weights.check()?;
        let is_this = Processor::all().contains(&processor);
        let processor = if is_this { processor } else { Processor::Portable };
        Ok(Network(Arc::new(forward::Layers::new(weights, processor))))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one, or of other layers, or cut off, or a weight cannot be used.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::new(&Weights::read(bytes)?)
    }

    /// What it says of the last position of a line, the past of the game before it.
    pub fn look<C: Capacity>(&self, go: &Go<C>, line: &[Position<C>]) -> Output {
        self.run(&Input::of(go, line))
    }

    /// What it says of an input.
    ///
    /// # Panics
    /// If it does not have as many points as its board, or none.
    pub fn run(&self, input: &Input) -> Output {
        ACTIVATIONS.with_borrow_mut(|activations| self.0.run(input, activations))
    }
}
