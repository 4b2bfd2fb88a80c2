//! The messages between a page and the game behind it, as JSON.
//!
//! A request is an object with its name in `request`, its fields beside it, and, if the page wants to know which
//! request an answer belongs to, a number in `id`: `{"request": "move", "text": "e4", "id": 7}`. An event has its
//! name in `event`. Sides are 0 (moves first) and 1. A seat is `null` for a person or the text of a player, such
//! as `"alphabeta:depth=3"`.

mod event;

pub use event::{Event, Purpose, State};

use crate::analysis::{Analyse, Annotate, Look, Review};
use crate::lab;
use crate::rules::Language;
use play::record::{GameRecord, NodeId};
use play::{Error, Side};
use serde::{Deserialize, Serialize};
use store::text::Format;

/// The most bytes that a request may have: a rule file, each of its characters escaped, and a record.
pub const LONGEST_REQUEST: usize = 256 * 1024;

/// Who plays a side: a person, or the player of this text.
pub type Seat = Option<String>;

/// What a page may ask for.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Which games there are; answered by [`Event::Games`].
    Games,
    /// A new game in the place of the one that there is, answered by [`Event::Table`] and [`Event::State`].
    New {
        /// The game and its options: `go:size=9`.
        game: String,
        /// The rule file that tells the game, in the place of one that the app knows. `game` is then
        /// [`OWN_RULES`](crate::rules::OWN_RULES).
        #[serde(default)]
        rules: Option<String>,
        /// Who plays the first and the second side.
        #[serde(default)]
        seats: [Seat; 2],
        /// What has been played already, to take a game up again.
        #[serde(default)]
        record: Option<Played>,
        /// The clock, if there is to be one.
        #[serde(default)]
        clock: Option<ClockWish>,
        /// Of the machines' random choices where their texts name none.
        #[serde(default)]
        seed: u64,
    },
    /// A move of the person whose turn it is.
    Move {
        /// In any of the game's notations.
        text: String,
    },
    /// A thought about the position for the person whose turn it is; no move is made.
    Hint {
        /// Who is asked; the game's strongest level if nobody is named.
        #[serde(default)]
        player: Seat,
    },
    /// Ends the search under way: the move found so far is made, the hint found so far is given.
    Stop,
    /// Takes whole turns back until it is a person's again; one turn if both sides are machines.
    Undo,
    /// Makes turns taken back again until it is a person's; one turn if both sides are machines.
    Redo,
    /// Shows the position after so many plies of the record. The machine waits there until told to go on.
    Goto {
        /// Plies from the first position of the record.
        ply: usize,
    },
    /// The person whose turn it is, or the only person at the board, gives up.
    Resign,
    /// Begins anew from a position.
    Position {
        /// In the game's own text.
        text: String,
    },
    /// Whether a text is a position, without going there; answered by [`Event::Checked`].
    Check {
        /// In the game's own text.
        text: String,
    },
    /// What a rule file says and what is wrong with it; answered by [`Event::RulesChecked`].
    CheckRules {
        /// The file.
        text: String,
        /// The language of the explanation.
        #[serde(default)]
        language: Language,
    },
    /// A rule file that comes with the app; answered by [`Event::RuleText`].
    RuleText {
        /// The name of its game or template.
        name: String,
    },
    /// Changes who plays the sides; the game goes on.
    Seats {
        /// Who plays the first and the second side.
        seats: [Seat; 2],
    },
    /// Whether the machine waits instead of making its moves. A search under way is given up.
    Pause {
        /// True to wait, false to go on.
        on: bool,
    },
    /// One move of the machine that waits.
    Step,
    /// Whether machines think while people do.
    Ponder {
        /// True for yes.
        on: bool,
    },
    /// The person whose turn it is, or the only person at the board, offers a draw. A machine answers by the score
    /// that it saw last, another person by [`Request::AnswerDraw`].
    OfferDraw,
    /// What the other person says to the draw offered.
    AnswerDraw {
        /// Whether the game is a draw.
        accept: bool,
    },
    /// The string of this point is dead, or alive again, in a finished game that is counted.
    Dead {
        /// A point of it.
        point: u16,
    },
    /// Writes moves in another of the game's notations.
    Notation {
        /// One of [`Event::Table`]'s.
        name: String,
    },
    /// Shows the position of a node of the record. The machine waits there until told to go on.
    Visit {
        /// The node.
        node: NodeId,
    },
    /// Moves the variation that a node is in up.
    Promote {
        /// The node.
        node: NodeId,
        /// All the way, so that it is the main line; otherwise by one.
        #[serde(default)]
        main: bool,
    },
    /// Adds moves after the position on the board to the record, and shows the position after them.
    Line {
        /// In any of the game's notations.
        moves: Vec<String>,
    },
    /// Deletes a node with all that follows it.
    Delete {
        /// The node.
        node: NodeId,
    },
    /// Says something about a move.
    Annotate(Annotate),
    /// An analysis without end of the position on the board, and of every other that comes there: [`Event::Analysis`].
    Analyse(Analyse),
    /// Marks the mistakes of the line on the board: [`Event::Review`].
    Review(Review),
    /// A position further on; answered by [`Event::Looked`].
    Look(Look),
    /// The game of a text, a position or a record in any format, in the place of the one that there is: as a new game,
    /// and [`Event::RecordRead`].
    ReadRecord {
        /// The text.
        text: String,
    },
    /// The record as text; answered by [`Event::RecordWritten`].
    WriteRecord {
        /// The format.
        format: Format,
    },
    /// Something of the lab; answered by [`Event::Lab`].
    Lab {
        /// Where, if not at the position on the table.
        #[serde(default)]
        at: Option<lab::Place>,
        /// What.
        ask: lab::Ask,
    },
}

/// A clock to play by.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockWish {
    /// Milliseconds that each side has for all its moves.
    pub base: u64,
    /// Milliseconds that are added with each move.
    #[serde(default)]
    pub increment: u64,
    /// Milliseconds that the sides have left of it, to take a game up again.
    #[serde(default)]
    pub left: Option<[u64; 2]>,
}

/// What the clock shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ClockState {
    /// Milliseconds left for the first and the second side.
    pub left: [u64; 2],
    /// Milliseconds that are added with each move.
    pub increment: u64,
    /// Whose clock runs.
    #[serde(with = "optional_side_index")]
    pub running: Option<Side>,
}

/// An end of the game that the board does not show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Verdict {
    /// A side has given up.
    Resigned {
        /// Which.
        #[serde(with = "side_index")]
        side: Side,
    },
    /// A side's time is over.
    OutOfTime {
        /// Which.
        #[serde(with = "side_index")]
        side: Side,
    },
    /// Both sides agreed on a draw.
    Agreed,
    /// The game was counted with these stones dead.
    Counted {
        /// A point of each dead string, or more.
        dead: Vec<u16>,
    },
}

/// A draw that has been offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawOffer {
    /// By whom.
    #[serde(with = "side_index")]
    pub side: Side,
    /// Whether the other side has said no.
    pub declined: bool,
}

/// A record to take up again.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The position that it begins with, the start of the game if there is none.
    #[serde(default)]
    pub first: Option<String>,
    /// Its moves, those taken back last.
    pub moves: Vec<String>,
    /// The variations too, and what is said about them. The game and its first position are those of the request.
    #[serde(default)]
    pub tree: Option<Box<GameRecord>>,
    /// How many of the moves stand; all if nothing is said.
    #[serde(default)]
    pub ply: Option<usize>,
    /// An end of the game that the board does not show.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// Whether the machine waits.
    #[serde(default)]
    pub paused: bool,
}

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// In words.
    pub what: String,
    /// The characters of the request's text that it is about: the first, and the one after the last.
    pub at: Option<[usize; 2]>,
}

impl Fault {
    /// A fault without a place.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), at: None }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let at = match &error {
            Error::Position(text) | Error::Move(text) => text.at.as_ref().map(|at| [at.start, at.end]),
            _ => None,
        };
        Fault { what: error.to_string(), at }
    }
}

/// Reads a request and its `id`.
///
/// # Errors
/// The `id` as far as there is one, and what is wrong.
pub fn read(text: &str) -> Result<(Option<u64>, Request), (Option<u64>, Fault)> {
    let length = text.len();
    if length > LONGEST_REQUEST {
        let what = format!("a request has at most {LONGEST_REQUEST} bytes, this one has {length}");
        return Err((None, Fault::new(what)));
    }
    let mut value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| (None, Fault::new(format!("not JSON: {error}"))))?;
    let Some(fields) = value.as_object_mut() else {
        return Err((None, Fault::new("a request is a JSON object")));
    };
    let id = match fields.remove("id") {
        None => None,
        Some(id) => match id.as_u64() {
            Some(id) => Some(id),
            None => return Err((None, Fault::new("an id is a number from 0 up"))),
        },
    };
    let request =
        serde_json::from_value(value).map_err(|error| (id, Fault::new(format!("not a request: {error}"))))?;
    Ok((id, request))
}

/// Sides travel as 0 and 1.
mod side_index {
    use play::Side;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(side.index() as u8)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let index = u8::deserialize(deserializer)?;
        let side = Side::BOTH.get(usize::from(index)).copied();
        side.ok_or_else(|| D::Error::custom(format!("a side is 0 or 1, not {index}")))
    }
}

/// Sides that may be missing.
mod optional_side_index {
    use play::Side;
    use serde::{Serialize, Serializer};

    pub fn serialize<S: Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
        side.map(Side::index).serialize(serializer)
    }
}
