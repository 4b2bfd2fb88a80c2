//! What is known of a game without searching: books of openings, tables of endings.

use crate::Value;
use serde::Serialize;
use wanqi_game::Game;
use wanqi_search::Score;

/// Where a move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A search.
    #[default]
    Search,
    /// A book of openings.
    Book,
    /// Tables of endings have chosen it, or the few moves that were searched.
    Tables,
}

/// A move of an opening book, and what the book says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct BookMove {
    /// The move, in the notation for people.
    pub text: String,
    /// How often it is to be chosen, beside the weights of the others, where the book says so.
    pub weight: Option<u16>,
    /// What it is worth to who makes it, where the book says so.
    pub value: Option<Value>,
}

/// The same in the game's own type, the score in units of its evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownMove<M> {
    pub mv: M,
    pub weight: Option<u16>,
    pub score: Option<Score>,
}

/// What tables of endings say of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableAnswer {
    /// The legal moves, by their places, that keep what can be reached.
    pub moves: Vec<usize>,
    /// What that is: a draw, or a score beyond what evaluations say for a win or a loss.
    pub score: Score,
    /// Plies to the next move that cannot be taken back (a capture, a pawn's move), where somebody wins.
    pub distance: Option<u32>,
}

impl TableAnswer {
    /// A search's score, corrected: of a mate that it has found tables know no more.
    pub fn correct(&self, searched: Score) -> Score {
        match self.score {
            Score::DRAW => Score::DRAW,
            won if won > Score::DRAW => searched.max(won),
            lost => searched.min(lost),
        }
    }
}

/// What a player knows beside its search.
pub(crate) trait Knowledge<G: Game>: Send + Sync {
    /// The move of a book that is to be played.
    fn book_move(&self, game: &G, line: &[G::Position]) -> Option<KnownMove<G::Move>>;

    /// All moves of a book, the best first.
    fn book_moves(&self, game: &G, line: &[G::Position]) -> Vec<KnownMove<G::Move>>;

    /// What tables of endings say of the last position; `None` where they know nothing.
    fn in_tables(&self, game: &G, line: &[G::Position]) -> Option<TableAnswer>;

    /// How often tables of endings have told something, so far.
    fn table_hits(&self) -> u64;
}
