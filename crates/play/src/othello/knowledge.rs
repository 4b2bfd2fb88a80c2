//! What players of Othello know without searching: an opening book.

use super::opening_book::{Book, own};
use crate::evaluation::KnowledgeSource;
use crate::knowledge::{Knowledge, KnownMove, TableAnswer};
use crate::options::{FileOption, FileValue, NumberOption, Or, Single, Unit};
use crate::{Error, Spec, Table};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wanqi_games::othello::{Move, Othello, Position};

const BOOK: FileOption = FileOption::new(
    "book",
    "an opening book as `wanqi book make othello` makes it, the one made here if there is one, or none at all",
    &["own", "off"],
);
const BOOK_SEED: Or<NumberOption<u64>> =
    NumberOption::new("book-seed", "of the choice among a book's moves", 0..=u64::MAX).of(Unit::Seed).or(0);
const BOOK_MARGIN: Or<NumberOption<u16>> = NumberOption::new(
    "book-margin",
    "how much worse than the best a book's move may be, in hundredths of a disc",
    0..=6400,
)
.or(0);

/// What players of this game know of what they are told of their book.
pub(crate) fn source(game: Othello) -> KnowledgeSource<Othello> {
    KnowledgeSource::new((BOOK, BOOK_SEED, BOOK_MARGIN), move |told| knowledge(&game, told))
}

fn knowledge(
    game: &Othello,
    (book, seed, margin): (Option<FileValue>, u64, u16),
) -> Result<Option<Arc<dyn Knowledge<Othello>>>, Error> {
    let book = match book {
        None | Some(FileValue::Word("off")) => None,
        Some(FileValue::Word(_)) => match own(game) {
            // Whoever brings files has told it.
            Err(Error::Lost(_)) => None,
            own => own?,
        },
        Some(FileValue::Path(path)) => Some(Arc::new(Book::open(Path::new(&path))?)),
    };
    if let Some(book) = book.as_ref().filter(|book| !book.is_of(game)) {
        return Err(Error::Book(format!("it is of {}, another game than this", book.rules())));
    }
    Ok(book.map(|book| Arc::new(OthelloKnowledge { book, seed, margin: margin.into() }) as _))
}

/// The file of the book that a player opens from, or would if there were one; `None` if it has no book.
pub fn book_path(table: &dyn Table, player: &Spec) -> Option<PathBuf> {
    match player.get(BOOK.info().name)? {
        "off" => None,
        "own" => Book::own_path(table),
        path => Some(path.into()),
    }
}

struct OthelloKnowledge {
    book: Arc<Book>,
    seed: u64,
    margin: i32,
}

impl Knowledge<Othello> for OthelloKnowledge {
    fn book_move(&self, _: &Othello, line: &[Position]) -> Option<KnownMove<Move>> {
        self.book.choose(line.last()?, self.margin, self.seed)
    }

    fn book_moves(&self, _: &Othello, line: &[Position]) -> Vec<KnownMove<Move>> {
        line.last().map_or_else(Vec::new, |position| self.book.moves(position))
    }

    fn in_tables(&self, _: &Othello, _: &[Position]) -> Option<TableAnswer> {
        None
    }

    fn table_hits(&self) -> u64 {
        0
    }
}
