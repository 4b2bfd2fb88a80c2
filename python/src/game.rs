//! Games: what is known before they are played.

use crate::batch::Batch;
use crate::board::{Board, duration};
use crate::error::wrong;
use crate::interrupt;
use crate::shares::Shares;
use crate::state::State;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wanqi_play::environment::Environment;
use wanqi_play::learning::{self, Budget, Settings, Subject};
use wanqi_play::{GameInfo, Spec, Stop, Table, rules};

/// A game, by its name, a spec with options, the path of a rule file, or the text of one.
///
/// >>> wanqi.Game("chess").board().legal_moves()
/// >>> wanqi.Game("go:size=9,komi=7").state().observation_tensor().shape
/// >>> wanqi.Game("my.toml")
///
/// Raises:
///     WanqiError: If there is no such game, option or file, or its rules are wrong; the text names the place.
#[pyclass(module = "wanqi", frozen)]
pub struct Game {
    spec: Spec,
    info: Arc<GameInfo>,
    /// The text of the rule file, where it is none that the program knows.
    rules: Option<String>,
    /// At its start, to be copied.
    table: Mutex<Box<dyn Table>>,
    environment: OnceLock<Arc<dyn Environment>>,
}

impl Game {
    fn with(table: Box<dyn Table>, rules: Option<String>) -> Game {
        let (spec, info) = (table.spec().clone(), table.info());
        Game { spec, info, rules, table: Mutex::new(table), environment: OnceLock::new() }
    }

    /// A new table.
    pub fn table(&self) -> Box<dyn Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).fork()
    }

    /// The game as something to be learnt.
    pub fn subject(&self) -> PyResult<Subject> {
        let subject = match &self.rules {
            Some(text) => Subject::told(&self.spec.name, text),
            None => Subject::shipped(&self.spec.to_string()),
        };
        subject.map_err(wrong)
    }

    fn environment(&self) -> PyResult<&Arc<dyn Environment>> {
        if let Some(known) = self.environment.get() {
            return Ok(known);
        }
        let made = self.subject()?.environment().map_err(wrong)?;
        Ok(self.environment.get_or_init(|| made.into()))
    }

    fn beginning_with(&self, position: Option<&str>) -> PyResult<Arc<dyn Environment>> {
        let environment = self.environment()?;
        Ok(match position {
            None => Arc::clone(environment),
            Some(text) => environment.beginning_with(text).map_err(wrong)?.into(),
        })
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Game> {
        py.detach(|| {
            let known = name.parse::<Spec>().and_then(|spec| wanqi_play::table(&spec));
            match known {
                Ok(table) => Ok(Game::with(table, None)),
                Err(_) if Path::new(name).is_file() => {
                    let text = rules::load(Path::new(name)).map_err(wrong)?;
                    Ok(Game::with(rules::table(name, &text).map_err(wrong)?, Some(text)))
                }
                Err(error) => Err(wrong(error)),
            }
        })
    }

    /// The game that the text of a rule file tells (docs/RULES.md says how); name is what it is called in messages.
    #[staticmethod]
    #[pyo3(signature = (text, name = "rules"))]
    fn from_rules(py: Python<'_>, text: String, name: &str) -> PyResult<Game> {
        py.detach(|| Ok(Game::with(rules::table(name, &text).map_err(wrong)?, Some(text))))
    }

    /// The name with all options: "go:size=9".
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// What people call it.
    #[getter]
    fn title(&self) -> &str {
        &self.info.title
    }

    /// What the two sides are called, the first mover first.
    #[getter]
    fn sides(&self) -> (String, String) {
        let [first, second] = self.table().layout().sides;
        (first.name, second.name)
    }

    /// The names of the notations of moves, the one for people first, the one for programs last.
    #[getter]
    fn notations(&self) -> Vec<&'static str> {
        self.table().notations().to_vec()
    }

    /// Levels of strength, each with the text of its engine, the weakest first.
    #[getter]
    fn levels(&self) -> Vec<(&'static str, &'static str)> {
        self.info.levels.iter().map(|level| (level.title, level.player)).collect()
    }

    /// The options that a spec may have, each with what it means.
    #[getter]
    fn options(&self) -> Vec<(String, String)> {
        self.info.options.iter().map(|option| (option.name.to_string(), option.help.to_string())).collect()
    }

    /// A new board, at the start or at a position's text (FEN in chess).
    ///
    /// Raises:
    ///     WanqiError: If the text is no position of the game.
    #[pyo3(signature = (position = None))]
    fn board(&self, position: Option<&str>) -> PyResult<Board> {
        let mut table = self.table();
        if let Some(text) = position {
            table.set_position(text).map_err(wrong)?;
        }
        Ok(Board::with(table, self.rules.clone()))
    }

    /// A new game for learning, as OpenSpiel has it.
    #[pyo3(signature = (position = None))]
    fn state(&self, py: Python<'_>, position: Option<&str>) -> PyResult<State> {
        py.detach(|| {
            let environment = self.beginning_with(position)?;
            Ok(State { state: environment.state(), environment })
        })
    }

    /// n games stepped in one call, on so many threads. With auto_reset a game that ends begins anew at once; seed is that of
    /// random actions, which do not depend on the number of threads.
    #[pyo3(signature = (n, seed = 0, auto_reset = true, position = None, threads = 1))]
    fn batch(
        &self,
        py: Python<'_>,
        n: usize,
        seed: u64,
        auto_reset: bool,
        position: Option<&str>,
        threads: usize,
    ) -> PyResult<Batch> {
        py.detach(|| {
            let environment = self.beginning_with(position)?;
            let games = Shares::new(&*environment, n, seed, auto_reset, threads).map_err(wrong)?;
            Ok(Batch { games, environment })
        })
    }

    /// How many actions there are; each is an integer below, the same in every position and program.
    fn num_distinct_actions(&self) -> PyResult<usize> {
        Ok(self.environment()?.action_count())
    }

    /// Planes, rows and columns of an observation: see State.observation_tensor.
    #[getter]
    fn observation_shape(&self) -> PyResult<(usize, usize, usize)> {
        let [planes, rows, columns] = self.environment()?.observation_shape();
        Ok((planes, rows, columns))
    }

    /// Learns the game by games against itself, and goes on where it was left the last time; engines play by what is better
    /// from then on, those of the program too.
    ///
    /// Args:
    ///     seconds, games, generations: what ends it, whichever comes first; one must be given.
    ///     seed, threads: as in `wanqi learn`.
    ///     folder: where it is kept; the program's own folder if it is not said.
    ///     progress: called after every generation with its number and how much stronger the best one is than what was known
    ///         before, in Elo; a true answer ends it.
    ///
    /// Returns:
    ///     The number of the generation in use; None if none was better than what follows from the rules.
    #[pyo3(signature = (seconds = None, games = None, generations = None, seed = 0, threads = 1, folder = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn learn(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        games: Option<u32>,
        generations: Option<u32>,
        seed: u64,
        threads: usize,
        folder: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<u32>> {
        let budget = Budget { time: seconds.map(duration).transpose()?, games, generations };
        if budget.time.is_none() && games.is_none() && generations.is_none() {
            return Err(wrong("nothing would end it: say seconds, games or generations"));
        }
        let folder = folder
            .or_else(wanqi_play::data_folder)
            .ok_or_else(|| wrong("there is no folder to keep it in"))?;
        let (subject, stop) = (self.subject()?, Stop::default());
        let settings = Settings { seed, threads: threads.max(1), ..Settings::default() };
        let flag = stop.clone();
        let (learnt, raised) = interrupt::run(py, &stop, move || {
            let (mut told, mut raised) = (0, None);
            let learnt = learning::learn(&subject, &folder, settings, budget, &flag, &mut |at| {
                let Some(last) = at.history.last().filter(|last| last.number > told) else { return };
                told = last.number;
                let Some(progress) = progress.as_ref().filter(|_| raised.is_none()) else { return };
                let answer = Python::attach(|py| progress.call1(py, (last.number, last.elo))?.is_truthy(py));
                raised = answer.as_ref().err().map(|error| Python::attach(|py| error.clone_ref(py)));
                if !matches!(answer, Ok(false)) {
                    flag.stop();
                }
            });
            (learnt, raised)
        })?;
        match raised {
            Some(error) => Err(error),
            None => Ok(learnt.map_err(wrong)?.in_use),
        }
    }

    fn __repr__(&self) -> String {
        format!("wanqi.Game({:?})", self.spec.to_string())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<Reduced> {
        let this = slf.get();
        let (maker, first) = match &this.rules {
            Some(text) => ("_game_of_rules", (text.clone(), Some(this.spec.name.clone()))),
            None => ("_game_of_spec", (this.spec.to_string(), None)),
        };
        Ok((slf.py().import("wanqi")?.getattr(maker)?.unbind(), first))
    }
}

/// What makes a game again, for pickle: a function and its arguments.
type Reduced = (Py<PyAny>, (String, Option<String>));

/// The names of all games that come with the program: those known by heart, then those that rule files tell.
#[pyfunction]
pub fn games() -> Vec<String> {
    let by_heart = wanqi_play::games().map(|info| info.name.to_string());
    by_heart.chain(rules::shipped().map(|shipped| shipped.info.name.to_string())).collect()
}
