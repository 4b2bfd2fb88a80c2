//! What can be wrong with what a front-end asks for.

use crate::rules_fault::RulesFault;
use wanqi_game::TextError;

/// Something asked of a table or a player that cannot be. Nothing has changed when this comes back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A game, player or option that is not known, or an option's value that does not fit.
    #[error("{0}")]
    Spec(String),
    /// A limit that a player does not keep.
    #[error("{0}")]
    Limit(String),
    /// A rule file that cannot be played.
    #[error("{0}")]
    Rules(Box<RulesFault>),
    /// A text that is no position of the game.
    #[error("not a position: {0}")]
    Position(TextError),
    /// A text that is no legal move here.
    #[error("not a move here: {0}")]
    Move(TextError),
    /// A move after the end of the game.
    #[error("the game is over: {0}")]
    Over(String),
    /// A move of a record that cannot be played.
    #[error("move {number} of the record, {}: {fault}", wanqi_game::quoted(.text))]
    Record {
        /// Which move of its line, counted from 1.
        number: usize,
        /// Its text.
        text: String,
        /// Why.
        fault: Box<Error>,
    },
    /// Endgame tables that are missing, damaged, or cannot be written.
    #[error("{0}")]
    Tablebases(String),
    /// A book of openings that is none, or cannot be read.
    #[error("book: {0}")]
    Book(String),
    /// A player that has given the game up: its name.
    #[error("{0} resigns")]
    Resigned(String),
    /// A network that is none, or cannot be read.
    #[error("network: {0}")]
    Network(String),
    /// A player that has failed.
    #[error("the player has failed: {0}")]
    Player(String),
}

impl Error {
    /// The same, said of a move of a record.
    pub(crate) fn at_move(self, number: usize, text: &str) -> Error {
        Error::Record { number, text: text.to_owned(), fault: Box::new(self) }
    }
}
