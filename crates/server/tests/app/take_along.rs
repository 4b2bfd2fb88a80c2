//! What a page takes along for when its server is gone: positions and texts of the record.

use crate::table::english;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use wanqi_server::searches::Searches;
use wanqi_server::session::Session;

fn ask(session: &mut Session, request: &Value) -> Vec<Value> {
    let events = session.request(&request.to_string());
    events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect()
}

fn last(events: Vec<Value>, name: &str) -> Value {
    events.into_iter().rfind(|event| event["event"] == name).unwrap_or_else(|| panic!("no {name}"))
}

fn begin(game: &str) -> Session {
    let mut session = Session::new(&Searches::default(), Duration::ZERO, |_| {});
    ask(&mut session, &json!({"request": "new", "game": game, "seats": [null, null]}));
    session
}

/// The pieces of a node put together from changes, as the page does.
fn pieces(positions: &BTreeMap<u64, Value>, path: &[u64]) -> BTreeMap<u64, Value> {
    let mut pieces = BTreeMap::new();
    for change in path.iter().map(|id| &positions[id]) {
        for point in change["gone"].as_array().expect("points") {
            pieces.remove(&point.as_u64().expect("a point"));
        }
        for piece in change["put"].as_array().expect("pieces") {
            pieces.insert(piece["point"].as_u64().expect("a point"), piece.clone());
        }
    }
    pieces
}

#[test]
fn changes_put_together_are_what_the_board_shows() {
    for (game, moves) in
        [("chess", "e4 d5 exd5 Qxd5 Nc3"), ("go:size=9", "a1 b1 c3 a2 d4"), ("tictactoe", "a1 b2 c3")]
    {
        let mut session = begin(game);
        let (mut seen, mut path) = (Vec::new(), vec![0]);
        for text in moves.split(' ') {
            let state = last(ask(&mut session, &json!({"request": "move", "text": text})), "state");
            path.push(state["node"].as_u64().expect("a node"));
            seen.push(state);
        }
        // Whatever the table shows meanwhile, and in whatever order.
        ask(&mut session, &json!({"request": "goto", "ply": 1}));
        ask(&mut session, &json!({"request": "resign"}));
        let told = last(ask(&mut session, &json!({"request": "take_along", "nodes": path})), "taken_along");
        let positions: BTreeMap<u64, Value> = told["positions"]
            .as_array()
            .expect("positions")
            .iter()
            .map(|position| (position["node"].as_u64().expect("a node"), position.clone()))
            .collect();
        assert_eq!(positions.len(), path.len(), "{game}");
        for (i, state) in seen.iter().enumerate() {
            let shown = state["view"]["scene"]["pieces"].as_array().expect("pieces");
            let shown: BTreeMap<u64, Value> = shown
                .iter()
                .map(|piece| (piece["point"].as_u64().expect("a point"), piece.clone()))
                .collect();
            assert_eq!(pieces(&positions, &path[..i + 2]), shown, "{game} after {} plies", i + 1);
            for name in ["side", "position", "trace", "result"] {
                assert_eq!(positions[&path[i + 1]][name], state["view"][name], "{game}: {name}");
            }
        }
        let formats: Vec<&str> =
            told["texts"].as_array().expect("texts").iter().filter_map(|text| text[0].as_str()).collect();
        assert!(formats.contains(&"pgn") && formats.contains(&"json"), "{game}: {formats:?}");
        assert_eq!(formats.contains(&"sgf"), game.starts_with("go"), "{formats:?}");
    }
}

#[test]
fn a_node_that_is_none_is_an_error() {
    let mut session = begin("tictactoe");
    let error = last(ask(&mut session, &json!({"request": "take_along", "nodes": [0, 7]})), "error");
    assert_eq!(english(&error["fault"]["what"]), "the record has no node 7");
}
