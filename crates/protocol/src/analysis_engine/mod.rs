//! KataGo's analysis engine, <https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md>: a query in JSON a
//! line, each of a game and of the turns of it that are to be searched; several are at the same time, and the answers, a line
//! for each turn, come as they are found.
//!
//! `query` reads what is asked, by `fields`; `queue` has what waits; `answer` writes what was found; here the threads are
//! that search, and what is asked beside positions.

mod answer;
mod query;
mod queue;

use crate::fields::{FieldError, Fields};
use crate::kata::{self, KATAGO_VERSION};
use crate::options::{self, Setting, Settings};
use crate::{MAX_LENGTH, Say, Session};
use answer::Answer;
use query::Query;
use queue::{Queue, Task};
use serde_json::{Map, Value, json};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use wanqi_play::{Error, Limits, Player, Spec, Thought};
use wanqi_search::host::Instant;

/// A conversation of queries and answers.
pub struct AnalysisEngine {
    say: Say,
    queue: Arc<Queue>,
    workers: Vec<JoinHandle<()>>,
}

/// How positions are searched.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysisSettings {
    /// How many positions are searched at the same time.
    pub threads: usize,
    /// Who thinks; `None` for the strongest of the game.
    pub player: Option<Spec>,
    /// Visits of a position whose query says nothing of them.
    pub max_visits: u64,
}

/// Searches recurse once a ply.
const STACK: usize = 64 << 20;
/// Megabytes that the trees of all threads may take together.
const MEMORY: usize = 1024;

impl AnalysisEngine {
    /// Waits for queries, with threads that search.
    ///
    /// # Errors
    /// If there is no such player, or the system gives no threads.
    pub fn new(settings: &AnalysisSettings, say: Say) -> Result<AnalysisEngine, Error> {
        // Who cannot play is found out now, and not with the first query.
        let any = Query::read("", &smallest()).map_err(|error| Error::spec(error.text))?.0;
        let table = any.table(0)?;
        options::player(&*table, settings.player.as_ref(), &memory(settings))?;
        let queue = Arc::new(Queue::default());
        let mut engine = AnalysisEngine { say, queue, workers: Vec::new() };
        for _ in 0..settings.threads.max(1) {
            let mut worker = Worker {
                settings: settings.clone(),
                queue: Arc::clone(&engine.queue),
                say: Arc::clone(&engine.say),
                player: None,
            };
            let thread = thread::Builder::new().name("analysis".into()).stack_size(STACK);
            let thread = thread.spawn(move || worker.run());
            let no_thread = |error| Error::Player(format!("no thread for a search: {error}"));
            engine.workers.push(thread.map_err(no_thread)?);
        }
        Ok(engine)
    }

    fn query(&self, id: &str, map: &Map<String, Value>, bytes: usize) {
        match Query::read(id, map) {
            Ok((query, warnings)) => {
                warnings.iter().for_each(|warning| (self.say)(answer::warning(id, warning)));
                if !self.queue.push(query, bytes) {
                    (self.say)(answer::failure(Some(id), "Too many positions are waiting"));
                }
            }
            Err(error) => (self.say)(answer::error(id, &error)),
        }
    }

    /// What is asked beside positions is answered by the same object, with more in it.
    fn action(&self, map: &Map<String, Value>) -> Result<(), FieldError> {
        let fields = Fields::new(map);
        let turns = fields.integers("turnNumbers")?;
        let wanted = |task: &Task| turns.as_ref().is_none_or(|turns| turns.contains(&(task.turn as i64)));
        let mut gone = Vec::new();
        let mut echo = Value::Object(map.clone());
        match fields.text("action")?.unwrap_or_default() {
            "query_version" => {
                echo["version"] = KATAGO_VERSION.into();
                echo["git_hash"] = "<omitted>".into();
                echo["engine"] = concat!("Wanqi ", env!("CARGO_PKG_VERSION")).into();
            }
            "query_models" => echo["models"] = json!([]),
            // Every position is searched anew anyway.
            "clear_cache" => {}
            "terminate" => {
                let of = Fields::required("terminateId", fields.text("terminateId")?)?;
                gone = self.queue.terminate(|task| task.query.id == of && wanted(task));
            }
            "terminate_all" => gone = self.queue.terminate(wanted),
            _ => {
                let known = "query_version, query_models, clear_cache, terminate, terminate_all";
                return Err(FieldError::new("action", format!("Must be one of {known}")));
            }
        }
        (self.say)(echo.to_string());
        gone.iter().for_each(|task| (self.say)(answer::nothing(&task.query.id, task.turn)));
        Ok(())
    }
}

impl Session for AnalysisEngine {
    fn line(&mut self, line: &str) -> bool {
        if line.trim().is_empty() {
            return true;
        }
        let map = match serde_json::from_str(line) {
            Ok(Value::Object(map)) => map,
            Ok(_) => {
                (self.say)(answer::failure(None, "Must be an object"));
                return true;
            }
            Err(error) => {
                (self.say)(answer::failure(None, &format!("Could not parse as JSON: {error}")));
                return true;
            }
        };
        match map.get("id").map(Value::as_str) {
            Some(Some(id)) if map.contains_key("action") => {
                if let Err(error) = self.action(&map) {
                    (self.say)(answer::error(id, &error));
                }
            }
            Some(Some(id)) => self.query(id, &map, line.len()),
            Some(None) => (self.say)(json!({ "error": "Must be a string", "field": "id" }).to_string()),
            None => (self.say)(json!({ "error": "Missing field", "field": "id" }).to_string()),
        }
        true
    }

    fn too_long(&mut self) {
        (self.say)(answer::failure(None, &format!("A line of more than {MAX_LENGTH} bytes")));
    }

    /// Waits until all queries are answered.
    fn wait(&mut self) {
        self.queue.wait();
    }

    fn end(&mut self) {
        self.queue.close();
        for worker in self.workers.drain(..) {
            // One that has panicked has told so.
            let _ = worker.join();
        }
    }
}

impl Drop for AnalysisEngine {
    fn drop(&mut self) {
        self.end();
    }
}

/// A thread that searches.
struct Worker {
    settings: AnalysisSettings,
    queue: Arc<Queue>,
    say: Say,
    /// The last player, and the game that it plays.
    player: Option<(Spec, Box<dyn Player>)>,
}

impl Worker {
    fn run(&mut self) {
        while let Some((order, task)) = self.queue.take() {
            let searched = panic::catch_unwind(AssertUnwindSafe(|| self.search(&task)));
            let failed = match searched {
                Ok(searched) => searched.err().map(|error| error.to_string()),
                Err(_) => Some("the search has failed".into()),
            };
            if let Some(error) = failed {
                self.player = None;
                (self.say)(answer::failure(Some(&task.query.id), &error));
            }
            self.queue.done(order);
        }
    }

    fn search(&mut self, task: &Task) -> Result<(), Error> {
        let Task { query, turn, stop, .. } = task;
        let table = query.table(*turn)?;
        // An answer says nothing of what was asked before it.
        let mut player = match self.player.take().filter(|(game, _)| game == table.spec()) {
            Some((_, mut player)) => {
                player.forget();
                player
            }
            None => options::player(&*table, self.settings.player.as_ref(), &memory(&self.settings))?,
        };
        let [allowed, avoided] = query.restrictions(table.side_to_move());
        let max_visits = query.search.max_visits.unwrap_or(self.settings.max_visits);
        let limits = Limits {
            nodes: Some(max_visits),
            time: query.search.max_time,
            root_moves: kata::places(&*table, &allowed, &avoided),
            stop: stop.clone(),
            ..Limits::default()
        };
        // Who counts no visits, say, thinks as long as it likes.
        let (limits, _) = player.keeps().only("the player", limits);
        let text = |thought: &Thought, during_search: bool| {
            let Query { id, report, .. } = &**query;
            Answer { id, turn: *turn, report, table: &*table, thought, during_search }.text()
        };
        let mut told = Instant::now();
        let thought = player.think(&*table, &limits, &mut |thought| {
            let is_due = query.report.every.is_some_and(|every| told.elapsed() >= every);
            if is_due && !thought.moves.is_empty() {
                told = Instant::now();
                (self.say)(text(thought, true));
            }
        })?;
        (self.say)(text(&thought, false));
        self.player = Some((table.spec().clone(), player));
        Ok(())
    }
}

/// What each thread's player may take.
fn memory(settings: &AnalysisSettings) -> Settings {
    Settings::default().with(Setting::Memory, (MEMORY / settings.threads.max(1)).max(16).to_string())
}

/// A query of the smallest game.
fn smallest() -> Map<String, Value> {
    let fields = [("moves", json!([])), ("rules", json!("tromp-taylor"))];
    let sizes = ["boardXSize", "boardYSize"].map(|field| (field, json!(2)));
    fields.into_iter().chain(sizes).map(|(field, value)| (field.to_owned(), value)).collect()
}
