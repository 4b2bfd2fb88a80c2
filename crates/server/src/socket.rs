//! A WebSocket and the session behind it.
//!
//! The session lives on a thread of its own, so that a slow move list or a failure stays its own affair. The
//! socket's task carries texts between the two; when it ends, for whatever reason, the session and its search do.

use crate::autosave::Autosave;
use crate::learner_handle::LearnerHandle;
use crate::library_handle::LibraryHandle;
use crate::outbox::{Outbox, Waiting, outbox};
use crate::protocol::{Event, RequestError};
use crate::rate_limit::RateLimit;
use crate::searches::{SearchEvent, Searches, SessionMessage};
use crate::session::Session;
use axum::extract::ws::{Message, WebSocket};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

/// Messages on their way in before the sender has to wait.
const QUEUE: usize = 64;
/// How long a page may take to accept an event before it is given up.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The time between two moves of machines that play each other.
const PACE: Duration = Duration::from_millis(350);

/// What a session's thread is told.
enum Input {
    Request(String),
    Binary,
    SessionMessage(Box<SessionMessage>),
}

impl Input {
    /// The bytes that it took.
    fn length(&self) -> usize {
        match self {
            Input::Request(text) => text.len(),
            Input::Binary | Input::SessionMessage(_) => 0,
        }
    }
}

/// Plays one game over one socket, until it closes.
pub async fn play(mut socket: WebSocket, searches: Searches, handle: LibraryHandle, learner: LearnerHandle) {
    let (told, inbox) = channel(QUEUE);
    let (outbox, mut events) = outbox();
    // The search threads hold the way in weakly: once the socket is gone, the session hears nothing more and ends.
    let way_home = told.downgrade();
    let home = move |message: SessionMessage| {
        let message = Box::new(message);
        let Some(told) = way_home.upgrade() else { return };
        match message.event {
            SearchEvent::Progress(_) => drop(told.try_send(Input::SessionMessage(message))),
            SearchEvent::Lab(ref event) if event.may_be_missed() => {
                drop(told.try_send(Input::SessionMessage(message)))
            }
            SearchEvent::Tournament(ref report) if report.may_be_missed() => {
                drop(told.try_send(Input::SessionMessage(message)))
            }
            SearchEvent::Learn(ref report) if report.may_be_missed() => {
                drop(told.try_send(Input::SessionMessage(message)))
            }
            SearchEvent::Done(..)
            | SearchEvent::Lab(_)
            | SearchEvent::Tournament(_)
            | SearchEvent::Learn(_) => drop(told.blocking_send(Input::SessionMessage(message))),
        }
    };
    let session = Autosave::new(Session::new(&searches, PACE, home).with_learner(learner), handle);
    let clock = Handle::current();
    let started =
        thread::Builder::new().name("game".into()).spawn(move || serve(session, inbox, &outbox, &clock));
    if let Err(error) = started {
        tracing::error!("no thread for a game: {error}");
        return;
    }
    carry(&mut socket, told, &mut events).await;
    let _ = timeout(TIMEOUT, socket.send(Message::Close(None))).await;
}

/// Carries texts both ways until either side ends.
async fn carry(socket: &mut WebSocket, told: Sender<Input>, events: &mut Waiting) {
    let mut pace = RateLimit::new(Instant::now());
    // Whether the page has asked so much that it has to wait.
    let mut waits = false;
    loop {
        tokio::select! {
            () = sleep_until(pace.next()), if waits => waits = false,
            event = events.next() => {
                let Some(mut event) = event else { return };
                match timeout(TIMEOUT, socket.send(Message::Text(std::mem::take(&mut event.text).into()))).await {
                    Ok(Ok(())) => {}
                    _ => return,
                }
            }
            // A page that asks faster than it is answered has to wait; events still reach it meanwhile.
            message = socket.recv(), if told.capacity() > 0 && !waits => {
                let input = match message {
                    Some(Ok(Message::Text(text))) => Input::Request(text.as_str().into()),
                    Some(Ok(Message::Binary(_))) => Input::Binary,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                let now = Instant::now();
                pace.count(input.length(), now);
                waits = pace.next() > now;
                if told.send(input).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// The session's thread.
fn serve(mut session: Autosave, mut inbox: Receiver<Input>, outbox: &Outbox, clock: &Handle) {
    loop {
        let heard = match session.deadline() {
            None => inbox.blocking_recv().map(Some),
            // Nothing, if a flag falls first.
            Some(flag) => match clock.block_on(async { timeout_at(flag.into(), inbox.recv()).await }) {
                Ok(input) => input.map(Some),
                Err(_) => Some(None),
            },
        };
        let Some(input) = heard else { return };
        let events = catch_unwind(AssertUnwindSafe(|| match input {
            Some(Input::Request(text)) => session.request(&text),
            Some(Input::SessionMessage(message)) => session.on_message(*message),
            Some(Input::Binary) => vec![fault("a request is a text, not a binary message")],
            None => session.tick(),
        }));
        let failed = events.is_err();
        for event in events.unwrap_or_else(|_| vec![fault("the game has failed; it is taken up again")]) {
            if outbox.send(&event, clock).is_err() {
                return;
            }
        }
        if failed {
            // Nobody knows what state it is in. The page connects again and restores the game from its record.
            return;
        }
    }
}

fn fault(what: &str) -> Event {
    Event::Error { id: None, fault: RequestError::new(what) }
}
