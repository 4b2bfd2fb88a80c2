//! Learning on the page: one learner in the program, which every page sees that looks, and what it is refused.

use crate::table::{LONG, english};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use wanqi_server::learner_handle::LearnerHandle;
use wanqi_server::searches::{Searches, SessionMessage};
use wanqi_server::session::Session;

struct Page {
    session: Session,
    words: Receiver<SessionMessage>,
}

impl Page {
    fn open(learner: &LearnerHandle) -> Page {
        let (send, words) = channel();
        let session =
            Session::new(&Searches::default(), Duration::ZERO, move |message| drop(send.send(message)))
                .with_learner(learner.clone());
        Page { session, words }
    }

    /// What a request is answered by, if by anything.
    fn ask(&mut self, ask: Value) -> Value {
        let events = self.session.request(&json!({"request": "learn", "ask": ask}).to_string());
        assert!(events.len() < 2, "{events:?}");
        events.first().map_or(Value::Null, |event| serde_json::to_value(event).expect("JSON"))
    }

    /// What a request is refused by.
    fn refused(&mut self, ask: Value) -> String {
        let answer = self.ask(ask);
        assert_eq!(answer["event"], "error", "{answer}");
        english(&answer["fault"]["what"]).to_owned()
    }

    /// The next that is told for which something holds.
    fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.words.recv_timeout(LONG).expect("something is told");
            for event in self.session.on_message(message) {
                let event = serde_json::to_value(event).expect("JSON");
                assert_eq!(event["event"], "learn", "{event}");
                if holds(&event) {
                    return event;
                }
            }
        }
    }

    fn status(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        self.until(|event| event["report"] == "status" && holds(event))
    }
}

fn keeping(data: &Path) -> LearnerHandle {
    LearnerHandle::keeping(data.to_owned())
}

fn start(game: &str) -> Value {
    json!({"start": {"subject": {"game": game}, "seconds": 3600}})
}

fn watch(game: &str) -> Value {
    json!({"watch": {"game": game}})
}

#[test]
fn one_game_is_learnt_at_a_time_and_every_page_sees_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let learner = keeping(folder.path());
    let (mut page, mut other) = (Page::open(&learner), Page::open(&learner));
    let watched = page.ask(watch("breakthrough"));
    assert_eq!((&watched["report"], &watched["title"]), (&json!("watched"), &json!("Breakthrough")));
    assert_eq!(watched["fault"], Value::Null);
    assert_eq!(page.status(|_| true)["running"], Value::Null);
    assert_eq!(page.ask(start("breakthrough")), Value::Null);
    let at = page.status(|event| event["running"]["stage"]["positions"].as_u64() > Some(0));
    assert_eq!((&at["running"]["here"], &at["running"]["generation"]), (&json!(true), &json!(1)));
    assert!(at["running"]["left"].as_f64().is_some_and(|left| left > 3000.0), "{at}");

    // Whoever looks at it sees it, and nobody begins another.
    other.ask(watch("hexapawn"));
    let at = other.status(|event| event["running"] != Value::Null);
    assert_eq!((&at["running"]["here"], &at["running"]["game"]), (&json!(false), &json!("breakthrough")));
    assert_eq!(other.refused(start("hexapawn")), "Breakthrough is being learnt: stop that first");
    assert_eq!(
        other.refused(json!({"forget": {"game": "breakthrough"}})),
        "another learner is at work at this game"
    );
    assert_eq!(other.ask(json!("list"))["learnt"][0]["game"], "breakthrough");

    // A page that is closed does not end it.
    drop(page);
    other.ask(watch("breakthrough"));
    other.status(|event| event["running"]["here"] == true);
    assert_eq!(other.ask(json!("stop")), Value::Null);
    let rests = other.status(|event| event["running"] == Value::Null);
    assert_eq!(rests["fault"], Value::Null);

    // What was played is kept until it is forgotten.
    let listed = other.ask(json!("list"));
    assert_eq!((&listed["running"], &listed["learnt"][0]["generations"]), (&Value::Null, &json!(0)));
    assert_eq!(other.ask(json!({"forget": {"game": "breakthrough"}})), Value::Null);
    other.until(|event| event["report"] == "history");
    assert_eq!(other.ask(json!("list"))["learnt"], json!([]));
}

#[test]
fn a_game_is_shown_while_somebody_looks() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut page = Page::open(&keeping(folder.path()));
    page.ask(watch("hexapawn"));
    let moved = page.until(|event| event["report"] == "moved" && event["ply"].as_u64() > Some(2));
    assert_eq!(moved["generation"], Value::Null, "by the rules alone");
    page.ask(json!("leave"));
    while let Ok(message) = page.words.try_recv() {
        assert!(page.session.on_message(message).is_empty(), "nothing more is told");
    }
}

#[test]
fn ones_own_game_is_learnt_by_its_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut page = Page::open(&keeping(folder.path()));
    let text = wanqi_play::rules::find("breakthrough").expect("it comes with the program").text;
    let rules = text.replace("\"Breakthrough\"", "\"Mine\"");
    let watched = page.ask(json!({"watch": {"game": "rules", "rules": rules}}));
    assert_eq!((&watched["game"], &watched["title"]), (&json!("rules"), &json!("Mine")));
    let subject = json!({"game": "rules", "rules": rules});
    assert_eq!(page.ask(json!({"start": {"subject": subject, "seconds": 3600}})), Value::Null);
    page.status(|event| event["running"]["stage"]["games"].as_u64() > Some(0));
    page.ask(json!("stop"));
    page.status(|event| event["running"] == Value::Null);
    // The same rules are the same game, whatever it is called.
    let listed = page.ask(json!("list"));
    assert_eq!(
        (&listed["learnt"][0]["game"], &listed["learnt"][0]["title"]),
        (&json!("breakthrough"), &json!("Mine"))
    );
    let said = page.refused(json!({"watch": {"game": "rules", "rules": "name = 1"}}));
    assert!(said.contains("the game has no board"), "{said}");
}

#[test]
fn what_cannot_be_learnt_is_said() {
    let mut page = Page::open(&LearnerHandle::default());
    let without = "nothing can be learnt: the app was started without a folder to keep it in";
    assert_eq!(english(&page.ask(watch("hexapawn"))["fault"]), without);
    assert_eq!(english(&page.ask(json!("list"))["fault"]), without);
    assert_eq!(page.refused(start("hexapawn")), without);
    assert_eq!(page.refused(json!({"forget": {"game": "hexapawn"}})), without);
    for name in ["/etc/passwd", "../mine.toml", "nothing"] {
        let said = page.refused(watch(name));
        assert!(said.ends_with("is no rule file"), "{said}");
    }

    let folder = tempfile::tempdir().expect("a folder");
    let mut page = Page::open(&keeping(folder.path()));
    page.ask(watch("breakthrough"));
    // Another program learns it.
    let shipped = wanqi_play::rules::find("breakthrough").expect("it comes with the program");
    let place = folder.path().join("learnt").join(&shipped.rules);
    fs::create_dir_all(&place).expect("room");
    let lock = File::create(place.join("lock")).expect("room");
    lock.lock().expect("nobody else has it");
    page.ask(start("breakthrough"));
    let fault = page.status(|event| event["fault"] != Value::Null);
    assert_eq!(english(&fault["fault"]), "another learner is at work at this game");
    assert_eq!(fault["running"], Value::Null);
    drop(lock);
    // There is no room for it.
    fs::remove_dir_all(&place).expect("removed");
    fs::write(&place, "in the way").expect("room");
    page.ask(start("breakthrough"));
    let file = "what was learnt cannot be read or written: ";
    let fault =
        page.status(|event| event["fault"] != Value::Null && english(&event["fault"]).starts_with(file));
    assert_eq!(fault["running"], Value::Null);
}
