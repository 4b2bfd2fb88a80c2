//! A record as JSON: a flat list of nodes, each after its parent, siblings in their order. Nested objects would reach
//! as deep as a game is long.

use super::{GameRecord, Headers, MAX_NODES, MAX_PLIES, NodeId, Notes, ROOT};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireRecord<'a> {
    game: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<Cow<'a, str>>,
    #[serde(default)]
    headers: Cow<'a, Headers>,
    /// About the root.
    #[serde(default)]
    notes: Cow<'a, Notes>,
    #[serde(default)]
    nodes: Vec<WireNode<'a>>,
}

#[derive(Serialize, Deserialize)]
struct WireNode<'a> {
    id: NodeId,
    /// The root if nothing is said.
    #[serde(default = "root", skip_serializing_if = "is_root")]
    parent: NodeId,
    #[serde(rename = "move")]
    text: Cow<'a, str>,
    #[serde(flatten)]
    notes: Cow<'a, Notes>,
}

fn root() -> NodeId {
    ROOT
}

fn is_root(id: &NodeId) -> bool {
    *id == ROOT
}

impl Serialize for GameRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = |(id, node): (NodeId, &'_ super::Node)| {
            let notes = Cow::Owned(node.notes.clone());
            let (parent, text) = (node.parent.unwrap_or(ROOT), Cow::Owned(node.text.clone()));
            WireNode { id, parent, text, notes }
        };
        WireRecord {
            game: Cow::Borrowed(&self.game),
            rules: self.rules.as_deref().map(Cow::Borrowed),
            first: self.first.as_deref().map(Cow::Borrowed),
            headers: Cow::Borrowed(&self.headers),
            notes: Cow::Borrowed(&self[ROOT].notes),
            nodes: self.nodes().map(node).collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameRecord {
    /// Refuses a list that is no tree.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameRecord, D::Error> {
        let wire = WireRecord::deserialize(deserializer)?;
        let count = wire.nodes.len();
        if count > MAX_NODES {
            return Err(Error::custom(format!(
                "a record has at most {MAX_NODES} moves, this one has {count}"
            )));
        }
        let mut record = GameRecord::new(wire.game);
        record.rules = wire.rules.map(Cow::into_owned);
        record.first = wire.first.map(Cow::into_owned);
        record.headers = wire.headers.into_owned();
        *record.notes_mut(ROOT).expect("it has a root") = wire.notes.into_owned();
        for WireNode { id, parent, text, notes } in wire.nodes {
            let before = record.node(parent).ok_or_else(|| {
                Error::custom(format!("node {} follows node {}, which is not before it", id.0, parent.0))
            })?;
            if before.ply == MAX_PLIES {
                return Err(Error::custom(format!("a line of a record has at most {MAX_PLIES} moves")));
            }
            if id.0 == u32::MAX || record.node(id).is_some() {
                return Err(Error::custom(format!("node {} is there twice or cannot be", id.0)));
            }
            record.next = record.next.max(id.0 + 1);
            record.insert(id, parent, text.into_owned(), notes.into_owned());
        }
        Ok(record)
    }
}
