//! Reading whole what somebody names, and no more of it than one is willing to hold: a file may be a device, or have no
//! end. Writing whole, or not at all.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

pub use wanqi_train::learner::write_whole;

/// The bytes of a file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, or is longer: [`ErrorKind::FileTooLarge`].
pub fn read(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?, most)
}

/// The first bytes of a file, at most so many.
///
/// # Errors
/// If it cannot be read.
pub fn read_beginning(path: impl AsRef<Path>, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is longer ([`ErrorKind::FileTooLarge`]) or not UTF-8 ([`ErrorKind::InvalidData`]).
pub fn read_text(path: impl AsRef<Path>, most: u64) -> io::Result<String> {
    text(read(path, most)?)
}

/// What is left of an input, at most `most` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_from(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let most = match most {
            0..0x10_0000 => format!("{most} bytes"),
            _ => format!("{} MB", most >> 20),
        };
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {most}")));
    }
    Ok(bytes)
}

/// Bytes that are to be UTF-8 as text.
///
/// # Errors
/// [`ErrorKind::InvalidData`] where they are none.
pub fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, format!("not UTF-8: {error}")))
}
