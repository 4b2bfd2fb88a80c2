//! The learner of the program, one at a time on a thread of its own, whoever looks at it.
//!
//! It waits for nobody: how far it is stands in a place that pages look at when they like. If all of them are closed it goes
//! on until its time is over.

use crate::protocol::RequestError;
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use wanqi_play::host::Instant;
use wanqi_play::learning::{self, Budget, LearnProgress, MatchScore, Settings, Stage, Subject};
use wanqi_play::{Message, Stop, message};

/// How long a learner may be told to learn.
pub(crate) const TIME: std::ops::RangeInclusive<Duration> =
    Duration::from_secs(1)..=Duration::from_secs(24 * 3600);

/// Its searches recurse once a ply.
const STACK: usize = 16 << 20;

/// The way to the learner, for any number of sockets.
#[derive(Clone, Debug, Default)]
pub struct LearnerHandle {
    /// The data folder, if there is one.
    data: Option<PathBuf>,
    state: Arc<Mutex<LearnerState>>,
}

/// How things stand with the learner.
#[derive(Clone, Debug, Default)]
pub(crate) struct LearnerState {
    /// What it is at.
    pub running: Option<Learning>,
    /// Of which rules something went wrong last, and what.
    pub fault: Option<(String, Message)>,
    /// Goes up with everything that is told here.
    pub changes: u64,
    /// Goes up whenever other generations are kept than before.
    pub kept: u64,
}

/// A learner at work.
#[derive(Clone, Debug)]
pub(crate) struct Learning {
    /// What the page calls its game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The same in Chinese.
    pub title_zh: String,
    /// Its rules, as a number.
    pub rules: String,
    /// The generation that is being made.
    pub generation: u32,
    /// What it is at.
    pub stage: LearningStage,
    /// When it began.
    pub began: Instant,
    /// How long it has.
    pub time: Duration,
    stop: Stop,
}

/// What a learner is at.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum LearningStage {
    /// It looks at what was learnt before.
    Opening,
    /// It plays against itself.
    Games {
        /// Games so far, of all days.
        games: u32,
        /// Their positions.
        positions: usize,
        /// Positions that the generation is trained on.
        of: usize,
    },
    /// It trains a network.
    Training {
        /// Passes over all positions so far.
        epoch: u32,
        /// Passes in all.
        of: u32,
        /// What is left to be explained of positions that were held out.
        loss: f64,
    },
    /// The new network plays against the one in use.
    Match {
        /// The games so far.
        score: MatchScore,
        /// The most that there will be.
        of: u32,
    },
}

impl From<Stage> for LearningStage {
    fn from(stage: Stage) -> LearningStage {
        match stage {
            Stage::Games { games, positions, of } => LearningStage::Games { games, positions, of },
            Stage::Training(fit) => LearningStage::Training { epoch: fit.epoch, of: fit.of, loss: fit.loss },
            Stage::Match { score, of } => LearningStage::Match { score, of },
        }
    }
}

impl LearnerHandle {
    /// One that keeps what is learnt in a data folder.
    pub fn keeping(data: PathBuf) -> LearnerHandle {
        LearnerHandle { data: Some(data), ..LearnerHandle::default() }
    }

    /// The data folder.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn data(&self) -> Result<&Path, RequestError> {
        let none = || {
            RequestError::new(if cfg!(target_arch = "wasm32") {
                message!(
                    "fault.learns-nowhere",
                    "nothing can be learnt here: this page runs without the program, which keeps it in a folder"
                )
            } else {
                message!(
                    "fault.no-data-folder",
                    "nothing can be learnt: the app was started without a folder to keep it in"
                )
            })
        };
        self.data.as_deref().ok_or_else(none)
    }

    /// How things stand.
    pub(crate) fn state(&self) -> LearnerState {
        self.lock().clone()
    }

    /// Begins to learn a game, or goes on where it was left, for so long.
    ///
    /// # Errors
    /// If there is no data folder, or a game is being learnt.
    pub(crate) fn start(&self, subject: Subject, time: Duration) -> Result<(), RequestError> {
        let data = self.data()?.to_owned();
        let info = subject.info();
        let time = time.clamp(*TIME.start(), *TIME.end());
        let stop = Stop::default();
        let mut state = self.lock();
        if let Some(running) = &state.running {
            return Err(RequestError::new(message!(
                "fault.learns-already",
                "{game} is being learnt: stop that first",
                game = running.title.as_str()
            )));
        }
        let (handle, theirs) = (self.clone(), stop.clone());
        let rules = subject.rules();
        let work = move || {
            let learnt = catch_unwind(AssertUnwindSafe(|| handle.learn(&subject, &data, time, &theirs)));
            let fault = learnt.unwrap_or_else(|_| {
                Some(message!("fault.learner-gave-up", "the learner gave up for no known reason"))
            });
            handle.change(|state| {
                state.running = None;
                state.fault = fault.map(|fault| (subject.rules(), fault));
                state.kept += 1;
            });
        };
        // Begun while the state is held: it cannot end before it is said to run.
        let thread = thread::Builder::new().name("learner".into()).stack_size(STACK).spawn(work);
        thread.map_err(|error| RequestError::new(format!("no thread for a learner: {error}")))?;
        state.running = Some(Learning {
            game: info.name.into_owned(),
            title: info.title.into_owned(),
            title_zh: info.title_zh.into_owned(),
            rules,
            generation: 0,
            stage: LearningStage::Opening,
            began: Instant::now(),
            time,
            stop,
        });
        state.fault = None;
        state.changes += 1;
        Ok(())
    }

    /// Ends the learner at work; what was played is kept.
    pub(crate) fn stop(&self) {
        if let Some(running) = &self.lock().running {
            running.stop.stop();
        }
    }

    /// Forgets all that was learnt of a game.
    ///
    /// # Errors
    /// If there is no data folder, somebody learns it just now, or it cannot be removed.
    pub(crate) fn forget(&self, subject: &Subject) -> Result<(), RequestError> {
        learning::forget(subject, self.data()?)?;
        self.change(|state| state.kept += 1);
        Ok(())
    }

    /// What went wrong, if anything.
    fn learn(&self, subject: &Subject, data: &Path, time: Duration, stop: &Stop) -> Option<Message> {
        // The others are for searches of people.
        let settings = Settings { threads: 1, ..Settings::default() };
        let budget = Budget { time: Some(time), ..Budget::default() };
        let mut kept = None;
        let learnt = learning::learn(subject, data, settings, budget, stop, &mut |progress| {
            let LearnProgress { generation, stage, history, .. } = progress;
            let is_new = kept.replace(history.len()).is_none_or(|before| before != history.len());
            self.change(|state| {
                state.kept += u64::from(is_new);
                if let Some(running) = &mut state.running {
                    running.generation = generation;
                    running.stage = stage.into();
                }
            });
        });
        learnt.err().map(|error| error.message())
    }

    fn change(&self, change: impl FnOnce(&mut LearnerState)) {
        let mut state = self.lock();
        state.changes += 1;
        change(&mut state);
    }

    fn lock(&self) -> MutexGuard<'_, LearnerState> {
        // A change is made at once or not at all.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
