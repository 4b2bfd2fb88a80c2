//! Records in short, to compare them.

use wanqi_play::record::{GameRecord, NodeId, ROOT};
use wanqi_store::text::{ReadContext, read};

/// A record in a line, variations in brackets, marks and comments behind their moves.
pub fn shown(record: &GameRecord) -> String {
    fn node(record: &GameRecord, id: NodeId, out: &mut Vec<String>) {
        let node = &record[id];
        let marks = node.notes.marks.iter().map(|mark| mark.symbol().unwrap_or("$"));
        out.push(node.text().to_owned() + &marks.collect::<String>());
        if !node.notes.comment.is_empty() {
            out.push(format!("{{{}}}", node.notes.comment.replace('\n', "|")));
        }
    }
    fn line(record: &GameRecord, at: NodeId, out: &mut Vec<String>) {
        let Some((&first, others)) = record[at].children().split_first() else { return };
        node(record, first, out);
        for &other in others {
            let mut variation = Vec::new();
            node(record, other, &mut variation);
            line(record, other, &mut variation);
            out.push(format!("({})", variation.join(" ")));
        }
        line(record, first, out);
    }
    let mut out = Vec::new();
    if !record[ROOT].notes.comment.is_empty() {
        out.push(format!("{{{}}}", record[ROOT].notes.comment));
    }
    line(record, ROOT, &mut out);
    out.join(" ")
}

/// The only game of a text that must be read without a problem.
pub fn one(text: &str, context: &ReadContext) -> GameRecord {
    let reading = read(text, context);
    assert_eq!(reading.problems, [], "{text}");
    assert_eq!(reading.games.len(), 1, "{text}");
    reading.games.into_iter().next().expect("one").record
}

pub fn about(game: &str) -> ReadContext {
    ReadContext { game: Some(game.into()), rules: None }
}
