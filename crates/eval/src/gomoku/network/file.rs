//! A network as a file: what it is, then its weights, all little-endian.

use super::{HIDDEN, INPUTS, MIDDLE, Network, Weights};
use std::fmt;

/// What a file begins with.
const MAGIC: &[u8; 8] = b"wanqigo1";
const LAYERS: [u32; 3] = [INPUTS as u32, HIDDEN as u32, MIDDLE as u32];
const HEADER: usize = MAGIC.len() + 4 * LAYERS.len();
/// Numbers of sixteen bits, the rows and the layer between, and of thirty-two.
const SHORT: usize = 2 * HIDDEN * (INPUTS + MIDDLE);
const LONG: usize = 2 * MIDDLE + 2;
const LENGTH: usize = HEADER + 2 * SHORT + 4 * LONG;

/// The most that the weights of a number of the layer between may be together: with any sums the number fits into
/// thirty-two bits.
const MOST_OF_MIDDLE: u32 = (1 << 30) / (1 << 15);

/// The greatest number of a row: two of them make a number of sixteen bits.
pub const MOST_OF_ROW: i16 = i16::MAX / 2;

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin as such a file does.
    NotANetwork,
    /// It has other layers: rows, sums and numbers between.
    OtherLayers([u32; 3]),
    /// It is not as long as its layers ask for: how long it is, and should be.
    Length(usize, usize),
    /// A weight is no number, or beyond what the sums can hold: where.
    Weight(&'static str),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => {
                f.write_str("this is no network of gomoku: it does not begin with \"wanqigo1\"")
            }
            NetworkError::OtherLayers([rows, sums, middle]) => write!(
                f,
                "a network of {rows} rows, {sums} sums and {middle} numbers between cannot be used, only one of {INPUTS}, \
                 {HIDDEN} and {MIDDLE}"
            ),
            NetworkError::Length(length, expected) => {
                write!(f, "the network has {length} bytes instead of {expected}")
            }
            NetworkError::Weight(which) => write!(f, "a weight of the network cannot be used: {which}"),
        }
    }
}

impl std::error::Error for NetworkError {}

/// Whether there are as many weights as there should be, and all can be used.
pub(super) fn check(weights: &Weights) -> Result<(), NetworkError> {
    if let Some(rows) = weights.rows.iter().find(|rows| rows.len() != INPUTS) {
        return Err(NetworkError::OtherLayers([rows.len() as u32, HIDDEN as u32, MIDDLE as u32]));
    }
    for rows in &weights.rows {
        if rows.iter().flatten().any(|number| number.unsigned_abs() > MOST_OF_ROW as u16) {
            return Err(NetworkError::Weight("of a row"));
        }
        if [0, INPUTS / 2].iter().any(|&row| rows[row] != [0; HIDDEN]) {
            return Err(NetworkError::Weight("of a point where nothing can be made"));
        }
    }
    for number in &weights.middle {
        let weights = number.as_flattened().iter().map(|weight| u32::from(weight.unsigned_abs()));
        if weights.sum::<u32>() > MOST_OF_MIDDLE {
            return Err(NetworkError::Weight("of the layer between"));
        }
    }
    if weights.middle_bias.iter().any(|bias| bias.unsigned_abs() > 1 << 29) {
        return Err(NetworkError::Weight("what the layer between begins with"));
    }
    if !weights.output.iter().chain([&weights.bias, &weights.scale]).all(|number| number.abs() < 1e6) {
        return Err(NetworkError::Weight("beyond a million or no number"));
    }
    Ok(())
}

impl Weights {
    /// The file of the network, which [`Network::read`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        LAYERS.iter().for_each(|layer| bytes.extend(layer.to_le_bytes()));
        let rows = self.rows.iter().flatten().chain(self.middle.as_flattened());
        rows.flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
        self.middle_bias.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        let rest = self.output.iter().chain([&self.bias, &self.scale]);
        rest.for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }
}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not one, or of other layers, or cut off, or a weight cannot be used.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotANetwork)?;
        let (layers, rest) =
            rest.split_first_chunk::<12>().ok_or(NetworkError::Length(bytes.len(), LENGTH))?;
        let mut layers =
            layers.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let layers: [u32; 3] = std::array::from_fn(|_| layers.next().unwrap_or_default());
        if layers != LAYERS {
            return Err(NetworkError::OtherLayers(layers));
        }
        if bytes.len() != LENGTH {
            return Err(NetworkError::Length(bytes.len(), LENGTH));
        }
        let (short, long) = rest.split_at(2 * SHORT);
        let mut short = short.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || std::array::from_fn(|_| short.next().unwrap_or_default());
        let rows = [(); 2].map(|()| (0..INPUTS).map(|_| row()).collect());
        let middle = [(); MIDDLE].map(|()| [row(), row()]);
        let mut long = long.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        let mut word = || long.next().unwrap_or_default();
        Network::new(Weights {
            rows,
            middle,
            middle_bias: [(); MIDDLE].map(|()| i32::from_le_bytes(word())),
            output: [(); MIDDLE].map(|()| f32::from_le_bytes(word())),
            bias: f32::from_le_bytes(word()),
            scale: f32::from_le_bytes(word()),
        })
    }
}
