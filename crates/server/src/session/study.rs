//! What a search thinks of the game while it is studied: without end about the position on the board, as long as
//! somebody looks at it, or about every position of the game in turn.
//!
//! One search at a time, by one player that stays: what it has learnt of one position helps it with the next. It is
//! told to stop when the board moves on, and the next begins once it has come home.

use super::review::{EvaluatedPosition, ReviewPass, puzzle_of, table_at};
use super::variations::Variations;
use crate::analysis::{Analyse, Analysis, AnalysisLine, Overlay, Retried, Review};
use crate::memory;
use crate::protocol::{Event, Purpose, RequestError};
use crate::searches::Job;
use std::collections::HashMap;
use std::time::Duration;
use wanqi_play::host::Instant;
use wanqi_play::record::{Evaluation, NodeId, ROOT};
use wanqi_play::review::outcome;
use wanqi_play::{
    Limits, Message, Player, PlayoutLimits, Side, Spec, Stop, Table, Thought, Value, Work, message,
};

/// The most lines.
const MAX_LINES: usize = 8;
/// Plies of a line that are passed on.
const LINE_SHOWN: usize = 24;
/// An evaluation in the record is replaced by that of a search that has taken at least so long.
const SETTLED: Duration = Duration::from_secs(1);
/// How long a position is looked at that may make a puzzle, in milliseconds.
const PUZZLE_MILLIS: u64 = 1500;
/// How long each of the two positions of a move that is tried is looked at, in milliseconds.
const RETRY_MILLIS: u64 = 700;
/// How long a review may take for each position, in milliseconds.
const REVIEW_MILLIS: std::ops::RangeInclusive<u64> = 20..=60_000;
/// The study of a game.
#[derive(Default)]
pub(super) struct Study {
    request: Option<Analyse>,
    /// Whether nobody looks at it.
    unwatched: bool,
    review: Option<ReviewPass>,
    /// Positions in which the review has seen a win missed, which may make puzzles.
    missed: Vec<NodeId>,
    running: Option<RunningAnalysis>,
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
    /// Whether it is looked at to see if it makes a puzzle.
    puzzle: bool,
}

/// What is to be thought about, and the table for it: none where the other side cannot be let move.
type Wanted = (Subject, Option<Box<dyn Table>>);

/// The search under way.
struct RunningAnalysis {
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
    /// By how many points the first side will be ahead, where points are counted.
    lead: Option<Message>,
}

impl Study {
    /// What is asked for, if anything.
    pub fn request(&self) -> Option<&Analyse> {
        self.request.as_ref()
    }

    /// Begins or ends the analysis of the position on the board.
    pub fn analyse(&mut self, request: Analyse) {
        let lines = request.lines.clamp(1, MAX_LINES);
        self.done = None;
        self.request = request.on.then_some(Analyse { lines, ..request });
        if !self.is_on() {
            self.player = None;
        }
    }

    /// Lets the analysis go on or rest. Resting it has no place among the searches, but still knows what it has found.
    pub fn watch(&mut self, on: bool) {
        self.unwatched = !on;
    }

    /// Whether somebody looks at it.
    pub fn is_watched(&self) -> bool {
        !self.unwatched
    }

    fn is_on(&self) -> bool {
        self.request.is_some() || self.review.is_some() || !self.missed.is_empty()
    }

    /// Begins or ends a review of the line on the board; `line` has its nodes.
    pub fn review(&mut self, request: &Review, line: Vec<NodeId>) -> Result<Option<Event>, RequestError> {
        self.missed.clear();
        if !request.on {
            let event = self.review.take().filter(|pass| pass.retry.is_none()).map(|pass| pass.event(true));
            return Ok(event);
        }
        if line.is_empty() {
            return Err(RequestError::new(message!("fault.nothing-to-judge", "there is no move to judge")));
        }
        let nodes = std::iter::once(ROOT).chain(line).collect();
        let millis = request.millis.clamp(*REVIEW_MILLIS.start(), *REVIEW_MILLIS.end());
        let pass = ReviewPass { nodes, next: 0, millis, before: None, retry: None, missed: Vec::new() };
        let event = pass.event(false);
        self.review = Some(pass);
        Ok(Some(event))
    }

    /// Begins to judge a move by the position `before` it and the one `after` it.
    ///
    /// # Errors
    /// While a review is under way.
    pub fn retry(&mut self, before: NodeId, after: NodeId) -> Result<(), RequestError> {
        if self.review.as_ref().is_some_and(|pass| pass.retry.is_none()) {
            return Err(RequestError::new("the search for mistakes is under way"));
        }
        let retried = Retried { node: after, lost: 0.0, discs: None, best: false, as_good: false };
        let (nodes, retry) = (vec![before, after], Some(retried));
        let millis = RETRY_MILLIS;
        self.review = Some(ReviewPass { nodes, next: 0, millis, before: None, retry, missed: Vec::new() });
        Ok(())
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
    ) -> Result<(Option<Job>, Vec<Event>), RequestError> {
        let mut events: Vec<Event> = self.drop_lost_review(variations).into_iter().collect();
        self.missed.retain(|&node| variations.record().node(node).is_some());
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
            // A review looks again at what another one has seen.
            if subject.millis.is_none() && self.done.as_ref() == Some(&subject) {
                return Ok((None, events));
            }
            let Some(place) = place.filter(|place| place.result().is_none()) else {
                // There is nothing to be thought about.
                self.done = Some(subject.clone());
                if subject.puzzle {
                    self.missed.pop();
                    continue;
                }
                if let (Some(_), Some(pass)) = (subject.millis, &mut self.review) {
                    let value = outcome(&*table_at(table, variations, subject.node)?);
                    let evaluated = EvaluatedPosition { value, line: Vec::new() };
                    pass.mark_mistake(table, variations, evaluated)?;
                    events.extend(self.go_on_with_review());
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
        thought: Result<Thought, wanqi_play::Error>,
    ) -> Result<Vec<Event>, RequestError> {
        let Some(running) = self.running.take() else { return Ok(Vec::new()) };
        // What it remembers takes much memory, and is kept only as long as it is of use.
        self.player = self.is_on().then(|| (running.player.clone(), player));
        let stopped = running.stop.is_stopped();
        let thought = match thought {
            Ok(thought) => thought,
            Err(error) => {
                // Asked again it would fail again.
                (self.request, self.review) = (None, None);
                return Err(error.into());
            }
        };
        let value = thought.value.for_first(running.side);
        if running.subject.puzzle {
            if stopped || self.missed.last() != Some(&running.subject.node) {
                return Ok(Vec::new());
            }
            self.missed.pop();
            self.player = self.player.take().filter(|_| self.is_on());
            let place = table_at(table, variations, running.subject.node)?;
            return Ok(puzzle_of(&*place, &thought).into_iter().collect());
        }
        if let Some(pass) = self.review.as_mut().filter(|_| running.subject.millis.is_some()) {
            if stopped || pass.nodes.get(pass.next) != Some(&running.subject.node) {
                return Ok(Vec::new());
            }
            pass.mark_mistake(table, variations, EvaluatedPosition { value, line: thought.line })?;
            return Ok(self.go_on_with_review().into_iter().collect());
        }
        if !running.subject.threat && running.subject.millis.is_none() {
            let settled = running.began.elapsed() >= SETTLED || !stopped;
            variations.note(running.subject.node, |notes| {
                if settled || notes.evaluation.is_none() {
                    notes.evaluation = Evaluation::of(value, table.scale());
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
    fn wanted(&self, table: &dyn Table, variations: &Variations) -> Result<Option<Wanted>, RequestError> {
        if let Some(pass) = &self.review {
            let node = pass.nodes[pass.next];
            let place = table_at(table, variations, node)?;
            let position = place.view().position;
            let millis = Some(pass.millis);
            let subject = Subject { node, position, threat: false, lines: 1, millis, puzzle: false };
            return Ok(Some((subject, Some(place))));
        }
        if let Some(&node) = self.missed.last() {
            let place = table_at(table, variations, node)?;
            let position = place.view().position;
            let millis = Some(PUZZLE_MILLIS);
            let subject = Subject { node, position, threat: false, lines: 2, millis, puzzle: true };
            return Ok(Some((subject, Some(place))));
        }
        let Some(request) = self.request.as_ref().filter(|_| self.is_watched()) else { return Ok(None) };
        let (node, position) = (variations.at(), table.view().position);
        let (threat, lines) = (request.threat, request.lines);
        let subject = Subject { node, position, threat, lines, millis: None, puzzle: false };
        let place = if request.threat { table.passed() } else { Some(table.fork()) };
        Ok(Some((subject, place)))
    }

    fn begin(
        &mut self,
        subject: Subject,
        place: Box<dyn Table>,
        strongest: &str,
        number: u64,
    ) -> Result<Job, RequestError> {
        let spec = strongest.parse::<Spec>()?.without_limits();
        let name = spec.to_string();
        let player = match self.player.take() {
            Some((known, player)) if known == name => player,
            _ => memory::player(&*place, spec)?,
        };
        let points = place.view().moves.into_iter().map(|mv| (mv.text, drawn(&mv.steps))).collect();
        let limits = Limits {
            lines: subject.lines,
            time: subject.millis.map(Duration::from_millis),
            ..Limits::default()
        };
        let (side, stop) = (place.side_to_move(), limits.stop.clone());
        let purpose = Purpose { hint: true, ponder: false, side, player: name.clone() };
        let (ownership, lead) = if subject.millis.is_none() { outlook(&*place) } else { (Vec::new(), None) };
        let began = Instant::now();
        self.running = Some(RunningAnalysis {
            number,
            stop,
            subject,
            side,
            player: name,
            began,
            points,
            ownership,
            lead,
        });
        Ok(Job { search: number, purpose, player, table: place, limits, pace: Duration::ZERO })
    }

    /// Ends a review whose next position is not in the record any more.
    fn drop_lost_review(&mut self, variations: &Variations) -> Option<Event> {
        let is_lost = |pass: &mut ReviewPass| variations.record().node(pass.nodes[pass.next]).is_none();
        self.review.take_if(is_lost).map(|pass| pass.event(true))
    }

    /// The next position of a review, or its end.
    fn go_on_with_review(&mut self) -> Option<Event> {
        let pass = self.review.as_mut()?;
        pass.next += 1;
        let finished = pass.next == pass.nodes.len();
        let event = (finished || pass.retry.is_none()).then(|| pass.event(finished));
        if finished {
            self.missed = self.review.take().map(|pass| pass.missed).unwrap_or_default();
            self.player = self.player.take().filter(|_| self.is_on());
        }
        event
    }
}

/// Whose each point will be and who will be ahead, by as many games as one does not wait for.
fn outlook(table: &dyn Table) -> (Vec<i8>, Option<Message>) {
    const TIME: Duration = Duration::from_millis(50);
    let limits =
        PlayoutLimits { games: Some(500), time: Some(TIME), plies: None, seed: 0, stop: Stop::default() };
    let Some(ownership) = table.ownership(&limits) else { return (Vec::new(), None) };
    (percent(&ownership.points), ownership.lead.map(|lead| Value::of_points(lead).message()))
}

fn percent(shares: &[f32]) -> Vec<i8> {
    shares.iter().map(|share| (100.0 * share).round() as i8).collect()
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
            lead: None,
            overlay: Overlay::default(),
        }
    }
}

impl RunningAnalysis {
    fn told(&self, thought: Thought, finished: bool) -> Analysis {
        let points = |text: &str| self.points.get(text).cloned().unwrap_or_default();
        let line = |value: Value, visits: u64, mut moves: Vec<String>| {
            moves.truncate(LINE_SHOWN);
            let points = moves.first().map(|first| points(first)).unwrap_or_default();
            let own = value.discs().map(|_| value.message());
            AnalysisLine { value: value.for_first(self.side), own, visits, moves, points }
        };
        let visits = thought
            .moves
            .iter()
            .filter(|root| root.visits > 0)
            .filter_map(|root| Some((*points(&root.text).last()?, root.visits)));
        let solved = thought
            .moves
            .iter()
            .filter(|root| root.value.is_solved())
            .filter_map(|root| Some((*points(&root.text).last()?, root.value.discs()?)));
        // What the search has played out is followed; until then, and where it plays nothing out, what was seen before it.
        let (ownership, lead) = match &thought.endings {
            Some(endings) => (percent(&endings.ownership), Some(Value::of_points(endings.lead).message())),
            None => (self.ownership.clone(), self.lead.clone()),
        };
        let solved = solved.collect();
        let overlay = Overlay { visits: visits.collect(), solved, ownership, ..Overlay::default() };
        let mut lines: Vec<AnalysisLine> = thought
            .lines(self.subject.lines)
            .map(|root| line(root.value, root.visits, root.line.clone()))
            .collect();
        if lines.is_empty() && thought.best.is_some() {
            lines.push(line(thought.value, 0, thought.line));
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
            lead,
            overlay,
        }
    }
}

/// The points of a move, where it comes from and goes to.
pub(crate) fn drawn(steps: &[wanqi_play::Step]) -> Vec<u16> {
    let point = |step: &wanqi_play::Step| match step {
        wanqi_play::Step::Point(any) => any.first().copied(),
        wanqi_play::Step::Choice { .. } => None,
    };
    steps.iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_has_no_limit_but_being_looked_at() {
        let table = wanqi_play::table(&Spec::new("gomoku")).expect("a game");
        let mut variations = Variations::new(&*table, None);
        let mut study = Study::default();
        study.analyse(Analyse { on: true, lines: 1, threat: false });
        study.watch(false);
        let mut job =
            |study: &mut Study| study.step(&*table, &mut variations, "best:time=5s", 1).expect("a step").0;
        assert!(job(&mut study).is_none());
        study.watch(true);
        let limits = job(&mut study).expect("a search").limits;
        assert_eq!((limits.time, limits.nodes, limits.depth), (None, None, None));
        assert!(!limits.stop.is_stopped());
        study.watch(false);
        assert!(job(&mut study).is_none() && limits.stop.is_stopped());
    }
}
