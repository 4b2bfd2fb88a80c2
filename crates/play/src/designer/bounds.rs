//! Shares of games, and how far they may be believed.

use serde::Serialize;
use std::fmt;

/// A share of games or points, with the bounds that hold the true one with 95 % confidence: Wilson's score interval,
/// <https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval>. It is as wide for draws as
/// for wins and losses, so rather too wide.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Bounds {
    /// The share that was seen, from 0 to 1; a half where nothing was played.
    pub share: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Bounds {
    /// Of so many points out of so many games.
    pub fn of(points: f64, games: u64) -> Bounds {
        const NORMAL_95: f64 = 1.959_964;
        if games == 0 {
            return Bounds { share: 0.5, low: 0.0, high: 1.0 };
        }
        let (n, z2) = (games as f64, NORMAL_95 * NORMAL_95);
        let share = points / n;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = NORMAL_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        Bounds { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// The share of whatever is left.
    pub fn rest(self) -> Bounds {
        Bounds { share: 1.0 - self.share, low: 1.0 - self.high, high: 1.0 - self.low }
    }
}

/// `62 % (51 to 72)`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| 100.0 * share;
        write!(f, "{:.0} % ({:.0} to {:.0})", percent(self.share), percent(self.low), percent(self.high))
    }
}
