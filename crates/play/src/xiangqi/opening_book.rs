//! Opening books of xiangqi: files of openings, one a line, its moves in any of the game's notations. Of several moves that
//! lines go on with, one is chosen as often as lines have it. What follows a `#` is not read.

use crate::evaluation::KnowledgeSource;
use crate::knowledge::{Knowledge, KnownMove, TableAnswer};
use crate::options::{FileOption, FileValue, NumberOption, Or, Unit};
use crate::{Error, files};
use rand_core::SeedableRng as _;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use wanqi_game::{Game, Notation, quoted, random};
use wanqi_games::xiangqi::{Move, Position, Xiangqi};

/// The most bytes of a book.
const MAX_BYTES: u64 = 64 << 20;

const BOOK: FileOption = FileOption::new(
    "book",
    "a file of openings, one a line, their moves in any notation (h2e2 h9g7 h0g2), or none at all",
    &["off"],
);
const BOOK_SEED: Or<NumberOption<u64>> =
    NumberOption::new("book-seed", "of the choice among a book's moves", 0..=u64::MAX).of(Unit::Seed).or(0);

/// What players of this game know of what they are told of their book.
pub(crate) fn source(game: Xiangqi) -> KnowledgeSource<Xiangqi> {
    KnowledgeSource::new((BOOK, BOOK_SEED), move |told| knowledge(&game, told))
}

fn knowledge(
    game: &Xiangqi,
    (book, seed): (Option<FileValue>, u64),
) -> Result<Option<Arc<dyn Knowledge<Xiangqi>>>, Error> {
    let path = match book {
        None | Some(FileValue::Word(_)) => return Ok(None),
        Some(FileValue::Path(path)) => path,
    };
    let wrong = |why: String| Error::Book(format!("{path}: {why}"));
    let text = files::read_text(Path::new(&path), MAX_BYTES).map_err(|error| wrong(error.to_string()))?;
    let moves = read(game, &text).map_err(wrong)?;
    Ok(Some(Arc::new(Book { moves, seed })))
}

/// The moves of positions, by their keys, and how many lines have each.
type Moves = HashMap<u64, Vec<(Move, u16)>>;

/// Reads the lines of a book.
fn read(game: &Xiangqi, text: &str) -> Result<Moves, String> {
    let mut book = Moves::new();
    for (number, line) in text.lines().enumerate() {
        let mut position = game.start();
        let moves = line.split('#').next().unwrap_or_default().split_whitespace();
        for (at, word) in moves.enumerate() {
            let mv = game.parse_move(&position, word);
            let mv = mv.map_err(|error| {
                format!("line {}, move {}, {}: {error}", number + 1, at + 1, quoted(word))
            })?;
            let known = book.entry(game.key(&position)).or_default();
            match known.iter_mut().find(|(other, _)| *other == mv) {
                Some((_, weight)) => *weight = weight.saturating_add(1),
                None => known.push((mv, 1)),
            }
            game.play(&mut position, mv);
        }
    }
    if book.is_empty() {
        return Err("there is no move in it".into());
    }
    book.values_mut().for_each(|moves| moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight)));
    Ok(book)
}

struct Book {
    moves: Moves,
    seed: u64,
}

impl Knowledge<Xiangqi> for Book {
    fn book_move(&self, game: &Xiangqi, line: &[Position]) -> Option<KnownMove<Move>> {
        let moves = self.book_moves(game, line);
        let weight = |known: &KnownMove<Move>| u32::from(known.weight.unwrap_or(0));
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(self.seed ^ game.key(line.last()?));
        let all = moves.iter().map(weight).sum();
        let mut left = if all == 0 { return None } else { random::below(&mut rng, all) };
        moves.into_iter().find(|known| {
            let chosen = left < weight(known);
            left = left.wrapping_sub(weight(known));
            chosen
        })
    }

    /// Of another position that shares a key the moves are not legal, nor are those that the past forbids.
    fn book_moves(&self, game: &Xiangqi, line: &[Position]) -> Vec<KnownMove<Move>> {
        let Some(moves) = line.last().and_then(|position| self.moves.get(&game.key(position))) else {
            return Vec::new();
        };
        let legal = wanqi_search::legal_moves(game, line);
        let known = moves.iter().filter(|(mv, _)| legal.contains(mv));
        known.map(|&(mv, weight)| KnownMove { mv, weight: Some(weight), score: None }).collect()
    }

    fn in_tables(&self, _: &Xiangqi, _: &[Position]) -> Option<TableAnswer> {
        None
    }

    fn table_hits(&self) -> u64 {
        0
    }
}
