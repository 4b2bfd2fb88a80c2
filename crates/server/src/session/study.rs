//! What a search thinks of the game while it is studied: without end about the position on the board, or about every
//! position of the game in turn.
//!
//! One search at a time, by one player that stays: what it has learnt of one position helps it with the next. It is
//! told to stop when the board moves on, and the next begins once it has come home.

use super::variations::Variations;
use crate::analysis::{Analyse, Analysis, Line, Overlay, Review, ReviewNews};
use crate::memory;
use crate::protocol::{Event, Fault, Purpose};
use crate::searches::Job;
use play::record::{Evaluation, Mark, NodeId};
use play::{Limits, Player, PlayoutLimits, ResultView, Side, Spec, Stop, Table, Thought, Work};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The longest that a position is thought about.
const LONGEST: Duration = Duration::from_secs(600);
/// The most lines.
const MOST_LINES: usize = 8;
/// Plies of a line that are passed on.
const LINE_SHOWN: usize = 24;
/// Plies of a better line that the record gets.
const LINE_KEPT: usize = 6;
/// An evaluation in the record is replaced by that of a search that has taken at least so long.
const SETTLED: Duration = Duration::from_secs(1);
/// How long a review may take for each position, in milliseconds.
const REVIEW_MILLIS: std::ops::RangeInclusive<u64> = 20..=60_000;
/// What a move has lost at least, in chances from -1 to 1, to be marked. As lichess judges.
const JUDGEMENTS: [(f64, Mark); 3] = [(0.3, Mark::BLUNDER), (0.2, Mark::MISTAKE), (0.1, Mark::DUBIOUS)];
/// The lead that multiplies the odds of winning by *e*, in the units that most evaluations have: about 2.7 pawns.
const ODDS: f64 = 270.0;
/// The score of a game that is won.
const WON: i32 = 1_000_000;

/// The study of a game.
#[derive(Default)]
pub(super) struct Study {
    wish: Option<Analyse>,
    review: Option<Pass>,
    running: Option<Running>,
    /// What has been thought about to its end, so that it is not begun again.
    done: Option<Subject>,
    /// Who thinks, while it does not, and its text.
    player: Option<(String, Box<dyn Player>)>,
}

/// What is thought about.
#[derive(Clone, PartialEq, Debug)]
struct Subject {
    node: NodeId,
    position: String,
    threat: bool,
    lines: usize,
    /// The time that a review has for it.
    millis: Option<u64>,
}

/// What is to be thought about, and the table for it: none where the other side cannot be let move.
type Wanted = (Subject, Option<Box<dyn Table>>);

/// The search under way.
struct Running {
    number: u64,
    stop: Stop,
    subject: Subject,
    side: Side,
    player: String,
    began: Instant,
    /// The points of each move, to be drawn.
    points: HashMap<String, Vec<u16>>,
    /// For every point, how likely it is the first side's at the end, in percent; empty in games without areas.
    ownership: Vec<i8>,
}

/// A review under way: the positions of the game, and what was thought of the one before.
struct Pass {
    nodes: Vec<NodeId>,
    next: usize,
    millis: u64,
    before: Option<Judged>,
}

/// A position that a review has looked at.
struct Judged {
    evaluation: Evaluation,
    line: Vec<String>,
}

impl Study {
    /// What is asked for, if anything.
    pub fn wish(&self) -> Option<&Analyse> {
        self.wish.as_ref()
    }

    /// Begins or ends the analysis of the position on the board.
    pub fn analyse(&mut self, wish: Analyse) {
        let lines = wish.lines.clamp(1, MOST_LINES);
        self.done = None;
        self.wish = wish.on.then_some(Analyse { lines, ..wish });
        if !self.is_on() {
            self.player = None;
        }
    }

    fn is_on(&self) -> bool {
        self.wish.is_some() || self.review.is_some()
    }

    /// Begins or ends a review of the line on the board; `line` has its nodes.
    pub fn review(&mut self, wish: &Review, line: Vec<NodeId>) -> Result<Option<Event>, Fault> {
        if !wish.on {
            let news = self.review.take().map(|pass| pass.news(true));
            return Ok(news);
        }
        if line.is_empty() {
            return Err(Fault::new("there is no move to judge"));
        }
        let nodes = std::iter::once(play::record::ROOT).chain(line).collect();
        let millis = wish.millis.clamp(*REVIEW_MILLIS.start(), *REVIEW_MILLIS.end());
        let pass = Pass { nodes, next: 0, millis, before: None };
        let news = pass.news(false);
        self.review = Some(pass);
        Ok(Some(news))
    }

    /// Gives up whatever is under way, and will not hear of it again.
    pub fn give_up(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
        }
    }

    /// Whether a word of the search with this number is meant for the study.
    pub fn owns(&self, number: u64) -> bool {
        self.running.as_ref().is_some_and(|running| running.number == number)
    }

    /// What is to be searched now, if anything new; stops what is not wanted any more. Positions of a review whose
    /// worth is known without a search are judged at once, which the second value says.
    pub fn step(
        &mut self,
        table: &dyn Table,
        variations: &mut Variations,
        strongest: &str,
        number: u64,
    ) -> Result<(Option<Job>, Vec<Event>), Fault> {
        let mut events = Vec::new();
        loop {
            let Some((subject, place)) = self.wanted(table, variations)? else {
                if let Some(running) = &self.running {
                    running.stop.stop();
                }
                return Ok((None, events));
            };
            if let Some(running) = &self.running {
                if running.subject != subject {
                    running.stop.stop();
                }
                return Ok((None, events));
            }
            if self.done.as_ref() == Some(&subject) {
                return Ok((None, events));
            }
            let Some(place) = place.filter(|place| place.result().is_none()) else {
                // There is nothing to be thought about.
                self.done = Some(subject.clone());
                if let (Some(_), Some(pass)) = (subject.millis, &mut self.review) {
                    let result = table_at(table, variations, subject.node)?.result();
                    let judged = Judged { evaluation: outcome(result), line: Vec::new() };
                    pass.judge(table, variations, judged)?;
                    events.push(self.go_on_with_review());
                    continue;
                }
                events.push(Event::Analysis(Box::new(subject.nothing(table.side_to_move()))));
                return Ok((None, events));
            };
            return Ok((Some(self.begin(subject, place, strongest, number)?), events));
        }
    }

    /// Takes in what the search under way thinks so far.
    pub fn progress(&mut self, thought: Thought) -> Option<Event> {
        let running = self.running.as_ref()?;
        // One that is told to stop is of a position that is not on the board any more.
        let told = running.subject.millis.is_none() && !running.stop.is_stopped();
        told.then(|| Event::Analysis(Box::new(running.told(thought, false))))
    }

    /// Takes in the end of the search under way.
    pub fn end(
        &mut self,
        table: &dyn Table,
        variations: &mut Variations,
        player: Box<dyn Player>,
        thought: Result<Thought, play::Error>,
    ) -> Result<Vec<Event>, Fault> {
        let Some(running) = self.running.take() else { return Ok(Vec::new()) };
        // What it remembers takes much memory, and is kept only as long as it is of use.
        self.player = self.is_on().then(|| (running.player.clone(), player));
        let stopped = running.stop.is_stopped();
        let thought = match thought {
            Ok(thought) => thought,
            Err(error) => {
                // Asked again it would fail again.
                (self.wish, self.review) = (None, None);
                return Err(error.into());
            }
        };
        let evaluation = Evaluation::of(&thought, running.side);
        if let Some(pass) = self.review.as_mut().filter(|_| running.subject.millis.is_some()) {
            if stopped || pass.nodes.get(pass.next) != Some(&running.subject.node) {
                return Ok(Vec::new());
            }
            pass.judge(table, variations, Judged { evaluation, line: thought.line })?;
            return Ok(vec![self.go_on_with_review()]);
        }
        if !running.subject.threat && running.subject.millis.is_none() {
            let settled = running.began.elapsed() >= SETTLED || !stopped;
            variations.note(running.subject.node, |notes| {
                if settled || notes.evaluation.is_none() {
                    notes.evaluation = Some(evaluation);
                }
            });
        }
        if stopped {
            return Ok(Vec::new());
        }
        self.done = Some(running.subject.clone());
        Ok(vec![Event::Analysis(Box::new(running.told(thought, true)))])
    }

    /// What is to be thought about now.
    fn wanted(&self, table: &dyn Table, variations: &Variations) -> Result<Option<Wanted>, Fault> {
        if let Some(pass) = &self.review {
            let node = pass.nodes[pass.next];
            let place = table_at(table, variations, node)?;
            let position = place.view().position;
            let subject = Subject { node, position, threat: false, lines: 1, millis: Some(pass.millis) };
            return Ok(Some((subject, Some(place))));
        }
        let Some(wish) = &self.wish else { return Ok(None) };
        let (node, position) = (variations.at(), table.view().position);
        let subject = Subject { node, position, threat: wish.threat, lines: wish.lines, millis: None };
        let place = if wish.threat { table.passed() } else { Some(table.fork()) };
        Ok(Some((subject, place)))
    }

    fn begin(
        &mut self,
        subject: Subject,
        place: Box<dyn Table>,
        strongest: &str,
        number: u64,
    ) -> Result<Job, Fault> {
        let spec = strongest.parse::<Spec>()?.without_limits();
        let name = spec.to_string();
        let player = match self.player.take() {
            Some((known, player)) if known == name => player,
            _ => memory::player(&*place, spec)?,
        };
        let points = place.view().moves.into_iter().map(|mv| (mv.text, drawn(&mv.steps))).collect();
        let time = subject.millis.map_or(LONGEST, Duration::from_millis);
        let limits = Limits { lines: subject.lines, ..Limits::time(time) };
        let (side, stop) = (place.side_to_move(), limits.stop.clone());
        let purpose = Purpose { hint: true, ponder: false, side, player: name.clone() };
        let ownership = if subject.millis.is_none() { ownership(&*place) } else { Vec::new() };
        let began = Instant::now();
        self.running = Some(Running { number, stop, subject, side, player: name, began, points, ownership });
        Ok(Job { search: number, purpose, player, table: place, limits, pace: Duration::ZERO })
    }

    /// The next position of a review, or its end.
    fn go_on_with_review(&mut self) -> Event {
        let Some(pass) = &mut self.review else { return Event::Review(ReviewNews::default()) };
        pass.next += 1;
        let finished = pass.next == pass.nodes.len();
        let news = pass.news(finished);
        if finished {
            self.review = None;
            self.player = self.player.take().filter(|_| self.wish.is_some());
        }
        news
    }
}

/// Whose each point will be, by as many games as one does not wait for.
fn ownership(table: &dyn Table) -> Vec<i8> {
    const TIME: Duration = Duration::from_millis(50);
    let limits =
        PlayoutLimits { games: Some(500), time: Some(TIME), plies: None, seed: 0, stop: Stop::default() };
    let points = table.ownership(&limits).map(|ownership| ownership.points).unwrap_or_default();
    points.into_iter().map(|share| (100.0 * share).round() as i8).collect()
}

impl Drop for Study {
    fn drop(&mut self) {
        self.give_up();
    }
}

impl Subject {
    /// What is said where there is nothing to think about.
    fn nothing(&self, side: Side) -> Analysis {
        Analysis {
            node: self.node,
            threat: self.threat,
            side: side.index() as u8,
            player: String::new(),
            finished: true,
            depth: 0,
            work: Work::default(),
            lines: Vec::new(),
            overlay: Overlay::default(),
        }
    }
}

impl Running {
    fn told(&self, thought: Thought, finished: bool) -> Analysis {
        let sign = if self.side == Side::First { 1 } else { -1 };
        let points = |text: &str| self.points.get(text).cloned().unwrap_or_default();
        let line = |score: i32, decided: Option<i32>, visits: u64, mut moves: Vec<String>| {
            moves.truncate(LINE_SHOWN);
            let points = moves.first().map(|first| points(first)).unwrap_or_default();
            Line { score: sign * score, decided: decided.map(|plies| sign * plies), visits, moves, points }
        };
        let visits = thought
            .moves
            .iter()
            .filter(|root| root.visits > 0)
            .filter_map(|root| Some((*points(&root.text).last()?, root.visits)));
        let ownership = self.ownership.clone();
        let overlay = Overlay { visits: visits.collect(), ownership, ..Overlay::default() };
        let mut lines: Vec<Line> = thought
            .lines(self.subject.lines)
            .map(|root| line(root.score, root.decided, root.visits, root.line.clone()))
            .collect();
        if lines.is_empty() && thought.best.is_some() {
            lines.push(line(thought.score, thought.decided, 0, thought.line));
        }
        Analysis {
            node: self.subject.node,
            threat: self.subject.threat,
            side: self.side.index() as u8,
            player: self.player.clone(),
            finished,
            depth: thought.depth,
            work: thought.work,
            lines,
            overlay,
        }
    }
}

impl Pass {
    fn news(&self, finished: bool) -> Event {
        Event::Review(ReviewNews { done: self.next, of: self.nodes.len(), finished })
    }

    /// Writes down what was thought of the next position, and what the move that led there has lost.
    fn judge(&mut self, table: &dyn Table, variations: &mut Variations, judged: Judged) -> Result<(), Fault> {
        let node = self.nodes[self.next];
        variations.note(node, |notes| notes.evaluation = Some(judged.evaluation));
        if let (Some(before), Some((text, side))) = (&self.before, variations.shown(node)) {
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let lost = sign * (chance(before.evaluation) - chance(judged.evaluation));
            let best = before.line.first().filter(|best| **best != text);
            let mark = best.and(JUDGEMENTS.iter().find(|(least, _)| lost >= *least)).map(|&(_, mark)| mark);
            let parent = self.nodes[self.next - 1];
            let mut better = None;
            if mark.is_some() {
                let line = &before.line[..before.line.len().min(LINE_KEPT)];
                better = variations.add_line(table_at(table, variations, parent)?, parent, line)?.0;
            }
            variations.note(node, |notes| {
                notes.marks.retain(|mark| !JUDGEMENTS.iter().any(|(_, other)| other == mark));
                notes.marks.splice(0..0, mark);
                notes.better = better;
            });
        }
        self.before = Some(judged);
        Ok(())
    }
}

/// A table at a node.
fn table_at(table: &dyn Table, variations: &Variations, node: NodeId) -> Result<Box<dyn Table>, Fault> {
    let mut table = table.fork();
    variations.visit(&mut *table, node)?;
    Ok(table)
}

/// The points of a move, where it comes from and goes to.
fn drawn(steps: &[play::Step]) -> Vec<u16> {
    let point = |step: &play::Step| match step {
        play::Step::Point(any) => any.first().copied(),
        play::Step::Choice { .. } => None,
    };
    steps.iter().filter_map(point).collect()
}

/// What a finished game is worth.
fn outcome(result: Option<ResultView>) -> Evaluation {
    match result.and_then(|result| result.winner) {
        Some(winner) => Evaluation { score: if winner == 0 { WON } else { -WON }, decided: Some(0) },
        None => Evaluation { score: 0, decided: None },
    }
}

/// How likely the first side wins, from -1 to 1.
fn chance(evaluation: Evaluation) -> f64 {
    match evaluation.decided {
        Some(_) => f64::from(evaluation.score.signum()),
        None => 2.0 / (1.0 + (-f64::from(evaluation.score) / ODDS).exp()) - 1.0,
    }
}
