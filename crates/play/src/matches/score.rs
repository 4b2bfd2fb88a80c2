//! What games say of the players.

use super::Played;
use serde::Serialize;

/// The games of A, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Won by A.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Won by B.
    pub losses: u32,
}

/// A difference in strength by the logistic model of Elo: 400 points are ten to one.
/// <https://en.wikipedia.org/wiki/Elo_rating_system>
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// Of A over B. Infinite where one has taken every point (`null` in JSON).
    pub difference: f64,
    /// The lower end of the interval that holds it with 95 % confidence.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Both games of an opening, counted by the half points that A has taken in them, from 0 to 4. An opening that
/// favours a side favours each player once, so that pairs scatter less than games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs(pub [u32; 5]);

/// What a match has come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// The games.
    #[serde(flatten)]
    pub score: Score,
    /// The pairs of games of which both are counted.
    pub pairs: Pairs,
    /// Games that A has lost without an end on the board: a crash, an illegal move, no move in time.
    pub forfeits_a: u32,
    /// Games that B has lost so.
    pub forfeits_b: u32,
    #[serde(skip)]
    half_a_pair: Option<u8>,
}

impl Elo {
    /// Of a mean share of the points and the standard error of that mean.
    fn of(share: f64, error: f64) -> Elo {
        const NORMAL_95: f64 = 1.959_964;
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10();
        let error = NORMAL_95 * error;
        Elo { difference: elo(share), low: elo(share - error), high: elo(share + error) }
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
        (pairs > 0.0).then(|| Elo::of(mean, spread.sqrt() / pairs))
    }
}

impl Score {
    /// Games counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// A's share of the points, ½ before the first game.
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// What the score says of the players, every game taken as independent; `None` before the first.
    pub fn elo(&self) -> Option<Elo> {
        let (games, share) = (f64::from(self.games()), self.share());
        if games == 0.0 {
            return None;
        }
        let spread = f64::from(self.wins) * (1.0 - share).powi(2)
            + f64::from(self.draws) * (0.5 - share).powi(2)
            + f64::from(self.losses) * share.powi(2);
        Some(Elo::of(share, spread.sqrt() / games))
    }
}

impl Tally {
    /// What the games say of the players: by pairs if every game is of one, which an opening that favours a side
    /// does not blur, and else by games.
    pub fn elo(&self) -> Option<Elo> {
        if self.half_a_pair.is_some() { self.score.elo() } else { self.pairs.elo() }
    }

    /// Counts a game; games come in order, so that two are a pair.
    pub fn count(&mut self, played: &Played) {
        self.add(played.half_points, played.end.is_forfeit());
    }

    /// Counts a game of which just the half points of A are known, and whether it was forfeited.
    pub fn add(&mut self, half_points: u8, forfeit: bool) {
        let half_points = half_points.min(2);
        match half_points {
            2 => self.score.wins += 1,
            1 => self.score.draws += 1,
            _ => self.score.losses += 1,
        }
        if forfeit {
            *if half_points == 0 { &mut self.forfeits_a } else { &mut self.forfeits_b } += 1;
        }
        match self.half_a_pair.take() {
            None => self.half_a_pair = Some(half_points),
            Some(first) => self.pairs.0[usize::from(first + half_points)] += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo() {
        // 75 % of the points are 191 Elo; the interval is that of a mean of 100 games.
        let elo = Score { wins: 60, draws: 30, losses: 10 }.elo().expect("games");
        assert!((elo.difference - 190.85).abs() < 0.01, "{elo:?}");
        assert!((elo.low - 134.36).abs() < 0.1 && (elo.high - 258.45).abs() < 0.1, "{elo:?}");
        let even = Score { wins: 5, draws: 90, losses: 5 }.elo().expect("games");
        assert!(even.difference.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
        assert_eq!(Score { wins: 3, draws: 0, losses: 0 }.elo().expect("games").difference, f64::INFINITY);
        assert_eq!(Score::default().elo(), None);
        // 200 games in 100 pairs that scatter less: the same difference, a narrower interval.
        let elo = Pairs([0, 0, 20, 60, 20]).elo().expect("pairs");
        assert!((elo.difference - 190.85).abs() < 0.01, "{elo:?}");
        assert!((elo.low - 163.22).abs() < 0.1 && (elo.high - 220.87).abs() < 0.1, "{elo:?}");
        assert_eq!(Pairs::default().elo(), None);
    }

    #[test]
    fn games_and_pairs() {
        let mut tally = Tally::default();
        for (half_points, forfeit) in [(2, false), (0, true), (1, false), (2, true), (0, false)] {
            tally.add(half_points, forfeit);
        }
        assert_eq!(tally.score, Score { wins: 2, draws: 1, losses: 2 });
        assert_eq!(tally.pairs, Pairs([0, 0, 1, 1, 0]));
        assert_eq!((tally.forfeits_a, tally.forfeits_b), (1, 1));
    }
}
