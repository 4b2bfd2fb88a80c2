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
