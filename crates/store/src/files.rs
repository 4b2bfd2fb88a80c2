//! Whole files into a library and out of it.

use crate::text::{Format, Game, Problem, ReadContext, read_each, write};
use crate::{Error, GameId, Library, Saving, wthor};
use serde::Serialize;
use std::io;
use wanqi_play::record::GameRecord;

/// Games written at once: enough that the disk is asked seldom, few enough that others need not wait.
const BATCH: usize = 200;

/// The most problems of a file that are told one by one.
pub const MAX_PROBLEMS: usize = 1000;

/// The name under which a record says why it could not be read to its end.
pub const UNREAD: &str = "Unread";

/// How far an import is, and what came of it at its end.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Imported {
    /// Games in the text so far.
    pub found: usize,
    /// Those of them that were kept.
    pub kept: usize,
    /// What could not be read; after [`MAX_PROBLEMS`] they are only counted.
    pub problems: Vec<Problem>,
    /// All that could not be read.
    pub problem_count: usize,
    /// What is worth knowing of games that were kept whole; no more than [`MAX_PROBLEMS`].
    pub remarks: Vec<Problem>,
    /// How much of the text is read, from 0 to 1.
    pub share: f64,
}

/// Where imported games go.
pub trait Shelf {
    /// Keeps some, all or none.
    ///
    /// # Errors
    /// If they cannot be written.
    fn put(&mut self, records: Vec<GameRecord>) -> Result<(), Error>;
}

impl Shelf for Library {
    fn put(&mut self, records: Vec<GameRecord>) -> Result<(), Error> {
        let new = |record| Saving { place: None, record, state: None };
        let games: Vec<_> = records.iter().map(new).collect();
        self.write_all(&games).map(drop)
    }
}

/// Keeps every game of a text that can be read. `progress` hears after every game how far it is, and may end it by
/// `false`; what was read until then stays.
///
/// # Errors
/// If the games cannot be written.
pub fn import(
    shelf: &mut dyn Shelf,
    text: &str,
    format: Format,
    context: &ReadContext,
    progress: &mut dyn FnMut(&Imported) -> bool,
) -> Result<Imported, Error> {
    let mut intake = Intake::new(shelf, text.len());
    read_each(text, format, context, &mut |game| intake.take(game) && progress(&intake.imported));
    intake.finish()
}

/// The same of a file of WTHOR's games.
///
/// # Errors
/// If the games cannot be written; inside, if it is no such file.
pub fn import_wthor(
    shelf: &mut dyn Shelf,
    bytes: &[u8],
    index: &wthor::Index,
    progress: &mut dyn FnMut(&Imported) -> bool,
) -> Result<Result<Imported, wthor::Fault>, Error> {
    let mut intake = Intake::new(shelf, bytes.len());
    let read = wthor::read_each(bytes, index, &mut |game| intake.take(game) && progress(&intake.imported));
    match read {
        Ok(()) => intake.finish().map(Ok),
        Err(fault) => Ok(Err(fault)),
    }
}

/// Games on their way to a shelf.
struct Intake<'a> {
    shelf: &'a mut dyn Shelf,
    /// Bytes of the file.
    length: usize,
    imported: Imported,
    waiting: Vec<GameRecord>,
    failure: Option<Error>,
}

impl Intake<'_> {
    fn new(shelf: &mut dyn Shelf, length: usize) -> Intake<'_> {
        Intake { shelf, length, imported: Imported::default(), waiting: Vec::new(), failure: None }
    }

    /// Takes a game; false once they cannot be written.
    fn take(&mut self, game: Game) -> bool {
        let imported = &mut self.imported;
        imported.found += 1;
        imported.problem_count += game.problems.len();
        let record = game.record.map(|mut record| {
            // Whoever finds it later sees why it breaks off.
            let first = game.problems.first().filter(|_| record.headers.result.is_none());
            if let Some(Problem { line, what, .. }) = first {
                record.headers.others.insert(UNREAD.into(), format!("line {line}: {what}"));
            }
            record
        });
        let room = MAX_PROBLEMS.saturating_sub(imported.problems.len());
        imported.problems.extend(game.problems.into_iter().take(room));
        let room = MAX_PROBLEMS.saturating_sub(imported.remarks.len());
        imported.remarks.extend(game.remarks.into_iter().take(room));
        imported.share = game.end as f64 / self.length.max(1) as f64;
        self.waiting.extend(record.filter(says_something));
        if self.waiting.len() >= BATCH {
            self.imported.kept += self.waiting.len();
            self.failure = self.shelf.put(std::mem::take(&mut self.waiting)).err();
        }
        self.failure.is_none()
    }

    fn finish(mut self) -> Result<Imported, Error> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.imported.kept += self.waiting.len();
        self.shelf.put(self.waiting)?;
        self.imported.share = 1.0;
        Ok(self.imported)
    }
}

/// Whether there is anything to keep: moves, a position of its own, or a result, as of a game that was forfeited.
fn says_something(record: &GameRecord) -> bool {
    !record.is_empty() || record.first.is_some() || record.headers.result.is_some()
}

/// What came of an export.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Exported {
    /// Games written.
    pub written: usize,
    /// Those that the format cannot tell or the library cannot read, and why.
    pub problems: Vec<(GameId, String)>,
}

/// Writes games of a library one after the other.
///
/// # Errors
/// If `out` cannot be written.
pub fn export(
    ids: &[GameId],
    load: &mut dyn FnMut(GameId) -> Result<GameRecord, Error>,
    format: Format,
    out: &mut dyn io::Write,
) -> io::Result<Exported> {
    let mut exported = Exported::default();
    for &id in ids {
        let written = load(id).map_err(|error| error.to_string());
        let text = written.and_then(|record| write(&record, format).map_err(|error| error.to_string()));
        match text {
            Ok(text) => {
                out.write_all(text.as_bytes())?;
                exported.written += 1;
            }
            Err(what) => exported.problems.push((id, what)),
        }
    }
    Ok(exported)
}
