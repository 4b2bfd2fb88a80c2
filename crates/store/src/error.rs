//! What can go wrong with a library.

use std::path::PathBuf;

/// Why a library cannot be opened or asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file is no database, or SQLite finds it broken. It was left as it is.
    #[error(
        "the library {} is damaged ({what}); it is left as it is: move it away to begin a new one, or name another \
         folder with --data-dir",
        .file.display()
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        what: String,
    },
    /// The file was written by a newer version. It was left as it is.
    #[error(
        "the library {} was written by a newer version of Wanqi (its version is {found}, this one knows {known}); it is \
         left as it is: use that version, or name another folder with --data-dir",
        .file.display()
    )]
    Newer {
        /// The file.
        file: PathBuf,
        /// The version of its schema.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// The file is a database of another program. It was left as it is.
    #[error(
        "{} is a database of another program; it is left as it is: name another folder with --data-dir", .file.display()
    )]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file or its folder cannot be made, read or written.
    #[error("the library {}: {what}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        what: String,
    },
    /// A change of a library that can only be read.
    #[error("the library {} can only be read: its folder or disk may not be written", .file.display())]
    ReadOnly {
        /// The file.
        file: PathBuf,
    },
    /// A change of a library whose browser keeps nothing more.
    #[error("the browser keeps nothing more")]
    Unkept,
    /// A question or a change that SQLite refuses: the disk is full, another program holds the file.
    #[cfg(not(target_arch = "wasm32"))]
    #[error("the library cannot do that: {0}")]
    Refused(#[from] rusqlite::Error),
    /// A game that was kept and cannot be read any more.
    #[error("game {id} of the library cannot be read: {what}")]
    Record {
        /// Its number.
        id: i64,
        /// Why.
        what: String,
    },
    /// There is no game of this number.
    #[error("the library has no game {0}")]
    NoGame(i64),
}
