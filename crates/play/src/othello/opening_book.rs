//! Opening books of Othello, worked out by the program itself: a tree of positions, each once for all that are alike, in
//! which every position knows, beside the moves to others of the book, the best move that leads out of it and what a search
//! says of that. Values go up by negamax.
//!
//! Buro, *Toward Opening Book Learning* (1999), <https://skatgame.net/mburo/ps/book.pdf>.

mod file;
mod maker;

pub use maker::{BookMaker, Grown, Searcher};

use super::laid;
use crate::knowledge::{BookMove, KnownMove};
use crate::{Error, Table, Value, data_folder, files};
use rand_core::SeedableRng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use wanqi_eval::data_file;
use wanqi_eval::data_file::DataFile;
use wanqi_game::{Game, Side, random};
use wanqi_games::othello::{Goal, Move, Othello, Position, Size};
use wanqi_search::Score;

/// The most bytes of a book: some 20 million positions.
const MAX_BYTES: u64 = 128 << 20;

/// A book.
#[derive(Clone, Debug)]
pub struct Book {
    game: Othello,
    made: String,
    /// The first is the start of the game; each as [`canonical`](Position::canonical) has it.
    positions: Vec<BookPosition>,
    places: HashMap<Key, Place>,
}

/// Where a position stands in a book.
type Place = u32;

/// The discs of the side to move and those of the other, of a canonical position. Whose turn it is changes nothing.
type Key = [u64; 2];

/// A position of a book.
#[derive(Clone, PartialEq, Debug)]
struct BookPosition {
    position: Position,
    /// The best move that leads out of the book.
    deviation: Option<Deviation>,
    /// The moves that lead to other positions of the book, one to each.
    children: Vec<(Move, Place)>,
    /// What it is worth to the side to move, in hundredths of a disc.
    value: i16,
}

/// A move that leads out of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Deviation {
    mv: Move,
    /// What a search says that it is worth to who makes it, in hundredths of a disc.
    value: i16,
}

fn key(position: &Position, game: &Othello) -> Key {
    let side = game.side_to_move(position);
    [position.discs(side), position.discs(side.opponent())]
}

/// The moves of a position and where they lead, one move to each of the canonical positions; none once the game is over.
fn successors(game: &Othello, position: &Position) -> Vec<(Move, Position)> {
    let mut found: Vec<(Move, Position)> = Vec::new();
    if game.outcome(position).is_none() {
        game.each_move(position, |mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            let next = next.canonical().0;
            if found.iter().all(|(_, known)| *known != next) {
                found.push((mv, next));
            }
        });
    }
    found
}

/// What the end of a game is worth to the side to move.
fn final_value(game: &Othello, position: &Position) -> Option<i16> {
    game.outcome(position)?;
    let margin = game.margin(position).unwrap_or(0.0) as i16;
    Some(100 * if game.side_to_move(position) == Side::First { margin } else { -margin })
}

/// The rules as the spec of a game has them.
fn rules(game: &Othello) -> String {
    let mut options = Vec::new();
    if game.size() == Size::Six {
        options.push("size=6");
    }
    if game.goal() == Goal::Fewest {
        options.push("goal=fewest");
    }
    if options.is_empty() { "othello".into() } else { format!("othello:{}", options.join(",")) }
}

impl Book {
    /// A book without positions, of the game of a table; `made` is how it is to be made.
    ///
    /// # Errors
    /// If the table is not of Othello.
    pub fn new(table: &dyn Table, made: &str) -> Result<Book, Error> {
        let (game, _) = laid(table)
            .ok_or_else(|| Error::Book(format!("such books are of Othello, not of {}", table.spec())))?;
        Ok(Book { game: *game, made: made.into(), positions: Vec::new(), places: HashMap::new() })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If there is none, or it is no book, or not as it was written.
    pub fn open(path: &Path) -> Result<Book, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::Book(format!("{}: {error}", path.display()));
        let bytes = files::read(path, MAX_BYTES).map_err(|error| wrong(&error))?;
        Book::read(&bytes).map_err(|what| wrong(&what))
    }

    /// Writes the book to a file, so that no reader ever meets half of it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        OWN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.rules());
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder
            .and_then(|()| wanqi_train::learner::write_whole(path, &self.write()))
            .map_err(|error| Error::Book(format!("{}: {error}", path.display())))
    }

    /// Where the book of a table's game is kept that was made here, if the system has a folder for data.
    pub fn own_path(table: &dyn Table) -> Option<PathBuf> {
        own_path(laid(table)?.0)
    }

    /// Whether it is of these rules.
    pub(crate) fn is_of(&self, game: &Othello) -> bool {
        self.game == *game
    }

    /// The rules that it is of, as a game's spec.
    pub fn rules(&self) -> String {
        rules(&self.game)
    }

    /// How it was made.
    pub fn made(&self) -> &str {
        &self.made
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What the start of the game is worth to Black, in hundredths of a disc.
    pub fn value(&self) -> i16 {
        self.positions.first().map_or(0, |start| start.value)
    }

    /// The plies of the longest line.
    pub fn depth(&self) -> usize {
        let start = self.positions.first().map_or(0, |start| discs(&start.position));
        self.positions.iter().map(|one| (discs(&one.position) - start) as usize).max().unwrap_or(0)
    }

    /// What is known of the moves of a table's position, the best first.
    pub fn moves_at(&self, table: &dyn Table) -> Vec<BookMove> {
        let Some((game, line)) = laid(table).filter(|(game, _)| **game == self.game) else {
            return Vec::new();
        };
        let texts = table.legal_moves(0);
        let (mut legal, known) = (Vec::new(), self.moves(line.last().unwrap_or(&game.start())));
        game.each_move(line.last().unwrap_or(&game.start()), |mv| legal.push(mv));
        let told = |known: KnownMove<Move>| {
            let place = legal.iter().position(|mv| *mv == known.mv)?;
            let value = known.score.map(|score| Value::new(score, table.scale()));
            Some(BookMove { text: texts.get(place)?.clone(), weight: known.weight, value })
        };
        known.into_iter().filter_map(told).collect()
    }

    fn at(&self, canonical: &Position) -> Option<&BookPosition> {
        let place = *self.places.get(&key(canonical, &self.game))?;
        self.positions.get(place as usize)
    }

    /// The moves of a position that the book knows, with what they are worth to the side to move, the best first.
    pub(crate) fn moves(&self, position: &Position) -> Vec<KnownMove<Move>> {
        let Some(here) = self.at(&position.canonical().0) else { return Vec::new() };
        let after = |from: &Position, mv| {
            let mut next = *from;
            self.game.play(&mut next, mv);
            next.canonical().0
        };
        let out = here.deviation.map(|out| (after(&here.position, out.mv), out.value));
        let mut found = Vec::new();
        self.game.each_move(position, |mv| {
            let next = after(position, mv);
            let value = match (self.at(&next), out) {
                (Some(next), _) => Some(-next.value),
                (None, Some((leads_to, value))) if key(&leads_to, &self.game) == key(&next, &self.game) => {
                    Some(value)
                }
                (None, _) => None,
            };
            if let Some(value) = value {
                let score = Some(Score::heuristic(value.into()));
                found.push(KnownMove { mv, weight: None, score });
            }
        });
        found.sort_by_key(|known| Reverse(known.score));
        found
    }

    /// One of the moves that are at most so many hundredths of a disc worse than the best, by chance; the same for the same
    /// seed and position. `None` where the book goes no further: a search of one's own knows more than the book's last one.
    pub(crate) fn choose(&self, position: &Position, margin: i32, seed: u64) -> Option<KnownMove<Move>> {
        if self.at(&position.canonical().0)?.children.is_empty() {
            return None;
        }
        let mut moves = self.moves(position);
        let least = moves.first()?.score?.value() - margin;
        moves.retain(|known| known.score.is_some_and(|score| score.value() >= least));
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed ^ self.game.key(position));
        Some(moves.swap_remove(random::below(&mut rng, moves.len() as u32) as usize))
    }

    /// Works out what every position is worth, and where its moves lead.
    fn link(&mut self) {
        for place in 0..self.positions.len() {
            self.positions[place].children = self.children(&self.positions[place].position);
        }
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        // Those with the most discs first; a pass adds none.
        order.sort_by_key(|&place| {
            let position = &self.positions[place].position;
            (Reverse(discs(position)), position.moves() == 0 && self.game.outcome(position).is_none())
        });
        for place in order {
            self.positions[place].value = self.value_of(&self.positions[place]);
        }
    }

    /// The moves of a position that lead to others of the book.
    fn children(&self, position: &Position) -> Vec<(Move, Place)> {
        let place = |(mv, next): (Move, Position)| Some((mv, *self.places.get(&key(&next, &self.game))?));
        successors(&self.game, position).into_iter().filter_map(place).collect()
    }

    /// What a position is worth by what its moves are.
    fn value_of(&self, position: &BookPosition) -> i16 {
        let out = position.deviation.map(|out| out.value);
        let inside = position.children.iter().map(|&(_, place)| -self.positions[place as usize].value);
        let best = out.into_iter().chain(inside).max();
        best.or_else(|| final_value(&self.game, &position.position)).unwrap_or(0)
    }
}

fn discs(position: &Position) -> u32 {
    Side::BOTH.iter().map(|&side| position.discs(side).count_ones()).sum()
}

fn own_path(game: &Othello) -> Option<PathBuf> {
    Some(data_folder()?.join("books").join(rules(game).replace(':', "-") + ".book"))
}

/// The book that comes with the program: what `wanqi book make othello --nodes 30000` has written in seven minutes.
pub(crate) static SHIPPED: DataFile = data_file!("othello.book");

/// The own books that have been read, by their rules.
static OWN: Mutex<BTreeMap<String, OwnBook>> = Mutex::new(BTreeMap::new());

/// A book, or none, or why it cannot be read.
type OwnBook = Result<Option<Arc<Book>>, Error>;

/// The program's own book of these rules: the one that was made here, or else the one that comes with the program.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn own(game: &Othello) -> OwnBook {
    let read = || match own_path(game).filter(|path| path.exists()) {
        Some(path) => Book::open(&path).map(Some),
        None => Book::read(&SHIPPED.read()?).map(Some).map_err(Error::Book),
    };
    let mut known = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let book = known.entry(rules(game)).or_insert_with(|| read().map(|book| book.map(Arc::new)));
    Ok(book.clone()?.filter(|book| book.is_of(game)))
}

/// What the program's own opening book knows of the moves of a table's position, the best first; nothing where there is no
/// such book.
pub fn book_moves(table: &dyn Table) -> Vec<BookMove> {
    let book = laid(table).and_then(|(game, _)| own(game).ok().flatten());
    book.map_or_else(Vec::new, |book| book.moves_at(table))
}
