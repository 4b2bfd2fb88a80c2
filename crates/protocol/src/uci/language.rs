//! The two languages that this conversation is held in: UCI, and USI, which is the same for shogi but for some words.
//! USI: <http://hgm.nubati.net/usi.html>, <https://shogidokoro2.stars.ne.jp/usi.html>.

use crate::board::InterfaceBoard;
use crate::variants;
use crate::writing::Writing;
use wanqi_play::{Error, Table, quoted};

/// The language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    Uci,
    Usi,
}

impl Language {
    /// The word that begins a conversation.
    pub fn hello(self) -> &'static str {
        ["uci", "usi"][self as usize]
    }

    /// The word that ends an introduction.
    pub fn introduced(self) -> &'static str {
        ["uciok", "usiok"][self as usize]
    }

    /// What says that a new game begins.
    pub fn new_game(self) -> &'static str {
        ["ucinewgame", "usinewgame"][self as usize]
    }

    /// What comes before a position's text.
    pub fn position(self) -> &'static str {
        ["fen", "sfen"][self as usize]
    }

    /// The clocks of the first side and of the second, what is added to each with a move coming after: Black begins in
    /// shogi.
    pub fn clocks(self) -> [&'static str; 4] {
        match self {
            Language::Uci => ["wtime", "btime", "winc", "binc"],
            Language::Usi => ["btime", "wtime", "binc", "winc"],
        }
    }

    /// The name of an option as UCI has it. USI has a few with its own name before them, and no spaces.
    pub fn option(self, name: &str) -> String {
        match self {
            Language::Uci => name.into(),
            Language::Usi => name.strip_prefix("USI_").unwrap_or(name).replace('_', " "),
        }
    }

    /// The same as the language writes it.
    pub fn written_option(self, name: &str) -> String {
        match (self, name) {
            (Language::Usi, "Hash" | "Ponder") => format!("USI_{name}"),
            (Language::Usi, _) => name.replace(' ', "_"),
            (Language::Uci, _) => name.into(),
        }
    }

    /// How moves of a table's game are written; `None` if it is not played so.
    pub fn writing(self, table: &dyn Table) -> Option<Writing> {
        match self {
            Language::Uci => Writing::uci(table),
            Language::Usi => Writing::usi(table),
        }
    }

    /// A game from its start, where the table is.
    ///
    /// # Errors
    /// If it is not played in this language.
    pub fn board(self, name: &str, start: Box<dyn Table>) -> Result<InterfaceBoard, Error> {
        let writing = self.writing(&*start).ok_or_else(|| {
            Error::spec(match self {
                Language::Uci => {
                    let known: Vec<&str> = variants::all().map(|(name, _)| name).collect();
                    format!("{} is not played in UCI; {} are, and any rule file", quoted(name), known.join(", "))
                }
                Language::Usi => format!(
                    "{} is not played in USI, which is for games like shogi: of moves and drops, with pieces that are turned over when \
                     they promote",
                    quoted(name)
                ),
            })
        })?;
        Ok(InterfaceBoard::new(start, writing))
    }

    /// The move of a side that has none, having won or not.
    pub fn no_move(self, won: bool) -> &'static str {
        match (self, won) {
            (Language::Uci, _) => "(none)",
            (Language::Usi, true) => "win",
            (Language::Usi, false) => "resign",
        }
    }
}
