//! What is known of a game without searching: books of openings, tables of endings.

use serde::Serialize;
use wanqi_game::Game;

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

/// What a player knows beside its search.
pub(crate) trait Knowledge<G: Game>: Send + Sync {
    /// The move of a book.
    fn book_move(&self, game: &G, line: &[G::Position]) -> Option<G::Move>;

    /// The legal moves, by their places, that keep what tables of endings know to be reachable; `None` where they know
    /// nothing.
    fn best_in_tables(&self, game: &G, line: &[G::Position]) -> Option<Vec<usize>>;

    /// How often tables of endings have told something, so far.
    fn table_hits(&self) -> u64;
}
