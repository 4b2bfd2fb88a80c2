//! The record of a game as a tree of variations: what is kept, annotated, and given out as text.
//!
//! A [`GameRecord`] says which game it is, what position it begins with and who played; its nodes are the moves, the
//! first child of each being the main line. It knows no rules: moves are texts, in the notation for programs once
//! [`GameRecord::checked`] has been over them. Nodes have numbers that stay theirs whatever is added, promoted or
//! deleted, so that a page may name them.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use wanqi_play::record::{GameRecord, ROOT};
//! let mut record = GameRecord::new("tictactoe");
//! let centre = record.add(ROOT, "b2")?;
//! let main = record.add(centre, "a1")?;
//! let other = record.add(centre, "a2")?;
//! record.promote(other);
//! assert_eq!(record.main_line(), [centre, other]);
//! record.replay(&mut *record.table()?, main)?;
//! # Ok(())
//! # }
//! ```

mod check;
mod wire;

pub use check::MoveTexts;

use crate::{Error, ResultView, Scale, Table, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use wanqi_game::{Message, Side, message};
use wanqi_search::Score;

/// The most nodes that a record may have.
pub const MAX_NODES: usize = 100_000;

/// The most plies from the first position to a node.
pub const MAX_PLIES: usize = 10_000;

/// The number of a node. It stays the node's own and is never given to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// The node before the first move: the first position, and what is said about the game as a whole.
pub const ROOT: NodeId = NodeId(0);

/// The record of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// The game, as [`crate::table`] takes it: `go:size=9`. With `rules`, what the game is called.
    pub game: String,
    /// The rule file that tells the game, where it is none that the program knows.
    pub rules: Option<String>,
    /// The position that it begins with, if not the start of the game.
    pub first: Option<String>,
    /// Who, when, where, and how it ended.
    pub headers: Headers,
    /// In the order of their numbers; a child's is always greater than its parent's.
    nodes: BTreeMap<NodeId, Node>,
    next: u32,
}

/// What is known of a game beside its moves. Empty texts are unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Headers {
    /// The names of the two sides' players, the first mover's first.
    pub players: [String; 2],
    /// When it was played: `2026-11-21`, as far as it is known `2026-11` or `2026`.
    pub date: String,
    /// The tournament or the occasion.
    pub event: String,
    /// How it ended, if it did or was broken off with a result.
    pub result: Option<Ending>,
    /// Whatever else a file says of the game, by the names that files use: `Round`, `WhiteElo`.
    pub others: BTreeMap<String, String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The winner, 0 or 1; `None` for a draw.
    pub winner: Option<u8>,
    /// In words, for people: `White wins by resignation`.
    #[serde(default)]
    pub text: String,
}

impl Ending {
    /// How it ended, to be said in any language. What is kept is English alone: this asks what the program would say of
    /// the game on the table, which stands at its end, and of what ends games beside the board. Somebody else's words
    /// stay as they are.
    pub fn message(&self, end: &dyn Table) -> Message {
        let layout = end.layout();
        let winner = self.winner.and_then(|winner| Side::BOTH.get(usize::from(winner)).copied());
        let beside = match winner {
            Some(winner) => {
                vec![ResultView::resignation(winner, &layout), ResultView::on_time(winner, &layout)]
            }
            None => vec![ResultView::agreement()],
        };
        let told = end.result().into_iter().chain(beside).map(|result| result.text);
        let same = told.into_iter().find(|text| *text == *self.text);
        same.unwrap_or_else(|| Message::plain(&*self.text))
    }
}

impl From<ResultView> for Ending {
    fn from(result: ResultView) -> Ending {
        Ending { winner: result.winner, text: result.text.to_string() }
    }
}

/// A move of a record, and what is said about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    parent: Option<NodeId>,
    ply: usize,
    text: String,
    children: Vec<NodeId>,
    /// What people and searches have said about the position after the move.
    pub notes: Notes,
}

/// What is said about a move and the position after it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// In words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Marks such as `!?`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// What a search thinks of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// The move that would have been better than this one, in the notation for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<String>,
}

/// A mark on a move, by its number in the list of numeric annotation glyphs of the PGN standard
/// (<https://en.wikipedia.org/wiki/Numeric_Annotation_Glyphs>).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mark(pub u8);

impl Mark {
    /// A good move, `!`.
    pub const GOOD: Mark = Mark(1);
    /// A mistake, `?`.
    pub const MISTAKE: Mark = Mark(2);
    /// A brilliant move, `!!`.
    pub const BRILLIANT: Mark = Mark(3);
    /// A blunder, `??`.
    pub const BLUNDER: Mark = Mark(4);
    /// An interesting move, `!?`.
    pub const INTERESTING: Mark = Mark(5);
    /// A dubious move, `?!`.
    pub const DUBIOUS: Mark = Mark(6);

    const SYMBOLS: [(u8, &'static str); 16] = [
        (1, "!"),
        (2, "?"),
        (3, "!!"),
        (4, "??"),
        (5, "!?"),
        (6, "?!"),
        (7, "□"),
        (10, "="),
        (13, "∞"),
        (14, "⩲"),
        (15, "⩱"),
        (16, "±"),
        (17, "∓"),
        (18, "+-"),
        (19, "-+"),
        (146, "N"),
    ];

    /// What people write for it, where there is such a sign.
    pub fn symbol(self) -> Option<&'static str> {
        Self::SYMBOLS.iter().find(|&&(number, _)| number == self.0).map(|&(_, symbol)| symbol)
    }

    /// The mark that is written so.
    pub fn of_symbol(symbol: &str) -> Option<Mark> {
        Self::SYMBOLS.iter().find(|&&(_, known)| known == symbol).map(|&(number, _)| Mark(number))
    }
}

/// What a search thinks of a position, seen from the first side whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The score for the first side, on the game's own scale ([`Table::scale`]); of what is solved hundredths of a disc.
    pub score: i32,
    /// In how many plies the first side wins, or loses if negative, if that is proven.
    #[serde(default)]
    pub decided: Option<i32>,
    /// Whether the score is the lead at the end, known to the last disc ([`Value::is_solved`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solved: bool,
}

impl Evaluation {
    /// What the first side's value is on the game's own scale; nothing of what nobody has told.
    pub fn of(value: Value, scale: Scale) -> Option<Evaluation> {
        if value.is_solved() {
            return Some(Evaluation { score: value.score().value(), decided: None, solved: true });
        }
        value.on(scale).map(|score| Evaluation { score, decided: value.decided(), solved: false })
    }

    /// What that means on the game's own scale.
    pub fn value(self, scale: Scale) -> Value {
        let score = match self.decided.map(|plies| plies.unsigned_abs().min(Score::MAX_PLIES)) {
            Some(plies) if self.score > 0 => Score::win_in(plies),
            Some(plies) => Score::loss_in(plies),
            None => Score::heuristic(self.score),
        };
        Value::new(score, if self.solved { Scale::SOLVED } else { scale })
    }
}

/// Why nothing can be added to a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// There is no node of this number.
    NoNode(NodeId),
    /// It has [`MAX_NODES`].
    Nodes,
    /// A line of it has [`MAX_PLIES`].
    Plies,
}

impl Full {
    /// What is wrong.
    pub fn message(self) -> Message {
        match self {
            Full::NoNode(node) => message!("fault.no-node", "the record has no node {node}", node = node.0),
            Full::Nodes => {
                let most = MAX_NODES;
                message!("fault.no-room", "a record has at most {most} moves, variations included", most)
            }
            Full::Plies => {
                message!("fault.long-line", "a line of a record has at most {most} moves", most = MAX_PLIES)
            }
        }
    }
}

/// In English.
impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Full {}

impl Node {
    /// The node of the move before; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Which move of its line it is, counted from 1; 0 for the root.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The move; empty for the root.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The moves that follow, the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

impl GameRecord {
    /// A game without moves, from its start.
    pub fn new(game: impl Into<String>) -> GameRecord {
        GameRecord {
            game: game.into(),
            rules: None,
            first: None,
            headers: Headers::default(),
            nodes: BTreeMap::from([(ROOT, Node::default())]),
            next: 1,
        }
    }

    /// The game on a table, up to where it is; `rules` is the file that tells it, where it is none that the program knows.
    ///
    /// # Errors
    /// If there is no such game, or it is too long for a record.
    pub fn of_table(table: &dyn Table, rules: Option<&str>) -> Result<GameRecord, Error> {
        let mut record = GameRecord::new(match rules {
            Some(_) => table.spec().name.clone(),
            None => table.spec().to_string(),
        });
        record.rules = rules.map(str::to_owned);
        let start = record.table()?.first_position();
        record.first = Some(table.first_position()).filter(|first| *first != start);
        let moves = table.played(table.notations().len() - 1);
        record.add_line(ROOT, &moves).map_err(|full| Error::Spec(full.message()))?;
        record.headers.result = table.result().map(Into::into);
        Ok(record)
    }

    /// A node; `None` if there is none of this number.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// What is said about a node, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> Option<&mut Notes> {
        self.nodes.get_mut(&id).map(|node| &mut node.notes)
    }

    /// The number of moves, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a move after a node, as the last of its children; a child with this text is there already and stays as it
    /// is. The move is not looked at: [`GameRecord::checked`] does.
    ///
    /// # Errors
    /// If there is no such node, or the record is [`Full`].
    pub fn add(&mut self, parent: NodeId, text: &str) -> Result<NodeId, Full> {
        let before = self.node(parent).ok_or(Full::NoNode(parent))?;
        if let Some(&known) = before.children.iter().find(|&&child| self[child].text == text) {
            return Ok(known);
        }
        if self.len() >= MAX_NODES || self.next == u32::MAX {
            return Err(Full::Nodes);
        }
        if before.ply >= MAX_PLIES {
            return Err(Full::Plies);
        }
        let id = NodeId(self.next);
        self.next += 1;
        self.insert(id, parent, text.to_owned(), Notes::default());
        Ok(id)
    }

    /// Adds moves one after the other, and gives the last node. Those that are there already are not added again.
    ///
    /// # Errors
    /// If there is no such node, or the record is [`Full`]; the moves before stay.
    pub fn add_line(&mut self, parent: NodeId, texts: &[impl AsRef<str>]) -> Result<NodeId, Full> {
        texts.iter().try_fold(parent, |node, text| self.add(node, text.as_ref()))
    }

    /// The nodes from the first move to this one; empty for the root and for what is no node.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = id;
        while let Some(parent) = self.nodes.get(&at).and_then(Node::parent) {
            path.push(at);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The moves from the first one to this node's.
    pub fn moves_to(&self, id: NodeId) -> Vec<&str> {
        self.path(id).into_iter().map(|id| self[id].text()).collect()
    }

    /// The nodes after this one, always by the first child, to the end.
    pub fn line_from(&self, id: NodeId) -> Vec<NodeId> {
        let first = |id: &NodeId| self.nodes.get(id).and_then(|node| node.children.first().copied());
        std::iter::successors(first(&id), first).collect()
    }

    /// The nodes of the main line, from the first move to the end.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(ROOT)
    }

    /// Every node but the root, each after its parent: a line is told to its end before the variations that leave it.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let children = |node: &Node| node.children.iter().rev().copied().collect::<Vec<_>>();
        let mut waiting = children(&self[ROOT]);
        std::iter::from_fn(move || {
            let id = waiting.pop()?;
            let node = &self[id];
            waiting.extend(children(node));
            Some((id, node))
        })
    }

    /// Moves the variation that a node is in up by one: at the last branch before it that does not prefer it already.
    /// False if it is the main line.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let path = self.path(id);
        for &at in path.iter().rev() {
            let (siblings, place) = self.among_siblings(at);
            if place > 0 {
                siblings.swap(place, place - 1);
                return true;
            }
        }
        false
    }

    /// Makes the line to a node the main line. False if it is that already.
    pub fn make_main(&mut self, id: NodeId) -> bool {
        let mut changed = false;
        for at in self.path(id) {
            let (siblings, place) = self.among_siblings(at);
            siblings[..=place].rotate_right(1);
            changed |= place > 0;
        }
        changed
    }

    /// Deletes a node with all that follows it, and gives its parent. `None` if there is no such node or it is the
    /// root.
    pub fn delete(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes.get(&id)?.parent?;
        let (siblings, place) = self.among_siblings(id);
        siblings.remove(place);
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            waiting.extend(self.nodes.remove(&id).into_iter().flat_map(|node| node.children));
        }
        Some(parent)
    }

    /// Puts a node where none is, after its parent.
    fn insert(&mut self, id: NodeId, parent: NodeId, text: String, notes: Notes) {
        let before = self.nodes.get_mut(&parent).expect("the caller has looked");
        before.children.push(id);
        let ply = before.ply + 1;
        self.nodes.insert(id, Node { parent: Some(parent), ply, text, children: Vec::new(), notes });
    }

    /// The children of a node's parent, and which of them it is. Not for the root.
    fn among_siblings(&mut self, id: NodeId) -> (&mut Vec<NodeId>, usize) {
        let parent = self[id].parent.expect("only the root has none");
        let siblings = &mut self.nodes.get_mut(&parent).expect("a parent is in the tree").children;
        let place = siblings.iter().position(|&child| child == id).expect("a child is known to its parent");
        (siblings, place)
    }
}

impl std::ops::Index<NodeId> for GameRecord {
    type Output = Node;

    /// # Panics
    /// If there is no such node. Numbers from outside go to [`GameRecord::node`].
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[&id]
    }
}
