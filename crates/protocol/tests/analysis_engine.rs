//! Queries and answers of the analysis engine, as
//! <https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md> has them.

use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wanqi_protocol::{AnalysisEngine, AnalysisSettings, Session};

/// An engine and what it has said.
struct Talk {
    engine: AnalysisEngine,
    said: Arc<Mutex<Vec<Value>>>,
}

impl Talk {
    fn new(player: &str, threads: usize) -> Talk {
        let said = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&said);
        let say = Arc::new(move |line: String| {
            assert!(!line.contains('\n'), "an answer is a line: {line}");
            hears.lock().expect("nobody panics").push(serde_json::from_str(&line).expect("JSON"));
        });
        let player = Some(player.parse().expect(player));
        let settings = AnalysisSettings { threads, player, max_visits: 100 };
        Talk { engine: AnalysisEngine::new(&settings, say).expect("a player of Go"), said }
    }

    fn said(&self) -> Vec<Value> {
        std::mem::take(&mut self.said.lock().expect("nobody panics"))
    }

    /// Says a line, and hears everything until nothing is searched any more.
    fn ask(&mut self, line: &str) -> Vec<Value> {
        self.engine.line(line);
        self.engine.wait();
        self.said()
    }

    /// Waits until something is said of which this is so, and gives all that was.
    fn hear(&self, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut heard = Vec::new();
        while !heard.iter().any(&wanted) {
            std::thread::sleep(Duration::from_millis(1));
            heard.append(&mut self.said());
        }
        heard
    }
}

/// The same query with other fields; null for none.
fn query(fields: Value) -> String {
    let mut query = json!({
        "id": "q", "moves": [], "rules": "tromp-taylor", "komi": 7.5, "boardXSize": 5, "boardYSize": 5,
    });
    for (field, value) in fields.as_object().expect("fields") {
        query[field] = value.clone();
    }
    query.to_string()
}

#[test]
fn a_position_is_searched() {
    let mut talk = Talk::new("mcts:seed=1", 1);
    let wanted = json!({
        "moves": [["B", "C3"]], "maxVisits": 60, "includeOwnership": true, "includePolicy": true,
        "includeOwnershipStdev": true, "includeNoResultValue": true, "includePVVisits": true,
        "includeMovesOwnership": true, "includeMovesOwnershipStdev": true,
    });
    let said = talk.ask(&query(wanted));
    let [answer] = &said[..] else { panic!("one answer: {said:?}") };
    assert_eq!((&answer["id"], &answer["turnNumber"]), (&json!("q"), &json!(1)));
    assert_eq!(answer["isDuringSearch"], json!(false));
    let root = &answer["rootInfo"];
    assert_eq!(root["currentPlayer"], json!("W"));
    let visits = root["visits"].as_u64().expect("visits");
    assert!((50..=61).contains(&visits), "{root}");
    let moves = answer["moveInfos"].as_array().expect("moves");
    assert_eq!(moves.iter().map(|one| one["visits"].as_u64().expect("visits")).sum::<u64>(), visits);
    for (order, one) in moves.iter().enumerate() {
        assert_eq!(one["order"], json!(order));
        assert_eq!(one["pv"][0], one["move"]);
        for figure in
            ["winrate", "lcb", "prior", "utility", "utilityLcb", "weight", "noResultValue", "edgeVisits"]
        {
            assert!(one[figure].is_number(), "{figure}: {one}");
        }
        for (figure, least) in [("ownership", -1.0), ("ownershipStdev", 0.0)] {
            let values = one[figure].as_array().expect(figure);
            let in_range = |value: &Value| (least..=1.0).contains(&value.as_f64().expect("a number"));
            assert!(values.len() == 25 && values.iter().all(in_range), "{figure}: {one}");
        }
        assert!(one["scoreLead"].is_number() && one["scoreStdev"].as_f64() >= Some(0.0), "{one}");
        let line = one["pvVisits"].as_array().expect("visits");
        assert_eq!(line.len(), one["pv"].as_array().expect("a line").len());
        assert_eq!(line[0], one["visits"]);
        // Told as Black sees them, if nothing is said: the bound is the upper one then.
        assert!(one["winrate"].as_f64() <= one["lcb"].as_f64(), "{one}");
    }
    for (field, length, range) in
        [("ownership", 25, -1.0..=1.0), ("ownershipStdev", 25, 0.0..=1.0), ("policy", 26, -1.0..=1.0)]
    {
        let values = answer[field].as_array().expect(field);
        assert_eq!(values.len(), length, "{field}");
        assert!(values.iter().all(|value| range.contains(&value.as_f64().expect("a number"))), "{field}");
    }
    let policy = answer["policy"].as_array().expect("a policy");
    assert_eq!(policy[12], json!(-1.0), "a stone is there");
    let sum: f64 = policy.iter().filter_map(Value::as_f64).filter(|&prior| prior > 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{policy:?}");
    let lead = root["scoreLead"].as_f64().expect("a lead");
    let owned: f64 = answer["ownership"].as_array().expect("points").iter().filter_map(Value::as_f64).sum();
    // By the same games Black is ahead by as many points as it has more, but for komi.
    assert!((owned - lead - 7.5).abs() < 0.01 && owned > 0.0, "{owned} points: {root}");
    assert!(talk.ask(&query(json!({ "includeOwnership": false })))[0].get("ownership").is_none());
    // The same again, whatever was asked between.
    let again = |talk: &mut Talk| talk.ask(&query(json!({ "maxVisits": 60 })))[0].clone();
    assert_eq!(again(&mut talk), again(&mut talk));
}

#[test]
fn values_are_told_as_they_are_asked_for() {
    let mut talk = Talk::new("mcts:seed=1", 1);
    let mut told = |whose: &str| {
        let fields =
            json!({ "moves": [["B", "C3"]], "overrideSettings": { "reportAnalysisWinratesAs": whose } });
        let answer = talk.ask(&query(fields)).remove(0);
        ["winrate", "utility", "scoreLead"].map(|figure| answer["rootInfo"][figure].as_f64().unwrap_or(0.0))
    };
    let [black, white, side] = ["BLACK", "WHITE", "SIDETOMOVE"].map(&mut told);
    assert_eq!(white, side, "White is to move");
    assert!((black[0] + white[0] - 1.0).abs() < 1e-5 && black[0] > 0.5, "{black:?} {white:?}");
    assert!((black[1] + white[1]).abs() < 1e-5 && (black[2] + white[2]).abs() < 1e-5, "{black:?} {white:?}");
}

/// What is wrong with a query, and with what of it.
#[test]
fn errors() {
    let mut talk = Talk::new("random", 1);
    for (fields, field, part) in [
        (json!({ "rules": null }), "rules", "Missing field"),
        (json!({ "rules": "ludo" }), "rules", "\"ludo\""),
        (json!({ "rules": 3 }), "rules", "Must be a string or an object, not 3"),
        (json!({ "moves": null }), "moves", "Missing field"),
        (json!({ "moves": "C3" }), "moves", "Must be a list, not \"C3\""),
        (json!({ "moves": [["B"]] }), "moves", "Must be pairs such as"),
        (json!({ "moves": [["B", "C3"], ["R", "C4"]] }), "moves", "2 of them is [\"R\",\"C4\"]"),
        (json!({ "moves": [["B", "C3"], ["W", "C3"]] }), "moves", "Illegal move 1: C3"),
        (json!({ "moves": [["B", "T19"]] }), "moves", "Illegal move 0: T19"),
        (json!({ "initialStones": [["B", "pass"]] }), "initialStones", "Must be stones, not passes"),
        (json!({ "initialStones": [["B", "T19"]] }), "initialStones", "there is no point t19"),
        (json!({ "initialStones": [["B", "A1"], ["W", "A1"]] }), "initialStones", "a1 is named twice"),
        (json!({ "initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]] }), "initialStones", ""),
        (json!({ "initialPlayer": "X" }), "initialPlayer", "Must be \"B\" or \"W\", not \"X\""),
        (json!({ "boardXSize": null }), "boardXSize", "Missing field"),
        (json!({ "boardXSize": 20 }), "boardXSize", "Must be an integer from 2 to 19, not 20"),
        (json!({ "boardYSize": 5.5 }), "boardYSize", "Must be an integer from 2 to 19, not 5.5"),
        (json!({ "boardYSize": 6 }), "boardYSize", "Only square boards are played"),
        (json!({ "komi": 6.25 }), "komi", "Must be an integer or half-integer"),
        (json!({ "komi": 1000 }), "komi", "Must be a number from -361 to 361, not 1000"),
        (json!({ "komi": "six" }), "komi", "not \"six\""),
        (json!({ "whiteHandicapBonus": "M" }), "whiteHandicapBonus", "Must be 0, N or N-1, not \"M\""),
        (json!({ "maxVisits": 0 }), "maxVisits", "Must be a number from 1"),
        (json!({ "includeOwnership": "yes" }), "includeOwnership", "Must be a boolean, not \"yes\""),
        (json!({ "analyzeTurns": [1] }), "analyzeTurns", "There is no turn 1 in a game of 0 moves"),
        (json!({ "analyzeTurns": [-1] }), "analyzeTurns", "There is no turn -1"),
        (json!({ "analyzeTurns": [0, 0] }), "analyzeTurns", "Turn 0 is named twice"),
        (json!({ "analyzeTurns": 0 }), "analyzeTurns", "Must be a list of integers, not 0"),
        (json!({ "priority": 1, "priorities": [1] }), "priorities", "Cannot be given beside priority"),
        (json!({ "priorities": [1, 2] }), "priorities", "Must be as many as analyzeTurns"),
        (json!({ "priority": 1e300 }), "priority", "Must be an integer"),
        (json!({ "reportDuringSearchEvery": 0 }), "reportDuringSearchEvery", "Must be a number from 0.001"),
        (json!({ "avoidMoves": [3] }), "avoidMoves", "Must be objects, not 3"),
        (
            json!({ "avoidMoves": [{ "player": "B", "moves": [] }] }),
            "avoidMoves",
            "untilDepth: Missing field",
        ),
        (
            json!({ "allowMoves": [{ "player": "B", "moves": ["44"], "untilDepth": 1 }] }),
            "allowMoves",
            "Must be moves, not \"44\"",
        ),
        (json!({ "overrideSettings": [] }), "overrideSettings", "Must be an object"),
        (
            json!({ "overrideSettings": { "reportAnalysisWinratesAs": "MINE" } }),
            "overrideSettings",
            "BLACK, WHITE or SIDETOMOVE",
        ),
    ] {
        let said = talk.ask(&query(fields.clone()));
        let [error] = &said[..] else { panic!("{fields}: one answer, not {said:?}") };
        assert_eq!((&error["id"], &error["field"]), (&json!("q"), &json!(field)), "{fields}: {error}");
        assert!(error["error"].as_str().expect("a text").contains(part), "{fields}: {error}");
    }
    for (line, error) in [
        ("{", "{\"error\":\"Could not parse as JSON: EOF while parsing an object at line 1 column 1\"}"),
        ("[]", "{\"error\":\"Must be an object\"}"),
        ("{}", "{\"error\":\"Missing field\",\"field\":\"id\"}"),
        ("{\"id\":3}", "{\"error\":\"Must be a string\",\"field\":\"id\"}"),
        (
            "{\"id\":\"a\",\"action\":3}",
            "{\"error\":\"Must be a string, not 3\",\"field\":\"action\",\"id\":\"a\"}",
        ),
        (
            "{\"id\":\"a\",\"action\":\"terminate\"}",
            "{\"error\":\"Missing field\",\"field\":\"terminateId\",\"id\":\"a\"}",
        ),
    ] {
        assert_eq!(talk.ask(line), [serde_json::from_str::<Value>(error).expect("JSON")], "{line}");
    }
    assert!(talk.ask(" ").is_empty());
    talk.engine.too_long();
    assert!(talk.said()[0]["error"].is_string());
}

/// What is not obeyed is said, and the rest is done.
#[test]
fn warnings() {
    let mut talk = Talk::new("mcts:seed=1", 1);
    for (fields, warned) in [
        (
            json!({ "rootPolicyTemperature": 1.2 }),
            Some(("rootPolicyTemperature", "Unexpected or unused field")),
        ),
        (
            json!({ "overrideSettings": { "wideRootNoise": 0.04 } }),
            Some(("overrideSettings", "wideRootNoise")),
        ),
        (json!({ "overrideSettings": { "wideRootNoise": 0.0, "antiMirror": false, "maxTime": 1e20 } }), None),
        (json!({ "rules": "stone_scoring" }), Some(("rules", "stone-scoring rules are not played here"))),
        (json!({ "rules": { "ko": "SIMPLE", "tax": "ALL" } }), Some(("rules", "\"tax\" \"ALL\""))),
        (json!({ "rules": "new zealand" }), None),
        (json!({ "rules": "japanese" }), None),
        (
            json!({ "rules": { "scoring": "TERRITORY", "tax": "SEKI", "ko": "SIMPLE", "suicide": false } }),
            None,
        ),
        (
            json!({ "avoidMoves": [{ "player": "B", "moves": ["C3"], "untilDepth": 5 }] }),
            Some(("avoidMoves", "untilDepth is 1")),
        ),
    ] {
        let mut said = talk.ask(&query(fields.clone()));
        let answer = said.pop().expect("an answer");
        assert!(answer["rootInfo"]["visits"].as_u64() >= Some(50), "{answer}");
        let warnings: Vec<_> =
            said.iter().map(|said| (&said["field"], said["warning"].as_str().unwrap_or(""))).collect();
        match warned {
            None => assert!(warnings.is_empty(), "{fields}: {warnings:?}"),
            Some((field, part)) => {
                assert!(
                    matches!(&warnings[..], [(at, text)] if **at == json!(field) && text.contains(part)),
                    "{fields}: {warnings:?}"
                );
            }
        }
    }
}

/// Who is to move, komi with what a handicap brings, coordinates in pairs, and passes.
#[test]
fn games() {
    let mut talk = Talk::new("mcts:seed=1", 1);
    let two = json!([["B", "B2"], ["B", "D4"]]);
    for (fields, player) in [
        (json!({}), "B"),
        (json!({ "initialPlayer": "W" }), "W"),
        (json!({ "initialStones": two }), "W"),
        (json!({ "initialStones": two, "initialPlayer": "B" }), "B"),
        (json!({ "moves": [["W", "(0,0)"]], "analyzeTurns": [0] }), "W"),
        (json!({ "moves": [["W", "A5"]] }), "B"),
        (json!({ "moves": [["B", "pass"], ["W", "PASS"]] }), "B"),
        (json!({ "moves": [["b", "A1"], ["black", "A2"]] }), "W"),
    ] {
        let said = talk.ask(&query(fields.clone()));
        assert_eq!(said[0]["rootInfo"]["currentPlayer"], json!(player), "{fields}: {said:?}");
    }
    let corner = json!({ "moves": [["B", "(0,0)"]], "includePolicy": true });
    assert_eq!(talk.ask(&query(corner))[0]["policy"][0], json!(-1.0), "the upper left");
    // A bonus of two points is two points of komi.
    let mut told = |fields: Value| talk.ask(&query(fields)).remove(0)["rootInfo"].clone();
    let bonus = told(json!({ "initialStones": two, "komi": 5.5, "whiteHandicapBonus": "N" }));
    assert_eq!(
        bonus,
        told(
            json!({ "initialStones": two, "komi": 7.5, "rules": { "whiteHandicapBonus": "0" }, "whiteHandicapBonus": null })
        )
    );
    assert_eq!(bonus, told(json!({ "initialStones": two, "komi": 6.5, "whiteHandicapBonus": "N-1" })));
}

#[test]
fn some_moves_alone() {
    let mut talk = Talk::new("mcts:seed=1", 1);
    let mut moves = |field: &str, moves: &[&str]| -> Vec<String> {
        let fields = json!({ field: [{ "player": "B", "moves": moves, "untilDepth": 1 },
            { "player": "W", "moves": ["A1"], "untilDepth": 1 }] });
        let answer = talk.ask(&query(fields)).remove(0);
        let infos = answer["moveInfos"].as_array().expect("moves").clone();
        infos.iter().map(|one| one["move"].as_str().expect("a move").to_owned()).collect()
    };
    let mut allowed = moves("allowMoves", &["C3", "D4"]);
    allowed.sort();
    assert_eq!(allowed, ["C3", "D4"]);
    let avoided = moves("avoidMoves", &["C3", "pass"]);
    assert!(
        avoided.len() > 2 && !avoided.contains(&"C3".into()) && !avoided.contains(&"pass".into()),
        "{avoided:?}"
    );
}

/// One after the other, the most urgent first, then as they came.
#[test]
fn turns_and_priorities() {
    let mut talk = Talk::new("mcts:seed=1", 1);
    // While this is searched the others wait.
    talk.engine.line(&query(json!({ "id": "long", "maxVisits": 1e9, "reportDuringSearchEvery": 0.01 })));
    let heard = talk.hear(|said| said["isDuringSearch"] == json!(true));
    assert!(heard.iter().all(|said| said["id"] == json!("long")));
    let moves = json!([["B", "C3"], ["W", "B2"], ["B", "D2"]]);
    talk.engine.line(&query(json!({ "id": "plain", "moves": moves, "analyzeTurns": [3, 0] })));
    talk.engine
        .line(&query(json!({ "id": "some", "moves": moves, "analyzeTurns": [1, 2], "priorities": [-1, 5] })));
    talk.engine.line(&query(json!({ "id": "urgent", "priority": 7 })));
    assert!(talk.said().iter().all(|said| said["isDuringSearch"] == json!(true)), "the others wait");
    let said = talk.ask("{\"id\":\"stop\",\"action\":\"terminate\",\"terminateId\":\"long\"}");
    let order: Vec<(&str, Option<u64>)> = said
        .iter()
        .filter(|said| said["isDuringSearch"] != json!(true))
        .map(|said| (said["id"].as_str().expect("an id"), said["turnNumber"].as_u64()))
        .collect();
    let known = [
        ("stop", None),
        ("long", Some(0)),
        ("urgent", Some(0)),
        ("some", Some(2)),
        ("plain", Some(3)),
        ("plain", Some(0)),
        ("some", Some(1)),
    ];
    let mut sorted = order.clone();
    // Who is stopped may answer before it is said that it was.
    if sorted[0].0 == "long" {
        sorted.swap(0, 1);
    }
    assert_eq!(sorted, known);
}

#[test]
fn actions() {
    let mut talk = Talk::new("mcts:seed=1", 2);
    let version = talk.ask("{\"id\":\"v\",\"action\":\"query_version\",\"more\":[1]}").remove(0);
    assert_eq!((&version["more"], &version["git_hash"]), (&json!([1]), &json!("<omitted>")));
    assert!(version["version"].as_str().expect("a version").split('.').count() >= 2, "{version}");
    assert_eq!(
        talk.ask("{\"id\":\"m\",\"action\":\"query_models\"}"),
        [json!({ "id": "m", "action": "query_models", "models": [] })]
    );
    assert_eq!(
        talk.ask("{\"id\":\"c\",\"action\":\"clear_cache\"}"),
        [json!({ "id": "c", "action": "clear_cache" })]
    );
    // Two are searched, two wait: the first kind tells what it has, the second that it has nothing.
    let moves = json!([["B", "C3"], ["W", "B2"], ["B", "D2"]]);
    let fields = json!({ "moves": moves, "analyzeTurns": [0, 1, 2, 3], "maxVisits": 1e9, "reportDuringSearchEvery": 0.01 });
    talk.engine.line(&query(fields));
    let turn = |wanted: u64| move |said: &Value| said["turnNumber"].as_u64() == Some(wanted);
    talk.hear(turn(0));
    talk.hear(turn(1));
    talk.engine.line("{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"q\",\"turnNumbers\":[3]}");
    let gone = talk.hear(|said| said["noResults"] == json!(true));
    let gone = gone.iter().find(|said| said["noResults"] == json!(true)).expect("turn 3");
    assert_eq!(*gone, json!({ "id": "q", "isDuringSearch": false, "noResults": true, "turnNumber": 3 }));
    let said = talk.ask("{\"id\":\"t\",\"action\":\"terminate_all\"}");
    let mut last: Vec<(u64, bool)> = said
        .iter()
        .filter(|said| said["isDuringSearch"] == json!(false))
        .map(|said| (said["turnNumber"].as_u64().expect("a turn"), said.get("noResults").is_some()))
        .collect();
    last.sort_unstable();
    assert_eq!(last, [(0, false), (1, false), (2, true)]);
    assert_eq!(talk.ask(&query(json!({})))[0]["isDuringSearch"], json!(false), "and it goes on");
}

/// A lot of positions are answered once each, whatever the threads.
#[test]
fn many_at_once() {
    let mut talk = Talk::new("mcts:seed=1", 3);
    let (sides, names) = (["B", "W"], ["A", "B", "C", "D", "E"]);
    let moves: Vec<Value> =
        (0..20).map(|at| json!([sides[at % 2], format!("{}{}", names[at % 5], 1 + at / 5)])).collect();
    let turns: Vec<usize> = (0..=20).collect();
    for id in ["one", "two"] {
        talk.engine.line(&query(json!({ "id": id, "moves": moves, "analyzeTurns": turns, "maxVisits": 20 })));
    }
    talk.engine.wait();
    let said = talk.said();
    let mut turns_of_two: Vec<u64> = said
        .iter()
        .filter(|said| said["id"] == json!("two"))
        .map(|said| said["turnNumber"].as_u64().expect("a turn"))
        .collect();
    turns_of_two.sort_unstable();
    assert_eq!((said.len(), turns_of_two), (42, (0..=20).collect()));
    // No more than fits is kept.
    talk.engine.line(&query(json!({ "id": "long", "maxVisits": 1e9 })));
    let many = query(json!({ "id": "many", "maxVisits": 1e9, "comment": "x".repeat(900_000) }));
    for _ in 0..100 {
        talk.engine.line(&many);
    }
    let refused = talk.hear(|said| said.get("error").is_some());
    assert_eq!(refused.last(), Some(&json!({ "id": "many", "error": "Too many positions are waiting" })));
    talk.engine.end();
}

#[test]
fn who_cannot_play() {
    for player in ["best:speed=3", "nobody"] {
        let settings =
            AnalysisSettings { threads: 1, player: Some(player.parse().expect(player)), max_visits: 10 };
        assert!(AnalysisEngine::new(&settings, Arc::new(|_| {})).is_err(), "{player}");
    }
    // Who has no visits tells the move all the same.
    let said = Talk::new("random", 1).ask(&query(json!({})));
    assert!(said[0]["moveInfos"].is_array() && said[0]["rootInfo"]["visits"] == json!(0), "{said:?}");
}
