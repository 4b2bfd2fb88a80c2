//! The ledger: which jobs there are, and of each unit whether it is done and what came of it. An SQLite database in the data
//! folder; what is written there survives a kill.

use crate::{BUILD, Error, Status, Unit, UnitResult, Work};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use serde::Serialize;
use serde_json::Value;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use wanqi_play::Message;

/// All jobs of a data folder.
pub struct Ledger {
    connection: Connection,
    folder: PathBuf,
}

/// A job, as lists show it.
#[derive(Clone, Debug, Serialize)]
pub struct JobInfo {
    /// Twelve hexadecimal digits.
    pub id: String,
    /// What it is of.
    pub about: String,
    /// The same as a [`Message`](wanqi_play::Message), to be said in another language; none of a job of an older version.
    pub about_words: Option<Value>,
    /// Where its units are done: `here` or the address of a server.
    pub place: String,
    /// Whether it is under way, has been stopped, or is done.
    pub state: JobState,
    /// Units done.
    pub done: u64,
    /// Units in all.
    pub units: u64,
    /// Units set aside since they always failed.
    pub set_aside: u64,
    /// How far it is, as a line of text.
    pub progress: String,
    /// Units done a second, and who did them, as it was said last: threads, or programs on other machines.
    pub per_second: f64,
    /// See `per_second`.
    pub workers: u64,
    /// What it has come to so far: the score of a match, for one.
    pub so_far: String,
    /// See `about_words`.
    pub so_far_words: Option<Value>,
    /// When it was begun and when something was last written of it, in seconds since 1970.
    pub begun: i64,
    /// See `begun`.
    pub changed: i64,
    /// The words of the command that began it, and where.
    #[serde(skip)]
    pub arguments: Vec<String>,
    /// The folder that the command was begun in.
    #[serde(skip)]
    pub begun_in: PathBuf,
}

/// How a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// A program is at it.
    Running,
    /// It can be gone on with.
    Stopped,
    /// All of it is done, but the command that answers has ended before: going on with it gives the answer.
    Unread,
    /// All of it is done.
    Done,
}

/// A unit, as the ledger has it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum UnitState {
    Open,
    Done { worker: String },
    SetAside { error: String },
}

/// Holds a job as long as a program is at it; the system lets go of it when the program ends, however it does.
pub(crate) struct Hold(#[expect(dead_code, reason = "it is held, not read")] File);

/// `wnqj`, in the head of the file.
const APPLICATION: i32 = 0x776e_716a;
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS jobs (
        id TEXT PRIMARY KEY,
        begun INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        about TEXT NOT NULL,
        place TEXT NOT NULL,
        arguments TEXT NOT NULL,
        begun_in TEXT NOT NULL,
        work TEXT NOT NULL,
        build TEXT NOT NULL,
        progress TEXT NOT NULL DEFAULT '',
        stop INTEGER NOT NULL DEFAULT 0,
        done INTEGER NOT NULL DEFAULT 0,
        per_second REAL NOT NULL DEFAULT 0,
        workers INTEGER NOT NULL DEFAULT 0,
        so_far TEXT NOT NULL DEFAULT '',
        about_words TEXT NOT NULL DEFAULT '',
        so_far_words TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE IF NOT EXISTS units (
        job TEXT NOT NULL,
        number INTEGER NOT NULL,
        first INTEGER NOT NULL,
        after INTEGER NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0,
        worker TEXT,
        result TEXT,
        error TEXT,
        PRIMARY KEY (job, number)
    ) STRICT;";
/// The version of the schema.
const VERSION: i64 = 3;
/// What version 1 had not.
const SINCE_1: &str = "
    ALTER TABLE jobs ADD COLUMN per_second REAL NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN workers INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN so_far TEXT NOT NULL DEFAULT '';";
/// What version 2 had not.
const SINCE_2: &str = "
    ALTER TABLE jobs ADD COLUMN about_words TEXT NOT NULL DEFAULT '';
    ALTER TABLE jobs ADD COLUMN so_far_words TEXT NOT NULL DEFAULT '';";

/// What a new job is begun with.
pub(crate) struct NewJob<'a> {
    pub work: &'a Work,
    pub units: &'a [Unit],
    pub place: &'a str,
    pub arguments: &'a [String],
}

impl Ledger {
    /// Opens the ledger of a data folder, or begins one.
    ///
    /// # Errors
    /// If it cannot be read or written, or is none of this version.
    pub fn open(data: &Path) -> Result<Ledger, Error> {
        let (folder, file) = (data.join("jobs"), Self::file(data));
        let failed = |what: String| Error::Ledger { file: file.clone(), what };
        fs::create_dir_all(&folder).map_err(|error| failed(error.to_string()))?;
        let begin = || -> rusqlite::Result<Result<Connection, String>> {
            let connection = Connection::open(&file)?;
            connection.busy_timeout(Duration::from_secs(20))?;
            let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
            if version > VERSION {
                return Ok(Err(format!("it is of a newer version of Wanqi ({version})")));
            }
            if application != APPLICATION && application != 0 {
                return Ok(Err("it is a database of another program".into()));
            }
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            upgrade(&connection)?;
            Ok(Ok(connection))
        };
        let connection = begin().map_err(|error| failed(error.to_string()))?.map_err(failed)?;
        Ok(Ledger { connection, folder })
    }

    /// The file of a data folder's ledger.
    pub fn file(data: &Path) -> PathBuf {
        data.join("jobs").join("jobs.sqlite")
    }

    pub(crate) fn failed(&self, error: &rusqlite::Error) -> Error {
        Error::Ledger { file: self.folder.join("jobs.sqlite"), what: error.to_string() }
    }

    fn asked<T>(&self, answer: rusqlite::Result<T>) -> Result<T, Error> {
        answer.map_err(|error| self.failed(&error))
    }

    /// All jobs, the newest first.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn jobs(&self) -> Result<Vec<JobInfo>, Error> {
        self.asked(self.select("ORDER BY begun DESC, rowid DESC", []))
    }

    /// A job by the beginning of its id.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn job(&self, id: &str) -> Result<JobInfo, Error> {
        let jobs = self.asked(self.select("WHERE substr(id, 1, length(?1)) = ?1", [id]))?;
        match <[JobInfo; 1]>::try_from(jobs) {
            Ok([job]) if !id.is_empty() => Ok(job),
            Ok(_) => Err(Error::NoJob(id.into())),
            Err(jobs) if jobs.is_empty() => Err(Error::NoJob(id.into())),
            Err(jobs) => Err(Error::Asked(format!("{} jobs begin with {id}", jobs.len()))),
        }
    }

    fn select(&self, which: &str, parameters: impl rusqlite::Params) -> rusqlite::Result<Vec<JobInfo>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT id, about, place, done, progress, begun, changed, arguments, begun_in,
                (SELECT count(*) FROM units WHERE job = id),
                (SELECT count(*) FROM units WHERE job = id AND result IS NOT NULL),
                (SELECT count(*) FROM units WHERE job = id AND result IS NULL AND error IS NOT NULL),
                per_second, workers, so_far, about_words, so_far_words
            FROM jobs {which}"
        ))?;
        let rows = statement.query_map(parameters, |row| self.info(row))?;
        rows.collect()
    }

    fn info(&self, row: &Row<'_>) -> rusqlite::Result<JobInfo> {
        let id: String = row.get(0)?;
        let (units, done) = (count(row, 9)?, count(row, 10)?);
        let state = match row.get::<_, i64>(3)? {
            0 if self.is_held(&id) => JobState::Running,
            0 if done == units => JobState::Unread,
            0 => JobState::Stopped,
            _ => JobState::Done,
        };
        Ok(JobInfo {
            about: row.get(1)?,
            place: row.get(2)?,
            state,
            progress: row.get(4)?,
            begun: row.get(5)?,
            changed: row.get(6)?,
            arguments: serde_json::from_str(&row.get::<_, String>(7)?).unwrap_or_default(),
            begun_in: PathBuf::from(row.get::<_, String>(8)?),
            units,
            done,
            set_aside: count(row, 11)?,
            per_second: row.get(12)?,
            workers: count(row, 13)?,
            so_far: row.get(14)?,
            about_words: words(row, 15)?,
            so_far_words: words(row, 16)?,
            id,
        })
    }

    /// The job of this work that is not done yet, if there is one.
    pub(crate) fn unfinished(&self, work: &Work) -> Result<Option<String>, Error> {
        let select = "SELECT id FROM jobs WHERE done = 0 AND build = ?1 AND work = ?2 ORDER BY begun DESC";
        self.asked(
            self.connection.query_row(select, params![BUILD, work.text()], |row| row.get(0)).optional(),
        )
    }

    /// The jobs that are not done, with the text of their work.
    pub(crate) fn unfinished_works(&self) -> Result<Vec<(String, String)>, Error> {
        let read = || {
            let mut statement = self.connection.prepare_cached("SELECT id, work FROM jobs WHERE done = 0")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        self.asked(read())
    }

    /// Begins a job.
    pub(crate) fn begin(&mut self, new: &NewJob<'_>) -> Result<String, Error> {
        let mut random = [0_u8; 6];
        getrandom::fill(&mut random).map_err(|error| Error::Asked(format!("no random numbers: {error}")))?;
        let id: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let about = new.work.about();
        let begun = self.write(|transaction| {
            transaction.execute(
                "INSERT INTO jobs (id, begun, changed, about, place, arguments, begun_in, work, build, about_words)
                VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    id,
                    now(),
                    about.english(),
                    new.place,
                    serde_json::to_string(new.arguments).unwrap_or_default(),
                    std::env::current_dir().unwrap_or_default().to_string_lossy(),
                    new.work.text(),
                    BUILD,
                    in_json(&about)
                ],
            )?;
            let insert = "INSERT INTO units (job, number, first, after) VALUES (?1, ?2, ?3, ?4)";
            let mut insert = transaction.prepare_cached(insert)?;
            for Unit { number, pieces } in new.units {
                insert.execute(params![id, number, pieces.start as i64, pieces.end as i64])?;
            }
            Ok(())
        });
        begun.map(|()| id)
    }

    /// Does something whole or not at all.
    fn write<T>(&mut self, what: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, Error> {
        let write = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = what(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        let written = write(&mut self.connection);
        self.asked(written)
    }

    /// The units of a job, and how each stands.
    pub(crate) fn units(&self, job: &str) -> Result<Vec<(Unit, UnitState)>, Error> {
        let select = "SELECT number, first, after, worker, result IS NOT NULL, error FROM units WHERE job = ?1 ORDER BY number";
        let read = || {
            let mut statement = self.connection.prepare_cached(select)?;
            let rows = statement.query_map([job], |row| {
                let unit = Unit { number: row.get(0)?, pieces: count(row, 1)?..count(row, 2)? };
                let state = match (row.get(4)?, row.get::<_, Option<String>>(5)?) {
                    (true, _) => UnitState::Done { worker: row.get::<_, Option<_>>(3)?.unwrap_or_default() },
                    (false, Some(error)) => UnitState::SetAside { error },
                    (false, None) => UnitState::Open,
                };
                Ok((unit, state))
            })?;
            rows.collect()
        };
        self.asked(read())
    }

    /// What came of a unit.
    pub(crate) fn result(&self, job: &str, number: u32) -> Result<Option<UnitResult>, Error> {
        let select = "SELECT result FROM units WHERE job = ?1 AND number = ?2";
        let text: Option<String> =
            self.asked(self.connection.query_row(select, params![job, number], |row| row.get(0)))?;
        let read = |text: String| {
            serde_json::from_str(&text).map_err(|error| Error::Ledger {
                file: self.folder.join("jobs.sqlite"),
                what: format!("unit {number} of job {job}: {error}"),
            })
        };
        text.map(read).transpose()
    }

    /// Writes what came of units, all at once; those that are done already stay as they are.
    pub(crate) fn keep<'a>(
        &mut self,
        job: &str,
        done: impl Iterator<Item = (u32, &'a str, String)>,
    ) -> Result<(), Error> {
        self.write(|transaction| {
            let update = "UPDATE units SET result = ?3, worker = ?4, error = NULL
                WHERE job = ?1 AND number = ?2 AND result IS NULL";
            let mut update = transaction.prepare_cached(update)?;
            for (number, worker, result) in done {
                update.execute(params![job, number, result, worker])?;
            }
            Ok(())
        })
    }

    /// Notes that a unit has failed, and how often it has by now.
    pub(crate) fn note_failure(&mut self, job: &str, number: u32) -> Result<u32, Error> {
        self.write(|transaction| {
            transaction.query_row(
                "UPDATE units SET tries = tries + 1 WHERE job = ?1 AND number = ?2 RETURNING tries",
                params![job, number],
                |row| row.get(0),
            )
        })
    }

    /// Sets a unit aside.
    pub(crate) fn set_aside(&mut self, job: &str, number: u32, error: &str) -> Result<(), Error> {
        self.write(|transaction| {
            let update = "UPDATE units SET error = ?3 WHERE job = ?1 AND number = ?2 AND result IS NULL";
            transaction.execute(update, params![job, number, error]).map(drop)
        })
    }

    /// Opens units again: those that were set aside, or those that a worker has done.
    pub(crate) fn open_again(&mut self, job: &str, worker: Option<&str>) -> Result<(), Error> {
        self.write(|transaction| {
            let update = "UPDATE units SET result = NULL, error = NULL, worker = NULL, tries = 0
                WHERE job = ?1 AND (worker = ?2 OR (?2 IS NULL AND result IS NULL))";
            transaction.execute(update, params![job, worker]).map(drop)
        })
    }

    /// Writes how a job stands; whether somebody wants it to stop.
    pub(crate) fn note_progress(&mut self, job: &str, status: &Status) -> Result<bool, Error> {
        let update =
            "UPDATE jobs SET progress = ?2, changed = ?3, per_second = ?4, workers = ?5, so_far = ?6,
            so_far_words = ?7 WHERE id = ?1 RETURNING stop";
        let Status { per_second, workers, text, .. } = status;
        let (text, words) = (text.english(), in_json(text));
        let values = params![job, status.to_string(), now(), per_second, *workers as i64, text, words];
        self.asked(self.connection.query_row(update, values, |row| row.get(0)))
    }

    /// Asks whoever is at a job to stop.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn ask_to_stop(&mut self, job: &str) -> Result<(), Error> {
        self.set_stop(job, true)
    }

    pub(crate) fn set_stop(&mut self, job: &str, stop: bool) -> Result<(), Error> {
        let update = "UPDATE jobs SET stop = ?2 WHERE id = ?1";
        self.asked(self.connection.execute(update, params![job, stop]).map(drop))
    }

    /// A job is done and its answer given: what came of its units is needed no more.
    pub(crate) fn finish(&mut self, job: &str) -> Result<(), Error> {
        self.write(|transaction| {
            transaction
                .execute("UPDATE jobs SET done = 1, changed = ?2 WHERE id = ?1", params![job, now()])?;
            transaction
                .execute("UPDATE units SET result = '' WHERE job = ?1 AND result IS NOT NULL", [job])?;
            Ok(())
        })
    }

    /// Forgets a job and all that was done of it.
    ///
    /// # Errors
    /// If a program is at it, or the ledger cannot be written.
    pub fn forget(&mut self, job: &str) -> Result<(), Error> {
        let _hold = self.hold(job)?;
        let _ = fs::remove_file(self.lock_path(job));
        self.write(|transaction| {
            transaction.execute("DELETE FROM units WHERE job = ?1", [job])?;
            transaction.execute("DELETE FROM jobs WHERE id = ?1", [job]).map(drop)
        })
    }

    fn lock_path(&self, job: &str) -> PathBuf {
        self.folder.join(format!("{job}.lock"))
    }

    /// Takes a job, so that no other program does.
    pub(crate) fn hold(&self, job: &str) -> Result<Hold, Error> {
        let path = self.lock_path(job);
        let failed = |error: std::io::Error| Error::Ledger { file: path.clone(), what: error.to_string() };
        let lock = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Hold(lock)),
            Err(TryLockError::WouldBlock) => Err(Error::Busy(job.into())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    fn is_held(&self, job: &str) -> bool {
        let lock = File::options().write(true).open(self.lock_path(job));
        lock.is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
    }
}

/// Makes the tables, or what an older version had not; whole or not at all, and by one program alone.
fn upgrade(connection: &Connection) -> rusqlite::Result<()> {
    let version = || connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
    if version()? == VERSION {
        return Ok(());
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let upgraded = version().and_then(|version| {
        match version {
            0 => connection.execute_batch(SCHEMA)?,
            1 => connection.execute_batch(&[SINCE_1, SINCE_2].concat())?,
            2 => connection.execute_batch(SINCE_2)?,
            _ => {}
        }
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.pragma_update(None, "user_version", VERSION)
    });
    connection.execute_batch(if upgraded.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    upgraded
}

/// A message as a page is told it.
fn in_json(message: &Message) -> String {
    serde_json::to_string(message).expect("it has no keys but strings")
}

/// The same read again, where there is one.
fn words(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Value>> {
    Ok(serde_json::from_str(&row.get::<_, String>(column)?).ok())
}

/// A number that is never negative.
fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ledgers_of_older_versions_are_read() {
        let since_1 = "ALTER TABLE jobs DROP COLUMN per_second;
            ALTER TABLE jobs DROP COLUMN workers;
            ALTER TABLE jobs DROP COLUMN so_far;";
        let since_2 = "ALTER TABLE jobs DROP COLUMN about_words;
            ALTER TABLE jobs DROP COLUMN so_far_words;";
        let job = "INSERT INTO jobs (id, begun, changed, about, place, arguments, begun_in, work, build)
                VALUES ('0123456789ab', 1, 2, 'a match', 'here', '[]', '', '', '');
            INSERT INTO units (job, number, first, after, result) VALUES ('0123456789ab', 0, 0, 1, '')";
        for (version, had_not) in [(1, [since_1, since_2].concat()), (2, since_2.to_owned())] {
            let folder = tempfile::tempdir().expect("a folder");
            drop(Ledger::open(folder.path()).expect("a ledger"));
            let connection = Connection::open(Ledger::file(folder.path())).expect("a database");
            connection
                .execute_batch(&format!("{had_not} PRAGMA user_version = {version}; {job}"))
                .expect("as that version had it");
            let job = Ledger::open(folder.path()).expect("a ledger").job("01").expect("the job");
            assert_eq!((job.workers, job.so_far.as_str(), job.state), (0, "", JobState::Unread), "{version}");
            assert!(job.about_words.is_none(), "{version}");
            connection.pragma_update(None, "user_version", VERSION + 1).expect("written");
            assert!(Ledger::open(folder.path()).is_err(), "nobody knows what is in it");
        }
    }
}
