//! Records as text: which formats there are, and what comes of reading one.
//!
//! Reading never fails as a whole. Each game of a text becomes a [`Game`]: a record as far as it could be read, and
//! what could not, with its line. A move that cannot be played ends its line of moves; a game whose rules or first
//! position cannot be known has no record. Moves are played by legality alone: a repetition or fifty moves that nobody
//! claimed, or two passes after which the players went on, are remarks, and the result is the one written.

mod brackets;
mod builder;
mod decode;
mod ggf;
mod json;
mod moves;
mod pdn;
mod pgn;
mod pgn_write;
mod ratings;
mod sgf;
mod sgf_handicap;
mod sgf_points;
mod sgf_rules;
mod variants;

pub(crate) use builder::GameDraft;
pub use decode::decode;
pub use ggf::clocks as ggf_clocks;
pub use ratings::rating;

use serde::{Deserialize, Serialize};
use std::fmt;
use wanqi_play::record::GameRecord;
use wanqi_play::{Message, message};

/// What some editors begin a text with, and what stands in the middle of one after two were put together.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// How records are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Portable Game Notation, for every game; `[Variant "…"]` names those that are not chess.
    /// <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>
    Pgn,
    /// Portable Draughts Notation: English, Russian and international draughts.
    /// <https://en.wikipedia.org/wiki/Portable_Draughts_Notation>
    Pdn,
    /// Smart Game Format FF\[4\]: Go, gomoku, Othello. <https://www.red-bean.com/sgf/>
    Sgf,
    /// Generic Game Format: Othello. <https://skatgame.net/mburo/ggsa/ggf>
    Ggf,
    /// The moves of the main line, with nothing else: `h8 i9 g7`.
    Moves,
    /// Our own: a record in JSON on every line. It loses nothing.
    Json,
}

impl Format {
    /// Every format, with the name that files of it end with.
    pub const ALL: [(Format, &'static str); 6] = [
        (Format::Pgn, "pgn"),
        (Format::Pdn, "pdn"),
        (Format::Sgf, "sgf"),
        (Format::Ggf, "ggf"),
        (Format::Moves, "txt"),
        (Format::Json, "jsonl"),
    ];

    /// The names that people give them.
    pub const NAMES: [(Format, &'static str); 6] = [
        (Format::Pgn, "pgn"),
        (Format::Pdn, "pdn"),
        (Format::Sgf, "sgf"),
        (Format::Ggf, "ggf"),
        (Format::Moves, "moves"),
        (Format::Json, "json"),
    ];

    /// The format that files with this ending have.
    pub fn of_ending(ending: &str) -> Option<Format> {
        Self::ALL.iter().find(|(_, known)| known.eq_ignore_ascii_case(ending)).map(|&(format, _)| format)
    }

    /// How files of it end.
    pub fn ending(self) -> &'static str {
        Self::ALL.iter().find(|&&(format, _)| format == self).map_or("txt", |&(_, ending)| ending)
    }

    /// The format that a text looks as if it had.
    pub fn of_text(text: &str) -> Format {
        let text = text.trim_start_matches(BYTE_ORDER_MARK).trim_start();
        let after_bracket = text.strip_prefix('(').map(str::trim_start);
        if text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"')) {
            Format::Json
        } else if let Some(game) = after_bracket.and_then(|rest| rest.strip_prefix(';')) {
            let othello = game.get(..200).unwrap_or(game).to_ascii_lowercase().contains("gm[othello]");
            if othello { Format::Ggf } else { Format::Sgf }
        } else if text.contains(&format!("[{} \"", pdn::GAME_TYPE)) {
            Format::Pdn
        } else if text.contains(['[', '{', '(', ')', '$']) || pgn::ends_as_one(text) {
            Format::Pgn
        } else {
            Format::Moves
        }
    }
}

impl std::str::FromStr for Format {
    type Err = Message;

    /// One of [`Format::NAMES`].
    fn from_str(text: &str) -> Result<Format, Message> {
        let found = Self::NAMES.iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        found.map(|&(format, _)| format).ok_or_else(|| {
            let names = Self::NAMES.map(|(_, name)| name);
            let near = wanqi_play::did_you_mean(text, names);
            let (text, names) = (wanqi_play::quoted(text), names.join(", "));
            Message::plain(format!("there is no format {text}{near}; there is {names}"))
        })
    }
}

/// What a text is read beside: the game that it is about where it does not say so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadContext {
    /// The game, as [`wanqi_play::table`] takes it; chess, in PGN, if nothing is said.
    pub game: Option<String>,
    /// The rule file that tells the game, where it is none that the program knows.
    pub rules: Option<String>,
}

/// A game of a text.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Which game of the text it is, counted from 1.
    pub number: usize,
    /// As far as it could be read; its moves can be played, and are in the notation for programs.
    pub record: Option<GameRecord>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// What is worth knowing though nothing is lost: where the rules would have ended the game, what of its first position
    /// cannot hold.
    pub remarks: Vec<Problem>,
    /// Where in the text it ends, in bytes.
    pub end: usize,
}

/// Something that could not be read, or is remarked on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// Which game of the text, counted from 1.
    pub game: usize,
    /// In which line of the text, counted from 1.
    pub line: usize,
    /// Why.
    pub what: Message,
}

impl Problem {
    /// What, and where.
    pub fn message(&self) -> Message {
        let (line, game, what) = (self.line, self.game, self.what.clone());
        message!("fault.problem", "line {line}, game {game}: {what}", line, game, what)
    }
}

impl fmt::Display for Problem {
    /// `line 17, game 3: …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// All the games of a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// Those with a record.
    pub games: Vec<ReadGame>,
    /// What could not be read of these and others.
    pub problems: Vec<Problem>,
    /// What is remarked on in those that could.
    pub remarks: Vec<Problem>,
}

/// A game that could be read.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadGame {
    /// Which game of the text it is, counted from 1.
    pub number: usize,
    /// Its record.
    pub record: GameRecord,
}

/// Reads every game of a text in whichever format it has.
pub fn read(text: &str, context: &ReadContext) -> Reading {
    let mut reading = Reading::default();
    read_each(text, Format::of_text(text), context, &mut |game| {
        let number = game.number;
        reading.games.extend(game.record.map(|record| ReadGame { number, record }));
        reading.problems.extend(game.problems);
        reading.remarks.extend(game.remarks);
        true
    });
    reading
}

/// Reads one game after the other, and hands each on as soon as it is read, until told by `false` that it is enough.
pub fn read_each(text: &str, format: Format, context: &ReadContext, each: &mut dyn FnMut(Game) -> bool) {
    // A mark of the order of bytes, as editors under Windows write it, is no part of the text.
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    match format {
        Format::Pgn => pgn::read(text, context, "chess", each),
        Format::Pdn => pgn::read(text, context, pdn::Draughts::USUAL.game, each),
        Format::Sgf => sgf::read(text, context, each),
        Format::Ggf => ggf::read(text, each),
        Format::Moves => moves::read(text, context, each),
        Format::Json => json::read(text, each),
    }
}

/// Writes a record.
///
/// # Errors
/// If the format has no words for the game, or the record's moves cannot be played.
pub fn write(record: &GameRecord, format: Format) -> Result<String, Unwritable> {
    match format {
        Format::Pgn => pgn_write::write(record, None),
        Format::Pdn => match pdn::Draughts::named(&record.game).filter(|_| record.rules.is_none()) {
            Some(draughts) => pgn_write::write(record, Some(draughts)),
            None => Err(Unwritable::Game { format: "PDN", game: record.game.clone() }),
        },
        Format::Sgf => sgf::write(record),
        Format::Ggf => ggf::write(record),
        Format::Moves => moves::write(record),
        Format::Json => Ok(json::write(record)),
    }
}

/// Why a record cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// The format is for other games.
    Game {
        /// The format.
        format: &'static str,
        /// The game.
        game: String,
    },
    /// The record cannot be played.
    Record(wanqi_play::Error),
}

impl Unwritable {
    /// Why.
    pub fn message(&self) -> Message {
        match self {
            Unwritable::Game { format, game } => message!(
                "fault.no-words",
                "{format} has no words for {game}; PGN and JSON have for every game",
                format = *format,
                game
            ),
            Unwritable::Record(error) => error.message(),
        }
    }
}

/// In English.
impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Unwritable {}

impl From<wanqi_play::Error> for Unwritable {
    fn from(error: wanqi_play::Error) -> Unwritable {
        Unwritable::Record(error)
    }
}
