//! The lab behind a session: requests in, reports out.

use crate::table::english;
use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use wanqi_server::searches::{Searches, SessionMessage};
use wanqi_server::session::Session;

const LONG: Duration = Duration::from_secs(60);
/// A player that does not end by itself in the time that a test takes.
const ENDLESS: &str = "minimax:depth=30";

struct Lab {
    session: Session,
    words: Receiver<SessionMessage>,
}

impl Lab {
    fn beside(game: &str) -> Lab {
        let (send, words) = channel();
        let mut session =
            Session::new(&Searches::at_most(2), Duration::ZERO, move |message| drop(send.send(message)));
        session.request(&json!({"request": "new", "game": game}).to_string());
        Lab { session, words }
    }

    fn request(&mut self, request: &Value) -> Vec<Value> {
        let events = self.session.request(&request.to_string());
        events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect()
    }

    /// Asks about the position on the table.
    fn ask(&mut self, id: u64, ask: &Value) -> Vec<Value> {
        self.request(&json!({"request": "lab", "id": id, "ask": ask}))
    }

    /// Everything that is told until a run is done.
    fn until_done(&mut self) -> Vec<Value> {
        let mut heard: Vec<Value> = Vec::new();
        while heard.last().is_none_or(|event| event["report"] != "done") {
            let message = self.words.recv_timeout(LONG).expect("a run ends");
            let events = self.session.on_message(message);
            heard.extend(events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")));
        }
        heard
    }
}

#[test]
fn the_ladder_is_told_row_by_row_and_then_theory() {
    let mut lab = Lab::beside("connect4");
    // A page sends players in parts; texts are as good.
    let parts = json!({"name": "best", "options": [["depth", "4"], ["table", "0"]]});
    let players = json!(["random", "minimax:depth=4", "alphabeta:depth=4", parts]);
    let begun = lab.ask(7, &json!({"ladder": {"players": players, "millis": 60_000}}));
    assert_eq!(begun.len(), 1, "{begun:?}");
    assert_eq!(
        begun[0]["players"],
        json!(["random", "minimax:depth=4", "alphabeta:depth=4", "best:depth=4,table=0"])
    );
    let heard = lab.until_done();
    assert!(heard.iter().all(|event| event["event"] == "lab" && event["id"] == 7), "{heard:?}");
    let last: Vec<&Value> = heard.iter().filter(|event| event["finished"] == true).collect();
    let rows: Vec<u64> = last.iter().filter_map(|event| event["row"].as_u64()).collect();
    assert_eq!(rows, [0, 1, 2, 3]);
    let leaves = |row: usize| last[row]["thought"]["work"]["leaves"].as_u64().expect("a number");
    assert_eq!(last[1]["thought"]["score"], last[2]["thought"]["score"]);
    let theory = &heard[heard.len() - 2]["theory"];
    assert_eq!(theory["leaves"], leaves(1));
    assert!(theory["least"].as_u64().expect("a number") <= leaves(2) && leaves(2) < leaves(1));
    assert_eq!(theory["branching"], 7.0);
}

#[test]
fn a_run_is_stopped_or_given_up_and_nobody_hears_of_it_any_more() {
    let mut lab = Lab::beside("chess");
    lab.ask(1, &json!({"ladder": {"players": [ENDLESS, "random"], "millis": 60_000}}));
    lab.ask(2, &json!({"ladder": {"players": [ENDLESS, "random"], "millis": 60_000}}));
    lab.ask(3, &json!("stop"));
    let heard = lab.until_done();
    assert!(heard.iter().all(|event| event["id"] == 2), "{heard:?}");
    assert!(heard.iter().all(|event| event["row"] != 1), "the second player is not asked any more");
    // The game has not heard of any of it.
    let events = lab.request(&json!({"request": "move", "text": "e4"}));
    let state = events.iter().find(|event| event["event"] == "state").expect("a state");
    assert_eq!(state["view"]["ply"], 1);
}

#[test]
fn what_cannot_be_done_is_said_and_a_run_goes_on() {
    let mut lab = Lab::beside("tictactoe");
    lab.ask(1, &json!({"ladder": {"players": [ENDLESS], "millis": 60_000}}));
    let many = ["random"; 17];
    for (ask, fault) in [
        (json!({"ladder": {"players": ["oracle"], "millis": 1}}), "oracle"),
        (json!({"ladder": {"players": many, "millis": 1}}), "at most 16 players are compared"),
        (json!({"ladder": {"players": "random", "millis": 1}}), "not a request"),
        (json!({"look": {"moves": ["a1", "a1"]}}), "a1"),
        (json!("think"), "unknown variant `think`"),
    ] {
        let events = lab.ask(2, &ask);
        assert_eq!((events.len(), &events[0]["event"]), (1, &json!("error")), "{ask} gave {events:?}");
        let what = english(&events[0]["fault"]["what"]);
        assert!(what.contains(fault), "{what:?} for {ask}");
    }
    assert!(lab.until_done().iter().all(|event| event["id"] == 1));
}

#[test]
fn a_finished_game_has_nothing_to_compare() {
    let mut lab = Lab::beside("tictactoe");
    for mv in ["a1", "b1", "a2", "b2", "a3"] {
        lab.request(&json!({"request": "move", "text": mv}));
    }
    lab.ask(1, &json!({"ladder": {"players": ["random"], "millis": 1}}));
    let heard = lab.until_done();
    assert_eq!(heard[0]["event"], "error");
    assert_eq!(heard[0]["id"], 1);
}

#[test]
fn positions_are_looked_at_on_the_table_and_elsewhere() {
    let mut lab = Lab::beside("tictactoe");
    lab.request(&json!({"request": "move", "text": "b2"}));
    let here = lab.ask(1, &json!({"look": {"moves": ["a1"]}}));
    assert_eq!(here[0]["view"]["ply"], 2);
    assert_eq!(here[0]["view"]["scene"]["pieces"].as_array().map(Vec::len), Some(2));
    assert_eq!(here[0]["layout"]["columns"], 3);
    let there = lab.request(&json!({"request": "lab", "id": 2, "ask": {"look": {}},
        "at": {"game": "chess", "position": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}}));
    assert_eq!(there[0]["view"]["scene"]["pieces"].as_array().map(Vec::len), Some(3));
    assert!(there[0]["evaluations"].as_array().is_some_and(|evaluations| !evaluations.is_empty()));
    let wrong = lab
        .request(&json!({"request": "lab", "ask": {"look": {}}, "at": {"game": "chess", "position": "x"}}));
    assert_eq!(wrong[0]["event"], "error");
}

#[test]
fn a_search_is_told_step_by_step() {
    let mut lab = Lab::beside("tictactoe");
    for (player, steps) in
        [("alphabeta:depth=3", "nodes"), ("minimax:depth=2", "nodes"), ("mcts:playouts=50", "simulations")]
    {
        lab.ask(1, &json!({"tree": {"player": player, "nodes": 400}}));
        let heard = lab.until_done();
        let tree = &heard[0];
        assert_eq!(
            (heard.len(), &tree["report"], &tree["steps"]),
            (2, &json!("tree"), &json!(steps)),
            "{player}"
        );
        let nodes = tree["nodes"].as_array().expect("nodes");
        assert!(nodes.len() > 9 && nodes[0]["parent"].is_null(), "{player}");
        assert!(nodes[1..].iter().all(|node| node["text"] != ""), "{player}");
    }
    lab.ask(2, &json!({"tree": {"player": "best:depth=3", "nodes": 400}}));
    assert_eq!(lab.until_done()[0]["event"], "error", "the strong search cannot be told so");
}

#[test]
fn random_games_are_counted_by_their_first_move() {
    let mut lab = Lab::beside("tictactoe");
    lab.ask(1, &json!({"heat": {"millis": 300}}));
    let heard = lab.until_done();
    let all = &heard[heard.len() - 2];
    assert_eq!((&all["report"], &all["finished"]), (&json!("heat"), &json!(true)));
    let moves = all["moves"].as_array().expect("moves");
    let number = |of: &Value, key: &str| of[key].as_u64().expect("a number");
    assert_eq!(moves.iter().map(|mv| number(mv, "games")).sum::<u64>(), number(all, "games"));
    let rate = |mv: &Value| number(mv, "wins") as f64 / number(mv, "games") as f64;
    let best = moves.iter().max_by(|a, b| rate(a).total_cmp(&rate(b))).expect("a move");
    assert_eq!(best["text"], "b2", "the middle wins most");
    assert!(heard.len() <= 300 / 50 + 3, "{} reports in 0.3 s", heard.len());
}

#[test]
fn lessons_are_told() {
    let mut lab = Lab::beside("tictactoe");
    let lessons = lab.ask(1, &json!("lessons"));
    assert!(lessons[0]["lessons"].as_array().is_some_and(|lessons| lessons.len() >= 7));
}
