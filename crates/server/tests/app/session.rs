//! A game behind a session: moves, undo, machines; requests in, events out.

use crate::table::{ENDLESS, LONG, Table, english, last};
use serde_json::{Value, json};
use std::sync::mpsc::TryRecvError;
use std::time::Duration;
use wanqi_server::searches::Searches;
use wanqi_server::session::Session;

#[test]
fn requests_that_cannot_be_read() {
    let mut table = Table::start("tictactoe", json!([null, null]));
    let long = format!(r#"{{"request": "move", "text": "{}"}}"#, "x".repeat(300_000));
    for (request, fault) in [
        ("", "not JSON: EOF while parsing a value at line 1 column 0"),
        ("{", "not JSON: EOF while parsing an object at line 1 column 1"),
        ("[]", "a request is a JSON object"),
        ("\"games\"", "a request is a JSON object"),
        ("{}", "not a request: missing field `request`"),
        (r#"{"request": "cheat"}"#, "not a request: unknown variant `cheat`, expected one of "),
        (r#"{"request": "move"}"#, "not a request: missing field `text`"),
        (r#"{"request": "move", "text": 7}"#, "not a request: invalid type: integer `7`, expected a string"),
        (r#"{"request": "move", "text": "a1", "by": 1}"#, "not a request: unknown field `by`"),
        (r#"{"request": "goto", "ply": -1}"#, "not a request: invalid value: integer `-1`"),
        (r#"{"request": "undo", "id": "x"}"#, "an id is a number from 0 up"),
        (&long, "a request has at most 262144 bytes, this one has "),
    ] {
        let error = table.fault(request);
        let what = english(&error["fault"]["what"]);
        assert!(what.starts_with(fault), "{what:?} for {:?}", &request[..request.len().min(80)]);
    }
}

#[test]
fn requests_that_cannot_be_met() {
    let mut table = Table::start("tictactoe", json!([null, null]));
    table.moves(&["b2"]);
    for (request, fault) in [
        (
            json!({"request": "move", "text": "z9"}),
            "not a move here: a move is a cell from a1 to c3, not \"z9\"",
        ),
        (json!({"request": "move", "text": "b2"}), "not a move here: b2 is taken"),
        (
            json!({"request": "position", "text": "X.O/.Q./... X"}),
            "not a position: expected X, O or '.', found 'Q' (character 6)",
        ),
        (json!({"request": "goto", "ply": 2}), "the record has 1 moves, so no ply 2"),
        (json!({"request": "redo"}), "there is no move to make again"),
        (json!({"request": "stop"}), "nobody is thinking"),
        (json!({"request": "hint", "player": "oracle"}), "there is no player \"oracle\""),
        (
            json!({"request": "seats", "seats": ["best:depth=x", null]}),
            "depth takes a number from 1 to 1000, not \"x\"",
        ),
        (json!({"request": "new", "game": "mahjong"}), "there is no game \"mahjong\""),
        (json!({"request": "new", "game": "gomoku:size=4"}), "size takes a number from 5 to 20, not \"4\""),
        (
            json!({"request": "new", "game": "tictactoe", "seats": [null, "oracle"]}),
            "there is no player \"oracle\"",
        ),
        (
            json!({"request": "new", "game": "tictactoe", "record": {"moves": ["a1", "a1"]}}),
            "move 2 of the record: not a move here: a1 is taken",
        ),
        (
            json!({"request": "new", "game": "tictactoe", "record": {"moves": ["a1"], "ply": 2}}),
            "ply 2 of a record of 1 moves",
        ),
        (
            json!({"request": "new", "game": "tictactoe", "record": {"first": "?", "moves": []}}),
            "not a position: ",
        ),
        (
            json!({"request": "new", "game": "tictactoe", "record": {"moves": [], "verdict": {"kind": "resigned", "side": 2}}}),
            "not a request: a side is 0 or 1, not 2",
        ),
        (
            json!({"request": "new", "game": "tictactoe", "record": {"moves": vec!["a1"; 2001]}}),
            "a record has at most 2000 moves",
        ),
    ] {
        let error = table.fault(&request.to_string());
        let what = english(&error["fault"]["what"]);
        assert!(what.starts_with(fault), "{what:?} for {request}");
    }
}

#[test]
fn errors_name_their_request_and_the_place() {
    let mut table = Table::start("tictactoe", json!([null, null]));
    let error = table.fault(r#"{"request": "position", "text": "X.O/.Q./... X", "id": 17}"#);
    assert_eq!((&error["id"], &error["fault"]["at"]), (&json!(17), &json!([5, 6])));
    let error = table.fault(r#"{"request": "cheat", "id": 18}"#);
    assert_eq!(error["id"], 18);
    assert!(
        Table::with(Searches::default()).ask(r#"{"request": "undo", "id": 1}"#)[0]["fault"]["what"]
            .as_str()
            .is_some_and(|what| what.starts_with("there is no game yet"))
    );
}

#[test]
fn games_are_listed_with_levels_that_play() {
    let mut table = Table::with(Searches::default());
    let games = table.ask(r#"{"request": "games"}"#).remove(0)["games"].take();
    let games = games.as_array().expect("a list");
    assert!(games.iter().any(|game| game["name"] == "tictactoe"));
    for game in games {
        for level in game["levels"].as_array().expect("levels") {
            // It is the person's turn, so that nobody thinks.
            table.state(json!({"request": "new", "game": game["name"], "seats": [null, level["player"]]}));
        }
    }
}

#[test]
fn a_game_is_announced_at_the_move_that_ends_it() {
    for (moves, winner, points) in [
        (&["a1", "b1", "a2", "b2", "a3"][..], json!(0), json!([0, 3, 6])),
        (&["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3"], json!(null), json!([])),
    ] {
        let mut table = Table::start("tictactoe", json!([null, null]));
        for (i, text) in moves.iter().enumerate() {
            let state = table.moves(&[text]);
            assert_eq!(state["view"]["result"].is_null(), i + 1 < moves.len(), "after {text}");
        }
        let state = table.look();
        assert_eq!(
            (&state["view"]["result"]["winner"], &state["view"]["result"]["points"]),
            (&winner, &points)
        );
        for request in
            [r#"{"request": "move", "text": "c1"}"#, r#"{"request": "resign"}"#, r#"{"request": "hint"}"#]
        {
            let what = table.fault(request)["fault"]["what"].take();
            assert!(english(&what).starts_with("the game is over: "), "{what}");
        }
        // The game can be taken up before its end.
        assert!(table.state(json!({"request": "undo"}))["view"]["result"].is_null());
    }
}

#[test]
fn the_machine_answers_and_whole_turns_are_taken_back() {
    let mut table = Table::start("tictactoe", json!([null, "best:depth=9"]));
    let state = table.moves(&["b2"]);
    assert_eq!(
        state["searching"],
        json!({"hint": false, "ponder": false, "side": 1, "player": "best:depth=9"})
    );
    let heard = table.settle();
    let thought = heard.iter().rfind(|event| event["event"] == "thinking").expect("a thought");
    assert_eq!((&thought["finished"], &thought["thought"]["decided"]), (&json!(true), &json!(null)));
    let answer = last(&heard)["view"]["record"][1]["text"].clone();
    assert_eq!(thought["thought"]["best"], answer);

    for (request, ply, can_undo, can_redo) in
        [("undo", 0, false, true), ("redo", 2, true, false), ("undo", 0, false, true)]
    {
        let state = table.state(json!({"request": request}));
        assert_eq!((&state["view"]["ply"], &state["view"]["side"]), (&json!(ply), &json!(0)), "{request}");
        assert_eq!((&state["can_undo"], &state["can_redo"]), (&json!(can_undo), &json!(can_redo)));
        assert_eq!(state["view"]["record"][1]["text"], answer, "what is taken back is not forgotten");
    }
    table.fault(r#"{"request": "undo"}"#);
}

#[test]
fn a_person_who_moves_second_cannot_take_back_what_the_machine_began_with() {
    let mut table = Table::start("tictactoe", json!(["best:depth=9", null]));
    let state = table.settle().pop().expect("events");
    assert_eq!((&state["view"]["ply"], &state["can_undo"]), (&json!(1), &json!(false)));
    table.fault(r#"{"request": "undo"}"#);
    let answer = state["view"]["moves"][0]["text"].as_str().expect("a move").to_owned();
    table.moves(&[&answer]);
    table.settle();
    assert_eq!(table.state(json!({"request": "undo"}))["view"]["ply"], 1);
}

#[test]
fn undo_in_every_state() {
    // While the machine thinks: the person's move alone; what the search finds is forgotten.
    let mut table = Table::start("gomoku", json!([null, ENDLESS]));
    table.moves(&["h8"]);
    let state = table.state(json!({"request": "undo"}));
    assert_eq!((&state["view"]["ply"], &state["searching"]), (&json!(0), &json!(null)));
    table.moves(&["a1"]);
    table.state(json!({"request": "stop"}));
    let state = table.settle().pop().expect("events");
    assert_eq!((&state["view"]["record"][0]["text"], &state["view"]["ply"]), (&json!("a1"), &json!(2)));

    // After giving up, on one's own turn and on the machine's.
    let state = table.state(json!({"request": "resign"}));
    assert_eq!((&state["view"]["result"]["winner"], &state["verdict"]["side"]), (&json!(1), &json!(0)));
    let state = table.state(json!({"request": "undo"}));
    assert_eq!(
        (&state["view"]["ply"], &state["view"]["result"], &state["verdict"]),
        (&json!(2), &json!(null), &json!(null))
    );
    table.moves(&["o15"]);
    let state = table.state(json!({"request": "resign"}));
    assert_eq!((&state["verdict"]["side"], &state["searching"]), (&json!(0), &json!(null)));
    assert_eq!(table.state(json!({"request": "undo"}))["view"]["ply"], 2);

    // After the machine has won.
    let mut table = Table::start("tictactoe", json!([null, "best:depth=9"]));
    table.state(json!({"request": "position", "text": "XX./.O./..O X"}));
    table.moves(&["c2"]);
    let state = table.settle().pop().expect("events");
    assert_eq!(state["view"]["result"], json!(null), "O blocks at c3: {state}");
    table.state(json!({"request": "position", "text": "X.X/OO./... X"}));
    table.moves(&["a1"]);
    let state = table.settle().pop().expect("events");
    assert_eq!(state["view"]["result"]["winner"], 1);
    let state = table.state(json!({"request": "undo"}));
    assert_eq!(
        (&state["view"]["position"], &state["view"]["result"]),
        (&json!("X.X/OO./... X"), &json!(null))
    );
}

#[test]
fn a_stale_search_is_never_played() {
    for change in [
        json!({"request": "undo"}),
        json!({"request": "position", "text": "............../"}),
        json!({"request": "goto", "ply": 0}),
        json!({"request": "seats", "seats": [null, null]}),
        json!({"request": "new", "game": "gomoku", "seats": [null, ENDLESS]}),
        json!({"request": "pause", "on": true}),
    ] {
        let mut table = Table::start("gomoku", json!([null, ENDLESS]));
        let empty = table.look()["view"]["position"].clone();
        table.moves(&["h8"]);
        let mut change = change;
        if change["request"] == "position" {
            change["text"] = empty;
        }
        let state = table.state(change.clone());
        assert!(state["searching"].is_null(), "{change}");
        // The search that was given up ends, and nothing comes of it.
        loop {
            let message = table.words.recv_timeout(LONG).expect("the search ends");
            let done = matches!(message.event, wanqi_server::searches::SearchEvent::Done(..));
            assert!(table.session.on_message(message).is_empty(), "{change}");
            if done {
                break;
            }
        }
        assert!(table.words.recv_timeout(Duration::from_millis(50)).is_err());
    }
}

#[test]
fn the_machines_turn_is_the_machines() {
    let mut table = Table::start("gomoku", json!([null, ENDLESS]));
    table.moves(&["h8"]);
    for request in [r#"{"request": "move", "text": "a1"}"#, r#"{"request": "hint"}"#] {
        let error = table.fault(request);
        assert_eq!(english(&error["fault"]["what"]), "it is White's turn, and the machine plays White");
    }
}

#[test]
fn a_hint_is_a_thought_and_no_move() {
    let mut table = Table::start("tictactoe", json!([null, "random"]));
    table.state(json!({"request": "position", "text": "XX./OO./... X"}));
    let state = table.state(json!({"request": "hint"}));
    assert_eq!(state["searching"]["hint"], true);
    let heard = table.settle();
    let thought = heard.iter().rfind(|event| event["event"] == "thinking").expect("a thought");
    assert_eq!((&thought["hint"], &thought["thought"]["best"]), (&json!(true), &json!("c3")));
    assert_eq!(last(&heard)["view"]["position"], "XX./OO./... X");

    // A move while the hint is sought gives the hint up.
    let mut table = Table::start("gomoku", json!([null, null]));
    table.state(json!({"request": "hint", "player": ENDLESS}));
    assert!(table.moves(&["h8"])["searching"].is_null());
}

#[test]
fn positions_are_checked_without_going_there() {
    let mut table = Table::start("tictactoe", json!([null, null]));
    let before = table.look();
    for (text, at) in [("XX./OO./... X", json!(null)), ("XX./O?./... X", json!({"at": [5, 6]}))] {
        let answer = table.ask(&json!({"request": "check", "text": text, "id": 4}).to_string()).remove(0);
        assert_eq!((&answer["event"], &answer["id"]), (&json!("checked"), &json!(4)));
        assert_eq!(answer["fault"]["at"], at["at"], "{text}");
    }
    assert_eq!(table.look(), before);
}

#[test]
fn machines_play_each_other_and_wait_when_told() {
    let mut table = Table::start("tictactoe", json!(["random:seed=1", "random:seed=2"]));
    let state = table.settle().pop().expect("events");
    assert!(!state["view"]["result"].is_null());
    let plies = state["view"]["ply"].as_u64().expect("plies");
    let state = table.state(json!({"request": "undo"}));
    assert_eq!((&state["view"]["ply"], &state["paused"]), (&json!(plies - 1), &json!(true)));
    let state = table.state(json!({"request": "goto", "ply": 1}));
    assert_eq!((&state["view"]["ply"], &state["paused"]), (&json!(1), &json!(true)));
    table.fault(r#"{"request": "resign"}"#);
}

#[test]
fn the_machine_waits_where_the_record_is_looked_at() {
    let mut table = Table::start("tictactoe", json!([null, "best:depth=9"]));
    table.moves(&["b2"]);
    // Where the board stands already nothing changes: the search goes on.
    assert!(table.state(json!({"request": "goto", "ply": 1}))["searching"].is_object());
    table.settle();
    let paused = |state: &Value| {
        (state["view"]["ply"].clone(), state["paused"].clone(), state["searching"].is_object())
    };
    let state = table.state(json!({"request": "goto", "ply": 1}));
    assert_eq!(paused(&state), (json!(1), json!(true), false));
    let state = table.state(json!({"request": "goto", "ply": 2}));
    assert_eq!(paused(&state), (json!(2), json!(false), false));
    table.state(json!({"request": "goto", "ply": 1}));
    let state = table.state(json!({"request": "position", "text": "X../.../... O"}));
    assert_eq!(paused(&state), (json!(0), json!(false), true));
}

#[test]
fn seats_change_in_the_middle_of_a_game() {
    let mut table = Table::start("tictactoe", json!([null, null]));
    table.moves(&["b2", "a1"]);
    let state = table.state(json!({"request": "seats", "seats": ["best:depth=9", null]}));
    assert_eq!(state["searching"]["side"], 0);
    let state = table.settle().pop().expect("events");
    assert_eq!((&state["view"]["ply"], &state["seats"]), (&json!(3), &json!(["best:depth=9", null])));
}

#[test]
fn a_record_is_taken_up_where_it_was_left() {
    let mut table = Table::start("tictactoe", json!([null, null]));
    table.state(json!({"request": "position", "text": "X../.O./... X"}));
    table.moves(&["c1", "a1", "c3"]);
    table.state(json!({"request": "undo"}));
    for change in [json!({"request": "pause", "on": false}), json!({"request": "resign"})] {
        let left = table.state(change);
        let view = &left["view"];
        let moves: Vec<&Value> =
            view["record"].as_array().expect("a record").iter().map(|mv| &mv["text"]).collect();
        let record = json!({
            "first": left["first"], "moves": moves, "ply": view["ply"], "verdict": left["verdict"], "paused": left["paused"],
        });
        let mut other = Table::with(Searches::default());
        let found = other
            .state(json!({"request": "new", "game": "tictactoe", "seats": [null, null], "record": record}));
        assert_eq!(found, left);
    }
}

/// A search that is given up ends, whether it has a place or waits for one: its thread hangs up.
#[test]
fn searches_end_with_their_session() {
    let searches = Searches::at_most(1);
    let mut tables = [0, 1].map(|_| {
        let mut table = Table::with(searches.clone());
        table.state(json!({"request": "new", "game": "gomoku", "seats": [ENDLESS, null]}));
        table
    });
    for table in &mut tables {
        table.session = Session::new(&searches, Duration::ZERO, |_| {});
    }
    for table in tables {
        while let Ok(message) = table.words.recv_timeout(LONG) {
            drop(message);
        }
        assert_eq!(table.words.try_recv().err(), Some(TryRecvError::Disconnected));
    }
}

/// Undo and redo take whole turns where a side moves twice: the ply after each, and whose turn it is.
#[test]
fn turns_of_several_plies_are_taken_back_whole() {
    // One stone first, then two by each side.
    let moves = ["j10", "a1", "a2", "b1", "b2", "c1"];
    let seen = |state: &Value| (state["view"]["ply"].as_u64().expect("a ply"), state["view"]["side"].clone());
    let mut table = Table::start("connect6", json!([null, null]));
    let mut state = table.moves(&moves);
    assert_eq!(seen(&state), (6, json!(1)));
    for ply in [5, 3, 1, 0] {
        state = table.state(json!({"request": "undo"}));
        assert_eq!(seen(&state).0, ply);
    }
    assert_eq!(state["can_undo"], json!(false));
    for ply in [1, 3, 5, 6] {
        state = table.state(json!({"request": "redo"}));
        assert_eq!(seen(&state).0, ply);
    }
    // The machine plays the second side: back to where the person's turn began.
    let mut table = Table::start("connect6", json!([null, null]));
    table.moves(&moves[..5]);
    table.state(json!({"request": "seats", "seats": [null, ENDLESS]}));
    for ply in [3, 0] {
        state = table.state(json!({"request": "undo"}));
        assert_eq!(seen(&state), (ply, json!(0)), "a person's turn");
    }
    for ply in [3, 5] {
        state = table.state(json!({"request": "redo"}));
        assert_eq!(seen(&state).0, ply);
    }
}

/// Beside as many endless searches as there are places, a third person is answered all the same.
#[test]
fn nobody_starves_beside_endless_searches() {
    let searches = Searches::at_most(2);
    let greedy = [0, 1].map(|_| {
        let mut table = Table::with(searches.clone());
        table.state(json!({"request": "new", "game": "gomoku", "seats": [ENDLESS, null]}));
        let message = table.words.recv_timeout(LONG).expect("progress");
        table.session.on_message(message);
        table
    });
    // Limited to little time, and to none at all.
    for player in ["best:time=100ms", "alphabeta:depth=1", "random"] {
        let mut other = Table::with(searches.clone());
        other.state(json!({"request": "new", "game": "gomoku", "seats": [player, null]}));
        assert_eq!(other.settle().pop().expect("events")["view"]["ply"], 1, "{player}");
    }
    // Those that had to rest go on.
    for table in &greedy {
        while table.words.try_recv().is_ok() {}
        table.words.recv_timeout(LONG).expect("progress");
    }
}
