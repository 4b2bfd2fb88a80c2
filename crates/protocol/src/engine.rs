//! The search behind a session: a player, and the thread that it thinks on.

use crate::Say;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wanqi_play::{Allotted, BookMove, Error, HashTable, Limits, Player, Stop, Table, Thought};
use wanqi_search::host::{self, Instant, Task, Urgency};

/// Searches recurse once a ply.
const STACK: usize = 64 << 20;

/// A search to be made.
pub(crate) struct Job<P, A> {
    /// The position.
    pub table: Box<dyn Table>,
    /// What it may spend beside time.
    pub limits: Limits,
    /// When it should and when it must be over by the clock, from now.
    pub allotted: Option<Allotted>,
    /// Whether the answer is held back, and the clock does not run, until told otherwise: pondering, or a search
    /// without end.
    pub held: bool,
    /// Lines about what is thought so far, and whether that is enough.
    pub progress: P,
    /// The lines of the answer.
    pub answer: A,
}

/// A player that thinks on a thread of its own.
pub(crate) struct Engine {
    say: Say,
    /// `None` while it thinks, or if its thread has failed.
    player: Option<Box<dyn Player>>,
    thinking: Option<Thinking>,
    /// Whether it has made room for what it learns.
    warm: bool,
}

struct Thinking {
    control: Arc<Control>,
    thread: Task<Box<dyn Player>>,
}

impl Engine {
    /// An engine without a player.
    pub fn new(say: Say) -> Engine {
        Engine { say, player: None, thinking: None, warm: false }
    }

    /// Seats another player. One that is thinking is stopped.
    pub fn seat(&mut self, player: Box<dyn Player>) {
        self.end();
        (self.player, self.warm) = (Some(player), false);
    }

    /// Without a player, so that what it holds is free. One that is thinking is stopped.
    pub fn unseat(&mut self) {
        self.end();
        self.player = None;
    }

    /// Whether there is a player that does not think: not if its thread has failed.
    pub fn is_idle(&self) -> bool {
        self.player.is_some()
    }

    /// The limits as far as the player keeps them, and what is to be said of the others. Without a player, all.
    pub fn keepable(&self, limits: Limits) -> (Limits, Option<Error>) {
        match &self.player {
            Some(player) => player.keeps().only("the player", limits),
            None => (limits, None),
        }
    }

    /// What the player's opening book says of a position; nothing while it thinks.
    pub fn book_moves(&self, table: &dyn Table) -> Vec<BookMove> {
        self.player.as_ref().map_or_else(Vec::new, |player| player.book_moves(table))
    }

    /// The player's transposition table, when it has thought; `None` without one.
    pub fn hash_table(&mut self) -> Option<&mut dyn HashTable> {
        self.wait();
        self.player.as_mut()?.hash_table()
    }

    /// As before a new game.
    pub fn forget(&mut self) {
        self.end();
        if let Some(player) = &mut self.player {
            player.forget();
        }
        self.warm = false;
    }

    /// Whether it is still thinking, or holds its answer back.
    pub fn is_thinking(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.thread.is_finished())
    }

    /// Lets the player make room for what it learns, so that no clock runs while it does. Takes no time while it
    /// thinks.
    pub fn warm_up(&mut self, table: &dyn Table) {
        if self.is_thinking() || self.warm {
            return;
        }
        self.wait();
        if let Some(player) = &mut self.player {
            // Whatever comes of it: there may be no move in this position.
            let depth = player.keeps().depth.then_some(1);
            let _ = player.think(table, &Limits { depth, ..Limits::nodes(1) }, &mut |_| {});
            self.warm = true;
        }
    }

    /// Begins to think. A search under way is stopped first.
    ///
    /// # Errors
    /// If the system gives no thread, or an earlier search has failed so badly that the player is lost.
    pub fn think<P, A>(&mut self, job: Job<P, A>) -> Result<(), Error>
    where
        P: FnMut(&Thought) -> (Vec<String>, bool) + Send + 'static,
        A: FnOnce(Result<Thought, Error>) -> Vec<String> + Send + 'static,
    {
        self.end();
        let mut player = self.player.take().ok_or_else(|| Error::Player("it is gone".into()))?;
        let Job { table, mut limits, allotted, held, mut progress, answer } = job;
        // What was held back has seen much already when its clock begins to run, and knows nothing of the clock.
        let end = allotted.map(|Allotted { soft, hard }| soft.filter(|_| held).unwrap_or(hard));
        let control = Arc::new(Control::new(end, held));
        limits.stop = control.stop.clone();
        let running = allotted.filter(|_| !held);
        limits.time = running.map(|allotted| allotted.hard);
        limits.soft = running.and_then(|allotted| allotted.soft);
        watch_clock(&control)?;
        let (shared, say) = (Arc::clone(&control), Arc::clone(&self.say));
        let search = move || {
            let thought = player.think(&*table, &limits, &mut |thought| {
                let (lines, enough) = progress(thought);
                lines.into_iter().for_each(|line| say(line));
                if enough {
                    shared.stop.stop();
                }
            });
            shared.wait_while_held();
            answer(thought).into_iter().for_each(|line| say(line));
            shared.change(|state| state.over = true);
            player
        };
        let thread = host::spawn("search", STACK, Urgency::Game, search);
        self.thinking = Some(Thinking { thread: thread.map_err(no_thread)?, control });
        (self.warm, self.player) = (true, None);
        Ok(())
    }

    /// Does something else with the player on its thread, until it is done or told to stop. A search under way is stopped
    /// first.
    ///
    /// # Errors
    /// As [`think`](Engine::think).
    pub fn work(&mut self, work: impl FnOnce(&mut dyn Player, &Stop) + Send + 'static) -> Result<(), Error> {
        self.end();
        let mut player = self.player.take().ok_or_else(|| Error::Player("it is gone".into()))?;
        let control = Arc::new(Control::new(None, false));
        let stop = control.stop.clone();
        let worker = move || {
            work(&mut *player, &stop);
            player
        };
        let thread = host::spawn("search", STACK, Urgency::Game, worker);
        self.thinking = Some(Thinking { thread: thread.map_err(no_thread)?, control });
        Ok(())
    }

    /// Tells a search to answer with what it has.
    pub fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop.stop();
            thinking.control.change(|state| state.held = false);
        }
    }

    /// The move that was pondered about has been made: from now on the clock runs.
    pub fn release(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.change(|state| state.held = false);
        }
    }

    /// Waits until the search under way has answered.
    pub fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.player = thinking.thread.join();
        }
    }

    /// Stops the search under way and waits until it has answered.
    pub fn end(&mut self) {
        self.stop();
        self.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end();
    }
}

fn no_thread(error: std::io::Error) -> Error {
    Error::Player(format!("no thread for a search: {error}"))
}

/// Has the search stopped when its time is over.
#[cfg(not(target_arch = "wasm32"))]
fn watch_clock(control: &Arc<Control>) -> Result<(), Error> {
    let watchman = Arc::clone(control);
    let work = move || watchman.watch();
    host::spawn("clock", 0, Urgency::Game, work).map(drop).map_err(no_thread)
}

/// Has the search stopped when its time is over: there is no other thread to do it, so it looks itself at its turns.
#[cfg(target_arch = "wasm32")]
fn watch_clock(control: &Arc<Control>) -> Result<(), Error> {
    let Some(end) = control.end else { return Ok(()) };
    let watchman = Arc::clone(control);
    host::one_thread::at_turns(move || {
        let over = watchman.state().over || watchman.stop.is_stopped();
        if !over && !watchman.state().held && watchman.began.elapsed() >= end {
            watchman.stop.stop();
        }
        !over
    });
    Ok(())
}

/// What a session and the threads of a search share.
struct Control {
    stop: Stop,
    began: Instant,
    /// When it must be over, from its beginning.
    end: Option<Duration>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Whether the answer is held back, and the clock stands still.
    held: bool,
    /// Whether the answer has been given.
    over: bool,
}

impl Control {
    fn new(end: Option<Duration>, held: bool) -> Control {
        let state = Mutex::new(State { held, over: false });
        Control { stop: Stop::default(), began: Instant::now(), end, state, changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    fn wait_while_held(&self) {
        host::wait_while(&self.state, &self.changed, None, |state| state.held);
    }

    /// Stops the search when its time is over, however seldom it looks at the clock itself; the time that it has
    /// pondered counts.
    #[cfg(not(target_arch = "wasm32"))]
    fn watch(&self) {
        let Some(end) = self.end else { return };
        let mut state = self.state();
        while !state.over && !self.stop.is_stopped() {
            let left = end.saturating_sub(self.began.elapsed());
            state = match (state.held, left.is_zero()) {
                (true, _) => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                (false, true) => return self.stop.stop(),
                (false, false) => {
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}
