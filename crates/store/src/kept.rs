//! A game as it is kept, wherever that is.

use serde::{Deserialize, Serialize};
use wanqi_play::record::GameRecord;

/// The number of a game in a library. It is never given to another game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub i64);

/// Which of the changes of a game was the last. No two of a game are equal, whichever program makes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version(pub(crate) i64);

/// A game that is to be kept.
#[derive(Clone, Copy, Debug)]
pub struct Saving<'a> {
    /// The game that it takes the place of, as it was read or written last. One that was changed since, by another program
    /// say, or deleted, stays as it is: then this is a new game.
    pub place: Option<(GameId, Version)>,
    /// Its moves and what is said about them.
    pub record: &'a GameRecord,
    /// See [`StoredGame::state`].
    pub state: Option<&'a str>,
}

/// A game as it was kept.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Its moves and what is said about them.
    pub record: GameRecord,
    /// What whoever plays it wanted to find again: seats, clocks. The library does not look into it.
    pub state: Option<String>,
    /// What to say when it is kept again.
    pub version: Version,
}

/// A game's name without its options: `go` of `go:size=9`.
pub(crate) fn name(game: &str) -> &str {
    game.split(':').next().unwrap_or(game)
}
