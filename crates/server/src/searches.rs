//! Searches on threads of their own, only so many at once.

use crate::lab::LabNews;
use crate::protocol::Purpose;
use play::{Error, Limits, Player, Stop, Table, Thought};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a thread that waits looks whether it has been told to stop.
const POLL: Duration = Duration::from_millis(20);

/// The places for searches, shared by all games of a server. A search that finds none free waits for one.
#[derive(Clone, Debug)]
pub struct Searches {
    places: Arc<Places>,
    /// Those for studies, which may go on without end and must not keep anybody's game waiting.
    studies: Arc<Places>,
}

#[derive(Debug)]
struct Places {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Searches {
    /// Room for so many searches at once.
    pub fn at_most(places: usize) -> Searches {
        let room = || Arc::new(Places { free: Mutex::new(places), freed: Condvar::new() });
        Searches { places: room(), studies: room() }
    }

    /// The places for studies of games, as many as there are for the games.
    #[must_use]
    pub fn studies(&self) -> Searches {
        Searches { places: Arc::clone(&self.studies), studies: Arc::clone(&self.studies) }
    }

    /// Waits for a place; `None` if told to stop first.
    fn enter(&self, stop: &Stop) -> Option<Place> {
        let mut free = self.places.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if stop.is_stopped() {
                return None;
            }
            if *free > 0 {
                *free -= 1;
                return Some(Place(Arc::clone(&self.places)));
            }
            free = self.places.freed.wait_timeout(free, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Default for Searches {
    /// As many as the machine has processors, and at least two: nobody waits for one other person.
    fn default() -> Searches {
        Searches::at_most(thread::available_parallelism().map_or(2, usize::from).max(2))
    }
}

/// A place taken; free again when dropped.
struct Place(Arc<Places>);

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

/// What a search thread sends home.
pub struct Word {
    /// The number of the search.
    pub search: u64,
    /// What it has to say.
    pub news: News,
}

/// The parts of a search's life that a session hears of.
pub enum News {
    /// What it thinks so far.
    Progress(Thought),
    /// Its end, with the player back.
    Done(Box<dyn Player>, Result<Thought, Error>),
    /// What a run of the lab has to say; `search` is then the number of the run.
    Lab(LabNews),
}

/// A search to be run.
pub struct Job {
    /// Its number, in every [`Word`] of it.
    pub search: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// Who thinks.
    pub player: Box<dyn Player>,
    /// About what.
    pub table: Box<dyn Table>,
    /// How long at most; the stop flag ends it.
    pub limits: Limits,
    /// How long its end is held back at least, so that people can follow machines.
    pub pace: Duration,
}

impl Searches {
    /// Runs a search on a thread of its own.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn run(&self, job: Job, send: impl Fn(Word) + Send + 'static) -> Result<(), Error> {
        let searches = self.clone();
        thread::Builder::new()
            .name("search".into())
            .stack_size(16 << 20)
            .spawn(move || job.run(&searches, send))
            .map(drop)
            .map_err(|error| Error::Player(format!("no thread for a search: {error}")))
    }
}

impl Searches {
    /// Does work on a thread of its own, once there is a place for it or it is told to stop.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn spawn(&self, stop: &Stop, work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        let (searches, stop) = (self.clone(), stop.clone());
        thread::Builder::new()
            .name("search".into())
            .stack_size(16 << 20)
            .spawn(move || {
                let _place = searches.enter(&stop);
                work();
            })
            .map(drop)
            .map_err(|error| Error::Player(format!("no thread for a search: {error}")))
    }
}

impl Job {
    fn run(mut self, searches: &Searches, send: impl Fn(Word)) {
        let search = self.search;
        // One that is told to stop while it waits has no place, and needs none: it gives its first move at once.
        let place = searches.enter(&self.limits.stop);
        let began = Instant::now();
        let thought = catch_unwind(AssertUnwindSafe(|| {
            self.player.think(&*self.table, &self.limits, &mut |thought| {
                send(Word { search, news: News::Progress(thought.clone()) });
            })
        }));
        drop(place);
        let thought = thought.unwrap_or_else(|_| Err(Error::Player("it gave up for no known reason".into())));
        while began.elapsed() < self.pace && !self.limits.stop.is_stopped() {
            thread::sleep(POLL);
        }
        send(Word { search, news: News::Done(self.player, thought) });
    }
}
