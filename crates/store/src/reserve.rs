//! Room put by for a full disk. SQLite writes what it changes somewhere else first, so that without it even a deletion, which
//! makes room, has none itself.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Enough for the pages that a few deletions change, and for what SQLite keeps beside an open database.
const BYTES: usize = 1 << 20;

/// A file without meaning, beside the library's, that can be deleted.
#[derive(Debug)]
pub struct Reserve(PathBuf);

impl Reserve {
    /// The reserve of a data folder, whether there is one yet or not.
    pub fn of(folder: &Path) -> Reserve {
        Reserve(folder.join("library.reserve"))
    }

    /// Puts room by if none is, as far as there is any.
    pub fn put_by(&self) {
        if self.0.exists() {
            return;
        }
        let written = File::create_new(&self.0).and_then(|mut file| {
            file.write_all(&vec![0x5a; BYTES])?;
            file.sync_all()
        });
        if written.is_err() {
            // A part of it is room that others may need.
            self.give_up();
        }
    }

    /// Gives the room up; false if there is none.
    pub fn give_up(&self) -> bool {
        fs::remove_file(&self.0).is_ok()
    }
}
