//! What players of chess know without searching: a book, tables of endings.

use super::tables::Tables;
use crate::chess_book::Book;
use crate::knowledge::Knowledge;
use crate::registry::Evaluation;
use crate::{Error, Options};
use eval::chess::{ChessTactics, kpk};
use games::chess::{Chess, Move, Position};
use search::{Evaluator, Score};
use std::path::Path;
use std::sync::Arc;

/// An evaluation whose players may have a book and tables.
pub(super) fn evaluation<E: Evaluator<Chess> + 'static>(
    name: &'static str,
    help: &'static str,
    make: impl Fn(&mut Options) -> Result<E, Error> + Send + Sync + 'static,
) -> Evaluation<Chess> {
    let with_tables = move |options: &mut Options| {
        let tables = Tables::of(options.text("syzygy"))?;
        Ok((WithTables { inner: make(options)?, tables }, ChessTactics))
    };
    Evaluation::new(name, help, with_tables).knowing(|options| {
        let book = match options.text("book") {
            None | Some("off") => None,
            Some("own") => Some(Book::own()),
            Some(path) => Some(Book::open(Path::new(path))?),
        };
        let seed = options.number("book-seed", 0, 0..=u64::MAX)?;
        let tables = Tables::of(options.text("syzygy"))?;
        let knows = book.is_some() || tables.is_some();
        Ok(knows.then(|| Arc::new(ChessKnowledge { book, seed, tables }) as Arc<dyn Knowledge<Chess>>))
    })
}

struct ChessKnowledge {
    book: Option<Book>,
    seed: u64,
    tables: Option<Arc<Tables>>,
}

impl Knowledge<Chess> for ChessKnowledge {
    fn book_move(&self, _: &Chess, line: &[Position]) -> Option<Move> {
        self.book.as_ref()?.choose(line.last()?, self.seed)
    }

    fn best_in_tables(&self, game: &Chess, line: &[Position]) -> Option<Vec<usize>> {
        let legal = search::legal_moves(game, line);
        self.tables.as_ref()?.best_moves(line.last()?, &legal)
    }

    fn table_hits(&self) -> u64 {
        self.tables.as_ref().map_or(0, |tables| tables.hits())
    }
}

/// An evaluation, and what is known for certain of positions with few pieces: our own table of king and pawn against
/// king, and Syzygy's where they are given.
struct WithTables<E> {
    inner: E,
    tables: Option<Arc<Tables>>,
}

impl<E: Evaluator<Chess>> Evaluator<Chess> for WithTables<E> {
    type State = E::State;

    fn state(&self, game: &Chess, position: &Position) -> E::State {
        self.inner.state(game, position)
    }

    #[inline]
    fn push(&self, game: &Chess, state: &mut E::State, before: &Position, mv: Move, after: &Position) {
        self.inner.push(game, state, before, mv, after);
    }

    #[inline]
    fn pop(&self, game: &Chess, state: &mut E::State) {
        self.inner.pop(game, state);
    }

    #[inline]
    fn evaluate(&self, game: &Chess, state: &mut E::State, position: &Position) -> i32 {
        self.inner.evaluate(game, state, position)
    }

    #[inline]
    fn known(&self, game: &Chess, position: &Position) -> Option<Score> {
        if kpk::is_draw(position) {
            return Some(Score::DRAW);
        }
        match &self.tables {
            Some(tables) => tables.score(position).or_else(|| self.inner.known(game, position)),
            None => self.inner.known(game, position),
        }
    }
}
