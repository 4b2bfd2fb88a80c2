//! A game in progress, for people and engines.

use crate::error::wrong;
use crate::game::Game;
use crate::interrupt;
use crate::record::{Record, format_named};
use crate::results::{Outcome, Playouts, Solution};
use crate::svg;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wanqi_play::record::GameRecord;
use wanqi_play::{Limits, PlayoutLimits, Side, Stop, Table, draw_text, solving};

/// A game in progress: the position, the moves that led to it, and what may be played.
///
/// >>> board = wanqi.Game("chess").board()
/// >>> board.push("e4"); board.push("e7e5"); board.turn
/// 0
///
/// Moves are read in every notation of the game, and written in `board.notation`, at first the one for people.
#[pyclass(module = "wanqi")]
pub struct Board {
    table: Mutex<Box<dyn Table>>,
    rules: Option<String>,
}

impl Board {
    pub fn with(table: Box<dyn Table>, rules: Option<String>) -> Board {
        Board { table: Mutex::new(table), rules }
    }

    /// Asks the table something.
    pub fn ask<T>(&self, ask: impl FnOnce(&mut dyn Table) -> T) -> T {
        ask(&mut **self.table.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn fork(&self) -> Box<dyn Table> {
        self.ask(|table| table.fork())
    }
}

/// The index of a notation by its name, or the table's own.
fn notation_of(table: &dyn Table, name: Option<&str>) -> PyResult<usize> {
    let Some(name) = name else { return Ok(table.notation()) };
    let names = table.notations();
    let found = names.iter().position(|known| known.eq_ignore_ascii_case(name));
    found.ok_or_else(|| wrong(format!("there is no notation {name}; there is {}", names.join(", "))))
}

#[pymethods]
impl Board {
    /// A new board of a game, or of its name: Board("chess").
    #[new]
    #[pyo3(signature = (game, position = None))]
    fn new(game: &Bound<'_, PyAny>, position: Option<&str>) -> PyResult<Board> {
        let game = match game.cast::<Game>() {
            Ok(game) => game.clone(),
            Err(_) => game.py().get_type::<Game>().call1((game,))?.cast_into::<Game>()?,
        };
        let board = game.call_method1("board", (position,))?;
        let board = board.cast_into::<Board>()?;
        Ok(board.borrow().copy())
    }

    /// The game's name with all options.
    #[getter]
    fn game(&self) -> String {
        self.ask(|table| table.spec().to_string())
    }

    /// Whose turn it is: 0 for the side that moves first, 1 for the other.
    #[getter]
    fn turn(&self) -> usize {
        self.ask(|table| table.side_to_move().index())
    }

    /// How many moves have been played.
    #[getter]
    fn ply(&self) -> usize {
        self.ask(|table| table.ply())
    }

    /// The position as a text (FEN in chess); may be set, which begins a new game there.
    #[getter]
    fn position(&self) -> String {
        self.ask(|table| table.view().position)
    }

    #[setter]
    fn set_position(&self, text: &str) -> PyResult<()> {
        self.ask(|table| table.set_position(text)).map_err(wrong)
    }

    /// The position that the game began with.
    #[getter]
    fn first_position(&self) -> String {
        self.ask(|table| table.first_position())
    }

    /// A number that is equal for equal positions, whatever came before them.
    #[getter]
    fn key(&self) -> u64 {
        self.ask(|table| table.position_key())
    }

    /// The name of the notation that moves are written in; may be set.
    #[getter]
    fn notation(&self) -> &'static str {
        self.ask(|table| table.notations()[table.notation()])
    }

    #[setter]
    fn set_notation(&self, name: &str) -> PyResult<()> {
        self.ask(|table| {
            let notation = notation_of(table, Some(name))?;
            table.set_notation(notation);
            Ok(())
        })
    }

    /// The legal moves, in the board's notation or another; none once the game is over.
    #[pyo3(signature = (notation = None))]
    fn legal_moves(&self, notation: Option<&str>) -> PyResult<Vec<String>> {
        self.ask(|table| Ok(table.legal_moves(notation_of(table, notation)?)))
    }

    /// The moves played so far.
    #[pyo3(signature = (notation = None))]
    fn moves(&self, notation: Option<&str>) -> PyResult<Vec<String>> {
        self.ask(|table| Ok(table.played(notation_of(table, notation)?)))
    }

    /// Plays a move in any of the game's notations, or a turn of several written as one.
    ///
    /// Raises:
    ///     WanqiError: If it is not legal, or the game is over.
    fn push(&self, r#move: &str) -> PyResult<()> {
        self.ask(|table| table.play_turn(r#move)).map_err(wrong)
    }

    /// Takes the last move back, and returns it.
    ///
    /// Raises:
    ///     IndexError: If there is none.
    fn pop(&self) -> PyResult<String> {
        self.ask(|table| {
            let last = table.last_move(table.notation());
            let last = last.filter(|_| table.undo());
            last.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move to take back"))
        })
    }

    /// How the game ended, by all rules, the past ones too; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.ask(|table| table.result()).map(Outcome::from)
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.ask(|table| table.result()).is_some()
    }

    /// The result as records write it: "1-0", "0-1", "1/2-1/2", or "*" while the game goes on. 1-0 is a win of who moved first.
    fn result(&self) -> &'static str {
        match self.ask(|table| table.result()).map(|result| result.winner) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(0)) => "1-0",
            Some(Some(_)) => "0-1",
        }
    }

    /// The side gives up: 0 or 1, or who is to move.
    #[pyo3(signature = (side = None))]
    fn resign(&self, side: Option<usize>) -> PyResult<()> {
        self.ask(|table| {
            let side = match side {
                None => table.side_to_move(),
                Some(side) => *Side::BOTH
                    .get(side)
                    .ok_or_else(|| wrong(format!("there is no side {side}, but 0 and 1")))?,
            };
            table.resign(side).map_err(wrong)
        })
    }

    /// By how many points the first side would be ahead if the game ended here, komi included; None where no points are counted.
    #[getter]
    fn margin(&self) -> Option<f64> {
        self.ask(|table| table.margin())
    }

    /// The number of move paths of exactly `depth` plies from here, the past not asked.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        Ok(self.divide(py, depth)?.into_iter().map(|(_, paths)| paths).sum())
    }

    /// perft by first move, in the notation for programs. Of depth 0 it is empty, and perft 1 if nothing else is asked.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        if depth == 0 {
            return Ok(vec![(String::new(), 1)]);
        }
        let (table, stop) = (self.fork(), Stop::default());
        let theirs = stop.clone();
        interrupt::run(py, &stop, move || {
            let mut rows = Vec::new();
            table.divide_until(depth, &theirs, &mut |mv, paths| rows.push((mv, paths)));
            rows
        })
    }

    /// Plays random games from here: so many, or for so many seconds.
    #[pyo3(signature = (games = None, seconds = None, seed = 0, max_plies = None))]
    fn playouts(
        &self,
        py: Python<'_>,
        games: Option<u64>,
        seconds: Option<f64>,
        seed: u64,
        max_plies: Option<u32>,
    ) -> PyResult<Playouts> {
        let (table, stop) = (self.fork(), Stop::default());
        let time = seconds.map(duration).transpose()?;
        let games = games.or_else(|| time.is_none().then_some(1000));
        let limits = PlayoutLimits { games, time, plies: max_plies, seed, stop: stop.clone() };
        Ok(interrupt::run(py, &stop, move || table.playouts(&limits, &mut |_| {}))?.into())
    }

    /// Proves what the position is worth, as far as the limits allow: the last discs of Othello are counted, wins at gomoku are
    /// found by threats and verified, and in any other game every line is looked at.
    ///
    /// >>> wanqi.Board("tictactoe").solve().winner is None
    ///
    /// Args:
    ///     nodes, seconds: limits; without any it ends when all is proven, or on Ctrl-C.
    ///
    /// Raises:
    ///     WanqiError: If the game is over.
    ///     KeyboardInterrupt: On Ctrl-C.
    #[pyo3(signature = (nodes = None, seconds = None))]
    fn solve(&self, py: Python<'_>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Solution> {
        let (table, stop) = (self.fork(), Stop::default());
        let time = seconds.map(duration).transpose()?;
        let limits = Limits { nodes, time, lines: 1, stop: stop.clone(), ..Limits::default() };
        let solved = interrupt::run(py, &stop, move || solving::solve(&*table, &limits, &mut |_| {}))?;
        Ok(solved.map_err(wrong)?.into())
    }

    /// The game as a record: `format` is "pgn", "sgf", "ggf", "pdn", "moves" or "json".
    ///
    /// Raises:
    ///     WanqiError: If the format has no words for the game.
    #[pyo3(signature = (format = "pgn"))]
    fn record(&self, format: &str) -> PyResult<String> {
        let format = format_named(format)?;
        wanqi_store::text::write(&self.as_record()?.record, format).map_err(wrong)
    }

    /// The game as a Record, to which players and dates can be given.
    fn as_record(&self) -> PyResult<Record> {
        self.ask(|table| {
            let record = GameRecord::of_table(table, self.rules.as_deref()).map_err(wrong)?;
            Ok(Record { record })
        })
    }

    /// A drawing of the board as SVG, `size` pixels wide. The last move is marked.
    #[pyo3(signature = (size = 360))]
    fn svg(&self, size: u32) -> String {
        self.ask(|table| svg::draw(&table.layout(), &table.view(), size))
    }

    fn _repr_svg_(&self) -> String {
        self.svg(360)
    }

    /// A copy, with the moves played so far.
    fn copy(&self) -> Board {
        Board::with(self.fork(), self.rules.clone())
    }

    fn __copy__(&self) -> Board {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.copy()
    }

    fn __str__(&self) -> String {
        self.ask(|table| draw_text(&table.layout(), &table.view().scene))
    }

    fn __repr__(&self) -> String {
        self.ask(|table| format!("<Board of {}: {}>", table.spec(), table.view().position))
    }
}

/// Seconds as a duration.
pub fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|error| wrong(format!("{seconds} is no time in seconds: {error}")))
}
