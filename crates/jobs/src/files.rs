//! Files that players are given: networks and books. A job knows them by what is in them.

use crate::Error;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;
use wanqi_play::{OptionInfo, Spec, Table, files};

/// The most bytes of a file that a job names.
pub(crate) const MAX_BYTES: u64 = 1 << 30;

/// A file, or a folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedFile {
    /// As it is named in a player's text.
    pub path: String,
    /// The SHA-256 of what is in it; `None` of a folder.
    pub sha256: Option<String>,
}

/// Every option of a player that may be a file.
pub(crate) fn options(table: &dyn Table, player: &Spec) -> Vec<OptionInfo> {
    let of_evaluations = table.evaluations().into_iter().flat_map(|evaluation| evaluation.options);
    table.player_options(&player.name).into_iter().chain(of_evaluations).collect()
}

/// Adds the files that a player names.
pub(crate) fn named(table: &dyn Table, player: &Spec, found: &mut Vec<NamedFile>) -> Result<(), Error> {
    for option in options(table, player).iter().filter(|option| option.names_file(player)) {
        add(option.name, option.given(player).unwrap_or_default(), found)?;
    }
    Ok(())
}

/// Adds a file; `what` it is says a message.
pub(crate) fn add(what: &str, path: &str, found: &mut Vec<NamedFile>) -> Result<(), Error> {
    if found.iter().any(|file| file.path == path) {
        return Ok(());
    }
    let sha256 = if Path::new(path).is_dir() {
        None
    } else {
        let bytes = files::read(path, MAX_BYTES);
        Some(sha256(&bytes.map_err(|error| Error::Asked(format!("{what}={path}: {error}")))?))
    };
    found.push(NamedFile { path: path.to_owned(), sha256 });
    Ok(())
}

/// The SHA-256 of bytes, in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
