//! Lazy SMP: what threads that search together tell each other beside what the table holds.

use crate::Report;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Threads that deepen together. They are seldom at the same iteration: helpers skip some, so that they are ahead of the
/// first thread and what they find spares it work. Who is done with an iteration is done with it for all: the others take
/// over what it has found, and go on from there.
/// <https://www.chessprogramming.org/Lazy_SMP>
#[derive(Debug)]
pub(super) struct LazySmp<M> {
    /// The deepest iteration that a thread is done with.
    pub done: AtomicU32,
    /// What it has found.
    found: Mutex<Option<IterationResult<M>>>,
    /// The iterations that the threads are at.
    at: Vec<AtomicU32>,
}

/// What an iteration has found.
#[derive(Clone, Debug)]
pub(super) struct IterationResult<M> {
    pub report: Report<M>,
    /// How much of its work went into the best move, in hundredths.
    pub best_share: i32,
}

impl<M: Clone> LazySmp<M> {
    /// Iterations down to this depth are over too soon to be shared out.
    const TOGETHER: u32 = 3;
    /// Helpers are at iterations of every so many plies.
    const STRIDE: u32 = 3;

    pub fn new(threads: usize) -> LazySmp<M> {
        let at = (0..threads).map(|_| AtomicU32::new(0)).collect();
        LazySmp { done: AtomicU32::new(0), found: Mutex::new(None), at }
    }

    /// The iteration that a thread, 0 being the first, is to begin after one of depth `last`; `most` is the last of all.
    pub fn next(&self, thread: usize, last: u32, most: u32) -> u32 {
        let mut depth = last.max(self.done.load(Ordering::Relaxed)) + 1;
        if depth > Self::TOGETHER {
            if thread > 0 {
                depth = depth.next_multiple_of(Self::STRIDE).min(most.max(depth));
            }
            while depth < most && 2 * self.others_at(thread, depth) >= self.at.len() {
                depth += 1;
            }
        }
        self.at[thread].store(depth, Ordering::Relaxed);
        depth
    }

    fn others_at(&self, thread: usize, depth: u32) -> usize {
        let is_there =
            |(other, at): &(usize, &AtomicU32)| *other != thread && at.load(Ordering::Relaxed) == depth;
        self.at.iter().enumerate().filter(is_there).count()
    }

    /// A thread is done with an iteration.
    pub fn tell(&self, report: &Report<M>, best_share: i32) {
        let mut found = self.found();
        if report.depth > self.done.load(Ordering::Relaxed) {
            *found = Some(IterationResult { report: report.clone(), best_share });
            self.done.store(report.depth, Ordering::Relaxed);
        }
    }

    /// What has been found at an iteration beyond `depth`.
    pub fn beyond(&self, depth: u32) -> Option<IterationResult<M>> {
        self.found().clone().filter(|found| found.report.depth > depth)
    }

    fn found(&self) -> MutexGuard<'_, Option<IterationResult<M>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(depth: u32) -> Report<u8> {
        Report { depth, ..Report::empty() }
    }

    #[test]
    fn threads_are_at_iterations_of_their_own() {
        let lazy_smp = LazySmp::new(2);
        assert_eq!((lazy_smp.next(0, 0, 20), lazy_smp.next(1, 0, 20)), (1, 1), "the first are done by all");
        lazy_smp.tell(&report(3), 50);
        assert_eq!((lazy_smp.next(0, 1, 20), lazy_smp.next(1, 1, 20)), (4, 6), "the helper goes ahead");
        lazy_smp.tell(&report(4), 50);
        assert_eq!(lazy_smp.next(0, 4, 20), 5);
        lazy_smp.tell(&report(5), 50);
        assert_eq!(lazy_smp.next(0, 5, 20), 7, "6 is the helper's");
        lazy_smp.tell(&report(6), 50);
        assert_eq!(lazy_smp.next(1, 6, 20), 9);
        assert_eq!((lazy_smp.next(0, 19, 20), lazy_smp.next(1, 18, 20)), (20, 20), "the last is for all");
        assert_eq!((lazy_smp.next(0, 20, 20), lazy_smp.next(1, 20, 20)), (21, 21), "there is no more");
    }

    #[test]
    fn the_deepest_is_taken_over() {
        let lazy_smp = LazySmp::new(2);
        assert!(lazy_smp.beyond(0).is_none());
        lazy_smp.tell(&report(6), 40);
        lazy_smp.tell(&report(5), 70);
        assert_eq!(lazy_smp.beyond(5).map(|found| (found.report.depth, found.best_share)), Some((6, 40)));
        assert!(lazy_smp.beyond(6).is_none());
    }
}
