//! How long a search may think.

use crate::Stop;
use crate::host::Instant;
use std::time::Duration;

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
    /// Time by the clock after which a search that is settled in its mind should end. The strong alpha-beta goes
    /// beyond where its answer is still in doubt; for any other search this is another limit of time.
    pub soft: Option<Duration>,
    /// The moves of the root to look at, each by its place among the [legal moves](crate::legal_moves); all of them
    /// if `None`, and none, so that no move is found, if empty.
    pub root_moves: Option<Vec<usize>>,
    /// How many of the best moves of the root are to be told apart, each with its exact score and line, as far as
    /// the search can; 0 counts as 1.
    pub lines: usize,
    /// Stops the search from outside.
    pub stop: Stop,
}

impl Limits {
    /// Those of the root's legal moves that are to be looked at, in the game's order.
    pub fn allowed<M: Copy>(&self, legal: Vec<M>) -> Vec<M> {
        match &self.root_moves {
            None => legal,
            Some(places) => {
                let place_is_allowed = |(place, mv)| places.contains(&place).then_some(mv);
                legal.into_iter().enumerate().filter_map(place_is_allowed).collect()
            }
        }
    }

    /// These and the others together: the lesser of each, and the more lines. What only one knows, the moves of the
    /// root and the flag, is taken from `outer`.
    #[must_use]
    pub fn within(&self, outer: &Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Limits {
            depth: least(self.depth, outer.depth),
            nodes: least(self.nodes, outer.nodes),
            time: least(self.time, outer.time),
            soft: least(self.soft, outer.soft),
            lines: self.lines.max(outer.lines),
            ..outer.clone()
        }
    }

    /// The same but for nodes, for work whose nodes are others.
    #[must_use]
    pub fn without_nodes(&self) -> Limits {
        Limits { nodes: None, ..self.clone() }
    }

    /// No limit but to be stopped from outside.
    pub fn until(stop: &Stop) -> Limits {
        Limits { stop: stop.clone(), ..Limits::default() }
    }

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
/// at every few nodes, as many as take about a millisecond, so that a search of slow evaluations stops as
/// promptly as one that visits millions of nodes a second. What it answers to a limit of nodes does not depend
/// on the clock.
#[derive(Debug)]
pub struct Watch {
    began: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    interval: u64,
    looked: Instant,
    look_at: u64,
    stop: Stop,
    over: bool,
}

impl Watch {
    /// The most nodes between two looks at the clock.
    pub const MAX_INTERVAL: u64 = 256;
    /// Nodes between two looks take no longer than this, if one node takes no longer.
    const PROMPT: Duration = Duration::from_millis(1);

    /// Starts the clock.
    pub fn start(limits: &Limits) -> Watch {
        let began = Instant::now();
        Watch {
            began,
            // A time too long to add is no limit.
            deadline: limits
                .time
                .into_iter()
                .chain(limits.soft)
                .min()
                .and_then(|time| began.checked_add(time)),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            interval: 1,
            looked: began,
            look_at: 0,
            stop: limits.stop.clone(),
            over: false,
        }
    }

    /// Whether the search must end, `nodes` having been visited so far. Once true, always true.
    #[inline]
    pub fn is_over(&mut self, nodes: u64) -> bool {
        if self.is_due(nodes) {
            self.look(nodes);
        }
        self.over
    }

    /// Whether it is time to [look](Watch::look).
    #[inline(always)]
    pub(crate) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.look_at && !self.over
    }

    #[cold]
    pub(crate) fn look(&mut self, nodes: u64) {
        let now = Instant::now();
        self.over = nodes >= self.nodes
            || self.stop.checkpoint()
            || self.deadline.is_some_and(|deadline| now >= deadline);
        let took = now.duration_since(self.looked);
        if took > Self::PROMPT {
            let times = took.as_nanos() / Self::PROMPT.as_nanos() + 1;
            self.interval = (self.interval / times.min(u128::from(Self::MAX_INTERVAL)) as u64).max(1);
        } else if took < Self::PROMPT / 4 {
            self.interval = (self.interval * 2).min(Self::MAX_INTERVAL);
        }
        self.looked = now;
        self.look_at = nodes.saturating_add(self.interval).min(self.nodes);
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
        assert!(watch.is_over(Watch::MAX_INTERVAL));
    }

    #[test]
    fn slow_nodes_are_looked_at_one_by_one() {
        let mut watch = Watch::start(&Limits::default());
        let mut looks = 0;
        for nodes in 0..1000 {
            let due = nodes >= watch.look_at;
            looks += u32::from(due);
            if due {
                // As if the nodes since the last look had taken a second.
                watch.looked -= Duration::from_secs(1);
            }
            assert!(!watch.is_over(nodes));
        }
        assert_eq!(looks, 1000);
    }

    #[test]
    fn no_time_is_over_at_once() {
        assert!(Watch::start(&Limits::time(Duration::ZERO)).is_over(0));
        assert!(!Watch::start(&Limits::time(Duration::MAX)).is_over(0));
    }
}
