//! Finding games by what is said of them.

use crate::GameId;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde::{Deserialize, Serialize};

/// What games are searched for. Empty texts ask for nothing.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// The game, without options: `go`.
    pub game: String,
    /// A part of the name of either player, in any case.
    pub player: String,
    /// How it ended.
    pub won: Option<Won>,
    /// Games of this date or later; `2026` and `2026-11` are dates too.
    pub since: String,
    /// Games of this date or earlier; `2026` includes that whole year. Games without a date are in no span.
    pub until: String,
    /// How many to pass over.
    pub offset: u32,
    /// The most to give, up to [`Search::MOST`].
    pub limit: u32,
}

/// A result that is searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Won {
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
pub struct Found {
    /// Some of them, those changed last first.
    pub games: Vec<Summary>,
    /// How many there are.
    pub total: u64,
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
    pub won: Option<Won>,
    /// How it ended, in words.
    pub result: String,
    /// Plies of its main line.
    pub plies: u64,
    /// When it was kept last, in milliseconds since 1970.
    pub changed: i64,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            game: String::new(),
            player: String::new(),
            won: None,
            since: String::new(),
            until: String::new(),
            offset: 0,
            limit: Search::MOST,
        }
    }
}

impl Search {
    /// The most games that are given at once.
    pub const MOST: u32 = 200;

    pub(crate) fn find(&self, connection: &Connection) -> rusqlite::Result<Found> {
        let (conditions, values) = self.conditions();
        let total = connection
            .prepare_cached(&format!("SELECT count(*) FROM games WHERE {conditions}"))?
            .query_row(params_from_iter(&values), |row| row.get::<_, i64>(0))?;
        let mut statement = connection.prepare_cached(&format!(
            "SELECT id, game, first, second, date, event, winner, result, plies, changed FROM games
             WHERE {conditions} ORDER BY changed DESC, id DESC LIMIT {} OFFSET {}",
            self.limit.min(Search::MOST),
            self.offset
        ))?;
        let games = statement.query_map(params_from_iter(&values), summary)?.collect::<Result<_, _>>()?;
        Ok(Found { games, total: total.unsigned_abs() })
    }

    pub(crate) fn ids(&self, connection: &Connection) -> rusqlite::Result<Vec<GameId>> {
        let (conditions, values) = self.conditions();
        let mut statement =
            connection.prepare_cached(&format!("SELECT id FROM games WHERE {conditions} ORDER BY id"))?;
        statement.query_map(params_from_iter(&values), |row| row.get(0).map(GameId))?.collect()
    }

    /// The condition of the question, and the values in it in their order.
    fn conditions(&self) -> (String, Vec<Value>) {
        let mut conditions = vec!["1"];
        let mut values = Vec::new();
        let mut ask = |condition, value: String| {
            conditions.push(condition);
            values.push(Value::Text(value));
        };
        if !self.game.is_empty() {
            ask("game = ?", self.game.clone());
        }
        if !self.player.is_empty() {
            let within = format!("%{}%", escaped(&self.player));
            ask("(first || char(10) || second) LIKE ? ESCAPE '\\'", within);
        }
        if !self.since.is_empty() {
            ask("date >= ?", self.since.clone());
        }
        if !self.until.is_empty() {
            // `2026` is before `2026-11`, and `~` after every character of a date.
            ask("date <> '' AND date <= ?", format!("{}~", self.until));
        }
        conditions.extend(self.won.map(|won| match won {
            Won::First => "winner = 0",
            Won::Second => "winner = 1",
            Won::Draw => "winner = 2",
            Won::Unfinished => "winner IS NULL",
        }));
        (conditions.join(" AND "), values)
    }
}

/// A text that stands for itself in a pattern.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn summary(row: &Row) -> rusqlite::Result<Summary> {
    let won = match row.get::<_, Option<i64>>(6)? {
        Some(0) => Some(Won::First),
        Some(1) => Some(Won::Second),
        Some(_) => Some(Won::Draw),
        None => None,
    };
    Ok(Summary {
        id: GameId(row.get(0)?),
        game: row.get(1)?,
        players: [row.get(2)?, row.get(3)?],
        date: row.get(4)?,
        event: row.get(5)?,
        won,
        result: row.get(7)?,
        plies: row.get::<_, i64>(8)?.unsigned_abs(),
        changed: row.get(9)?,
    })
}
