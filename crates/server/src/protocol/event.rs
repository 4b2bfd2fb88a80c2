//! What a page hears.

use super::{ClockState, DrawOffer, Fault, Seat, Verdict, side_index};
use crate::analysis::{Analyse, Analysis, ReviewNews, TreeNews};
use crate::lab;
use crate::rules::{Found, RuleFile, Section};
use play::record::NodeId;
use play::{Count, GameInfo, Layout, Scene, Side, Thought, View};
use serde::Serialize;
use store::{Found as FoundGames, GameId};

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
    },
    /// A new game is on the table.
    Table {
        /// The game and its options.
        game: String,
        /// What may be known of it before it is played.
        info: Box<GameInfo>,
        /// The rule file that tells it, if it is none that the app knows.
        rules: Option<String>,
        /// The board without pieces.
        layout: Box<Layout>,
        /// The names of the move notations.
        notations: Vec<&'static str>,
    },
    /// The game as it is now; after every change.
    State(Box<State>),
    /// What has changed in the record of the game, variations included; before the state.
    Tree(TreeNews),
    /// What a search thinks of the position on the board.
    Analysis(Box<Analysis>),
    /// How far the search for mistakes has come.
    Review(ReviewNews),
    /// A position further on.
    Looked {
        /// The request's.
        id: Option<u64>,
        /// The pieces.
        scene: Box<Scene>,
        /// The points of the last move.
        trace: Vec<u16>,
    },
    /// A text was read.
    RecordRead {
        /// The request's.
        id: Option<u64>,
        /// What could not be read of it.
        problems: Vec<String>,
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
        fault: Option<Fault>,
    },
    /// What a rule file says.
    RulesChecked {
        /// The request's.
        id: Option<u64>,
        /// What is wrong with it, the first place first.
        diagnostics: Vec<Found>,
        /// The rules in words, if the file can be played.
        explanation: Option<Vec<Section>>,
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
        report: lab::Report,
    },
    /// Under which number the game on the table is kept; before the state that was kept.
    Kept {
        /// The number, none as long as it is not kept.
        game: Option<GameId>,
    },
    /// Games of the library.
    Library {
        /// The request's.
        id: Option<u64>,
        /// Some of those that were searched for, and how many there are.
        #[serde(flatten)]
        found: FoundGames,
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
        fault: Fault,
    },
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
    /// Who plays the sides.
    pub seats: [Seat; 2],
    /// The search under way.
    pub searching: Option<Purpose>,
    /// Whether the machine waits to be told to go on.
    pub paused: bool,
    /// The analysis that was asked for.
    pub analysing: Option<Analyse>,
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
    /// The finished game as it is counted, where stones can be called dead.
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
