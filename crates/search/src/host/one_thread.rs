//! One thread for everybody: work in a queue, turns at checkpoints, and the page's clock. Other threads, if there are any, only help
//! searches.

use super::{Threads, Urgency};
use std::cell::Cell;
use std::io;
use std::ops::{Add, AddAssign, Sub, SubAssign};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// What the machine below can do.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Milliseconds by a clock that never goes back.
    pub now: fn() -> f64,
    /// Milliseconds since 1970.
    pub since_1970: fn() -> f64,
    /// Hears what has come meanwhile, after so many milliseconds at most if nothing has, and says whether that was possible;
    /// `None` where nothing can ever be heard while a search is under way.
    pub hear: Option<fn(u32) -> bool>,
    /// How many threads a search may have.
    pub threads: fn() -> Threads,
    /// Gets so many threads ready that may help.
    pub expect_helpers: fn(usize),
    /// Does the work that comes second, while threads that are free do pieces of the first. Comes back when none of these is under
    /// way; those that nobody has begun by then are dropped.
    pub help: fn(Vec<Help<'_>>, &mut dyn FnMut()),
}

/// A piece of work for another thread.
pub type Help<'a> = Box<dyn FnOnce() + Send + 'a>;

impl Default for Host {
    /// Time stands still, nobody is heard and nobody helps.
    fn default() -> Host {
        Host {
            now: || 0.0,
            since_1970: || 0.0,
            hear: None,
            threads: || Threads::One,
            expect_helpers: |_| {},
            help: |_, own| own(),
        }
    }
}

static HOST: OnceLock<Host> = OnceLock::new();

/// Says what the machine can do, before anything else is asked. Only the first call counts.
pub fn install(host: Host) {
    let _ = HOST.set(host);
}

fn host() -> Host {
    *HOST.get_or_init(Host::default)
}

/// Whether messages are heard while a search is under way.
#[must_use]
pub fn takes_turns() -> bool {
    host().hear.is_some()
}

/// The time of day in UTC, since 1970.
pub fn since_1970() -> Duration {
    milliseconds((host().since_1970)())
}

/// How many threads a search may have.
pub fn threads() -> Threads {
    (host().threads)()
}

/// Says that a search with so many helpers is to come: threads take a while to begin.
pub fn expect_helpers(helpers: usize) {
    (host().expect_helpers)(helpers.min(threads().count() - 1));
}

thread_local! {
    /// Whether this is a thread that helps. It waits like any other thread, and hears nothing.
    static IS_HELPER: Cell<bool> = const { Cell::new(false) };
}

/// Does `own` here while each of `helpers` is done on a thread of its own; where none is free, `own` does without. It must tell
/// the helpers to end before it comes back. Beside what has come of it are the results of the helpers, in their order. How much
/// stack they have is up to the host.
pub fn with_helpers<T, H: Send>(
    _: usize,
    helpers: impl IntoIterator<Item = impl FnOnce() -> H + Send>,
    own: impl FnOnce() -> T,
) -> (T, Vec<H>) {
    let helpers: Vec<_> = helpers.into_iter().collect();
    if helpers.is_empty() {
        return (own(), Vec::new());
    }
    let results: Vec<Mutex<Option<H>>> = helpers.iter().map(|_| Mutex::new(None)).collect();
    let mut work: Vec<Help<'_>> = Vec::new();
    for (help, result) in helpers.into_iter().zip(&results) {
        work.push(Box::new(move || {
            IS_HELPER.set(true);
            let done = help();
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        }));
    }
    let (mut own, mut done) = (Some(own), None);
    (host().help)(work, &mut || done = own.take().map(|own| own()));
    let results = results.into_iter();
    let helped = results.filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    (done.expect("the host has done it"), helped.collect())
}

fn milliseconds(time: f64) -> Duration {
    Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default()
}

/// A moment by the page's clock: what `std::time::Instant` is elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// Now.
    pub fn now() -> Instant {
        Instant(milliseconds((host().now)()))
    }

    /// Time since then.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }

    /// Time since an earlier moment; none if that is later.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The same.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    /// So much later; `None` if that is too long to say.
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, time: Duration) {
        self.0 += time;
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    fn sub(self, time: Duration) -> Instant {
        Instant(self.0.saturating_sub(time))
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, time: Duration) {
        *self = *self - time;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}

/// Work that waits for the thread.
struct Waiting {
    number: u64,
    urgency: Urgency,
    work: Box<dyn FnOnce() + Send>,
}

/// What waits, and what is under way: the last was begun on top of those before it.
#[derive(Default)]
struct Queue {
    begun: u64,
    waiting: Vec<Waiting>,
    running: Vec<Urgency>,
}

/// What looks at something at every turn, as long as it says so.
type Watchman = Box<dyn FnMut() -> bool + Send>;

static WATCHMEN: Mutex<Vec<Watchman>> = Mutex::new(Vec::new());

/// Has somebody look at something at every turn, until he says that he need not any more.
pub fn at_turns(watchman: impl FnMut() -> bool + Send + 'static) {
    WATCHMEN.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(watchman));
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue { begun: 0, waiting: Vec::new(), running: Vec::new() });

fn queue() -> MutexGuard<'static, Queue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work that is to be done, is being done or is done.
#[derive(Debug)]
pub struct Task<T> {
    number: u64,
    result: Arc<Mutex<Option<T>>>,
}

/// Puts work into the queue. Stack and name are for machines with threads.
///
/// # Errors
/// Never; where there are threads the system may give none.
pub fn spawn<T: Send + 'static>(
    _: &str,
    _: usize,
    urgency: Urgency,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Task<T>> {
    let result = Arc::new(Mutex::new(None));
    let place = Arc::clone(&result);
    let work = Box::new(move || {
        let done = work();
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
    });
    let mut queue = queue();
    queue.begun += 1;
    let number = queue.begun;
    queue.waiting.push(Waiting { number, urgency, work });
    Ok(Task { number, result })
}

impl<T> Task<T> {
    /// Whether it is done.
    pub fn is_finished(&self) -> bool {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Does it now if nobody has begun it, and gives what has come of it. `None` if it is under way below whoever asks, who
    /// would wait for ever: see [`is_busy`].
    pub fn join(self) -> Option<T> {
        run_one(|waiting| waiting.number == self.number);
        self.result.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Whether any work is under way, so that whoever is called now stands on top of it.
#[must_use]
pub fn is_busy() -> bool {
    !queue().running.is_empty()
}

/// Whether any work waits.
#[must_use]
pub fn is_waiting() -> bool {
    !queue().waiting.is_empty()
}

/// Does all that waits, the most urgent first.
pub fn run_waiting() {
    while run_next() {}
}

/// Does the most urgent work that may be done on top of what is under way, the latest of its kind: studies never keep
/// games waiting. Says whether there was any.
fn run_next() -> bool {
    let least = queue().running.iter().copied().max().unwrap_or(Urgency::Study);
    let found = queue().waiting.iter().map(|waiting| waiting.urgency).max().filter(|&most| most >= least);
    found.is_some_and(|most| run_one(|waiting| waiting.urgency == most))
}

fn run_one(which: impl Fn(&Waiting) -> bool) -> bool {
    let mut all = queue();
    let Some(place) = all.waiting.iter().position(which) else { return false };
    let Waiting { urgency, work, .. } = all.waiting.remove(place);
    all.running.push(urgency);
    drop(all);
    work();
    queue().running.pop();
    true
}

/// Time between two turns, in microseconds: a stop is heard within a few times this, and a turn costs some hundredths of it.
const INTERVAL: u64 = 8_000;

/// When the next turn is due, in microseconds by the clock.
static DUE: AtomicU64 = AtomicU64::new(0);

/// A checkpoint of a search: now and then hears what has come meanwhile, and does what has become more urgent.
pub fn turn() {
    let now = ((host().now)() * 1000.0) as u64;
    if now >= DUE.load(Ordering::Relaxed) {
        hear(0);
    }
}

/// Waits for something to come, so many milliseconds at most, and does what has become more urgent. False where nothing can be
/// heard.
pub fn hear(most: u32) -> bool {
    let Some(hear) = host().hear else { return false };
    if !hear(most) {
        return false;
    }
    WATCHMEN.lock().unwrap_or_else(PoisonError::into_inner).retain_mut(|watchman| watchman());
    while run_next() {}
    DUE.store(((host().now)() * 1000.0) as u64 + INTERVAL, Ordering::Relaxed);
    true
}

/// Waits as long as something holds of what a lock guards, and so long at most: hears what comes meanwhile. Where nothing can be
/// heard nothing can change either, and waiting ends at once.
pub fn wait_while<T>(
    state: &Mutex<T>,
    changed: &Condvar,
    most: Option<Duration>,
    mut holds: impl FnMut(&mut T) -> bool,
) {
    /// Milliseconds between two looks, where nothing comes.
    const PATIENCE: u128 = 50;
    let began = Instant::now();
    if IS_HELPER.get() {
        let mut lock = state.lock().unwrap_or_else(PoisonError::into_inner);
        while holds(&mut lock) {
            // The library's own measure of time is none of a browser's.
            let left = most.map_or(Duration::MAX, |most| most.saturating_sub(began.elapsed()));
            if left.is_zero() {
                return;
            }
            let left = left.min(Duration::from_secs(60));
            lock = changed.wait_timeout(lock, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        return;
    }
    while holds(&mut state.lock().unwrap_or_else(PoisonError::into_inner)) {
        let left = most.map_or(PATIENCE, |most| most.saturating_sub(began.elapsed()).as_millis());
        if left == 0 || !hear(left.min(PATIENCE) as u32) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_reckoned_with_as_elsewhere() {
        let (start, second) = (Instant(Duration::from_secs(5)), Duration::from_secs(1));
        let later = start + second;
        assert_eq!((later - start, start - later), (second, Duration::ZERO));
        assert_eq!((later - second, later.duration_since(start)), (start, second));
        assert_eq!(start.checked_add(Duration::MAX), None);
        assert!(start < later);
    }

    #[test]
    fn where_nobody_helps_all_goes_on() {
        assert_eq!((threads().count(), with_helpers(0, [|| 1, || 2], || 3)), (1, (3, vec![])));
    }

    #[test]
    fn games_come_first_and_studies_wait_for_them() {
        let said = Arc::new(Mutex::new(Vec::new()));
        let work = |name: &'static str, urgency| {
            let said = Arc::clone(&said);
            let say = move |what: &str| said.lock().expect("no panic").push(format!("{name}{what}"));
            spawn(name, 0, urgency, move || {
                say("+");
                while run_next() {}
                say("-");
                name
            })
            .expect("it never fails")
        };
        let study = work("study", Urgency::Study);
        let game = work("game", Urgency::Game);
        let joined = work("joined", Urgency::Study);
        assert!(!game.is_finished() && is_waiting() && !is_busy());
        // Whoever waits for work does it himself; what is more urgent comes on top.
        assert_eq!(joined.join(), Some("joined"));
        run_waiting();
        assert!(study.is_finished() && game.is_finished() && !is_waiting());
        let said = said.lock().expect("no panic").join(" ");
        assert_eq!(said, "joined+ game+ game- study+ study- joined-");
    }
}
