//! Players: whoever chooses moves at a table.

use crate::knowledge::Source;
use crate::registry::Described;
use crate::typed_table::TypedTable;
use crate::{Clock, Error, Table};
use game::{Depict, Game, Notation};
use search::{Bound, Limits, Report};
use serde::{Serialize, Serializer};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Chooses moves, in any game. Kept from move to move, so that it may remember what it has learnt.
pub trait Player: Send {
    /// Chooses a move for the side to move at `table`, within `limits` and the player's own. `progress` hears at
    /// most 20 times a second what it thinks so far.
    ///
    /// # Errors
    /// If the game is over, the table is of another game, or the player has failed without any move.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error>;

    /// What both clocks show before its next thought, the first side's first. True if it plans its time by them itself,
    /// as other engines do; else it is to be given a time for the move.
    fn see_clocks(&mut self, _clocks: [Clock; 2]) -> bool {
        false
    }

    /// Forgets what it knows of the game, as before a new one.
    fn forget(&mut self);
}

/// What a player thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The move, in the notation for people.
    pub best: Option<String>,
    /// The score for the side to move, in the evaluation's units.
    pub score: i32,
    /// In how many plies the side to move wins, or loses if negative, if that is proven.
    pub decided: Option<i32>,
    /// The score in words.
    pub score_text: String,
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
    /// Where the move comes from.
    pub source: Source,
    /// The work done.
    pub work: Work,
    /// Every move at the root, the best first, as far as the player looks at them one by one. The first
    /// [`Limits::lines`] of them are the best lines.
    pub moves: Vec<ThoughtMove>,
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
    /// Leaf evaluations, finished games included.
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
    /// Its score for the side to move.
    pub score: i32,
    /// In how many plies the side to move wins, or loses if negative, if that is proven.
    pub decided: Option<i32>,
    /// The score in words.
    pub score_text: String,
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
}

/// Time between two words of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// One of our searches as a player. A stop flag is never set in its own limits.
pub(crate) struct SearchPlayer<G: Game>(pub Described<G>);

impl<G: Notation + Depict + Clone + Send + 'static> Player for SearchPlayer<G> {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Error> {
        let table: &TypedTable<G> = table
            .as_any()
            .downcast_ref()
            .ok_or_else(|| Error::Player("it was made for another game or size".into()))?;
        if let Some(result) = table.result() {
            return Err(Error::Over(result.text));
        }
        let Described { search, limits: own, knowledge } = &mut self.0;
        let mut limits = own.within(limits);
        let (game, line, notation) = (table.game(), table.line(), table.notation());
        let hits = || knowledge.as_ref().map_or(0, |knowledge| knowledge.table_hits());
        let (hits_before, mut source) = (hits(), Source::Search);
        if let Some(knowledge) = &*knowledge {
            if is_for_a_move(&limits)
                && let Some(mv) = knowledge.book_move(game, line)
            {
                return Ok(of_book(game, line, mv, notation));
            }
            if limits.root_moves.is_none() {
                limits.root_moves = knowledge.best_in_tables(game, line);
                if limits.root_moves.is_some() {
                    source = Source::Tables;
                }
            }
        }
        let told_of = |report: &Report<G::Move>| Thought {
            table_hits: hits() - hits_before,
            source,
            ..thought(game, line, report, notation)
        };
        // When it has last told of news, and of the move that it is looking at.
        let (mut told, mut best_so_far) = ([None::<Instant>; 2], None);
        let found = catch_unwind(AssertUnwindSafe(|| {
            search.search(game, line, &limits, &mut |report| {
                let told = &mut told[usize::from(report.current.is_some())];
                if told.is_none_or(|told| told.elapsed() >= PROGRESS_INTERVAL) {
                    *told = Some(Instant::now());
                    let thought = told_of(report);
                    progress(&thought);
                    best_so_far = Some(thought);
                }
            })
        }));
        match found {
            Ok(report) => Ok(told_of(&report)),
            Err(panic) => {
                // A search that fails must not lose the game: the best move so far still stands.
                search.forget();
                let what = panic.downcast_ref::<String>().map(String::as_str);
                let what =
                    what.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for no known reason");
                best_so_far.ok_or_else(|| Error::Player(what.into()))
            }
        }
    }

    fn forget(&mut self) {
        self.0.search.forget();
    }
}

/// Whether a move is wanted that a book may tell: not where a search is to go on for as long as it likes, several lines
/// are asked for, or some moves are left out. Those who analyse ask the search.
fn is_for_a_move(limits: &Limits) -> bool {
    let bounded = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
    bounded && limits.lines <= 1 && limits.root_moves.is_none()
}

/// The thought of a player that has looked into a book.
fn of_book<G: Notation>(game: &G, line: &[G::Position], mv: G::Move, notation: usize) -> Thought {
    let report = Report { best: Some(mv), line: vec![mv], ..Report::empty() };
    Thought { source: Source::Book, score_text: "book".into(), ..thought(game, line, &report, notation) }
}

pub(crate) fn thought<G: Notation>(
    game: &G,
    line: &[G::Position],
    report: &Report<G::Move>,
    notation: usize,
) -> Thought {
    let position = line.last().expect("a table has a position");
    let moves = report.moves.iter().map(|root| ThoughtMove {
        text: game.format_move(position, root.mv, notation),
        score: root.score.value(),
        decided: root.score.decided(),
        score_text: root.score.to_string(),
        bound: root.bound,
        visits: root.visits,
        depth: root.depth,
        seldepth: root.seldepth,
        line: texts(game, position, &root.line, notation),
    });
    Thought {
        best: report.best.map(|mv| game.format_move(position, mv, notation)),
        score: report.score.value(),
        decided: report.score.decided(),
        score_text: report.score.to_string(),
        line: texts(game, position, &report.line, notation),
        depth: report.depth,
        seldepth: report.seldepth,
        hashfull: report.hashfull,
        table_hits: 0,
        source: Source::Search,
        work: Work {
            interior: report.counts.interior,
            leaves: report.counts.leaves,
            cutoffs: report.counts.cutoffs,
            playouts: report.counts.playouts,
            millis: report.time.as_millis().try_into().unwrap_or(u64::MAX),
        },
        moves: moves.collect(),
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
