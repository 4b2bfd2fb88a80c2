//! What players of chess know without searching: a book, tables of endings.

use super::opening_book::Book;
use super::syzygy::SyzygyTables;
use crate::evaluation::{Declaration, Evaluation, KnowledgeSource};
use crate::knowledge::{Knowledge, KnownMove, TableAnswer};
use crate::options::{Declared, FileOption, FileValue, NumberOption, Or, Unit};
use crate::{Error, Scale};
use std::path::Path;
use std::sync::Arc;
use wanqi_eval::chess::{ChessTactics, endings, kpk};
use wanqi_eval::data_file::DataFile;
use wanqi_games::chess::{Chess, Move, Position};
use wanqi_search::{Evaluator, Incremental, ProvenScores, Score};

const SYZYGY: FileOption = FileOption::new(
    "syzygy",
    "folders with Syzygy tables of endings, with : between them, or none at all",
    &["off"],
);
const BOOK: FileOption = FileOption::new(
    "book",
    "a book of openings in Polyglot's format, the program's own, or none at all",
    &["own", "off"],
);
const BOOK_SEED: Or<NumberOption<u64>> =
    NumberOption::new("book-seed", "of the choice among a book's moves", 0..=u64::MAX).of(Unit::Seed).or(0);

/// An evaluation, made of a file or not, whose players may have a book and tables.
pub(crate) fn evaluation<D, E>(
    name: &'static str,
    help: &'static str,
    file: Option<&'static DataFile>,
    options: D,
    make: impl Fn(D::Value) -> Result<E, Error> + Send + Sync + 'static,
) -> Box<dyn Evaluation<Chess>>
where
    D: Declared + Send + Sync + 'static,
    E: Evaluator<Chess> + 'static,
{
    let with_tables = move |(own, syzygy)| {
        let tables = tables(syzygy)?;
        Ok((WithTablebases { inner: make(own)?, tables }, ChessTactics))
    };
    let knows = |(book, seed, syzygy)| {
        let book = match book {
            None | Some(FileValue::Word("off")) => None,
            Some(FileValue::Word(_)) => Book::own().ok(),
            Some(FileValue::Path(path)) => Some(Book::open(Path::new(&path))?),
        };
        let tables = tables(syzygy)?;
        let knows = book.is_some() || tables.is_some();
        Ok(knows.then(|| Arc::new(ChessKnowledge { book, seed, tables }) as Arc<dyn Knowledge<Chess>>))
    };
    Declaration::new(name, help, Scale::CHESS, (options, SYZYGY), with_tables)
        .made_of(file)
        .knowing(&KnowledgeSource::new((BOOK, BOOK_SEED, SYZYGY), knows))
        .boxed()
}

fn tables(syzygy: Option<FileValue>) -> Result<Option<Arc<SyzygyTables>>, Error> {
    match syzygy {
        Some(FileValue::Path(path)) => SyzygyTables::of(&path).map(Some),
        Some(FileValue::Word(_)) | None => Ok(None),
    }
}

struct ChessKnowledge {
    book: Option<Book>,
    seed: u64,
    tables: Option<Arc<SyzygyTables>>,
}

impl Knowledge<Chess> for ChessKnowledge {
    fn book_move(&self, game: &Chess, line: &[Position]) -> Option<KnownMove<Move>> {
        let chosen = self.book.as_ref()?.choose(line.last()?, self.seed)?;
        self.book_moves(game, line).into_iter().find(|known| known.mv == chosen)
    }

    fn book_moves(&self, _: &Chess, line: &[Position]) -> Vec<KnownMove<Move>> {
        let moves = self.book.as_ref().zip(line.last()).map(|(book, position)| book.moves(position));
        let known = |(mv, weight)| KnownMove { mv, weight: Some(weight), score: None };
        moves.unwrap_or_default().into_iter().map(known).collect()
    }

    fn in_tables(&self, game: &Chess, line: &[Position]) -> Option<TableAnswer> {
        let legal = wanqi_search::legal_moves(game, line);
        self.tables.as_ref()?.answer(line.last()?, &legal)
    }

    fn table_hits(&self) -> u64 {
        self.tables.as_ref().map_or(0, |tables| tables.hits())
    }
}

/// An evaluation, and what is known for certain of positions with few pieces: our own table of king and pawn against
/// king, the wrong corner, and Syzygy's tables where they are given.
struct WithTablebases<E> {
    inner: E,
    tables: Option<Arc<SyzygyTables>>,
}

impl<E: Evaluator<Chess>> Incremental<Chess> for WithTablebases<E> {
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
}

impl<E: Evaluator<Chess>> Evaluator<Chess> for WithTablebases<E> {
    #[inline]
    fn evaluate(&self, game: &Chess, state: &mut E::State, position: &Position) -> i32 {
        self.inner.evaluate(game, state, position)
    }
}

impl<E: Evaluator<Chess>> ProvenScores<Chess> for WithTablebases<E> {
    #[inline]
    fn probe(&self, game: &Chess, position: &Position) -> Option<Score> {
        if kpk::is_draw(position) || endings::is_wrong_corner(position) {
            return Some(Score::DRAW);
        }
        match &self.tables {
            Some(tables) => tables.score(position).or_else(|| self.inner.probe(game, position)),
            None => self.inner.probe(game, position),
        }
    }

    #[inline]
    fn static_win(&self, game: &Chess, state: &mut E::State, position: &Position) -> Option<Score> {
        self.inner.static_win(game, state, position)
    }
}
