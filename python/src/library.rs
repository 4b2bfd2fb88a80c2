//! The games that are kept.

use crate::error::wrong;
use crate::record::Record;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use wanqi_store::{GameId, GameQuery, Summary};

/// The library of games, the program's own if no folder is said. `Library.ephemeral()` is one in memory.
///
/// >>> library = wanqi.Library()
/// >>> number = library.add(board.as_record())
/// >>> [(game.id, game.players) for game in library.search(player="Anna")]
///
/// Raises:
///     WanqiError: If its file is damaged, of a newer version, or another program's; it is then left as it is.
#[pyclass(module = "wanqi", frozen)]
pub struct Library(Mutex<wanqi_store::Library>);

/// A game of a library, in a list.
#[pyclass(module = "wanqi", frozen)]
pub struct StoredGame(Summary);

impl Library {
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut wanqi_store::Library) -> Result<T, wanqi_store::Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))).map_err(wrong)
    }
}

#[pymethods]
impl Library {
    #[new]
    #[pyo3(signature = (folder = None))]
    fn new(py: Python<'_>, folder: Option<PathBuf>) -> PyResult<Library> {
        let folder = folder.or_else(wanqi_play::data_folder);
        let folder = folder.ok_or_else(|| wrong("there is no folder for games; say one"))?;
        let library = py.detach(|| wanqi_store::Library::open(&folder)).map_err(wrong)?;
        Ok(Library(Mutex::new(library)))
    }

    /// A library in memory, which ends with the program.
    #[staticmethod]
    fn ephemeral() -> PyResult<Library> {
        Ok(Library(Mutex::new(wanqi_store::Library::ephemeral().map_err(wrong)?)))
    }

    /// Keeps a game, and returns its number, which no other game ever has.
    fn add(&self, py: Python<'_>, record: &Record) -> PyResult<i64> {
        let record = record.record.checked().map_err(wrong)?;
        Ok(self.ask(py, |library| library.add(&record, None))?.0)
    }

    /// The record of a game.
    fn load(&self, py: Python<'_>, id: i64) -> PyResult<Record> {
        Ok(Record { record: self.ask(py, |library| library.load(GameId(id)))?.record })
    }

    /// Deletes games, and returns how many of them there were.
    fn delete(&self, py: Python<'_>, ids: Vec<i64>) -> PyResult<usize> {
        let ids: Vec<GameId> = ids.into_iter().map(GameId).collect();
        self.ask(py, |library| library.delete(&ids))
    }

    /// Games by what is said of them, those changed last first: the game's name without options, a part of a player's name or
    /// of the event, dates ("2026", "2026-11-21") from and to.
    #[pyo3(signature = (game = "", player = "", event = "", since = "", until = "", offset = 0, limit = 100))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn search(
        &self,
        py: Python<'_>,
        game: &str,
        player: &str,
        event: &str,
        since: &str,
        until: &str,
        offset: u32,
        limit: u32,
    ) -> PyResult<Vec<StoredGame>> {
        let [game, player, event, since, until] = [game, player, event, since, until].map(str::to_owned);
        let query = GameQuery { game, player, event, since, until, offset, limit, ..GameQuery::default() };
        let found = self.ask(py, |library| library.search(&query))?;
        Ok(found.games.into_iter().map(StoredGame).collect())
    }
}

#[pymethods]
impl StoredGame {
    /// Its number, for Library.load.
    #[getter]
    fn id(&self) -> i64 {
        self.0.id.0
    }

    /// The game's name, without options.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// Who played, the first mover first.
    #[getter]
    fn players(&self) -> (&str, &str) {
        (&self.0.players[0], &self.0.players[1])
    }

    /// When it was played, as far as it is known.
    #[getter]
    fn date(&self) -> &str {
        &self.0.date
    }

    /// How many moves its main line has.
    #[getter]
    fn plies(&self) -> u64 {
        self.0.plies
    }

    fn __repr__(&self) -> String {
        format!(
            "<StoredGame {}: {}, {} - {}>",
            self.0.id.0, self.0.game, self.0.players[0], self.0.players[1]
        )
    }
}
