//! The record of a session's game: variations, comments, marks; requests in, events out.

use crate::table::english;
use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use wanqi_server::searches::{Searches, SessionMessage};
use wanqi_server::session::Session;

/// A session, and the tree as a page puts it together from what it hears.
struct VariationsTable {
    session: Session,
    nodes: Vec<Value>,
    state: Value,
    words: Receiver<SessionMessage>,
}

impl VariationsTable {
    fn start(game: &str, seats: Value) -> VariationsTable {
        let (send, words) = channel();
        let session =
            Session::new(&Searches::default(), Duration::ZERO, move |message| drop(send.send(message)));
        let mut table = VariationsTable { session, nodes: Vec::new(), state: Value::Null, words };
        table.ask(json!({"request": "new", "game": game, "seats": seats}));
        table
    }

    /// What is wrong with a request, if anything.
    fn ask(&mut self, request: Value) -> Option<String> {
        let events = self.session.request(&request.to_string());
        self.take(events)
    }

    fn take(&mut self, events: Vec<wanqi_server::protocol::Event>) -> Option<String> {
        let mut fault = None;
        for event in events {
            let mut event = serde_json::to_value(event).expect("an event is JSON");
            match event["event"].as_str().expect("a name") {
                "tree" => self.merge(&mut event),
                "state" => self.state = event,
                "error" => fault = Some(english(&event["fault"]["what"]).to_owned()),
                _ => {}
            }
        }
        fault
    }

    fn merge(&mut self, event: &mut Value) {
        if event["whole"] == true {
            self.nodes.clear();
        }
        for node in event["nodes"].as_array_mut().expect("nodes") {
            let node = node.take();
            match self.nodes.iter_mut().find(|known| known["id"] == node["id"]) {
                Some(known) => *known = node,
                None => self.nodes.push(node),
            }
        }
    }

    fn play(&mut self, moves: &str) {
        for text in moves.split(' ') {
            assert_eq!(self.ask(json!({"request": "move", "text": text})), None, "{text}");
        }
    }

    /// The tree as a text, the node on the board in brackets, variations in parentheses as they follow.
    fn tree(&self) -> String {
        self.after(0).trim().replace("( ", "(")
    }

    fn after(&self, id: u64) -> String {
        let children: Vec<&Value> = self.nodes.iter().filter(|node| node["parent"] == id).collect();
        let Some((first, others)) = children.split_first() else { return String::new() };
        let told = |node: &Value| {
            let text = node["text"].as_str().expect("a move");
            if self.state["node"] == node["id"] { format!(" [{text}]") } else { format!(" {text}") }
        };
        let mut text = told(first);
        for node in others {
            text += &format!(" ({}{})", told(node), self.after(node["id"].as_u64().expect("a number")));
        }
        text + &self.after(first["id"].as_u64().expect("a number"))
    }

    fn id(&self, text: &str) -> u64 {
        let node = self.nodes.iter().find(|node| node["text"] == text).expect("there is such a move");
        node["id"].as_u64().expect("a number")
    }

    fn record(&self) -> String {
        let moves = self.state["view"]["record"].as_array().expect("a record");
        moves.iter().map(|mv| mv["text"].as_str().expect("a text")).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn another_move_begins_a_variation() {
    let mut table = VariationsTable::start("chess", json!([null, null]));
    table.play("e4 e5 Nf3 Nc6");
    assert_eq!(table.tree(), "e4 e5 Nf3 [Nc6]");
    table.ask(json!({"request": "goto", "ply": 2}));
    table.play("f4 exf4");
    assert_eq!(table.tree(), "e4 e5 Nf3 (f4 [exf4]) Nc6");
    assert_eq!(table.record(), "e4 e5 f4 exf4", "undo and redo go along the variation");
    for (request, tree) in [
        (json!({"request": "undo"}), "e4 e5 Nf3 ([f4] exf4) Nc6"),
        (json!({"request": "redo"}), "e4 e5 Nf3 (f4 [exf4]) Nc6"),
        (json!({"request": "visit", "node": table.id("Nf3")}), "e4 e5 [Nf3] (f4 exf4) Nc6"),
        (json!({"request": "redo"}), "e4 e5 Nf3 (f4 exf4) [Nc6]"),
        (json!({"request": "visit", "node": 0}), "e4 e5 Nf3 (f4 exf4) Nc6"),
        (json!({"request": "move", "text": "d4"}), "e4 ([d4]) e5 Nf3 (f4 exf4) Nc6"),
        (json!({"request": "visit", "node": table.id("exf4")}), "e4 (d4) e5 Nf3 (f4 [exf4]) Nc6"),
        (json!({"request": "promote", "node": table.id("exf4")}), "e4 (d4) e5 f4 (Nf3 Nc6) [exf4]"),
        (json!({"request": "undo"}), "e4 (d4) e5 [f4] (Nf3 Nc6) exf4"),
        // The same move again is no new one.
        (json!({"request": "move", "text": "e5f4"}), "e4 (d4) e5 f4 (Nf3 Nc6) [exf4]"),
    ] {
        assert_eq!(table.ask(request.clone()), None, "{request}");
        assert_eq!(table.tree(), tree, "{request}");
    }
    let d4 = table.id("d4");
    table.ask(json!({"request": "promote", "node": d4, "main": true}));
    assert_eq!(table.tree(), "d4 (e4 e5 f4 (Nf3 Nc6) [exf4])");
    // What is on the board goes with what is deleted; what is elsewhere does not.
    table.ask(json!({"request": "delete", "node": d4}));
    assert_eq!(table.tree(), "e4 e5 f4 (Nf3 Nc6) [exf4]");
    table.ask(json!({"request": "delete", "node": table.id("f4")}));
    assert_eq!((table.tree(), table.record()), ("e4 [e5] Nf3 Nc6".into(), "e4 e5 Nf3 Nc6".into()));
    // What would be made again may be deleted too.
    table.ask(json!({"request": "delete", "node": table.id("Nc6")}));
    assert_eq!((table.tree(), table.record()), ("e4 [e5] Nf3".into(), "e4 e5 Nf3".into()));
}

#[test]
fn a_line_is_followed_into_the_record() {
    let mut table = VariationsTable::start("chess", json!([null, null]));
    table.play("e4 e5");
    table.ask(json!({"request": "goto", "ply": 1}));
    assert_eq!(table.ask(json!({"request": "line", "moves": ["c5", "Nf3"]})), None);
    assert_eq!(table.tree(), "e4 e5 (c5 [Nf3])");
    let fault = table.ask(json!({"request": "line", "moves": ["d6", "Ke5"]})).expect("a fault");
    assert!(fault.starts_with("not a move here: "), "{fault}");
    assert_eq!(table.tree(), "e4 e5 (c5 [Nf3])", "all of it or nothing");
}

#[test]
fn only_what_has_changed_is_told() {
    let mut table = VariationsTable::start("chess", json!([null, null]));
    table.play("e4 e5");
    let told = |table: &mut VariationsTable, request: Value| -> Vec<u64> {
        let events = table.session.request(&request.to_string());
        let events = events.into_iter().map(|event| serde_json::to_value(event).expect("an event is JSON"));
        let nodes = events
            .filter(|event| event["event"] == "tree")
            .flat_map(|event| event["nodes"].as_array().expect("nodes").clone());
        nodes.map(|node| node["id"].as_u64().expect("a number")).collect()
    };
    assert_eq!(told(&mut table, json!({"request": "move", "text": "Nf3"})), [3]);
    assert_eq!(told(&mut table, json!({"request": "undo"})), [0; 0]);
    assert_eq!(told(&mut table, json!({"request": "redo"})), [0; 0]);
    assert_eq!(told(&mut table, json!({"request": "annotate", "node": 2, "comment": "x"})), [2]);
    assert_eq!(told(&mut table, json!({"request": "annotate", "node": 2, "comment": "x"})), [0; 0]);
    assert_eq!(told(&mut table, json!({"request": "goto", "ply": 0})), [0; 0]);
    assert_eq!(told(&mut table, json!({"request": "move", "text": "d4"})), [4]);
    assert_eq!(told(&mut table, json!({"request": "promote", "node": 4})), [0, 4, 1, 2, 3]);
}

#[test]
fn comments_and_marks() {
    let mut table = VariationsTable::start("chess", json!([null, null]));
    table.play("e4 e5");
    table.ask(json!({"request": "annotate", "node": 1, "comment": "best by test", "marks": [1]}));
    table.ask(json!({"request": "annotate", "node": 2, "marks": [5, 16]}));
    table.ask(json!({"request": "annotate", "node": 0, "comment": "before the first move"}));
    let notes = |table: &VariationsTable, id: usize| {
        (table.nodes[id]["comment"].clone(), table.nodes[id]["marks"].clone())
    };
    assert_eq!(notes(&table, 0), (json!("before the first move"), json!(null)));
    assert_eq!(notes(&table, 1), (json!("best by test"), json!([1])));
    assert_eq!(notes(&table, 2), (json!(null), json!([5, 16])));
    table.ask(json!({"request": "annotate", "node": 1, "comment": ""}));
    assert_eq!(notes(&table, 1), (json!(null), json!([1])));
}

#[test]
fn requests_about_the_record_that_cannot_be_met() {
    let mut table = VariationsTable::start("chess", json!([null, null]));
    table.play("e4 e5");
    let tree = table.tree();
    for (request, fault) in [
        (json!({"request": "visit", "node": 9}), "the record has no node 9"),
        (json!({"request": "promote", "node": 9}), "the record has no node 9"),
        (json!({"request": "delete", "node": 9}), "the record has no node 9"),
        (json!({"request": "delete", "node": 0}), "the first position cannot be deleted"),
        (json!({"request": "annotate", "node": 9, "comment": ""}), "the record has no node 9"),
        (
            json!({"request": "annotate", "node": 1, "comment": "x".repeat(4001)}),
            "a comment has at most 4000",
        ),
        (json!({"request": "annotate", "node": 1, "marks": [1, 2, 3, 4, 5]}), "a move has at most 4 marks"),
        (json!({"request": "annotate", "node": 1, "marks": [300]}), "not a request: invalid value"),
        (json!({"request": "visit", "node": -1}), "not a request: invalid value"),
    ] {
        let found = table.ask(request.clone()).unwrap_or_default();
        assert!(found.starts_with(fault), "{found:?} for {request}");
        assert_eq!(table.tree(), tree, "{request}");
    }
}

#[test]
fn a_position_begins_a_record_of_its_own() {
    let mut table = VariationsTable::start("chess", json!([null, null]));
    table.play("e4 e5");
    let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    table.ask(json!({"request": "position", "text": ending}));
    assert_eq!((table.nodes.len(), &table.state["node"]), (1, &json!(0)));
    table.play("e4 Kd7");
    table.ask(json!({"request": "visit", "node": table.id("e4")}));
    table.play("Kd8");
    assert_eq!(table.tree(), "e4 Kd7 ([Kd8])");
    table.ask(json!({"request": "visit", "node": 0}));
    assert_eq!(table.state["view"]["position"], ending);
}

#[test]
fn the_machine_answers_in_a_variation_too() {
    let mut table = VariationsTable::start("tictactoe", json!([null, "best:depth=9"]));
    table.play("b2");
    while table.state["view"]["ply"] != 2 {
        let message = table.words.recv_timeout(Duration::from_secs(60)).expect("a search ends");
        let events = table.session.on_message(message);
        table.take(events);
    }
    table.ask(json!({"request": "visit", "node": 0}));
    table.play("b1");
    while table.state["view"]["ply"] != 2 {
        let message = table.words.recv_timeout(Duration::from_secs(60)).expect("a search ends");
        let events = table.session.on_message(message);
        table.take(events);
    }
    let roots = table.nodes.iter().filter(|node| node["parent"] == 0).count();
    assert_eq!((roots, table.nodes.len()), (2, 5), "{}", table.tree());
    // A node where the machine is to move is looked at, and the machine waits.
    table.ask(json!({"request": "visit", "node": table.id("b2")}));
    assert_eq!((&table.state["paused"], &table.state["searching"]), (&json!(true), &json!(null)));
}

#[test]
fn giving_up_is_taken_back_where_another_position_is_looked_at() {
    let mut table = VariationsTable::start("tictactoe", json!([null, null]));
    table.play("b2 a1");
    table.ask(json!({"request": "resign"}));
    table.ask(json!({"request": "visit", "node": 1}));
    assert_eq!((&table.state["resigned"], &table.state["view"]["result"]), (&json!(null), &json!(null)));
    table.play("c3");
    assert_eq!(table.tree(), "b2 a1 ([c3])");
}
