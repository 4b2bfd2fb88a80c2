//! What a network has learnt, and its file ([`crate::network`]).

use super::{BLOCKS, CHANNELS, GLOBALS, HIDDEN, PLANES, POLICY, VALUE};
use crate::network::{NetworkError, Numbers, Shape};

/// A convolution of 3×3 points to [`CHANNELS`] channels, by bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Convolution {
    /// For each of the nine points, row by row, and for each channel that is read there, what it counts in each output.
    pub weights: Vec<[i8; CHANNELS]>,
    /// The quantisation scale of each output: what one unit of its sum is worth.
    pub scales: [f32; CHANNELS],
    /// What each output begins with.
    pub bias: [f32; CHANNELS],
}

/// A block of the tower.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its two convolutions.
    pub convolutions: [Convolution; 2],
    /// The quantisation scale of the bytes that either reads, which go up to 127: what one unit is worth.
    pub scales: [f32; 2],
    /// What the mean and then the greatest of each channel between the two count in each output of the second.
    pub pooled: [[f32; CHANNELS]; 2 * CHANNELS],
}

/// From the tower to how likely moves are.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyHead {
    /// What each channel of a point counts in its numbers.
    pub points: [[f32; POLICY]; CHANNELS],
    /// What they begin with.
    pub bias: [f32; POLICY],
    /// What the mean and then the greatest of each channel over the board count in them.
    pub pooled: [[f32; POLICY]; 2 * CHANNELS],
    /// What they count in the logit of the move there.
    pub output: [f32; POLICY],
    /// What mean and greatest count in the logit of a pass.
    pub pass: [f32; 2 * CHANNELS],
    /// What that begins with.
    pub pass_bias: f32,
}

/// From the tower to what a position is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueHead {
    /// What each channel of a point counts in its numbers.
    pub points: [[f32; VALUE]; CHANNELS],
    /// What they begin with.
    pub bias: [f32; VALUE],
    /// What the mean and then the greatest of each of them over the board count in the hidden layer.
    pub hidden: [[f32; HIDDEN]; 2 * VALUE],
    /// What that begins with.
    pub hidden_bias: [f32; HIDDEN],
    /// What it counts in the logit of winning, and in the lead.
    pub output: [[f32; 2]; HIDDEN],
    /// What these begin with.
    pub output_bias: [f32; 2],
    /// What each channel of a point counts in whose the point will be.
    pub ownership: [f32; CHANNELS],
    /// What that begins with.
    pub ownership_bias: f32,
}

/// All weights of a network. Whatever was normalised while it learnt is part of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// From the planes to the channels.
    pub first: Convolution,
    /// What is told of the whole board counts in each output of it.
    pub globals: [[f32; CHANNELS]; GLOBALS],
    /// The tower.
    pub blocks: Vec<Block>,
    /// Which moves are likely.
    pub policy: PolicyHead,
    /// What the position is worth.
    pub value: ValueHead,
}

/// The greatest number that may be in a file: with any of them all that the layers come to is a number.
const MAX_WEIGHT: f32 = 1e4;

/// Numbers of floats beside those of a convolution's weights.
const FLOATS: usize = 2 * CHANNELS
    + GLOBALS * CHANNELS
    + BLOCKS * (4 * CHANNELS + 2 + 2 * CHANNELS * CHANNELS)
    + (CHANNELS + 2 + 2 * CHANNELS) * POLICY
    + 2 * CHANNELS
    + 1
    + (CHANNELS + 1) * VALUE
    + (2 * VALUE + 1) * HIDDEN
    + 2 * (HIDDEN + 1)
    + CHANNELS
    + 1;

/// What a file must be: first the bytes of all convolutions, then the other numbers, in the order of [`Weights`].
pub const SHAPE: Shape = Shape {
    game: "go",
    layers: [("planes", PLANES as u32), ("channels", CHANNELS as u32), ("blocks", BLOCKS as u32)],
    weights: 9 * CHANNELS * (PLANES + 2 * BLOCKS * CHANNELS) + 4 * FLOATS,
    made: "cargo xtask network go",
};

impl Convolution {
    /// Of weights in floats, `inputs` for each of the nine points, that are to read bytes of this scale.
    pub fn quantised(weights: &[[f32; CHANNELS]], bias: [f32; CHANNELS], scale: f32) -> Convolution {
        let mut most = [f32::MIN_POSITIVE; CHANNELS];
        for row in weights {
            for (most, weight) in most.iter_mut().zip(row) {
                *most = most.max(weight.abs());
            }
        }
        let weights = weights
            .iter()
            .map(|row| std::array::from_fn(|output| (row[output] * 127.0 / most[output]).round() as i8))
            .collect();
        Convolution { weights, scales: most.map(|most| most / 127.0 * scale), bias }
    }

    fn none(inputs: usize) -> Convolution {
        Convolution {
            weights: vec![[0; CHANNELS]; 9 * inputs],
            scales: [0.0; CHANNELS],
            bias: [0.0; CHANNELS],
        }
    }
}

impl Weights {
    /// All nothing.
    pub fn none() -> Weights {
        let block = Block {
            convolutions: [Convolution::none(CHANNELS), Convolution::none(CHANNELS)],
            scales: [1.0; 2],
            pooled: [[0.0; CHANNELS]; 2 * CHANNELS],
        };
        Weights {
            first: Convolution::none(PLANES),
            globals: [[0.0; CHANNELS]; GLOBALS],
            blocks: vec![block; BLOCKS],
            policy: PolicyHead {
                points: [[0.0; POLICY]; CHANNELS],
                bias: [0.0; POLICY],
                pooled: [[0.0; POLICY]; 2 * CHANNELS],
                output: [0.0; POLICY],
                pass: [0.0; 2 * CHANNELS],
                pass_bias: 0.0,
            },
            value: ValueHead {
                points: [[0.0; VALUE]; CHANNELS],
                bias: [0.0; VALUE],
                hidden: [[0.0; HIDDEN]; 2 * VALUE],
                hidden_bias: [0.0; HIDDEN],
                output: [[0.0; 2]; HIDDEN],
                output_bias: [0.0; 2],
                ownership: [0.0; CHANNELS],
                ownership_bias: 0.0,
            },
        }
    }

    /// The convolutions, in their order.
    fn convolutions(&mut self) -> impl Iterator<Item = &mut Convolution> {
        let blocks = self.blocks.iter_mut().flat_map(|block| &mut block.convolutions);
        std::iter::once(&mut self.first).chain(blocks)
    }

    /// All floats, in their order.
    fn floats(&mut self) -> Vec<&mut [f32]> {
        let Weights { first, globals, blocks, policy, value } = self;
        let mut floats = vec![&mut first.scales[..], &mut first.bias, globals.as_flattened_mut()];
        for Block { convolutions, scales, pooled } in blocks {
            for convolution in convolutions {
                floats.extend([&mut convolution.scales[..], &mut convolution.bias]);
            }
            floats.extend([&mut scales[..], pooled.as_flattened_mut()]);
        }
        floats.extend(heads_mut(policy, value));
        floats
    }

    /// Whether there are as many weights as there should be, and all can be used.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        let mut all = self.clone();
        if self.blocks.len() != BLOCKS {
            let mut found = SHAPE.layers;
            found[2].1 = self.blocks.len() as u32;
            return Err(NetworkError::layers(&found, &SHAPE.layers));
        }
        let lengths = [9 * PLANES].into_iter().chain([9 * CHANNELS; 2 * BLOCKS]);
        for (convolution, length) in all.convolutions().zip(lengths) {
            if convolution.weights.len() != length {
                let (found, expected) = (CHANNELS * convolution.weights.len(), CHANNELS * length);
                return Err(NetworkError::Length(found, expected));
            }
        }
        for number in all.floats().into_iter().flat_map(|numbers| &*numbers) {
            if number.is_nan() || number.abs() >= MAX_WEIGHT {
                return Err(NetworkError::weight(number, "beyond ten thousand or no number"));
            }
        }
        match self.blocks.iter().flat_map(|block| block.scales).find(|&scale| scale < 1e-6) {
            Some(scale) => Err(NetworkError::weight(scale, "of what a convolution reads")),
            None => Ok(()),
        }
    }

    /// The file of the network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut all, mut bytes) = (self.clone(), Vec::with_capacity(SHAPE.weights));
        for convolution in all.convolutions() {
            bytes.extend(convolution.weights.as_flattened().iter().map(|weight| weight.cast_unsigned()));
        }
        for numbers in all.floats() {
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        SHAPE.file(&bytes)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one, or of other layers, or cut off.
    pub fn read(bytes: &[u8]) -> Result<Weights, NetworkError> {
        let mut numbers: Numbers = SHAPE.open(bytes)?;
        let mut weights = Weights::none();
        for convolution in weights.convolutions() {
            for weight in convolution.weights.as_flattened_mut() {
                *weight = i8::from_le_bytes(numbers.next());
            }
        }
        for row in weights.floats() {
            row.iter_mut().for_each(|number| *number = numbers.f32());
        }
        Ok(weights)
    }
}

/// The numbers of both heads, in their order.
pub fn heads_mut<'a>(policy: &'a mut PolicyHead, value: &'a mut ValueHead) -> [&'a mut [f32]; 14] {
    [
        policy.points.as_flattened_mut(),
        &mut policy.bias,
        policy.pooled.as_flattened_mut(),
        &mut policy.output,
        &mut policy.pass,
        std::slice::from_mut(&mut policy.pass_bias),
        value.points.as_flattened_mut(),
        &mut value.bias,
        value.hidden.as_flattened_mut(),
        &mut value.hidden_bias,
        value.output.as_flattened_mut(),
        &mut value.output_bias,
        &mut value.ownership,
        std::slice::from_mut(&mut value.ownership_bias),
    ]
}
