//! A file of games that grows: a line that says of what and in which version, then the games, each after its length.

use anyhow::{Context, Result};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use wanqi_train::network_games::Record;

/// Version 1 were files without this line, of a format for each game.
fn head(game: &str) -> String {
    format!("wanqi games, version 2, {game}\n")
}

/// Visits the whole games of a file, and says how many of its bytes they are: the last game may have been cut off.
pub fn each<R: Record>(path: &Path, game: &str, mut visit: impl FnMut(R) -> Result<()>) -> Result<usize> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let head = head(game);
    if head.as_bytes().starts_with(&bytes) && bytes.len() < head.len() {
        return Ok(0);
    }
    let mut rest = bytes.strip_prefix(head.as_bytes()).with_context(|| {
        format!("{} has no games of {game}: it does not begin with \"{}\"", path.display(), head.trim_end())
    })?;
    let mut count = 0;
    while let Some((of_game, after)) = split(rest) {
        let context = || format!("game {count} of {}", path.display());
        R::from_bytes(of_game).map_err(anyhow::Error::msg).and_then(&mut visit).with_context(context)?;
        (rest, count) = (after, count + 1);
    }
    Ok(bytes.len() - rest.len())
}

/// The bytes of a game, and what follows; `None` if it is cut off.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// A file that games are added to.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    pub games: u32,
    /// Positions in them.
    pub positions: usize,
}

impl GamesFile {
    /// Opens a file, with the whole games that are there, or makes it.
    pub fn open<R: Record>(path: &Path, game: &str) -> Result<GamesFile> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.with_context(|| format!("cannot open {}", path.display()))?;
        let mut opened = GamesFile { path: path.into(), file, games: 0, positions: 0 };
        let length = each(path, game, |record: R| {
            opened.games += 1;
            opened.positions += record.positions();
            Ok(())
        })?;
        opened.file.set_len(length as u64)?;
        opened.file.seek(SeekFrom::End(0))?;
        if length == 0 {
            opened.write(head(game).as_bytes())?;
        }
        Ok(opened)
    }

    /// Adds games, each as its record and how many positions are in it.
    pub fn add(&mut self, records: &[(Vec<u8>, usize)]) -> Result<()> {
        let mut bytes = Vec::new();
        for (of_game, positions) in records {
            bytes.extend((of_game.len() as u32).to_le_bytes());
            bytes.extend(of_game);
            self.games += 1;
            self.positions += positions;
        }
        self.write(&bytes)
    }

    /// Drops all games but the first so many.
    pub fn cut(&mut self, games: u32) -> Result<()> {
        let bytes =
            std::fs::read(&self.path).with_context(|| format!("cannot read {}", self.path.display()))?;
        let begin = bytes.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut rest = &bytes[begin..];
        for _ in 0..games {
            rest = split(rest).context("there are fewer games")?.1;
        }
        // How many positions the others had is told anew when the file is opened.
        self.file.set_len((bytes.len() - rest.len()) as u64)?;
        self.file.seek(SeekFrom::End(0))?;
        self.games = games;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).with_context(|| format!("cannot write {}", self.path.display()))
    }
}
