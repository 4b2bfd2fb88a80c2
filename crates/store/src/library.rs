//! Games under numbers, in a file of SQLite.

use crate::kept::name;
use crate::reserve::Reserve;
use crate::{Error, GameId, GameQuery, Saving, SearchResults, StoredGame, Version};
use crate::{read_only, schema};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use wanqi_play::record::{GameRecord, ROOT};

/// How long a change waits for another program that writes into the same file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Games deleted at a time where the disk is full: no more than there is room to write of.
const DELETED_ON_FULL_DISK: usize = 20;

/// The games that are kept.
#[derive(Debug)]
pub struct Library {
    pub(crate) connection: Connection,
    /// Room for what must be done when the disk is full.
    reserve: Option<Reserve>,
    /// The file, if it can only be read.
    read_only: Option<PathBuf>,
}

impl Library {
    /// The library's file in a data folder.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join("library.sqlite")
    }

    /// Opens the library of a data folder, or begins one if there is none. Several programs may have it open. One that
    /// cannot be written is opened [to be read](Library::is_read_only).
    ///
    /// # Errors
    /// If there is none and none can be made, or the file is damaged, of a newer version or another program's. It is then
    /// left as it is.
    pub fn open(folder: &Path) -> Result<Library, Error> {
        let file = Library::file(folder);
        let reserve = Reserve::of(folder);
        let mut opened = Library::open_file(folder, &file);
        // On a full disk SQLite has no room for the files that it keeps beside an open database.
        if matches!(opened, Err(Error::File { .. })) && reserve.give_up() {
            opened = Library::open_file(folder, &file);
        }
        match opened {
            Ok(connection) => {
                reserve.put_by();
                Ok(Library { connection, reserve: Some(reserve), read_only: None })
            }
            Err(error @ Error::File { .. }) if read_only::is_needed(folder, &file) => {
                match read_only::open(&file) {
                    Ok(connection) => {
                        inspect(&connection, &file, |_| Error::File {
                            file: file.clone(),
                            what: error.to_string(),
                        })?;
                        Ok(Library { connection, reserve: None, read_only: Some(file) })
                    }
                    Err(_) => Err(error),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Opens the file to be read and written.
    fn open_file(folder: &Path, file: &Path) -> Result<Connection, Error> {
        let failed = |what: String| Error::File { file: file.into(), what };
        fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
        let refused = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Error::Damaged { file: file.into(), what: error.to_string() }
            }
            _ => failed(error.to_string()),
        };
        let mut connection = Connection::open(file).map_err(refused)?;
        connection.busy_timeout(PATIENCE).map_err(refused)?;
        inspect(&connection, file, refused)?;
        // Written ahead: readers and a writer do not wait for each other, and what is committed survives the process.
        connection.pragma_update(None, "journal_mode", "WAL").map_err(refused)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(refused)?;
        schema::migrate(&mut connection).map_err(refused)?;
        Ok(connection)
    }

    /// Whether games can only be read: the disk or the folder may not be written.
    pub fn is_read_only(&self) -> bool {
        self.read_only.is_some()
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
        Ok(Library { connection, reserve: None, read_only: None })
    }

    /// Keeps a new game, and gives it a number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, record: &GameRecord, state: Option<&str>) -> Result<GameId, Error> {
        Ok(self.write_all(&[Saving { place: None, record, state }])?[0].0)
    }

    /// Keeps several games, all or none, and gives their numbers and versions.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_all(&mut self, games: &[Saving]) -> Result<Vec<(GameId, Version)>, Error> {
        self.refuse_if_read_only()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let now = now();
        let written = games.iter().map(|game| write(&transaction, now, game));
        let places = written.collect::<Result<_, _>>()?;
        transaction.commit()?;
        Ok(places)
    }

    /// A game.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be read.
    pub fn load(&self, id: GameId) -> Result<StoredGame, Error> {
        let mut statement =
            self.connection.prepare_cached("SELECT record, state, changed FROM games WHERE id = ?1")?;
        let row = |row: &Row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2).map(Version)?));
        let (record, state, version) =
            statement.query_row([id.0], row).optional()?.ok_or(Error::NoGame(id.0))?;
        let record = serde_json::from_str(&record)
            .map_err(|error| Error::Record { id: id.0, what: error.to_string() })?;
        Ok(StoredGame { record, state, version })
    }

    /// The games that are searched for, those changed last first.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn search(&self, search: &GameQuery) -> Result<SearchResults, Error> {
        Ok(search.find(&self.connection)?)
    }

    /// The numbers of all games that are searched for, whatever its `limit`, the oldest first.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn ids(&self, search: &GameQuery) -> Result<Vec<GameId>, Error> {
        Ok(search.ids(&self.connection)?)
    }

    /// Deletes games, and says how many of them there were. It can be done on a full disk too.
    ///
    /// # Errors
    /// If they cannot be deleted; then none is, or on a full disk only some.
    pub fn delete(&mut self, ids: &[GameId]) -> Result<usize, Error> {
        self.refuse_if_read_only()?;
        match self.delete_at_once(ids) {
            Err(error) if is_full(&error) => {
                if !self.reserve.as_ref().is_some_and(Reserve::give_up) {
                    return Err(error.into());
                }
                let mut deleted = 0;
                for some in ids.chunks(DELETED_ON_FULL_DISK) {
                    deleted += self.delete_at_once(some)?;
                    // What was written ahead goes to its place, where there is room, and leaves its own.
                    self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
                }
                Ok(deleted)
            }
            deleted => Ok(deleted?),
        }
        .inspect(|_| self.reserve.iter().for_each(Reserve::put_by))
    }

    fn delete_at_once(&mut self, ids: &[GameId]) -> rusqlite::Result<usize> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut deleted = 0;
        for id in ids {
            deleted += transaction.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id.0])?;
        }
        transaction.commit()?;
        Ok(deleted)
    }

    pub(crate) fn refuse_if_read_only(&self) -> Result<(), Error> {
        self.read_only.as_ref().map_or(Ok(()), |file| Err(Error::ReadOnly { file: file.clone() }))
    }
}

/// Whether there is no room on the disk. What SQLite keeps in shared memory it cannot enlarge then either.
fn is_full(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure))
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

fn write(transaction: &Transaction, now: i64, game: &Saving) -> Result<(GameId, Version), Error> {
    let &Saving { place, record, state } = game;
    let headers = &record.headers;
    let ending = headers.result.as_ref();
    let text = serde_json::to_string(record).expect("a record has only strings for keys");
    let (id, version) = place.map(|(id, version)| (id.0, version.0)).unzip();
    let values = params![
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
        id,
        version,
    ];
    let place = |row: &Row| Ok((row.get(0).map(GameId)?, row.get(1).map(Version)?));
    // The time of a change is its version: two in the same millisecond are told apart.
    let mut update = transaction.prepare_cached(
        "UPDATE games SET game = ?1, first = ?2, second = ?3, date = ?4, event = ?5, winner = ?6, result = ?7,
            plies = ?8, changed = max(?9, changed + 1), record = ?10, state = ?11
         WHERE id = ?12 AND changed = ?13 RETURNING id, changed",
    )?;
    if let Some(updated) = update.query_row(values, place).optional()? {
        return Ok(updated);
    }
    let mut insert = transaction.prepare_cached(
        "INSERT INTO games (game, first, second, date, event, winner, result, plies, changed, record, state)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) RETURNING id, changed",
    )?;
    Ok(insert.query_row(&values[..11], place)?)
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(i64::MAX)
}
