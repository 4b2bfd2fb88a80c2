//! Telling a search from another thread to end, or to rest for a while.

use crate::host;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A flag that ends a search from another thread, and lets it rest where many searches share few processors.
///
/// All clones are one flag. A search passes [`Stop::checkpoint`] every millisecond or so, which costs a relaxed load
/// as long as nobody has said anything; everybody else asks [`Stop::is_stopped`], which never waits.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Signal>);

#[derive(Debug, Default)]
struct Signal {
    /// What this is a [part](Stop::part) of.
    whole: Option<Stop>,
    /// What is to be done: [`GO`], [`REST`] or [`END`]. Written while `lock` is held, so that no sleeper misses it.
    told: AtomicU8,
    lock: Mutex<()>,
    changed: Condvar,
}

const GO: u8 = 0;
const REST: u8 = 1;
const END: u8 = 2;

impl Stop {
    /// Tells every search that holds this flag to come back with what it has, and wakes those that rest.
    pub fn stop(&self) {
        self.tell(|_| END);
    }

    /// Whether it has been told so.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.told.load(Ordering::Relaxed) == END || self.0.whole.as_ref().is_some_and(Stop::is_stopped)
    }

    /// A flag for part of a search: those who hold it rest and end with the whole, and may be told to end before.
    #[must_use]
    pub fn part(&self) -> Stop {
        Stop(Arc::new(Signal { whole: Some(self.clone()), ..Signal::default() }))
    }

    /// Lets searches rest at their next [checkpoint](Stop::checkpoint). Their time goes on.
    pub fn pause(&self) {
        self.tell(|told| if told == GO { REST } else { told });
    }

    /// Lets searches that rest go on.
    pub fn resume(&self) {
        self.tell(|told| if told == REST { GO } else { told });
    }

    /// For those who search: waits here as long as they are to rest, and says whether they are to end.
    #[inline]
    pub fn checkpoint(&self) -> bool {
        host::turn();
        match self.0.told.load(Ordering::Relaxed) {
            GO => self.0.whole.as_ref().is_some_and(Stop::checkpoint),
            _ => self.rest(),
        }
    }

    /// Sleeps so long, or until this very flag is told to end; says whether it is.
    pub fn sleep(&self, time: Duration) -> bool {
        host::wait_while(&self.0.lock, &self.0.changed, Some(time), |()| !self.is_stopped());
        self.is_stopped()
    }

    #[cold]
    fn rest(&self) -> bool {
        let is_resting = |(): &mut ()| self.0.told.load(Ordering::Relaxed) == REST;
        host::wait_while(&self.0.lock, &self.0.changed, None, is_resting);
        self.is_stopped()
    }

    fn tell(&self, next: impl FnOnce(u8) -> u8) {
        let lock = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.told.store(next(self.0.told.load(Ordering::Relaxed)), Ordering::Relaxed);
        drop(lock);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    const LONG: Duration = Duration::from_secs(60);

    /// What a thread at the checkpoint comes back with after these calls.
    fn check(calls: &[fn(&Stop)], stopped: bool) {
        let stop = Stop::default();
        stop.pause();
        let (said, heard) = channel();
        let theirs = stop.clone();
        let thread = thread::spawn(move || said.send(theirs.checkpoint()));
        assert!(heard.recv_timeout(Duration::from_millis(20)).is_err(), "it rests");
        calls.iter().for_each(|call| call(&stop));
        assert_eq!(heard.recv_timeout(LONG), Ok(stopped), "it is woken");
        thread.join().expect("it has ended").expect("it was heard");
        assert_eq!((stop.is_stopped(), stop.checkpoint()), (stopped, stopped));
    }

    #[test]
    fn whoever_rests_is_woken() {
        check(&[Stop::resume], false);
        check(&[Stop::stop], true);
        check(&[Stop::stop, Stop::pause, Stop::resume], true);
    }

    #[test]
    fn parts_end_with_the_whole_and_alone() {
        let whole = Stop::default();
        let parts = [whole.part(), whole.part()];
        parts[0].stop();
        assert_eq!([&whole, &parts[0], &parts[1]].map(Stop::checkpoint), [false, true, false]);
        whole.stop();
        assert!(parts[1].checkpoint() && parts[1].is_stopped());
    }

    #[test]
    fn whoever_only_asks_never_waits() {
        let stop = Stop::default();
        stop.pause();
        assert!(!stop.is_stopped() && !stop.sleep(Duration::ZERO));
        stop.stop();
        assert!(stop.is_stopped() && stop.sleep(LONG));
    }
}
