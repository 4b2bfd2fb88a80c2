//! The study of a game: analysis without end, threats, mistakes; requests in, events out.

use crate::table::english;
use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use wanqi_server::searches::{Searches, SessionMessage};
use wanqi_server::session::Session;

const LONG: Duration = Duration::from_secs(60);

struct StudyTable {
    session: Session,
    words: Receiver<SessionMessage>,
    events: Vec<Value>,
}

impl StudyTable {
    fn with(searches: Searches, game: &str, moves: &[&str]) -> StudyTable {
        let (send, words) = channel();
        let session = Session::new(&searches, Duration::ZERO, move |message| drop(send.send(message)));
        let mut table = StudyTable { session, words, events: Vec::new() };
        table.ask(json!({"request": "new", "game": game, "record": {"moves": moves}}));
        table
    }

    fn start(game: &str, moves: &[&str]) -> StudyTable {
        StudyTable::with(Searches::default(), game, moves)
    }

    /// The events of a request, which are also taken down.
    fn ask(&mut self, request: Value) -> Vec<Value> {
        let events = self.session.request(&request.to_string());
        self.take_down(events)
    }

    fn take_down(&mut self, events: Vec<wanqi_server::protocol::Event>) -> Vec<Value> {
        let events: Vec<Value> =
            events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect();
        self.events.extend(events.iter().cloned());
        events
    }

    /// Hears search threads until an event is such.
    fn until(&mut self, such: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.words.recv_timeout(LONG).expect("there is more to hear");
            let events = self.session.on_message(message);
            if let Some(found) = self.take_down(events).into_iter().find(&such) {
                return found;
            }
        }
    }

    fn last(&self, name: &str) -> &Value {
        self.events.iter().rfind(|event| event["event"] == name).expect("there was one")
    }

    /// A node of the record as it was told last.
    fn node(&self, text: &str) -> &Value {
        let trees = self.events.iter().rev().filter(|event| event["event"] == "tree");
        let mut nodes = trees.flat_map(|tree| tree["nodes"].as_array().expect("nodes"));
        nodes.find(|node| node["text"] == text).expect("there is such a move")
    }
}

fn is_analysis_of(node: u64) -> impl Fn(&Value) -> bool {
    move |event| event["event"] == "analysis" && event["node"] == node && event["lines"][0].is_object()
}

#[test]
fn an_analysis_follows_the_board_until_it_is_ended() {
    let mut table = StudyTable::start("chess", &["e4", "e5"]);
    table.ask(json!({"request": "analyse", "on": true, "lines": 2}));
    assert_eq!(table.last("state")["analysing"], json!({"on": true, "lines": 2, "threat": false}));
    let first = table.until(is_analysis_of(2));
    assert_eq!((&first["side"], &first["threat"]), (&json!(0), &json!(false)));
    let line = &first["lines"][0];
    assert_eq!(
        line["points"].as_array().map(Vec::len),
        Some(2),
        "where the move comes from and goes to: {line}"
    );
    for (request, node) in [
        (json!({"request": "move", "text": "Nf3"}), 3),
        (json!({"request": "visit", "node": 1}), 1),
        (json!({"request": "move", "text": "c5"}), 4),
        (json!({"request": "goto", "ply": 0}), 0),
    ] {
        let from = table.events.len();
        table.ask(request);
        table.until(is_analysis_of(node));
        let stale =
            table.events[from..].iter().filter(|event| event["event"] == "analysis" && event["node"] != node);
        assert_eq!(stale.count(), 0, "what is not on the board any more is not told");
    }
    // What was thought is kept with the positions.
    table.ask(json!({"request": "annotate", "node": 0, "comment": "now"}));
    let told = table.node("Nf3").clone();
    assert!(told["evaluation"]["score"].is_number(), "{told}");
    table.ask(json!({"request": "analyse", "on": false}));
    assert_eq!(table.last("state")["analysing"], json!(null));
    let from = table.events.len();
    // The search that was stopped comes home, and no other begins.
    while let Ok(message) = table.words.recv_timeout(Duration::from_millis(300)) {
        let events = table.session.on_message(message);
        table.take_down(events);
    }
    assert!(table.events[from..].iter().all(|event| event["event"] != "analysis"));
}

#[test]
fn an_analysis_rests_while_nobody_looks() {
    let mut table = StudyTable::start("gomoku", &["h8"]);
    table.ask(json!({"request": "analyse", "on": true}));
    table.until(is_analysis_of(1));
    table.ask(json!({"request": "watch", "on": false}));
    let state = table.last("state");
    assert_eq!(
        (&state["watched"], &state["analysing"]["on"]),
        (&json!(false), &json!(true)),
        "it is still wanted"
    );
    // The search comes home, and no other begins.
    loop {
        let message = table.words.recv_timeout(LONG).expect("the search ends");
        let is_end = matches!(message.event, wanqi_server::searches::SearchEvent::Done(..));
        let events = table.session.on_message(message);
        table.take_down(events);
        if is_end {
            break;
        }
    }
    table.ask(json!({"request": "move", "text": "a1"}));
    assert!(table.words.recv_timeout(Duration::from_millis(300)).is_err(), "nobody thinks");
    table.ask(json!({"request": "watch", "on": true}));
    assert_eq!(table.last("state")["watched"], true);
    table.until(is_analysis_of(2));
    // It is so of the next game too.
    table.ask(json!({"request": "watch", "on": false}));
    table.ask(json!({"request": "new", "game": "gomoku"}));
    table.ask(json!({"request": "analyse", "on": true}));
    assert_eq!(table.last("state")["watched"], false);
}

#[test]
fn as_many_lines_are_told_as_are_wanted() {
    for (game, lines) in [("chess", 3), ("go:size=5", 4), ("tictactoe", 8)] {
        let mut table = StudyTable::start(game, &[]);
        table.ask(json!({"request": "analyse", "on": true, "lines": lines}));
        let found = table.until(|event| {
            event["event"] == "analysis" && event["lines"].as_array().is_some_and(|told| told.len() == lines)
        });
        let firsts: std::collections::HashSet<String> = found["lines"]
            .as_array()
            .expect("lines")
            .iter()
            .map(|line| line["moves"][0].to_string())
            .collect();
        assert_eq!(firsts.len(), lines, "{game}: each begins with another move: {found}");
    }
}

#[test]
fn scores_are_the_first_sides() {
    // Black, to move, mates.
    let mut table = StudyTable::start("chess", &["f3", "e5", "g4"]);
    table.ask(json!({"request": "analyse", "on": true}));
    let found = table.until(|event| event["event"] == "analysis" && event["finished"] == true);
    assert_eq!((&found["side"], &found["lines"][0]["decided"]), (&json!(1), &json!(-1)));
    assert_eq!(found["lines"][0]["moves"], json!(["Qh4#"]));
}

#[test]
fn a_threat_is_what_the_other_side_would_do() {
    // White threatens mate on f7.
    let mut table = StudyTable::start("chess", &["e4", "e5", "Bc4", "Nc6", "Qh5"]);
    table.ask(json!({"request": "analyse", "on": true, "threat": true}));
    let found = table.until(|event| event["event"] == "analysis" && !event["lines"][0]["decided"].is_null());
    assert_eq!((&found["threat"], &found["side"]), (&json!(true), &json!(0)));
    assert_eq!(found["lines"][0]["moves"][0], "Qxf7#");
    let look = table.ask(json!({"request": "look", "moves": ["Qxf7#"], "threat": true, "id": 5}));
    assert_eq!((&look[0]["event"], &look[0]["id"]), (&json!("looked"), &json!(5)));
    // In check nobody passes, and where a game knows nothing of passing nothing is said.
    for (game, moves) in [("chess", &["e4", "e5", "Qh5", "Ke7", "Qxe5+"][..]), ("tictactoe", &["b2"])] {
        let mut table = StudyTable::start(game, moves);
        let events = table.ask(json!({"request": "analyse", "on": true, "threat": true}));
        let told = events.iter().find(|event| event["event"] == "analysis").expect("an answer at once");
        assert_eq!((&told["lines"], &told["finished"]), (&json!([]), &json!(true)));
    }
    // Go has a pass of its own. Black must not pass in turn: White would be ahead by the komi.
    let mut table = StudyTable::start("go:size=5", &["C3", "D3", "B2"]);
    table.ask(json!({"request": "analyse", "on": true, "threat": true}));
    let found = table.until(|event| event["event"] == "analysis" && event["lines"][0].is_object());
    assert_eq!(found["side"], 0, "White, to move, would pass");
    assert!(!found["overlay"]["visits"].as_array().expect("visits").is_empty());
}

#[test]
fn a_look_ahead_leaves_the_board_alone() {
    let mut table = StudyTable::start("tictactoe", &["b2"]);
    let before = table.last("state").clone();
    let look = table.ask(json!({"request": "look", "moves": ["a1", "c3"]}));
    let letters: Vec<&Value> =
        look[0]["scene"]["pieces"].as_array().expect("pieces").iter().map(|piece| &piece["letter"]).collect();
    assert_eq!(letters.len(), 3);
    assert_eq!(table.ask(json!({"request": "pause", "on": false})).pop().expect("a state"), before);
    for (moves, fault) in [
        (json!(["b2"]), "not a move here: b2 is taken"),
        (json!(vec!["a1"; 65]), "at most 64 moves are looked ahead"),
    ] {
        let events = table.ask(json!({"request": "look", "moves": moves}));
        assert_eq!(english(&events[0]["fault"]["what"]), fault);
    }
}

#[test]
fn mistakes_are_marked_and_the_better_move_is_shown() {
    // c1 loses; b1 then throws the win away, where X had two ways to win.
    let mut table = StudyTable::start("tictactoe", &["b2", "a2", "c3", "a1", "a3", "c1", "b1"]);
    table.ask(json!({"request": "review", "on": true, "millis": 50}));
    assert_eq!(table.last("review"), &json!({"event": "review", "done": 0, "of": 8, "finished": false}));
    let end = table.until(|event| event["event"] == "review" && event["finished"] == true);
    assert_eq!(end["done"], 8);
    let marks = |text: &str| table.node(text)["marks"].clone();
    assert_eq!(marks("a2"), json!([4]), "an edge in answer to the centre loses");
    assert_eq!(marks("b2"), json!(null));
    let better = table.node("a2")["better"].as_str().expect("a better move").to_owned();
    assert!(["a1", "a3", "c1", "c3"].contains(&&*better), "a corner holds: {better}");
    let beside = table.events.iter().rev().filter(|event| event["event"] == "tree");
    let mut nodes = beside.flat_map(|tree| tree["nodes"].as_array().expect("nodes"));
    assert!(nodes.any(|node| node["text"] == *better && node["parent"] == 1), "it is a variation too");
}

#[test]
fn a_finished_game_is_looked_at_a_second_time() {
    let mut table = StudyTable::start("tictactoe", &["b2", "a2", "c3", "b3", "a1"]);
    for _ in 0..2 {
        table.ask(json!({"request": "review", "on": true, "millis": 20}));
        let end = table.until(|event| event["event"] == "review" && event["finished"] == true);
        assert_eq!((&end["done"], &end["of"]), (&json!(6), &json!(6)));
    }
}

#[test]
fn a_move_tried_instead_of_a_mistake_is_judged() {
    // An edge in answer to the centre loses, every corner holds.
    let mut table = StudyTable::start("tictactoe", &["b2", "a2", "c3"]);
    for (text, as_good) in [("b1", false), ("a1", true), ("a2", false)] {
        table.ask(json!({"request": "goto", "ply": 1}));
        table.ask(json!({"request": "retry", "text": text}));
        let told = table.until(|event| event["event"] == "retried");
        assert_eq!(told["as_good"], as_good, "{text}: {told}");
        assert_eq!(told["lost"].as_f64().is_some_and(|lost| lost > 0.3), !as_good, "{text}: {told}");
        assert_eq!(told["node"], table.node(text)["id"], "a variation of the record");
        assert_eq!(table.last("state")["node"], told["node"], "and on the board");
        assert_eq!(table.node(text)["better"], json!(null), "what is better is not given away");
    }
    let events = table.ask(json!({"request": "retry", "text": "b2"}));
    assert_eq!(events[0]["event"], "error", "no move here");
    assert!(table.events.iter().all(|event| event["event"] != "review"));
}

#[test]
fn a_search_for_mistakes_is_ended_at_once() {
    let mut table = StudyTable::start("gomoku", &["h8", "a1", "h9"]);
    table.ask(json!({"request": "review", "on": true, "millis": 60_000}));
    let told = table.ask(json!({"request": "review", "on": false}));
    assert_eq!((&told[0]["event"], &told[0]["finished"]), (&json!("review"), &json!(true)));
    let message = loop {
        let message = table.words.recv_timeout(LONG).expect("the search ends");
        if matches!(message.event, wanqi_server::searches::SearchEvent::Done(..)) {
            break message;
        }
    };
    let events = table.session.on_message(message);
    assert!(table.take_down(events).iter().all(|event| event["event"] != "review"));
    let events = StudyTable::start("gomoku", &[]).ask(json!({"request": "review", "on": true}));
    assert_eq!(english(&events[0]["fault"]["what"]), "there is no move to judge");
}

#[test]
fn an_endless_analysis_keeps_nobodys_game_waiting() {
    let searches = Searches::at_most(1);
    let mut one = StudyTable::with(searches.clone(), "gomoku", &["h8"]);
    one.ask(json!({"request": "analyse", "on": true}));
    one.until(is_analysis_of(1));
    let mut other = StudyTable::with(searches, "gomoku", &[]);
    other.ask(json!({"request": "new", "game": "gomoku", "seats": ["random", null]}));
    other.until(|event| event["event"] == "state" && event["view"]["ply"] == 1);
}

/// FFO 21 after g5 e8 g2 g4: White to move. H4 and g6 draw, f8 and h5 lose by 2 and 6.
const ENDING: &str = "OOOOOOOO/XOOOOOO./XXOOXOO./XOXOXXX./XXOOXXO./XOXXXO../XOOXXO../XXXXX... O";

#[test]
fn a_solved_ending_tells_the_discs_of_every_move() {
    let mut table = StudyTable::start("othello", &[]);
    table.ask(json!({"request": "position", "text": ENDING}));
    table.ask(json!({"request": "analyse", "on": true, "lines": 3}));
    let of_start = is_analysis_of(0);
    let told = table.until(|event| {
        of_start(event) && event["overlay"]["solved"].as_array().is_some_and(|all| all.len() == 4)
    });
    let solved = told["overlay"]["solved"].as_array().expect("all moves");
    let discs: Vec<f64> = solved.iter().map(|one| one[1].as_f64().expect("discs")).collect();
    assert_eq!(discs, [0.0, 0.0, -2.0, -6.0], "for whose move it is");
    assert_eq!(told["lines"].as_array().map(Vec::len), Some(3), "as many lines as were asked for");
    // People read whose move it is, the curve has the first side.
    let line = &told["lines"][2];
    assert_eq!((english(&line["own"]), &line["score_text"]), ("-2 discs", &json!("+2 discs")));
    assert_eq!((&line["discs"], &line["solved"]), (&json!(2.0), &json!(true)));
    table.ask(json!({"request": "analyse", "on": false}));
}

#[test]
fn a_review_of_othello_counts_discs() {
    let mut table = StudyTable::start("othello", &[]);
    table.ask(json!({"request": "position", "text": ENDING}));
    for text in ["h4", "f8", "g7"] {
        table.ask(json!({"request": "move", "text": text}));
    }
    table.ask(json!({"request": "review", "on": true, "millis": 20_000}));
    table.until(|event| event["event"] == "review" && event["finished"] == true);
    for (text, discs, marks) in [("h4", 0.0, json!(null)), ("f8", 0.0, json!(null)), ("g7", 4.0, json!([4]))]
    {
        let node = table.node(text);
        assert_eq!(node["evaluation"]["discs"], json!(discs), "{text}");
        assert_eq!(node["evaluation"]["solved"], json!(true), "{text}");
        assert_eq!(node["marks"], marks, "four discs and the draw");
    }
    assert_eq!(table.node("g7")["better"], "g6");
    // White passes, and Black takes all that is left.
    let mut table = StudyTable::start("othello", &[]);
    let few = "XO....../......../......../......../......../......../......../........ O";
    table.ask(json!({"request": "position", "text": few}));
    table.ask(json!({"request": "move", "text": "pass"}));
    table.ask(json!({"request": "move", "text": "c1"}));
    table.ask(json!({"request": "review", "on": true, "millis": 20}));
    table.until(|event| event["event"] == "review" && event["finished"] == true);
    let end = &table.node("c1")["evaluation"];
    assert_eq!((&end["discs"], &end["score_text"]), (&json!(64.0), &json!("+64 discs")));
}
