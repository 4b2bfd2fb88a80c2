//! What is known of Othello beside its rules and its evaluations: opening books, and the names of openings.

pub(crate) mod knowledge;
pub mod opening_book;
mod opening_names;

pub use knowledge::book_path;
pub use opening_names::{OpeningName, named_openings, opening_name};

use crate::Table;
use crate::typed_table::TypedTable;
use wanqi_games::othello::{Othello, Position};

/// The rules and the positions so far of a table of Othello.
fn laid(table: &dyn Table) -> Option<(&Othello, &[Position])> {
    let table: &TypedTable<Othello> = table.as_any().downcast_ref()?;
    Some((table.game(), table.line()))
}
