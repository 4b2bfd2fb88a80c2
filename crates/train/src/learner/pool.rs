//! The pool: positions to learn from, on disk, game by game. It only grows.
//!
//! A file begins with a header (a mark, then as JSON the game, its rules and how many places a position has) and goes on
//! with one block a game: its length, its bytes, and their FNV-1a hash. Numbers are little-endian. A block that was cut off
//! by a kill is written over by the next one.

use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use wanqi_eval::network::checksum;

const MARK: &[u8; 8] = b"wanqipl1";
/// The longest block that is believed: a game of ten thousand positions on the largest board.
const MAX_BLOCK: usize = 64 << 20;
/// Bytes of a block around its game: the length and the hash.
const BLOCK_FRAME: usize = 12;

/// Whose positions these are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PoolHeader {
    /// The game, for people.
    pub game: String,
    /// Which rules.
    pub rules: String,
    /// Places of a position.
    pub places: usize,
}

/// A position to learn from, as it was searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// What each place holds.
    pub contents: Vec<u8>,
    /// Whether the first side is to move.
    pub first_to_move: bool,
    /// Whether a random move led there, out of the game, so that the game's result says nothing of it.
    pub aside: bool,
    /// Whether the search's move is no tactical one, so that a static evaluation can be asked for the score.
    pub quiet: bool,
    /// The phase.
    pub phase: u8,
    /// What the search says for the side to move, in units of the evaluation that played; [`Sample::WON`] where it is proven.
    pub score: i16,
    /// What is known without having learnt anything, for the side to move, in that evaluation's units.
    pub base: i16,
}

impl Sample {
    /// The score of a proven win.
    pub const WON: i16 = 32_000;

    const BYTES: usize = 6;
}

/// A game of the machine against itself.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// The generation that played it: how many networks had been accepted before.
    pub generation: u32,
    /// How it ended, in half points of the first side.
    pub half_points: u8,
    /// The lead that multiplies the odds by *e* in its scores; 0 where nothing had been learnt yet.
    pub scale: f32,
    /// The positions.
    pub samples: Vec<Sample>,
}

impl GameRecord {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.generation.to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        bytes.push(self.half_points);
        for sample in &self.samples {
            let flags = [sample.first_to_move, sample.aside, sample.quiet];
            bytes.push(flags.iter().rev().fold(0, |all, &flag| 2 * all + u8::from(flag)));
            bytes.push(sample.phase);
            bytes.extend(sample.score.to_le_bytes());
            bytes.extend(sample.base.to_le_bytes());
            bytes.extend(&sample.contents);
        }
        bytes
    }

    pub(super) fn read(bytes: &[u8], places: usize) -> Option<GameRecord> {
        let (generation, rest) = bytes.split_first_chunk()?;
        let (scale, rest) = rest.split_first_chunk()?;
        let (&half_points, rest) = rest.split_first()?;
        let records = rest.chunks_exact(Sample::BYTES + places);
        if !records.remainder().is_empty() || half_points > 2 {
            return None;
        }
        let samples = records.map(|record| {
            let (head, contents) = record.split_at(Sample::BYTES);
            Sample {
                contents: contents.to_vec(),
                first_to_move: head[0] & 1 != 0,
                aside: head[0] & 2 != 0,
                quiet: head[0] & 4 != 0,
                phase: head[1],
                score: i16::from_le_bytes([head[2], head[3]]),
                base: i16::from_le_bytes([head[4], head[5]]),
            }
        });
        Some(GameRecord {
            generation: u32::from_le_bytes(*generation),
            half_points,
            scale: f32::from_le_bytes(*scale),
            samples: samples.collect(),
        })
    }
}

/// Why a pool cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// It is something else.
    #[error("{0} is no pool of positions")]
    NotAPool(PathBuf),
    /// It is of another game.
    #[error("{0} holds positions of {1}, not of {2}")]
    OtherGame(PathBuf, String, String),
}

/// The pool, open to be added to, and what it holds.
#[derive(Debug)]
pub struct Pool {
    path: PathBuf,
    file: File,
    header: PoolHeader,
    /// The games, oldest first.
    pub games: Vec<GameRecord>,
}

impl Pool {
    /// Opens the pool of a game, or begins it. What a kill has left of a last game is dropped.
    ///
    /// # Errors
    /// If the file cannot be read, is no pool, or one of another game.
    pub fn open(path: &Path, header: PoolHeader) -> Result<Pool, PoolError> {
        let wrong = |error| PoolError::File(path.to_owned(), error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(wrong)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(wrong)?;
        let begin = begin(&header);
        let mut games = Vec::new();
        if begin.starts_with(&bytes) {
            // New, or killed before anything was in it.
            file.set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| file.write_all(&begin))
                .map_err(wrong)?;
        } else {
            let found = read_begin(&bytes).ok_or_else(|| PoolError::NotAPool(path.to_owned()))?;
            if found.0 != header {
                let told = |header: &PoolHeader| format!("{} ({})", header.game, header.rules);
                if (&found.0.rules, found.0.places) != (&header.rules, header.places) {
                    return Err(PoolError::OtherGame(path.to_owned(), told(&found.0), told(&header)));
                }
            }
            let mut at = found.1;
            while let Some((game, length)) = read_block(&bytes[at..], header.places) {
                games.push(game);
                at += length;
            }
            file.set_len(at as u64).and_then(|()| file.seek(SeekFrom::Start(at as u64))).map_err(wrong)?;
        }
        Ok(Pool { path: path.to_owned(), file, header, games })
    }

    /// Adds a game, on disk first.
    ///
    /// # Errors
    /// If it cannot be written; then the pool is as it was.
    pub fn add(&mut self, game: GameRecord) -> Result<(), PoolError> {
        let bytes = game.to_bytes();
        let mut block = Vec::with_capacity(bytes.len() + BLOCK_FRAME);
        block.extend((bytes.len() as u32).to_le_bytes());
        block.extend(&bytes);
        block.extend(checksum(&bytes).to_le_bytes());
        let wrong = |error| PoolError::File(self.path.clone(), error);
        let before = self.file.stream_position().map_err(wrong)?;
        if let Err(error) = self.file.write_all(&block) {
            // Half a block would be dropped by the next reader too, but room may be short.
            let _ = self.file.set_len(before);
            let _ = self.file.seek(SeekFrom::Start(before));
            return Err(wrong(error));
        }
        self.games.push(game);
        Ok(())
    }

    /// Drops all games but the first so many, which somebody has told untruly.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn cut(&mut self, games: usize) -> Result<(), PoolError> {
        let dropped: usize =
            self.games.iter().skip(games).map(|game| game.to_bytes().len() + BLOCK_FRAME).sum();
        let wrong = |error| PoolError::File(self.path.clone(), error);
        let end = self.file.stream_position().map_err(wrong)?.saturating_sub(dropped as u64);
        self.file.set_len(end).and_then(|()| self.file.seek(SeekFrom::Start(end))).map_err(wrong)?;
        self.games.truncate(games);
        Ok(())
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.games.iter().map(|game| game.samples.len()).sum()
    }

    /// Places of a position.
    pub fn places(&self) -> usize {
        self.header.places
    }
}

/// Whose positions a pool holds.
///
/// # Errors
/// If the file cannot be read, or is no pool.
pub fn read_header(path: &Path) -> Result<PoolHeader, PoolError> {
    const MAX_HEADER: u64 = 1 << 16;
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_HEADER).read_to_end(&mut bytes));
    read.map_err(|error| PoolError::File(path.to_owned(), error))?;
    Ok(read_begin(&bytes).ok_or_else(|| PoolError::NotAPool(path.to_owned()))?.0)
}

fn begin(header: &PoolHeader) -> Vec<u8> {
    let header = serde_json::to_vec(header).expect("texts and numbers are JSON");
    let mut bytes = MARK.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes
}

/// The header of a file and where the games begin.
fn read_begin(bytes: &[u8]) -> Option<(PoolHeader, usize)> {
    let (length, rest) = bytes.strip_prefix(MARK)?.split_first_chunk()?;
    let (header, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((serde_json::from_slice(header).ok()?, bytes.len() - rest.len()))
}

/// A game and how many bytes it takes; `None` at the end, and where it is not what was written.
fn read_block(bytes: &[u8], places: usize) -> Option<(GameRecord, usize)> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = Some(u32::from_le_bytes(*length) as usize).filter(|&length| length <= MAX_BLOCK)?;
    let (block, rest) = rest.split_at_checked(length)?;
    let (sum, _) = rest.split_first_chunk()?;
    let whole = checksum(block) == u64::from_le_bytes(*sum);
    Some((GameRecord::read(block, places).filter(|_| whole)?, length + BLOCK_FRAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> PoolHeader {
        PoolHeader { game: "Hexapawn".into(), rules: "1".into(), places: 3 }
    }

    fn game(index: u8) -> GameRecord {
        let sample = |i: u8| Sample {
            contents: vec![i, index, 2],
            first_to_move: i.is_multiple_of(2),
            aside: i.is_multiple_of(3),
            quiet: !i.is_multiple_of(5),
            phase: i % 4,
            score: i16::from(i) * -100,
            base: i16::from(index),
        };
        GameRecord {
            generation: 1,
            half_points: index % 3,
            scale: 150.5,
            samples: (0..index).map(sample).collect(),
        }
    }

    #[test]
    fn what_is_written_is_read_and_what_is_cut_off_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pool");
        let mut pool = Pool::open(&path, header()).expect("a new pool");
        (1..5).for_each(|index| pool.add(game(index)).expect("room"));
        assert_eq!(pool.positions(), 10);
        let whole = std::fs::read(&path).expect("a file");
        let games: Vec<GameRecord> = (1..5).map(game).collect();
        assert_eq!(Pool::open(&path, header()).expect("the same").games, games);
        let before_last = whole.len() - (12 + 9 + 4 * 9);
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).expect("room");
            let begun = begin(&header()).len();
            let opened = Pool::open(&path, header());
            if length >= before_last {
                let mut pool = opened.expect("a pool");
                assert_eq!(pool.games, games[..3]);
                pool.add(game(4)).expect("room");
                assert_eq!(std::fs::read(&path).expect("a file"), whole);
            } else if length >= begun || length < MARK.len() {
                assert!(opened.is_ok(), "{length}");
            }
        }
        let mut pool = Pool::open(&path, header()).expect("a pool");
        pool.cut(2).expect("cut");
        assert_eq!(pool.games, games[..2]);
        (3..5).for_each(|index| pool.add(game(index)).expect("room"));
        assert_eq!(std::fs::read(&path).expect("a file"), whole, "as if it had never been cut");
        let mut changed = whole.clone();
        changed[before_last + 10] ^= 4;
        std::fs::write(&path, &changed).expect("room");
        assert_eq!(Pool::open(&path, header()).expect("a pool").games.len(), 3);
    }

    #[test]
    fn other_files_are_refused_and_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pool");
        std::fs::write(&path, "something else").expect("room");
        let refused = Pool::open(&path, header()).expect_err("no pool").to_string();
        assert!(refused.ends_with("is no pool of positions"), "{refused}");
        assert_eq!(std::fs::read(&path).expect("a file"), b"something else");
        std::fs::remove_file(&path).expect("a file");
        drop(Pool::open(&path, header()).expect("a new pool"));
        let other = PoolHeader { rules: "2".into(), ..header() };
        let refused = Pool::open(&path, other).expect_err("another game").to_string();
        assert!(refused.ends_with("holds positions of Hexapawn (1), not of Hexapawn (2)"), "{refused}");
        let renamed = PoolHeader { game: "My hexapawn".into(), ..header() };
        assert!(Pool::open(&path, renamed).is_ok(), "a name is no rule");
    }
}
