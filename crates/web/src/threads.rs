//! Threads of the browser: workers that share this module's memory. They are kept, and help one search after another.
//!
//! A worker begins only once the one that asked for it lets messages in, so what there is to help with waits here, and whoever is
//! free takes it; a search that ends before goes without.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc};
use std::collections::VecDeque;
use std::mem::transmute;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wanqi_play::host::Threads;
use wanqi_play::host::one_thread::{self, Help};

#[link(wasm_import_module = "page")]
// SAFETY: these are functions of JavaScript that take and give numbers.
unsafe extern "C" {
    /// How many threads a search may have; 0 if the page is not isolated, -1 if this module is for one.
    safe fn threads() -> i32;
    /// Begins so many more, each of which calls [`wanqi_help`] on a block of [`wanqi_block`].
    safe fn begin_threads(count: usize);
}

/// What searches want to be helped with.
struct Helping {
    /// The search that each piece is of, and the piece.
    waiting: VecDeque<(u64, Help<'static>)>,
    /// The searches of what is under way.
    running: Vec<u64>,
    searches: u64,
}

static HELPING: Mutex<Helping> =
    Mutex::new(Helping { waiting: VecDeque::new(), running: Vec::new(), searches: 0 });
/// Something waits, or is done.
static CHANGED: Condvar = Condvar::new();
/// Threads that were asked for.
static BEGUN: AtomicUsize = AtomicUsize::new(0);
/// A thread has failed: what it has left behind cannot be known.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);

fn helping() -> MutexGuard<'static, Helping> {
    HELPING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many threads a search may have.
pub fn count() -> Threads {
    match threads() {
        -1 => Threads::One,
        0 => Threads::NotIsolated,
        count => Threads::AtMost(count.unsigned_abs() as usize),
    }
}

/// Sees to it that there are so many threads beside the first.
pub fn expect(count: usize) {
    let before = BEGUN.fetch_max(count, Ordering::Relaxed);
    if before < count {
        begin_threads(count - before);
    }
}

/// Does `own` while threads that are free do what is to help: see [`one_thread::Host::help`].
pub fn help(pieces: Vec<Help<'_>>, own: &mut dyn FnMut()) {
    /// Time between two looks whether messages have come.
    const PATIENCE: Duration = Duration::from_millis(2);
    let most = count().count() - 1;
    if most == 0 {
        return own();
    }
    expect(pieces.len().min(most));
    // SAFETY: what the pieces borrow outlives this call, and it comes back only once none of them is waiting or under way. It does
    // not unwind: a panic ends the module.
    let pieces: Vec<Help<'static>> = unsafe { transmute(pieces) };
    let mut all = helping();
    all.searches += 1;
    let search = all.searches;
    all.waiting.extend(pieces.into_iter().map(|piece| (search, piece)));
    drop(all);
    CHANGED.notify_all();
    own();
    let mut all = helping();
    all.waiting.retain(|&(of, _)| of != search);
    while all.running.contains(&search) {
        assert!(!HAS_FAILED.load(Ordering::Relaxed), "a thread that helped a search has failed");
        let (lock, waited) = CHANGED.wait_timeout(all, PATIENCE).unwrap_or_else(PoisonError::into_inner);
        all = lock;
        if waited.timed_out() {
            drop(all);
            one_thread::hear(0);
            all = helping();
        }
    }
}

/// Bytes of a thread's stack: as many as the first has.
const STACK: usize = 8 << 20;

/// Memory for another thread: its stack, from its end downwards, and after it so many bytes of its own variables. 0 if there is
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_block(own: usize) -> *mut u8 {
    let block = Layout::from_size_align(STACK + own.max(1), 64).expect("it is no power of two too large");
    // SAFETY: it is not empty. It is given back with the module.
    let at = unsafe { alloc(block) };
    if at.is_null() { at } else { at.wrapping_add(STACK) }
}

/// Helps searches, for ever. Another worker calls it.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_help() {
    let mut all = helping();
    loop {
        let Some((search, piece)) = all.waiting.pop_front() else {
            all = CHANGED.wait(all).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        all.running.push(search);
        drop(all);
        piece();
        all = helping();
        let place = all.running.iter().position(|&of| of == search).expect("it was put there");
        all.running.swap_remove(place);
        CHANGED.notify_all();
    }
}

/// Says that a thread has failed, whose worker calls it.
#[unsafe(no_mangle)]
pub extern "C" fn wanqi_help_failed() {
    HAS_FAILED.store(true, Ordering::Relaxed);
    CHANGED.notify_all();
}
