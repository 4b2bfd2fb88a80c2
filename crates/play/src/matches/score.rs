//! What the games of a match say of the players.

use super::Played;
use serde::Serialize;
use std::fmt;
pub use wanqi_train::{Elo, Pairs, Score};

/// What a match has come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// The games of A, forfeits included: who has won the match.
    #[serde(flatten)]
    pub score: Score,
    /// Those that neither has forfeited: who is stronger.
    pub played: Score,
    /// The pairs of games of which both are played.
    pub pairs: Pairs,
    /// Games that A has lost without an end on the board: a crash, an illegal move, no move in time.
    pub forfeits_a: u32,
    /// Games that B has lost so.
    pub forfeits_b: u32,
    /// The first game of a pair whose second is to come: the half points of A, none if it was forfeited.
    #[serde(skip)]
    half_a_pair: Option<Option<u8>>,
}

impl Tally {
    /// What the games that were played say of the players: by pairs if every one is of a pair, which an opening that
    /// favours a side does not blur, and else by games.
    pub fn elo(&self) -> Option<Elo> {
        let in_pairs = 2 * self.pairs.0.iter().sum::<u32>() == self.played.games();
        if in_pairs { self.pairs.elo() } else { self.played.elo() }
    }

    /// Games that were forfeited.
    pub fn forfeits(&self) -> u32 {
        self.forfeits_a + self.forfeits_b
    }

    /// Counts a game; games come in order, so that two are a pair.
    pub fn count(&mut self, played: &Played) {
        self.add(played.half_points, played.end.is_forfeit());
    }

    /// Counts a game of which just the half points of A are known, and whether it was forfeited.
    pub fn add(&mut self, half_points: u8, forfeit: bool) {
        let half_points = half_points.min(2);
        self.score.add(half_points);
        let played = (!forfeit).then_some(half_points);
        match played {
            Some(half_points) => self.played.add(half_points),
            None => *if half_points == 0 { &mut self.forfeits_a } else { &mut self.forfeits_b } += 1,
        }
        match self.half_a_pair.take() {
            None => self.half_a_pair = Some(played),
            Some(first) => {
                if let (Some(first), Some(second)) = (first, played) {
                    self.pairs.0[usize::from(first + second)] += 1;
                }
            }
        }
    }
}

/// `+12 =5 -3 of 20, 72.5 %, Elo +168 (+34 to +386 with 95 %)`, and the forfeits if there are any.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.score)?;
        match self.elo() {
            Some(elo) => write!(f, ", {elo}")?,
            None if self.forfeits() > 0 => f.write_str(", no Elo")?,
            None => {}
        }
        match self.forfeits() {
            0 => Ok(()),
            _ => write!(f, " without the forfeits: {} by A, {} by B", self.forfeits_a, self.forfeits_b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_scatter_less_than_games() {
        // 200 games in 100 pairs: the same difference as of the games alone, a narrower interval.
        let elo = Pairs([0, 0, 20, 60, 20]).elo().expect("pairs");
        assert!((elo.difference - 190.85).abs() < 0.01, "{elo:?}");
        assert!((elo.low - 163.22).abs() < 0.1 && (elo.high - 220.87).abs() < 0.1, "{elo:?}");
        assert_eq!(Pairs::default().elo(), None);
    }

    /// Half points of A in games by turns, in small letters where the game was forfeited: `w`, `d`, `l`.
    fn check(games: &str, score: [u32; 3], pairs: [u32; 5], text: &str) {
        let mut tally = Tally::default();
        for game in games.chars() {
            let half_points = match game.to_ascii_uppercase() {
                'W' => 2,
                'D' => 1,
                _ => 0,
            };
            tally.add(half_points, game.is_ascii_lowercase());
        }
        let [wins, draws, losses] = score;
        assert_eq!((tally.score, tally.pairs), (Score { wins, draws, losses }, Pairs(pairs)), "{games}");
        assert_eq!(tally.to_string(), text);
    }

    #[test]
    fn forfeits_are_told_apart_from_strength() {
        check("", [0, 0, 0], [0; 5], "+0 =0 -0 of 0");
        check("WLWW", [3, 0, 1], [0, 0, 1, 0, 1], "+3 =0 -1 of 4, 75.0 %, Elo +191 (-68 to +inf with 95 %)");
        // Who stumbles is not weaker: the same Elo, with a pair of which one game says nothing.
        check(
            "WLWWwL",
            [4, 0, 2],
            [0, 0, 1, 0, 1],
            "+4 =0 -2 of 6, 66.7 %, Elo +70 (-275 to +inf with 95 %) without the forfeits: 0 by A, 1 by B",
        );
        check("lw", [1, 0, 1], [0; 5], "+1 =0 -1 of 2, 50.0 %, no Elo without the forfeits: 1 by A, 1 by B");
        check(
            "WWWWWWWWWWWWWWWWWWWW",
            [20, 0, 0],
            [0, 0, 0, 0, 10],
            "+20 =0 -0 of 20, 100.0 %, Elo > +317 with 95 %",
        );
    }
}
