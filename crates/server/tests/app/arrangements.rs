//! What is arranged about a game: clocks, draws, dead stones, pondering, notations, handicaps.

use crate::table::{ENDLESS, Table, english, last};
use serde_json::{Value, json};
use std::time::Duration;
use wanqi_server::searches::Searches;

#[test]
fn a_clock_runs_from_the_first_move_and_its_flag_ends_the_game() {
    let mut table = Table::with(Searches::default());
    let clock = json!({"base": 60_000, "increment": 2_000});
    let state =
        table.state(json!({"request": "new", "game": "chess", "seats": [null, null], "clock": clock}));
    assert_eq!(
        state["clock"],
        json!({"base": 60_000, "left": [60_000, 60_000], "increment": 2_000, "running": null})
    );
    let left = |state: &Value, side: usize| state["clock"]["left"][side].as_u64().expect("milliseconds");
    let state = table.moves(&["e4"]);
    assert_eq!((left(&state, 0), &state["clock"]["running"]), (60_000, &json!(1)));
    assert!(left(&state, 1) <= 60_000);
    let state = table.moves(&["e5"]);
    assert!((60_001..=62_000).contains(&left(&state, 1)), "{state}: two seconds were added");
    assert!(left(&table.state(json!({"request": "undo"})), 1) <= 60_000, "and are taken back");
    assert!(table.session.deadline().is_some());
    assert!(table.session.tick().is_empty(), "no flag has fallen");

    let clock = json!({"base": 60_000, "left": [60_000, 1]});
    table.state(json!({"request": "new", "game": "chess", "seats": [null, null], "clock": clock}));
    table.moves(&["e4"]);
    std::thread::sleep(Duration::from_millis(5));
    let late = table.ask(r#"{"request": "move", "text": "e5"}"#);
    assert_eq!(english(&last(&late)["fault"]["what"]), "the game is over: White wins on time");
    let state = table.look();
    assert_eq!(state["verdict"], json!({"kind": "out_of_time", "side": 1}));
    assert_eq!(state["clock"]["running"], json!(null));
    let left = table.state(json!({"request": "undo"}));
    assert_eq!(
        (&left["verdict"], &left["view"]["ply"]),
        (&json!(null), &json!(1)),
        "the end is taken back first"
    );
}

#[test]
fn a_machine_moves_within_its_clock() {
    let mut table = Table::with(Searches::default());
    let clock = json!({"base": 60_000, "left": [60_000, 2_000]});
    table.state(json!({"request": "new", "game": "gomoku", "seats": [null, ENDLESS], "clock": clock}));
    table.moves(&["h8"]);
    let events = table.settle();
    assert_eq!(last(&events)["view"]["ply"], 2);
    assert_eq!(last(&events)["verdict"], json!(null));
}

#[test]
fn draws_are_offered_and_answered() {
    let mut table = Table::start("chess", json!([null, null]));
    table.moves(&["e4"]);
    assert_eq!(table.state(json!({"request": "offer_draw"}))["draw"], json!({"side": 1, "declined": false}));
    let state = table.state(json!({"request": "answer_draw", "accept": false}));
    assert_eq!((&state["draw"]["declined"], &state["verdict"]), (&json!(true), &json!(null)));
    table.fault(r#"{"request": "answer_draw", "accept": true}"#);
    assert_eq!(table.moves(&["e5"])["draw"], json!(null), "a move ends the offer");
    table.state(json!({"request": "offer_draw"}));
    let state = table.state(json!({"request": "answer_draw", "accept": true}));
    assert_eq!(english(&state["view"]["result"]["text"]), "Draw by agreement");
    // The machine's king goes to and fro between g8 and h8: it is a rook down, which it has seen for ten moves, or a queen up.
    let pushes = ["a3", "a4", "a5", "b3", "b4", "b5", "c3", "c4", "d3", "d4"];
    for (position, moves, accepts) in [
        ("7k/7p/7P/8/8/8/PPPPP3/4KR2 w - - 0 1", &pushes[..], true),
        ("7k/7p/7P/8/8/8/PPPPP3/4KR2 w - - 0 1", &pushes[..9], false),
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", &["Ke2"], false),
    ] {
        let mut table = Table::start("chess", json!([null, null]));
        table.state(json!({"request": "position", "text": position}));
        table.state(json!({"request": "seats", "seats": [null, "alphabeta:depth=2"]}));
        for text in moves {
            table.state(json!({"request": "move", "text": text}));
            table.settle();
        }
        let state = table.state(json!({"request": "offer_draw"}));
        assert_eq!(state["verdict"] == json!({"kind": "agreed"}), accepts, "{position}");
        assert_eq!(state["draw"].is_null(), accepts, "{position}");
    }
    let mut table = Table::start("tictactoe", json!(["random", "random"]));
    table.state(json!({"request": "pause", "on": true}));
    let events = table.ask(r#"{"request": "offer_draw"}"#);
    assert_eq!(last(&events)["event"], "error");
}

#[test]
fn dead_stones_are_counted_out() {
    let mut table = Table::start("go:size=5,komi=0.5", json!([null, null]));
    // Black has walled off the left, and a white stone is in there.
    let state = table
        .moves(&["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "A5", "A1", "pass", "pass"]);
    assert_eq!(
        (&state["view"]["result"], &state["in_play"]),
        (&json!(null), &json!(true)),
        "nobody has agreed"
    );
    assert_eq!(state["count"]["dead"], json!([20]), "it is proposed as dead");
    assert_eq!(english(&state["count"]["result"]["text"]), "Black wins by 4.5 points");
    assert_eq!(state["count"]["areas"][0].as_array().map(Vec::len), Some(15));
    let state = table.state(json!({"request": "dead", "point": 20}));
    assert_eq!(state["count"]["dead"], json!([]));
    assert_eq!(english(&state["count"]["result"]["text"]), "White wins by 5.5 points");
    table.state(json!({"request": "dead", "point": 20}));
    let state = table.state(json!({"request": "accept_count"}));
    assert_eq!(english(&state["view"]["result"]["text"]), "Black wins by 4.5 points");
    assert_eq!((&state["verdict"]["dead"], &state["in_play"]), (&json!([20]), &json!(false)));
    table.fault(r#"{"request": "dead", "point": 20}"#);
    table.fault(r#"{"request": "accept_count"}"#);
    // Taken back it is to be agreed on again; taken back once more, play goes on.
    let state = table.state(json!({"request": "undo"}));
    assert_eq!((&state["view"]["result"], &state["count"]["dead"]), (&json!(null), &json!([20])));
    let state = table.state(json!({"request": "undo"}));
    assert_eq!((&state["count"], &state["verdict"]), (&json!(null), &json!(null)), "play goes on");
    table.fault(r#"{"request": "dead", "point": 20}"#);
    table.fault(r#"{"request": "accept_count"}"#);
}

#[test]
fn a_lone_stone_in_a_living_wall_is_proposed_as_dead() {
    // Black's wall encloses the left half of the board, White's the right; in the left one stands a stone of White's.
    let rows: Vec<&str> = (0..9).map(|at| if at == 4 { ".O.XO...." } else { "...XO...." }).collect();
    let position = format!("{} X - 0 0 0", rows.join("/"));
    let mut table = Table::start("go:size=9", json!([null, null]));
    table.state(json!({"request": "position", "text": position}));
    let began = std::time::Instant::now();
    let state = table.moves(&["pass", "pass"]);
    assert_eq!(state["count"]["dead"], json!([37]), "{state}");
    assert!(began.elapsed() < std::time::Duration::from_secs(3));
    // The same every time.
    table.state(json!({"request": "undo"}));
    assert_eq!(table.moves(&["pass"])["count"]["dead"], json!([37]));
}

#[test]
fn machines_alone_end_by_the_rules() {
    let mut table = Table::start("go:size=5,komi=0.5", json!([null, null]));
    let state = table.moves(&["C3", "pass", "pass"]);
    assert_eq!(state["view"]["result"], json!(null));
    let state = table.state(json!({"request": "seats", "seats": ["random", "random"]}));
    assert_eq!(english(&state["view"]["result"]["text"]), "Black wins by 24.5 points");
}

#[test]
fn a_machine_that_waits_makes_one_move() {
    let mut table = Table::start("tictactoe", json!(["random", "random"]));
    table.state(json!({"request": "pause", "on": true}));
    let before = table.state(json!({"request": "pause", "on": true}));
    for more in 1..3 {
        table.state(json!({"request": "step"}));
        let state = last(&table.settle()).clone();
        assert_eq!(state["view"]["ply"].as_u64(), before["view"]["ply"].as_u64().map(|ply| ply + more));
        assert_eq!(state["paused"], json!(true));
    }
}

#[test]
fn machines_ponder_when_told_to() {
    let mut table = Table::start("gomoku", json!([null, "best:nodes=20000"]));
    assert_eq!(table.moves(&["h8"])["searching"]["ponder"], json!(false));
    let state = last(&table.settle()).clone();
    assert_eq!((&state["view"]["ply"], &state["searching"]), (&json!(2), &json!(null)));
    let state = table.state(json!({"request": "ponder", "on": true}));
    assert_eq!((&state["searching"]["ponder"], &state["searching"]["side"]), (&json!(true), &json!(1)));
    let thoughts = table.settle();
    assert!(thoughts.iter().all(|event| event["event"] == "state"), "what it ponders is its own affair");
    assert_eq!(table.look()["searching"], json!(null), "once a position");
    table.moves(&["a1"]);
    loop {
        let state = last(&table.settle()).clone();
        if state["view"]["ply"] == 4 {
            break;
        }
    }
}

#[test]
fn moves_are_written_in_the_notation_asked_for() {
    let mut table = Table::start("chess", json!([null, null]));
    table.moves(&["Nf3"]);
    let state = table.state(json!({"request": "notation", "name": "uci"}));
    assert_eq!((&state["notation"], &state["view"]["record"][0]["text"]), (&json!("uci"), &json!("g1f3")));
    assert_eq!(table.moves(&["e5"])["view"]["record"][1]["text"], json!("e7e5"));
    table.fault(r#"{"request": "notation", "name": "runes"}"#);
}

#[test]
fn handicaps_and_odds() {
    for (game, position) in [
        ("go:size=9,handicap=2", "9/9/6X2/9/9/9/2X6/9/9 O - 0 0 0"),
        ("go:size=9,handicap=2,placement=free", "9/9/9/9/9/9/9/9/9 X - 0 0 0 1"),
        ("chess:odds=knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
    ] {
        let mut table = Table::with(Searches::default());
        let state = table.state(json!({"request": "new", "game": game}));
        assert_eq!(state["view"]["position"], json!(position));
    }
    let mut table = Table::with(Searches::default());
    let events = table.ask(r#"{"request": "new", "game": "go:size=7,handicap=5"}"#);
    assert_eq!(
        english(&last(&events)["fault"]["what"]),
        "a board of 7 lines has no standard points for 5 stones"
    );
}
