//! How games go: what is taken back, who played, how it goes on from them.

use super::library::{Page, handle, kept};
use super::table::{Table, english};
use serde_json::{Value, json};
use wanqi_server::library_handle::LibraryHandle;
use wanqi_store::{GameId, Library};

/// The moves of the game on the table, as PGN without tags.
fn moves(page: &mut Page) -> String {
    let written = page.receive("record_written", json!({"request": "write_record", "format": "pgn"}));
    let text = written["text"].as_str().expect("a text");
    text.split("\n\n").nth(1).expect("moves").replace('\n', " ")
}

fn undo(page: &mut Page) -> Value {
    page.receive("state", json!({"request": "undo"}))
}

fn state(page: &mut Page) -> Value {
    page.receive("state", json!({"request": "pause", "on": false}))
}

#[test]
fn what_is_taken_back_is_gone_once_another_move_is_made() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "chess");
    let number = page.play("e4").expect("kept");
    assert_eq!(undo(&mut page)["can_redo"], true);
    assert_eq!(moves(&mut page), "1. e4 *", "until then it can be made again");
    page.play("d4");
    assert_eq!(moves(&mut page), "1. d4 *");
    page.receive("state", json!({"request": "resign"}));
    assert_eq!(moves(&mut page), "1. d4 1-0");
    assert_eq!(kept(&handle, number), "1. d4 1-0");
}

#[test]
fn the_same_move_again_loses_nothing() {
    let mut page = Page::new_game(&handle(), "chess");
    page.play("e4 e5 Nf3 Nc6");
    for _ in 0..3 {
        undo(&mut page);
    }
    page.play("e5");
    assert_eq!(moves(&mut page), "1. e4 e5 2. Nf3 Nc6 *");
    page.ask(json!({"request": "redo"}));
    page.play("Nf6");
    assert_eq!(moves(&mut page), "1. e4 e5 2. Nf3 Nf6 *");
}

#[test]
fn what_a_look_leaves_is_a_variation() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "chess");
    let number = page.play("e4 e5").expect("kept");
    page.ask(json!({"request": "goto", "ply": 1}));
    page.play("c5");
    assert_eq!(moves(&mut page), "1. e4 e5 (1... c5) *", "in play, by a step");
    // What was taken back before the look is a variation too.
    undo(&mut page);
    page.ask(json!({"request": "goto", "ply": 0}));
    page.play("d4");
    assert_eq!(moves(&mut page), "1. e4 (1. d4) 1... e5 (1... c5) *");

    let mut mated = Page::new_game(&handle, "chess");
    mated.play("f3 e5 g4 Qh4");
    let state = undo(&mut mated);
    assert_eq!((&state["in_play"], &state["live"]), (&json!(true), &json!(true)), "it goes on");
    mated.play("Nc6");
    assert_eq!(moves(&mut mated), "1. f3 e5 2. g4 Qh4# (2... Nc6) *", "a game that was over");

    let mut pasted = Page::new_game(&handle, "chess");
    pasted.ask(json!({"request": "read_record", "text": "1. e4 e5 2. Nf3 *"}));
    let state = undo(&mut pasted);
    assert_eq!(
        (&state["in_play"], &state["live"]),
        (&json!(false), &json!(false)),
        "a record that was opened"
    );
    pasted.play("f4");
    assert_eq!(moves(&mut pasted), "1. e4 e5 2. Nf3 (2. f4) *");
    drop(page);
    assert_eq!(kept(&handle, number), "1. e4 (1. d4) 1... e5 (1... c5) *");
}

#[test]
fn a_take_back_is_remembered_by_the_library_and_ends_with_the_game() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "chess");
    let number = page.play("e4 e5").expect("kept");
    undo(&mut page);
    drop(page);
    let mut page = Page::open(&handle);
    page.resume(number);
    page.play("c5");
    assert_eq!(kept(&handle, number), "1. e4 c5 *");
    undo(&mut page);
    let state = page.receive("state", json!({"request": "resign"}));
    assert_eq!(state["view"]["record"].as_array().map(Vec::len), Some(1));
    assert_eq!(kept(&handle, number), "1. e4 1-0", "who gives up after it has not made the move");
}

#[test]
fn a_review_of_moves_that_are_gone_ends() {
    let mut table = Table::start("gomoku", json!([null, null]));
    table.moves(&["h8", "i9"]);
    table.ask(r#"{"request": "review", "on": true, "millis": 20}"#);
    table.ask(r#"{"request": "undo"}"#);
    table.ask(r#"{"request": "undo"}"#);
    table.moves(&["a1"]);
    // It looks at the first position; the next one is gone.
    loop {
        let message = table.words.recv_timeout(super::table::LONG).expect("a search ends");
        let events = table.session.on_message(message);
        let told: Vec<Value> =
            events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect();
        assert!(told.iter().all(|event| event["event"] != "error"), "{told:?}");
        if told.iter().any(|event| event["event"] == "review" && event["finished"] == true) {
            break;
        }
    }
}

/// The headers as the page is told them.
fn headers(state: &Value) -> String {
    let headers = &state["headers"];
    let players: Vec<String> = [0, 1]
        .map(|side| {
            let player = &headers["players"][side];
            format!(
                "{} {}",
                player["name"].as_str().expect("a name"),
                player["rating"].as_str().expect("a rating")
            )
        })
        .to_vec();
    let text = |name: &str| headers[name].as_str().expect("a text").to_owned();
    let result = headers["result"]["winner"].as_u64().map_or("-".into(), |winner| winner.to_string());
    format!("{}|{}|{}|{}|{result}", players.join("|"), text("event"), text("round"), text("date"))
}

#[test]
fn what_a_record_says_of_its_game_is_told_and_given_out_again() {
    for (text, format, told) in [
        (
            "[Event \"Linz\"]\n[Round \"3\"]\n[Date \"2025.06.??\"]\n[White \"Anna\"]\n[Black \"Bruno\"]\n[WhiteElo \"2100\"]\n[BlackElo \"1987\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1",
            "pgn",
            "Anna 2100|Bruno 1987|Linz|3|2025-06|1",
        ),
        (
            "(;GM[1]SZ[9]PB[Anna]PW[Bruno]BR[9d]WR[8d]EV[Linz]RO[3]DT[2025-06-01]RE[B+Resign];B[ee];W[gc])",
            "sgf",
            "Anna 9d|Bruno 8d|Linz|3|2025-06-01|0",
        ),
        (
            "(;GM[Othello]PC[x]PB[Anna]PW[Bruno]RB[1800]RW[1700]DT[2025-06-01]RE[+4]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)",
            "ggf",
            "Anna 1800|Bruno 1700|||2025-06-01|0",
        ),
    ] {
        let mut page = Page::new_game(&handle(), "gomoku");
        let state = page.receive("state", json!({"request": "read_record", "text": text}));
        assert_eq!(headers(&state), told, "{text}");
        // A machine that sits down to it changes nobody's name.
        let seats = json!({"request": "seats", "seats": [null, "random"]});
        assert_eq!(headers(&page.receive("state", seats)), told, "{text}");
        let written = page.receive("record_written", json!({"request": "write_record", "format": format}));
        let mut other = Page::new_game(&handle(), "tictactoe");
        let state = other.receive("state", json!({"request": "read_record", "text": written["text"]}));
        assert!(
            headers(&state).starts_with(&told[..told.find("|Linz").unwrap_or(24)]),
            "{}",
            headers(&state)
        );
    } // From one format into another.
    let mut page = Page::new_game(&handle(), "chess");
    let text = "(;GM[1]SZ[9]PB[Anna]PW[Bruno]BR[9d]WR[8d];B[ee])";
    page.ask(json!({"request": "read_record", "text": text}));
    let written = page.receive("record_written", json!({"request": "write_record", "format": "pgn"}));
    let written = written["text"].as_str().expect("a text");
    assert!(
        written.contains("[BlackElo \"9d\"]\n[WhiteElo \"8d\"]") && !written.contains("[BR"),
        "{written}"
    );
}

#[test]
fn ones_own_games_say_who_played_and_when() {
    let handle = handle();
    let mut page = Page::open(&handle);
    let info = wanqi_play::info("tictactoe").expect("a game");
    let level = info.levels.last().expect("a level");
    page.ask(json!({"request": "new", "game": "tictactoe", "seats": [null, level.player]}));
    let told = state(&mut page);
    assert_eq!(told["headers"]["players"][1]["name"], level.title, "by its level, not its text");
    assert_eq!(told["headers"]["players"][0]["name"], "");
    let date = told["headers"]["date"].as_str().expect("a date");
    assert_eq!((date.len(), &date[..2]), (10, "20"), "{date}");
    let number = page.play("b2").expect("kept");
    let record = handle.ask(move |library| library.load(GameId(number))).expect("kept").record;
    assert_eq!(record.headers.players, ["", level.title]);
    // Nobody calls this player anything else.
    let told = page.receive("state", json!({"request": "seats", "seats": [null, "random:seed=7"]}));
    assert_eq!(told["headers"]["players"][1]["name"], "random:seed=7");
}

fn rows(handle: &LibraryHandle) -> u64 {
    let found = handle.ask(|library: &mut Library| library.search(&Default::default())).expect("a list");
    found.total
}

#[test]
fn a_rematch_changes_the_colours() {
    let handle = handle();
    let mut page = Page::open(&handle);
    let clock = json!({"base": 60_000, "increment": 2000});
    page.ask(json!({"request": "new", "game": "chess", "seats": [null, "random:seed=1"], "clock": clock}));
    page.ask(json!({"request": "position", "text": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}));
    let one = page.play("e4").expect("kept");
    page.ask(json!({"request": "resign"}));
    let told = page.receive("state", json!({"request": "rematch"}));
    assert_eq!(told["seats"], json!(["random:seed=1", null]));
    assert_eq!((&told["view"]["ply"], &told["in_play"]), (&json!(0), &json!(true)));
    assert_eq!(told["first"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "from the same position");
    assert_eq!(
        (&told["clock"]["left"], &told["clock"]["increment"]),
        (&json!([60_000, 60_000]), &json!(2000))
    );
    assert_eq!((rows(&handle), kept(&handle, one).as_str()), (1, "1. e4 0-1"));
}

#[test]
fn a_game_goes_on_from_a_record_as_one_of_its_own() {
    let handle = handle();
    let mut page = Page::new_game(&handle, "chess");
    page.ask(json!({"request": "read_record", "text": "[White \"Anna\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 *"}));
    page.ask(json!({"request": "goto", "ply": 2}));
    let told = page.receive("state", json!({"request": "play_from_here", "seats": [null, "random:seed=1"]}));
    assert_eq!(
        (&told["live"], &told["in_play"], &told["view"]["ply"]),
        (&json!(true), &json!(true), &json!(2))
    );
    assert_eq!(
        (moves(&mut page).as_str(), rows(&handle)),
        ("1. e4 e5 *", 1),
        "nothing is kept before a move"
    );
    assert_eq!(told["headers"]["players"][0]["name"], "");
    let other = page.play("f4").expect("kept");
    assert_eq!(rows(&handle), 2);
    assert!(kept(&handle, other).starts_with("1. e4 e5 2. f4"));
    // The moves that it came with can be taken back as well.
    let told = undo(&mut page);
    assert_eq!(told["view"]["ply"], 2);
    page.ask(json!({"request": "new", "game": "tictactoe"}));
    page.play("a1 a2 b1 b2 c1");
    let fault = page.receive("error", json!({"request": "play_from_here"}));
    assert_eq!(english(&fault["fault"]["what"]), "the game is over: X wins");
}
