//! What both protocols of KataGo, its commands of GTP and its queries in JSON, tell of a search, and what its figures are
//! here: <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>,
//! <https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md>.
//!
//! A neural network is not asked but by a search, so that whatever is named raw there is left out. The utility is that of winning
//! alone, from −1 to 1; the score is that of the games that the search has played out, or of what a network expects where it has
//! looked; a game without a result there is none.

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

    /// What is thought of a position by the side to move: the mean of the search, as KataGo has it, which favours the side to
    /// move less than the best of many moves that were looked at seldom; what is proven is told as that.
    pub fn of_root(side: Side, thought: &Thought, played_out: Option<&Ownership>) -> Estimate {
        let visits: u64 = thought.moves.iter().map(|one| one.visits).sum();
        let weighed = |one: &ThoughtMove| one.visits as f64 * win_probability(one);
        let winrate = match thought.moves.first() {
            Some(best) if best.bound.is_none() && visits > 0 => {
                thought.moves.iter().map(weighed).sum::<f64>() / visits as f64
            }
            best => best.map_or(0.5, win_probability),
        };
        let score = match (thought.value.discs(), &thought.endings, played_out.and_then(|games| games.lead)) {
            (Some(lead), ..) => Some(Score { lead, deviation: 0.0 }),
            (None, Some(endings), _) => Some(Score::of_endings(endings).seen_by(side)),
            (None, None, Some(lead)) => Some(Score { lead, deviation: 0.0 }.seen_by(side)),
            (None, None, None) => None,
        };
        Estimate::new(visits, winrate, score)
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
pub(crate) fn ownership<'a>(thought: &'a Thought, played_out: Option<&'a Ownership>) -> Option<&'a [f32]> {
    let searched = thought.endings.as_ref().map(|endings| &endings.ownership[..]);
    searched.or_else(|| played_out.map(|games| &games.points[..]))
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

/// What games from a position say of it, if a search has told nothing of how its own end.
pub(crate) fn played_out(table: &dyn Table, thought: &Thought) -> Option<Ownership> {
    const GAMES: u64 = 200;
    thought.endings.is_none().then(|| gtp::ownership(table, GAMES)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wanqi_play::{Bound, Scale, Value};

    fn searched(moves: &[(u64, f64)], bound: Option<Bound>) -> Thought {
        let one = |&(visits, winrate): &(u64, f64)| ThoughtMove {
            text: "D4".into(),
            value: Value::new(wanqi_play::Score::heuristic((2000.0 * winrate - 1000.0) as i32), Scale::MEAN),
            bound,
            visits,
            depth: 1,
            seldepth: 1,
            line: Vec::new(),
            line_visits: Vec::new(),
            prior: 0.0,
            endings: None,
        };
        let moves: Vec<ThoughtMove> = moves.iter().map(one).collect();
        Thought {
            best: None,
            value: Value::new(wanqi_play::Score::heuristic(0), Scale::MEAN),
            line: Vec::new(),
            depth: 1,
            seldepth: 1,
            hashfull: None,
            table_hits: 0,
            table_distance: None,
            source: wanqi_play::Source::Search,
            work: wanqi_play::Work::default(),
            moves,
            endings: None,
            current: None,
        }
    }

    /// A position is worth the mean of its search, and what is proven what it is.
    #[test]
    fn positions() {
        let moves = [(60, 0.8), (40, 0.3), (0, 0.9)];
        let root = |bound| Estimate::of_root(Side::Second, &searched(&moves, bound), None);
        let (mean, proven) = (root(None), root(Some(Bound::Exact)));
        assert_eq!((mean.visits, mean.score), (100, None));
        assert!(
            (mean.winrate - 0.6).abs() < 1e-3 && (proven.winrate - 0.8).abs() < 1e-3,
            "{mean:?} {proven:?}"
        );
        let nothing = Estimate::of_root(Side::First, &searched(&[], None), None);
        assert_eq!((nothing.visits, nothing.winrate), (0, 0.5));
        // All are alike where nothing is known beforehand.
        let mut thought = searched(&moves, None);
        assert!((prior(&thought, &thought.moves[2]) - 1.0 / 3.0).abs() < 1e-9);
        thought.moves[0].prior = 0.75;
        assert_eq!([0, 1].map(|at| prior(&thought, &thought.moves[at])), [0.75, 0.0]);
        // What was played out is told as each side sees it.
        let endings = Endings { ownership: vec![1.0], lead: 4.5, deviation: 2.0, playouts: 9 };
        thought.endings = Some(endings.clone());
        thought.moves[1].endings = Some(Endings { lead: -1.5, ..endings });
        let lead = |estimate: Estimate| estimate.score.expect("a score").lead;
        assert_eq!(lead(Estimate::of_root(Side::First, &thought, None)), 4.5);
        let white = [0, 1].map(|at| lead(Estimate::of_move(Side::Second, &thought, &thought.moves[at])));
        assert_eq!(white, [-4.5, 1.5]);
    }

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
