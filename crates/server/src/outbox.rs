//! What waits to be sent over a socket, bounded in bytes: a page that does not read costs no more than that.

use crate::protocol::Event;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most bytes that wait, but for a single event that is longer.
const MAX_BYTES: usize = 64 << 10;

/// The session's end.
#[derive(Debug)]
pub struct Outbox {
    room: Arc<Semaphore>,
    queue: UnboundedSender<Text>,
}

/// The socket's end. Once it is dropped, nothing more is taken.
#[derive(Debug)]
pub struct Waiting {
    room: Arc<Semaphore>,
    queue: UnboundedReceiver<Text>,
}

/// An event as text. Its room is free once it is dropped.
#[derive(Debug)]
pub struct Text {
    pub text: String,
    _room: OwnedSemaphorePermit,
}

/// The socket is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed;

/// Both ends of an empty one.
pub fn outbox() -> (Outbox, Waiting) {
    let room = Arc::new(Semaphore::new(MAX_BYTES));
    let (queue, waiting) = unbounded_channel();
    (Outbox { room: Arc::clone(&room), queue }, Waiting { room, queue: waiting })
}

impl Outbox {
    /// Puts an event behind the others, once there is room for it. Where there is none, what the next event tells anew is
    /// not sent. Must not be called on a thread of `runtime`.
    ///
    /// # Errors
    /// If nobody will send it.
    pub fn send(&self, event: &Event, runtime: &Handle) -> Result<(), Closed> {
        let text = serde_json::to_string(event).expect("an event has only strings for keys");
        let bytes = text.len().min(MAX_BYTES) as u32;
        let free = Arc::clone(&self.room).try_acquire_many_owned(bytes).ok();
        if free.is_none() && event.may_be_missed() {
            return if self.room.is_closed() { Err(Closed) } else { Ok(()) };
        }
        let room = match free {
            Some(room) => room,
            None => {
                let room = Arc::clone(&self.room).acquire_many_owned(bytes);
                runtime.block_on(room).map_err(|_| Closed)?
            }
        };
        self.queue.send(Text { text, _room: room }).map_err(|_| Closed)
    }
}

impl Waiting {
    /// The next event; `None` when the session has ended.
    pub async fn next(&mut self) -> Option<Text> {
        self.queue.recv().await
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.room.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ReviewEvent;
    use crate::protocol::RequestError;
    use std::thread;

    /// An event of so many kilobytes as text.
    fn long(kilobytes: usize) -> Event {
        let event = |length| Event::Error { id: None, fault: RequestError::new("x".repeat(length)) };
        let without = serde_json::to_string(&event(0)).expect("it is JSON").len();
        event((kilobytes << 10) - without)
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().expect("a runtime")
    }

    #[test]
    fn what_waits_is_bounded_and_nothing_is_lost_but_progress() {
        let runtime = runtime();
        let (outbox, mut waiting) = outbox();
        for _ in 0..4 {
            outbox.send(&long(16), runtime.handle()).expect("there is room");
        }
        assert_eq!(outbox.room.available_permits(), 0);
        let progress = Event::Review(ReviewEvent { done: 1, of: 2, finished: false });
        for _ in 0..1000 {
            outbox.send(&progress, runtime.handle()).expect("it is not waited for");
        }
        let handle = runtime.handle().clone();
        let thread = thread::spawn(move || {
            outbox.send(&long(100), &handle).expect("once all is read");
            outbox.send(&long(1), &handle)
        });
        let mut lengths = Vec::new();
        for _ in 0..5 {
            lengths.push(runtime.block_on(waiting.next()).expect("an event").text.len() >> 10);
        }
        assert_eq!(lengths, [16, 16, 16, 16, 100], "the last is longer than all the room, but alone");
        drop(waiting);
        // Sent just before, or not any more: whoever sends is not left waiting.
        let _ = thread.join().expect("it ends");
    }

    #[test]
    fn whoever_waits_for_room_hears_that_the_socket_is_closed() {
        let runtime = runtime();
        let (outbox, waiting) = outbox();
        outbox.send(&long(64), runtime.handle()).expect("there is room");
        let handle = runtime.handle().clone();
        let thread = thread::spawn(move || outbox.send(&long(64), &handle));
        assert!(!thread.is_finished());
        drop(waiting);
        assert_eq!(thread.join().expect("it ends"), Err(Closed));
    }
}
