//! The app in a worker: a session and its library, as behind a socket.

use crate::conversation::Partner;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wanqi_play::host::Instant;
use wanqi_server::autosave::Autosave;
use wanqi_server::gallery;
use wanqi_server::library_handle::LibraryHandle;
use wanqi_server::protocol::Event;
use wanqi_server::searches::{Searches, SessionMessage};
use wanqi_server::session::Session;
use wanqi_store::{Keep, Library};

/// The time between two moves of machines that play each other.
const PACE: Duration = Duration::from_millis(350);

/// Passes on a text: an event, or what else was asked for.
pub type Say = Arc<dyn Fn(String) + Send + Sync>;

/// What searches have sent home and nobody has taken in.
type Inbox = Arc<Mutex<VecDeque<SessionMessage>>>;

/// A session, its library and its way out.
struct App {
    session: Autosave,
    inbox: Inbox,
    say: Say,
}

/// Opens the app with what was kept of its library; `keep` is told what changes in it.
///
/// # Panics
/// Never: a library needs no thread here.
pub fn open(kept: Vec<(String, String)>, keep: Keep, say: Say) -> Box<dyn Partner> {
    let inbox = Inbox::default();
    let home = {
        let inbox = Arc::clone(&inbox);
        move |message| inbox.lock().unwrap_or_else(PoisonError::into_inner).push_back(message)
    };
    let session = Session::new(&Searches::default(), PACE, home);
    let handle = LibraryHandle::of(Library::of(kept, keep)).expect("it needs no thread here");
    Box::new(App { session: Autosave::new(session, handle), inbox, say })
}

impl App {
    fn tell(&self, events: Vec<Event>) {
        for event in events {
            (self.say)(serde_json::to_string(&event).expect("an event has only strings for keys"));
        }
    }
}

impl Partner for App {
    fn hear(&mut self, text: &str) {
        if text == "gallery" {
            return (self.say)(format!("{{\"gallery\":{}}}", gallery::written()));
        }
        self.tick();
        let events = self.session.request(text);
        self.tell(events);
    }

    fn hear_meanwhile(&mut self, text: &str) -> bool {
        // A session never waits for its searches.
        self.hear(text);
        true
    }

    fn due(&self) -> Option<u32> {
        let left = self.session.deadline()?.saturating_duration_since(Instant::now());
        Some(u32::try_from(left.as_millis()).unwrap_or(u32::MAX))
    }

    fn tick(&mut self) {
        loop {
            let message = self.inbox.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(message) = message else { break };
            let events = self.session.on_message(message);
            self.tell(events);
        }
        let events = self.session.tick();
        self.tell(events);
    }
}
