//! The index of openings in a file of SQLite.

use super::{OpeningKey, OpeningMove, opening};
use crate::{Error, GameId, Library, schema};
use rusqlite::{Row, Transaction, TransactionBehavior, params};
use std::time::{Duration, Instant};

/// Games that are indexed in one go, between two looks at the time.
const CHUNK: usize = 50;

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
