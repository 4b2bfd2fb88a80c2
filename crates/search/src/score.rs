//! What a search says of a position.

use std::fmt;
use std::ops::Neg;
use wanqi_game::{Outcome, Side};

/// The worth of a position for the side to move, in the evaluation's units (a hundredth of a pawn in chess). A
/// proven win is worth more the sooner it comes, a proven loss less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// How a score stands to what a search would find if it looked at a move by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// That is at least the score.
    Lower,
    /// That is at most the score.
    Upper,
    /// That is the score.
    Exact,
}

impl Score {
    /// Neither side is ahead; also the score of a draw.
    pub const DRAW: Score = Score(0);
    /// Above every other score; a bound, never a result.
    pub const INFINITE: Score = Score(1_000_001);
    /// The longest win or loss, in plies from the root, that a score can tell from a heuristic value.
    pub const MAX_PLIES: u32 = 10_000;
    /// The greatest heuristic score.
    pub const MAX_HEURISTIC: i32 = Self::WIN - Self::MAX_PLIES as i32 - 1;
    const WIN: i32 = 1_000_000;

    /// The side to move wins `plies` from the root.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::WIN - plies as i32)
    }

    /// The side to move loses `plies` from the root.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::WIN)
    }

    /// A heuristic value, cut to what cannot be taken for a proven win or loss.
    #[inline]
    pub fn heuristic(value: i32) -> Score {
        Score(value.clamp(-Self::MAX_HEURISTIC, Self::MAX_HEURISTIC))
    }

    /// The score of a finished game for `side`, `plies` from the root.
    #[inline]
    pub fn of_outcome(outcome: Outcome, side: Side, plies: u32) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == side => Score::win_in(plies),
            Outcome::Win(_) => Score::loss_in(plies),
        }
    }

    /// The number itself.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score for the other side, where a constant is asked for; elsewhere it is written `-score`.
    #[inline]
    #[must_use]
    pub const fn negated(self) -> Score {
        Score(-self.0)
    }

    /// The score whose [`value`](Score::value) this is.
    #[inline]
    pub(crate) const fn from_value(value: i32) -> Score {
        Score(value)
    }

    /// In how many plies the side to move wins (positive) or loses (negative or zero), if that is proven.
    pub const fn decided(self) -> Option<i32> {
        if self.0 > Self::MAX_HEURISTIC {
            Some(Self::WIN - self.0)
        } else if self.0 < -Self::MAX_HEURISTIC {
            Some(-(Self::WIN + self.0))
        } else {
            None
        }
    }

    /// Whether the side to move wins for certain.
    #[inline]
    pub const fn wins(self) -> bool {
        self.0 > Self::MAX_HEURISTIC
    }

    /// Whether the side to move loses for certain.
    #[inline]
    pub const fn loses(self) -> bool {
        self.0 < -Self::MAX_HEURISTIC
    }

    /// This score, counted from a node at `ply`, as a transposition table keeps it: wins by their distance from
    /// the node instead of from the root. [`from_table`](Score::from_table) turns it back.
    #[inline]
    #[must_use]
    pub const fn to_table(self, ply: u32) -> Score {
        self.moved(ply as i32)
    }

    /// See [`to_table`](Score::to_table).
    #[inline]
    #[must_use]
    pub const fn from_table(self, ply: u32) -> Score {
        self.moved(-(ply as i32))
    }

    /// A proven win brought nearer to the largest score by `plies`, a proven loss likewise to the smallest.
    #[inline]
    const fn moved(self, plies: i32) -> Score {
        if self.0 > Self::MAX_HEURISTIC {
            Score(self.0 + plies)
        } else if self.0 < -Self::MAX_HEURISTIC {
            Score(self.0 - plies)
        } else {
            self
        }
    }

    /// This score plus some units, cut as [`heuristic`](Score::heuristic) cuts: for windows.
    #[inline]
    #[must_use]
    pub const fn plus(self, units: i32) -> Score {
        let sum = self.0 + units;
        if sum > Self::INFINITE.0 {
            Self::INFINITE
        } else if sum < -Self::INFINITE.0 {
            Score(-Self::INFINITE.0)
        } else {
            Score(sum)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+35`, `-120`, `win in 5`, `loss in 4` (plies).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.decided() {
            Some(plies) if plies > 0 => format!("win in {plies}"),
            Some(plies) => format!("loss in {}", -plies),
            None => format!("{:+}", self.0),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        let ascending = [
            -Score::INFINITE,
            Score::loss_in(0),
            Score::loss_in(4),
            Score::heuristic(i32::MIN + 1),
            Score::DRAW,
            Score::heuristic(i32::MAX),
            Score::win_in(5),
            Score::win_in(1),
            Score::INFINITE,
        ];
        assert!(ascending.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn display() {
        for (score, text) in [
            (Score::win_in(5), "win in 5"),
            (Score::loss_in(0), "loss in 0"),
            (-Score::win_in(3), "loss in 3"),
            (Score::heuristic(35), "+35"),
            (Score::DRAW, "+0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn a_table_keeps_distances_from_the_node() {
        for score in [Score::win_in(9), Score::loss_in(8), Score::heuristic(-3)] {
            assert_eq!(score.to_table(6).from_table(6), score);
        }
        assert_eq!(Score::win_in(9).to_table(6), Score::win_in(3));
        assert_eq!(Score::loss_in(9).to_table(6), Score::loss_in(3));
    }
}
