//! `wanqi json`: requests for any game, a JSON object a line, and answers a line. `docs/json.md` is the protocol's description.
//!
//! A request has an `id`, which its answer carries: `{"id": 1, "request": "new", "game": "chess"}` is answered by
//! `{"id": 1, "answer": {…}}` or `{"id": 1, "error": {…}}`, exactly one of both. What takes time runs on threads of its own, may
//! tell `{"id": 1, "progress": {…}}` before its answer, and is stopped by `{"id": 2, "request": "stop", "of": 1}`; everything
//! else is answered before the next line is read.
//!
//! `request` reads lines, `tables` has the games in progress, `jobs` the threads; `games`, `board` and `searches` do what is
//! asked, and `answers` is what the commands' `--json` has alike.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//! use wanqi_protocol::{Json, JsonSettings, Session};
//!
//! # fn main() -> Result<(), wanqi_play::Error> {
//! let said = Arc::new(Mutex::new(Vec::new()));
//! let hears = Arc::clone(&said);
//! let mut json = Json::new(&JsonSettings::default(), Arc::new(move |line| hears.lock().unwrap().push(line)));
//! json.line(r#"{"id": 1, "request": "new", "game": "chess", "moves": "f3 e5 g4"}"#);
//! json.line(r#"{"id": 2, "request": "go", "player": "best:depth=2"}"#);
//! json.wait();
//! assert!(said.lock().unwrap()[1].contains(r#""best":"d8h4""#));
//! # Ok(())
//! # }
//! ```

pub mod answers;
mod board;
mod error;
mod games;
mod jobs;
mod request;
mod searches;
mod tables;

pub use error::RequestError;

use crate::fields::Fields;
use crate::{MAX_LENGTH, Say, Session};
use jobs::{Jobs, answered, failed};
use request::{ENVELOPE, EVERY, GAME, LIMITS, NOTATION, POSITION, RequestKind, TABLE};
use std::num::NonZero;
use std::thread;
use tables::{Seats, Tables};
use wanqi_play::matches::MakePlayer;

/// A conversation of requests and answers.
pub struct Json {
    say: Say,
    tables: Tables,
    seats: Seats,
    jobs: Jobs,
    players: MakePlayer,
    /// Whether the other side has said that it leaves.
    left: bool,
}

/// How requests are done.
#[derive(Clone, Debug)]
pub struct JsonSettings {
    /// How many of those that take time run at once; others wait for their turn.
    pub jobs: usize,
    /// Where players come from: those that are other programs are known to [`player`](crate::player) alone.
    pub players: MakePlayer,
}

impl Default for JsonSettings {
    /// As many at once as there are processors, two at the least.
    fn default() -> JsonSettings {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        JsonSettings { jobs: processors.max(2), players: crate::player }
    }
}

/// What becomes of a request.
enum Reply {
    /// Its answer as JSON.
    Answer(String),
    /// It takes time, and will be answered.
    Begun,
}

/// A request as it is done.
struct Call<'m> {
    /// As JSON.
    id: &'m str,
    fields: Fields<'m>,
}

type Handler = fn(&mut Json, &Call<'_>) -> Result<Reply, RequestError>;

/// A request by its name, with its fields and what does it.
const fn request(
    name: &'static str,
    fields: &'static [&'static [&'static str]],
    handler: Handler,
) -> (RequestKind, Handler) {
    (RequestKind { name, fields }, handler)
}

/// Every request, in the order of the description.
const REQUESTS: &[(RequestKind, Handler)] = &[
    request("hello", &[], Json::hello),
    request("games", &[], Json::games),
    request("describe", &[TABLE, GAME, &["language"]], Json::describe),
    request("check", &[GAME, &["language"]], Json::check),
    request("new", &[TABLE, GAME, POSITION, NOTATION, &["seed"]], Json::new_game),
    request("load", &[TABLE, GAME, NOTATION, &["text", "number", "seed"]], Json::load),
    request("tables", &[], Json::list_tables),
    request("position", &[TABLE, GAME, POSITION, NOTATION], Json::position),
    request("legal", &[TABLE, GAME, POSITION, NOTATION], Json::legal),
    request("view", &[TABLE, GAME, POSITION, NOTATION], Json::view),
    request("play", &[TABLE, &["move", "moves"]], Json::play),
    request("undo", &[TABLE, &["plies"]], Json::undo),
    request("redo", &[TABLE, &["plies"]], Json::redo),
    request("resign", &[TABLE, &["side"]], Json::resign),
    request("record", &[TABLE, GAME, POSITION, &["format", "players", "date", "event"]], Json::record),
    request(
        "analyse",
        &[TABLE, GAME, POSITION, NOTATION, LIMITS, EVERY, &["player", "lines", "only"]],
        Json::analyse,
    ),
    request("go", &[TABLE, LIMITS, EVERY, &["player", "clocks"]], Json::go),
    request("perft", &[TABLE, GAME, POSITION, EVERY, &["depth", "turns", "divide"]], Json::perft),
    request(
        "playouts",
        &[TABLE, GAME, POSITION, EVERY, &["games", "seconds", "plies", "seed"]],
        Json::playouts,
    ),
    request("solve", &[TABLE, GAME, POSITION, NOTATION, EVERY, &["nodes", "seconds"]], Json::solve),
    request(
        "match",
        &[
            TABLE,
            GAME,
            POSITION,
            EVERY,
            &["a", "b", "games", "openings", "opening", "plies", "seconds", "seed", "jobs", "sprt"],
        ],
        Json::play_match,
    ),
    request("stop", &[&["of"]], Json::stop),
    request("close", &[TABLE], Json::close),
    request("quit", &[], Json::quit),
];

impl Json {
    /// Waits for requests.
    pub fn new(settings: &JsonSettings, say: Say) -> Json {
        Json {
            jobs: Jobs::new(settings.jobs, Say::clone(&say)),
            say,
            tables: Tables::default(),
            seats: Seats::default(),
            players: settings.players,
            left: false,
        }
    }

    /// Every request by its name, with the fields that it may have beside `id` and `request`.
    pub fn requests() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        REQUESTS.iter().map(|(kind, _)| (kind.name, kind.own_fields().collect()))
    }

    fn answer(&mut self, line: &str) -> Option<String> {
        let map = match request::object(line) {
            Ok(map) => map,
            Err(error) => return Some(failed("null", &error)),
        };
        let id = match request::id(&map) {
            Ok(id) => id,
            Err(error) => return Some(failed("null", &error)),
        };
        let done = request::kind(&map, REQUESTS).and_then(|(kind, handler)| {
            let fields = request::fields(kind, &map)?;
            if self.jobs.is_under_way(&id) {
                let text = "a request with this id has not been answered yet";
                return Err(RequestError::new("id", text).at("id"));
            }
            let call = Call { id: &id, fields };
            let reply = handler(self, &call);
            let unread =
                || call.fields.unknown().into_iter().filter(|field| !ENVELOPE.contains(field)).count();
            debug_assert!(reply.is_err() || unread() == 0, "{} reads every field that it names", kind.name);
            reply
        });
        match done {
            Ok(Reply::Answer(answer)) => Some(answered(&id, &answer)),
            Ok(Reply::Begun) => None,
            Err(error) => Some(failed(&id, &error)),
        }
    }

    fn quit(&mut self, _: &Call<'_>) -> Result<Reply, RequestError> {
        self.left = true;
        self.jobs.end();
        Ok(Reply::Answer("{}".into()))
    }
}

impl Session for Json {
    fn line(&mut self, line: &str) -> bool {
        if !line.trim().is_empty()
            && let Some(answer) = self.answer(line)
        {
            (self.say)(answer);
        }
        !self.left
    }

    fn too_long(&mut self) {
        let error = RequestError::new("json", format!("a line has at most {MAX_LENGTH} bytes"));
        (self.say)(failed("null", &error));
    }

    fn line_meanwhile(&mut self, line: &str) -> bool {
        // Whatever takes time takes it elsewhere.
        self.line(line);
        true
    }

    /// Waits until all requests are answered.
    fn wait(&mut self) {
        self.jobs.wait();
    }

    /// Stops what is under way, which answers with what it has.
    fn end(&mut self) {
        self.jobs.end();
    }
}
