//! What the files of networks have in common: a mark, the sizes of the layers, then the weights, all little-endian.

use std::fmt;

/// What a file of a network must be.
#[derive(PartialEq, Eq, Debug)]
pub struct Shape {
    /// What it begins with.
    pub mark: &'static str,
    /// The layers: how many of what.
    pub layers: [(u32, &'static str); 3],
    /// Bytes of the weights.
    pub weights: usize,
}

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin as such a file does: with this.
    NotANetwork(&'static str),
    /// It has other layers than these.
    OtherLayers([u32; 3], &'static Shape),
    /// It is not as long as its layers ask for: how long it is, and should be.
    Length(usize, usize),
    /// A weight is no number, or beyond what the sums can hold: its value, and which it is.
    Weight(String, &'static str),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork(mark) => {
                write!(f, "this is no such network: it does not begin with \"{mark}\"")
            }
            NetworkError::OtherLayers([a, b, c], Shape { layers: [first, second, third], .. }) => write!(
                f,
                "a network of {a} {}, {b} {} and {c} {} cannot be used, only one of {}, {} and {}",
                first.1, second.1, third.1, first.0, second.0, third.0
            ),
            NetworkError::Length(length, expected) => {
                write!(f, "the network has {length} bytes instead of {expected}")
            }
            NetworkError::Weight(value, which) => {
                write!(f, "a weight of the network cannot be used: {value}, {which}")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl NetworkError {
    /// About a weight.
    pub(crate) fn weight(value: impl fmt::Display, which: &'static str) -> NetworkError {
        NetworkError::Weight(value.to_string(), which)
    }
}

impl Shape {
    fn header(&self) -> usize {
        self.mark.len() + size_of_val(&self.sizes())
    }

    fn sizes(&self) -> [u32; 3] {
        self.layers.map(|(size, _)| size)
    }

    /// What a file begins with, which the weights follow.
    pub(crate) fn begin(&self) -> Vec<u8> {
        let sizes = self.sizes().into_iter().flat_map(u32::to_le_bytes);
        self.mark.bytes().chain(sizes).collect()
    }

    /// The weights of a file: as many as there should be.
    pub(crate) fn open<'a>(&'static self, bytes: &'a [u8]) -> Result<Numbers<'a>, NetworkError> {
        let rest = bytes.strip_prefix(self.mark.as_bytes()).ok_or(NetworkError::NotANetwork(self.mark))?;
        let expected = self.header() + self.weights;
        let length = NetworkError::Length(bytes.len(), expected);
        if bytes.len() < self.header() {
            return Err(length);
        }
        let mut numbers = Numbers(rest);
        let layers = [(); 3].map(|()| u32::from_le_bytes(numbers.next()));
        if layers != self.sizes() {
            return Err(NetworkError::OtherLayers(layers, self));
        }
        if bytes.len() == expected { Ok(numbers) } else { Err(length) }
    }
}

/// The weights of a file that are still to be read.
pub(crate) struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    pub fn next<const BYTES: usize>(&mut self) -> [u8; BYTES] {
        let (first, rest) = self.0.split_first_chunk().expect("a file is opened only if it is long enough");
        self.0 = rest;
        *first
    }

    pub fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.next())
    }

    pub fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.next())
    }

    /// A row of numbers of sixteen bits.
    pub fn row<const N: usize>(&mut self) -> [i16; N] {
        [(); N].map(|()| i16::from_le_bytes(self.next()))
    }
}
