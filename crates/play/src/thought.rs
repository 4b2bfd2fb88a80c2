//! What players think.

use crate::knowledge::Source;
use crate::{Scale, Value};
use serde::{Serialize, Serializer};
use wanqi_game::Notation;
use wanqi_search::{Bound, Endings, Report};

/// What a player thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The move, in the notation for people.
    pub best: Option<String>,
    /// What the position is worth to the side to move.
    #[serde(flatten)]
    pub value: Value,
    /// The expected line, the best move first.
    pub line: Vec<String>,
    /// Plies that were looked ahead in full.
    pub depth: u32,
    /// Plies of the longest line that was looked at on the way to the score.
    pub seldepth: u32,
    /// How much of its memory the player has filled, in thousandths, if that is known.
    pub hashfull: Option<u32>,
    /// How often tables of endings have told something.
    pub table_hits: u64,
    /// Where tables of endings say that a side wins: the plies to the next capture or pawn's move on the way, as they count.
    pub table_distance: Option<u32>,
    /// Where the move comes from.
    pub source: Source,
    /// The work done.
    pub work: Work,
    /// Every move at the root, the best first, as far as the player looks at them one by one. The first
    /// [`Limits::lines`](wanqi_search::Limits::lines) of them are the best lines.
    pub moves: Vec<ThoughtMove>,
    /// How games ended that the player has played out for this thought, where areas are counted: whose each point was, and by
    /// how many points the first side was ahead.
    #[serde(skip)]
    pub endings: Option<Endings>,
    /// In long searches the move at the root that is about to be looked at, and how many have been before it. Nothing
    /// else is new then.
    pub current: Option<(String, usize)>,
}

impl Thought {
    /// The best `count` lines, as far as the player tells moves apart: none of a player that does not. Of the first a
    /// search under way may have shown for a moment that it is worth no more than its score.
    pub fn lines(&self, count: usize) -> impl Iterator<Item = &ThoughtMove> {
        let is_line = |(at, one): &(usize, &ThoughtMove)| *at == 0 || one.bound != Some(Bound::Upper);
        self.moves.iter().enumerate().take(count).filter(is_line).map(|(_, one)| one)
    }
}

/// The work that a player has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Work {
    /// Nodes whose moves were looked at.
    pub interior: u64,
    /// Nodes that were scored without trying their moves: [`wanqi_search::Counts::leaves`].
    pub leaves: u64,
    /// Nodes left early because a move refuted the one before.
    pub cutoffs: u64,
    /// Random games.
    pub playouts: u64,
    /// Time in milliseconds.
    pub millis: u64,
}

/// A move at the root and what a player thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ThoughtMove {
    /// Its text.
    pub text: String,
    /// What it is worth to the side to move.
    #[serde(flatten)]
    pub value: Value,
    /// What has been shown of the score; `None` for a mean of visits.
    #[serde(serialize_with = "bound_in_words")]
    pub bound: Option<Bound>,
    /// Visits by a Monte-Carlo search, otherwise 0.
    pub visits: u64,
    /// Plies that the move was looked ahead in full.
    pub depth: u32,
    /// Plies of the longest line that was looked at on the way to its score.
    pub seldepth: u32,
    /// The expected line, this move first.
    pub line: Vec<String>,
    /// The visits of each move of the line; empty where none are counted.
    #[serde(skip)]
    pub line_visits: Vec<u64>,
    /// How likely it was taken to be the best before it was looked at, all together 1; 0 where nothing is known.
    #[serde(skip)]
    pub prior: f32,
    /// How games ended that began with this move, as [`Thought::endings`].
    #[serde(skip)]
    pub endings: Option<Endings>,
}

/// What a search reports, told in a notation and on a scale.
pub(crate) fn thought<G: Notation>(
    game: &G,
    line: &[G::Position],
    report: &Report<G::Move>,
    notation: usize,
    scale: Scale,
) -> Thought {
    let position = line.last().expect("a table has a position");
    // What is solved is told on a scale of its own; where only a bound is shown, that is not the last disc.
    let scale_of = |bound: Option<Bound>| match (report.solved, bound) {
        (false, _) => scale,
        (true, Some(Bound::Exact)) => Scale::SOLVED,
        (true, _) => Scale::SOLVED_AT_LEAST,
    };
    let moves = report.moves.iter().map(|root| ThoughtMove {
        text: game.format_move(position, root.mv, notation),
        value: Value::new(root.score, scale_of(root.bound)),
        bound: root.bound,
        visits: root.visits,
        depth: root.depth,
        seldepth: root.seldepth,
        line: texts(game, position, &root.line, notation),
        line_visits: root.line_visits.clone(),
        prior: root.prior,
        endings: root.endings.clone(),
    });
    Thought {
        best: report.best.map(|mv| game.format_move(position, mv, notation)),
        value: Value::new(report.score, scale_of(report.moves.first().and_then(|best| best.bound))),
        line: texts(game, position, &report.line, notation),
        depth: report.depth,
        seldepth: report.seldepth,
        hashfull: report.hashfull,
        table_hits: 0,
        table_distance: None,
        source: Source::Search,
        work: Work {
            interior: report.counts.interior,
            leaves: report.counts.leaves,
            cutoffs: report.counts.cutoffs,
            playouts: report.counts.playouts,
            millis: report.time.as_millis().try_into().unwrap_or(u64::MAX),
        },
        moves: moves.collect(),
        endings: report.endings.clone(),
        current: report.current.map(|(mv, before)| (game.format_move(position, mv, notation), before)),
    }
}

#[expect(clippy::ref_option, reason = "serde hands it over so")]
fn bound_in_words<S: Serializer>(bound: &Option<Bound>, serializer: S) -> Result<S::Ok, S::Error> {
    let words = bound.map(|bound| match bound {
        Bound::Lower => "lower",
        Bound::Upper => "upper",
        Bound::Exact => "exact",
    });
    words.serialize(serializer)
}

/// The texts of a line of moves that begins in `position`.
fn texts<G: Notation>(game: &G, position: &G::Position, line: &[G::Move], notation: usize) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        texts.push(game.format_move(&position, mv, notation));
        game.play(&mut position, mv);
    }
    texts
}
