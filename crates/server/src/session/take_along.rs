//! What a page takes along for when it cannot ask any more: the positions of the record, each by what its move has
//! changed on the board, and the record as text.

use super::game::Game;
use super::records::copied;
use crate::protocol::RequestError;
use serde::Serialize;
use wanqi_play::record::{Full, GameRecord, NodeId};
use wanqi_play::{HandPiece, Message, Piece, ResultView, Scene, Table, View};
use wanqi_store::text::Format;

/// The most positions that are told at once.
const MAX_POSITIONS: usize = 100;
/// The longest record that is written after each change of it, in moves.
const MAX_WRITTEN: usize = 3000;

/// A position of the record.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Taken {
    node: NodeId,
    /// The points whose pieces of the position before are gone, and the pieces that are new or others.
    gone: Vec<u16>,
    put: Vec<Piece>,
    hands: Vec<HandPiece>,
    alarmed: Vec<u16>,
    forbidden: Vec<u16>,
    note: Message,
    side: u8,
    position: String,
    trace: Vec<u16>,
    result: Option<ResultView>,
}

impl Taken {
    fn new(node: NodeId, before: &[Piece], view: View) -> Taken {
        let Scene { pieces, hands, alarmed, forbidden, note } = view.scene;
        let gone = before.iter().filter(|piece| pieces.iter().all(|other| other.point != piece.point));
        Taken {
            node,
            gone: gone.map(|piece| piece.point).collect(),
            put: pieces.iter().filter(|piece| !before.contains(piece)).cloned().collect(),
            hands,
            alarmed,
            forbidden,
            note,
            side: view.side.index() as u8,
            position: view.position,
            trace: view.trace,
            result: view.result,
        }
    }
}

/// The positions of nodes, of the first of them if they are many, in their order.
pub(super) fn positions(game: &Game, nodes: &[NodeId]) -> Result<Vec<Taken>, RequestError> {
    let record = game.variations.record();
    let mut table = game.table.fork();
    if game.verdict.is_some() {
        table.undo();
    }
    let mut walk = Walk { table, path: record.path(game.variations.at()), record };
    nodes.iter().take(MAX_POSITIONS).map(|&node| walk.taken(node)).collect()
}

/// The record in every format that can tell it.
pub(super) fn texts(game: &Game) -> Vec<(Format, String)> {
    if game.variations.record().len() > MAX_WRITTEN {
        return Vec::new();
    }
    Format::ALL.iter().filter_map(|&(format, _)| Some((format, copied(game, format).ok()?))).collect()
}

/// A table that goes from node to node, no further back than it must.
struct Walk<'a> {
    table: Box<dyn Table>,
    /// The nodes whose moves are played on it.
    path: Vec<NodeId>,
    record: &'a GameRecord,
}

impl Walk<'_> {
    fn taken(&mut self, node: NodeId) -> Result<Taken, RequestError> {
        let known = self.record.node(node);
        let known = known.ok_or_else(|| RequestError::new(Full::NoNode(node).message()))?;
        let before = match known.parent() {
            Some(parent) => {
                self.go(parent)?;
                self.table.view().scene.pieces
            }
            None => Vec::new(),
        };
        self.go(node)?;
        Ok(Taken::new(node, &before, self.table.view()))
    }

    fn go(&mut self, node: NodeId) -> Result<(), RequestError> {
        let path = self.record.path(node);
        let common = self.path.iter().zip(&path).take_while(|(a, b)| a == b).count();
        for _ in common..self.path.len() {
            self.table.undo();
        }
        self.path.truncate(common);
        for &id in &path[common..] {
            self.table.play_on(self.record[id].text())?;
            self.path.push(id);
        }
        Ok(())
    }
}
