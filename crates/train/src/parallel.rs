//! Work on several threads whose result does not depend on how many there are.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

/// Does the jobs `0..count` on `threads` threads and gives what they return, in their order. `progress` hears, on
/// this thread, of every job that is done and of how many are. A job that returns `None` was stopped: no further
/// one is begun.
pub fn in_order<R: Send>(
    count: u32,
    threads: usize,
    job: impl Fn(u32) -> Option<R> + Sync,
    mut progress: impl FnMut(u32, &R),
) -> Vec<R> {
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(count as usize, || None);
    let next = AtomicU32::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, next, job) = (sender.clone(), &next, &job);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let Some(result) = job(index) else { return next.store(count, Ordering::Relaxed) };
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (index, result)) in (1..).zip(receiver) {
            progress(done, &result);
            results[index as usize] = Some(result);
        }
    });
    results.into_iter().flatten().collect()
}
