//! What both protocols of KataGo, its commands of GTP and its queries in JSON, tell of a search, and what its figures are
//! here: <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>,
//! <https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md>.
//!
//! There is no neural network, so that whatever is named raw there is left out. The utility is that of winning alone, from
//! −1 to 1; the score is that of the games that the search has played out; a game without a result there is none.

use crate::gtp;
use wanqi_play::{Endings, Ownership, Side, Table, Thought, ThoughtMove};

/// The version of KataGo whose protocols are spoken: programs decide by it what they may ask for.
pub(crate) const KATAGO_VERSION: &str = "1.16.0";

/// What a search thinks of a position or of a move, as one side sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// How often the search has been there.
    pub visits: u64,
    /// The probability to win, a draw being half a win.
    pub winrate: f64,
    /// The lower end of its confidence interval of 95 %.
    pub lcb: f64,
    /// How many points the side is ahead by, and the standard deviation of that from game to game; `None` where nobody
    /// counts points, or none has been counted.
    pub score: Option<Score>,
}

/// A lead in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Score {
    pub lead: f64,
    pub deviation: f64,
}

impl Estimate {
    /// What is thought of a move, by its side. Where no game has begun with it, its score is that of them all.
    pub fn of_move(side: Side, thought: &Thought, one: &ThoughtMove) -> Estimate {
        let score = match one.value.discs() {
            Some(lead) => Some(Score { lead, deviation: 0.0 }),
            None => {
                let endings = one.endings.as_ref().or(thought.endings.as_ref());
                endings.map(|endings| Score::of_endings(endings).seen_by(side))
            }
        };
        Estimate::new(one.visits, win_probability(one), score)
    }

    /// What is thought of a position by the side to move: what its best move is worth.
    pub fn of_root(side: Side, thought: &Thought, random: Option<&Ownership>) -> Estimate {
        let best = thought.moves.first().map(|one| Estimate::of_move(side, thought, one));
        let at_random = || Some(Score { lead: random?.lead?, deviation: 0.0 }.seen_by(side));
        let score = best.and_then(|best| best.score).or_else(at_random);
        let visits = thought.moves.iter().map(|one| one.visits).sum();
        Estimate::new(visits, best.map_or(0.5, |best| best.winrate), score)
    }

    fn new(visits: u64, winrate: f64, score: Option<Score>) -> Estimate {
        let error = 1.96 * (winrate * (1.0 - winrate) / visits.max(1) as f64).sqrt();
        Estimate { visits, winrate, lcb: (winrate - error).max(0.0), score }
    }

    /// The same as the other side sees it. Its bound is then the upper one.
    pub fn seen_by_other(self) -> Estimate {
        let score = self.score.map(|score| Score { lead: -score.lead, ..score });
        Estimate { winrate: 1.0 - self.winrate, lcb: 1.0 - self.lcb, score, ..self }
    }

    /// What winning is worth, from −1 to 1.
    pub fn utility(&self) -> f64 {
        2.0 * self.winrate - 1.0
    }

    /// The utility of the bound.
    pub fn utility_lcb(&self) -> f64 {
        2.0 * self.lcb - 1.0
    }
}

impl Score {
    /// The first side's in games that were played out.
    fn of_endings(endings: &Endings) -> Score {
        Score { lead: endings.lead, deviation: endings.deviation }
    }

    /// A score of the first side as this side sees it.
    fn seen_by(self, side: Side) -> Score {
        if side == Side::First { self } else { Score { lead: -self.lead, ..self } }
    }
}

/// How likely a move wins, a draw being half a win; even where nobody has told.
pub(crate) fn win_probability(one: &ThoughtMove) -> f64 {
    one.value.win_probability().unwrap_or(0.5)
}

/// How likely a move is the best before it is looked at: all are alike where the search knows nothing.
pub(crate) fn prior(thought: &Thought, one: &ThoughtMove) -> f64 {
    let knows = thought.moves.iter().any(|one| one.prior > 0.0);
    if knows { one.prior.into() } else { 1.0 / thought.moves.len().max(1) as f64 }
}

/// Whose each point is in the games that the search has played out, from 1, the first side's, to −1.
pub(crate) fn ownership<'a>(thought: &'a Thought, random: Option<&'a Ownership>) -> Option<&'a [f32]> {
    let searched = thought.endings.as_ref().map(|endings| &endings.ownership[..]);
    searched.or_else(|| random.map(|random| &random.points[..]))
}

/// The same in the games that began with a move.
pub(crate) fn move_ownership(one: &ThoughtMove) -> Option<&[f32]> {
    one.endings.as_ref().map(|endings| &endings.ownership[..])
}

/// The places among a table's legal moves that may be looked at, if only some moves are allowed or some are avoided; `None`
/// for all, also where none would be left.
pub(crate) fn places(table: &dyn Table, allowed: &[String], avoided: &[String]) -> Option<Vec<usize>> {
    if allowed.is_empty() && avoided.is_empty() {
        return None;
    }
    let wanted = |mv: &String| {
        let mv = mv.to_ascii_lowercase();
        (allowed.is_empty() || allowed.contains(&mv)) && !avoided.contains(&mv)
    };
    let legal = table.legal_moves(0);
    let places: Vec<usize> = (0..legal.len()).filter(|&place| wanted(&legal[place])).collect();
    (!places.is_empty()).then_some(places)
}

/// The standard deviation of whose a point is, from game to game.
pub(crate) fn ownership_deviation(owned: f32) -> f32 {
    (1.0 - owned * owned).max(0.0).sqrt()
}

/// What random games say of a position, if a search has told nothing of how its games end.
pub(crate) fn at_random(table: &dyn Table, thought: &Thought) -> Option<Ownership> {
    const GAMES: u64 = 200;
    thought.endings.is_none().then(|| gtp::ownership(table, GAMES)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates() {
        let score = Some(Score { lead: 3.5, deviation: 10.0 });
        let one = Estimate::new(96, 0.6, score);
        assert!((one.lcb - 0.502).abs() < 1e-6 && (one.utility() - 0.2).abs() < 1e-9, "{one:?}");
        let other = one.seen_by_other();
        assert!((other.winrate - 0.4).abs() < 1e-9 && (other.utility() + 0.2).abs() < 1e-9, "{other:?}");
        assert_eq!(other.score, Some(Score { lead: -3.5, deviation: 10.0 }));
        assert!(other.lcb > other.winrate, "the upper bound: {other:?}");
        assert_eq!(Estimate::new(0, 0.01, None).lcb, 0.0, "no less than nothing");
        assert_eq!([1.0, 0.0, -1.0].map(ownership_deviation), [0.0, 1.0, 0.0]);
    }
}
