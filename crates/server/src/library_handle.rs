//! The library behind all sockets, on a thread of its own.
//!
//! Whoever saves waits until it is written, so that nothing is confirmed to a page that a killed process would lose.
//! What waits at the same time is written at once: two hundred games cost little more than one.

use crate::protocol::RequestError;
use std::collections::HashMap;
#[cfg(not(target_arch = "wasm32"))]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(not(target_arch = "wasm32"))]
use std::{thread, time::Duration};
use wanqi_play::record::GameRecord;
use wanqi_play::{Message, message};
use wanqi_store::{Error, GameId, Library, Saving, Version};

/// Orders on their way before whoever gives one has to wait.
#[cfg(not(target_arch = "wasm32"))]
const QUEUE: usize = 1024;
/// The most games that are written at once.
#[cfg(not(target_arch = "wasm32"))]
const BATCH: usize = 256;
/// How long anything may take.
#[cfg(not(target_arch = "wasm32"))]
const TIMEOUT: Duration = Duration::from_secs(20);

/// The way to the library, for any number of sockets.
#[derive(Clone, Debug)]
pub struct LibraryHandle {
    #[cfg(not(target_arch = "wasm32"))]
    orders: SyncSender<Order>,
    /// Where there is one thread, whoever gives an order carries it out.
    #[cfg(target_arch = "wasm32")]
    library: Arc<Mutex<Library>>,
    /// Which socket a game is open at, so that two never write over each other, and its version in the library, so that
    /// two programs do not.
    open: Arc<Mutex<HashMap<GameId, (LibraryClient, Version)>>>,
    clients: Arc<AtomicU64>,
}

/// A socket as the library knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryClient(u64);

enum Order {
    Save(Box<Save>),
    Other(Box<dyn FnOnce(&mut Library) + Send>),
}

struct Save {
    place: Option<(GameId, Version)>,
    record: GameRecord,
    state: String,
    answer: SyncSender<Result<(GameId, Version), Message>>,
}

impl Save {
    fn order(&self) -> Saving<'_> {
        Saving { place: self.place, record: &self.record, state: Some(&self.state) }
    }
}

impl LibraryHandle {
    /// Takes charge of a library.
    ///
    /// # Errors
    /// If the system gives no thread.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of(library: Library) -> std::io::Result<LibraryHandle> {
        let (orders, inbox) = mpsc::sync_channel(QUEUE);
        thread::Builder::new().name("library".into()).spawn(move || run(library, &inbox))?;
        Ok(LibraryHandle { orders, open: Arc::default(), clients: Arc::default() })
    }

    /// Takes charge of a library.
    ///
    /// # Errors
    /// Never; where there are threads the system may give none.
    #[cfg(target_arch = "wasm32")]
    pub fn of(library: Library) -> std::io::Result<LibraryHandle> {
        let library = Arc::new(Mutex::new(library));
        Ok(LibraryHandle { library, open: Arc::default(), clients: Arc::default() })
    }

    /// A new socket.
    pub fn client(&self) -> LibraryClient {
        LibraryClient(self.clients.fetch_add(1, Ordering::Relaxed))
    }

    /// Opens a game at a socket, as the library has it, and takes it from any other that has it.
    pub fn take(&self, client: LibraryClient, id: GameId, version: Version) {
        self.lock().insert(id, (client, version));
    }

    /// Whether the game is open at this socket and no other.
    pub fn has(&self, client: LibraryClient, id: GameId) -> bool {
        self.version(client, id).is_some()
    }

    /// The version of a game that this socket has written or read last, while it is open there.
    fn version(&self, client: LibraryClient, id: GameId) -> Option<Version> {
        self.lock().get(&id).filter(|&&(at, _)| at == client).map(|&(_, version)| version)
    }

    /// Closes a game, if it is still this socket's.
    pub fn leave(&self, client: LibraryClient, id: GameId) {
        let mut open = self.lock();
        if open.get(&id).is_some_and(|&(at, _)| at == client) {
            open.remove(&id);
        }
    }

    /// Keeps a game, and gives its number once it is written. A game that is open at another socket, or that another
    /// program has changed since, or deleted, gets a new one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(
        &self,
        client: LibraryClient,
        id: Option<GameId>,
        record: GameRecord,
        state: String,
    ) -> Result<GameId, RequestError> {
        let place = id.and_then(|id| Some((id, self.version(client, id)?)));
        let (answer, written) = mpsc::sync_channel(1);
        self.order(Order::Save(Box::new(Save { place, record, state, answer })))?;
        let (id, version) = answer_of(&written)?.map_err(RequestError::new)?;
        if let Some((before, _)) = place.filter(|&(before, _)| before != id) {
            self.leave(client, before);
        }
        self.take(client, id, version);
        Ok(id)
    }

    /// Deletes games, and says how many of them there were.
    ///
    /// # Errors
    /// If they cannot be deleted.
    pub fn delete(&self, ids: Vec<GameId>) -> Result<usize, RequestError> {
        self.lock().retain(|id, _| !ids.contains(id));
        self.ask(move |library| library.delete(&ids))
    }

    /// Asks the library anything.
    ///
    /// # Errors
    /// The library's own, in words.
    pub fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Library) -> Result<T, wanqi_store::Error> + Send + 'static,
    ) -> Result<T, RequestError> {
        let (answer, answered) = mpsc::sync_channel(1);
        self.order(Order::Other(Box::new(move |library| drop(answer.send(question(library))))))?;
        answer_of(&answered)?.map_err(|error| RequestError::new(error.to_string()))
    }

    #[cfg(target_arch = "wasm32")]
    fn order(&self, order: Order) -> Result<(), RequestError> {
        let mut library = self.library.lock().unwrap_or_else(PoisonError::into_inner);
        match order {
            Order::Save(save) => write(&mut library, &mut vec![*save]),
            Order::Other(other) => other(&mut library),
        }
        Ok(())
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn order(&self, order: Order) -> Result<(), RequestError> {
        self.orders.send(order).map_err(|_| silent())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, (LibraryClient, Version)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What has come of an order.
fn answer_of<T>(answered: &Receiver<T>) -> Result<T, RequestError> {
    #[cfg(target_arch = "wasm32")]
    return answered.try_recv().map_err(|_| silent());
    #[cfg(not(target_arch = "wasm32"))]
    answered.recv_timeout(TIMEOUT).map_err(|_| silent())
}

fn silent() -> RequestError {
    RequestError::new(message!("fault.library-silent", "the library does not answer"))
}

/// The library's thread: ends when nobody can give orders any more.
#[cfg(not(target_arch = "wasm32"))]
fn run(mut library: Library, inbox: &Receiver<Order>) {
    while let Ok(first) = inbox.recv() {
        let mut saves = Vec::new();
        let mut next = Some(first);
        while let Some(order) = next {
            match order {
                Order::Save(save) => saves.push(*save),
                Order::Other(other) => {
                    // In the order given: what was saved before is there.
                    write(&mut library, &mut saves);
                    if catch_unwind(AssertUnwindSafe(|| other(&mut library))).is_err() {
                        tracing::error!("a question to the library has failed");
                    }
                }
            }
            next = if saves.len() < BATCH { inbox.try_recv().ok() } else { None };
        }
        write(&mut library, &mut saves);
    }
}

/// Writes what has been gathered, and tells everybody.
fn write(library: &mut Library, saves: &mut Vec<Save>) {
    if saves.is_empty() {
        return;
    }
    let games: Vec<_> = saves.iter().map(Save::order).collect();
    let written = library.write_all(&games);
    if let Err(error) = &written {
        tracing::error!("{error}");
    }
    for (i, save) in saves.drain(..).enumerate() {
        let answer = match &written {
            Ok(ids) => Ok(ids[i]),
            Err(Error::Unkept) => Err(message!(
                "fault.unkept",
                "the browser keeps no more games: this one is kept by the page alone"
            )),
            Err(error) => Err(Message::plain(format!("the game is not kept: {error}"))),
        };
        // Whoever does not wait any more has given up.
        let _ = save.answer.send(answer);
    }
}
