//! The lab: every algorithm of the ladder on one position, side by side.
//!
//! A session has one run of the lab at a time, on a thread of its own beside the game's searches. Whoever asks again
//! gives the run before up, and hears no more of it.

use crate::memory;
use crate::protocol::{Event, Fault};
use crate::searches::{News, Searches, Word};
use crate::session::shown;
use play::heat::Heat;
use play::lab::{self, Theory};
use play::lessons::{LESSONS, Lesson};
use play::tree::SearchTree;
use play::{Layout, Limits, PlayoutLimits, Spec, Stop, Table, Thought, View};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// The most players that are compared.
const MOST_PLAYERS: usize = 16;
/// The longest that one player may think, in milliseconds.
const LONGEST: u64 = 60_000;
/// Theory takes about three times as long as minimax.
const THEORY_FACTOR: u64 = 4;
/// The most nodes of a tree that are told.
const MOST_NODES: usize = 50_000;
/// The longest that a search takes that is told node by node.
const LONGEST_TREE: Duration = Duration::from_secs(20);
/// The most moves that lead from the lab's position to one that is looked at.
const LONGEST_PATH: usize = 500;

/// Where the lab looks, if not at the game's own position.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game and its options.
    pub game: String,
    /// A position of it; its start if there is none.
    #[serde(default)]
    pub position: Option<String>,
}

/// What is asked of the lab.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// What these players think, one after the other: [`Report::Row`]s, then [`Report::Theory`], then
    /// [`Report::Done`].
    Ladder {
        /// The players, as `alphabeta:depth=3`.
        players: Vec<String>,
        /// How long each may think, in milliseconds.
        millis: u64,
    },
    /// Random games from every move in turn: [`Report::Heat`]s, then [`Report::Done`].
    Heat {
        /// How long, in milliseconds.
        millis: u64,
        /// Where chance begins.
        #[serde(default)]
        seed: u64,
    },
    /// How a player searches, step by step: [`Report::Tree`], then [`Report::Done`].
    Tree {
        /// `minimax`, `negamax`, `alphabeta` or `mcts` with its options.
        player: String,
        /// The most nodes, or simulations, that are told.
        nodes: usize,
    },
    /// The position after these moves, answered at once by [`Report::Look`]. A run under way goes on.
    Look {
        /// In any of the game's notations.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// The lessons, answered at once by [`Report::Lessons`].
    Lessons,
    /// Ends the run under way; what it has found so far has been told.
    Stop,
}

/// What the lab tells.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "report", rename_all = "snake_case")]
pub enum Report {
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
        /// The evaluations that players may be told to use, the usual one first: name and help.
        evaluations: Vec<(&'static str, &'static str)>,
    },
}

/// What the thread of a run sends home.
pub enum LabNews {
    /// Something found.
    Report(Report),
    /// Its end.
    Done(Result<(), Fault>),
}

impl LabNews {
    /// Whether nothing is lost if it never arrives: what comes after it tells as much.
    pub(crate) fn may_be_missed(&self) -> bool {
        matches!(
            self,
            LabNews::Report(Report::Row { finished: false, .. } | Report::Heat { finished: false, .. })
        )
    }
}

/// The way home from threads.
pub(crate) type Send = Arc<dyn Fn(Word) + std::marker::Send + Sync>;

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

impl Place {
    /// Its table. Never reads a file.
    pub(crate) fn table(&self) -> Result<Box<dyn Table>, Fault> {
        let mut table = play::table(&self.game.parse()?)?;
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
        ask: Ask,
        searches: &Searches,
        send: &Send,
    ) -> Result<Vec<Event>, Fault> {
        match ask {
            Ask::Look { moves } => {
                if moves.len() > LONGEST_PATH {
                    return Err(Fault::new(format!("a path has at most {LONGEST_PATH} moves")));
                }
                for text in &moves {
                    table.play(text)?;
                }
                let (layout, view) = (Box::new(table.layout()), Box::new(table.view()));
                let report = Report::Look { layout, view, evaluations: table.evaluations() };
                return Ok(vec![Event::Lab { id, report }]);
            }
            Ask::Lessons => {
                return Ok(vec![Event::Lab { id, report: Report::Lessons { lessons: LESSONS } }]);
            }
            Ask::Stop => {
                if let Some(run) = &self.run {
                    run.stop.stop();
                }
            }
            Ask::Heat { millis, seed } => {
                self.begin(id, searches, send, move |stop, tell| {
                    let time = Some(Duration::from_millis(millis.clamp(1, LONGEST)));
                    let limits = PlayoutLimits { games: None, time, plies: None, seed, stop: stop.clone() };
                    let all = table.heat(&limits, &mut |heat| {
                        tell(Report::Heat { heat: heat.clone(), finished: false });
                    });
                    tell(Report::Heat { heat: all, finished: true });
                    Ok(())
                })?;
            }
            Ask::Tree { player, nodes } => {
                let spec: Spec = player.parse()?;
                memory::player(&*table, spec.clone())?;
                let most = nodes.min(MOST_NODES);
                self.begin(id, searches, send, move |stop, tell| {
                    let limits = Limits { stop: stop.clone(), ..Limits::time(LONGEST_TREE) };
                    tell(Report::Tree(Box::new(table.tree(&spec, most, &limits)?)));
                    Ok(())
                })?;
            }
            Ask::Ladder { players, millis } => {
                if players.len() > MOST_PLAYERS {
                    return Err(Fault::new(format!("at most {MOST_PLAYERS} players are compared")));
                }
                let specs: Vec<Spec> =
                    players.iter().map(|player| player.parse()).collect::<Result<_, _>>()?;
                for spec in &specs {
                    // Said at once, so that a run under way goes on.
                    memory::player(&*table, spec.clone())?;
                }
                let millis = millis.clamp(1, LONGEST);
                self.begin(id, searches, send, move |stop, tell| {
                    ladder(&*table, &specs, millis, stop, tell)
                })?;
            }
        }
        Ok(Vec::new())
    }

    /// Takes in what the thread of a run has sent; what comes from one that was given up is forgotten.
    pub fn hear(&mut self, number: u64, news: LabNews) -> Vec<Event> {
        let Some(run) = self.run.take_if(|run| run.number == number) else { return Vec::new() };
        let id = run.id;
        match news {
            LabNews::Report(report) => {
                self.run = Some(run);
                vec![Event::Lab { id, report }]
            }
            LabNews::Done(Ok(())) => vec![Event::Lab { id, report: Report::Done }],
            LabNews::Done(Err(fault)) => {
                vec![Event::Error { id, fault }, Event::Lab { id, report: Report::Done }]
            }
        }
    }

    /// Starts a run in the place of the one under way.
    fn begin(
        &mut self,
        id: Option<u64>,
        searches: &Searches,
        send: &Send,
        work: impl FnOnce(&Stop, &dyn Fn(Report)) -> Result<(), Fault> + std::marker::Send + 'static,
    ) -> Result<(), Fault> {
        self.give_up();
        self.begun += 1;
        let (number, stop, send) = (self.begun, Stop::default(), Arc::clone(send));
        let theirs = stop.clone();
        searches.spawn(&stop, move || {
            let say = |news| send(Word { search: number, news: News::Lab(news) });
            let told =
                catch_unwind(AssertUnwindSafe(|| work(&theirs, &|report| say(LabNews::Report(report)))));
            say(LabNews::Done(
                told.unwrap_or_else(|_| Err(Fault::new("the lab gave up for no known reason"))),
            ));
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
    tell: &dyn Fn(Report),
) -> Result<(), Fault> {
    let limits = |millis| Limits { stop: stop.clone(), ..Limits::time(Duration::from_millis(millis)) };
    let rows = lab::compare(table, specs, &limits(millis), &mut |told| {
        tell(Report::Row { row: told.row, thought: shown(told.thought.clone()), finished: told.finished });
    })?;
    tell(Report::Theory { theory: lab::theory(table, &rows, &limits(THEORY_FACTOR * millis))? });
    Ok(())
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.give_up();
    }
}
