//! The file of a network, for every game: a mark, a version, what the network is of, its weights, a checksum.
//!
//! Numbers are little-endian. After [`MARK`] come the [`VERSION`] and the length of the [`Header`] (32 bits each), the header
//! as JSON, the weights, and the FNV-1a hash (64 bits) of all that came before.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What every file begins with.
pub const MARK: &str = "wanqinet";
/// The version of the format.
pub const VERSION: u32 = 1;

/// What a network is of.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Header {
    /// The game, by its name.
    pub game: String,
    /// Which rules, where a name does not say it: what `Rulebook::fingerprint` gives, or options.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The layers: what, and how many.
    pub layers: Vec<(String, u32)>,
    /// The command that made it, and what it says of itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub made: String,
}

/// What a file of a game's own kind of network must be.
#[derive(PartialEq, Eq, Debug)]
pub struct Shape {
    /// The game.
    pub game: &'static str,
    /// The layers: what, and how many.
    pub layers: [(&'static str, u32); 3],
    /// Bytes of the weights.
    pub weights: usize,
    /// The command that makes one.
    pub made: &'static str,
}

/// Why a network cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin as such a file does.
    NotANetwork,
    /// It is of another version of the format.
    OtherVersion(u32),
    /// It ends too early: how many bytes it has.
    CutOff(usize),
    /// It is not what was written: its checksum differs.
    Damaged,
    /// What it says of itself cannot be read: why.
    Header(String),
    /// It is of another game, or of other rules.
    OtherGame {
        /// What it is of.
        found: String,
        /// What it should be of.
        expected: String,
    },
    /// It has other layers.
    OtherLayers {
        /// What it has.
        found: Vec<(String, u32)>,
        /// What it should have.
        expected: Vec<(String, u32)>,
    },
    /// It does not have as many weights as its layers ask for: how many bytes it has, and should have.
    Length(usize, usize),
    /// A weight is no number, or beyond what the sums can hold: its value, and which it is.
    Weight(String, &'static str),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |layers: &[(String, u32)]| {
            layers.iter().map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
        };
        match self {
            NetworkError::NotANetwork => write!(f, "this is no network: it does not begin with \"{MARK}\""),
            NetworkError::OtherVersion(version) => {
                write!(f, "a network of version {version} cannot be read, only one of version {VERSION}")
            }
            NetworkError::CutOff(length) => write!(f, "the network is cut off after {length} bytes"),
            NetworkError::Damaged => write!(f, "the network is damaged: its checksum differs"),
            NetworkError::Header(why) => write!(f, "what the network says of itself cannot be read: {why}"),
            NetworkError::OtherGame { found, expected } => {
                write!(f, "the network is of {found}, not of {expected}")
            }
            NetworkError::OtherLayers { found, expected } => {
                write!(f, "a network of {} cannot be used, only one of {}", list(found), list(expected))
            }
            NetworkError::Length(length, expected) => {
                write!(f, "the network has {length} bytes of weights instead of {expected}")
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

    /// About layers that are not those expected.
    pub(crate) fn layers(found: &[(&str, u32)], expected: &[(&str, u32)]) -> NetworkError {
        NetworkError::OtherLayers { found: named(found), expected: named(expected) }
    }
}

fn named(layers: &[(&str, u32)]) -> Vec<(String, u32)> {
    layers.iter().map(|&(what, count)| (what.to_owned(), count)).collect()
}

/// A file of these weights.
pub fn write(header: &Header, weights: &[u8]) -> Vec<u8> {
    let header = serde_json::to_vec(header).expect("texts and numbers are JSON");
    let mut bytes = MARK.as_bytes().to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend(weights);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// What a file says of itself, and its weights.
///
/// # Errors
/// If it is no such file, or not as it was written.
pub fn read(bytes: &[u8]) -> Result<(Header, &[u8]), NetworkError> {
    let cut_off = || NetworkError::CutOff(bytes.len());
    let rest = bytes.strip_prefix(MARK.as_bytes()).ok_or(NetworkError::NotANetwork)?;
    let (version, rest) = rest.split_first_chunk().ok_or_else(cut_off)?;
    match u32::from_le_bytes(*version) {
        VERSION => {}
        other => return Err(NetworkError::OtherVersion(other)),
    }
    let (length, rest) = rest.split_first_chunk().ok_or_else(cut_off)?;
    let (rest, sum) = rest.split_last_chunk().ok_or_else(cut_off)?;
    let (header, weights) =
        rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut_off)?;
    if checksum(&bytes[..bytes.len() - sum.len()]) != u64::from_le_bytes(*sum) {
        return Err(NetworkError::Damaged);
    }
    let header = serde_json::from_slice(header).map_err(|error| NetworkError::Header(error.to_string()))?;
    Ok((header, weights))
}

/// FNV-1a: Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Shape {
    /// A file of these weights.
    pub(crate) fn file(&self, weights: &[u8]) -> Vec<u8> {
        let header = Header {
            game: self.game.into(),
            layers: named(&self.layers),
            made: self.made.into(),
            ..Header::default()
        };
        write(&header, weights)
    }

    /// The weights of a file: as many as there should be.
    pub(crate) fn open<'a>(&self, bytes: &'a [u8]) -> Result<Numbers<'a>, NetworkError> {
        let (header, weights) = read(bytes)?;
        if header.game != self.game {
            return Err(NetworkError::OtherGame { found: header.game, expected: self.game.into() });
        }
        let expected = named(&self.layers);
        if header.layers != expected {
            return Err(NetworkError::OtherLayers { found: header.layers, expected });
        }
        if weights.len() == self.weights {
            Ok(Numbers(weights))
        } else {
            Err(NetworkError::Length(weights.len(), self.weights))
        }
    }
}

/// The weights of a file that are still to be read.
pub(crate) struct Numbers<'a>(pub &'a [u8]);

impl Numbers<'_> {
    pub fn next<const BYTES: usize>(&mut self) -> [u8; BYTES] {
        let (first, rest) = self.0.split_first_chunk().expect("a file is opened only if it is long enough");
        self.0 = rest;
        *first
    }

    pub fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.next())
    }

    pub fn i16(&mut self) -> i16 {
        i16::from_le_bytes(self.next())
    }

    pub fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.next())
    }

    /// A row of numbers of sixteen bits.
    pub fn row<const N: usize>(&mut self) -> [i16; N] {
        [(); N].map(|()| i16::from_le_bytes(self.next()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files() {
        let header = Header {
            game: "hex".into(),
            rules: "1".into(),
            layers: vec![("rows".into(), 7)],
            made: "wanqi learn".into(),
        };
        let bytes = write(&header, &[1, 2, 3]);
        assert_eq!(read(&bytes), Ok((header, &[1, 2, 3][..])));
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(read(&changed).is_err(), "bit {} of byte {at}", at % 8);
        }
        for (bytes, message) in [
            (b"".to_vec(), "this is no network: it does not begin with \"wanqinet\""),
            (b"wanqinet\x07\0\0\0".to_vec(), "a network of version 7 cannot be read, only one of version 1"),
            (bytes[..14].to_vec(), "the network is cut off after 14 bytes"),
            (bytes[..40].to_vec(), "the network is cut off after 40 bytes"),
            (bytes[1..].to_vec(), "this is no network: it does not begin with \"wanqinet\""),
        ] {
            assert_eq!(read(&bytes).expect_err(message).to_string(), message);
        }
    }
}
