//! The app in a worker: a session and its library, as behind a socket.

use crate::conversation::Partner;
use serde::Deserialize;
use serde_json::json;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wanqi_play::host::{self, Instant, Urgency};
use wanqi_play::message;
use wanqi_server::autosave::Autosave;
use wanqi_server::files::{self, ExportRequest, ImportRequest, MAX_FILE_BYTES};
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

/// Before what is asked beside the session.
const BESIDE: &str = "beside ";

/// What is asked beside the session: elsewhere that is asked over HTTP. Each is answered by an object with its name.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Beside {
    /// The pictures of all games.
    Gallery,
    /// Nothing: the browser keeps nothing more of what is said to be kept.
    Unkept,
    /// Games as a text; none if there is none that can be written so.
    Export(ExportRequest),
}

/// A session, its library and its way out.
struct App {
    session: Autosave,
    library: LibraryHandle,
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
    Box::new(App { session: Autosave::new(session, handle.clone()), library: handle, inbox, say })
}

impl App {
    fn tell(&self, events: Vec<Event>) {
        for event in events {
            (self.say)(serde_json::to_string(&event).expect("an event has only strings for keys"));
        }
    }

    fn answer(&self, what: Beside) {
        match what {
            Beside::Gallery => (self.say)(format!("{{\"gallery\":{}}}", gallery::written())),
            Beside::Unkept => {
                // It cannot fail: it keeps nothing.
                let _ = self.library.ask(|library| {
                    library.make_read_only();
                    Ok(())
                });
            }
            Beside::Export(request) => {
                let text = files::give_out(&self.library, &request);
                let text = text.and_then(|text| String::from_utf8(text).ok());
                (self.say)(json!({ "exported": text }).to_string());
            }
        }
    }
}

impl Partner for App {
    fn hear(&mut self, text: &str) {
        if let Some(what) = text.strip_prefix(BESIDE) {
            // The page that asks is of this version.
            return serde_json::from_str(what).map_or((), |what| self.answer(what));
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

    fn hear_file(&mut self, about: &str, file: Vec<u8>) {
        let say = Arc::clone(&self.say);
        let tell = move |line| (say)(json!({ "imported": line }).to_string());
        let request = serde_json::from_str::<ImportRequest>(about).unwrap_or_default();
        if file.len() > MAX_FILE_BYTES {
            let (bytes, most) = (file.len(), MAX_FILE_BYTES);
            return tell(files::ImportLine::Fault(message!(
                "fault.file-too-long",
                "the file has {bytes} bytes; {most} are the most that can be read in here",
                bytes,
                most
            )));
        }
        let library = self.library.clone();
        // As a study does, it lets the game in between.
        let begun = host::spawn("import", 0, Urgency::Study, move || {
            files::read_in(&library, request, &file, |line| {
                tell(line);
                true
            });
        });
        // Here it cannot fail.
        let _ = begun;
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
