//! Time management: how long to go on while nothing forces an end.

use crate::{Report, Score};
use std::time::Duration;

/// Judges after every iteration whether the soft limit of time has been reached. It is stretched where another
/// iteration may matter: the best move has just changed, its score has fallen, or much of the work went into other
/// moves; and drawn in where nothing has changed for long.
/// <https://www.chessprogramming.org/Time_Management>
#[derive(Clone, Debug)]
pub(super) struct TimeManager<M> {
    soft: Option<Duration>,
    /// A loss of score that matters.
    margin: i32,
    best: Option<M>,
    /// Iterations since the best move was another.
    stable: usize,
    /// The scores of the iterations so far, the latest weighing most.
    usual: Option<i32>,
}

impl<M: Copy + Eq> TimeManager<M> {
    /// By how many hundredths the limit is stretched, by the iterations since the best move has changed.
    const BY_STABILITY: [i32; 5] = [150, 120, 105, 95, 85];

    pub fn new(soft: Option<Duration>, margin: i32) -> TimeManager<M> {
        TimeManager { soft, margin, best: None, stable: 0, usual: None }
    }

    /// Whether to be content with what an iteration has found. `share`: how much of its work went into the best move,
    /// in hundredths; `alone`: whether there is no other move.
    pub fn is_over(&mut self, report: &Report<M>, share: i32, alone: bool, elapsed: Duration) -> bool {
        let Some(soft) = self.soft else { return false };
        self.stable = if report.best == self.best { self.stable + 1 } else { 0 };
        self.best = report.best;
        let by_stability = Self::BY_STABILITY[self.stable.min(Self::BY_STABILITY.len() - 1)];
        let by_score = self.by_score(report.score);
        let by_share = (180 - share).clamp(80, 150);
        let hundredths = |duration: Duration, factor: i32| duration * factor.unsigned_abs() / 100;
        alone || elapsed >= hundredths(hundredths(hundredths(soft, by_stability), by_score), by_share)
    }

    /// By how many hundredths the limit is stretched because the score has fallen, or drawn in because it has risen.
    fn by_score(&mut self, score: Score) -> i32 {
        if self.margin == 0 || score.decided().is_some() {
            return 100;
        }
        let usual = self.usual.unwrap_or(score.value());
        self.usual = Some((usual + score.value()) / 2);
        let fallen = i64::from(usual - score.value()) * 100 / i64::from(self.margin);
        (100 + fallen).clamp(90, 150) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(best: u8, score: i32) -> Report<u8> {
        Report { best: Some(best), score: Score::heuristic(score), ..Report::empty() }
    }

    #[test]
    fn a_settled_search_ends_sooner() {
        let soft = Duration::from_millis(1000);
        let mut time_manager = TimeManager::new(Some(soft), 100);
        let long = Duration::from_millis(1100);
        assert!(!time_manager.is_over(&report(1, 20), 80, false, long), "a first iteration proves little");
        for _ in 0..3 {
            let _ = time_manager.is_over(&report(1, 20), 80, false, Duration::ZERO);
        }
        assert!(time_manager.clone().is_over(&report(1, 20), 80, false, long));
        assert!(!time_manager.clone().is_over(&report(1, -60), 80, false, long), "the score falls");
        assert!(!time_manager.clone().is_over(&report(2, 20), 80, false, long), "another move");
        assert!(!time_manager.clone().is_over(&report(1, 20), 30, false, long), "others took more work");
        assert!(time_manager.is_over(&report(1, 20), 80, true, Duration::ZERO), "no choice");
    }

    #[test]
    fn without_a_soft_limit_it_never_ends() {
        let mut time_manager = TimeManager::new(None, 100);
        assert!(!time_manager.is_over(&report(1, 0), 100, true, Duration::MAX));
    }
}
