//! A network as a file: what it is, then its weights, all as little-endian integers.

use super::features::{INPUTS, PHASES};
use super::{HIDDEN, MOST_OUTPUT, Network, Output, Weights};
use std::fmt;

/// What a file begins with.
const MAGIC: &[u8; 8] = b"wanqinn2";
const HEADER: usize = MAGIC.len() + 4 * 4;
const LENGTH: usize = HEADER + 2 * (INPUTS + 1 + 2 * PHASES) * HIDDEN + 4 * PHASES;

const LAYERS: [u32; 3] = [INPUTS as u32, HIDDEN as u32, PHASES as u32];

/// Pieces that a sum may be of: thirty-two, and four more while a move is followed.
const MOST_PIECES: i32 = 36;

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin as such a file does.
    NotANetwork,
    /// It has other layers: inputs, sums and outputs.
    OtherLayers([u32; 3]),
    /// It is not as long as its layers ask for: how long it is, and should be.
    Length(usize, usize),
    /// A weight is beyond what the sums can hold: which, and its value.
    Weight(&'static str, i32),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => {
                f.write_str("this is no network: it does not begin with \"wanqinn2\"")
            }
            NetworkError::OtherLayers([inputs, hidden, outputs]) => write!(
                f,
                "a network of {inputs} inputs, {hidden} sums and {outputs} outputs cannot be used, only one of {INPUTS}, \
                 {HIDDEN} and {PHASES}"
            ),
            NetworkError::Length(length, expected) => {
                write!(f, "the network has {length} bytes instead of {expected}")
            }
            NetworkError::Weight(which, value) => {
                write!(f, "a weight of the network is too large: {value}, {which}")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

/// Whether no sum can overflow.
pub(super) fn check(weights: &Weights) -> Result<(), NetworkError> {
    if weights.inputs.len() != INPUTS {
        return Err(NetworkError::OtherLayers([weights.inputs.len() as u32, HIDDEN as u32, PHASES as u32]));
    }
    let most = |values: &mut dyn Iterator<Item = i16>, most: i32, which| {
        let beyond = values.map(i32::from).find(|value| value.abs() > most);
        beyond.map_or(Ok(()), |value| Err(NetworkError::Weight(which, value)))
    };
    let most_input = i32::from(i16::MAX) / MOST_PIECES;
    most(&mut weights.inputs.iter().flatten().copied(), most_input - 1, "of an input")?;
    most(&mut weights.bias.iter().copied(), most_input - 1, "of a sum")?;
    for output in &weights.outputs {
        most(&mut output.sums.iter().flatten().copied(), i32::from(MOST_OUTPUT), "of an output")?;
        if output.bias.abs() > 1 << 24 {
            return Err(NetworkError::Weight("of an output itself", output.bias));
        }
    }
    if !(1..=10_000).contains(&weights.scale) {
        return Err(NetworkError::Weight("its scale", weights.scale));
    }
    Ok(())
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one, or of other layers, or cut off, or would overflow.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotANetwork)?;
        let short = NetworkError::Length(bytes.len(), LENGTH);
        let number = |rest: &mut &[u8]| -> Result<i32, NetworkError> {
            let (first, others) = rest.split_first_chunk::<4>().ok_or(short.clone())?;
            *rest = others;
            Ok(i32::from_le_bytes(*first))
        };
        let layers = [number(&mut rest)? as u32, number(&mut rest)? as u32, number(&mut rest)? as u32];
        if layers != LAYERS {
            return Err(NetworkError::OtherLayers(layers));
        }
        if bytes.len() != LENGTH {
            return Err(short);
        }
        let scale = number(&mut rest)?;
        let mut biases = [0; PHASES];
        for bias in &mut biases {
            *bias = number(&mut rest)?;
        }
        let mut values = rest.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || {
            let mut row = [0; HIDDEN];
            row.iter_mut().zip(&mut values).for_each(|(place, value)| *place = value);
            row
        };
        let bias = row();
        let outputs = biases.map(|bias| Output { sums: [row(), row()], bias });
        let inputs = (0..INPUTS).map(|_| row()).collect();
        Network::new(Weights { inputs, bias, outputs, scale })
    }

    /// The file of the network, which [`read`](Network::read) reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights();
        let mut bytes = MAGIC.to_vec();
        LAYERS.iter().for_each(|layer| bytes.extend(layer.to_le_bytes()));
        let biases = weights.outputs.iter().map(|output| output.bias);
        [weights.scale].into_iter().chain(biases).for_each(|number| bytes.extend(number.to_le_bytes()));
        let outputs = weights.outputs.iter().flat_map(|output| &output.sums);
        let rows = [&weights.bias].into_iter().chain(outputs).chain(&weights.inputs);
        rows.flatten().for_each(|value| bytes.extend(value.to_le_bytes()));
        bytes
    }
}
