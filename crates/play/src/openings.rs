//! What is known of openings, whatever the game: its book, and what they are called.

use crate::knowledge::BookMove;
use crate::{Table, chess, othello};

/// The moves that the program's own opening book of a table's game has for its position, the best first; none in games
/// without a book.
pub fn book_moves(table: &dyn Table) -> Vec<BookMove> {
    let moves = chess::opening_book::book_moves(table);
    if moves.is_empty() { othello::opening_book::book_moves(table) } else { moves }
}

/// What people call the opening of the game on a table, where its openings have names; names in other languages in brackets.
pub fn opening_name(table: &dyn Table) -> Option<String> {
    othello::opening_name(table).map(|name| name.to_string())
}
