//! What can be wrong with what a front-end asks for.

use crate::rules_fault::RulesFault;
use std::fmt;
use wanqi_eval::data_file::LostFile;
use wanqi_game::{Message, TextError, message};

/// Something asked of a table or a player that cannot be. Nothing has changed when this comes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A game, player or option that is not known, or an option's value that does not fit.
    Spec(Message),
    /// A limit that a player does not keep.
    Limit(Message),
    /// A rule file that cannot be played.
    Rules(Box<RulesFault>),
    /// A text that is no position of the game.
    Position(TextError),
    /// A text that is no legal move here.
    Move(TextError),
    /// A move after the end of the game: how it ended.
    Over(Message),
    /// A move of a record that cannot be played.
    Record {
        /// Which move of its line, counted from 1.
        number: usize,
        /// Its text.
        text: String,
        /// Why.
        fault: Box<Error>,
    },
    /// Endgame tables that are missing, damaged, or cannot be written.
    Tablebases(String),
    /// A book of openings that is none, or cannot be read.
    Book(String),
    /// A player that has given the game up: its name.
    Resigned(String),
    /// A network that is none, or cannot be read.
    Network(String),
    /// A file that comes with the program and is not to be had.
    Lost(LostFile),
    /// A player that has failed.
    Player(String),
}

impl Error {
    /// An [`Error::Spec`].
    pub fn spec(what: impl Into<Message>) -> Error {
        Error::Spec(what.into())
    }

    /// What is wrong.
    pub fn message(&self) -> Message {
        match self {
            Error::Spec(what) | Error::Limit(what) => what.clone(),
            Error::Tablebases(what) => Message::plain(what),
            Error::Rules(fault) => Message::plain(fault.to_string()),
            Error::Position(text) => {
                message!("fault.not-position", "not a position: {why}", why = text.message())
            }
            Error::Move(text) => message!("fault.not-move", "not a move here: {why}", why = text.message()),
            Error::Over(result) => {
                message!("fault.game-over", "the game is over: {result}", result = result.clone())
            }
            Error::Record { number, text, fault } => message!(
                "fault.of-record",
                "move {number} of the record, {text}: {why}",
                number = *number,
                text = wanqi_game::quoted(text),
                why = fault.message()
            ),
            Error::Book(what) => message!("fault.book", "book: {what}", what),
            Error::Resigned(name) => message!("fault.resigns", "{name} resigns", name),
            Error::Lost(file) => file.message(),
            Error::Network(what) => message!("fault.network", "network: {what}", what),
            Error::Player(what) => {
                message!("fault.player-failed", "the player has failed: {what}", what)
            }
        }
    }

    /// The same, said of a move of a record.
    pub(crate) fn at_move(self, number: usize, text: &str) -> Error {
        Error::Record { number, text: text.to_owned(), fault: Box::new(self) }
    }
}

impl From<LostFile> for Error {
    fn from(lost: LostFile) -> Error {
        Error::Lost(lost)
    }
}

/// In English.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Error {}
