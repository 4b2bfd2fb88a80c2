//! A search as SQLite is asked it.

use super::{GameQuery, ResultFilter, SearchResults, Sort, Summary};
use crate::GameId;
use crate::files::UNREAD;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

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

impl GameQuery {
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
