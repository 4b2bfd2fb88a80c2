//! What games say of two players.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The games of one of two players, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// A difference in strength by the logistic model of Elo: 400 points are ten to one.
/// <https://en.wikipedia.org/wiki/Elo_rating_system>
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// Of the player over the other. Infinite where one has taken every point (`null` in JSON).
    pub difference: f64,
    /// The lower end of the interval that holds it with 95 % confidence; minus infinity where every point was lost.
    pub low: f64,
    /// The upper end; infinity where every point was won.
    pub high: f64,
}

/// Both games of an opening, counted by the half points that A has taken in them, from 0 to 4. An opening that
/// favours a side favours each player once, so that pairs scatter less than games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs(pub [u32; 5]);

impl Score {
    /// Counts a game by its half points, from 0 to 2.
    pub fn add(&mut self, half_points: u8) {
        *match half_points {
            0 => &mut self.losses,
            1 => &mut self.draws,
            _ => &mut self.wins,
        } += 1;
    }

    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, ½ before the first game.
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// The standard error of the share, every game taken as independent.
    pub fn error(&self) -> f64 {
        let (share, games) = (self.share(), f64::from(self.games().max(1)));
        let spread = f64::from(self.wins) * (1.0 - share).powi(2)
            + f64::from(self.draws) * (0.5 - share).powi(2)
            + f64::from(self.losses) * share.powi(2);
        spread.sqrt() / games
    }

    /// What the score says of the players; `None` before the first game.
    pub fn elo(&self) -> Option<Elo> {
        (self.games() > 0).then(|| Elo::of(self.share(), self.error(), self.games()))
    }
}

impl Pairs {
    /// What the pairs say of the players; `None` before the first.
    pub fn elo(&self) -> Option<Elo> {
        let pairs = f64::from(self.0.iter().sum::<u32>());
        let shares = || {
            self.0.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]).map(|(&count, share)| (f64::from(count), share))
        };
        let mean = shares().map(|(count, share)| count * share).sum::<f64>() / pairs;
        let spread = shares().map(|(count, share)| count * (share - mean).powi(2)).sum::<f64>();
        let games = 2 * self.0.iter().sum::<u32>();
        (games > 0).then(|| Elo::of(mean, spread.sqrt() / pairs, games))
    }
}

impl Elo {
    /// Of a mean share of the points of so many games, and the standard error of that mean.
    ///
    /// Games that all end alike, won or drawn, have no spread to reckon by. They bound how often one ends otherwise: what
    /// happens with the probability *q* stays away in *n* games with *(1 − q)ⁿ*, which is 5 % at the bound, and at the
    /// worst it takes or gives all of the points
    /// (the rule of three, <https://en.wikipedia.org/wiki/Rule_of_three_(statistics)>).
    pub fn of(share: f64, error: f64, games: u32) -> Elo {
        const NORMAL_95: f64 = 1.959_964;
        const DOUBT: f64 = 0.05;
        let elo = |share: f64| {
            let share = share.clamp(0.0, 1.0);
            400.0 * (share / (1.0 - share)).log10()
        };
        let (low, high) = if error == 0.0 {
            let alike = DOUBT.powf(1.0 / f64::from(games.max(1)));
            (share * alike, 1.0 - (1.0 - share) * alike)
        } else {
            (share - NORMAL_95 * error, share + NORMAL_95 * error)
        };
        Elo { difference: elo(share), low: elo(low), high: elo(high) }
    }
}

/// `+12 =5 -3 of 20, 72.5 %`; no share before the first game.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{} of {}", self.wins, self.draws, self.losses, self.games())?;
        match self.games() {
            0 => Ok(()),
            _ => write!(f, ", {:.1} %", 100.0 * self.share()),
        }
    }
}

/// `Elo +168 (+34 to +386 with 95 %)`, or `Elo > +317 with 95 %` where every point was won.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Elo { difference, low, high } = self;
        if *difference == f64::INFINITY {
            write!(f, "Elo > {low:+.0} with 95 %")
        } else if *difference == f64::NEG_INFINITY {
            write!(f, "Elo < {high:+.0} with 95 %")
        } else {
            write!(f, "Elo {difference:+.0} ({low:+.0} to {high:+.0} with 95 %)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for (wins, draws, losses, score, elo) in [
            (60, 30, 10, "+60 =30 -10 of 100, 75.0 %", "Elo +191 (+134 to +258 with 95 %)"),
            (20, 0, 0, "+20 =0 -0 of 20, 100.0 %", "Elo > +317 with 95 %"),
            (0, 0, 20, "+0 =0 -20 of 20, 0.0 %", "Elo < -317 with 95 %"),
            // One game says next to nothing.
            (1, 0, 0, "+1 =0 -0 of 1, 100.0 %", "Elo > -512 with 95 %"),
            (0, 20, 0, "+0 =20 -0 of 20, 50.0 %", "Elo +0 (-49 to +49 with 95 %)"),
            (1, 0, 1, "+1 =0 -1 of 2, 50.0 %", "Elo +0 (-inf to +inf with 95 %)"),
        ] {
            let games = Score { wins, draws, losses };
            assert_eq!(
                (games.to_string(), games.elo().expect("games").to_string()),
                (score.into(), elo.into())
            );
        }
        assert_eq!((Score::default().to_string(), Score::default().elo()), ("+0 =0 -0 of 0".into(), None));
    }

    #[test]
    fn elo() {
        // 75 % of the points are 191 Elo; the interval is that of a mean of 100 games.
        let elo = Score { wins: 60, draws: 30, losses: 10 }.elo().expect("games");
        assert!((elo.difference - 190.85).abs() < 0.01, "{elo:?}");
        assert!((elo.low - 134.36).abs() < 0.1 && (elo.high - 258.45).abs() < 0.1, "{elo:?}");
        let even = Score { wins: 5, draws: 90, losses: 5 }.elo().expect("games");
        assert!(even.difference.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
        let swept = Score { wins: 3, draws: 0, losses: 0 }.elo().expect("games");
        assert_eq!((swept.difference, swept.high), (f64::INFINITY, f64::INFINITY));
    }
}
