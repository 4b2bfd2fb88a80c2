//! What the player thinks about: a move to play, or the best lines.

use super::board::{GomocupBoard, read_move};
use super::command::Point;
use super::realtime::RealTime;
use super::{Gomocup, OK, Reply};
use crate::engine::Job;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wanqi_play::{Allotted, Error, Limits, Spec, Thought, ThoughtMove, Value};
use wanqi_search::host::Instant;

/// What the engine is busy with.
pub(super) struct UnderWay {
    /// Whether it would go on until it is told to stop.
    pub endless: bool,
    /// What comes of it.
    pub chosen: Arc<Mutex<Chosen>>,
}

/// What has come of a search.
#[derive(Default)]
pub(super) struct Chosen {
    /// Stones to put, by turns.
    pub points: Vec<Point>,
    /// Stones that were only told.
    pub told: Vec<Point>,
    pub took: Duration,
}

/// What is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// A move to play.
    Move,
    /// The best lines, so many of them.
    Lines(usize),
}

/// Time for a move where nothing bounds it.
const TIME: Duration = Duration::from_secs(5);

impl Gomocup {
    /// Waits for what is under way, and puts the stones that come of it. What has no end is stopped.
    pub(super) fn settle(&mut self) {
        let Some(under_way) = self.under_way.take() else { return };
        if under_way.endless {
            self.engine.stop();
        }
        self.engine.wait();
        let Chosen { points, told, took } =
            std::mem::take(&mut *under_way.chosen.lock().unwrap_or_else(PoisonError::into_inner));
        self.settings.times.spend(took);
        self.answered = told;
        let Some(board) = &mut self.board else { return };
        for point in points {
            // It was free when it was chosen.
            let _ = board.put(point);
        }
        let over = |board: &GomocupBoard| board.table().is_ok_and(|table| table.result().is_some());
        if self.settings.is_continuous() && over(board) {
            board.clear();
        }
    }

    /// Time for a move.
    pub(super) fn allot(&self) -> Allotted {
        self.settings.times.allot().unwrap_or(Allotted::all_of(TIME))
    }

    /// Time for all of several searches, and the limits of each but for time. What the player does not keep is said.
    pub(super) fn budget(&self) -> (Duration, Limits) {
        let allotted = self.allot();
        let limits =
            Limits { depth: self.settings.max_depth, nodes: self.settings.max_nodes, ..Limits::default() };
        let (limits, refused) = self.engine.keepable(limits);
        if let Some(refused) = refused {
            (self.say)(format!("MESSAGE {refused}"));
        }
        (allotted.soft.unwrap_or(allotted.hard), limits)
    }

    /// Begins to think about our move. What is found is said, and put on the board by [`settle`](Gomocup::settle).
    pub(super) fn think_of_move(&mut self) -> Reply {
        self.settings.check()?;
        let bounded = self.player.as_ref().is_some_and(Spec::is_bounded)
            || self.settings.max_depth.or(self.settings.max_nodes.map(|_| 1)).is_some();
        let told = self.settings.times.allot();
        let allotted = told.or_else(|| (!bounded).then(|| Allotted::all_of(TIME)));
        self.think(allotted, Question::Move)
    }

    /// Begins to think about the best lines, until it is told to stop where there is no limit.
    pub(super) fn think_of_lines(&mut self, lines: usize) -> Reply {
        self.settings.check()?;
        self.think(self.settings.times.allot(), Question::Lines(lines.max(1)))
    }

    fn think(&mut self, mut allotted: Option<Allotted>, question: Question) -> Reply {
        self.seat()?;
        let board = self.board()?.clone();
        let table = board.table().map_err(|error| error.to_string())?;
        if let Some(result) = table.result() {
            return Err(format!("the game is over: {}", result.text));
        }
        let (legal, root_moves) = (table.legal_moves(0), board.root_moves(&*table));
        // A search that fails has no move; this one is legal.
        let first = root_moves.as_ref().and_then(|places| places.first()).map_or(0, |&place| place);
        let fallback = legal.iter().skip(first).find_map(|mv| board.read(mv));
        let fallback = fallback.ok_or("there is no move: every empty point is forbidden")?;
        let lines = match question {
            Question::Move => 1,
            Question::Lines(lines) => lines,
        };
        let limits = Limits {
            depth: self.settings.max_depth,
            nodes: self.settings.max_nodes,
            root_moves,
            lines,
            ..Limits::default()
        };
        let (limits, refused) = self.engine.keepable(limits);
        if let Some(refused) = refused {
            (self.say)(format!("MESSAGE {refused}"));
            if question == Question::Move && allotted.is_none() && limits.nodes.is_none() {
                allotted = Some(Allotted::all_of(TIME));
            }
        }
        let endless = allotted.is_none() && limits.depth.is_none() && limits.nodes.is_none();
        let extent = board.extent();
        let [_, rows] = extent;
        let mut depth = 0;
        let mut real_time = self.settings.real_time.then(|| RealTime::new(extent));
        let progress = move |thought: &Thought| {
            let mut said = real_time.as_mut().map_or(Vec::new(), |marks| marks.messages(thought));
            if thought.depth > depth {
                depth = thought.depth;
                said.extend(messages(thought, lines, rows));
            }
            (said, false)
        };
        let mut marks = self.settings.real_time.then(|| RealTime::new(extent));
        let chosen = Arc::new(Mutex::new(Chosen::default()));
        let hears = Arc::clone(&chosen);
        let began = Instant::now();
        let answer = move |thought: Result<Thought, Error>| {
            let mut said = match &thought {
                Ok(thought) => messages(thought, lines, rows),
                Err(error) => vec![format!("MESSAGE {error}")],
            };
            if let Ok(thought) = &thought {
                said.extend(marks.as_mut().map_or(Vec::new(), |marks| marks.messages(thought)));
            }
            let best = thought.ok().and_then(|thought| read_move(&thought.best?, rows)).unwrap_or(fallback);
            said.push(best.to_string());
            let (points, told) = match question {
                Question::Move => (vec![best], Vec::new()),
                Question::Lines(_) => (Vec::new(), vec![best]),
            };
            *hears.lock().unwrap_or_else(PoisonError::into_inner) =
                Chosen { points, told, took: began.elapsed() };
            said
        };
        self.engine
            .think(Job { table, limits, allotted, held: false, progress, answer })
            .map_err(|error| error.to_string())?;
        self.under_way = Some(UnderWay { endless, chosen });
        OK
    }
}

/// What is thought so far, on a board of so many rows: a message for each of the best lines.
fn messages(thought: &Thought, lines: usize, rows: u8) -> Vec<String> {
    let work = thought.work;
    let told = |number: usize, depth: u32, score: Value, line: &[String]| {
        let points = line.iter().filter_map(|mv| read_move(mv, rows)).map(|point| point.to_string());
        format!(
            "MESSAGE line {number} depth {depth} score {score} nodes {} time {} moves {}",
            work.interior + work.leaves + work.playouts,
            work.millis,
            points.collect::<Vec<_>>().join(" ")
        )
    };
    let one = |(at, one): (usize, &ThoughtMove)| told(at + 1, one.depth, one.value, &one.line);
    match lines {
        0 | 1 => vec![told(1, thought.depth, thought.value, &thought.line)],
        _ => thought.lines(lines).enumerate().map(one).collect(),
    }
}
