//! Learning on the page: games learnt by the program's [learner](crate::learner_handle), and what was
//! learnt of each.
//!
//! A page that looks at a game has a thread that tells how far the learner is, and shows the game as it is played by what
//! is known of it now.

use crate::lab::Send;
use crate::learner_handle::{LearnerHandle, LearnerState, Learning, LearningStage};
use crate::memory;
use crate::protocol::{Event, RequestError, parts};
use crate::searches::{SearchEvent, Seat, SessionMessage};
use crate::tournament;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use wanqi_play::host::{Instant, Urgency};
use wanqi_play::learning::{self, Generation, LearntGame, Subject};
use wanqi_play::{Layout, Limits, Message, Player, ResultView, Scene, Stop, Table, rules};

/// The time between two looks at the learner: no more is told.
const INTERVAL: Duration = Duration::from_millis(250);
/// The time that is left is told at least so often.
const TICK: Duration = Duration::from_secs(1);
/// Between two moves of the game that is shown, and after its end.
const PACE: [Duration; 2] = [Duration::from_millis(700), Duration::from_secs(3)];
/// Who plays it, beside by what.
const PLAYER: &str = "best:nodes=400,table=1";
/// A longer game begins anew.
const MAX_PLIES: usize = 300;

/// What is asked of learning.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LearnRequest {
    /// What was learnt of all games; answered by [`LearnReport::List`].
    List,
    /// Looks at a game, instead of another: [`LearnReport::Watched`], and how things stand with it from then on.
    Watch(LearnSubject),
    /// Looks away.
    Leave,
    /// Begins to learn a game.
    Start {
        /// Which.
        subject: LearnSubject,
        /// For how long.
        seconds: u64,
    },
    /// Ends that.
    Stop,
    /// Forgets all that was learnt of a game.
    Forget(LearnSubject),
}

/// A game to be learnt.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnSubject {
    /// Its name.
    #[serde(deserialize_with = "parts::text")]
    game: String,
    /// The rule file that tells it, in the place of one that the app knows.
    #[serde(default)]
    rules: Option<String>,
}

/// What is told of learning.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "report", rename_all = "snake_case")]
pub enum LearnReport {
    /// What was learnt.
    List {
        /// Of each game.
        learnt: Vec<LearntRow>,
        /// The rules that are being learnt.
        running: Option<String>,
        /// Why nothing can be learnt, or not all be read.
        fault: Option<Message>,
    },
    /// A game is looked at.
    Watched {
        /// Its name.
        game: String,
        /// Its title.
        title: String,
        /// The same in Chinese.
        title_zh: String,
        /// The board without pieces.
        layout: Box<Layout>,
        /// Whether a network comes with the program, which is then generation 0; otherwise that is the rules alone.
        comes_with_network: bool,
        /// The evaluation of players who have learnt nothing.
        untrained: &'static str,
        /// Why it cannot be learnt.
        fault: Option<Message>,
    },
    /// What the learner is at.
    Status {
        /// The learner at work.
        running: Option<LearningView>,
        /// What went wrong with this game last.
        fault: Option<Message>,
    },
    /// What was learnt of the game that is looked at.
    History {
        /// The generations, oldest first.
        generations: Vec<Generation>,
        /// The one in use.
        in_use: Option<u32>,
        /// Why it cannot be read.
        fault: Option<Message>,
    },
    /// The game that is shown goes on.
    Moved {
        /// The generation that plays; none if nothing better was learnt than what it began with.
        generation: Option<u32>,
        /// Plies made.
        ply: usize,
        /// The last move.
        text: String,
        /// The pieces.
        scene: Box<Scene>,
        /// The points of the last move.
        trace: Vec<u16>,
        /// How it ended.
        result: Option<ResultView>,
    },
}

/// What was learnt of a game, in short.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LearntRow {
    /// The name of a game that comes with the app.
    pub game: Option<String>,
    /// Its title.
    pub title: String,
    /// Its rules, as a number.
    pub rules: String,
    /// The generation in use.
    pub in_use: Option<u32>,
    /// How many there are.
    pub generations: usize,
    /// How much stronger the one in use is than what it began with.
    pub elo: f64,
    /// Positions that were played.
    pub positions: usize,
}

/// What a learner is at, as the page sees it.
#[derive(Clone, Debug, Serialize)]
pub struct LearningView {
    /// What the page calls its game.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The same in Chinese.
    pub title_zh: String,
    /// Whether that is the game that is looked at.
    pub here: bool,
    /// The generation that is being made; 0 before that is known.
    pub generation: u32,
    /// What it is at.
    pub stage: LearningStage,
    /// Seconds since it began.
    pub seconds: f64,
    /// Seconds that are left.
    pub left: f64,
}

impl LearnReport {
    /// Whether nothing is lost if it never arrives: what comes after it tells as much.
    pub(crate) fn may_be_missed(&self) -> bool {
        matches!(self, LearnReport::Status { running: Some(_), .. } | LearnReport::Moved { .. })
    }
}

impl LearnSubject {
    /// Never reads a file.
    fn open(&self) -> Result<Subject, RequestError> {
        Ok(match &self.rules {
            Some(text) => Subject::told(&self.game, text)?,
            None => Subject::shipped(&self.game)?,
        })
    }
}

impl LearningView {
    fn new(learning: Learning, rules: &str) -> LearningView {
        let seconds = learning.began.elapsed();
        LearningView {
            here: learning.rules == rules,
            game: learning.game,
            title: learning.title,
            title_zh: learning.title_zh,
            generation: learning.generation,
            stage: learning.stage,
            seconds: seconds.as_secs_f64(),
            left: learning.time.saturating_sub(seconds).as_secs_f64(),
        }
    }
}

impl LearntRow {
    fn new(learnt: LearntGame) -> LearntRow {
        let LearntGame { game, rules, in_use, generations, .. } = learnt;
        let used = generations.iter().find(|one| Some(one.number) == in_use);
        let shipped = rules::shipped().find(|shipped| shipped.rules == rules).map(|shipped| &*shipped.info);
        let by_heart = wanqi_play::games().find(|info| rules == info.name);
        LearntRow {
            game: shipped.or(by_heart).map(|info| info.name.to_string()),
            title: game,
            rules,
            in_use,
            elo: used.map_or(0.0, |used| used.elo),
            positions: generations.last().map_or(0, |last| last.positions),
            generations: generations.len(),
        }
    }
}

/// The game that a session looks at.
#[derive(Debug, Default)]
pub(crate) struct LearningWatch {
    run: Option<(u64, Stop)>,
    /// Games looked at so far; each one's number is its place among them.
    begun: u64,
}

impl LearningWatch {
    /// Answers what is asked.
    pub fn answer(
        &mut self,
        id: Option<u64>,
        ask: LearnRequest,
        learner: &LearnerHandle,
        searches: &Seat,
        send: &Send,
    ) -> Result<Vec<Event>, RequestError> {
        let report = match ask {
            LearnRequest::List => list(learner),
            LearnRequest::Watch(subject) => self.watch(subject.open()?, learner, searches, send)?,
            LearnRequest::Leave => {
                self.leave();
                return Ok(Vec::new());
            }
            LearnRequest::Start { subject, seconds } => {
                learner.start(subject.open()?, Duration::from_secs(seconds))?;
                return Ok(Vec::new());
            }
            LearnRequest::Stop => {
                learner.stop();
                return Ok(Vec::new());
            }
            LearnRequest::Forget(subject) => {
                learner.forget(&subject.open()?)?;
                return Ok(Vec::new());
            }
        };
        Ok(vec![Event::Learn { id, report: Box::new(report) }])
    }

    /// Takes in what the thread of a look has sent; what comes from one that was given up is forgotten.
    pub fn on_message(&self, number: u64, report: Box<LearnReport>) -> Vec<Event> {
        if self.run.as_ref().is_none_or(|(current, _)| *current != number) {
            return Vec::new();
        }
        vec![Event::Learn { id: None, report }]
    }

    fn watch(
        &mut self,
        subject: Subject,
        learner: &LearnerHandle,
        searches: &Seat,
        send: &Send,
    ) -> Result<LearnReport, RequestError> {
        let table = subject.table()?;
        let info = subject.info();
        let report = LearnReport::Watched {
            game: info.name.into_owned(),
            title: info.title.into_owned(),
            title_zh: info.title_zh.into_owned(),
            layout: Box::new(table.layout()),
            comes_with_network: subject.comes_with_network(),
            untrained: subject.untrained(),
            fault: learner.data().err().map(|fault| fault.what),
        };
        self.leave();
        self.begun += 1;
        let (number, stop, send) = (self.begun, Stop::default(), Arc::clone(send));
        let look = Look { subject, learner: learner.clone(), seat: searches.clone(), stop: stop.clone() };
        crate::searches::begin(Urgency::Study, move || {
            look.run(&|report| {
                send(SessionMessage { search: number, event: SearchEvent::Learn(Box::new(report)) });
            });
        })?;
        self.run = Some((number, stop));
        Ok(report)
    }

    fn leave(&mut self) {
        if let Some((_, stop)) = self.run.take() {
            stop.stop();
        }
    }
}

impl Drop for LearningWatch {
    fn drop(&mut self) {
        self.leave();
    }
}

fn list(learner: &LearnerHandle) -> LearnReport {
    let (learnt, fault) = match learner.data() {
        Err(fault) => (Vec::new(), Some(fault.what)),
        Ok(data) => {
            let (learnt, wrong) = learning::list(data);
            (learnt, wrong.first().map(wanqi_play::Error::message))
        }
    };
    let learnt = learnt.into_iter().map(LearntRow::new).collect();
    LearnReport::List { learnt, running: learner.state().running.map(|running| running.rules), fault }
}

/// A page's look at a game.
struct Look {
    subject: Subject,
    learner: LearnerHandle,
    seat: Seat,
    stop: Stop,
}

impl Look {
    /// Tells what there is to see until it is stopped.
    fn run(&self, tell: &dyn Fn(LearnReport)) {
        let rules = self.subject.rules();
        let (mut kept, mut changes, mut told) = (None, None, Instant::now());
        let mut in_use = None;
        let mut shown: Option<Shown> = None;
        let mut due = Instant::now();
        while !self.stop.is_stopped() {
            let LearnerState { running, fault, changes: now_changes, kept: now_kept } = self.learner.state();
            if kept.replace(now_kept) != Some(now_kept) {
                let history = self.history();
                if let LearnReport::History { in_use: used, .. } = &history {
                    in_use = *used;
                }
                tell(history);
            }
            let ticks = running.is_some() && told.elapsed() >= TICK;
            if changes.replace(now_changes) != Some(now_changes) || ticks {
                told = Instant::now();
                let running = running.map(|running| LearningView::new(running, &rules));
                let fault = fault.filter(|(of, _)| *of == rules).map(|(_, fault)| fault);
                tell(LearnReport::Status { running, fault });
            }
            if due <= Instant::now() {
                let moved = shown.take().filter(|game| !game.is_over).map_or_else(
                    || Shown::begin(&self.subject, in_use),
                    |game| self.seat.briefly(&self.stop, || game.go_on(&self.stop)),
                );
                // Who cannot play shows nothing more of this game.
                shown = moved.ok();
                if let Some(game) = &shown {
                    tell(game.told());
                }
                due = Instant::now() + PACE[usize::from(shown.as_ref().is_none_or(|game| game.is_over))];
            }
            if self.stop.sleep(INTERVAL) {
                return;
            }
        }
    }

    fn history(&self) -> LearnReport {
        let known = match self.learner.data() {
            Ok(data) => learning::show(&self.subject, data).map_err(|error| error.message()),
            Err(_) => Ok(None),
        };
        match known {
            Ok(Some(LearntGame { generations, in_use, .. })) => {
                LearnReport::History { generations, in_use, fault: None }
            }
            Ok(None) => LearnReport::History { generations: Vec::new(), in_use: None, fault: None },
            Err(fault) => LearnReport::History { generations: Vec::new(), in_use: None, fault: Some(fault) },
        }
    }
}

/// A game that is shown.
struct Shown {
    table: Box<dyn Table>,
    player: Box<dyn Player>,
    generation: Option<u32>,
    is_over: bool,
}

impl Shown {
    /// From the beginning, by what is known now.
    fn begin(subject: &Subject, generation: Option<u32>) -> Result<Shown, RequestError> {
        let table = subject.table()?;
        let by = match generation.or(subject.comes_with_network().then_some(0)) {
            Some(number) => format!("trained,generation={number}"),
            None => subject.untrained().into(),
        };
        let player = memory::player(&*table, format!("{PLAYER},eval={by}").parse()?)?;
        // Other plies by chance, another game.
        let seed = wanqi_play::host::since_1970().as_nanos() as u64;
        let table = tournament::begin(&*table, seed);
        Ok(Shown { is_over: table.result().is_some(), table, player, generation })
    }

    /// A move further.
    fn go_on(mut self, stop: &Stop) -> Result<Shown, RequestError> {
        let limits = Limits::until(stop);
        let thought = self.player.think(&*self.table, &limits, &mut |_| {})?;
        let best = thought.best.ok_or_else(|| wanqi_play::Error::Player("it has no move".into()))?;
        self.table.play(&best)?;
        self.is_over = self.table.result().is_some() || self.table.ply() >= MAX_PLIES;
        Ok(self)
    }

    fn told(&self) -> LearnReport {
        let view = self.table.view();
        LearnReport::Moved {
            generation: self.generation,
            ply: view.ply,
            text: self.table.last_move(0).unwrap_or_default(),
            scene: Box::new(view.scene),
            trace: view.trace,
            result: self.table.result(),
        }
    }
}
