//! Records pasted, copied out and taken up again; requests in, events out.

use crate::table::english;
use serde_json::{Value, json};
use std::time::Duration;
use wanqi_server::searches::Searches;
use wanqi_server::session::Session;

struct RecordsTable(Session);

impl RecordsTable {
    fn start(game: &str) -> RecordsTable {
        let mut table = RecordsTable(Session::new(&Searches::default(), Duration::ZERO, |_| {}));
        table.ask(json!({"request": "new", "game": game}));
        table
    }

    fn ask(&mut self, request: Value) -> Vec<Value> {
        let events = self.0.request(&request.to_string());
        events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect()
    }

    fn state(&mut self) -> Value {
        self.ask(json!({"request": "pause", "on": true})).pop().expect("a state")
    }

    fn written(&mut self, format: &str) -> Value {
        self.ask(json!({"request": "write_record", "format": format})).remove(0)
    }
}

fn find<'a>(events: &'a [Value], name: &str) -> &'a Value {
    let found = events.iter().find(|event| event["event"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {events:?}"))
}

#[test]
fn a_pasted_text_becomes_the_game() {
    for (game, text, opened, plies, nodes) in [
        ("chess", "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *", "chess", 4, 7),
        ("chess", "e4 e5 Nf3", "chess", 3, 4),
        ("chess", "e2e4 e7e5 g1f3", "chess", 3, 4),
        ("go:size=9", "(;GM[1]SZ[9];B[ee];W[gc](;B[cc])(;B[gg]))", "go:size=9", 3, 5),
        ("gomoku", "h8 i9 g7", "gomoku", 3, 4),
        // A game that is another than the one on the table.
        ("tictactoe", "[Event \"?\"]\n\n1. d4 d5 *", "chess", 2, 3),
        ("chess", "(;GM[1]SZ[13];B[dd])", "go:size=13", 1, 2),
        (
            "go",
            "(;GM[Othello]PC[x]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5])",
            "othello",
            1,
            2,
        ),
        ("go", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "chess", 0, 1),
        // PGN that names no other game is of chess, though the first moves are points of the table's.
        ("go", "[White \"Anna\"]\n\n1. e4 e5 *", "chess", 2, 3),
        ("go", "1. e4 e5 2. Nf3 *", "chess", 3, 4),
        ("go", "1. e4 e5", "chess", 2, 3),
        ("go", "e4 e5 Nf3 Nc6", "chess", 4, 5),
        // Bare moves name no game, and numbers alone do not either.
        ("go", "E4 E5", "go", 2, 3),
        ("gomoku", "1. h8 i9 2. g7", "gomoku", 3, 4),
        ("othello", "(;FF[4]SZ[9];B[ee];W[gc])", "go:size=9", 2, 3),
        ("chess", "(;GM[Othello]TY[6]B[e4];)", "othello:size=6", 1, 2),
    ] {
        let mut table = RecordsTable::start(game);
        let events = table.ask(json!({"request": "read_record", "text": text}));
        assert_eq!(find(&events, "record_read")["problems"], json!([]), "{text}");
        let laid = find(&events, "table")["game"].as_str().expect("a game").to_owned();
        assert!(laid.starts_with(opened), "{laid} for {text}");
        let state = find(&events, "state");
        assert_eq!((&state["view"]["ply"], &state["paused"]), (&json!(plies), &json!(true)), "{text}");
        assert_eq!(find(&events, "tree")["nodes"].as_array().map(Vec::len), Some(nodes), "{text}");
    }
    // A position of the game on the table is set up there.
    let mut table = RecordsTable::start("chess");
    let events = table.ask(json!({"request": "read_record", "text": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}));
    assert!(events.iter().all(|event| event["event"] != "table"));
    assert_eq!(find(&events, "state")["first"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

#[test]
fn a_record_is_read_before_there_is_any_game() {
    let empty = || RecordsTable(Session::new(&Searches::default(), Duration::ZERO, |_| {}));
    for (text, game, plies) in
        [("1. e4 e5 *", "chess", 2), ("(;GM[1]SZ[9];B[ee])", "go:size=9", 1), ("e4 e5", "chess", 2)]
    {
        let events = empty().ask(json!({"request": "read_record", "text": text}));
        assert!(find(&events, "table")["game"].as_str().expect("a game").starts_with(game), "{text}");
        assert_eq!(find(&events, "state")["view"]["ply"], plies, "{text}");
    }
    let mut table = empty();
    let events = table.ask(json!({"request": "read_record", "text": "gibberish"}));
    assert!(!english(&find(&events, "error")["fault"]["what"]).is_empty());
    assert_eq!(
        english(&table.ask(json!({"request": "undo"}))[0]["fault"]["what"]),
        "there is no game yet; ask for a new one"
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    let mut table = RecordsTable::start("chess");
    table.ask(json!({"request": "move", "text": "e4"}));
    let before = table.state();
    for text in [
        "gibberish",
        "1. Ke3",
        "(;",
        "[Event",
        "(;GM[Othello]TY[10]B[f5];)",
        "[Variant \"no such\"]\n\n1. e4",
    ] {
        let events = table.ask(json!({"request": "read_record", "text": text, "id": 3}));
        let fault = find(&events, "error");
        assert_eq!((&fault["id"], english(&fault["fault"]["what"]).is_empty()), (&json!(3), false));
        assert_eq!(table.state(), before, "{text}");
    }
    // What can be played is, and the rest is told.
    let events = table.ask(json!({"request": "read_record", "text": "1. e4 e5 2. Ke3 Nc6 *"}));
    let problems = find(&events, "record_read")["problems"].as_array().expect("problems");
    assert!(english(&problems[0]).contains("Ke3"), "{problems:?}");
    assert_eq!(find(&events, "state")["view"]["ply"], 2);
}

#[test]
fn what_is_copied_out_is_read_back() {
    let mut table = RecordsTable::start("othello");
    for text in ["f5", "d6", "c3"] {
        table.ask(json!({"request": "move", "text": text}));
    }
    table.ask(json!({"request": "goto", "ply": 1}));
    table.ask(json!({"request": "move", "text": "f6"}));
    table.ask(json!({"request": "annotate", "node": 1, "comment": "the only move", "marks": [1]}));
    for (format, variations) in
        [("pgn", true), ("sgf", true), ("ggf", false), ("moves", false), ("json", true)]
    {
        let written = table.written(format);
        assert_eq!(written["event"], "record_written", "{format}: {written}");
        let mut other = RecordsTable::start("othello");
        let events = other.ask(json!({"request": "read_record", "text": written["text"]}));
        let nodes = find(&events, "tree")["nodes"].as_array().expect("nodes");
        assert_eq!(nodes.len(), if variations { 5 } else { 4 }, "{format}: {written}");
        if variations {
            assert_eq!(nodes[1]["comment"], "the only move", "{format}");
        }
    }
    let mut table = RecordsTable::start("chess");
    let fault = table.written("ggf");
    assert_eq!(fault["event"], "error", "GGF has no words for chess");
}

#[test]
fn variations_are_taken_up_again() {
    let mut table = RecordsTable::start("chess");
    let tree = json!({
        "game": "chess",
        "notes": {"comment": "a game"},
        "nodes": [
            {"id": 1, "parent": 0, "move": "e4", "marks": [1]},
            {"id": 2, "parent": 1, "move": "e5"},
            {"id": 7, "parent": 1, "move": "c5", "comment": "Sicilian"},
        ],
    });
    let record = json!({"tree": tree, "moves": ["e4", "c5", "Nf3"], "ply": 2});
    let events = table.ask(json!({"request": "new", "game": "chess", "record": record}));
    let nodes = find(&events, "tree")["nodes"].as_array().expect("nodes");
    let told: Vec<(&str, &str)> = nodes
        .iter()
        .map(|node| (node["text"].as_str().expect("a text"), node["comment"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(told, [("", "a game"), ("e4", ""), ("e5", ""), ("c5", "Sicilian"), ("Nf3", "")]);
    let state = find(&events, "state");
    assert_eq!((&state["view"]["ply"], &state["node"]), (&json!(2), &nodes[3]["id"]));
    let broken =
        json!({"tree": {"game": "chess", "nodes": [{"id": 1, "parent": 0, "move": "e5"}]}, "moves": []});
    let events = table.ask(json!({"request": "new", "game": "chess", "record": broken}));
    assert_eq!(events[0]["event"], "error");
}
