//! How games of the library begin: by position, the moves that were played from there, and how the games ended.
//!
//! Positions are found by a key, so that other orders of moves lead to the same. The index is brought up when it is asked
//! for: whatever was kept since, by this program or another, read in from a file or by a program that knew no index, is
//! looked at then.

use crate::{Error, GameId, Library, schema};
use rusqlite::{Row, Transaction, TransactionBehavior, params};
use std::time::{Duration, Instant};
use wanqi_play::Table;
use wanqi_play::record::GameRecord;

/// The plies of a game's main line that are its opening.
pub const OPENING_PLIES: usize = 30;
/// Games that are indexed in one go, between two looks at the time.
const CHUNK: usize = 50;

/// A position of a game, as openings are found by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningKey(i64);

impl OpeningKey {
    /// The position on a table; `rules` tell its game, where it is none that the program knows.
    ///
    /// What is made of it here is kept: a change of it, or of a game's own keys, is a step of the schema that empties
    /// the index.
    pub fn of(table: &dyn Table, rules: Option<&str>) -> OpeningKey {
        OpeningKey::of_position(table, rules, table.position_key())
    }

    /// A position of the game on a table, by the game's own key for it.
    pub fn of_position(table: &dyn Table, rules: Option<&str>, key: u64) -> OpeningKey {
        let spec = rules.is_none().then(|| table.spec().to_string());
        OpeningKey(fnv(rules.or(spec.as_deref()).unwrap_or_default(), key).cast_signed())
    }
}

/// The bytes of a text and a number as one number: FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn fnv(text: &str, number: u64) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().chain(number.to_le_bytes()).fold(0xcbf2_9ce4_8422_2325, step)
}

/// A move that games of the library went on with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningMove {
    /// The move, in the notation for programs.
    pub text: String,
    /// Games in which it was played, those included that have not ended.
    pub games: u64,
    /// How many of them the first side has won.
    pub first: u64,
    /// How many the second side has won.
    pub second: u64,
    /// How many were draws.
    pub draws: u64,
}

impl Library {
    /// Looks at games that the index of openings does not have yet, or not as they are now, for about so long; says how
    /// many are left.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn index_openings(&mut self, time: Duration) -> Result<u64, Error> {
        if self.is_read_only() {
            return Ok(0);
        }
        let began = Instant::now();
        loop {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = index_some(&transaction)?;
            transaction.commit()?;
            if done < CHUNK {
                return Ok(0);
            }
            if began.elapsed() >= time {
                let left = "SELECT count(*) FROM games LEFT JOIN indexed ON indexed.game = games.id
                     WHERE indexed.changed IS NOT games.changed";
                let left: i64 = self.connection.query_row(left, [], |row| row.get(0))?;
                return Ok(left.unsigned_abs());
            }
        }
    }

    /// The moves that indexed games went on with from a position, those of most games first.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn opening_moves(&self, key: OpeningKey) -> Result<Vec<OpeningMove>, Error> {
        // One that is only read may be of a version without the index.
        if schema::version(&self.connection)? < schema::WITH_OPENINGS {
            return Ok(Vec::new());
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT move, count(*), count(nullif(winner = 0, 0)), count(nullif(winner = 1, 0)), count(nullif(winner = 2, 0))
             FROM openings JOIN games ON games.id = openings.game WHERE key = ?1 GROUP BY move ORDER BY count(*) DESC, move",
        )?;
        let row = |row: &Row| {
            let count = |column| Ok::<u64, rusqlite::Error>(row.get::<_, i64>(column)?.unsigned_abs());
            Ok(OpeningMove {
                text: row.get(0)?,
                games: count(1)?,
                first: count(2)?,
                second: count(3)?,
                draws: count(4)?,
            })
        };
        Ok(statement.query_map([key.0], row)?.collect::<Result<_, _>>()?)
    }
}

/// Indexes some games, and says how many.
fn index_some(transaction: &Transaction) -> Result<usize, Error> {
    let mut statement = transaction.prepare_cached(
        "SELECT games.id, games.changed FROM games LEFT JOIN indexed ON indexed.game = games.id
         WHERE indexed.changed IS NOT games.changed LIMIT ?1",
    )?;
    let row = |row: &Row| Ok((row.get(0).map(GameId)?, row.get::<_, i64>(1)?));
    let games: Vec<_> = statement.query_map([CHUNK as i64], row)?.collect::<Result<_, _>>()?;
    for &(id, changed) in &games {
        let record: String = transaction
            .prepare_cached("SELECT record FROM games WHERE id = ?1")?
            .query_row([id.0], |row| row.get(0))?;
        transaction.prepare_cached("DELETE FROM openings WHERE game = ?1")?.execute([id.0])?;
        // A record that cannot be read or played has no opening, and is not looked at again.
        let opening = serde_json::from_str(&record).map(|record| opening(&record)).unwrap_or_default();
        for (key, text) in opening {
            transaction
                .prepare_cached("INSERT OR IGNORE INTO openings (key, move, game) VALUES (?1, ?2, ?3)")?
                .execute(params![key.0, text, id.0])?;
        }
        transaction
            .prepare_cached("INSERT OR REPLACE INTO indexed (game, changed) VALUES (?1, ?2)")?
            .execute([id.0, changed])?;
    }
    Ok(games.len())
}

/// The positions at the beginning of a game and what was played in each, as far as it can be played.
fn opening(record: &GameRecord) -> Vec<(OpeningKey, String)> {
    let Ok(mut table) = record.table() else { return Vec::new() };
    let program = table.notations().len() - 1;
    let mut moves = Vec::new();
    for id in record.main_line().into_iter().take(OPENING_PLIES) {
        let key = OpeningKey::of(&*table, record.rules.as_deref());
        if table.play_on(record[id].text()).is_err() {
            break;
        }
        moves.extend(table.last_move(program).map(|text| (key, text)));
    }
    moves
}
