//! What a page hears.

use super::{ClockState, DrawOffer, GameHeaders, RequestError, Seat, Verdict, side_index};
use crate::analysis::{Analyse, Analysis, Retried, ReviewEvent, TreeEvent};
use crate::explorer::ExploredMove;
use crate::lab;
use crate::learning::LearnReport;
use crate::rules::{RuleFile, RulePicture, RuleProblem, Section};
use crate::session::Taken;
use crate::thumbnails::Thumbnail;
use crate::tournament::TournamentReport;
use serde::Serialize;
use wanqi_play::record::NodeId;
use wanqi_play::{Count, GameInfo, Layout, Message, Piece, PlayerInfo, Scene, Side, Spec, Thought, View};
use wanqi_store::text::Format;
use wanqi_store::{GameId, Puzzle, PuzzleId, SearchResults as FoundGames, Training};

/// What a page hears.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Every game, in the order of menus.
    Games {
        /// What may be known of them before they are played.
        games: Vec<&'static GameInfo>,
        /// The same of those that come as rule files.
        rules: Vec<&'static GameInfo>,
        /// Rule files to begin a game of one's own with.
        templates: Vec<RuleFile>,
        /// The kinds of player, with the options that a page may ask for.
        players: Vec<PlayerInfo>,
    },
    /// A new game is on the table.
    Table {
        /// The game and its options.
        game: String,
        /// The same in parts.
        spec: Spec,
        /// What may be known of it before it is played.
        info: Box<GameInfo>,
        /// The rule file that tells it, if it is none that the app knows.
        rules: Option<String>,
        /// The board without pieces.
        layout: Box<Layout>,
        /// One of every kind of piece that can stand on it.
        kinds: Vec<Piece>,
        /// The names of the move notations.
        notations: Vec<&'static str>,
    },
    /// The game as it is now; after every change.
    State(Box<State>),
    /// What has changed in the record of the game, variations included; before the state.
    Tree(TreeEvent),
    /// What a search thinks of the position on the board.
    Analysis(Box<Analysis>),
    /// How far the search for mistakes has come.
    Review(ReviewEvent),
    /// What a move that was tried is worth.
    Retried(Retried),
    /// A position further on.
    Looked {
        /// The request's.
        id: Option<u64>,
        /// The pieces.
        scene: Box<Scene>,
        /// The points of the last move.
        trace: Vec<u16>,
    },
    /// Positions of the record and the record as text, for when the page cannot ask any more.
    TakenAlong {
        /// The positions of the first of the nodes that were asked for, as changes of their parents'.
        positions: Vec<Taken>,
        /// The record in every format that can tell it, if it is not too long.
        texts: Vec<(Format, String)>,
    },
    /// A text was read.
    RecordRead {
        /// The request's.
        id: Option<u64>,
        /// What could not be read of it.
        problems: Vec<Message>,
    },
    /// The record as text.
    RecordWritten {
        /// The request's.
        id: Option<u64>,
        /// The text.
        text: String,
    },
    /// What a search thinks so far, at most 20 times a second, and at its end.
    Thinking {
        /// What for, and for whom.
        #[serde(flatten)]
        purpose: Purpose,
        /// Whether this is the search's last word.
        finished: bool,
        /// What it thinks.
        thought: Thought,
    },
    /// Whether a text is a position.
    Checked {
        /// The request's.
        id: Option<u64>,
        /// What is wrong with it, if anything.
        fault: Option<RequestError>,
    },
    /// A position put together by hand.
    SetUp {
        /// The request's.
        id: Option<u64>,
        /// The position in the game's own text.
        text: String,
        /// What is wrong with it, if anything.
        fault: Option<RequestError>,
    },
    /// What a rule file says.
    RulesChecked {
        /// The request's.
        id: Option<u64>,
        /// What is wrong with it, the first place first.
        diagnostics: Vec<RuleProblem>,
        /// The rules in words, if the file can be played.
        explanation: Option<Vec<Section>>,
        /// Its board as games begin, if it can be played; in a box, since other events are small.
        picture: Option<Box<RulePicture>>,
    },
    /// A rule file that comes with the app.
    RuleText {
        /// The request's.
        id: Option<u64>,
        /// Its name.
        name: String,
        /// The file.
        text: &'static str,
    },
    /// What the lab has found.
    Lab {
        /// The request's.
        id: Option<u64>,
        /// The finding.
        #[serde(flatten)]
        report: lab::LabReport,
    },
    /// Under which number the game on the table is kept; before the state that was kept.
    Kept {
        /// The number, none as long as it is not kept.
        game: Option<GameId>,
    },
    /// The game on the table as a text that [`Request::Resume`](super::Request::Resume) takes it up from, for a page that
    /// finds another library when it comes back; before the state that it tells. The page does not look into it.
    Keepsake {
        /// The text; nothing if the game is too long for it.
        text: Option<String>,
    },
    /// Games of the library.
    Library {
        /// The request's.
        id: Option<u64>,
        /// Some of those that were searched for, and how many there are.
        #[serde(flatten)]
        found: FoundGames,
    },
    /// A review has found a position that makes a puzzle; it is kept.
    PuzzleFound {
        /// The puzzle.
        puzzle: Puzzle,
    },
    /// What there is to be trained today.
    Puzzles {
        /// The request's.
        id: Option<u64>,
        /// The next puzzles, their lines in the notation for people, and how many there are.
        #[serde(flatten)]
        training: Training,
    },
    /// A puzzle was tried.
    PuzzleTried {
        /// The request's.
        id: Option<u64>,
        /// Its number.
        puzzle: PuzzleId,
        /// In how many days it comes again; nothing if there is no such puzzle.
        days: Option<i64>,
    },
    /// How games of the library went on from the position on the table.
    Explored {
        /// The request's.
        id: Option<u64>,
        /// Where in the record the position is.
        node: NodeId,
        /// What the opening is called, where openings have names.
        name: Option<String>,
        /// Those of most games first, then those of the book alone.
        moves: Vec<ExploredMove>,
        /// Games that have not been looked at yet: asked again, there may be more.
        pending: u64,
    },
    /// How games of the library ended.
    Thumbnails {
        /// The request's.
        id: Option<u64>,
        /// The boards without pieces.
        layouts: Vec<Layout>,
        /// The games, as far as they can be played.
        boards: Vec<Thumbnail>,
    },
    /// What is told of a tournament.
    Tournament {
        /// The request's, in answer to one.
        id: Option<u64>,
        /// What.
        #[serde(flatten)]
        report: Box<TournamentReport>,
    },
    /// What is told of learning.
    Learn {
        /// The request's, in answer to one.
        id: Option<u64>,
        /// What.
        #[serde(flatten)]
        report: Box<LearnReport>,
    },
    /// Games of the library were deleted.
    Deleted {
        /// The request's.
        id: Option<u64>,
        /// How many of them there were.
        count: usize,
    },
    /// A request that could not be met; nothing has changed.
    Error {
        /// The request's, if it had one that could be read.
        id: Option<u64>,
        /// Why.
        fault: RequestError,
    },
}

impl Event {
    /// Whether nothing is lost if it never arrives: what comes after it tells as much.
    pub(crate) fn may_be_missed(&self) -> bool {
        match self {
            Event::Thinking { finished, .. } => !finished,
            Event::Analysis(analysis) => !analysis.finished,
            Event::Review(event) => !event.finished,
            Event::Lab { report, .. } => report.may_be_missed(),
            Event::Tournament { report, .. } => report.may_be_missed(),
            Event::Learn { report, .. } => report.may_be_missed(),
            _ => false,
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The pieces, moves, record and result.
    pub view: View,
    /// The position that the record begins with.
    pub first: String,
    /// Where the table stands in the record.
    pub node: NodeId,
    /// What is known of the game beside its moves.
    pub headers: GameHeaders,
    /// Whether it was begun here; otherwise it was played elsewhere.
    pub live: bool,
    /// Whether a move is a move of the game; otherwise it is over, or was played elsewhere, and a move is a variation.
    pub in_play: bool,
    /// Who plays the sides.
    pub seats: [Seat; 2],
    /// The same in parts.
    pub players: [Option<Spec>; 2],
    /// The search under way.
    pub searching: Option<Purpose>,
    /// Whether the machine waits to be told to go on.
    pub paused: bool,
    /// The analysis that was asked for.
    pub analysing: Option<Analyse>,
    /// Whether somebody looks at it; otherwise it rests.
    pub watched: bool,
    /// Whether a move can be taken back.
    pub can_undo: bool,
    /// Whether a move taken back can be made again.
    pub can_redo: bool,
    /// The end of the game, if the board does not show it.
    pub verdict: Option<Verdict>,
    /// The clock, if there is one.
    pub clock: Option<ClockState>,
    /// The draw offered, until a move is made.
    pub draw: Option<DrawOffer>,
    /// The game as it is counted. Without a verdict stones can be called dead, and where it has no result yet that is to
    /// be agreed on.
    pub count: Option<Count>,
    /// Whether machines think while people do.
    pub ponder: bool,
    /// The notation of all moves.
    pub notation: &'static str,
}

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Purpose {
    /// True if a person asked for it, false if the machine is to move.
    pub hint: bool,
    /// True if the machine thinks while a person is to move.
    pub ponder: bool,
    /// The side that it thinks for.
    #[serde(with = "side_index")]
    pub side: Side,
    /// Who thinks.
    pub player: String,
}
