//! Games in progress: begun, played, looked at, written down.

use super::answers::written;
use super::error::RequestError;
use super::tables::{self, Game, Handle, Place, Tables};
use super::{Call, Json, Reply};
use crate::fields::{FieldError, short};
use serde::Serialize;
use serde_json::Value;
use wanqi_play::record::{GameRecord, ROOT};
use wanqi_play::{Side, Table, View, draw_text};
use wanqi_store::text::{Format, ReadContext, read, write};

/// A game in progress in short.
#[derive(Serialize)]
pub(super) struct State {
    table: Option<String>,
    game: String,
    ply: usize,
    side: usize,
    side_name: String,
    position: String,
    amid_turn: bool,
    result: Option<Ended>,
}

/// How a game ended.
#[derive(Serialize)]
struct Ended {
    winner: Option<u8>,
    text: String,
}

impl State {
    pub fn of(table: &dyn Table, handle: Option<&Handle>) -> State {
        State {
            table: handle.map(|handle| handle.name.clone()),
            game: table.spec().to_string(),
            ply: table.ply(),
            side: table.side_to_move().index(),
            side_name: table.layout().sides[table.side_to_move().index()].name.clone(),
            position: table.view().position,
            amid_turn: table.amid_turn(),
            result: table
                .result()
                .map(|result| Ended { winner: result.winner, text: result.text.to_string() }),
        }
    }
}

/// All there is to know of a position.
#[derive(Serialize)]
struct Position {
    #[serde(flatten)]
    state: State,
    first_position: String,
    notation: &'static str,
    moves: Vec<String>,
    key: String,
    margin: Option<f64>,
    diagram: String,
}

#[derive(Serialize)]
struct Legal {
    notation: &'static str,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct TableList {
    tables: Vec<State>,
    running: Vec<Value>,
    waiting: Vec<Value>,
}

#[derive(Serialize)]
struct RecordText {
    format: Format,
    text: String,
}

#[derive(Serialize)]
struct Loaded {
    #[serde(flatten)]
    state: State,
    players: [String; 2],
    date: String,
    event: String,
    games: usize,
    problems: Vec<String>,
}

/// The name of the notation that a table writes in.
fn notation(table: &dyn Table) -> &'static str {
    table.notations().get(table.notation()).copied().unwrap_or_default()
}

impl Json {
    fn seat_game(&mut self, call: &Call<'_>, game: Game) -> Result<Handle, RequestError> {
        let handle = self.tables.put(&call.fields, game)?;
        self.seats.clear();
        Ok(handle)
    }

    pub(super) fn new_game(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let game = Tables::new_game(&call.fields)?;
        let handle = self.seat_game(call, game)?;
        Ok(state(&handle))
    }

    pub(super) fn load(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let fields = &call.fields;
        let text = crate::fields::Fields::required("text", fields.text("text")?)?;
        let number = fields.integer("number", 1, 1_000_000)?.unwrap_or(1);
        let context = ReadContext {
            game: fields.text("game")?.map(str::to_owned),
            rules: fields.text("rules")?.map(str::to_owned),
        };
        let reading = read(text, &context);
        let problems = reading.problems.iter().map(ToString::to_string).collect();
        let games = reading.games.len();
        let at = usize::try_from(number - 1).unwrap_or(usize::MAX);
        let Some(read) = reading.games.into_iter().nth(at) else {
            let why = reading.problems.first().map_or(String::new(), |problem| format!(": {problem}"));
            let text = format!("there is no game {number} in the text, which has {games}{why}");
            return Err(RequestError::new("record", text).at(if games == 0 { "text" } else { "number" }));
        };
        let record = read.record;
        let mut table = record.table()?;
        record.replay(&mut *table, record.main_line().last().copied().unwrap_or(ROOT))?;
        let index = match fields.text("notation")? {
            Some(name) => tables::notation(&*table, name)?,
            None => table.notations().len() - 1,
        };
        table.set_notation(index);
        let game = Game { table, rules: record.rules, seed: tables::seed(fields)?, changes: 0 };
        let handle = self.seat_game(call, game)?;
        let loaded = Loaded {
            state: State::of(&*handle.lock().table, Some(&handle)),
            players: record.headers.players,
            date: record.headers.date,
            event: record.headers.event,
            games,
            problems,
        };
        Ok(Reply::Answer(written(&loaded)))
    }

    pub(super) fn list_tables(&mut self, _: &Call<'_>) -> Result<Reply, RequestError> {
        let ids = |ids: Vec<String>| ids.iter().filter_map(|id| serde_json::from_str(id).ok()).collect();
        let [running, waiting] = self.jobs.ids().map(ids);
        let tables = self.tables.all().map(|handle| State::of(&*handle.lock().table, Some(handle)));
        Ok(Reply::Answer(written(&TableList { tables: tables.collect(), running, waiting })))
    }

    pub(super) fn position(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let place = self.tables.place(&call.fields)?;
        let table = &*place.table;
        let position = Position {
            state: State::of(table, place.handle.as_ref()),
            first_position: table.first_position(),
            notation: notation(table),
            moves: table.played(table.notation()),
            // Numbers of other languages do not hold 64 bits.
            key: format!("{:016x}", table.position_key()),
            margin: table.margin(),
            diagram: draw_text(&table.layout(), &table.view().scene),
        };
        Ok(Reply::Answer(written(&position)))
    }

    pub(super) fn legal(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let Place { table, .. } = self.tables.place(&call.fields)?;
        let legal = Legal { notation: notation(&*table), moves: table.legal_moves(table.notation()) };
        Ok(Reply::Answer(written(&legal)))
    }

    pub(super) fn view(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let view: View = self.tables.place(&call.fields)?.table.view();
        Ok(Reply::Answer(written(&view)))
    }

    /// All moves, or none of them.
    pub(super) fn play(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let handle = self.tables.get(&call.fields)?;
        let mut moves = tables::moves(&call.fields)?;
        match call.fields.text("move")? {
            Some(_) if !moves.is_empty() => {
                return Err(FieldError::new("move", "Cannot be given beside moves").into());
            }
            Some(text) => moves.push(("move".to_owned(), text.to_owned())),
            None if moves.is_empty() => return Err(FieldError::new("move", "Missing field").into()),
            None => {}
        }
        let mut game = handle.lock();
        let mut after = game.table.fork();
        tables::play(&mut *after, &moves)?;
        game.table = after;
        game.changes += 1;
        drop(game);
        Ok(state(&handle))
    }

    pub(super) fn undo(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        self.step(call, "to take back", |table| table.undo())
    }

    pub(super) fn redo(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        self.step(call, "to make again", |table| table.redo())
    }

    /// Goes so many plies one way, or none.
    fn step(
        &mut self,
        call: &Call<'_>,
        what: &str,
        step: fn(&mut dyn Table) -> bool,
    ) -> Result<Reply, RequestError> {
        let handle = self.tables.get(&call.fields)?;
        let plies = call.fields.integer("plies", 1, 1_000_000)?.unwrap_or(1);
        let mut game = handle.lock();
        let mut after = game.table.fork();
        for done in 0..plies {
            if !step(&mut *after) {
                let text = format!("there are only {done} moves {what}, not {plies}");
                return Err(RequestError::new("move", text).at("plies"));
            }
        }
        game.table = after;
        game.changes += 1;
        drop(game);
        Ok(state(&handle))
    }

    pub(super) fn resign(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let handle = self.tables.get(&call.fields)?;
        let side = call.fields.integer("side", 0, 1)?;
        let mut game = handle.lock();
        let side = side.map_or(game.table.side_to_move(), |side| Side::BOTH[usize::from(side == 1)]);
        game.table.resign(side)?;
        game.changes += 1;
        drop(game);
        Ok(state(&handle))
    }

    pub(super) fn record(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let place = self.tables.place(&call.fields)?;
        let format = match call.fields.text("format")? {
            None => Format::Pgn,
            Some(name) => name.parse().map_err(|wrong: wanqi_play::Message| {
                RequestError::new("field", wrong.to_string()).at("format")
            })?,
        };
        let mut record = GameRecord::of_table(&*place.table, place.rules.as_deref())?;
        if let Some(list) = call.fields.list("players")? {
            let [Value::String(first), Value::String(second)] = list.as_slice() else {
                let told = list.first().map_or("an empty list".into(), short);
                let text = format!("Must be two names, the first side's first, not {told}");
                return Err(FieldError::new("players", text).into());
            };
            record.headers.players = [first.clone(), second.clone()];
        }
        for (field, header) in [("date", &mut record.headers.date), ("event", &mut record.headers.event)] {
            if let Some(text) = call.fields.text(field)? {
                text.clone_into(header);
            }
        }
        let unwritable = |error: wanqi_store::text::Unwritable| {
            RequestError::new("record", error.to_string()).at("format")
        };
        let text = write(&record, format).map_err(unwritable)?;
        Ok(Reply::Answer(written(&RecordText { format, text })))
    }

    pub(super) fn close(&mut self, call: &Call<'_>) -> Result<Reply, RequestError> {
        let reply = state(&self.tables.close(&call.fields)?);
        self.seats.clear();
        Ok(reply)
    }
}

/// How a table stands.
fn state(handle: &Handle) -> Reply {
    Reply::Answer(written(&State::of(&*handle.lock().table, Some(handle))))
}
