//! Opening books of chess in Polyglot's format, which other programs read and write:
//! <http://hgm.nubati.net/book_format.html>
//!
//! Where an en passant capture would leave the king in check, other programs may key the position differently: ours
//! forgets such a square.

mod numbers;
mod sift;

use crate::knowledge::BookMove;
use crate::{Error, Table, files};
use numbers::NUMBERS;
use rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::path::Path;
use wanqi_eval::data_file;
use wanqi_eval::data_file::{LostFile, Shipped};
use wanqi_game::{Game, Notation, Side, random};
use wanqi_games::chess::bitboard::{file, rank, squares};
use wanqi_games::chess::{Chess, Move, Position};

/// Bytes of an entry: key, move, weight, and four that nobody uses.
const ENTRY: usize = 16;
/// The most bytes of a book: 16 million moves, which is more than others have.
const MAX_BYTES: u64 = 256 << 20;

/// A book: moves and their weights, by position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// Sorted by key; for each, the weightiest first.
    entries: Vec<BookEntry>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BookEntry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// The book that comes with the program.
pub(crate) static OWN: Shipped<Book> =
    Shipped::new(data_file!("chess.bin"), |bytes| Book::read(bytes).expect("a test reads it"));

impl Book {
    /// Reads the bytes of a book.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(bytes: &[u8]) -> Result<Book, Error> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            return Err(Error::Book(format!("it has {} bytes, and {ENTRY} are an entry", bytes.len())));
        }
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let entry = |bytes: &[u8; ENTRY]| BookEntry {
            key: number(&bytes[..8]),
            mv: number(&bytes[8..10]) as u16,
            weight: number(&bytes[10..12]) as u16,
        };
        let mut entries: Vec<BookEntry> = chunks.iter().map(entry).collect();
        // Books of others are not always in order.
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight));
        Ok(Book { entries })
    }

    /// The book that comes with the program, made of its own games (`cargo xtask book`).
    ///
    /// # Errors
    /// If its file is not to be had.
    pub fn own() -> Result<Book, LostFile> {
        OWN.get().cloned()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If there is none, or it is no book.
    pub fn open(path: &Path) -> Result<Book, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::Book(format!("{}: {error}", path.display()));
        let bytes = files::read(path, MAX_BYTES).map_err(|error| wrong(&error))?;
        Book::read(&bytes).map_err(|error| wrong(&error))
    }

    /// The bytes of the book.
    pub fn write(&self) -> Vec<u8> {
        let bytes = |entry: &BookEntry| {
            let mut bytes = [0; ENTRY];
            bytes[..8].copy_from_slice(&entry.key.to_be_bytes());
            bytes[8..10].copy_from_slice(&entry.mv.to_be_bytes());
            bytes[10..12].copy_from_slice(&entry.weight.to_be_bytes());
            bytes
        };
        self.entries.iter().flat_map(bytes).collect()
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves of a table's position with their weights, the weightiest first, in the notation for people.
    pub fn moves_at(&self, table: &dyn Table) -> Vec<(String, u16)> {
        let Ok(position) = position(table) else { return Vec::new() };
        let text = |(mv, weight)| (Chess.format_move(&position, mv, 0), weight);
        self.moves(&position).into_iter().map(text).collect()
    }

    /// The legal moves of a position and their weights, the weightiest first.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let entries = self.entries[first..].iter().take_while(|entry| entry.key == key);
        let mut legal = Vec::new();
        Chess.each_move(position, |mv| legal.push((code(position, mv), mv)));
        let find = |entry: &BookEntry| legal.iter().find(|(code, _)| *code == entry.mv).map(|&(_, mv)| mv);
        entries.filter_map(|entry| Some((find(entry)?, entry.weight))).collect()
    }

    /// One of the moves by chance, in proportion to their weights; the same for the same seed and position.
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.moves(position);
        let all: u32 = moves.iter().map(|&(_, weight)| u32::from(weight)).sum();
        if all == 0 {
            return None;
        }
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(seed ^ key(position));
        let mut left = random::below(&mut rng, all);
        moves.into_iter().find_map(|(mv, weight)| {
            let chosen = (left < u32::from(weight)).then_some(mv);
            left = left.wrapping_sub(weight.into());
            chosen
        })
    }
}

/// The moves that the program's own opening book has for a table's position, the weightiest first; none in other games.
pub fn book_moves(table: &dyn Table) -> Vec<BookMove> {
    let known = |(text, weight)| BookMove { text, weight: Some(weight), value: None };
    // Of other games the book knows nothing, and need not be there.
    let book = position(table).ok().and_then(|_| OWN.get().ok());
    book.map_or_else(Vec::new, |book| book.moves_at(table)).into_iter().map(known).collect()
}

/// A book that is being made of games.
#[derive(Clone, Debug, Default)]
pub struct BookMaker {
    /// The half points that a move has brought who made it, and in how many games.
    moves: BTreeMap<(u64, u16), (u32, u32)>,
}

impl BookMaker {
    /// Adds the first `plies` moves of a game that `winner` has won, or nobody. `moves` are in a notation of chess.
    ///
    /// # Errors
    /// If the table is not of chess, or a move is not one.
    pub fn add(
        &mut self,
        table: &dyn Table,
        moves: &[&str],
        winner: Option<Side>,
        plies: usize,
    ) -> Result<(), Error> {
        let mut position = position(table)?;
        for text in moves.iter().take(plies) {
            let mv = Chess.parse_move(&position, text).map_err(Error::Move)?;
            let points = winner.map_or(1, |winner| 2 * u32::from(winner == position.side_to_move()));
            let known = self.moves.entry((key(&position), code(&position, mv))).or_default();
            *known = (known.0 + points, known.1 + 1);
            Chess.play(&mut position, mv);
        }
        Ok(())
    }

    /// The book of the moves played in at least so many games that brought at least so many percent of the points, and
    /// some; weighted by the half points that they brought.
    pub fn finish(&self, least: u32, percent: u32) -> Book {
        let is_good = |points: u32, games: u32| points > 0 && 100 * points >= percent * 2 * games;
        let kept =
            self.moves.iter().filter(|(_, (points, games))| *games >= least && is_good(*points, *games));
        let most = kept.clone().map(|(_, &(points, _))| points).max().unwrap_or(1);
        // Weights are small numbers; what cannot be told by them is scaled down.
        let weight = |points: u32| match most {
            0..=0xFFFF => points as u16,
            _ => (u64::from(points) * 0xFFFF / u64::from(most)).max(1) as u16,
        };
        let mut entries: Vec<BookEntry> =
            kept.map(|(&(key, mv), &(points, _))| BookEntry { key, mv, weight: weight(points) }).collect();
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight));
        Book { entries }
    }
}

/// The position of a table of chess.
fn position(table: &dyn Table) -> Result<Position, Error> {
    if table.spec().name != "chess" {
        return Err(Error::Book(format!("books are of chess, not of {}", table.spec())));
    }
    Chess.parse_position(&table.view().position).map_err(Error::Position)
}

/// The key that the format gives a position.
pub fn key(position: &Position) -> u64 {
    const CASTLING: usize = 768;
    const EN_PASSANT: usize = 772;
    const TURN: usize = 780;
    let mut key = 0;
    for side in Side::BOTH {
        for place in squares(position.of_side(side)) {
            let kind = 2 * position.kind_on(place).index() + usize::from(side == Side::First);
            key ^= NUMBERS[64 * kind + usize::from(place)];
        }
        let king = position.king(side);
        let home = if side == Side::First { 0 } else { 7 };
        for rook in squares(position.castling_rooks()).filter(|&rook| rank(rook) == home) {
            key ^= NUMBERS[CASTLING + 2 * side.index() + usize::from(rook < king)];
        }
    }
    if let Some(place) = position.en_passant() {
        key ^= NUMBERS[EN_PASSANT + usize::from(file(place))];
    }
    if position.side_to_move() == Side::First { key ^ NUMBERS[TURN] } else { key }
}

/// A move of a position as the format has it: castling is the king's move onto its rook.
pub fn code(position: &Position, mv: Move) -> u16 {
    let to = position.castling_rook(mv).map_or(mv.to(), |(rook, _)| rook);
    let promotion = mv.promotion().map_or(0, |kind| kind.index());
    u16::from(to) | u16::from(mv.from()) << 6 | (promotion as u16) << 12
}
