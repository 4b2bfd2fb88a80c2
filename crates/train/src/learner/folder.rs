//! What is kept of a game that is being learnt: the pool, the moves, the history of generations, and their networks.

use super::choices::MoveRecords;
use super::parts::{NetworkSource, PlayedGame};
use super::pool::{Pool, PoolError, PoolHeader};
use crate::Score;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wanqi_eval::learnt::{Layout, Network};
use wanqi_eval::network::{Header, NetworkError};

/// What is known of a generation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Games in the pool that it was trained on.
    pub games: u32,
    /// Positions in the pool.
    pub positions: usize,
    /// The mean squared error of its probabilities on positions that were held out.
    pub loss: f64,
    /// Its games against the one before that was in use.
    pub score: Score,
    /// Whether it is used instead of the one before.
    pub accepted: bool,
    /// Whether it is added to what was known before, instead of standing for it.
    #[serde(default)]
    pub corrects: bool,
    /// Whether it looks at neighbouring places together.
    #[serde(default)]
    pub windows: bool,
    /// Whether learning began from the rules alone, though a network comes with the program.
    #[serde(default)]
    pub from_rules: bool,
    /// Its games against what the program knows of the game otherwise, if it was accepted and the program knows something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
    /// Its games with a policy against those without, by Monte-Carlo search, if it was accepted and there was enough to learn
    /// one from; it keeps the policy if that is the better one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<Beside>,
    /// How much stronger it is than what was known before anything had been learnt, in Elo: the sum of what accepted
    /// generations have shown against one another.
    pub elo: f64,
    /// Seconds by the clock since the learning began, all runs together.
    pub seconds: f64,
}

/// A match of a network against something else: what the program knows of a game without having learnt it, or the network
/// without its policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beside {
    /// The games.
    pub score: Score,
    /// Whether they show that the network is the better one.
    pub is_better: bool,
}

/// Why nothing can be learnt, or kept.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The pool.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Another file, or the folder.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// Another learner has the folder.
    #[error("{0}: another learner is at work here")]
    Busy(PathBuf),
    /// A file of moves is something else, or of other rules.
    #[error("{0} holds no moves of the rules {1}")]
    OtherMoves(PathBuf, String),
    /// The history is not what was written.
    #[error("{0}: line {1} cannot be read: {2}")]
    History(PathBuf, usize, String),
    /// A network that should be there cannot be used.
    #[error("{0}: {1}")]
    Network(PathBuf, NetworkError),
    /// A game, or a pair of games of a match, that nobody could play.
    #[error("game {0} of the learner could not be played")]
    Missing(u32),
    /// Whoever was to play the games could not.
    #[error("{0}")]
    Hands(String),
    /// The games are over as soon as a search looks at them.
    #[error("there is nothing to learn: {0} games had {1} positions that a search does not see to the end")]
    NothingToLearn(u32, usize),
}

/// The folder of one game, which nobody else learns in as long as this is open.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    header: Header,
    _lock: File,
    /// The positions.
    pub pool: Pool,
    /// The moves.
    pub moves: MoveRecords,
    /// The generations, oldest first.
    pub history: Vec<Generation>,
}

const HISTORY: &str = "history.jsonl";
/// Networks that are tried, as long as others play with them.
pub(super) const CANDIDATES: [&str; 2] = ["candidate", "candidate-policy"];

impl Folder {
    /// Opens the folder of a game, or makes it. `header` says whose it is and goes into every network.
    ///
    /// # Errors
    /// If it is in use, cannot be read or written, or is of another game.
    pub fn open(path: &Path, header: Header, places: usize) -> Result<Folder, LearnError> {
        let wrong = |error| LearnError::File(path.to_owned(), error);
        fs::create_dir_all(path).map_err(wrong)?;
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path.join("lock"));
        let lock = lock.map_err(wrong)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LearnError::Busy(path.to_owned()),
            TryLockError::Error(error) => wrong(error),
        })?;
        let pool = PoolHeader { game: header.game.clone(), rules: header.rules.clone(), places };
        let pool = Pool::open(&path.join("pool"), pool)?;
        let mut moves = MoveRecords::open(&path.join("moves"), &header.rules)?;
        // Moves are written first: of a game that a kill has kept out of the pool there are none.
        moves.cut(moves.games.len().min(pool.games.len()))?;
        let history = read_history(path)?;
        Ok(Folder { path: path.to_owned(), header, _lock: lock, pool, moves, history })
    }

    /// Whether somebody learns in a folder just now.
    ///
    /// # Errors
    /// If that cannot be told.
    pub fn is_busy(path: &Path) -> Result<bool, LearnError> {
        let wrong = |error| LearnError::File(path.to_owned(), error);
        let lock = match File::open(path.join("lock")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            lock => lock.map_err(wrong)?,
        };
        match lock.try_lock() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(wrong(error)),
        }
    }

    /// The network in use, if one was ever accepted.
    ///
    /// # Errors
    /// If its file cannot be used.
    pub fn champion(&self, layout: &Layout) -> Result<Option<Network>, LearnError> {
        let Some(number) = champion_of(&self.history) else { return Ok(None) };
        let path = network_path(&self.path, number);
        let bytes = fs::read(&path).map_err(|error| LearnError::File(path.clone(), error))?;
        let (_, network) = Network::read(&bytes, layout).map_err(|error| LearnError::Network(path, error))?;
        Ok(Some(network))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&mut self, game: PlayedGame) -> Result<(), LearnError> {
        self.moves.add(game.moves)?;
        Ok(self.pool.add(game.record)?)
    }

    /// Drops all games but the first so many, and their moves.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn cut(&mut self, games: usize) -> Result<(), LearnError> {
        let dropped = self.pool.games.len().saturating_sub(games);
        // Of the oldest games there may be no moves.
        self.moves.cut(self.moves.games.len().saturating_sub(dropped))?;
        Ok(self.pool.cut(games)?)
    }

    /// Writes a network that is not in use, so that others can be given it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn candidate(&self, name: &str, network: &Network) -> Result<NetworkSource, LearnError> {
        let path = self.path.join(format!("{name}.net"));
        write_whole(&path, &network.to_bytes(&self.header))
            .map_err(|error| LearnError::File(path.clone(), error))?;
        Ok(NetworkSource::File(path.to_string_lossy().into_owned()))
    }

    /// Where the network of a generation is kept.
    pub(super) fn network_path(&self, number: u32) -> PathBuf {
        network_path(&self.path, number)
    }

    /// Keeps a generation: its network first, then what is known of it.
    ///
    /// # Errors
    /// If it cannot be written; then those before stay as they were.
    pub fn keep(&mut self, generation: Generation, network: &Network) -> Result<(), LearnError> {
        let path = network_path(&self.path, generation.number);
        write_whole(&path, &network.to_bytes(&self.header)).map_err(|error| LearnError::File(path, error))?;
        let path = self.path.join(HISTORY);
        let mut text = String::new();
        for generation in self.history.iter().chain([&generation]) {
            text += &serde_json::to_string(generation).expect("numbers are JSON");
            text += "\n";
        }
        write_whole(&path, text.as_bytes()).map_err(|error| LearnError::File(path, error))?;
        self.history.push(generation);
        for name in CANDIDATES {
            // Not all of them were needed.
            let _ = fs::remove_file(self.path.join(format!("{name}.net")));
        }
        Ok(())
    }
}

/// The generations that a folder holds, oldest first; none if nothing was learnt there.
///
/// # Errors
/// If the history cannot be read.
pub fn read_history(folder: &Path) -> Result<Vec<Generation>, LearnError> {
    let path = folder.join(HISTORY);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LearnError::File(path, error)),
    };
    let read = |(line, text): (usize, &str)| {
        let wrong = |error: serde_json::Error| LearnError::History(path.clone(), line + 1, error.to_string());
        serde_json::from_str(text).map_err(wrong)
    };
    text.lines().enumerate().map(read).collect()
}

/// The number of the generation in use.
pub fn champion_of(history: &[Generation]) -> Option<u32> {
    history.iter().rev().find(|generation| generation.accepted).map(|generation| generation.number)
}

/// Where the network of a generation is kept.
pub fn network_path(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("generation-{number:03}.net"))
}

/// Writes a file so that no reader ever meets half of it, and a full disk leaves what was there. A link stays one, and what is
/// no file, such as a device, is written to as it is.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes);
    }
    let unfinished = path.with_extension("part");
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&unfinished, path)).inspect_err(|_| {
        let _ = fs::remove_file(&unfinished);
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_and_what_is_no_file_are_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, socket] = ["file", "link", "socket"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write_whole(&link, b"new").expect("it is written");
        assert_eq!(fs::read(&file).expect("the file"), b"new");
        assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        write_whole(&socket, b"new").expect_err("a socket is no file");
        assert!(!fs::metadata(&socket).expect("the socket").is_file());
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 3, "nothing is left over");
    }
}
