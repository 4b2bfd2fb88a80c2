//! Games are taken up as they were left, also from a library of an older program, and from their record where nothing else
//! can be read.

use crate::library::{Page, handle, kept};
use serde_json::{Value, json};
use std::fs;
use wanqi_play::record::{Ending, GameRecord, NodeId, ROOT};
use wanqi_server::adjournment::Adjournment;
use wanqi_server::library_handle::LibraryHandle;
use wanqi_store::{GameId, Library};

/// A game of chess with a variation, of which all but one of the moves of that was taken back.
fn chess() -> GameRecord {
    let mut record = GameRecord::new("chess");
    let knight = record.add_line(ROOT, &["e2e4", "e7e5", "g1f3"]).expect("room");
    record.add(knight, "b8c6").expect("room");
    record.add(knight, "d7d6").expect("room");
    record
}

fn texts(state: &Value) -> String {
    let moves = state["view"]["record"].as_array().expect("moves");
    moves.iter().map(|mv| mv["text"].as_str().expect("a text")).collect::<Vec<_>>().join(" ")
}

fn lay(record: &GameRecord, state: Option<&str>) -> (LibraryHandle, Value) {
    let handle = handle();
    let (record, state) = (record.clone(), state.map(str::to_owned));
    let GameId(number) = handle.ask(move |library| library.add(&record, state.as_deref())).expect("kept");
    let state = Page::open(&handle).resume(number);
    (handle, state)
}

#[test]
fn a_library_of_before_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/library/2026-11-22.sqlite");
    fs::copy(old, Library::file(folder.path())).expect("copied");
    let handle = LibraryHandle::of(Library::open(folder.path()).expect("an old library")).expect("a thread");
    for (number, moves, ply, rest) in [
        (1, "e4 e5 Nf3 d6", 3, json!({"seats": [null, null], "verdict": null, "node": 3})),
        (2, "E5 C3 G7", 3, json!({"clock": {"left": [604956, 604940], "increment": 5000, "running": 1}})),
        (3, "h8 i9", 2, json!({"verdict": {"kind": "resigned", "side": 0}})),
        (4, "a3", 1, json!({"seats": [null, null]})),
        (5, "炮二平五", 1, json!({"seats": ["random:seed=1", null]})),
    ] {
        let mut page = Page::open(&handle);
        let state = page.resume(number);
        assert_eq!((texts(&state).as_str(), &state["view"]["ply"]), (moves, &json!(ply)), "game {number}");
        for (name, value) in rest.as_object().expect("fields") {
            if name == "clock" {
                assert_eq!(state["clock"]["increment"], value["increment"], "game {number}");
                let (left, was) = (&state["clock"]["left"][0], &value["left"][0]);
                assert_eq!(left, was, "game {number}");
            } else {
                assert_eq!(&state[name], value, "game {number}: {name}");
            }
        }
    }
    // Played on here, under its number, and told in the new way from then on.
    let mut page = Page::open(&handle);
    page.resume(1);
    assert_eq!(page.play("Nf6"), None, "under its number");
    assert_eq!(kept(&handle, 1), "1. e4 $1 {the king's pawn} 1... e5 2. Nf3 Nc6 (2... d6) (2... Nf6) *");
    let again = Page::open(&handle).resume(1);
    assert_eq!(texts(&again), "e4 e5 Nf3 Nf6");
}

/// Whatever stands where a game was left: the record is opened.
#[test]
fn what_cannot_be_read_costs_no_game() {
    let record = chess();
    let whole = json!({
        "version": 1, "live": true, "at": 3, "end": 5, "seats": [null, null], "verdict": null, "paused": false, "clock": null,
    });
    let with = |name: &str, value: Value| {
        let mut changed = whole.clone();
        changed[name] = value;
        changed.to_string()
    };
    for (left, moves, ply) in [
        (whole.to_string(), "e4 e5 Nf3 d6", 3),
        // Of a later version: what is known of it holds.
        (with("added", json!({"later": 1})), "e4 e5 Nf3 d6", 3),
        (with("version", json!(99)), "e4 e5 Nf3 d6", 3),
        (with("clock", json!({"base": 1, "delay": 5})), "e4 e5 Nf3 d6", 3),
        (with("clock", json!({"base": 0})), "e4 e5 Nf3 d6", 3),
        (with("verdict", json!({"kind": "adjourned"})), "e4 e5 Nf3 d6", 3),
        // A player that there is no more.
        (with("seats", json!(["oracle:depth=99", null])), "e4 e5 Nf3 d6", 3),
        (with("at", json!(77)), "e4 e5 Nf3 Nc6", 4),
        (with("end", json!(4)).replace("\"at\":3", "\"at\":5"), "e4 e5 Nf3 Nc6", 4),
        // Of before, with a field that the request for a new game does not have.
        (
            json!({"live": true, "again": {"request": "new", "game": "chess", "mood": 3, "seats": [null, null],
                "record": {"moves": ["e4", "e5", "Nf3", "d6"], "ply": 3, "tempo": "fast"}}})
            .to_string(),
            "e4 e5 Nf3 d6",
            3,
        ),
        (json!({"live": true, "again": {"request": "new", "game": "chess"}}).to_string(), "e4 e5 Nf3 Nc6", 4),
        (json!({"live": true, "again": {"record": {"moves": ["e4", "e5", "a3"]}}}).to_string(), "e4 e5 Nf3 Nc6", 4),
        ("nonsense".to_owned(), "e4 e5 Nf3 Nc6", 4),
        (String::new(), "e4 e5 Nf3 Nc6", 4),
    ] {
        let (_, state) = lay(&record, Some(&left));
        assert_eq!((texts(&state).as_str(), &state["view"]["ply"]), (moves, &json!(ply)), "{left}");
    }
    assert_eq!(texts(&lay(&record, None).1), "e4 e5 Nf3 Nc6");
}

/// It is written as it is read.
#[test]
fn what_was_left_is_read_back() {
    let record = chess();
    let left = Adjournment {
        live: true,
        at: NodeId(3),
        end: NodeId(5),
        paused: true,
        ..Adjournment::elsewhere(&record)
    };
    assert_eq!(Adjournment::read(&left.written(), &record), Some(left.clone()));
    let (handle, state) = lay(&record, Some(&left.written()));
    assert_eq!(state["paused"], true);
    drop(handle);
}

/// A record that goes on where the rules would have ended the game is opened and stepped through to its end.
#[test]
fn records_that_go_on_are_stepped_through() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    let bare = Some("8/8/4k3/8/8/3pK3/8/8 w - - 0 1");
    let go: Vec<String> = ["E5", "pass", "pass", "C7", "G3"].map(String::from).to_vec();
    for (game, first, moves) in [
        (
            "chess",
            None,
            [shuffle, vec!["e2e4", "e7e5"]].concat().into_iter().map(String::from).collect::<Vec<_>>(),
        ),
        ("chess", bare, ["e3d3", "e6d5", "d3e3", "d5e5"].map(String::from).to_vec()),
        ("go:size=9", None, go),
    ] {
        let mut record = GameRecord::new(game);
        record.first = first.map(str::to_owned);
        record.add_line(ROOT, &moves).expect("room");
        record.headers.result = Some(Ending { winner: Some(1), text: String::new() });
        let handle = handle();
        let given = record.clone();
        let GameId(number) = handle.ask(move |library| library.add(&given, None)).expect("kept");
        let mut page = Page::open(&handle);
        assert_eq!(page.resume(number)["view"]["record"].as_array().map(Vec::len), Some(moves.len()));
        for ply in (0..=moves.len()).chain((0..moves.len()).rev()) {
            // Where it stands already there is nothing to tell.
            page.ask(json!({"request": "goto", "ply": ply}));
            let state = page.receive("state", json!({"request": "visit", "node": ply}));
            assert_eq!(state["view"]["ply"], ply, "{game}");
            if ply < moves.len() {
                assert_eq!(state["view"]["result"], Value::Null, "{game}, ply {ply}: it went on");
                assert!(state["view"]["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{game}");
            }
        }
        // And a move can be tried in the middle, where it is a variation.
        page.ask(json!({"request": "visit", "node": moves.len() - 1}));
        let kept = handle.ask(move |library| library.load(GameId(number))).expect("kept").record;
        assert_eq!((kept.main_line().len(), kept.headers), (moves.len(), record.headers.clone()), "{game}");
        let text =
            page.receive("record_written", json!({"request": "write_record", "format": "pgn", "id": 1}));
        let text = text["text"].as_str().expect("a text").to_owned();
        let reading = wanqi_store::text::read(&text, &Default::default());
        assert_eq!((reading.problems, reading.games[0].record.len()), (Vec::new(), moves.len()), "{text}");
        let pasted = page.receive("state", json!({"request": "read_record", "text": text}));
        assert_eq!(pasted["view"]["ply"], moves.len(), "{game}");
    }
}
