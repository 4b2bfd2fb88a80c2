//! A network as a file: what it is, then its weights, all as integers ([`crate::network`]).

use super::{HIDDEN, MAX_OUTPUT_WEIGHT, Network, Output, PHASES, View, Weights};
use crate::network::{NetworkError, Shape};

/// What a file must be.
pub const fn shape<V: View>() -> Shape {
    Shape {
        game: V::GAME,
        layers: [("inputs", V::INPUTS as u32), ("sums", HIDDEN as u32), ("outputs", PHASES as u32)],
        weights: 4 * (1 + PHASES) + 2 * (V::INPUTS + 1 + 2 * PHASES) * HIDDEN,
        made: V::MADE,
    }
}

/// Pieces that a sum may be of: thirty-two, and four more while a move is followed.
const MAX_PIECES: i32 = 36;

/// Whether no sum can overflow.
pub(super) fn check<V: View>(weights: &Weights) -> Result<(), NetworkError> {
    if weights.inputs.len() != V::INPUTS {
        let expected = shape::<V>().layers;
        let mut found = expected;
        found[0].1 = weights.inputs.len() as u32;
        return Err(NetworkError::layers(&found, &expected));
    }
    let most = |values: &mut dyn Iterator<Item = i16>, most: i32, which| {
        let beyond = values.map(i32::from).find(|value| value.abs() > most);
        beyond.map_or(Ok(()), |value| Err(NetworkError::weight(value, which)))
    };
    let most_input = i32::from(i16::MAX) / MAX_PIECES;
    most(&mut weights.inputs.iter().flatten().copied(), most_input - 1, "of an input")?;
    most(&mut weights.bias.iter().copied(), most_input - 1, "of a sum")?;
    for output in &weights.outputs {
        most(&mut output.sums.iter().flatten().copied(), i32::from(MAX_OUTPUT_WEIGHT), "of an output")?;
        if output.bias.abs() > 1 << 24 {
            return Err(NetworkError::weight(output.bias, "of an output itself"));
        }
    }
    if !(1..=10_000).contains(&weights.scale) {
        return Err(NetworkError::weight(weights.scale, "its scale"));
    }
    Ok(())
}

impl<V: View> Network<V> {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one, or of other layers, or cut off, or would overflow.
    pub fn read(bytes: &[u8]) -> Result<Network<V>, NetworkError> {
        let mut numbers = shape::<V>().open(bytes)?;
        let scale = numbers.i32();
        let biases = [(); PHASES].map(|()| numbers.i32());
        let bias = numbers.row();
        let outputs = biases.map(|bias| Output { sums: [numbers.row(), numbers.row()], bias });
        let inputs = (0..V::INPUTS).map(|_| numbers.row()).collect();
        Network::new(Weights { inputs, bias, outputs, scale })
    }

    /// The file of the network, which [`read`](Network::read) reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (weights, mut bytes) = (self.weights(), Vec::with_capacity(shape::<V>().weights));
        let biases = weights.outputs.iter().map(|output| output.bias);
        [weights.scale].into_iter().chain(biases).for_each(|number| bytes.extend(number.to_le_bytes()));
        let outputs = weights.outputs.iter().flat_map(|output| &output.sums);
        let rows = [&weights.bias].into_iter().chain(outputs).chain(&weights.inputs);
        rows.flatten().for_each(|value| bytes.extend(value.to_le_bytes()));
        shape::<V>().file(&bytes)
    }
}
