//! The record of the game on the table, with its variations and what is said about them.
//!
//! The tree follows the table: whatever is played there gets a node, and a move that is not the one played before
//! begins a variation. Nothing else needs to tell it of moves.

use crate::analysis::{Annotate, Evaluated, TreeEvent, TreeNode};
use crate::protocol::{Event, RequestError};
use std::cell::LazyCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use wanqi_play::record::{Full, GameRecord, Mark, MoveTexts, NodeId, Notes, ROOT};
use wanqi_play::{Record, Scale, Side, Table, View, message};

/// The most moves that the record of a game on the table may have, variations included.
const MAX_NODES: usize = 20_000;
/// The longest comment, in characters.
const MAX_COMMENT_CHARS: usize = 4000;
/// The most marks on a move.
const MAX_MARKS: usize = 4;

/// A record, where the table stands in it, and what a page knows of it.
pub(super) struct Variations {
    record: GameRecord,
    /// The node whose position is on the table.
    at: NodeId,
    /// The nodes of the line that the table's undo and redo walk along.
    line: Vec<NodeId>,
    /// The index of the notation that the moves are shown in, and how they are.
    notation: usize,
    shown: HashMap<NodeId, ShownMove>,
    changed: Changed,
}

/// A move as a page shows it.
#[derive(Clone, PartialEq, Debug)]
struct ShownMove {
    text: String,
    /// The turn up to it as one move, where it is not its first.
    whole: Option<String>,
    side: Side,
}

/// What a page has not been told yet.
enum Changed {
    Everything,
    Nodes(BTreeSet<NodeId>),
}

impl Variations {
    /// The record of a table where nothing has been played; `rules` tell the game, where it is none that the app
    /// knows.
    pub fn new(table: &dyn Table, rules: Option<&str>) -> Variations {
        let mut record = GameRecord::new(table.spec().to_string());
        record.rules = rules.map(str::to_owned);
        Variations {
            record,
            at: ROOT,
            line: Vec::new(),
            notation: table.notation(),
            shown: HashMap::new(),
            changed: Changed::Everything,
        }
    }

    /// A record whose moves are in the notation for programs and can be played.
    pub fn of(record: GameRecord) -> Result<Variations, RequestError> {
        if record.len() > MAX_NODES {
            return Err(RequestError::new(message!(
                "fault.large-record",
                "a record on the table has at most {most} moves, this one has {count}",
                most = MAX_NODES,
                count = record.len()
            )));
        }
        let shown = shown(&record, 0)?;
        Ok(Variations {
            record,
            at: ROOT,
            line: Vec::new(),
            notation: 0,
            shown,
            changed: Changed::Everything,
        })
    }

    /// Takes over the moves of another record of the same game and first position, and what is said about them.
    pub fn take_over(&mut self, mut record: GameRecord) -> Result<(), RequestError> {
        record.game.clone_from(&self.record.game);
        record.rules.clone_from(&self.record.rules);
        record.first.clone_from(&self.record.first);
        *self = Variations::of(record.checked()?)?;
        Ok(())
    }

    /// The record.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Where the table stands.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// A record that begins with the position that has just been set up.
    pub fn begin_anew(&mut self, table: &dyn Table) {
        let mut fresh = GameRecord::new(&*self.record.game);
        fresh.rules = self.record.rules.take();
        fresh.first = Some(table.first_position());
        self.record = fresh;
        (self.at, self.changed) = (ROOT, Changed::Everything);
        self.line.clear();
        self.shown.clear();
    }

    /// The nodes of the line on the table, those of moves taken back too.
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The node of the move that the table would make again.
    pub fn next(&self) -> Option<NodeId> {
        let at = self.line.iter().position(|&node| node == self.at).map_or(0, |at| at + 1);
        self.line.get(at).copied()
    }

    /// A move and who made it; none for the first position.
    pub fn shown(&self, node: NodeId) -> Option<(&str, Side)> {
        self.shown.get(&node).map(|shown| (&*shown.text, shown.side))
    }

    /// Takes in what has been played on the table, and where it stands. `view` is the table's.
    ///
    /// # Errors
    /// If there is no more room; the record then stands at the last move that it has.
    pub fn follow(&mut self, table: &dyn Table, view: &View) -> Result<(), RequestError> {
        if self.notation != table.notation() {
            self.notation = table.notation();
            self.shown = shown(&self.record, self.notation)?;
            self.changed = Changed::Everything;
        }
        let texts = all_moves(table, view);
        let mut at = ROOT;
        self.at = ROOT;
        self.line.clear();
        for (i, (text, shown)) in texts.iter().zip(&view.record).enumerate() {
            let known = self.record.len();
            if known >= MAX_NODES && !self.has_child(at, text) {
                return Err(RequestError::new(message!(
                    "fault.no-room",
                    "a record has at most {most} moves, variations included",
                    most = MAX_NODES
                )));
            }
            at = self.record.add(at, text).map_err(|full| RequestError::new(full.message()))?;
            if self.record.len() > known {
                let Record { text, whole, side } = shown.clone();
                self.shown.insert(at, ShownMove { text, whole, side });
                self.touch(at);
            }
            self.line.push(at);
            if i < view.ply {
                self.at = at;
            }
        }
        Ok(())
    }

    /// Brings a table to the position of a node. What follows it in its variation can be made again there.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn visit(&self, table: &mut dyn Table, node: NodeId) -> Result<(), RequestError> {
        self.known(node)?;
        // The table forgets what could be made again: it may not be in the record any more.
        table.set_position(&table.first_position())?;
        self.record.replay(table, node)?;
        let after = self.record.line_from(node);
        let played = after.iter().take_while(|&&id| table.play_on(self.record[id].text()).is_ok()).count();
        for _ in 0..played {
            table.undo();
        }
        Ok(())
    }

    /// Moves a node's variation up by one, or all the way.
    pub fn promote(&mut self, node: NodeId, to_main: bool) -> Result<(), RequestError> {
        self.known(node)?;
        if if to_main { self.record.make_main(node) } else { self.record.promote(node) } {
            self.changed = Changed::Everything;
        }
        Ok(())
    }

    /// Makes the line to the table's position the main line.
    pub fn make_main(&mut self) {
        if self.record.make_main(self.at) {
            self.changed = Changed::Everything;
        }
    }

    /// Deletes a node with what follows, where the table does not stand.
    pub fn forget(&mut self, node: NodeId) {
        self.record.delete(node);
        let record = &self.record;
        self.line.retain(|&id| record.node(id).is_some());
        self.forget_texts();
    }

    /// Forgets how moves are shown that are not in the record any more.
    fn forget_texts(&mut self) {
        let record = &self.record;
        self.shown.retain(|&id, _| record.node(id).is_some());
        self.changed = Changed::Everything;
    }

    /// Deletes a node with what follows, and says where the table is to stand now.
    pub fn delete(&mut self, node: NodeId) -> Result<NodeId, RequestError> {
        self.known(node)?;
        let stays = !self.record.path(self.at).contains(&node);
        let parent = self.record.delete(node).ok_or_else(|| {
            RequestError::new(message!("fault.first-stays", "the first position cannot be deleted"))
        })?;
        self.forget_texts();
        Ok(if stays { self.at } else { parent })
    }

    /// Changes what is said about a node.
    pub fn annotate(&mut self, said: Annotate) -> Result<(), RequestError> {
        self.known(said.node)?;
        if said.comment.as_ref().is_some_and(|comment| comment.chars().count() > MAX_COMMENT_CHARS) {
            return Err(RequestError::new(message!(
                "fault.long-comment",
                "a comment has at most {most} characters",
                most = MAX_COMMENT_CHARS
            )));
        }
        if said.marks.as_ref().is_some_and(|marks| marks.len() > MAX_MARKS) {
            return Err(RequestError::new(message!(
                "fault.many-marks",
                "a move has at most {most} marks",
                most = MAX_MARKS
            )));
        }
        self.note(said.node, |notes| {
            if let Some(comment) = said.comment {
                notes.comment = comment;
            }
            if let Some(marks) = said.marks {
                notes.marks = marks.into_iter().map(Mark).collect();
            }
        });
        Ok(())
    }

    /// Changes the notes of a node that there is.
    pub fn note(&mut self, node: NodeId, change: impl FnOnce(&mut Notes)) {
        let Some(notes) = self.record.notes_mut(node) else { return };
        let before = notes.clone();
        change(notes);
        if *notes != before {
            self.touch(node);
        }
    }

    /// Adds a line of moves after a node, at which the table stands, and gives its first move in the notation for
    /// programs and its last node. What there is no room for is left out.
    pub fn add_line(
        &mut self,
        mut table: Box<dyn Table>,
        node: NodeId,
        moves: &[String],
    ) -> Result<(Option<String>, NodeId), RequestError> {
        self.known(node)?;
        let program = table.notations().len() - 1;
        let mut played = Vec::with_capacity(moves.len());
        for text in moves {
            let (side, goes_on) = (table.side_to_move(), table.amid_turn());
            table.play_on(text)?;
            let text = |notation| table.last_move(notation).unwrap_or_default();
            let whole = goes_on.then(|| table.last_turn(table.notation())).flatten();
            played.push((text(program), ShownMove { text: text(table.notation()), whole, side }));
        }
        let first = played.first().map(|(text, _)| text.clone());
        let mut at = node;
        for (text, shown) in played {
            let known = self.record.len();
            if known >= MAX_NODES && !self.has_child(at, &text) {
                break;
            }
            let Ok(node) = self.record.add(at, &text) else { break };
            if self.record.len() > known {
                self.shown.insert(node, shown);
                self.touch(node);
            }
            at = node;
        }
        Ok((first, at))
    }

    /// What a page has not been told yet, if anything.
    pub fn event(&mut self, table: &dyn Table) -> Option<Event> {
        // Some games work theirs out, which takes a moment.
        let scale = LazyCell::new(|| table.scale());
        let changed = std::mem::replace(&mut self.changed, Changed::Nodes(BTreeSet::new()));
        let (whole, nodes) = match changed {
            Changed::Everything => {
                let all = std::iter::once(ROOT).chain(self.record.nodes().map(|(id, _)| id));
                (true, all.map(|id| self.told(id, &scale)).collect())
            }
            Changed::Nodes(nodes) if nodes.is_empty() => return None,
            // A node's number is greater than its parent's.
            Changed::Nodes(nodes) => (false, nodes.into_iter().map(|id| self.told(id, &scale)).collect()),
        };
        Some(Event::Tree(TreeEvent { whole, nodes }))
    }

    fn told(&self, id: NodeId, scale: &dyn Deref<Target = Scale>) -> TreeNode {
        let node = &self.record[id];
        let shown = self.shown.get(&id);
        let Notes { comment, marks, evaluation, mut better } = node.notes.clone();
        // The better move is told as people write it, where it is a variation too.
        let siblings = node.parent().map_or(&[][..], |parent| self.record[parent].children());
        let better_shown = better.as_mut().and_then(|better| {
            let known = siblings.iter().find(|&&id| self.record[id].text() == better)?;
            Some((better, self.shown.get(known)?))
        });
        if let Some((better, shown)) = better_shown {
            better.clone_from(&shown.text);
        }
        TreeNode {
            id,
            parent: node.parent(),
            text: shown.map(|shown| shown.text.clone()).unwrap_or_default(),
            whole: shown.and_then(|shown| shown.whole.clone()),
            side: shown.map(|shown| shown.side.index() as u8),
            comment,
            marks,
            evaluation: evaluation.map(|kept| Evaluated { score: kept.score, value: kept.value(**scale) }),
            better,
        }
    }

    fn touch(&mut self, node: NodeId) {
        if let Changed::Nodes(nodes) = &mut self.changed {
            nodes.insert(node);
        }
    }

    fn has_child(&self, node: NodeId, text: &str) -> bool {
        self.record[node].children().iter().any(|&child| self.record[child].text() == text)
    }

    fn known(&self, node: NodeId) -> Result<(), RequestError> {
        match self.record.node(node) {
            Some(_) => Ok(()),
            None => Err(RequestError::new(Full::NoNode(node).message())),
        }
    }
}

/// How the moves of a record are shown in one of its game's notations.
fn shown(record: &GameRecord, notation: usize) -> Result<HashMap<NodeId, ShownMove>, RequestError> {
    let texts = record.texts(notation)?.into_iter();
    let shown = |MoveTexts { text, turn, side, .. }: MoveTexts| {
        let whole = (turn != text).then_some(turn);
        ShownMove { text, whole, side }
    };
    Ok(texts.map(|(id, texts)| (id, shown(texts))).collect())
}

/// The moves of a table's record in the notation for programs, those taken back too.
fn all_moves(table: &dyn Table, view: &View) -> Vec<String> {
    let program = table.notations().len() - 1;
    if view.ply == view.record.len() {
        return table.played(program);
    }
    let mut ahead = table.fork();
    while ahead.redo() {}
    ahead.played(program)
}
