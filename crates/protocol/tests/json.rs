//! Requests of programs in JSON lines, and what they are answered.

use serde_json::{Value, json};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use wanqi_protocol::{Json, JsonSettings, Session};

/// A conversation, and all that was said in it.
struct Talk {
    json: Json,
    said: Arc<(Mutex<Vec<Value>>, Condvar)>,
}

impl Talk {
    fn begin() -> Talk {
        let said = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let hears = Arc::clone(&said);
        let say = Arc::new(move |line: String| {
            assert!(!line.contains('\n'), "an answer is a line: {line:?}");
            hears.0.lock().expect("nobody panics").push(serde_json::from_str(&line).expect("JSON"));
            hears.1.notify_all();
        });
        let settings = JsonSettings { jobs: 2, ..JsonSettings::default() };
        Talk { json: Json::new(&settings, say), said }
    }

    /// Says a request and waits for its answer or its error.
    fn ask(&mut self, request: Value) -> Value {
        let id = request["id"].clone();
        self.tell(&request);
        self.answer(&id)
    }

    fn tell(&mut self, request: &Value) {
        self.json.line(&request.to_string());
    }

    fn answer(&self, id: &Value) -> Value {
        let of = |line: &&Value| line["id"] == *id && line.get("progress").is_none();
        self.wait_for(|said| said.iter().find(of).cloned())
    }

    fn progress(&self, id: &Value) -> Value {
        let of = |line: &&Value| line["id"] == *id && line.get("progress").is_some();
        self.wait_for(|said| said.iter().find(of).cloned())
    }

    fn wait_for(&self, find: impl Fn(&[Value]) -> Option<Value>) -> Value {
        let mut said = self.said.0.lock().expect("nobody panics");
        loop {
            if let Some(found) = find(&said) {
                return found;
            }
            let (next, timeout) =
                self.said.1.wait_timeout(said, Duration::from_secs(60)).expect("nobody panics");
            said = next;
            assert!(!timeout.timed_out(), "no answer: {said:?}");
        }
    }
}

#[test]
fn a_game_is_played() {
    let mut talk = Talk::begin();
    let start = talk.ask(json!({"id": 1, "request": "new", "game": "chess", "moves": "f3 e5"}));
    assert_eq!((&start["answer"]["table"], &start["answer"]["ply"]), (&json!("main"), &json!(2)));
    let played = talk.ask(json!({"id": 2, "request": "play", "move": "g4"}));
    assert_eq!(played["answer"]["side_name"], "Black");
    let went = talk.ask(json!({"id": 3, "request": "go", "player": "best:depth=2"}));
    assert_eq!(
        (&went["answer"]["move"], &went["answer"]["analysis"]["best"]),
        (&json!("d8h4"), &json!("d8h4"))
    );
    assert_eq!(went["answer"]["state"]["result"], json!({"winner": 1, "text": "Black wins by checkmate"}));
    let record = talk.ask(json!({"id": 4, "request": "record", "players": ["Anna", "Wanqi"]}));
    let text = record["answer"]["text"].as_str().expect("a text");
    assert!(text.contains("[White \"Anna\"]") && text.contains("2. g4 Qh4# 0-1"), "{text}");
    let over = talk.ask(json!({"id": 5, "request": "go"}));
    assert_eq!(over["error"]["code"], "over");
    let undone = talk.ask(json!({"id": 6, "request": "undo", "plies": 2}));
    assert_eq!((&undone["answer"]["ply"], &undone["answer"]["result"]), (&json!(2), &Value::Null));
    let redone = talk.ask(json!({"id": 7, "request": "redo", "plies": 2}));
    assert_eq!(redone["answer"]["ply"], 4);
    let loaded = talk.ask(json!({"id": 8, "request": "load", "table": "again", "text": text}));
    assert_eq!((&loaded["answer"]["ply"], &loaded["answer"]["players"][0]), (&json!(4), &json!("Anna")));
    let tables = talk.ask(json!({"id": 9, "request": "tables"}));
    assert_eq!(tables["answer"]["tables"].as_array().map(Vec::len), Some(2));
}

#[test]
fn moves_are_made_together_or_not_at_all() {
    let mut talk = Talk::begin();
    talk.ask(json!({"id": 1, "request": "new", "game": "chess"}));
    let wrong = talk.ask(json!({"id": 2, "request": "play", "moves": ["e4", "e5", "Ke3"]}));
    assert_eq!((&wrong["error"]["code"], &wrong["error"]["where"]), (&json!("move"), &json!("moves[2]")));
    assert_eq!(talk.ask(json!({"id": 3, "request": "position"}))["answer"]["ply"], 0);
}

#[test]
fn what_is_under_way_delays_nothing_and_is_stopped() {
    let mut talk = Talk::begin();
    talk.ask(json!({"id": 1, "request": "new", "game": "othello"}));
    talk.tell(&json!({"id": "long", "request": "analyse", "lines": 3, "every": 0}));
    let three = |line: &&Value| line["progress"]["moves"].as_array().is_some_and(|moves| moves.len() == 3);
    let progress = talk.wait_for(|said| said.iter().find(three).cloned());
    assert!(progress["progress"]["best"].is_string(), "{progress}");
    let legal = talk.ask(json!({"id": 2, "request": "legal"}));
    assert_eq!(legal["answer"]["moves"].as_array().map(Vec::len), Some(4));
    let again = talk.ask(json!({"id": 3, "request": "tables"}));
    assert_eq!(again["answer"]["running"], json!(["long"]));
    // Its id is taken for as long, and what has that id is its answer.
    talk.tell(&json!({"id": 4, "request": "perft", "game": "chess", "depth": 30}));
    let stopped = talk.ask(json!({"id": 5, "request": "stop", "of": "long"}));
    assert_eq!(stopped["answer"], json!({"stopped": 1}));
    let answer = talk.answer(&json!("long"));
    assert_eq!(answer["answer"]["stopped"], true, "{answer}");
    assert_eq!(answer["answer"]["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        talk.ask(json!({"id": 6, "request": "stop", "of": "nobody"}))["answer"],
        json!({"stopped": 0})
    );
    talk.tell(&json!({"id": "turns", "request": "perft", "game": "amazons", "depth": 30, "turns": true}));
    // The end of the input stops what is left; nothing has to be answered for.
    talk.json.end();
    // A busy machine may not have begun it.
    for id in [json!(4), json!("turns")] {
        let said = talk.answer(&id);
        let (counted, unbegun) = (&said["answer"]["complete"] == false, said["error"]["message"].as_str());
        assert!(counted || unbegun == Some("it was stopped before it began"), "{said}");
    }
}

#[test]
fn the_end_of_the_input_ends_what_nothing_else_would() {
    let mut talk = Talk::begin();
    talk.tell(&json!({"id": 1, "request": "analyse", "game": "chess", "player": "best"}));
    talk.tell(&json!({"id": 2, "request": "analyse", "game": "chess", "player": "best", "nodes": 2000}));
    talk.progress(&json!(1));
    talk.json.wait();
    let [endless, bounded] = [1, 2].map(|id| talk.answer(&json!(id)));
    assert_eq!([&endless["answer"]["stopped"], &bounded["answer"]["stopped"]], [&json!(true), &json!(false)]);
    assert!(endless["answer"]["best"].is_string(), "{endless}");
}

#[test]
fn what_waits_is_told_that_it_will_not_begin() {
    let mut talk = Talk::begin();
    for id in 0..4 {
        talk.tell(&json!({"id": id, "request": "analyse", "game": "go:size=9", "every": 0}));
    }
    for running in [0, 1] {
        talk.progress(&json!(running));
    }
    let twice = talk.ask(json!({"id": 3, "request": "legal"}));
    assert_eq!((&twice["error"]["code"], &twice["error"]["where"]), (&json!("id"), &json!("id")));
    assert!(!talk.json.line("{\"id\": \"end\", \"request\": \"quit\"}"), "it leaves");
    let codes = (0..4).map(|id| {
        let said = talk.wait_for(|said| {
            said.iter().rfind(|line| line["id"] == id && line.get("progress").is_none()).cloned()
        });
        said["error"]["code"].as_str().unwrap_or("answered").to_owned()
    });
    let codes: Vec<String> = codes.collect();
    assert_eq!(codes.iter().filter(|code| *code == "stopped").count(), 2, "two ran: {codes:?}");
    assert_eq!(talk.answer(&json!("end"))["answer"], json!({}));
}

#[test]
fn a_move_is_not_made_on_another_position() {
    let mut talk = Talk::begin();
    talk.ask(json!({"id": 1, "request": "new", "game": "go:size=9"}));
    talk.tell(&json!({"id": 2, "request": "go", "player": "mcts", "seconds": 60, "every": 0}));
    talk.progress(&json!(2));
    talk.ask(json!({"id": 3, "request": "play", "move": "e5"}));
    talk.ask(json!({"id": 4, "request": "stop", "of": 2}));
    assert_eq!(talk.answer(&json!(2))["error"]["code"], "changed");
    assert_eq!(talk.ask(json!({"id": 5, "request": "position"}))["answer"]["ply"], 1);
}

#[test]
fn positions_are_told_in_the_request_too() {
    let mut talk = Talk::begin();
    for (request, path, expected) in [
        (json!({"request": "perft", "game": "chess", "depth": 3}), "/answer/paths", json!(8902)),
        (
            json!({"request": "perft", "game": "amazons", "depth": 1, "turns": true}),
            "/answer/paths",
            json!(2176),
        ),
        (json!({"request": "perft", "game": "chess", "depth": 0}), "/answer/paths", json!(1)),
        (
            json!({"request": "legal", "game": "chess", "moves": ["e4"], "notation": "san"}),
            "/answer/moves/16",
            json!("Na6"),
        ),
        (
            json!({"request": "legal", "game": "tictactoe", "position": "XX./OO./... X"}),
            "/answer/notation",
            json!("coordinates"),
        ),
        (json!({"request": "playouts", "game": "chess", "games": 5, "seed": 1}), "/answer/games", json!(5)),
        (json!({"request": "solve", "game": "tictactoe"}), "/answer/solved", json!(true)),
        (
            json!({"request": "solve", "game": "gomoku", "moves": "h8 a1 h9 a3 h10 a5"}),
            "/answer/winner",
            json!(0),
        ),
        (json!({"request": "solve", "game": "hexapawn"}), "/answer/winner", json!(1)),
        (
            json!({"request": "solve", "game": "chess", "position": "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "nodes": 100_000}),
            "/answer/plies",
            json!(1),
        ),
        (
            json!({"request": "analyse", "game": "chess", "depth": 2, "only": ["a3", "h2h3"], "lines": 9}),
            "/answer/moves/1/depth",
            json!(2),
        ),
        (
            json!({"request": "match", "game": "tictactoe", "a": "random", "b": "random", "games": 2, "seed": 4}),
            "/answer/games/1/a_first",
            json!(false),
        ),
        (json!({"request": "describe", "game": "go:size=9"}), "/answer/layout/columns", json!(9)),
        (json!({"request": "check", "rules": "board = 3"}), "/answer/good", json!(false)),
        (json!({"request": "check", "game": "hex"}), "/answer/good", json!(true)),
    ] {
        let mut request = request;
        request["id"] = json!(path);
        let mut one = Talk::begin();
        let answer = one.ask(request.clone());
        assert_eq!(answer.pointer(path), Some(&expected), "{request}: {answer}");
        request["id"] = json!(1);
        talk.tell(&request);
        talk.json.wait();
    }
}

#[test]
fn rules_come_with_the_request() {
    let mut talk = Talk::begin();
    let rules = wanqi_play::rules::find("breakthrough").expect("it is shipped").text;
    let made = talk.ask(json!({"id": 1, "request": "new", "game": "mine", "rules": rules}));
    assert_eq!(made["answer"]["game"], "mine");
    let record = talk.ask(json!({"id": 2, "request": "record", "format": "json"}));
    let again = talk.ask(json!({"id": 3, "request": "load", "text": record["answer"]["text"]}));
    assert_eq!(again["answer"]["game"], "mine", "{again}");
    let wrong = rules.replacen("NE", "EN", 1);
    let error = talk.ask(json!({"id": 4, "request": "new", "rules": wrong}));
    let place = error["error"]["where"].as_str().expect("a place");
    assert!(error["error"]["code"] == "rules" && place.starts_with("rules:"), "{error}");
    assert!(place.split(':').skip(1).all(|number| number.parse::<u32>().is_ok()), "{error}");
}

#[test]
fn seeds_decide_what_is_left_to_chance() {
    let moves = |seed: u32| {
        let mut talk = Talk::begin();
        talk.ask(json!({"id": 1, "request": "new", "game": "othello", "seed": seed}));
        let go = |id: u32| talk_move(&mut talk, id);
        (2..12).map(go).collect::<Vec<Value>>()
    };
    fn talk_move(talk: &mut Talk, id: u32) -> Value {
        talk.ask(json!({"id": id, "request": "go", "player": "random"}))["answer"]["move"].clone()
    }
    assert_eq!(moves(3), moves(3));
    assert_ne!(moves(3), moves(4));
}

#[test]
fn what_is_wrong_is_named() {
    let mut talk = Talk::begin();
    talk.ask(json!({"id": "new", "request": "new", "game": "chess"}));
    for (line, code, place, part) in [
        ("", "", "", ""),
        ("go", "json", "", "not JSON"),
        ("[]", "json", "", "an object, not a list"),
        ("{}", "id", "id", "an id"),
        ("{\"id\": null}", "id", "id", "not null"),
        ("{\"id\": [1]}", "id", "id", "not a list"),
        ("{\"id\": 1}", "request", "request", "missing"),
        ("{\"id\": 1, \"request\": 2}", "request", "request", "not 2"),
        ("{\"id\": 1, \"request\": \"analyze\"}", "request", "request", "did you mean \"analyse\"?"),
        (
            "{\"id\": 1, \"request\": \"legal\", \"notatoin\": \"san\"}",
            "field",
            "notatoin",
            "did you mean \"notation\"?",
        ),
        ("{\"id\": 1, \"request\": \"legal\", \"notation\": \"sen\"}", "spec", "notation", "there is san, "),
        (
            "{\"id\": 1, \"request\": \"legal\", \"table\": \"mian\"}",
            "table",
            "table",
            "did you mean \"main\"?",
        ),
        (
            "{\"id\": 1, \"request\": \"legal\", \"table\": \"main\", \"game\": \"go\"}",
            "field",
            "table",
            "one of both",
        ),
        ("{\"id\": 1, \"request\": \"new\"}", "field", "game", "Missing"),
        (
            "{\"id\": 1, \"request\": \"new\", \"game\": \"chess\", \"position\": \"x\"}",
            "position",
            "position",
            "not a position",
        ),
        ("{\"id\": 1, \"request\": \"new\", \"game\": \"-\"}", "spec", "game", "the field rules"),
        ("{\"id\": 1, \"request\": \"new\", \"game\": \"no/where.toml\"}", "spec", "game", "no/where.toml: "),
        ("{\"id\": 1, \"request\": \"play\", \"move\": \"e5\"}", "move", "move", "not a move here"),
        ("{\"id\": 1, \"request\": \"play\"}", "field", "move", "Missing"),
        ("{\"id\": 1, \"request\": \"play\", \"moves\": 4}", "field", "moves", "not 4"),
        ("{\"id\": 1, \"request\": \"undo\"}", "move", "plies", "only 0 moves"),
        (
            "{\"id\": 1, \"request\": \"record\", \"format\": \"pgm\"}",
            "field",
            "format",
            "did you mean \"pgn\"?",
        ),
        (
            "{\"id\": 1, \"request\": \"record\", \"format\": \"sgf\"}",
            "record",
            "format",
            "no words for chess",
        ),
        (
            "{\"id\": 1, \"request\": \"analyse\", \"player\": \"bets\"}",
            "spec",
            "player",
            "there is no player \"bets\"",
        ),
        (
            "{\"id\": 1, \"request\": \"analyse\", \"player\": \"mcts\", \"depth\": 3}",
            "limit",
            "depth",
            "keeps no limit of depth",
        ),
        (
            "{\"id\": 1, \"request\": \"analyse\", \"depth\": 0}",
            "field",
            "depth",
            "an integer from 1 to 1000, not 0",
        ),
        ("{\"id\": 1, \"request\": \"analyse\", \"only\": [\"e5\"]}", "move", "only[0]", "not a move here"),
        (
            "{\"id\": 1, \"request\": \"go\", \"clocks\": [{\"left\": 1}, {\"lefd\": 1}]}",
            "field",
            "clocks[1].left",
            "Missing",
        ),
        ("{\"id\": 1, \"request\": \"perft\"}", "field", "depth", "Missing"),
        ("{\"id\": 1, \"request\": \"load\", \"text\": \"\"}", "record", "text", "no game 1"),
        (
            "{\"id\": 1, \"request\": \"load\", \"text\": \"1. e4 e5\", \"number\": 2}",
            "record",
            "number",
            "which has 1",
        ),
        ("{\"id\": 1, \"request\": \"match\", \"a\": \"random\"}", "field", "b", "Missing"),
        ("{\"id\": 1, \"request\": \"stop\", \"of\": {}}", "field", "of", "the id of a request"),
    ] {
        let before = talk.said.0.lock().expect("nobody panics").len();
        assert!(talk.json.line(line), "{line} ends nothing");
        talk.json.wait();
        let said = talk.said.0.lock().expect("nobody panics").split_off(before);
        if line.is_empty() {
            assert!(said.is_empty());
            continue;
        }
        let [answer] = said.as_slice() else { panic!("{line}: {said:?}") };
        let error = &answer["error"];
        assert_eq!(error["code"], code, "{line}: {answer}");
        assert_eq!(error["where"].as_str().unwrap_or_default(), place, "{line}: {answer}");
        assert!(error["message"].as_str().expect("a text").contains(part), "{line}: {answer}");
    }
    talk.json.too_long();
    assert_eq!(talk.said.0.lock().expect("nobody panics").last().expect("an error")["id"], Value::Null);
}
