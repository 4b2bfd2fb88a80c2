//! Finding games by what is said of them.

#[cfg(not(target_arch = "wasm32"))]
mod sql;

use crate::GameId;
use serde::{Deserialize, Serialize};

/// What games are searched for. Empty texts ask for nothing.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameQuery {
    /// The game, without options: `go`.
    pub game: String,
    /// A part of the name of either player, in any case.
    pub player: String,
    /// How it ended.
    pub won: Option<ResultFilter>,
    /// Games of this date or later; `2026` and `2026-11` are dates too.
    pub since: String,
    /// Games of this date or earlier; `2026` includes that whole year. Games without a date are in no span.
    pub until: String,
    /// A part of the occasion, in any case.
    pub event: String,
    /// The fewest plies of the main line.
    pub min_plies: u32,
    /// Whether games are left out that were begun here and given up after two plies at most.
    pub hide_abandoned: bool,
    /// In what order.
    pub sort: Sort,
    /// Whether the order is turned round.
    pub reverse: bool,
    /// How many to pass over.
    pub offset: u32,
    /// The most to give, up to [`GameQuery::MAX`].
    pub limit: u32,
}

/// What games are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// When they were changed, the last first.
    #[default]
    Changed,
    /// The game, by its name.
    Game,
    /// The names of the players.
    Players,
    /// When they were played, the last first.
    Date,
    /// How they ended.
    Result,
    /// How long they are, the longest first.
    Plies,
}

/// A result that is searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultFilter {
    /// The first side has won.
    First,
    /// The second side has won.
    Second,
    /// Nobody has.
    Draw,
    /// It has not ended.
    Unfinished,
}

/// Games found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SearchResults {
    /// Some of them, in the order asked for.
    pub games: Vec<Summary>,
    /// How many there are.
    pub total: u64,
    /// How many more there would be if abandoned games were not left out.
    pub abandoned: u64,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// Its number.
    pub id: GameId,
    /// The game, without options.
    pub game: String,
    /// The names of the players.
    pub players: [String; 2],
    /// When it was played.
    pub date: String,
    /// The occasion.
    pub event: String,
    /// How it ended, if it has.
    pub won: Option<ResultFilter>,
    /// How it ended, in words.
    pub result: String,
    /// Plies of its main line.
    pub plies: u64,
    /// Why it could not be read to its end from the file that it came from; empty if it could.
    pub unread: String,
    /// When it was kept last, in milliseconds since 1970.
    pub changed: i64,
}

impl Default for GameQuery {
    fn default() -> GameQuery {
        GameQuery {
            game: String::new(),
            player: String::new(),
            won: None,
            since: String::new(),
            until: String::new(),
            event: String::new(),
            min_plies: 0,
            hide_abandoned: false,
            sort: Sort::default(),
            reverse: false,
            offset: 0,
            limit: GameQuery::MAX,
        }
    }
}

impl GameQuery {
    /// The most games that are given at once.
    pub const MAX: u32 = 200;
}
