//! The lab: every algorithm of the ladder on one position, side by side.
//!
//! A session has one run of the lab at a time, on a thread of its own beside the game's searches. Whoever asks again
//! gives the run before up, and hears no more of it.

use crate::memory;
use crate::protocol::{Event, RequestError, parts};
use crate::searches::{SearchEvent, Seat, SessionMessage};
use crate::session::shown;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use wanqi_play::heat::Heat;
use wanqi_play::lab::{self, Theory};
use wanqi_play::lessons::{LESSONS, Lesson};
use wanqi_play::tree::SearchTree;
use wanqi_play::{EvaluationInfo, Layout, Limits, PlayoutLimits, Spec, Stop, Table, Thought, View, message};

/// The most players that are compared.
const MAX_PLAYERS: usize = 16;
/// The longest that one player may think, in milliseconds.
const MAX_MILLIS: u64 = 60_000;
/// Theory takes about three times as long as minimax.
const THEORY_FACTOR: u64 = 4;
/// The most nodes of a tree that are told.
const MAX_NODES: usize = 50_000;
/// The longest that a search takes that is told node by node.
const MAX_TREE_TIME: Duration = Duration::from_secs(20);
/// The most moves that lead from the lab's position to one that is looked at.
const MAX_PATH: usize = 500;

/// Where the lab looks, if not at the game's own position.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabPosition {
    /// The game and its options.
    pub game: String,
    /// A position of it; its start if there is none.
    #[serde(default)]
    pub position: Option<String>,
}

/// What is asked of the lab.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LabRequest {
    /// What these players think, one after the other: [`LabReport::Players`], [`LabReport::Row`]s, then
    /// [`LabReport::Theory`], then [`LabReport::Done`].
    Ladder {
        /// The players, as `alphabeta:depth=3`, or each in parts.
        #[serde(deserialize_with = "parts::texts")]
        players: Vec<String>,
        /// How long each may think, in milliseconds.
        millis: u64,
    },
    /// Random games from every move in turn: [`LabReport::Heat`]s, then [`LabReport::Done`].
    Heat {
        /// How long, in milliseconds.
        millis: u64,
        /// Where chance begins.
        #[serde(default)]
        seed: u64,
    },
    /// How a player searches, step by step: [`LabReport::Tree`], then [`LabReport::Done`].
    Tree {
        /// `minimax`, `negamax`, `alphabeta` or `mcts` with its options, as a text or in parts.
        #[serde(deserialize_with = "parts::text")]
        player: String,
        /// The most nodes, or simulations, that are told.
        nodes: usize,
    },
    /// The position after these moves, answered at once by [`LabReport::Look`]. A run under way goes on.
    Look {
        /// In any of the game's notations.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// The lessons, answered at once by [`LabReport::Lessons`].
    Lessons,
    /// Ends the run under way; what it has found so far has been told.
    Stop,
}

/// What the lab tells.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "report", rename_all = "snake_case")]
pub enum LabReport {
    /// Who is compared, answered at once.
    Players {
        /// Their texts.
        players: Vec<String>,
    },
    /// What a player thinks so far, at most 20 times a second, and at last.
    Row {
        /// Its place among the players asked.
        row: usize,
        /// What it thinks.
        thought: Thought,
        /// Whether this is its last word.
        finished: bool,
    },
    /// What theory says of the tree that minimax has seen; nothing if it has not seen all of it.
    Theory {
        /// The numbers.
        theory: Option<Theory>,
    },
    /// What came of random games so far, at most 20 times a second, and at last.
    Heat {
        /// The counts.
        #[serde(flatten)]
        heat: Heat,
        /// Whether these are all.
        finished: bool,
    },
    /// A search and every step that it has made.
    Tree(Box<SearchTree>),
    /// The lessons.
    Lessons {
        /// In the order of the ladder.
        lessons: &'static [Lesson],
    },
    /// The end of a run, whether it has come to it or was told to.
    Done,
    /// A position.
    Look {
        /// The board without pieces.
        layout: Box<Layout>,
        /// What there is to see.
        view: Box<View>,
        /// The evaluations that players may be told to use, the usual one first.
        evaluations: Vec<EvaluationInfo>,
    },
}

impl LabReport {
    /// Whether nothing is lost if it never arrives: what comes after it tells as much.
    pub(crate) fn may_be_missed(&self) -> bool {
        matches!(self, LabReport::Row { finished: false, .. } | LabReport::Heat { finished: false, .. })
    }
}

/// What the thread of a run sends home.
pub enum LabEvent {
    /// Something found.
    LabReport(LabReport),
    /// Its end.
    Done(Result<(), RequestError>),
}

impl LabEvent {
    /// Whether nothing is lost if it never arrives: what comes after it tells as much.
    pub(crate) fn may_be_missed(&self) -> bool {
        matches!(self, LabEvent::LabReport(report) if report.may_be_missed())
    }
}

/// The way home from threads.
pub(crate) type Send = Arc<dyn Fn(SessionMessage) + std::marker::Send + Sync>;

/// The lab of a session.
#[derive(Debug, Default)]
pub(crate) struct Lab {
    run: Option<Run>,
    /// Runs begun so far; each one's number is its place among them.
    begun: u64,
}

/// The run under way.
#[derive(Debug)]
struct Run {
    number: u64,
    /// The request's.
    id: Option<u64>,
    stop: Stop,
}

impl LabPosition {
    /// Its table. Never reads a file.
    pub(crate) fn table(&self) -> Result<Box<dyn Table>, RequestError> {
        let mut table = wanqi_play::table(&self.game.parse()?)?;
        if let Some(position) = &self.position {
            table.set_position(position)?;
        }
        Ok(table)
    }
}

impl Lab {
    /// Answers what is asked about the position of `table`.
    pub fn answer(
        &mut self,
        id: Option<u64>,
        mut table: Box<dyn Table>,
        ask: LabRequest,
        searches: &Seat,
        send: &Send,
    ) -> Result<Vec<Event>, RequestError> {
        match ask {
            LabRequest::Look { moves } => {
                if moves.len() > MAX_PATH {
                    return Err(RequestError::new(message!(
                        "fault.long-path",
                        "a path has at most {most} moves",
                        most = MAX_PATH
                    )));
                }
                for text in &moves {
                    table.play(text)?;
                }
                let (layout, view) = (Box::new(table.layout()), Box::new(table.view()));
                let report = LabReport::Look { layout, view, evaluations: table.evaluations() };
                return Ok(vec![Event::Lab { id, report }]);
            }
            LabRequest::Lessons => {
                return Ok(vec![Event::Lab { id, report: LabReport::Lessons { lessons: LESSONS } }]);
            }
            LabRequest::Stop => {
                if let Some(run) = &self.run {
                    run.stop.stop();
                }
            }
            LabRequest::Heat { millis, seed } => {
                self.begin(id, searches, send, move |stop, tell| {
                    let time = Some(Duration::from_millis(millis.clamp(1, MAX_MILLIS)));
                    let limits = PlayoutLimits { games: None, time, plies: None, seed, stop: stop.clone() };
                    let all = table.heat(&limits, &mut |heat| {
                        tell(LabReport::Heat { heat: heat.clone(), finished: false });
                    });
                    tell(LabReport::Heat { heat: all, finished: true });
                    Ok(())
                })?;
            }
            LabRequest::Tree { player, nodes } => {
                let spec: Spec = player.parse()?;
                memory::player(&*table, spec.clone())?;
                let most = nodes.min(MAX_NODES);
                self.begin(id, searches, send, move |stop, tell| {
                    let limits = Limits { stop: stop.clone(), ..Limits::time(MAX_TREE_TIME) };
                    tell(LabReport::Tree(Box::new(table.tree(&spec, most, &limits)?)));
                    Ok(())
                })?;
            }
            LabRequest::Ladder { players, millis } => {
                if players.len() > MAX_PLAYERS {
                    return Err(RequestError::new(message!(
                        "fault.many-players",
                        "at most {most} players are compared",
                        most = MAX_PLAYERS
                    )));
                }
                let specs: Vec<Spec> =
                    players.iter().map(|player| player.parse()).collect::<Result<_, _>>()?;
                for spec in &specs {
                    // Said at once, so that a run under way goes on.
                    memory::player(&*table, spec.clone())?;
                }
                let millis = millis.clamp(1, MAX_MILLIS);
                let report = LabReport::Players { players: specs.iter().map(Spec::to_string).collect() };
                self.begin(id, searches, send, move |stop, tell| {
                    ladder(&*table, &specs, millis, stop, tell)
                })?;
                return Ok(vec![Event::Lab { id, report }]);
            }
        }
        Ok(Vec::new())
    }

    /// Takes in what the thread of a run has sent; what comes from one that was given up is forgotten.
    pub fn on_message(&mut self, number: u64, event: LabEvent) -> Vec<Event> {
        let Some(run) = self.run.take_if(|run| run.number == number) else { return Vec::new() };
        let id = run.id;
        match event {
            LabEvent::LabReport(report) => {
                self.run = Some(run);
                vec![Event::Lab { id, report }]
            }
            LabEvent::Done(Ok(())) => vec![Event::Lab { id, report: LabReport::Done }],
            LabEvent::Done(Err(fault)) => {
                vec![Event::Error { id, fault }, Event::Lab { id, report: LabReport::Done }]
            }
        }
    }

    /// Starts a run in the place of the one under way.
    fn begin(
        &mut self,
        id: Option<u64>,
        searches: &Seat,
        send: &Send,
        work: impl FnOnce(&Stop, &dyn Fn(LabReport)) -> Result<(), RequestError> + std::marker::Send + 'static,
    ) -> Result<(), RequestError> {
        self.give_up();
        self.begun += 1;
        let (number, stop, send) = (self.begun, Stop::default(), Arc::clone(send));
        let theirs = stop.clone();
        searches.spawn(&stop, move || {
            let say = |event| send(SessionMessage { search: number, event: SearchEvent::Lab(event) });
            let told =
                catch_unwind(AssertUnwindSafe(|| work(&theirs, &|report| say(LabEvent::LabReport(report)))));
            say(LabEvent::Done(told.unwrap_or_else(|_| {
                Err(RequestError::new(message!("fault.lab-gave-up", "the lab gave up for no known reason")))
            })));
        })?;
        self.run = Some(Run { number, id, stop });
        Ok(())
    }

    fn give_up(&mut self) {
        if let Some(run) = self.run.take() {
            run.stop.stop();
        }
    }
}

fn ladder(
    table: &dyn Table,
    specs: &[Spec],
    millis: u64,
    stop: &Stop,
    tell: &dyn Fn(LabReport),
) -> Result<(), RequestError> {
    let limits = |millis| Limits { stop: stop.clone(), ..Limits::time(Duration::from_millis(millis)) };
    let rows = lab::compare(table, specs, &limits(millis), &mut |told| {
        tell(LabReport::Row { row: told.row, thought: shown(told.thought.clone()), finished: told.finished });
    })?;
    tell(LabReport::Theory { theory: lab::theory(table, &rows, &limits(THEORY_FACTOR * millis))? });
    Ok(())
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.give_up();
    }
}
