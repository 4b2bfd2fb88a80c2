//! Units done by threads of this program.

use crate::counting::{Counting, Done};
use crate::perform::{Performer, spawn};
use crate::{Error, Unit, UnitResult, Work};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;
use wanqi_play::Stop;

/// A thread has done a unit, or has failed.
type Report = (u32, Result<UnitResult, String>);

/// Who has done a unit, in the ledger.
const HERE: &str = "here";
const SHOWN: Duration = Duration::from_secs(1);

/// Does what is left of a job, so many units at a time, until it is over or stopped.
pub(crate) fn run(counting: &mut Counting<'_>, threads: usize, stop: &Stop) -> Result<(), Error> {
    let work = counting.work();
    // What is wrong with the whole work is said at once.
    Performer::new(work, stop)?;
    let queue = Mutex::new(VecDeque::from(counting.open()));
    // What is under way when there is enough is given up; a person's stop is another matter.
    let give_up = Stop::default();
    thread::scope(|scope| {
        let (send, reports) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (queue, send, give_up) = (&queue, send.clone(), &give_up);
            spawn(scope, move || units(work, queue, give_up, &send))
                .map_err(|error| Error::Asked(format!("no thread for a unit: {error}")))?;
        }
        drop(send);
        let done = heed(counting, &reports, &queue, threads, stop);
        give_up.stop();
        done
    })
}

/// Counts what the threads report until there is nothing left.
fn heed(
    counting: &mut Counting<'_>,
    reports: &mpsc::Receiver<Report>,
    queue: &Mutex<VecDeque<Unit>>,
    threads: usize,
    stop: &Stop,
) -> Result<(), Error> {
    let mut shown = std::time::Instant::now();
    while !counting.is_over() && !stop.is_stopped() {
        if shown.elapsed() >= SHOWN {
            shown = std::time::Instant::now();
            if counting.show(threads)? {
                stop.stop();
            }
        }
        const LOOK: Duration = Duration::from_millis(50);
        let first = match reports.recv_timeout(LOOK) {
            Ok(report) => report,
            Err(mpsc::RecvTimeoutError::Timeout) => continue,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        };
        let mut done = Vec::new();
        for (unit, result) in std::iter::once(first).chain(reports.try_iter().take(1000)) {
            match result {
                Ok(result) => done.push(Done { unit, worker: HERE.into(), result }),
                Err(error) => {
                    if counting.failed(unit, HERE, &error)?
                        && let Some(unit) = counting.unit(unit)
                    {
                        queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(unit.clone());
                    }
                }
            }
        }
        counting.accept(done)?;
    }
    counting.show(threads).map(drop)
}

/// One thread: unit after unit.
fn units(work: &Work, queue: &Mutex<VecDeque<Unit>>, stop: &Stop, send: &mpsc::Sender<Report>) {
    let mut performer = None;
    while !stop.is_stopped() {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(unit) = next else {
            // One that fails elsewhere may come back.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let result = perform(&mut performer, work, &unit, stop);
        let Some(report) = result.transpose() else { return };
        if send.send((unit.number, report)).is_err() {
            return;
        }
    }
}

/// Does a unit with players that are kept from the last one. Those that have failed are made anew.
pub(crate) fn perform(
    performer: &mut Option<Performer>,
    work: &Work,
    unit: &Unit,
    stop: &Stop,
) -> Result<Option<UnitResult>, String> {
    let mut one = match performer.take() {
        Some(performer) => performer,
        None => Performer::new(work, stop).map_err(|error| error.to_string())?,
    };
    let result = one.perform(unit)?;
    *performer = Some(one);
    Ok(result)
}
