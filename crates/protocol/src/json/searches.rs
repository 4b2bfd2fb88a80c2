//! What takes time: thinking, counting, playing out, proving, matches. Each works on a copy of its position.

use super::answers::{Analysis, MatchReport, PerftCount, RandomGames, SprtReport, written};
use super::board::State;
use super::error::RequestError;
use super::jobs::{Job, Teller, Work};
use super::tables::{self, Handle, Place, Seats};
use super::{Call, Json, Reply};
use crate::fields::{FieldError, Fields, short};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use wanqi_play::host::Instant;
use wanqi_play::matches::{self, MakePlayer, Plan, Sprt};
use wanqi_play::solving::{self, Solution};
use wanqi_play::{Clock, Error, Limits, Player, PlayoutLimits, Spec, Stop, Table, Thought};

/// How often an analysis tells what it thinks, if nothing is said.
const USUAL_EVERY: Duration = Duration::from_millis(200);
/// What a player without limits may take for a move, if none are given.
const TIMEOUT: Duration = Duration::from_secs(5);
/// What is lost of a clock on the way to who keeps it.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The most seconds that are a limit.
const MAX_SECONDS: f64 = 1e9;
/// The greatest whole number that is read.
const MAX_COUNT: i64 = 1_000_000_000_000_000;

#[derive(Serialize)]
struct Went {
    #[serde(rename = "move")]
    mv: String,
    analysis: Analysis,
    state: State,
}

#[derive(Serialize)]
struct Proven {
    game: String,
    position: String,
    stopped: bool,
    #[serde(flatten)]
    solution: Solution,
}

#[derive(Serialize)]
struct Counted<'a> {
    paths: u64,
    /// The move or turn that was counted last.
    last: &'a str,
}

#[derive(Serialize)]
struct MatchSoFar {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    elo: Option<matches::Elo>,
}

#[derive(Serialize)]
struct Stopped {
    stopped: usize,
}

/// Who thinks, and what it may spend.
struct Thinker {
    spec: Spec,
    players: MakePlayer,
    /// Where it is kept between its moves.
    seats: Seats,
    handle: Option<Handle>,
}

impl Thinker {
    fn sit_down(&self, table: &dyn Table) -> Result<Box<dyn Player>, RequestError> {
        let kept = self.handle.as_ref().and_then(|handle| self.seats.take(handle, &self.spec.to_string()));
        match kept {
            Some(player) => Ok(player),
            None => (self.players)(table, &self.spec).map_err(RequestError::of("player")),
        }
    }

    /// Thinks, and tells what it thinks so far.
    fn think(
        &self,
        table: &dyn Table,
        limits: &Limits,
        clocks: Option<[Clock; 2]>,
        teller: &mut Teller,
    ) -> Result<Thought, RequestError> {
        let mut player = self.sit_down(table)?;
        let mut limits = limits.clone();
        if let Some(clocks) = clocks
            && !player.see_clocks(clocks)
        {
            let allotted = clocks[table.side_to_move().index()].allot(OVERHEAD, table.info().moves);
            (limits.time, limits.soft) = (Some(allotted.hard), allotted.soft);
        }
        let named = [("depth", limits.depth.is_some()), ("nodes", limits.nodes.is_some())];
        let named = named.into_iter().find_map(|(name, given)| given.then_some(name)).unwrap_or("seconds");
        player.keeps().check(&self.spec.name, &limits).map_err(RequestError::of(named))?;
        let thought = player.think(table, &limits, &mut |thought| {
            // What is looked at next is nothing that is thought.
            if thought.current.is_none() {
                teller.progress(|| cut(thought, limits.lines));
            }
        })?;
        if let Some(handle) = &self.handle {
            self.seats.put(handle, self.spec.to_string(), player);
        }
        Ok(cut(&thought, limits.lines))
    }
}

/// A thought with so many lines.
fn cut(thought: &Thought, lines: usize) -> Thought {
    let moves = thought.lines(lines).cloned().collect();
    Thought { moves, endings: None, ..thought.clone() }
}

fn count(fields: &Fields<'_>, field: &'static str, least: i64) -> Result<Option<u64>, RequestError> {
    Ok(fields.integer(field, least, MAX_COUNT)?.map(i64::unsigned_abs))
}

fn seconds(fields: &Fields<'_>, field: &'static str) -> Result<Option<Duration>, RequestError> {
    Ok(fields.number(field, 0.0, MAX_SECONDS)?.map(Duration::from_secs_f64))
}

fn limits(fields: &Fields<'_>, stop: &Stop) -> Result<Limits, RequestError> {
    let depth = fields.integer("depth", 1, 1000)?.and_then(|depth| u32::try_from(depth).ok());
    let (nodes, time) = (count(fields, "nodes", 1)?, seconds(fields, "seconds")?);
    Ok(Limits { depth, nodes, time, lines: 1, stop: stop.clone(), ..Limits::default() })
}

fn is_bounded(limits: &Limits) -> bool {
    limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some()
}

/// The player of a field, with the seed of the table if it takes one and names none.
fn player_named(
    fields: &Fields<'_>,
    field: &'static str,
    place: &Place,
) -> Result<Option<Spec>, RequestError> {
    let Some(text) = fields.text(field)? else { return Ok(None) };
    let mut spec: Spec = text.parse().map_err(RequestError::of(field))?;
    if let Some(seed) = place.seed
        && spec.get("seed").is_none()
        && place.table.player_options(&spec.name).iter().any(|option| option.name == "seed")
    {
        spec.set("seed", seed.to_string());
    }
    Ok(Some(spec))
}

/// The places of moves among the legal ones, in whichever notation each is.
fn places(fields: &Fields<'_>, table: &dyn Table) -> Result<Option<Vec<usize>>, RequestError> {
    let Some(list) = fields.list("only")? else { return Ok(None) };
    let legal: Vec<Vec<String>> =
        (0..table.notations().len()).map(|notation| table.legal_moves(notation)).collect();
    let place = |(at, value): (usize, &Value)| {
        let text = value.as_str().unwrap_or_default();
        let found = legal.iter().find_map(|moves| moves.iter().position(|mv| mv == text));
        found.ok_or_else(|| {
            let wrong = format!("not a move here: {}", short(value));
            RequestError::new("move", wrong).at(format!("only[{at}]"))
        })
    };
    let places: Vec<usize> = list.iter().enumerate().map(place).collect::<Result<_, _>>()?;
    match places.is_empty() {
        true => Err(FieldError::new("only", "Must not be empty").into()),
        false => Ok(Some(places)),
    }
}

/// `[{"left": 60, "increment": 0.5, "moves": 10}, {…}]`, the first side's first.
fn clocks(fields: &Fields<'_>) -> Result<Option<[Clock; 2]>, RequestError> {
    let Some(list) = fields.list("clocks")? else { return Ok(None) };
    let [Value::Object(first), Value::Object(second)] = list.as_slice() else {
        return Err(FieldError::new("clocks", "Must be two objects, the first side's first").into());
    };
    let clock = |(at, map): (usize, &serde_json::Map<String, Value>)| {
        let fields = Fields::new(map);
        let time = |field| fields.number(field, 0.0, MAX_SECONDS);
        let left = time("left").and_then(|left| Fields::required("left", left));
        let clock = left.and_then(|left| {
            Ok(Clock {
                remaining: Duration::from_secs_f64(left),
                increment: Duration::from_secs_f64(time("increment")?.unwrap_or(0.0)),
                moves_to_go: fields.integer("moves", 1, 10_000)?.and_then(|moves| u32::try_from(moves).ok()),
            })
        });
        let unknown =
            || fields.unknown().first().map(|field| FieldError::new(field, "There is no such field"));
        match clock.map(|clock| unknown().map_or(Ok(clock), Err)) {
            Ok(Ok(clock)) => Ok(clock),
            Ok(Err(FieldError { field, text })) | Err(FieldError { field, text }) => {
                Err(FieldError { field: format!("clocks[{at}].{field}"), text })
            }
        }
    };
    Ok(Some([clock((0, first))?, clock((1, second))?]))
}

impl Json {
    fn begin(
        &self,
        call: &Call<'_>,
        stop: Stop,
        usual_every: Option<Duration>,
        work: impl FnOnce(&mut Teller) -> Result<String, RequestError> + Send + 'static,
    ) -> Result<Reply, RequestError> {
        self.begin_job(call, stop, usual_every, false, Box::new(work))
    }

    fn begin_job(
        &self,
        call: &Call<'_>,
        stop: Stop,
        usual_every: Option<Duration>,
        is_endless: bool,
        work: Work,
    ) -> Result<Reply, RequestError> {
        let every = seconds(&call.fields, "every")?.or(usual_every);
        self.jobs.begin(Job { id: call.id.to_owned(), every, stop, is_endless, work })?;
        Ok(Reply::Begun)
    }

    fn thinker(&self, call: &Call<'_>, place: &Place, bounded: bool) -> Result<Thinker, RequestError> {
        let asked = player_named(&call.fields, "player", place)?;
        let spec = match asked {
            Some(spec) => spec,
            None => {
                let analyst = place.table.info().analyst()?;
                if bounded { analyst.without_limits() } else { analyst }
            }
        };
        let thinker =
            Thinker { spec, players: self.players, seats: self.seats.clone(), handle: place.handle.clone() };
        // Who cannot play is told at once where it can be kept, and not when a thread is free.
        if let Some(handle) = &thinker.handle {
            let player = thinker.sit_down(&*place.table)?;
            thinker.seats.put(handle, thinker.spec.to_string(), player);
        }
        Ok(thinker)
    }

    /// Thinks about a position: without limits until it is stopped.
    pub(super) fn analyse(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        const MAX_LINES: i64 = 1000;
        let (place, stop) = (self.tables.place(&call.fields)?, Stop::default());
        if let Some(result) = place.table.result() {
            return Err(Error::Over(result.text).into());
        }
        let lines = call.fields.integer("lines", 1, MAX_LINES)?.unwrap_or(1);
        let limits = Limits {
            lines: usize::try_from(lines).unwrap_or(1),
            root_moves: places(&call.fields, &*place.table)?,
            ..limits(&call.fields, &stop)?
        };
        let thinker = self.thinker(call, &place, true)?;
        let table = place.table;
        let is_endless = !is_bounded(&limits) && !thinker.spec.is_bounded();
        let work = move |teller: &mut Teller| {
            let thought = thinker.think(&*table, &limits, None, teller)?;
            Ok(written(&Analysis::of(&*table, &thinker.spec, teller.stop.is_stopped(), thought)))
        };
        self.begin_job(call, stop, Some(USUAL_EVERY), is_endless, Box::new(work))
    }

    /// Chooses a move and plays it.
    pub(super) fn go(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let (place, stop) = (self.tables.place(&call.fields)?, Stop::default());
        if let Some(result) = place.table.result() {
            return Err(Error::Over(result.text).into());
        }
        let Some(handle) = place.handle.clone() else {
            return Err(FieldError::new("table", "Missing field").into());
        };
        let clocks = clocks(&call.fields)?;
        let mut limits = limits(&call.fields, &stop)?;
        let given = is_bounded(&limits) || clocks.is_some();
        let thinker = self.thinker(call, &place, given)?;
        if !given && !thinker.spec.is_bounded() {
            limits.time = Some(TIMEOUT);
        }
        let (table, changes) = (place.table, handle.lock().changes);
        self.begin(call, stop, None, move |teller| {
            let thought = thinker.think(&*table, &limits, clocks, teller)?;
            let mv = thought.best.clone();
            let mv = mv.ok_or_else(|| RequestError::new("stopped", "it was stopped before it had a move"))?;
            let mut game = handle.lock();
            if game.changes != changes {
                let text = format!("the table was changed meanwhile, so {mv} was not played");
                return Err(RequestError::new("changed", text).at("table"));
            }
            game.table.play(&mv)?;
            game.changes += 1;
            let state = State::of(&*game.table, Some(&handle));
            drop(game);
            let analysis = Analysis::of(&*table, &thinker.spec, teller.stop.is_stopped(), thought);
            Ok(written(&Went { mv, analysis, state }))
        })
    }

    pub(super) fn perft(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let (place, stop) = (self.tables.place(&call.fields)?, Stop::default());
        let depth = call.fields.integer("depth", 0, 1000)?;
        let depth = Fields::required("depth", depth)?.unsigned_abs();
        let (turns, divide) = (call.fields.switch("turns")?, call.fields.switch("divide")?);
        let table = place.table;
        self.begin(call, stop, None, move |teller| {
            let began = Instant::now();
            let (mut rows, mut paths) = (BTreeMap::new(), u64::from(depth == 0));
            let stop = teller.stop.clone();
            let mut row = |text: String, count: u64| {
                paths += count;
                teller.progress(|| Counted { paths, last: &text });
                rows.insert(text, count);
            };
            let length = u32::try_from(depth).unwrap_or(u32::MAX);
            let complete = match turns {
                false => table.divide_until(length, &stop, &mut row),
                true => table.divide_turns_until(length, &stop, &mut row),
            };
            let mut count = PerftCount::of(&*table, [depth, paths], turns, began.elapsed());
            count.complete = complete;
            count.divide = divide.then_some(rows);
            Ok(written(&count))
        })
    }

    pub(super) fn playouts(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        const USUAL_GAMES: u64 = 1000;
        let (place, stop) = (self.tables.place(&call.fields)?, Stop::default());
        let seed = tables::seed(&call.fields)?.or(place.seed).unwrap_or(0);
        let time = seconds(&call.fields, "seconds")?;
        let limits = PlayoutLimits {
            games: count(&call.fields, "games", 1)?.or_else(|| time.is_none().then_some(USUAL_GAMES)),
            time,
            plies: call
                .fields
                .integer("plies", 1, u32::MAX.into())?
                .and_then(|plies| u32::try_from(plies).ok()),
            seed,
            stop: stop.clone(),
        };
        let table = place.table;
        if let Some(result) = table.result() {
            return Err(Error::Over(result.text).into());
        }
        self.begin(call, stop, None, move |teller| {
            let report = table.playouts(&limits, &mut |report| teller.progress(|| report.clone()));
            Ok(written(&RandomGames::of(&*table, seed, report)))
        })
    }

    pub(super) fn solve(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let (place, stop) = (self.tables.place(&call.fields)?, Stop::default());
        let (nodes, time) = (count(&call.fields, "nodes", 1)?, seconds(&call.fields, "seconds")?);
        let limits = Limits { nodes, time, lines: 1, stop: stop.clone(), ..Limits::default() };
        let table = place.table;
        if let Some(result) = table.result() {
            return Err(Error::Over(result.text).into());
        }
        self.begin(call, stop, None, move |teller| {
            let solution =
                solving::solve(&*table, &limits, &mut |solution| teller.progress(|| solution.clone()))?;
            Ok(written(&Proven {
                game: table.spec().to_string(),
                position: table.view().position,
                stopped: teller.stop.is_stopped(),
                solution,
            }))
        })
    }

    pub(super) fn play_match(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let (fields, stop) = (&call.fields, Stop::default());
        let place = self.tables.place(fields)?;
        if let Some(result) = place.table.result() {
            return Err(Error::Over(result.text).into());
        }
        let player = |field| -> Result<Spec, RequestError> {
            let spec = Fields::required(field, player_named(fields, field, &place)?)?;
            (self.players)(&*place.table, &spec).map_err(RequestError::of(field))?;
            Ok(spec)
        };
        let (a, b) = (player("a")?, player("b")?);
        let whole = |field, least, most, usual: u32| -> Result<u32, RequestError> {
            let given = fields.integer(field, least, most)?;
            Ok(given.and_then(|number| u32::try_from(number).ok()).unwrap_or(usual))
        };
        let openings = openings(fields, &*place.table)?;
        let sprt = fields.text("sprt")?.map(Sprt::read).transpose();
        let usual = Plan::default();
        let plan = Plan {
            games: whole("games", 1, 1_000_000, usual.games)?,
            opening: whole("opening", 0, 100, if openings.is_empty() { usual.opening } else { 0 })?,
            openings,
            plies: whole("plies", 1, 100_000, 1000)? as usize,
            time: seconds(fields, "seconds")?.unwrap_or(usual.time),
            seed: tables::seed(fields)?.or(place.seed).unwrap_or(0),
            concurrency: whole("jobs", 1, 256, 1)? as usize,
            sprt: sprt.map_err(|wrong| FieldError::new("sprt", wrong.to_string()))?,
            players: self.players,
            ..usual
        };
        let table = place.table;
        self.begin(call, stop, None, move |teller| {
            let (mut games, flag) = (Vec::new(), teller.stop.clone());
            let tally = matches::run(&*table, [&a, &b], &plan, &flag, &mut |played, tally| {
                games.push(played.clone());
                teller.progress(|| MatchSoFar {
                    games: tally.score.games(),
                    wins: tally.score.wins,
                    draws: tally.score.draws,
                    losses: tally.score.losses,
                    elo: tally.elo(),
                });
            })?;
            Ok(written(&MatchReport {
                game: table.spec().to_string(),
                position: table.view().position,
                a: a.to_string(),
                b: b.to_string(),
                seed: plan.seed,
                elo: tally.elo(),
                sprt: plan.sprt.map(|sprt| SprtReport::of(sprt, &tally)),
                tally,
                games,
            }))
        })
    }

    pub(super) fn stop(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let of = match call.fields.get("of") {
            None => None,
            Some(id @ (Value::String(_) | Value::Number(_))) => Some(id.to_string()),
            Some(other) => {
                let text = format!("Must be the id of a request, not {}", short(other));
                return Err(FieldError::new("of", text).into());
            }
        };
        let stopped = self.jobs.stop(of.as_deref());
        Ok(Reply::Answer(written(&Stopped { stopped })))
    }
}

/// The positions that games of a match begin with.
fn openings(fields: &Fields<'_>, table: &dyn Table) -> Result<Vec<String>, RequestError> {
    let opening = |(at, value): (usize, &Value)| {
        let field = format!("openings[{at}]");
        let text = value.as_str().ok_or_else(|| FieldError::new(&field, "Must be a text"))?;
        table.fork().set_position(text).map_err(RequestError::of(field))?;
        Ok(text.to_owned())
    };
    fields.list("openings")?.into_iter().flatten().enumerate().map(opening).collect()
}
