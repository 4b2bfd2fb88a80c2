//! What takes time: it waits for a thread, or for its turn where there is one thread for all, tells how far it is, can be stopped, and answers when it is done.

use super::answers::written;
use super::error::RequestError;
use crate::Say;
use serde::Serialize;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wanqi_play::Stop;
use wanqi_play::host::{self, Instant, Urgency};

/// Searches recurse once a ply, and a program may ask for many.
const STACK: usize = 256 << 20;
/// Jobs that may wait for a thread; each has its position in memory.
const MAX_WAITING: usize = 1000;
/// How long the end waits for work that does not hear that it was stopped: another program's engine.
const GRACE: Duration = Duration::from_secs(1);

/// Does the work and gives its answer as JSON.
pub(super) type Work = Box<dyn FnOnce(&mut Teller) -> Result<String, RequestError> + Send>;

/// Something that takes time.
pub(super) struct Job {
    /// The request's, as JSON.
    pub id: String,
    /// How often it tells how far it is; never if `None`.
    pub every: Option<Duration>,
    /// Ends the work, which then answers with what it has.
    pub stop: Stop,
    /// Whether nothing but that ends it.
    pub is_endless: bool,
    pub work: Work,
}

/// What is done and what waits. Each thread goes on with what waits, and ends when there is nothing.
pub(super) struct Jobs {
    shared: Arc<Shared>,
    most: usize,
}

struct Shared {
    say: Say,
    state: Mutex<State>,
    changed: Condvar,
}

struct Running {
    id: String,
    stop: Stop,
    is_endless: bool,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    running: Vec<Running>,
    /// Whether what is endless is stopped as soon as it begins: nobody is left who could stop it.
    ending: bool,
    /// The threads that have not said all that they have to say.
    threads: usize,
}

/// Tells how far the work of a job is.
pub(super) struct Teller {
    id: String,
    say: Say,
    every: Option<Duration>,
    told: Option<Instant>,
    /// Whether the work is to end.
    pub stop: Stop,
}

impl Teller {
    /// Tells how far the work is, if it is time to.
    pub fn progress<T: Serialize>(&mut self, progress: impl FnOnce() -> T) {
        let is_due = self.every.is_some_and(|every| self.told.is_none_or(|told| told.elapsed() >= every));
        if is_due && !self.stop.is_stopped() {
            self.told = Some(Instant::now());
            (self.say)(format!("{{\"id\":{},\"progress\":{}}}", self.id, written(&progress())));
        }
    }
}

impl Jobs {
    /// None yet; so many at the same time at most.
    pub fn new(most: usize, say: Say) -> Jobs {
        let shared = Arc::new(Shared { say, state: Mutex::default(), changed: Condvar::new() });
        Jobs { shared, most: most.max(1) }
    }

    /// How many may run at the same time.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Whether a request with this id has not been answered yet.
    pub fn is_under_way(&self, id: &str) -> bool {
        let state = self.shared.state();
        state.waiting.iter().any(|job| job.id == id) || state.running.iter().any(|job| job.id == id)
    }

    /// The ids of those that run and of those that wait.
    pub fn ids(&self) -> [Vec<String>; 2] {
        let state = self.shared.state();
        let running = state.running.iter().map(|job| job.id.clone()).collect();
        [running, state.waiting.iter().map(|job| job.id.clone()).collect()]
    }

    /// Begins a job, or puts it at the end of those that wait.
    ///
    /// # Errors
    /// If too many are waiting, or there is no thread for the first.
    pub fn begin(&self, job: Job) -> Result<(), RequestError> {
        let mut state = self.shared.state();
        if state.waiting.len() >= MAX_WAITING {
            let text = format!("{MAX_WAITING} requests are waiting: read answers before asking more");
            return Err(RequestError::new("full", text));
        }
        state.waiting.push_back(job);
        if state.threads == self.most {
            return Ok(());
        }
        let shared = Arc::clone(&self.shared);
        match host::spawn("job", STACK, Urgency::Game, move || shared.work()) {
            Ok(_) => state.threads += 1,
            // Those that there are will come to it.
            Err(_) if state.threads > 0 => {}
            Err(error) => {
                state.waiting.clear();
                return Err(RequestError::new("player", format!("no thread for a search: {error}")));
            }
        }
        Ok(())
    }

    /// Stops a job, or all of them; those that wait will not begin. How many there were.
    pub fn stop(&self, id: Option<&str>) -> usize {
        let is_meant = |known: &str| id.is_none_or(|id| id == known);
        let mut state = self.shared.state();
        let running = state.running.iter().filter(|job| is_meant(&job.id));
        let stopped = running.inspect(|job| job.stop.stop()).count();
        let waiting = std::mem::take(&mut state.waiting);
        let (gone, left): (VecDeque<Job>, _) = waiting.into_iter().partition(|job| is_meant(&job.id));
        state.waiting = left;
        drop(state);
        for job in &gone {
            let error = RequestError::new("stopped", "it was stopped before it began");
            (self.shared.say)(failed(&job.id, &error));
        }
        stopped + gone.len()
    }

    /// Waits until every job has answered. What is endless is stopped: no more requests will come.
    pub fn wait(&self) {
        let mut state = self.shared.state();
        state.ending = true;
        state.running.iter().filter(|job| job.is_endless).for_each(|job| job.stop.stop());
        drop(state);
        host::wait_while(&self.shared.state, &self.shared.changed, None, |state| state.threads > 0);
    }

    /// Stops all jobs and waits until they have answered. One that does not hear it is answered for.
    pub fn end(&mut self) {
        self.stop(None);
        host::wait_while(&self.shared.state, &self.shared.changed, Some(GRACE), |state| state.threads > 0);
        let deaf: Vec<_> = self.shared.state().running.drain(..).collect();
        for Running { id, .. } in deaf {
            (self.shared.say)(failed(
                &id,
                &RequestError::new("stopped", "it did not end when it was stopped"),
            ));
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.end();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What each thread does.
    fn work(&self) {
        while let Some(job) = self.take() {
            let Job { id, every, stop, work, .. } = job;
            let mut teller = Teller { id: id.clone(), say: Arc::clone(&self.say), every, told: None, stop };
            let done = panic::catch_unwind(AssertUnwindSafe(|| work(&mut teller)));
            let answer = match done {
                Ok(Ok(answer)) => answered(&id, &answer),
                Ok(Err(error)) => failed(&id, &error),
                Err(_) => {
                    failed(&id, &RequestError::new("failed", "the work has failed: a mistake of the program"))
                }
            };
            let mut state = self.state();
            let place = state.running.iter().position(|job| job.id == id);
            if let Some(place) = place {
                state.running.swap_remove(place);
            }
            drop(state);
            // Without a place it was answered for.
            if place.is_some() {
                (self.say)(answer);
            }
        }
        self.changed.notify_all();
    }

    /// The next job; `None` if there is none, and the thread ends.
    fn take(&self) -> Option<Job> {
        let mut state = self.state();
        let job = state.waiting.pop_front();
        match &job {
            Some(Job { id, stop, is_endless, .. }) => {
                if *is_endless && state.ending {
                    stop.stop();
                }
                state.running.push(Running { id: id.clone(), stop: stop.clone(), is_endless: *is_endless });
            }
            None => state.threads -= 1,
        }
        job
    }
}

/// The line of an answer.
pub(super) fn answered(id: &str, answer: &str) -> String {
    format!("{{\"id\":{id},\"answer\":{answer}}}")
}

/// The line of an error.
pub(super) fn failed(id: &str, error: &RequestError) -> String {
    format!("{{\"id\":{id},\"error\":{}}}", written(error))
}
