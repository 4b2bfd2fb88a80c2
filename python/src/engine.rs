//! Engines: whoever chooses moves, and what they think.

use crate::board::{Board, duration};
use crate::error::wrong;
use crate::interrupt::{self, STACK, panicked};
use crate::results::MatchResult;
use crate::thought::Thought;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use wanqi_play::matches::{self, Plan};
use wanqi_play::{Limits, Player, Spec, Stop, Table};

/// What an engine that knows no limit may take, if none is given.
const TIMEOUT: Duration = Duration::from_secs(5);

/// An engine, by its text: "best:time=1s", "mcts:playouts=1000,seed=1", "random", or another program's,
/// "external:protocol=uci,cmd=\"stockfish\"". It is kept from move to move, and remembers what it has learned of a game.
///
/// >>> engine = wanqi.Engine("best:time=1s")
/// >>> engine.play(board).best
///
/// Ctrl-C ends a search, and other Python threads run beside it.
#[pyclass(module = "wanqi", frozen)]
pub struct Engine {
    spec: Spec,
    /// The player, and the game that it was made for. Away while it thinks.
    seat: Arc<Mutex<Option<Seat>>>,
}

struct Seat {
    game: String,
    player: Box<dyn Player>,
}

/// What a search may spend, from what Python gives.
fn limits(
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    lines: usize,
    stop: &Stop,
) -> PyResult<Limits> {
    let time = seconds.map(duration).transpose()?;
    Ok(Limits { depth, nodes, time, lines, stop: stop.clone(), ..Limits::default() })
}

impl Engine {
    /// The player for a table: that of the last time, or a new one.
    fn seat(&self, table: &dyn Table) -> PyResult<Seat> {
        let game = table.spec().to_string();
        let kept = self.seat.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(seat) = kept.filter(|seat| seat.game == game) {
            return Ok(seat);
        }
        let player = wanqi_protocol::player(table, &self.spec).map_err(wrong)?;
        Ok(Seat { game, player })
    }

    /// The limits with one of time where nothing else would end the thought.
    fn bounded(&self, seat: &Seat, mut limits: Limits) -> PyResult<Limits> {
        let given = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
        if !given && !self.spec.is_bounded() {
            limits.time = Some(TIMEOUT);
        }
        seat.player.keeps().check(&self.spec.name, &limits).map_err(wrong)?;
        Ok(limits)
    }
}

#[pymethods]
impl Engine {
    /// Raises:
    ///     WanqiError: If the text is none. Whether a game has such an engine is seen when it first plays.
    #[new]
    #[pyo3(signature = (spec = "best:time=1s"))]
    fn new(spec: &str) -> PyResult<Engine> {
        Ok(Engine { spec: spec.parse().map_err(wrong)?, seat: Arc::default() })
    }

    /// The engine's text.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Chooses a move for the side to move. The board stays as it is: push what is `best`.
    ///
    /// Args:
    ///     depth, nodes, seconds: limits beside the engine's own.
    ///     lines: how many of the best moves are told apart.
    ///
    /// Raises:
    ///     WanqiError: If the game is over, or the engine is none of this game or does not keep such a limit.
    ///     KeyboardInterrupt: On Ctrl-C.
    #[pyo3(signature = (board, depth = None, nodes = None, seconds = None, lines = 1))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        lines: usize,
    ) -> PyResult<Thought> {
        let (table, stop) = (board.fork(), Stop::default());
        let mut seat = self.seat(&*table)?;
        let limits = self.bounded(&seat, limits(depth, nodes, seconds, lines, &stop)?)?;
        let thought = interrupt::run(py, &stop, move || {
            let thought = seat.player.think(&*table, &limits, &mut |_| {});
            (thought, seat)
        });
        let (thought, seat) = thought?;
        *self.seat.lock().unwrap_or_else(PoisonError::into_inner) = Some(seat);
        Ok(Thought::told(&thought.map_err(wrong)?, lines))
    }

    /// Thinks in the background; what it thinks so far is iterated over, the last thought being its answer.
    ///
    /// >>> with engine.analyse(board, lines=3, seconds=10) as analysis:
    /// ...     for thought in analysis:
    /// ...         if thought.depth >= 12: analysis.stop()
    ///
    /// Arguments and errors are those of play.
    #[pyo3(signature = (board, lines = 1, depth = None, nodes = None, seconds = None))]
    fn analyse(
        &self,
        board: &Board,
        lines: usize,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Analysis> {
        let (table, stop) = (board.fork(), Stop::default());
        let mut seat = self.seat(&*table)?;
        let limits = self.bounded(&seat, limits(depth, nodes, seconds, lines, &stop)?)?;
        let (send, thoughts) = mpsc::channel();
        let back = Arc::clone(&self.seat);
        let work = move || {
            let thought = catch_unwind(AssertUnwindSafe(|| {
                seat.player.think(&*table, &limits, &mut |thought| {
                    if thought.current.is_none() {
                        let _ = send.send(Ok(Thought::told(thought, lines)));
                    }
                })
            }));
            let told = match thought {
                Ok(thought) => {
                    *back.lock().unwrap_or_else(PoisonError::into_inner) = Some(seat);
                    thought.map(|thought| Thought::told(&thought, lines)).map_err(wrong)
                }
                Err(panic) => Err(panicked(&*panic)),
            };
            // Nobody may listen any more.
            let _ = send.send(told);
        };
        let worker = thread::Builder::new().name("wanqi".into()).stack_size(STACK).spawn(work);
        worker.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
        Ok(Analysis { stop, thoughts: Mutex::new(thoughts) })
    }

    /// Plays a match against another engine from a board's position, in pairs of games with sides swapped.
    ///
    /// Args:
    ///     opponent: an Engine or its text.
    ///     games: how many at most.
    ///     opening: random plies before the engines take over.
    ///     seconds: time for a move of an engine that names no limit of its own.
    ///     concurrency: games at once.
    ///     progress: called with a MatchResult after every game; a true answer ends the match.
    #[pyo3(signature = (opponent, board, games = 20, opening = 4, seconds = 0.1, seed = 0, concurrency = 1, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn r#match(
        &self,
        py: Python<'_>,
        opponent: &Bound<'_, PyAny>,
        board: &Board,
        games: u32,
        opening: u32,
        seconds: f64,
        seed: u64,
        concurrency: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<MatchResult> {
        let theirs = match opponent.cast::<Engine>() {
            Ok(engine) => engine.get().spec.clone(),
            Err(_) => opponent.extract::<String>()?.parse().map_err(wrong)?,
        };
        let (table, stop) = (board.fork(), Stop::default());
        let plan = Plan {
            games,
            opening,
            seed,
            concurrency,
            time: duration(seconds)?,
            players: wanqi_protocol::player,
            ..Plan::default()
        };
        let (ours, flag) = (self.spec.clone(), stop.clone());
        let (tally, raised) = interrupt::run(py, &stop, move || {
            let mut raised = None;
            let tally = matches::run(&*table, [&ours, &theirs], &plan, &flag, &mut |_, tally| {
                let Some(progress) = progress.as_ref().filter(|_| raised.is_none()) else { return };
                let answer =
                    Python::attach(|py| progress.call1(py, (MatchResult::from(tally),))?.is_truthy(py));
                raised = answer.as_ref().err().map(|error| Python::attach(|py| error.clone_ref(py)));
                if !matches!(answer, Ok(false)) {
                    flag.stop();
                }
            });
            (tally, raised)
        })?;
        match raised {
            Some(error) => Err(error),
            None => Ok(MatchResult::from(&tally.map_err(wrong)?)),
        }
    }

    /// Forgets what it knows of the game, as before a new one.
    fn forget(&self) {
        if let Some(seat) = &mut *self.seat.lock().unwrap_or_else(PoisonError::into_inner) {
            seat.player.forget();
        }
    }

    fn __repr__(&self) -> String {
        format!("wanqi.Engine({:?})", self.spec.to_string())
    }
}

/// A search under way: iterate over what it thinks. At its end, and when it is dropped, the search has been told to stop.
#[pyclass(module = "wanqi", frozen)]
pub struct Analysis {
    stop: Stop,
    thoughts: Mutex<Receiver<PyResult<Thought>>>,
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Thought>> {
        loop {
            let next = py.detach(|| {
                let thoughts = self.thoughts.lock().unwrap_or_else(PoisonError::into_inner);
                thoughts.recv_timeout(Duration::from_millis(20))
            });
            match next {
                Ok(thought) => return thought.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.stop.stop())?,
            }
        }
    }

    /// Tells the search to end; its answer is the last thought of the iteration.
    fn stop(&self) {
        self.stop.stop();
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.stop.stop();
    }
}
