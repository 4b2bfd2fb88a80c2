//! What searches and whoever runs them ask of the machine below: the time, a thread for work, and to wait.
//!
//! On a machine with threads that is the standard library. In WebAssembly there is one thread, and time is a question to the
//! page: work waits in a queue until `one_thread::run_waiting` does it, and a search passes
//! [`turn`] at each of its checkpoints, where the messages that have come meanwhile are heard and more urgent work is done on
//! top of it. So a stop is heard within milliseconds, and nobody needs to take a search apart into slices. Where the page gives
//! more threads, they do nothing but help searches: [`with_helpers`].

#[cfg(any(target_arch = "wasm32", test))]
pub mod one_thread;

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;
#[cfg(not(target_arch = "wasm32"))]
pub use with_threads::{Task, expect_helpers, since_1970, spawn, threads, turn, wait_while, with_helpers};

#[cfg(target_arch = "wasm32")]
pub use one_thread::{
    Instant, Task, expect_helpers, since_1970, spawn, threads, turn, wait_while, with_helpers,
};

/// How urgent work is where everybody shares one thread. With threads it makes no difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Urgency {
    /// May go on without end, and must not keep a game waiting.
    Study,
    /// Somebody waits for a move.
    Game,
}

/// How many threads a search may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// So many: one a core.
    AtMost(usize),
    /// One as long as the page is not isolated from others, without which browsers share no memory.
    NotIsolated,
    /// One: the program was built for no more.
    One,
}

impl Threads {
    /// How many that are.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Threads::AtMost(count) => count,
            Threads::NotIsolated | Threads::One => 1,
        }
    }
}

/// Whether anything can be done on a thread of its own, beside helping a search.
pub const HAS_THREADS: bool = cfg!(not(target_arch = "wasm32"));

/// Whether searches can be heard and told something while they think: with threads always.
#[must_use]
pub fn takes_turns() -> bool {
    #[cfg(target_arch = "wasm32")]
    return one_thread::takes_turns();
    #[cfg(not(target_arch = "wasm32"))]
    true
}

#[cfg(not(target_arch = "wasm32"))]
mod with_threads {
    use super::{Threads, Urgency};
    use std::io;
    use std::num::NonZero;
    use std::sync::{Condvar, Mutex, PoisonError};
    use std::thread::{self, Builder, JoinHandle};
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    /// Work on a thread of its own.
    #[derive(Debug)]
    pub struct Task<T>(JoinHandle<T>);

    /// Does work on a thread of its own with so many bytes of stack; the name is for whoever debugs it.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn spawn<T: Send + 'static>(
        name: &str,
        stack: usize,
        _: Urgency,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<Task<T>> {
        Builder::new().name(name.into()).stack_size(stack).spawn(work).map(Task)
    }

    impl<T> Task<T> {
        /// Whether it is done, or has failed.
        pub fn is_finished(&self) -> bool {
            self.0.is_finished()
        }

        /// Waits for it, and gives what has come of it; `None` if it has failed.
        pub fn join(self) -> Option<T> {
            self.0.join().ok()
        }
    }

    /// How many threads a search may have.
    pub fn threads() -> Threads {
        Threads::AtMost(thread::available_parallelism().map_or(1, NonZero::get))
    }

    /// Says that a search with so many helpers is to come, which some machines have to get ready for.
    pub fn expect_helpers(_: usize) {}

    /// Does `own` here, and each of `helpers` on a thread of its own with so many bytes of stack; where the system gives no
    /// thread, `own` does without. It must tell the helpers to end before it comes back. Beside what has come of it are the
    /// results of the helpers, in their order; one that has failed has nothing to say.
    pub fn with_helpers<T, H: Send>(
        stack: usize,
        helpers: impl IntoIterator<Item = impl FnOnce() -> H + Send>,
        own: impl FnOnce() -> T,
    ) -> (T, Vec<H>) {
        thread::scope(|scope| {
            let begin = |help| Builder::new().stack_size(stack).spawn_scoped(scope, help).ok();
            let helpers: Vec<_> = helpers.into_iter().filter_map(begin).collect();
            let done = own();
            (done, helpers.into_iter().filter_map(|helper| helper.join().ok()).collect())
        })
    }

    /// The time of day in UTC, since 1970.
    pub fn since_1970() -> Duration {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
    }

    /// Lets others act where there is one thread for all; here they have their own.
    #[inline(always)]
    pub fn turn() {}

    /// Waits as long as something holds of what a lock guards, and so long at most; who changes it notifies `changed`.
    pub fn wait_while<T>(
        state: &Mutex<T>,
        changed: &Condvar,
        most: Option<Duration>,
        holds: impl FnMut(&mut T) -> bool,
    ) {
        let lock = state.lock().unwrap_or_else(PoisonError::into_inner);
        match most {
            Some(most) => {
                drop(changed.wait_timeout_while(lock, most, holds).unwrap_or_else(PoisonError::into_inner));
            }
            None => drop(changed.wait_while(lock, holds).unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn helpers_work_meanwhile_and_are_told_in_their_order() {
        let (said, heard) = channel();
        let helpers = (0..3).map(|number| {
            let said = said.clone();
            move || {
                said.send(()).expect("somebody listens");
                assert!(number != 1, "one fails");
                number
            }
        });
        // It ends only once all have begun.
        let own = || heard.iter().take(3).count();
        assert_eq!(with_helpers(1 << 16, helpers, own), (3, vec![0, 2]));
    }
}
