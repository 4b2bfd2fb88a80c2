//! The tables of a library, and how an older library becomes one of today.

use rusqlite::{Connection, Transaction};

/// What SQLite writes into the head of our files, `wnqi`, to tell them from those of other programs
/// (<https://www.sqlite.org/pragma.html#pragma_application_id>).
pub const APPLICATION: i32 = 0x776e_7169;

/// From each version of the schema to the next; the version is the number of those that were done, in `user_version`.
/// What stands here stays as it is for ever: a change is a new line.
const MIGRATIONS: &[&str] = &[
    // What is searched for has columns, all else is in the record.
    "CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        date TEXT NOT NULL,
        event TEXT NOT NULL,
        winner INTEGER,
        result TEXT NOT NULL,
        plies INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        record TEXT NOT NULL,
        state TEXT
    ) STRICT;
    CREATE INDEX games_by_change ON games (changed DESC, id DESC);
    CREATE INDEX games_by_game ON games (game, changed DESC, id DESC);",
    // Two games may be played in one second: milliseconds tell which was the last.
    "UPDATE games SET changed = 1000 * changed;",
    // How games begin (`openings`), and which of their versions the index has.
    "CREATE TABLE openings (
        key INTEGER NOT NULL,
        move TEXT NOT NULL,
        game INTEGER NOT NULL,
        PRIMARY KEY (key, move, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX openings_by_game ON openings (game);
    CREATE TABLE indexed (game INTEGER PRIMARY KEY, changed INTEGER NOT NULL) STRICT;
    CREATE TRIGGER openings_of_deleted AFTER DELETE ON games BEGIN
        DELETE FROM openings WHERE game = old.id;
        DELETE FROM indexed WHERE game = old.id;
    END;",
    // Positions to be solved, and how well each is known (`puzzles`).
    "CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        position TEXT NOT NULL,
        line TEXT NOT NULL,
        origin INTEGER,
        box INTEGER NOT NULL DEFAULT 0,
        due INTEGER,
        tries INTEGER NOT NULL DEFAULT 0,
        solved INTEGER NOT NULL DEFAULT 0,
        UNIQUE (game, position)
    ) STRICT;
    CREATE INDEX puzzles_by_day ON puzzles (due);",
];

/// The version from which on there is an index of openings.
pub const WITH_OPENINGS: i64 = 3;
/// The version from which on there are puzzles.
pub const WITH_PUZZLES: i64 = 4;

/// The newest version that this program knows.
pub const NEWEST: i64 = MIGRATIONS.len() as i64;

/// The version of a database.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings a database of an older version, or an empty one, to the newest, all at once or not at all.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    migrate_by(connection, MIGRATIONS)
}

fn migrate_by(connection: &mut Connection, migrations: &[&str]) -> rusqlite::Result<()> {
    // Another process may be doing the same: the version is looked at once nobody else can write.
    let transaction = Transaction::new(connection, rusqlite::TransactionBehavior::Immediate)?;
    let done = usize::try_from(version(&transaction)?).unwrap_or(0);
    for step in migrations.iter().skip(done) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", migrations.len() as i64)?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_version_is_brought_up_and_keeps_its_games() {
        let mut connection = Connection::open_in_memory().expect("memory");
        migrate(&mut connection).expect("the first");
        let insert = "INSERT INTO games VALUES (1, 'go', '', '', '', '', NULL, '', 3, 0, '{}', NULL)";
        connection.execute(insert, []).expect("a game");
        let next = [MIGRATIONS, &["ALTER TABLE games ADD COLUMN stars INTEGER NOT NULL DEFAULT 5"]].concat();
        migrate_by(&mut connection, &next).expect("the next");
        let kept = connection.query_row("SELECT plies + stars FROM games", [], |row| row.get(0));
        assert_eq!((kept, version(&connection).expect("a version")), (Ok(8), NEWEST + 1));
        migrate_by(&mut connection, &next).expect("done already");
    }

    #[test]
    fn a_step_that_fails_leaves_the_old_version() {
        let mut connection = Connection::open_in_memory().expect("memory");
        migrate(&mut connection).expect("the first");
        let bad = [MIGRATIONS, &["ALTER TABLE games ADD COLUMN stars INTEGER", "no such words"]].concat();
        migrate_by(&mut connection, &bad).expect_err("no SQL");
        assert_eq!(version(&connection), Ok(NEWEST));
        connection.prepare("SELECT stars FROM games").expect_err("not even the step that went well");
    }
}
