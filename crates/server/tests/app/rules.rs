//! Rule files through a session: played, checked, and never read from the machine.

use serde_json::{Value, json};
use std::time::Duration;
use wanqi_server::rules::OWN_RULES;
use wanqi_server::searches::Searches;
use wanqi_server::session::Session;

const RACE: &str = r#"name = "Race"
name_zh = "赛跑"
sides = ["Red", "Blue"]
board = """
rrrr
....
....
RRRR"""

[piece.R]
name = "runner"
moves = [{ step = "N NE NW" }]

[win]
reach = { R = "4" }
no_moves = "loss"
"#;

fn session() -> Session {
    Session::new(&Searches::default(), Duration::ZERO, |_| {})
}

fn ask(session: &mut Session, request: &Value) -> Vec<Value> {
    let events = session.request(&request.to_string());
    events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect()
}

fn check(text: &str, language: &str) -> Value {
    let request = json!({"request": "check_rules", "text": text, "language": language, "id": 7});
    let mut events = ask(&mut session(), &request);
    assert_eq!(
        (events.len(), &events[0]["event"], &events[0]["id"]),
        (1, &json!("rules_checked"), &json!(7))
    );
    events.remove(0)
}

#[test]
fn a_game_of_ones_own_is_played_and_taken_up_again() {
    let mut table = session();
    let laid = ask(&mut table, &json!({"request": "new", "game": OWN_RULES, "rules": RACE}));
    assert_eq!(laid[0]["event"], "table");
    assert_eq!((&laid[0]["game"], &laid[0]["rules"]), (&json!(OWN_RULES), &json!(RACE)));
    assert_eq!((&laid[0]["info"]["title"], &laid[0]["info"]["title_zh"]), (&json!("Race"), &json!("赛跑")));
    let first = &laid[2]["view"]["moves"][0]["text"];
    let moved = ask(&mut table, &json!({"request": "move", "text": first}));
    assert_eq!(moved[1]["view"]["ply"], 1);

    let record = json!({"first": moved[1]["first"], "moves": [first], "ply": 1});
    let again =
        ask(&mut session(), &json!({"request": "new", "game": OWN_RULES, "rules": RACE, "record": record}));
    assert_eq!(again[2]["view"]["position"], moved[1]["view"]["position"]);
}

#[test]
fn wrong_rules_change_nothing() {
    let mut table = session();
    ask(&mut table, &json!({"request": "new", "game": "tictactoe"}));
    let wrong = RACE.replace("N NE NW", "U");
    let events = ask(&mut table, &json!({"request": "new", "game": OWN_RULES, "rules": wrong}));
    let what = events[0]["fault"]["what"].as_str().expect("words");
    assert!(what.starts_with("rules:12:"), "{what}");
    let moved = ask(&mut table, &json!({"request": "move", "text": "b2"}));
    assert_eq!(moved[1]["view"]["ply"], 1);
}

#[test]
fn what_is_wrong_is_told_in_characters() {
    let fine = check(RACE, "en");
    assert_eq!(fine["diagnostics"], json!([]));
    assert!(fine["explanation"].to_string().contains("runner"), "{fine}");
    let chinese = check(RACE, "zh");
    assert!(chinese["explanation"].to_string().contains("棋盘"), "{chinese}");

    let wrong = RACE.replace("reach =", "raech =");
    let checked = check(&wrong, "en");
    assert_eq!(checked["explanation"], Value::Null);
    let found = &checked["diagnostics"][0];
    assert_eq!(
        (&found["severity"], &found["line"], &found["column"]),
        (&json!("error"), &json!(15), &json!(1))
    );
    let at: [usize; 2] = serde_json::from_value(found["at"].clone()).expect("two numbers");
    let characters: String = wrong.chars().skip(at[0]).take(at[1] - at[0]).collect();
    assert!(characters.contains("raech"), "{characters:?}");
    assert!(found["help"].as_str().is_some_and(|help| help.contains("reach")), "{found}");
}

#[test]
fn texts_of_any_kind_get_an_answer() {
    for text in [
        "",
        "=",
        "name = 1",
        "board = \"\"\"",
        "\u{0}",
        "棋 = \"棋\"",
        &"[".repeat(60_000),
        &"a".repeat(65_000),
    ] {
        let checked = check(text, "en");
        assert_eq!(
            checked["diagnostics"][0]["severity"],
            "error",
            "{:?}",
            text.chars().take(20).collect::<String>()
        );
        assert_eq!(checked["explanation"], Value::Null);
    }
}

#[test]
fn shipped_files_are_listed_and_read_by_name_alone() {
    let mut table = session();
    let games = ask(&mut table, &json!({"request": "games"})).remove(0);
    let names: Vec<&str> =
        games["rules"].as_array().expect("a list").iter().filter_map(|info| info["name"].as_str()).collect();
    assert!(names.len() >= 24, "{names:?}");
    let templates =
        games["templates"].as_array().expect("a list").iter().filter_map(|file| file["name"].as_str());
    for name in names.iter().copied().chain(templates) {
        let file = ask(&mut table, &json!({"request": "rule_text", "name": name})).remove(0);
        assert_eq!(file["event"], "rule_text", "{file}");
        let checked = check(file["text"].as_str().expect("a text"), "en");
        assert!(checked["explanation"].is_array(), "{name}: {checked}");
    }
    for name in ["/etc/passwd", "../Cargo", "breakthrough.toml", "../../docs/RULES.md", ""] {
        let answer = ask(&mut table, &json!({"request": "rule_text", "name": name})).remove(0);
        assert_eq!(answer["event"], "error", "{name}");
    }
}

#[test]
fn no_path_is_a_game() {
    let file = std::env::temp_dir().join(format!("wanqi-{}.toml", std::process::id()));
    std::fs::write(&file, RACE).expect("a place for a file");
    let name = file.display().to_string();
    let answer = ask(&mut session(), &json!({"request": "new", "game": name})).remove(0);
    std::fs::remove_file(&file).expect("the file is there");
    assert_eq!(answer["event"], "error", "{answer}");
}
