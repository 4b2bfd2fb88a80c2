//! Games under numbers, in a file of SQLite.

use crate::schema;
use crate::{Error, Found, Search};
use play::record::{GameRecord, ROOT};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How long a change waits for another program that writes into the same file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The number of a game in a library. It is never given to another game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub i64);

/// A game as it was kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// Its moves and what is said about them.
    pub record: GameRecord,
    /// What whoever plays it wanted to find again: seats, clocks. The library does not look into it.
    pub state: Option<String>,
}

/// The games that are kept.
#[derive(Debug)]
pub struct Library {
    connection: Connection,
}

impl Library {
    /// The library's file in a data folder.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join("library.sqlite")
    }

    /// Opens the library of a data folder, or begins one if there is none. Several programs may have it open.
    ///
    /// # Errors
    /// If the folder cannot be written, or the file is damaged, of a newer version or another program's. It is then
    /// left as it is.
    pub fn open(folder: &Path) -> Result<Library, Error> {
        let file = Library::file(folder);
        let failed = |what: String| Error::File { file: file.clone(), what };
        fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
        let refused = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Error::Damaged { file: file.clone(), what: error.to_string() }
            }
            _ => failed(error.to_string()),
        };
        let mut connection = Connection::open(&file).map_err(refused)?;
        connection.busy_timeout(PATIENCE).map_err(refused)?;
        inspect(&connection, &file, refused)?;
        // Written ahead: readers and a writer do not wait for each other, and what is committed survives the process.
        connection.pragma_update(None, "journal_mode", "WAL").map_err(refused)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(refused)?;
        schema::migrate(&mut connection).map_err(refused)?;
        Ok(Library { connection })
    }

    /// A library that is forgotten with the program. Its numbers are unlike those of the one before it, which a page
    /// may still ask for.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn ephemeral() -> Result<Library, Error> {
        let mut connection = Connection::open_in_memory()?;
        schema::migrate(&mut connection)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let begin = i64::try_from(since.as_micros()).unwrap_or(0);
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', ?1)", [begin])?;
        Ok(Library { connection })
    }

    /// Keeps a new game, and gives it a number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, record: &GameRecord, state: Option<&str>) -> Result<GameId, Error> {
        Ok(self.write_all(&[(None, record, state)])?[0])
    }

    /// Keeps a game in the place of what is known under its number; also if that was deleted, for whoever plays on.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&mut self, id: GameId, record: &GameRecord, state: Option<&str>) -> Result<(), Error> {
        self.write_all(&[(Some(id), record, state)]).map(drop)
    }

    /// Keeps several games, all or none: new ones where there is no number. Gives the numbers.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_all(
        &mut self,
        games: &[(Option<GameId>, &GameRecord, Option<&str>)],
    ) -> Result<Vec<GameId>, Error> {
        let transaction = self.connection.transaction()?;
        let now = now();
        let written = games.iter().map(|&(id, record, state)| write(&transaction, now, id, record, state));
        let ids = written.collect::<Result<_, _>>()?;
        transaction.commit()?;
        Ok(ids)
    }

    /// A game.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub fn load(&self, id: GameId) -> Result<Kept, Error> {
        let mut statement =
            self.connection.prepare_cached("SELECT record, state FROM games WHERE id = ?1")?;
        let found =
            statement.query_row([id.0], |row| Ok((row.get::<_, String>(0)?, row.get(1)?))).optional()?;
        let (record, state) = found.ok_or(Error::NoGame(id.0))?;
        let record = serde_json::from_str(&record)
            .map_err(|error| Error::Record { id: id.0, what: error.to_string() })?;
        Ok(Kept { record, state })
    }

    /// The games that are searched for, those changed last first.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn search(&self, search: &Search) -> Result<Found, Error> {
        Ok(search.find(&self.connection)?)
    }

    /// The numbers of all games that are searched for, whatever its `limit`, the oldest first.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn ids(&self, search: &Search) -> Result<Vec<GameId>, Error> {
        Ok(search.ids(&self.connection)?)
    }

    /// Deletes games, and says how many of them there were.
    ///
    /// # Errors
    /// If they cannot be deleted; then none is.
    pub fn delete(&mut self, ids: &[GameId]) -> Result<usize, Error> {
        let transaction = self.connection.transaction()?;
        let mut deleted = 0;
        for id in ids {
            deleted += transaction.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id.0])?;
        }
        transaction.commit()?;
        Ok(deleted)
    }
}

/// Refuses a file that is not ours to write into, before anything is written.
fn inspect(
    connection: &Connection,
    file: &Path,
    refused: impl Fn(rusqlite::Error) -> Error,
) -> Result<(), Error> {
    let found = schema::version(connection).map_err(&refused)?;
    if found > schema::NEWEST {
        return Err(Error::Newer { file: file.into(), found, known: schema::NEWEST });
    }
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(&refused)?;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(&refused)?;
    if tables > 0 && application != schema::APPLICATION {
        return Err(Error::Foreign { file: file.into() });
    }
    let found: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(&refused)?;
    if found == "ok" { Ok(()) } else { Err(Error::Damaged { file: file.into(), what: found }) }
}

fn write(
    transaction: &Transaction,
    now: i64,
    id: Option<GameId>,
    record: &GameRecord,
    state: Option<&str>,
) -> Result<GameId, Error> {
    let headers = &record.headers;
    let ending = headers.result.as_ref();
    let text = serde_json::to_string(record).expect("a record has only strings for keys");
    let values = params![
        id.map(|id| id.0),
        name(&record.game),
        headers.players[0],
        headers.players[1],
        headers.date,
        headers.event,
        // 2 is a draw, nothing a game that has not ended.
        ending.map(|ending| ending.winner.map_or(2, i64::from)),
        ending.map_or("", |ending| &ending.text),
        record.line_from(ROOT).len() as i64,
        now,
        text,
        state,
    ];
    let mut statement = transaction.prepare_cached(
        "INSERT INTO games (id, game, first, second, date, event, winner, result, plies, changed, record, state)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
         ON CONFLICT (id) DO UPDATE SET game = ?2, first = ?3, second = ?4, date = ?5, event = ?6, winner = ?7,
            result = ?8, plies = ?9, changed = ?10, record = ?11, state = ?12",
    )?;
    statement.execute(values)?;
    Ok(id.unwrap_or_else(|| GameId(transaction.last_insert_rowid())))
}

/// A game's name without its options: `go` of `go:size=9`.
fn name(game: &str) -> &str {
    game.split(':').next().unwrap_or(game)
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(i64::MAX)
}
