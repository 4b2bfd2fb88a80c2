//! Counting: each unit once, whoever does it and however often; what came of units is told in their order.

use crate::ledger::UnitState;
use crate::{Error, Ledger, Unit, UnitResult, Work};
use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};
use wanqi_play::{Message, Stop};

/// Who began a job, and hears what comes of it.
pub trait Audience {
    /// What came of the next unit; units come in order, those of an earlier run too. Whether that is enough, and what is left
    /// need not be done.
    fn hear(&mut self, result: UnitResult) -> bool;

    /// Some of what was told was not true: all of it is told again, from the first unit.
    fn begin_again(&mut self);

    /// What it has come to so far, in a few words.
    fn text(&self) -> Message;

    /// How far it is, about once a second.
    fn show(&mut self, status: &Status);

    /// Something that a person should know.
    fn notice(&mut self, text: &str);
}

/// How far a job is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Status {
    /// Units done.
    pub done: usize,
    /// Units in all.
    pub units: usize,
    /// Units set aside.
    pub set_aside: usize,
    /// Units done a second, since this program is at it.
    pub per_second: f64,
    /// Who is known to do them: threads, or programs on other machines.
    pub workers: usize,
    /// What it has come to.
    pub text: Message,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Status { done, units, set_aside, per_second, workers, text } = self;
        let decimals = if *per_second < 10.0 { 2 } else { 0 };
        write!(f, "{done} of {units} units, {per_second:.decimals$} a second, workers: {workers}")?;
        if *set_aside > 0 {
            write!(f, ", {set_aside} set aside")?;
        }
        if text.is_empty() { Ok(()) } else { write!(f, ": {text}") }
    }
}

/// A unit that somebody says to have done.
pub(crate) struct Done {
    pub unit: u32,
    pub worker: String,
    pub result: UnitResult,
}

/// What became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It counts.
    Counted,
    /// It was done before, by this worker, with the same result.
    Again,
    /// It was done before, by this worker, with another one.
    Differs { from: String },
    /// It cannot be so.
    Impossible(String),
}

/// How often a unit is tried that fails.
pub(crate) const TRIES: u32 = 3;
/// How long between two attempts to write to a ledger that cannot be written.
const PAUSE: Duration = Duration::from_millis(if cfg!(test) { 10 } else { 2000 });

pub(crate) struct Counting<'a> {
    ledger: &'a mut Ledger,
    job: String,
    work: &'a Work,
    #[cfg(feature = "cluster")]
    checker: crate::check::Checker,
    units: Vec<Unit>,
    states: Vec<UnitState>,
    /// Done, but one before it is not: it is told later.
    waiting: HashMap<u32, UnitResult>,
    told: usize,
    enough: bool,
    is_pure: bool,
    audience: &'a mut dyn Audience,
    stop: Stop,
    began: Instant,
    done_before: usize,
}

impl<'a> Counting<'a> {
    /// Goes on with a job, and tells what was done of it.
    pub fn new(
        ledger: &'a mut Ledger,
        job: &str,
        work: &'a Work,
        audience: &'a mut dyn Audience,
        stop: &Stop,
    ) -> Result<Counting<'a>, Error> {
        let (units, states) = ledger.units(job)?.into_iter().unzip();
        let mut counting = Counting {
            job: job.to_owned(),
            #[cfg(feature = "cluster")]
            checker: crate::check::Checker::new(work)?,
            is_pure: work.is_pure(),
            ledger,
            work,
            units,
            states,
            waiting: HashMap::new(),
            told: 0,
            enough: false,
            audience,
            stop: stop.clone(),
            began: Instant::now(),
            done_before: 0,
        };
        counting.done_before = counting.count(|state| matches!(state, UnitState::Done { .. }));
        counting.tell()?;
        Ok(counting)
    }

    fn count(&self, which: fn(&UnitState) -> bool) -> usize {
        self.states.iter().filter(|state| which(state)).count()
    }

    pub fn work(&self) -> &'a Work {
        self.work
    }

    pub fn unit(&self, number: u32) -> Option<&Unit> {
        self.units.get(number as usize)
    }

    /// The units that are still to be done.
    pub fn open(&self) -> Vec<Unit> {
        let is_open = |(_, state): &(&Unit, &UnitState)| **state == UnitState::Open;
        self.units.iter().zip(&self.states).filter(is_open).map(|(unit, _)| unit.clone()).collect()
    }

    /// Whether there is nothing left to do.
    pub fn is_over(&self) -> bool {
        self.enough || self.states.iter().all(|state| *state != UnitState::Open)
    }

    /// Counts what was done: keeps it, then tells it.
    ///
    /// # Errors
    /// If the ledger cannot be written and the job is to stop; nothing has changed then.
    pub fn accept(&mut self, all: Vec<Done>) -> Result<Vec<Verdict>, Error> {
        let mut verdicts = Vec::with_capacity(all.len());
        let mut new: Vec<Done> = Vec::new();
        for done in all {
            let state = self.states.get(done.unit as usize).cloned();
            let twice = new.iter().find(|other| other.unit == done.unit);
            let before = match (&state, twice) {
                (None, _) => {
                    verdicts.push(Verdict::Impossible(format!("there is no unit {}", done.unit)));
                    continue;
                }
                (_, Some(other)) => Some((other.worker.clone(), Some(other.result.clone()))),
                (Some(UnitState::Done { worker }), None) => {
                    Some((worker.clone(), self.ledger.result(&self.job, done.unit)?))
                }
                _ => None,
            };
            verdicts.push(match before {
                Some((from, result)) if self.is_pure && result.as_ref() != Some(&done.result) => {
                    Verdict::Differs { from }
                }
                Some(_) => Verdict::Again,
                None => {
                    new.push(done);
                    Verdict::Counted
                }
            });
        }
        self.keep(&new)?;
        for Done { unit, worker, result } in new {
            self.states[unit as usize] = UnitState::Done { worker };
            self.waiting.insert(unit, result);
        }
        self.tell()?;
        Ok(verdicts)
    }

    /// Writes what is new into the ledger.
    fn keep(&mut self, new: &[Done]) -> Result<(), Error> {
        if new.is_empty() {
            return Ok(());
        }
        self.write(|ledger, job| {
            let rows = new.iter().map(|done| {
                let text = serde_json::to_string(&done.result).expect("a result has no keys but strings");
                (done.unit, &*done.worker, text)
            });
            ledger.keep(job, rows)
        })
    }

    /// Writes into the ledger, and waits where that cannot be done, as on a full disk.
    ///
    /// # Errors
    /// If it cannot be done and the job is to stop.
    fn write<T>(&mut self, write: impl Fn(&mut Ledger, &str) -> Result<T, Error>) -> Result<T, Error> {
        loop {
            match write(self.ledger, &self.job) {
                Ok(written) => return Ok(written),
                Err(error) if self.stop.is_stopped() => return Err(error),
                Err(error) => {
                    self.audience.notice(&format!("{error}; trying again, nothing is lost meanwhile"));
                    thread::sleep(PAUSE);
                }
            }
        }
    }

    /// Tells what is done, in order. What is set aside is left out.
    fn tell(&mut self) -> Result<(), Error> {
        while let Some(state) = self.states.get(self.told).filter(|_| !self.enough) {
            let number = self.told as u32;
            match state {
                UnitState::Open => break,
                UnitState::SetAside { .. } => {}
                UnitState::Done { .. } => {
                    let kept = match self.waiting.remove(&number) {
                        Some(result) => Some(result),
                        None => self.ledger.result(&self.job, number)?,
                    };
                    if let Some(result) = kept {
                        self.enough = self.audience.hear(result);
                    }
                }
            }
            self.told += 1;
        }
        // Results are in the ledger: thousands of them need not be in memory as well.
        const MAX_WAITING: usize = 256;
        if self.waiting.len() > MAX_WAITING {
            self.waiting.clear();
        }
        Ok(())
    }

    /// A unit has failed; whether it is to be tried again.
    pub fn failed(&mut self, number: u32, worker: &str, error: &str) -> Result<bool, Error> {
        if self.states.get(number as usize) != Some(&UnitState::Open) {
            return Ok(false);
        }
        if self.write(|ledger, job| ledger.note_failure(job, number))? < TRIES {
            self.audience
                .notice(&format!("unit {number} has failed on {worker}, and is tried again: {error}"));
            return Ok(true);
        }
        self.set_aside(number, &format!("it has failed {TRIES} times, at last on {worker}: {error}"))?;
        Ok(false)
    }

    /// Sets a unit aside.
    pub fn set_aside(&mut self, number: u32, error: &str) -> Result<(), Error> {
        if self.states.get(number as usize) == Some(&UnitState::Open) {
            self.write(|ledger, job| ledger.set_aside(job, number, error))?;
            self.states[number as usize] = UnitState::SetAside { error: error.to_owned() };
            let pieces = self.units[number as usize].pieces.clone();
            let from = pieces.start + 1;
            self.audience
                .notice(&format!("unit {number} (pieces {from} to {}) is set aside: {error}", pieces.end));
            self.tell()?;
        }
        Ok(())
    }

    /// Shows how far it is; whether somebody wants it to stop.
    pub fn show(&mut self, workers: usize) -> Result<bool, Error> {
        let done = self.count(|state| matches!(state, UnitState::Done { .. }));
        let seconds = self.began.elapsed().as_secs_f64();
        let status = Status {
            done,
            units: self.units.len(),
            set_aside: self.count(|state| matches!(state, UnitState::SetAside { .. })),
            per_second: done.saturating_sub(self.done_before) as f64 / seconds.max(1e-9),
            workers,
            text: self.audience.text(),
        };
        self.audience.show(&status);
        // A ledger that cannot be written is named where it matters.
        Ok(self.ledger.note_progress(&self.job, &status).unwrap_or(false))
    }

    /// The units that were set aside, and why.
    pub fn set_aside_units(&self) -> Vec<(u32, String)> {
        let numbered = (0..).zip(&self.states);
        let of = |(number, state): (u32, &UnitState)| match state {
            UnitState::SetAside { error } => Some((number, error.clone())),
            _ => None,
        };
        numbered.filter_map(of).collect()
    }
}

/// What only others' work needs.
#[cfg(feature = "cluster")]
impl Counting<'_> {
    pub fn is_pure(&self) -> bool {
        self.is_pure
    }

    /// How many units there are.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// What came of a unit, if it is done.
    pub fn result(&self, number: u32) -> Result<Option<UnitResult>, Error> {
        self.ledger.result(&self.job, number)
    }

    /// Who has done a unit.
    pub fn done_by(&self, number: u32) -> Option<&str> {
        match self.states.get(number as usize) {
            Some(UnitState::Done { worker }) => Some(worker),
            _ => None,
        }
    }

    /// Whether what is told of a unit can be so.
    pub fn check(&self, number: u32, result: &UnitResult) -> Result<(), String> {
        let unit = self.unit(number).ok_or_else(|| format!("there is no unit {number}"))?;
        self.checker.check(self.work, result, unit)
    }

    /// All that a worker has done is done again, and everything is told from the beginning.
    pub fn leave_out(&mut self, worker: &str) -> Result<(), Error> {
        self.write(|ledger, job| ledger.open_again(job, Some(worker)))?;
        let is_of = |state: &&mut UnitState| matches!(state, UnitState::Done { worker: by } if by == worker);
        self.states.iter_mut().filter(is_of).for_each(|state| *state = UnitState::Open);
        self.waiting.clear();
        (self.told, self.enough) = (0, false);
        self.audience.begin_again();
        self.tell()
    }

    pub fn notice(&mut self, text: &str) {
        self.audience.notice(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::NewJob;
    use crate::{Counts, PlayoutsTask, Task};
    use rusqlite::Connection;
    use std::path::{Path, PathBuf};

    /// Makes the ledger refuse to be written as on a full disk, or be written again.
    fn fill(data: &Path, is_full: bool) {
        let connection = Connection::open(Ledger::file(data)).expect("a database");
        let full = "CREATE TRIGGER full BEFORE UPDATE ON units BEGIN
            SELECT RAISE(ABORT, 'database or disk is full'); END";
        connection.execute_batch(if is_full { full } else { "DROP TRIGGER full" }).expect("written");
    }

    /// Makes room once it has heard three times that there is none, or stops the job then.
    struct MakesRoom {
        data: PathBuf,
        waited: usize,
        stop: Stop,
        stops: bool,
    }

    impl Audience for MakesRoom {
        fn hear(&mut self, _: UnitResult) -> bool {
            false
        }

        fn begin_again(&mut self) {}

        fn text(&self) -> Message {
            Message::default()
        }

        fn show(&mut self, _: &Status) {}

        fn notice(&mut self, text: &str) {
            let is_waiting = text.contains("disk is full; trying again");
            self.waited += usize::from(is_waiting);
            match (is_waiting && self.waited == 3, self.stops) {
                (true, true) => self.stop.stop(),
                (true, false) => fill(&self.data, false),
                (false, _) => {}
            }
        }
    }

    /// Does something with a job of four units, the first of which `one` has done, while the ledger cannot be written: three
    /// times, or for good where the job `stops` then. What comes of that, and how the units stand.
    fn with_full_disk<T>(stops: bool, act: impl FnOnce(&mut Counting<'_>) -> T) -> (T, Vec<UnitState>) {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path();
        let table = wanqi_play::table(&"tictactoe".parse().expect("a game")).expect("a table");
        let task = PlayoutsTask { games: 4 * PlayoutsTask::PIECE, plies: None, seed: 1 };
        let work = Work::new(&*table, Task::Playouts(task)).expect("a work");
        let units = Unit::split(0..work.pieces(), 1);
        let mut ledger = Ledger::open(data).expect("a ledger");
        let new = NewJob { work: &work, units: &units, place: "here", arguments: &[] };
        let job = ledger.begin(&new).expect("begun");
        let stop = Stop::default();
        let mut audience = MakesRoom { data: data.into(), waited: 0, stop: stop.clone(), stops };
        let mut counting = Counting::new(&mut ledger, &job, &work, &mut audience, &stop).expect("a job");
        counting.accept(done(0)).expect("written");
        fill(data, true);
        let acted = act(&mut counting);
        let states = counting.states.clone();
        let written: Vec<_> = ledger.units(&job).expect("read").into_iter().map(|(_, state)| state).collect();
        assert_eq!(states, written, "what is thought and what is written");
        assert_eq!(audience.waited, 3);
        (acted, states)
    }

    fn done(unit: u32) -> Vec<Done> {
        vec![Done { unit, worker: "one".into(), result: UnitResult::Playouts(Counts::default()) }]
    }

    #[test]
    fn whatever_is_written_waits_for_room() {
        let is_open = |state: &UnitState| *state == UnitState::Open;
        let done_by_one = UnitState::Done { worker: "one".into() };
        let (verdicts, states) = with_full_disk(false, |counting| counting.accept(done(1)));
        assert_eq!(verdicts.expect("written"), [Verdict::Counted]);
        assert_eq!(states[1], done_by_one);
        let (again, states) = with_full_disk(false, |counting| counting.failed(2, "one", "a fault"));
        assert!(again.expect("written") && states[1..].iter().all(is_open));
        let (set_aside, states) = with_full_disk(false, |counting| counting.set_aside(3, "a fault"));
        set_aside.expect("written");
        assert_eq!(states[3], UnitState::SetAside { error: "a fault".into() });
        #[cfg(feature = "cluster")]
        {
            let (left_out, states) = with_full_disk(false, |counting| counting.leave_out("one"));
            left_out.expect("written");
            assert!(states.iter().all(is_open));
        }
    }

    #[test]
    fn a_job_that_is_to_stop_does_not_wait_for_room() {
        type Act = fn(&mut Counting<'_>) -> Result<(), Error>;
        let acts: [Act; 3] = [
            |counting| counting.accept(done(1)).map(drop),
            |counting| counting.failed(2, "one", "a fault").map(drop),
            |counting| counting.set_aside(3, "a fault"),
        ];
        for act in acts {
            let (acted, states) = with_full_disk(true, act);
            let error = acted.expect_err("there is no room").to_string();
            assert!(error.contains("disk is full"), "{error}");
            assert!(states[1..].iter().all(|state| *state == UnitState::Open), "nothing has changed");
        }
    }
}
