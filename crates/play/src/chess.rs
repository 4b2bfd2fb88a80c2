//! What is known of chess beside its rules and its evaluations: books of openings, tables of endings, and what of it a
//! player is given.

pub(crate) mod knowledge;
pub mod opening_book;
mod syzygy;

use crate::Table;
use wanqi_game::Notation;
use wanqi_games::chess::{Chess, chess960};

/// Whether a game began from a position whose castling other programs only understand as that of Chess960.
pub fn is_chess960(table: &dyn Table) -> bool {
    let first = || Chess.parse_position(&table.first_position());
    table.spec().name == "chess" && first().is_ok_and(|position| chess960::is_needed(&position))
}
