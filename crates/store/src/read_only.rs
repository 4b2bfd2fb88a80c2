//! A library that can be read and not written: on a disk that is mounted so, or in a folder of somebody else's.

use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::process;

/// Whether a file or its folder may not be written, so that nothing but reading is left.
pub fn is_needed(folder: &Path, file: &Path) -> bool {
    let probe = folder.join(format!("library.probe-{}", process::id()));
    let folder_is_writable = File::create_new(&probe).is_ok();
    // It was made a moment ago, and is in nobody's way if it stays.
    let _ = fs::remove_file(&probe);
    !folder_is_writable || OpenOptions::new().append(true).open(file).is_err()
}

/// Opens a database without writing anything, not even the files that SQLite keeps beside an open one. What a killed program
/// wrote ahead, and no program has opened since, is not seen. <https://www.sqlite.org/wal.html#read_only_databases>
pub fn open(file: &Path) -> rusqlite::Result<Connection> {
    let text = file.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // Where another program writes, its files are there, and the database must not be taken for one that stays as it is.
    let asked = ["mode=ro", "mode=ro&immutable=1"].map(|mode| format!("file:{text}?{mode}"));
    let [live, still] = asked.map(|uri| {
        let connection = Connection::open_with_flags(uri, flags)?;
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
        Ok(connection)
    });
    live.or(still)
}
