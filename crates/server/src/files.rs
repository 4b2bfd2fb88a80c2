//! Whole files of games into the library and out of it, whoever carries them: HTTP or a worker's messages.

use crate::library_handle::LibraryHandle;
use crate::protocol::RequestError;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wanqi_play::Message;
use wanqi_play::host::{self, Instant};
use wanqi_play::record::GameRecord;
use wanqi_store::files::{Imported, Shelf, export, import};
use wanqi_store::text::{Format, ReadContext, decode};
use wanqi_store::{Error, GameId, GameQuery, ResultFilter};

/// The longest file that a page may send, in bytes.
pub const MAX_FILE_BYTES: usize = 32 << 20;
/// Time between two words of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// What a page says of a file that it sends.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct ImportRequest {
    /// Its name, for the format that it ends with.
    #[serde(default)]
    pub name: String,
    /// The game of texts that do not say it.
    #[serde(default)]
    pub game: Option<String>,
}

/// What is told of an import: how far it is, and at last what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportLine {
    /// How far it is.
    Progress {
        /// Games found so far.
        found: usize,
        /// How much of the file is read, from 0 to 1.
        share: f64,
    },
    /// What came of it.
    Report(Imported),
    /// Why it has ended before.
    Fault(Message),
}

/// A shelf behind the library.
struct LibraryShelf<'a>(&'a LibraryHandle);

impl Shelf for LibraryShelf<'_> {
    fn put(&mut self, records: Vec<GameRecord>) -> Result<(), Error> {
        let put = self.0.ask(move |library| library.put(records));
        put.map_err(|fault| Error::File { file: "library.sqlite".into(), what: fault.what.to_string() })
    }
}

/// Reads a file of games in. `tell` hears how far it is now and then, and at last what came of it; by `false` it ends the import.
pub fn read_in(
    handle: &LibraryHandle,
    request: ImportRequest,
    file: &[u8],
    mut tell: impl FnMut(ImportLine) -> bool,
) {
    let text = decode(file);
    let ending = request.name.rsplit_once('.').and_then(|(_, ending)| Format::of_ending(ending));
    let ending = ending.filter(|&format| format != Format::Moves);
    let format = ending.unwrap_or_else(|| Format::of_text(&text));
    // What is searched for says what bare moves may be of, and nothing of a record that names its game, or as PGN has it
    // is of chess.
    let game = request.game.filter(|game| format == Format::Moves && !game.is_empty());
    let context = ReadContext { game, rules: None };
    let mut said = Instant::now();
    let imported = import(&mut LibraryShelf(handle), &text, format, &context, &mut |imported| {
        // Where there is one thread for all, others come to speak.
        host::turn();
        if said.elapsed() < INTERVAL {
            return true;
        }
        said = Instant::now();
        tell(ImportLine::Progress { found: imported.found, share: imported.share })
    });
    tell(imported.map_or_else(|error| ImportLine::Fault(error.to_string().into()), ImportLine::Report));
}

/// Which games a page wants to have as a file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct ExportRequest {
    /// As what.
    pub format: Format,
    /// Their numbers with commas between, or none for all that are searched for.
    #[serde(default)]
    ids: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    won: Option<ResultFilter>,
    #[serde(default)]
    since: String,
    #[serde(default)]
    until: String,
    #[serde(default)]
    event: String,
    #[serde(default)]
    min_plies: u32,
    #[serde(default)]
    hide_abandoned: bool,
}

impl ExportRequest {
    /// The numbers of the games; `None` if what is said is no list of numbers.
    fn ids(&self, handle: &LibraryHandle) -> Result<Option<Vec<GameId>>, RequestError> {
        if !self.ids.is_empty() {
            return Ok(self.ids.split(',').map(|id| id.parse().map(GameId).ok()).collect());
        }
        let search = GameQuery {
            game: self.game.clone(),
            player: self.player.clone(),
            won: self.won,
            since: self.since.clone(),
            until: self.until.clone(),
            event: self.event.clone(),
            min_plies: self.min_plies,
            hide_abandoned: self.hide_abandoned,
            ..GameQuery::default()
        };
        handle.ask(move |library| library.ids(&search)).map(Some)
    }
}

/// Games as a file; `None` if there is none that can be written in this format.
pub fn give_out(handle: &LibraryHandle, request: &ExportRequest) -> Option<Vec<u8>> {
    let ids = request.ids(handle).ok()??;
    let load = |id| {
        let kept = handle.ask(move |library| library.load(id));
        kept.map(|kept| kept.record).map_err(|fault| Error::Record { id: id.0, what: fault.what.to_string() })
    };
    let mut text = Vec::new();
    let exported = export(&ids, &mut { load }, request.format, &mut text).ok()?;
    (exported.written > 0).then_some(text)
}
