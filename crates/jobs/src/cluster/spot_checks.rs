//! Spot checks: one unit in a hundred is done again by another worker, and must come out the same.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// One unit in so many is done twice; at least one of a job.
const EVERY: u32 = 100;

/// The spot checks of a job.
pub(super) struct SpotChecks {
    /// Which of so many units: nobody else knows.
    chosen: u32,
    every: u32,
    /// Units that are to be done again, and who has done them.
    waiting: HashMap<u32, String>,
    /// Those that are being done again, since when.
    asked: HashMap<u32, Instant>,
    agreed: HashSet<u32>,
    over_since: Option<Instant>,
}

impl SpotChecks {
    pub fn new(units: usize) -> SpotChecks {
        let every = EVERY.min(u32::try_from(units).unwrap_or(EVERY)).max(1);
        let mut random = [0; 4];
        // Without random numbers the first unit of a hundred is as good as another.
        let _ = getrandom::fill(&mut random);
        SpotChecks {
            chosen: u32::from_le_bytes(random) % every,
            every,
            waiting: HashMap::new(),
            asked: HashMap::new(),
            agreed: HashSet::new(),
            over_since: None,
        }
    }

    /// A unit has been counted.
    pub fn hear(&mut self, unit: u32, worker: &str) {
        if unit % self.every == self.chosen && !self.agreed.contains(&unit) {
            self.waiting.insert(unit, worker.to_owned());
        }
    }

    /// Those to be asked for now, with who has done them before: there must be somebody else.
    pub fn due(&mut self, workers: usize) -> Vec<(u32, String)> {
        if workers < 2 {
            return Vec::new();
        }
        let due: Vec<(u32, String)> = self.waiting.drain().collect();
        self.asked.extend(due.iter().map(|(unit, _)| (*unit, Instant::now())));
        due
    }

    /// A unit has been done again and came out the same.
    pub fn agree(&mut self, unit: u32) {
        self.asked.remove(&unit);
        self.agreed.insert(unit);
    }

    /// A unit has come out otherwise.
    pub fn differ(&mut self, unit: u32) {
        self.asked.remove(&unit);
    }

    /// Whether a job of which all else is done need wait no longer: nothing is asked for, or it takes too long.
    pub fn are_over(&mut self, longest: Duration) -> bool {
        let since = *self.over_since.get_or_insert_with(Instant::now);
        self.asked.is_empty() || since.elapsed() > 2 * longest + 2 * super::SILENCE
    }

    /// There is work again.
    pub fn go_on(&mut self) {
        self.over_since = None;
    }

    /// How many have been done, and how many could not be.
    pub fn counts(&self) -> (usize, usize) {
        (self.agreed.len(), self.waiting.len() + self.asked.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_a_hundred_and_at_least_one() {
        for (units, expected) in [(1, 1), (7, 1), (100, 1), (1000, 10)] {
            let mut checks = SpotChecks::new(units);
            (0..units as u32).for_each(|unit| checks.hear(unit, "a"));
            assert!(checks.due(1).is_empty(), "nobody else is there");
            assert!(checks.are_over(Duration::ZERO), "so nobody is waited for");
            let due = checks.due(2);
            assert_eq!(due.len(), expected);
            assert!(!checks.are_over(Duration::ZERO));
            due.iter().for_each(|(unit, _)| checks.agree(*unit));
            assert_eq!((checks.counts(), checks.are_over(Duration::ZERO)), ((expected, 0), true));
        }
    }
}
