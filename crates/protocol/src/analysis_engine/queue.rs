//! The positions that wait to be searched, and those that are: by priority, then as they came.

use super::query::Query;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use wanqi_play::Stop;

/// A position to search.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub query: Arc<Query>,
    pub turn: usize,
    /// Ends its search, which then tells what it has.
    pub stop: Stop,
    /// Bytes that count for it.
    weight: usize,
}

/// The greatest priority first, the earliest of these.
type Order = (Reverse<i64>, u64);

/// What the session and the threads that search share.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: BTreeMap<Order, Task>,
    running: BTreeMap<Order, Task>,
    /// How many there have been.
    count: u64,
    /// Bytes of what is waiting.
    weight: usize,
    /// Whether no more will come.
    closed: bool,
}

/// Bytes of the queries that wait: some ten thousand games.
const MAX_WEIGHT: usize = 64 << 20;
/// What a position takes beside its query's text.
const OVERHEAD: usize = 256;

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts all positions of a query, a text of so many bytes, at their places; or none, and false, if there are too many.
    pub fn push(&self, query: Query, bytes: usize) -> bool {
        let query = Arc::new(query);
        let mut state = self.state();
        let weight = bytes / query.turns.len().max(1) + OVERHEAD;
        if state.weight + weight * query.turns.len() > MAX_WEIGHT {
            return false;
        }
        for &(turn, priority) in &query.turns {
            let order = (Reverse(priority), state.count);
            let task = Task { query: Arc::clone(&query), turn, stop: Stop::default(), weight };
            state.waiting.insert(order, task);
            state.count += 1;
            state.weight += weight;
        }
        drop(state);
        self.changed.notify_all();
        true
    }

    /// Waits for the next position; `None` if there will be none. Who takes one has to say when it is [done](Queue::done).
    pub fn take(&self) -> Option<(Order, Task)> {
        let wait = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let mut state = self.changed.wait_while(self.state(), wait).unwrap_or_else(PoisonError::into_inner);
        let (order, task) = state.waiting.pop_first()?;
        state.weight -= task.weight;
        state.running.insert(order, task.clone());
        Some((order, task))
    }

    /// The position with this order has been answered.
    pub fn done(&self, order: Order) {
        self.state().running.remove(&order);
        self.changed.notify_all();
    }

    /// Ends the searches of these positions, and gives out those that have been waiting.
    pub fn terminate(&self, wanted: impl Fn(&Task) -> bool) -> Vec<Task> {
        let mut state = self.state();
        state.running.values().filter(|task| wanted(task)).for_each(|task| task.stop.stop());
        let gone: Vec<Order> =
            state.waiting.iter().filter(|(_, task)| wanted(task)).map(|(order, _)| *order).collect();
        let gone: Vec<Task> = gone.iter().filter_map(|order| state.waiting.remove(order)).collect();
        state.weight -= gone.iter().map(|task| task.weight).sum::<usize>();
        drop(state);
        self.changed.notify_all();
        gone
    }

    /// Waits until every position has been answered.
    pub fn wait(&self) {
        let busy = |state: &mut State| !state.waiting.is_empty() || !state.running.is_empty();
        drop(self.changed.wait_while(self.state(), busy).unwrap_or_else(PoisonError::into_inner));
    }

    /// No more will come: what is waiting is dropped, what is searched is ended.
    pub fn close(&self) {
        self.terminate(|_| true);
        self.state().closed = true;
        self.changed.notify_all();
    }
}
