//! Transposition tables in files, so that a long analysis goes on where it was left.
//!
//! A file is a line that says what it is, a line with the game, the number of its entries and the entries, each a key and what
//! the table keeps of it, and a checksum of them: words of 64 bits, the lowest byte first. Keys are the same in every run of
//! the program.

use crate::HashTable;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const BEGINNING: &str = "wanqi hash table 1";
/// The longest line that is looked at.
const MAX_LINE: u64 = 1024;
const WORD: u64 = size_of::<u64>() as u64;

/// Writes what a table holds of a game to a file, in place of what was there only when all of it is written. Gives the
/// number of entries.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, game: &str, table: &dyn HashTable) -> io::Result<u64> {
    let unfinished = unfinished(path);
    let written = write_to(File::create(&unfinished)?, game, table);
    let whole = written.and_then(|count| fs::rename(&unfinished, path).map(|()| count));
    if whole.is_err() {
        // What went wrong is told already.
        let _ = fs::remove_file(&unfinished);
    }
    whole
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

fn write_to(file: File, game: &str, table: &dyn HashTable) -> io::Result<u64> {
    let mut out = BufWriter::new(file);
    let mut count = 0;
    table.each(&mut |_| count += 1);
    write!(out, "{BEGINNING}\n{game}\n")?;
    out.write_all(&u64::to_le_bytes(count))?;
    let (mut sum, mut result) = (0, Ok(()));
    table.each(&mut |entry| {
        for word in entry {
            sum = added(sum, word);
            if result.is_ok() {
                result = out.write_all(&word.to_le_bytes());
            }
        }
    });
    result?;
    out.write_all(&sum.to_le_bytes())?;
    out.into_inner()?.sync_all()?;
    Ok(count)
}

/// Adds to a table what a file holds of a game, and gives the number of its entries. All of the file is looked at before
/// anything is added.
///
/// # Errors
/// If it cannot be read, is no such file, is of another game, or has been cut off or altered: the table is then as it was.
pub fn read(path: &Path, game: &str, table: &mut dyn HashTable) -> io::Result<u64> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut input = BufReader::with_capacity(1 << 16, file);
    if line(&mut input)? != BEGINNING {
        return Err(wrong("it is no hash table of this program"));
    }
    let told = line(&mut input)?;
    if told != game {
        return Err(wrong(format!("it is of {told}, not of {game}")));
    }
    let begin = input.stream_position()? + WORD;
    let count = if size < begin { 0 } else { word(&mut input)? };
    // As many words as two for every entry, and the checksum.
    let expected = u128::from(begin) + (2 * u128::from(count) + 1) * u128::from(WORD);
    if u128::from(size) != expected {
        return Err(wrong(format!(
            "it has {size} bytes instead of {expected}: it was cut off, or something was added"
        )));
    }
    let mut sum = 0;
    for _ in 0..2 * count {
        sum = added(sum, word(&mut input)?);
    }
    if word(&mut input)? != sum {
        return Err(wrong("its checksum is wrong: it was damaged"));
    }
    input.seek(SeekFrom::Start(begin))?;
    for _ in 0..count {
        let entry = [word(&mut input)?, word(&mut input)?];
        table.add(entry);
    }
    Ok(count)
}

fn line(input: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    match bytes.pop() {
        Some(b'\n') => String::from_utf8(bytes).map_err(|_| wrong("it is no hash table of this program")),
        _ => Err(wrong("it is no hash table of this program")),
    }
}

fn word(input: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; size_of::<u64>()];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// A checksum with another word: every bit of what came before goes into every bit after it in the end.
fn added(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

fn wrong(what: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what.into())
}
