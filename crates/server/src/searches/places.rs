//! Who may search now, and who waits: so many places, shared fairly by all connections.
//!
//! - Who has waited longest of those whose connections search least comes next, and brief searches before all others.
//! - One place is kept for brief searches: however many longer ones there are, it is free again within [`BRIEF`].
//! - Nobody takes the last free place while searching elsewhere, so that whoever comes next need not wait for it.
//! - A longer search that others wait for rests after its [`TURN`], and goes on where it was when it is its turn again.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use wanqi_play::Stop;
use wanqi_play::host::Instant;

/// The longest that a search may be limited to for the place that is kept for brief ones.
pub const BRIEF: Duration = Duration::from_secs(2);
/// How long a search keeps its place while others wait for it.
const TURN: Duration = Duration::from_secs(2);

/// Who asks for places, so that one alone does not take them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connection(pub u64);

/// The places, and the searches that have or want one.
#[derive(Debug)]
pub struct SearchSlots {
    allotment: Mutex<Allotment>,
    changed: Condvar,
}

/// A place taken; free again when dropped.
pub struct SearchSlot {
    places: Arc<SearchSlots>,
    number: u64,
}

impl SearchSlots {
    /// So many for all searches, and one more for brief ones; none at all if there are to be none.
    pub fn new(places: usize) -> SearchSlots {
        let allotment =
            Allotment { places, begun: 0, running: Vec::new(), waiting: Vec::new(), has_watchman: false };
        SearchSlots { allotment: Mutex::new(allotment), changed: Condvar::new() }
    }

    /// Waits for a place; `None` if told to stop first. The flag must be the search's own: it lets the search rest
    /// when its turn is over.
    pub fn enter(self: &Arc<Self>, connection: Connection, brief: bool, stop: &Stop) -> Option<SearchSlot> {
        // Whoever waits is told by this flag, be it to begin or to end.
        stop.pause();
        let number = self.change(|all| all.wait(connection, brief, stop.clone(), Instant::now()));
        let place = SearchSlot { places: Arc::clone(self), number };
        (!stop.checkpoint()).then_some(place)
    }

    /// Changes who wants what, and gives the places accordingly.
    fn change<T>(self: &Arc<Self>, change: impl FnOnce(&mut Allotment) -> T) -> T {
        let mut all = self.lock();
        let told = change(&mut all);
        all.allot(Instant::now());
        if !all.waiting.is_empty() && !all.has_watchman {
            let places = Arc::clone(self);
            let watchman = thread::Builder::new().name("turns".into()).spawn(move || places.watch());
            match watchman {
                Ok(_) => all.has_watchman = true,
                Err(error) => tracing::warn!("searches take no turns: no thread: {error}"),
            }
        }
        drop(all);
        self.changed.notify_all();
        told
    }

    /// Ends turns, as long as anybody waits.
    fn watch(&self) {
        let mut all = self.lock();
        loop {
            let next = all.allot(Instant::now());
            if all.waiting.is_empty() {
                all.has_watchman = false;
                return;
            }
            all = match next {
                Some(time) => self.changed.wait_timeout(all, time).unwrap_or_else(PoisonError::into_inner).0,
                None => self.changed.wait(all).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Allotment> {
        self.allotment.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SearchSlot {
    fn drop(&mut self) {
        self.places.change(|all| all.leave(self.number));
    }
}

/// Who has a place and who waits for one: all that fairness depends on, free of threads.
#[derive(Debug)]
struct Allotment {
    places: usize,
    /// Searches so far; each one's number is its place among them.
    begun: u64,
    running: Vec<Seeker>,
    /// In the order in which they came, or had to rest.
    waiting: Vec<Seeker>,
    /// Whether there is a thread that ends turns.
    has_watchman: bool,
}

/// A search that has a place, or wants one.
#[derive(Debug)]
struct Seeker {
    number: u64,
    connection: Connection,
    brief: bool,
    stop: Stop,
    /// When its turn is over; or while it waits, from when on it may end those of others.
    until: Instant,
}

impl Allotment {
    fn wait(&mut self, connection: Connection, brief: bool, stop: Stop, now: Instant) -> u64 {
        self.begun += 1;
        self.waiting.push(Seeker { number: self.begun, connection, brief, stop, until: now });
        self.begun
    }

    fn leave(&mut self, number: u64) {
        let is_it = |seeker: &mut Seeker| seeker.number == number;
        // One that comes to its end while it should rest need not.
        self.running.extract_if(.., is_it).chain(self.waiting.extract_if(.., is_it)).for_each(|seeker| {
            seeker.stop.resume();
        });
    }

    /// Gives free places to those who wait, and those of searches whose turn is over; and says how long it will be
    /// until that may change by itself, if it may.
    fn allot(&mut self, now: Instant) -> Option<Duration> {
        while let Some(next) = self.first_of_waiting(|seeker| self.may_run(seeker, None)) {
            self.begin(next, now);
        }
        while let Some((next, last)) = self.exchange(now) {
            let seeker = self.running.remove(last);
            seeker.stop.pause();
            self.begin(next, now);
            // Who has had a turn gives way for as long.
            self.waiting.push(Seeker { until: now + TURN, ..seeker });
        }
        let left = |seeker: &Seeker| Some(seeker.until - now).filter(|left| !left.is_zero());
        self.running.iter().chain(&self.waiting).filter_map(left).min()
    }

    fn begin(&mut self, waiting: usize, now: Instant) {
        let seeker = self.waiting.remove(waiting);
        seeker.stop.resume();
        self.running.push(Seeker { until: now + TURN, ..seeker });
    }

    /// The first in line of those whom `may` holds for.
    fn first_of_waiting(&self, may: impl Fn(&Seeker) -> bool) -> Option<usize> {
        let candidates = self.waiting.iter().enumerate().filter(|(_, seeker)| may(seeker));
        let order = |seeker: &Seeker| (!seeker.brief, self.searches_of(seeker.connection));
        candidates.min_by_key(|(_, seeker)| order(seeker)).map(|(at, _)| at)
    }

    /// Who of those who wait takes whose place, if any turn is over that helps.
    fn exchange(&self, now: Instant) -> Option<(usize, usize)> {
        let over = |seeker: &Seeker| !seeker.brief && seeker.until <= now;
        let mut last: Vec<usize> = (0..self.running.len()).filter(|&at| over(&self.running[at])).collect();
        last.sort_by_key(|&at| {
            let seeker = &self.running[at];
            (std::cmp::Reverse(self.searches_of(seeker.connection)), seeker.until)
        });
        last.into_iter().find_map(|at| {
            let last = Some(&self.running[at]);
            Some((self.first_of_waiting(|seeker| seeker.until <= now && self.may_run(seeker, last))?, at))
        })
    }

    /// Whether there is a place for a search, `without` another.
    fn may_run(&self, seeker: &Seeker, without: Option<&Seeker>) -> bool {
        let others = || {
            self.running.iter().filter(|other| without.is_none_or(|without| without.number != other.number))
        };
        let kept = usize::from(self.places > 0);
        let free = (self.places + kept).saturating_sub(others().count());
        let longer = self.places.saturating_sub(others().filter(|other| !other.brief).count());
        let free = if seeker.brief { free } else { free.min(longer) };
        let has_one = others().any(|other| other.connection == seeker.connection);
        free > usize::from(has_one)
    }

    fn searches_of(&self, connection: Connection) -> usize {
        self.running.iter().filter(|seeker| seeker.connection == connection).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// What happens when, in seconds, and who searches then. A search is named by its connection and a number; a small
    /// letter is a brief search of the connection of the large one. `+` has it come, `-` go.
    fn check(places: usize, script: &[(u64, &str, &str)]) {
        let began = Instant::now();
        let mut all =
            Allotment { places, begun: 0, running: Vec::new(), waiting: Vec::new(), has_watchman: false };
        let mut numbers: HashMap<String, u64> = HashMap::new();
        for &(second, happens, expected) in script {
            let now = began + Duration::from_secs(second);
            for message in happens.split_whitespace() {
                let (sign, name) = message.split_at(1);
                if sign == "+" {
                    let connection = Connection(u64::from(name.to_ascii_uppercase().as_bytes()[0]));
                    let brief = name.starts_with(char::is_lowercase);
                    let number = all.wait(connection, brief, Stop::default(), now);
                    numbers.insert(name.to_owned(), number);
                } else {
                    all.leave(numbers.remove(name).expect("it is there"));
                }
                all.allot(now);
            }
            all.allot(now);
            let mut found: Vec<&str> = numbers
                .iter()
                .filter(|(_, number)| all.running.iter().any(|seeker| seeker.number == **number))
                .map(|(name, _)| name.as_str())
                .collect();
            found.sort_unstable();
            assert_eq!(found.join(" "), expected, "{second} s: {happens}");
        }
    }

    #[test]
    fn who_comes_first_is_served_first() {
        check(2, &[(0, "+A1 +B1 +C1 +D1", "A1 B1"), (1, "-A1", "B1 C1"), (1, "-B1", "C1 D1")]);
    }

    #[test]
    fn a_place_is_kept_for_brief_searches() {
        check(
            2,
            &[
                (0, "+A1 +B1 +C1", "A1 B1"),
                (1, "+d1", "A1 B1 d1"),
                (1, "+e1 +f1", "A1 B1 d1"),
                (1, "-d1", "A1 B1 e1"),
                (1, "-A1", "B1 e1 f1"),
            ],
        );
        // Longer ones never take it, and brief ones come before those who have waited longer.
        check(1, &[(0, "+A1 +B1 +C1 +d1", "A1 d1"), (1, "+e1", "A1 d1"), (1, "-d1", "A1 e1")]);
    }

    #[test]
    fn one_connection_never_holds_the_last_free_place() {
        check(3, &[(0, "+A1 +A2 +A3", "A1 A2"), (1, "+B1", "A1 A2 B1"), (1, "-A1", "A2 B1")]);
        check(2, &[(0, "+A1 +a2 +a3", "A1 a2"), (1, "+b1", "A1 a2 b1")]);
        // Alone, its searches take turns.
        check(1, &[(0, "+A1 +A2", "A1"), (2, "", "A2"), (4, "", "A1")]);
    }

    #[test]
    fn whoever_searches_least_comes_next() {
        check(3, &[(0, "+A1 +A2 +B1 +A3 +C1", "A1 A2 B1"), (1, "-B1", "A1 A2 C1")]);
    }

    #[test]
    fn searches_take_turns_while_others_wait() {
        check(
            2,
            &[
                (0, "+A1 +B1", "A1 B1"),
                (300, "", "A1 B1"),
                (300, "+C1", "B1 C1"),
                (301, "+D1", "C1 D1"),
                (302, "", "A1 D1"),
                (303, "", "A1 B1"),
                (304, "-A1", "B1 C1"),
                // Nobody waits but one who cannot begin: nothing changes.
                (304, "-D1", "B1 C1"),
                (400, "", "B1 C1"),
            ],
        );
        // Brief searches end by themselves.
        check(1, &[(0, "+A1 +b1 +c1", "A1 b1"), (10, "", "b1 c1"), (20, "-b1", "A1 c1")]);
    }

    #[test]
    fn whoever_waits_is_woken_by_its_place_or_its_flag() {
        let places = Arc::new(SearchSlots::new(1));
        let seek = |connection, stop: &Stop| {
            let (places, stop) = (Arc::clone(&places), stop.clone());
            thread::spawn(move || places.enter(Connection(connection), true, &stop).is_some())
        };
        let held = [1, 2].map(|one| places.enter(Connection(one), true, &Stop::default()));
        let [one, other] = [Stop::default(), Stop::default()];
        let (first, second) = (seek(3, &one), seek(4, &other));
        one.stop();
        assert!(!first.join().expect("it ends"), "its flag");
        drop(held);
        assert!(second.join().expect("it ends"), "a free place");
        assert!(!other.is_stopped());
        let all = places.lock();
        assert!(all.running.is_empty() && all.waiting.is_empty());
    }
}
