//! Finding games by what is said of them.

use crate::GameId;
use crate::files::UNREAD;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
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

impl Sort {
    /// The columns, and whether the greatest comes first.
    fn columns(self) -> (&'static [&'static str], bool) {
        match self {
            Sort::Changed => (&["changed"], true),
            Sort::Game => (&["game"], false),
            Sort::Players => (&["first COLLATE NOCASE", "second COLLATE NOCASE"], false),
            Sort::Date => (&["date"], true),
            Sort::Result => (&["winner IS NULL", "winner", "result"], false),
            Sort::Plies => (&["plies"], true),
        }
    }

    /// The clause of the order; what is equal comes by its last change.
    fn order(self, reverse: bool) -> String {
        let (columns, greatest_first) = self.columns();
        let way = if greatest_first == reverse { "ASC" } else { "DESC" };
        let mut order: Vec<_> = columns.iter().map(|column| format!("{column} {way}")).collect();
        let last = if self == Sort::Changed { way } else { "DESC" };
        order.extend((self != Sort::Changed).then(|| "changed DESC".to_owned()));
        order.push(format!("id {last}"));
        order.join(", ")
    }
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

    pub(crate) fn find(&self, connection: &Connection) -> rusqlite::Result<SearchResults> {
        let (conditions, values) = self.conditions();
        let shown = self.shown();
        let (all, total) = connection
            .prepare_cached(&format!(
                "SELECT count(*), count(nullif({shown}, 0)) FROM games WHERE {conditions}"
            ))?
            .query_row(params_from_iter(&values), |row| {
                Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get::<_, i64>(1)?.unsigned_abs()))
            })?;
        let mut statement = connection.prepare_cached(&format!(
            "SELECT id, game, first, second, date, event, winner, result, plies, changed,
                CASE WHEN json_valid(record) THEN json_extract(record, '$.headers.others.{UNREAD}') END
             FROM games WHERE {conditions} AND {shown} ORDER BY {} LIMIT {} OFFSET {}",
            self.sort.order(self.reverse),
            self.limit.min(GameQuery::MAX),
            self.offset
        ))?;
        let games = statement.query_map(params_from_iter(&values), summary)?.collect::<Result<_, _>>()?;
        Ok(SearchResults { games, total, abandoned: all - total })
    }

    pub(crate) fn ids(&self, connection: &Connection) -> rusqlite::Result<Vec<GameId>> {
        let (conditions, values) = self.conditions();
        let shown = self.shown();
        let mut statement = connection
            .prepare_cached(&format!("SELECT id FROM games WHERE {conditions} AND {shown} ORDER BY id"))?;
        statement.query_map(params_from_iter(&values), |row| row.get(0).map(GameId))?.collect()
    }

    /// The condition of what is not left out.
    fn shown(&self) -> String {
        if self.hide_abandoned { format!("NOT ({ABANDONED})") } else { "1".to_owned() }
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
        if !self.event.is_empty() {
            ask("event LIKE ? ESCAPE '\\'", format!("%{}%", escaped(&self.event)));
        }
        if self.min_plies > 0 {
            ask("plies >= CAST(? AS INTEGER)", self.min_plies.to_string());
        }
        if !self.since.is_empty() {
            ask("date >= ?", self.since.clone());
        }
        if !self.until.is_empty() {
            // `2026` is before `2026-11`, and `~` after every character of a date.
            ask("date <> '' AND date <= ?", format!("{}~", self.until));
        }
        conditions.extend(self.won.map(|won| match won {
            ResultFilter::First => "winner = 0",
            ResultFilter::Second => "winner = 1",
            ResultFilter::Draw => "winner = 2",
            ResultFilter::Unfinished => "winner IS NULL",
        }));
        (conditions.join(" AND "), values)
    }
}

/// Whether a game was begun here and given up. One that was read in is kept for what it is.
const ABANDONED: &str = "winner IS NULL AND state IS NOT NULL AND plies <= 2";

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
        Some(0) => Some(ResultFilter::First),
        Some(1) => Some(ResultFilter::Second),
        Some(_) => Some(ResultFilter::Draw),
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
        unread: row.get::<_, Option<String>>(10)?.unwrap_or_default(),
    })
}
