//! The games in progress by their names, and the position that a request is about.

use super::error::RequestError;
use crate::fields::{FieldError, Fields, short};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use wanqi_play::{Player, Spec, Table, did_you_mean, quoted, rules};

/// The name of a table if none is said.
const USUAL: &str = "main";
/// The most tables at the same time.
const MAX_TABLES: usize = 1000;
/// The most bytes of a table's name.
const MAX_NAME: usize = 256;
/// Players that are kept between their moves, of all tables; each may have a table of what it has seen.
const MAX_PLAYERS: usize = 8;

/// A game in progress.
pub(super) struct Game {
    pub table: Box<dyn Table>,
    /// The rule file that tells it, where it is none that the program knows.
    pub rules: Option<String>,
    /// Seed of players and playouts that are given none.
    pub seed: Option<u64>,
    /// Grows whenever something is done to it.
    pub changes: u64,
}

/// What a job holds of a table.
#[derive(Clone)]
pub(super) struct Handle {
    pub name: String,
    game: Arc<Mutex<Game>>,
}

impl Handle {
    pub fn lock(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tables.
#[derive(Default)]
pub(super) struct Tables(BTreeMap<String, Handle>);

impl Tables {
    /// Puts a game on the table that a request names, in the place of what is there.
    pub fn put(&mut self, fields: &Fields<'_>, game: Game) -> Result<Handle, RequestError> {
        let name = fields.text("table")?.unwrap_or(USUAL).to_owned();
        if name.len() > MAX_NAME {
            return Err(FieldError::new("table", format!("Must be at most {MAX_NAME} bytes")).into());
        }
        if self.0.len() >= MAX_TABLES && !self.0.contains_key(&name) {
            let text = format!("there are {MAX_TABLES} tables: close one");
            return Err(RequestError::new("full", text).at("table"));
        }
        let handle = Handle { name: name.clone(), game: Arc::new(Mutex::new(game)) };
        self.0.insert(name, handle.clone());
        Ok(handle)
    }

    /// The table that a request names.
    pub fn get(&self, fields: &Fields<'_>) -> Result<Handle, RequestError> {
        let name = fields.text("table")?.unwrap_or(USUAL);
        self.0.get(name).cloned().ok_or_else(|| {
            let near = did_you_mean(name, self.0.keys().map(String::as_str));
            let text = format!("there is no table {}{near}; new makes one", quoted(name));
            RequestError::new("table", text).at("table")
        })
    }

    /// Takes a table away.
    pub fn close(&mut self, fields: &Fields<'_>) -> Result<Handle, RequestError> {
        let handle = self.get(fields)?;
        self.0.remove(&handle.name);
        Ok(handle)
    }

    pub fn all(&self) -> impl Iterator<Item = &Handle> {
        self.0.values()
    }
}

/// A position that a request is about: a copy of a table, or one that the request tells itself.
pub(super) struct Place {
    pub table: Box<dyn Table>,
    pub rules: Option<String>,
    pub seed: Option<u64>,
    /// The table that it is a copy of.
    pub handle: Option<Handle>,
}

impl Tables {
    /// The position of a request: on the table that it names, or in the game that it names; then the position and the moves
    /// that it has.
    pub fn place(&self, fields: &Fields<'_>) -> Result<Place, RequestError> {
        let told = fields.get("game").is_some() || fields.get("rules").is_some();
        if told && fields.get("table").is_some() {
            let text = "a table has its game: name one of both";
            return Err(RequestError::new("field", text).at("table"));
        }
        let mut place = if told {
            let (table, rules) = game(fields)?;
            Place { table, rules, seed: None, handle: None }
        } else {
            let handle = self.get(fields)?;
            let game = handle.lock();
            let (table, rules, seed) = (game.table.fork(), game.rules.clone(), game.seed);
            drop(game);
            Place { table, rules, seed, handle: Some(handle) }
        };
        lay(&mut *place.table, fields, told)?;
        Ok(place)
    }

    /// A new game as a request tells it.
    pub fn new_game(fields: &Fields<'_>) -> Result<Game, RequestError> {
        let (mut table, rules) = game(fields)?;
        lay(&mut *table, fields, true)?;
        Ok(Game { table, rules, seed: seed(fields)?, changes: 0 })
    }
}

/// The seed that a request names.
pub(super) fn seed(fields: &Fields<'_>) -> Result<Option<u64>, RequestError> {
    const MAX: i64 = 1_000_000_000_000;
    Ok(fields.integer("seed", 0, MAX)?.map(i64::unsigned_abs))
}

/// The game that a request tells, at its start, and its rule file where the program does not know it.
fn game(fields: &Fields<'_>) -> Result<(Box<dyn Table>, Option<String>), RequestError> {
    let name = fields.text("game")?;
    if let Some(text) = fields.text("rules")? {
        let name = name.unwrap_or("rules");
        let table = rules::table(name, text).map_err(RequestError::of("rules"))?;
        return Ok((table, Some(text.to_owned())));
    }
    let name = Fields::required("game", name)?;
    let spec: Spec = name.parse().map_err(RequestError::of("game"))?;
    if spec.name == rules::STANDARD_INPUT {
        let text = "requests come in there: a rule file's text is told in the field rules";
        return Err(RequestError::new("spec", text).at("game"));
    }
    let table = rules::open(&spec).map_err(RequestError::of("game"))?;
    let is_known = wanqi_play::info(&spec.name).is_ok() || rules::find(&spec.name).is_some();
    let text = match is_known {
        true => None,
        false => Some(rules::load(spec.name.as_ref()).map_err(RequestError::of("game"))?),
    };
    Ok((table, text))
}

/// Lays the position that a request has, plays its moves and writes moves as it wants them.
fn lay(table: &mut dyn Table, fields: &Fields<'_>, is_new: bool) -> Result<(), RequestError> {
    if let Some(position) = fields.text("position")? {
        table.set_position(position).map_err(RequestError::of("position"))?;
    }
    play(table, &moves(fields)?)?;
    match fields.text("notation")? {
        Some(name) => table.set_notation(notation(table, name)?),
        // Programs read moves of their own kind with the least trouble.
        None if is_new => table.set_notation(table.notations().len() - 1),
        None => {}
    }
    Ok(())
}

/// The moves that a request has, each with the field that it is in: a list of them, or a text with blanks between.
pub(super) fn moves(fields: &Fields<'_>) -> Result<Vec<(String, String)>, RequestError> {
    match fields.get("moves") {
        None => Ok(Vec::new()),
        Some(Value::String(text)) => Ok(numbered(text.split_whitespace())),
        Some(Value::Array(list)) => {
            let texts = list.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
            let wrong = || FieldError::new("moves", "Must be texts");
            Ok(numbered(texts.ok_or_else(wrong)?.into_iter()))
        }
        Some(other) => {
            let text = format!("Must be a list of moves or a text of them, not {}", short(other));
            Err(FieldError::new("moves", text).into())
        }
    }
}

fn numbered<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<(String, String)> {
    texts.enumerate().map(|(at, text)| (format!("moves[{at}]"), text.to_owned())).collect()
}

/// Plays moves, each with the field that it is in.
pub(super) fn play(table: &mut dyn Table, moves: &[(String, String)]) -> Result<(), RequestError> {
    moves.iter().try_for_each(|(field, text)| table.play_turn(text).map_err(RequestError::of(field)))
}

/// The index of a notation by its name.
pub(super) fn notation(table: &dyn Table, name: &str) -> Result<usize, RequestError> {
    let names = table.notations();
    names.iter().position(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let text = format!("there is no notation {}; there is {}", quoted(name), names.join(", "));
        RequestError::new("spec", text).at("notation")
    })
}

/// Players between their moves, so that they remember what they have seen of a game; those used last are kept.
#[derive(Clone, Default)]
pub(super) struct Seats(Arc<Mutex<Vec<Seat>>>);

struct Seat {
    /// The table's game, as long as it is not another one of the same name.
    game: Weak<Mutex<Game>>,
    player: String,
    sits: Box<dyn Player>,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, Vec<Seat>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player of a table, if it was kept. Who takes it puts it back.
    pub fn take(&self, handle: &Handle, player: &str) -> Option<Box<dyn Player>> {
        let mut seats = self.lock();
        let is_it = |seat: &Seat| seat.game.as_ptr() == Arc::as_ptr(&handle.game) && seat.player == player;
        let at = seats.iter().position(is_it)?;
        Some(seats.remove(at).sits)
    }

    /// Keeps a player.
    pub fn put(&self, handle: &Handle, player: String, sits: Box<dyn Player>) {
        let mut seats = self.lock();
        seats.push(Seat { game: Arc::downgrade(&handle.game), player, sits });
        if seats.len() > MAX_PLAYERS {
            seats.remove(0);
        }
    }

    /// Lets the players go of tables that are closed or have another game.
    pub fn clear(&self) {
        self.lock().retain(|seat| seat.game.strong_count() > 0);
    }
}
