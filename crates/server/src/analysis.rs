//! What is said of a game while it is studied: its tree of variations, and what a search thinks of it.

use crate::protocol::Fault;
use play::record::{NodeId, Notes};
use play::{Scene, Table, Work};
use serde::{Deserialize, Serialize};

/// What is said about a move; what is not there stays as it is.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotate {
    /// The move.
    pub node: NodeId,
    /// In words.
    #[serde(default)]
    pub comment: Option<String>,
    /// Marks, by their numbers as [`Mark`](play::record::Mark) has them.
    #[serde(default)]
    pub marks: Option<Vec<u8>>,
}

/// What is new in the record of the game on the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeNews {
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
    /// Who made it, 0 or 1.
    pub side: Option<u8>,
    /// What is said about it.
    #[serde(flatten)]
    pub notes: Notes,
}

/// An analysis without end of the position on the board. It follows the board until it is ended.
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
    /// Whether there is no more to come: all is known, or the longest time is over.
    pub finished: bool,
    /// Plies that were looked ahead in full.
    pub depth: u32,
    /// The work done.
    pub work: Work,
    /// The best first; none where there is nothing to think about.
    pub lines: Vec<Line>,
    /// What is laid over the board.
    pub overlay: Overlay,
}

/// A line and what it leads to, seen by the first side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// The score for the first side, in the evaluation's units.
    pub score: i32,
    /// In how many plies the first side wins, or loses if negative, if that is proven.
    pub decided: Option<i32>,
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
    /// For every point, how likely it is the first side's at the end, from -100 to 100.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ownership: Vec<i8>,
    /// Points where the side to move may not play by a rule that the board does not show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<u16>,
}

/// How far a review has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ReviewNews {
    /// Positions looked at.
    pub done: usize,
    /// Of so many.
    pub of: usize,
    /// Whether it has ended, or was ended.
    pub finished: bool,
}

/// A position further on, to be shown beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The moves from the position on the board, in any of the game's notations.
    pub moves: Vec<String>,
    /// Whether the side to move passes first.
    #[serde(default)]
    pub threat: bool,
}

/// The most moves that a [`Look`] goes along.
const LONGEST_LOOK: usize = 64;

impl Look {
    /// The pieces after the moves, and the points of the last.
    ///
    /// # Errors
    /// If a move cannot be made, or there are too many.
    pub(crate) fn from(&self, table: &dyn Table) -> Result<(Scene, Vec<u16>), Fault> {
        if self.moves.len() > LONGEST_LOOK {
            return Err(Fault::new(format!("at most {LONGEST_LOOK} moves are looked ahead")));
        }
        let mut table = match self.threat {
            false => table.fork(),
            true => table.passed().ok_or_else(|| Fault::new("the other side cannot be let move here"))?,
        };
        for text in &self.moves {
            table.play(text)?;
        }
        let view = table.view();
        Ok((view.scene, view.trace))
    }
}
