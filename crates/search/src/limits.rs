//! How long a search may think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Tells every search that holds this flag to come back with what it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been told so.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search may spend. Whichever limit is reached first ends it; without any, a search runs until it has
/// seen everything or is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes to visit: interior nodes and leaves; playouts for Monte-Carlo searches.
    pub nodes: Option<u64>,
    /// Time by the clock.
    pub time: Option<Duration>,
    /// Stops the search from outside.
    pub stop: Stop,
}

impl Limits {
    /// So many plies and nothing else.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So many nodes (or playouts) and nothing else.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So much time and nothing else.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// Watches over the limits of one search. Asking it costs a comparison; the clock and the flag are only looked
/// at every [`Watch::INTERVAL`] nodes.
#[derive(Debug)]
pub struct Watch {
    began: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    look_at: u64,
    stop: Stop,
    over: bool,
}

impl Watch {
    /// Nodes between two looks at the clock: at most about a millisecond for the slowest evaluations.
    pub const INTERVAL: u64 = 256;

    /// Starts the clock.
    pub fn start(limits: &Limits) -> Watch {
        let began = Instant::now();
        Watch {
            began,
            // A time too long to add is no limit.
            deadline: limits.time.and_then(|time| began.checked_add(time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            look_at: 0,
            stop: limits.stop.clone(),
            over: false,
        }
    }

    /// Whether the search must end, `nodes` having been visited so far. Once true, always true.
    #[inline]
    pub fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.look_at && !self.over {
            self.look(nodes);
        }
        self.over
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        self.over = nodes >= self.nodes
            || self.stop.is_stopped()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.look_at = (nodes + Self::INTERVAL).min(self.nodes);
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_exactly() {
        let mut watch = Watch::start(&Limits::nodes(1000));
        assert!(!watch.is_over(0));
        assert!(!watch.is_over(999));
        assert!(watch.is_over(1000));
        assert!(watch.is_over(0), "over is over");
    }

    #[test]
    fn a_stop_is_seen_within_the_interval() {
        let limits = Limits::default();
        let mut watch = Watch::start(&limits);
        assert!(!watch.is_over(0));
        limits.stop.stop();
        assert!(watch.is_over(Watch::INTERVAL));
    }

    #[test]
    fn no_time_is_over_at_once() {
        assert!(Watch::start(&Limits::time(Duration::ZERO)).is_over(0));
        assert!(!Watch::start(&Limits::time(Duration::MAX)).is_over(0));
    }
}
