//! The messages between a page and the game behind it, as JSON.
//!
//! A request is an object with its name in `request`, its fields beside it, and, if the page wants to know which
//! request an answer belongs to, a number in `id`: `{"request": "move", "text": "e4", "id": 7}`. An event has its
//! name in `event`. Sides are 0 (moves first) and 1. A seat is `null` for a person or the text of a player, such
//! as `"alphabeta:depth=3"`. Wherever a game or a player is asked for, its text may be given in parts: `{"name":
//! "alphabeta", "options": [["depth", "3"]]}`.

mod event;
mod headers;
pub(crate) mod parts;

pub use event::{Event, Purpose, State};
pub use headers::{EndingHeader, GameHeaders, PlayerHeader};

use crate::analysis::{Analyse, Annotate, Preview, Review};
use crate::lab;
use crate::learning::LearnRequest;
use crate::rules::Language;
use crate::tournament::TournamentRequest;
use serde::{Deserialize, Serialize};
use wanqi_play::record::{GameRecord, NodeId};
use wanqi_play::{Error, Message, Side};
use wanqi_store::text::Format;
use wanqi_store::{GameId, GameQuery, PuzzleId};

/// The most bytes that a request may have: a rule file, each of its characters escaped, and a record.
pub const MAX_REQUEST_BYTES: usize = 256 * 1024;

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
        #[serde(deserialize_with = "parts::text")]
        game: String,
        /// The rule file that tells the game, in the place of one that the app knows. `game` is then
        /// [`OWN_RULES`](crate::rules::OWN_RULES).
        #[serde(default)]
        rules: Option<String>,
        /// Who plays the first and the second side.
        #[serde(default, deserialize_with = "parts::seats")]
        seats: [Seat; 2],
        /// What has been played already, to take a game up again.
        #[serde(default)]
        record: Option<Played>,
        /// The clock, if there is to be one.
        #[serde(default)]
        clock: Option<ClockRequest>,
        /// Of the machines' random choices where their texts name none.
        #[serde(default)]
        seed: u64,
    },
    /// The game on the table once more, from its beginning and with the colours changed; answered as a new game is.
    Rematch {
        /// As for a new game.
        #[serde(default)]
        seed: u64,
    },
    /// A new game that goes on from the position on the board, after the moves that led there; answered as a new game is.
    /// The one on the table stays in the library as it is.
    PlayFromHere {
        /// Who plays the first and the second side.
        #[serde(default, deserialize_with = "parts::seats")]
        seats: [Seat; 2],
        /// The clock, if there is to be one.
        #[serde(default)]
        clock: Option<ClockRequest>,
        /// As for a new game.
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
        /// Who is asked; the game's analyst if nobody is named.
        #[serde(default, deserialize_with = "parts::seat")]
        player: Seat,
    },
    /// Ends the search under way: the move found so far is made, the hint found so far is given.
    Stop,
    /// Takes whole turns back until it is a person's again; one turn if both sides are machines. In a game in play they
    /// are gone once another move is made.
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
    /// The text of a position put together by hand, and what is wrong with it; answered by [`Event::SetUp`].
    SetUp {
        /// Points and the letters of the pieces on them.
        pieces: Vec<(u16, char)>,
        /// Who is to move.
        #[serde(with = "side_index")]
        side: Side,
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
        #[serde(deserialize_with = "parts::seats")]
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
    /// The string of this point is dead, or alive again, in a game that is counted.
    Dead {
        /// A point of it.
        point: u16,
    },
    /// Agrees on what is dead: the game is over.
    AcceptCount,
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
    /// Whether somebody looks at the board and its analysis, as is believed until it is said: one without end rests
    /// meanwhile.
    Watch {
        /// True for yes.
        on: bool,
    },
    /// Marks the mistakes of the line on the board: [`Event::Review`].
    Review(Review),
    /// A move tried on the position on the board: a variation, which is judged: [`Event::Retried`].
    Retry {
        /// In any of the game's notations.
        text: String,
    },
    /// A position further on; answered by [`Event::Looked`].
    Look(Preview),
    /// What the page needs to show these positions of the record, and to give the record out, once it cannot ask any
    /// more; answered by [`Event::TakenAlong`].
    TakeAlong {
        /// The nodes that it does not know yet, each after its parent.
        nodes: Vec<NodeId>,
    },
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
    /// A game that is kept in the place of the one on the table; answered as a new game is.
    Resume {
        /// Its number in the library.
        #[serde(default)]
        game: Option<GameId>,
        /// What [`Event::Keepsake`] said last, where the library may not have the game, or another under its number.
        #[serde(default)]
        keepsake: Option<String>,
    },
    /// Games of the library; answered by [`Event::Library`].
    Library {
        /// Which.
        #[serde(default)]
        search: GameQuery,
    },
    /// How games of the library ended, to be drawn: [`Event::Thumbnails`].
    Thumbnails {
        /// Their numbers.
        games: Vec<GameId>,
    },
    /// A tournament of machines: [`Event::Tournament`].
    Tournament {
        /// What of it.
        ask: TournamentRequest,
    },
    /// Something of what machines learn: [`Event::Learn`].
    Learn {
        /// What of it.
        ask: LearnRequest,
    },
    /// Deletes games; answered by [`Event::Deleted`].
    DeleteGames {
        /// Their numbers.
        games: Vec<GameId>,
    },
    /// The puzzles of today: [`Event::Puzzles`].
    Puzzles {
        /// Those of this game alone, named without options; of all if it is empty.
        #[serde(default)]
        game: String,
    },
    /// A puzzle was tried; answered by [`Event::PuzzleTried`].
    PuzzleTried {
        /// Which.
        puzzle: PuzzleId,
        /// Whether it was solved without a wrong move and without help.
        solved: bool,
    },
    /// How games of the library went on from the position on the table: [`Event::Explored`].
    Explore,
    /// Something of the lab; answered by [`Event::Lab`].
    Lab {
        /// Where, if not at the position on the table.
        #[serde(default)]
        at: Option<lab::LabPosition>,
        /// What.
        ask: lab::LabRequest,
    },
}

/// A clock to play by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRequest {
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
    /// Milliseconds that each side had at the beginning.
    pub base: u64,
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
pub struct RequestError {
    /// In words.
    pub what: Message,
    /// The characters of the request's text that it is about: the first, and the one after the last.
    pub at: Option<[usize; 2]>,
}

impl RequestError {
    /// A fault without a place.
    pub fn new(what: impl Into<Message>) -> RequestError {
        RequestError { what: what.into(), at: None }
    }
}

impl From<Error> for RequestError {
    fn from(error: Error) -> RequestError {
        let at = match &error {
            Error::Position(text) | Error::Move(text) => text.at.as_ref().map(|at| [at.start, at.end]),
            _ => None,
        };
        RequestError { what: error.message(), at }
    }
}

/// Reads a request and its `id`.
///
/// # Errors
/// The `id` as far as there is one, and what is wrong.
pub fn read(text: &str) -> Result<(Option<u64>, Request), (Option<u64>, RequestError)> {
    let length = text.len();
    if length > MAX_REQUEST_BYTES {
        let what = format!("a request has at most {MAX_REQUEST_BYTES} bytes, this one has {length}");
        return Err((None, RequestError::new(what)));
    }
    let mut value: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| (None, RequestError::new(format!("not JSON: {error}"))))?;
    let Some(fields) = value.as_object_mut() else {
        return Err((None, RequestError::new("a request is a JSON object")));
    };
    let id = match fields.remove("id") {
        None => None,
        Some(id) => match id.as_u64() {
            Some(id) => Some(id),
            None => return Err((None, RequestError::new("an id is a number from 0 up"))),
        },
    };
    let request = serde_json::from_value(value)
        .map_err(|error| (id, RequestError::new(format!("not a request: {error}"))))?;
    Ok((id, request))
}

/// Sides travel as 0 and 1.
mod side_index {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use wanqi_play::Side;

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
    use serde::{Serialize, Serializer};
    use wanqi_play::Side;

    pub fn serialize<S: Serializer>(side: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
        side.map(Side::index).serialize(serializer)
    }
}
