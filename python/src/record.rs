//! Records of games, and the texts that they are written in.

use crate::board::Board;
use crate::error::wrong;
use pyo3::prelude::*;
use wanqi_play::record::GameRecord;
use wanqi_store::text::{Format, ReadContext, read, write};

/// The format of a name.
pub fn format_named(name: &str) -> PyResult<Format> {
    name.parse().map_err(|what: wanqi_play::Message| wrong(what))
}

/// The record of a game: its moves, who played it, how it ended.
#[pyclass(module = "wanqi", skip_from_py_object)]
#[derive(Clone)]
pub struct Record {
    pub record: GameRecord,
}

#[pymethods]
impl Record {
    /// The game's name with all options.
    #[getter]
    fn game(&self) -> &str {
        &self.record.game
    }

    /// Who played, the first mover first; may be set.
    #[getter]
    fn players(&self) -> (String, String) {
        let [first, second] = self.record.headers.players.clone();
        (first, second)
    }

    #[setter]
    fn set_players(&mut self, players: (String, String)) {
        self.record.headers.players = players.into();
    }

    /// "2026-11-21", as far as it is known; may be set.
    #[getter]
    fn date(&self) -> &str {
        &self.record.headers.date
    }

    #[setter]
    fn set_date(&mut self, date: String) {
        self.record.headers.date = date;
    }

    /// The tournament or the occasion; may be set.
    #[getter]
    fn event(&self) -> &str {
        &self.record.headers.event
    }

    #[setter]
    fn set_event(&mut self, event: String) {
        self.record.headers.event = event;
    }

    /// The winner and words, or None: (0, "White wins by resignation").
    #[getter]
    fn result(&self) -> Option<(Option<u8>, String)> {
        self.record.headers.result.as_ref().map(|ending| (ending.winner, ending.text.clone()))
    }

    /// The moves of the main line, in the notation for programs.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.main_line().into_iter().map(|id| self.record[id].text().to_owned()).collect()
    }

    /// A board with the moves of the main line played.
    fn board(&self) -> PyResult<Board> {
        let mut table = self.record.table().map_err(wrong)?;
        let last = self.record.main_line().last().copied().unwrap_or(wanqi_play::record::ROOT);
        self.record.replay(&mut *table, last).map_err(wrong)?;
        Ok(Board::with(table, self.record.rules.clone()))
    }

    /// The record in a format: "pgn", "sgf", "ggf", "pdn", "moves" or "json".
    #[pyo3(signature = (format = "pgn"))]
    fn text(&self, format: &str) -> PyResult<String> {
        write(&self.record, format_named(format)?).map_err(wrong)
    }

    fn __repr__(&self) -> String {
        format!("<Record of {}: {} moves>", self.record.game, self.record.main_line().len())
    }
}

/// Reads every game of a text, in whichever format it has. `game` is what it is about where it does not say so.
///
/// Returns:
///     The records, and what could not be read ("line 17, game 3: …").
#[pyfunction]
#[pyo3(signature = (text, game = None))]
pub fn read_records(py: Python<'_>, text: &str, game: Option<String>) -> (Vec<Record>, Vec<String>) {
    let reading = py.detach(|| read(text, &ReadContext { game, rules: None }));
    let records = reading.games.into_iter().map(|game| Record { record: game.record }).collect();
    (records, reading.problems.iter().map(ToString::to_string).collect())
}
