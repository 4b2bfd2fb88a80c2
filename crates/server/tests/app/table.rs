//! A session as a function: requests in, events out.

use serde_json::{Value, json};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use wanqi_server::searches::{Searches, SessionMessage};
use wanqi_server::session::Session;

/// A search that does not end by itself in the time that a test takes, on the board of gomoku.
pub const ENDLESS: &str = "best:depth=100";
pub const LONG: Duration = Duration::from_secs(60);

/// A message in English.
pub fn english(message: &Value) -> &str {
    message.as_str().or_else(|| message["english"].as_str()).expect("a message")
}

pub struct Table {
    pub session: Session,
    pub words: Receiver<SessionMessage>,
}

impl Table {
    pub fn with(searches: Searches) -> Table {
        let (send, words) = channel();
        let session = Session::new(&searches, Duration::ZERO, move |message| drop(send.send(message)));
        Table { session, words }
    }

    /// A new game; `null` is a person's seat.
    pub fn start(game: &str, seats: Value) -> Table {
        let mut table = Table::with(Searches::default());
        table.state(json!({"request": "new", "game": game, "seats": seats}));
        table
    }

    pub fn ask(&mut self, request: &str) -> Vec<Value> {
        let events = self.session.request(request);
        events.iter().map(|event| serde_json::to_value(event).expect("an event is JSON")).collect()
    }

    /// The state after a request that can be met.
    pub fn state(&mut self, request: Value) -> Value {
        let events = self.ask(&request.to_string());
        match events.last() {
            Some(state) if state["event"] == "state" => state.clone(),
            _ => panic!("{request} gave {events:?}"),
        }
    }

    pub fn moves(&mut self, moves: &[&str]) -> Value {
        let mut state = self.look();
        for text in moves {
            state = self.state(json!({"request": "move", "text": text}));
        }
        state
    }

    /// The state, by a request that changes nothing while the machine does not wait.
    pub fn look(&mut self) -> Value {
        self.ask(r#"{"request": "pause", "on": false}"#).pop().expect("an answer")
    }

    /// What is wrong with a request that cannot be met; it must change nothing.
    pub fn fault(&mut self, request: &str) -> Value {
        let before = self.look();
        let mut events = self.ask(request);
        assert_eq!(events.len(), 1, "{request} gave {events:?}");
        assert_eq!(events[0]["event"], "error", "{request} gave {events:?}");
        assert_eq!(self.look(), before, "{request} has changed something");
        events.remove(0)
    }

    /// Hears search threads until nobody thinks any more, and gives all events.
    pub fn settle(&mut self) -> Vec<Value> {
        let mut heard = Vec::new();
        loop {
            let message = self.words.recv_timeout(LONG).expect("a search ends");
            for event in self.session.on_message(message) {
                let event = serde_json::to_value(event).expect("an event is JSON");
                let quiet = event["event"] == "state" && event["searching"].is_null();
                heard.push(event);
                if quiet {
                    return heard;
                }
            }
        }
    }
}

pub fn last(events: &[Value]) -> &Value {
    events.last().expect("there are events")
}
