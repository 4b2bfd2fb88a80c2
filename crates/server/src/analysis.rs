//! What is said of a game while it is studied: its tree of variations, and what a search thinks of it.

use crate::protocol::RequestError;
use serde::{Deserialize, Serialize};
use wanqi_play::record::{Mark, NodeId};
use wanqi_play::{Message, Scene, Table, Value, Work, message};

/// What is said about a move; what is not there stays as it is.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotate {
    /// The move.
    pub node: NodeId,
    /// In words.
    #[serde(default)]
    pub comment: Option<String>,
    /// Marks, by their numbers as [`Mark`] has them.
    #[serde(default)]
    pub marks: Option<Vec<u8>>,
}

/// What is new in the record of the game on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeEvent {
    /// Whether these are all the nodes there are. Otherwise the others stay as they were; a node that is new is its
    /// parent's last child.
    pub whole: bool,
    /// Each after its parent, children in their order.
    pub nodes: Vec<TreeNode>,
}

/// A node of the record.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeNode {
    /// Its number, which stays its own.
    pub id: NodeId,
    /// The node of the move before; none for the first position.
    pub parent: Option<NodeId>,
    /// The move, in the notation for people; empty for the first position.
    pub text: String,
    /// The turn up to this move as one, `b4d6f8`, where it is not the first of its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// Who made it, 0 or 1.
    pub side: Option<u8>,
    /// What is said about it, as [`Notes`](wanqi_play::record::Notes) has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Marks, by their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// What a search thinks of it, for the first side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluated>,
    /// The move that a search thinks better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
}

/// What a search thinks of a position, as the record has it and as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluated {
    /// The record's number.
    pub score: i32,
    /// What it means, for the first side.
    #[serde(flatten)]
    pub value: Value,
}

/// An analysis without end of the position on the board. It follows the board until it is ended, and rests while nobody
/// looks at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    /// True to begin, or to go on with other lines; false to end.
    pub on: bool,
    /// How many lines are wanted.
    #[serde(default = "one")]
    pub lines: usize,
    /// Whether the other side is let move instead: what it threatens.
    #[serde(default)]
    pub threat: bool,
}

fn one() -> usize {
    1
}

/// A look at every position of the game, to mark its mistakes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// True to begin, false to end it; what has been marked so far stays.
    pub on: bool,
    /// The time for each position, in milliseconds.
    #[serde(default = "half_a_second")]
    pub millis: u64,
}

fn half_a_second() -> u64 {
    500
}

/// What a search thinks of the position on the board so far, at most 20 times a second, and at its end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// Where in the record the position is.
    pub node: NodeId,
    /// Whether the other side was let move.
    pub threat: bool,
    /// Who moves first in the lines, 0 or 1.
    pub side: u8,
    /// Who thinks.
    pub player: String,
    /// Whether there is no more to come: all is known.
    pub finished: bool,
    /// Plies that were looked ahead in full.
    pub depth: u32,
    /// The work done.
    pub work: Work,
    /// The best first; none where there is nothing to think about.
    pub lines: Vec<AnalysisLine>,
    /// By how many points the first side is ahead at the end of random games, where points are counted: `+3.5 points`.
    pub lead: Option<Message>,
    /// What is laid over the board.
    pub overlay: Overlay,
}

/// A line and what it leads to, seen by the first side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnalysisLine {
    /// What it is worth to the first side.
    #[serde(flatten)]
    pub value: Value,
    /// What people read where each side's lead is told as its own: in discs, to whose move it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Message>,
    /// Visits by a Monte-Carlo search, otherwise 0.
    pub visits: u64,
    /// The moves, in the notation for people.
    pub moves: Vec<String>,
    /// The points of the first move: where it comes from and goes to, or where something is put.
    pub points: Vec<u16>,
}

/// What is laid over the board, by points. What a game or a search does not tell is empty.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Overlay {
    /// Visits by a Monte-Carlo search: the point where a move ends, and how many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub visits: Vec<(u16, u64)>,
    /// Moves that are solved: the point where one ends, and the discs that whose move it is leads by at the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solved: Vec<(u16, f64)>,
    /// For every point, how likely it is the first side's at the end, from -100 to 100.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ownership: Vec<i8>,
    /// Points where the side to move may not play by a rule that the board does not show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<u16>,
}

/// How far a review has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ReviewEvent {
    /// Positions looked at.
    pub done: usize,
    /// Of so many.
    pub of: usize,
    /// Whether it has ended, or was ended.
    pub finished: bool,
}

/// What a move is worth that somebody has tried instead of another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Retried {
    /// The move, as a variation of the record.
    pub node: NodeId,
    /// What it loses of the win probability.
    pub lost: f64,
    /// What it loses in discs, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discs: Option<f64>,
    /// Whether the search would have made it.
    pub best: bool,
    /// Whether it is as good as the best.
    pub as_good: bool,
}

/// A position further on, to be shown beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preview {
    /// The moves from the position on the board, in any of the game's notations.
    pub moves: Vec<String>,
    /// Whether the side to move passes first.
    #[serde(default)]
    pub threat: bool,
}

/// The most moves that a [`Preview`] goes along.
const MAX_LOOK: usize = 64;

impl Preview {
    /// The pieces after the moves, and the points of the last.
    ///
    /// # Errors
    /// If a move cannot be made, or there are too many.
    pub(crate) fn from(&self, table: &dyn Table) -> Result<(Scene, Vec<u16>), RequestError> {
        if self.moves.len() > MAX_LOOK {
            return Err(RequestError::new(message!(
                "fault.long-look",
                "at most {most} moves are looked ahead",
                most = MAX_LOOK
            )));
        }
        let mut table = match self.threat {
            false => table.fork(),
            true => table.passed().ok_or_else(|| {
                RequestError::new(message!("fault.no-null-move", "the other side cannot be let move here"))
            })?,
        };
        for text in &self.moves {
            table.play_on(text)?;
        }
        let view = table.view();
        Ok((view.scene, view.trace))
    }
}
