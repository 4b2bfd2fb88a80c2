//! Searches on threads of their own, only so many at once; `places` says whose turn it is.

mod places;

use crate::lab::LabEvent;
use crate::learning::LearnReport;
use crate::protocol::Purpose;
use crate::tournament::TournamentReport;
use places::{BRIEF, Connection, SearchSlots};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use wanqi_play::host::{self, Instant, Urgency};
use wanqi_play::{Error, Limits, Player, Stop, Table, Thought};

/// How long a search may take where nothing is heard meanwhile.
const UNHEARD: Duration = Duration::from_secs(2);

/// Each search has a stack of its own, and recurses once a ply.
const STACK: usize = 16 << 20;

/// The places for searches, shared by all games of a server. A search that finds none free waits for one.
#[derive(Clone, Debug)]
pub struct Searches {
    games: Arc<SearchSlots>,
    /// Those for studies, which may go on without end and must not keep anybody's game waiting.
    studies: Arc<SearchSlots>,
    connections: Arc<AtomicU64>,
}

/// The way of one connection to the places.
#[derive(Clone, Debug)]
pub struct Seat {
    places: Arc<SearchSlots>,
    connection: Connection,
    urgency: Urgency,
}

impl Searches {
    /// Room for so many searches at once, and for one more that is brief; for none at all if there are to be none.
    pub fn at_most(places: usize) -> Searches {
        let room = || Arc::new(SearchSlots::new(places));
        Searches { games: room(), studies: room(), connections: Arc::default() }
    }

    /// What another connection has: a seat for its game, and one for its studies. There are as many places for studies
    /// as for games.
    #[must_use]
    pub fn seats(&self) -> [Seat; 2] {
        let connection = Connection(self.connections.fetch_add(1, Ordering::Relaxed));
        let places = [(&self.games, Urgency::Game), (&self.studies, Urgency::Study)];
        places.map(|(places, urgency)| Seat { places: Arc::clone(places), connection, urgency })
    }
}

impl Default for Searches {
    /// As many as the machine has processors, and at least three: one connection has at most two of them, and nobody
    /// waits for one other person. Where all share one thread, whose turn it is is settled there, and nobody waits here.
    fn default() -> Searches {
        let takes_turns = cfg!(target_arch = "wasm32");
        Searches::at_most(if takes_turns { 1000 } else { processors().max(3) })
    }
}

/// What a search thread sends home.
pub struct SessionMessage {
    /// The number of the search.
    pub search: u64,
    /// What it has to say.
    pub event: SearchEvent,
}

/// The parts of a search's life that a session hears of.
pub enum SearchEvent {
    /// What it thinks so far.
    Progress(Thought),
    /// Its end, with the player back.
    Done(Box<dyn Player>, Result<Thought, Error>),
    /// What a run of the lab has to say; `search` is then the number of the run.
    Lab(LabEvent),
    /// What a tournament has to say; `search` is then the number of the tournament.
    Tournament(Box<TournamentReport>),
    /// What is to be seen of learning; `search` is then the number of the look at it.
    Learn(Box<LearnReport>),
}

/// A search to be run.
pub struct Job {
    /// Its number, in every [`SessionMessage`] of it.
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

impl Seat {
    /// Runs a search on a thread of its own.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn run(&self, job: Job, send: impl Fn(SessionMessage) + Send + 'static) -> Result<(), Error> {
        let seat = self.clone();
        begin(self.urgency, move || job.run(&seat, send))
    }

    /// Does work on a thread of its own, once there is a place for it or it is told to stop.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn spawn(&self, stop: &Stop, work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
        let (seat, stop) = (self.clone(), stop.clone());
        begin(self.urgency, move || {
            let _place = seat.places.enter(seat.connection, false, &stop);
            work();
        })
    }

    /// Does work that takes a moment on this thread, once there is a place for it or it is told to stop.
    pub fn briefly<T>(&self, stop: &Stop, work: impl FnOnce() -> T) -> T {
        let _place = self.places.enter(self.connection, true, stop);
        work()
    }
}

/// How many processors there are; none where that cannot be told.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(0, usize::from)
}

/// Does work on a thread of its own.
pub(crate) fn begin(urgency: Urgency, work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let thread = host::spawn("search", STACK, urgency, work);
    thread.map(drop).map_err(|error| Error::Player(format!("no thread for a search: {error}")))
}

impl Job {
    /// Whether it takes little time, whatever happens.
    fn is_brief(&self) -> bool {
        let limits = self.player.own_limits().within(&self.limits);
        limits.time.is_some_and(|time| time <= BRIEF)
    }

    fn run(mut self, seat: &Seat, send: impl Fn(SessionMessage)) {
        let search = self.search;
        // One that is told to stop while it waits has no place, and needs none: it gives its first move at once.
        let place = seat.places.enter(seat.connection, self.is_brief(), &self.limits.stop);
        if !host::takes_turns() {
            // Nobody can stop it before it ends by itself.
            self.limits.time = self.limits.time.into_iter().chain([UNHEARD]).min();
        }
        let began = Instant::now();
        let thought = catch_unwind(AssertUnwindSafe(|| {
            self.player.think(&*self.table, &self.limits, &mut |thought| {
                send(SessionMessage { search, event: SearchEvent::Progress(thought.clone()) });
            })
        }));
        drop(place);
        let thought = thought.unwrap_or_else(|_| Err(Error::Player("it gave up for no known reason".into())));
        self.limits.stop.sleep(self.pace.saturating_sub(began.elapsed()));
        send(SessionMessage { search, event: SearchEvent::Done(self.player, thought) });
    }
}
