//! A network as a file: what it is, then its weights ([`crate::network`]).

use super::{HIDDEN, INPUTS, Network, POOLED, Weights};
use crate::network::{NetworkError, Shape};

/// What a file must be. Numbers of sixteen bits are the rows and the hidden layer; the others have thirty-two.
pub const SHAPE: Shape = Shape {
    game: "gomoku",
    layers: [("rows", INPUTS as u32), ("sums", POOLED as u32), ("hidden numbers", HIDDEN as u32)],
    weights: 2 * 2 * POOLED * (INPUTS + HIDDEN) + 4 * (2 * HIDDEN + 2),
    made: "cargo xtask network gomoku",
};

/// The most that the weights of a number of the hidden layer may be together: with any sums the number fits into
/// thirty-two bits.
const MAX_HIDDEN_WEIGHT_SUM: u32 = (1 << 30) / (1 << 15);

/// The greatest number of a row: two of them make a number of sixteen bits.
pub const MAX_EMBEDDING_WEIGHT: i16 = i16::MAX / 2;

/// Whether there are as many weights as there should be, and all can be used.
pub(super) fn check(weights: &Weights) -> Result<(), NetworkError> {
    if let Some(embeddings) = weights.embeddings.iter().find(|embeddings| embeddings.len() != INPUTS) {
        let mut found = SHAPE.layers;
        found[0].1 = embeddings.len() as u32;
        return Err(NetworkError::layers(&found, &SHAPE.layers));
    }
    for embeddings in &weights.embeddings {
        let beyond = |number: &&i16| number.unsigned_abs() > MAX_EMBEDDING_WEIGHT as u16;
        if let Some(number) = embeddings.iter().flatten().find(beyond) {
            return Err(NetworkError::weight(number, "of a row"));
        }
        if let Some(number) =
            [0, INPUTS / 2].iter().flat_map(|&embedding| embeddings[embedding]).find(|&number| number != 0)
        {
            return Err(NetworkError::weight(number, "of a point where nothing can be made"));
        }
    }
    for number in &weights.hidden {
        let sum: u32 = number.as_flattened().iter().map(|weight| u32::from(weight.unsigned_abs())).sum();
        if sum > MAX_HIDDEN_WEIGHT_SUM {
            return Err(NetworkError::weight(sum, "of the hidden layer, all together"));
        }
    }
    if let Some(bias) = weights.hidden_bias.iter().find(|bias| bias.unsigned_abs() > 1 << 29) {
        return Err(NetworkError::weight(bias, "what the hidden layer begins with"));
    }
    let rest = weights.output.iter().chain([&weights.bias, &weights.scale]);
    if let Some(number) = rest.into_iter().find(|number| number.is_nan() || number.abs() >= 1e6) {
        return Err(NetworkError::weight(number, "beyond a million or no number"));
    }
    Ok(())
}

impl Weights {
    /// The file of the network, which [`Network::read`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SHAPE.weights);
        let embeddings = self.embeddings.iter().flatten().chain(self.hidden.as_flattened());
        embeddings.flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
        self.hidden_bias.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        let rest = self.output.iter().chain([&self.bias, &self.scale]);
        rest.for_each(|number| bytes.extend(number.to_le_bytes()));
        SHAPE.file(&bytes)
    }
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one, or of other layers, or cut off, or a weight cannot be used.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut numbers = SHAPE.open(bytes)?;
        Network::new(Weights {
            embeddings: [(); 2].map(|()| (0..INPUTS).map(|_| numbers.row()).collect()),
            hidden: [(); HIDDEN].map(|()| [numbers.row(), numbers.row()]),
            hidden_bias: [(); HIDDEN].map(|()| numbers.i32()),
            output: [(); HIDDEN].map(|()| numbers.f32()),
            bias: numbers.f32(),
            scale: numbers.f32(),
        })
    }
}
