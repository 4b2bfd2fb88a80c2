//! A query: a game, the turns of it to look at, and how. It is checked whole before anything is searched.

use crate::fields::{FieldError, Fields, short, side};
use crate::gtp::{GtpBoard, read_vertex, rules};
use serde_json::{Map, Value, json};
use std::time::Duration;
use wanqi_play::{Error, Side, Table};

/// What is asked for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Query {
    pub id: String,
    /// The rules, as a spec.
    game: String,
    /// The position that the game begins with; `None` for the empty board.
    first: Option<String>,
    moves: Vec<(Side, String)>,
    /// The turns to look at, each with its priority.
    pub turns: Vec<(usize, i64)>,
    pub search: Search,
    pub report: Report,
    /// The moves that alone are looked at, and those that are not, each for its side.
    allowed: Vec<(Side, String)>,
    avoided: Vec<(Side, String)>,
}

/// How long a position is searched.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Search {
    pub max_visits: Option<u64>,
    pub max_time: Option<Duration>,
}

/// What is told of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Report {
    /// As whom values are told; `None` for the side to move.
    pub seen_by: Option<Side>,
    /// Moves of a line after its first.
    pub pv_length: usize,
    /// Between the reports of a search under way, if there are any.
    pub every: Option<Duration>,
    pub ownership: bool,
    pub ownership_stdev: bool,
    pub moves_ownership: bool,
    pub moves_ownership_stdev: bool,
    pub policy: bool,
    pub pv_visits: bool,
    pub no_result: bool,
}

/// Moves of a game, and stones on its board: more are no game.
const MAX_MOVES: usize = 2000;
/// The largest komi.
const MAX_KOMI: f64 = 361.0;
/// Longer times have no end.
const MAX_SECONDS: f64 = 1e9;
/// Rules that nobody plays here, and what comes nearest. What else has no name is an error.
const NEAREST: [(&str, &str); 2] = [("stone-scoring", "chinese"), ("aga-button", "aga")];

impl Query {
    /// Reads a query, with what of it is not obeyed.
    ///
    /// # Errors
    /// If there is something wrong with a field, or a move is not legal.
    pub fn read(id: &str, map: &Map<String, Value>) -> Result<(Query, Vec<FieldError>), FieldError> {
        let fields = Fields::new(map);
        fields.get("id");
        let mut warnings = Vec::new();
        let size = size(&fields)?;
        let stones = stones(&fields, "initialStones", size)?.unwrap_or_default();
        let moves = Fields::required("moves", stones_or_passes(&fields, "moves", size)?)?;
        let initial_player = fields.player("initialPlayer")?;
        let board = begin(&fields, size, &stones, &mut warnings)?;
        let first_to_move = initial_player
            .or(moves.first().map(|(side, _)| *side))
            .unwrap_or_else(|| if handicap(&stones) > 0 { Side::Second } else { Side::First });
        let (game, first) = play(board, &stones, first_to_move, &moves)?;
        let mut report = Report {
            seen_by: Some(Side::First),
            pv_length: usize::MAX,
            every: fields.number("reportDuringSearchEvery", 0.001, MAX_SECONDS)?.map(Duration::from_secs_f64),
            ownership: fields.switch("includeOwnership")?,
            ownership_stdev: fields.switch("includeOwnershipStdev")?,
            moves_ownership: fields.switch("includeMovesOwnership")?,
            moves_ownership_stdev: fields.switch("includeMovesOwnershipStdev")?,
            policy: fields.switch("includePolicy")?,
            pv_visits: fields.switch("includePVVisits")?,
            no_result: fields.switch("includeNoResultValue")?,
        };
        let mut search = Search { max_visits: visits(&fields, "maxVisits")?, max_time: None };
        pv_length(&fields, &mut report)?;
        if let Some(settings) = fields.object("overrideSettings")? {
            override_settings(settings, &mut search, &mut report, &mut warnings)?;
        }
        let query = Query {
            id: id.into(),
            game,
            first,
            turns: turns(&fields, moves.len())?,
            moves,
            search,
            report,
            allowed: restricted(&fields, "allowMoves", size, &mut warnings)?,
            avoided: restricted(&fields, "avoidMoves", size, &mut warnings)?,
        };
        for field in fields.unknown() {
            warnings.push(FieldError::new(field, "Unexpected or unused field"));
        }
        Ok((query, warnings))
    }

    /// The game as it is at a turn, whoever has passed.
    ///
    /// # Errors
    /// If it cannot be played, which has been found out when it was read.
    pub fn table(&self, turn: usize) -> Result<Box<dyn Table>, Error> {
        let board = GtpBoard::replay(&self.game, self.first.as_deref(), &self.moves[..turn])?;
        let side = board.table().side_to_move();
        board.facing(side)
    }

    /// The moves that alone are looked at by a side, and those that it does not look at.
    pub fn restrictions(&self, side: Side) -> [Vec<String>; 2] {
        [&self.allowed, &self.avoided]
            .map(|list| list.iter().filter(|(whose, _)| *whose == side).map(|(_, mv)| mv.clone()).collect())
    }
}

/// The size of the board.
fn size(fields: &Fields) -> Result<usize, FieldError> {
    /// The rules know none beyond.
    const SIZES: [i64; 2] = [2, 19];
    let of = |field| Fields::required(field, fields.integer(field, SIZES[0], SIZES[1])?);
    let (columns, rows) = (of("boardXSize")?, of("boardYSize")?);
    if columns != rows {
        return Err(FieldError::new("boardYSize", "Only square boards are played"));
    }
    Ok(columns as usize)
}

/// The rules, with komi, on an empty board.
fn begin(
    fields: &Fields,
    size: usize,
    stones: &[(Side, String)],
    warnings: &mut Vec<FieldError>,
) -> Result<GtpBoard, FieldError> {
    let failed = |error: Error| FieldError::new("rules", error.to_string());
    let mut board = GtpBoard::new(&format!("go:size={size}")).map_err(failed)?;
    let mut bonus = None;
    match Fields::required("rules", fields.get("rules"))? {
        Value::String(name) => {
            let name = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
            if let Err(error) = rules::set(&mut board, &name) {
                let nearest = NEAREST.iter().find(|(known, _)| *known == name);
                let (_, nearest) = nearest.ok_or_else(|| FieldError::new("rules", error))?;
                rules::set(&mut board, nearest).map_err(|error| FieldError::new("rules", error))?;
                let text = format!("{name} rules are not played here, {nearest} rules are taken");
                warnings.push(FieldError::new("rules", text));
            }
        }
        Value::Object(wanted) => {
            for (key, value) in wanted {
                if key == "whiteHandicapBonus" {
                    bonus = Some(value);
                } else if let Err(error) = rules::set(&mut board, &json!({ key: value }).to_string()) {
                    warnings.push(FieldError::new("rules", error));
                }
            }
        }
        other => {
            let text = format!("Must be a string or an object, not {}", short(other));
            return Err(FieldError::new("rules", text));
        }
    }
    // As KataGo guesses it.
    let usual = if rules::told(&board).contains("\"TERRITORY\"") { 6.5 } else { 7.5 };
    let komi = fields.number("komi", -MAX_KOMI, MAX_KOMI)?.unwrap_or(usual);
    if (2.0 * komi).fract() != 0.0 {
        return Err(FieldError::new("komi", "Must be an integer or half-integer"));
    }
    let bonus = fields
        .get("whiteHandicapBonus")
        .map(|bonus| ("whiteHandicapBonus", bonus))
        .or(bonus.map(|bonus| ("rules", bonus)));
    let bonus = match bonus {
        None => 0,
        Some((field, bonus)) => bonus_points(field, bonus, handicap(stones))?,
    };
    let komi = (komi + bonus as f64).min(MAX_KOMI);
    board
        .set_rules(&[("komi", komi.to_string())])
        .map_err(|error| FieldError::new("komi", error.to_string()))?;
    Ok(board)
}

/// How many stones Black has as a handicap: all that there are at first, from two on.
fn handicap(stones: &[(Side, String)]) -> usize {
    let only_black = stones.iter().all(|(side, _)| *side == Side::First);
    if only_black && stones.len() > 1 { stones.len() } else { 0 }
}

/// What White gets for a handicap beside komi: `0`, `N` or `N-1` points.
fn bonus_points(field: &str, bonus: &Value, stones: usize) -> Result<usize, FieldError> {
    match bonus.as_str().map_or_else(|| bonus.to_string(), str::to_owned).as_str() {
        "0" => Ok(0),
        "N" => Ok(stones),
        "N-1" => Ok(stones.saturating_sub(1)),
        _ => Err(FieldError::new(field, format!("Must be 0, N or N-1, not {}", short(bonus)))),
    }
}

/// Sets the board up and plays the game; tells what to replay it from.
fn play(
    mut board: GtpBoard,
    stones: &[(Side, String)],
    to_move: Side,
    moves: &[(Side, String)],
) -> Result<(String, Option<String>), FieldError> {
    let mut first = None;
    if !stones.is_empty() || to_move == Side::Second {
        board
            .set_stones(stones, to_move)
            .map_err(|error| FieldError::new("initialStones", error.to_string()))?;
        first = Some(board.table().first_position());
    }
    for (at, (side, mv)) in moves.iter().enumerate() {
        let illegal = |_| FieldError::new("moves", format!("Illegal move {at}: {}", mv.to_ascii_uppercase()));
        board.play(*side, mv).map_err(illegal)?;
    }
    Ok((board.table().spec().to_string(), first))
}

/// `[["B","Q4"],["W","pass"]]`.
fn stones_or_passes(
    fields: &Fields,
    field: &'static str,
    size: usize,
) -> Result<Option<Vec<(Side, String)>>, FieldError> {
    let Some(list) = fields.list(field)? else { return Ok(None) };
    if list.len() > MAX_MOVES {
        return Err(FieldError::new(field, format!("Must be at most {MAX_MOVES} moves, not {}", list.len())));
    }
    let read = |value: &Value| {
        let [player, place] = value.as_array()?.as_slice() else { return None };
        Some((side(player.as_str()?)?, location(place.as_str()?, size)?))
    };
    let moves = list.iter().enumerate().map(|(at, value)| {
        let text = || format!("Must be pairs such as [\"B\",\"Q4\"], but {} of them is {value}", at + 1);
        read(value).ok_or_else(|| FieldError::new(field, text()))
    });
    moves.collect::<Result<_, _>>().map(Some)
}

/// The same without passes.
fn stones(
    fields: &Fields,
    field: &'static str,
    size: usize,
) -> Result<Option<Vec<(Side, String)>>, FieldError> {
    let stones = stones_or_passes(fields, field, size)?;
    match stones.iter().flatten().any(|(_, mv)| mv == "pass") {
        true => Err(FieldError::new(field, "Must be stones, not passes")),
        false => Ok(stones),
    }
}

/// A move as the rules read it: `C4`, `pass`, or `(2,15)` from the upper left.
fn location(text: &str, size: usize) -> Option<String> {
    let Some(pair) = text.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return read_vertex(text.trim());
    };
    let (x, y) = pair.split_once(',')?;
    let (x, y): (usize, usize) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    let letter = (b'a'..=b'z').filter(|&letter| letter != b'i').nth(x)?;
    (x < size && y < size).then(|| format!("{}{}", char::from(letter), size - y))
}

fn visits(fields: &Fields, field: &'static str) -> Result<Option<u64>, FieldError> {
    Ok(fields.number(field, 1.0, 1e18)?.map(|visits| visits as u64))
}

fn pv_length(fields: &Fields, report: &mut Report) -> Result<(), FieldError> {
    if let Some(length) = fields.integer("analysisPVLen", 1, 1000)? {
        report.pv_length = length as usize;
    }
    Ok(())
}

/// What `overrideSettings` asks for. What is not obeyed is a warning, unless it asks for what is so anyway.
fn override_settings(
    settings: &Map<String, Value>,
    search: &mut Search,
    report: &mut Report,
    warnings: &mut Vec<FieldError>,
) -> Result<(), FieldError> {
    let fields = Fields::new(settings);
    let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
    search.max_visits = visits(&fields, "maxVisits")?.or(search.max_visits);
    search.max_visits = least(visits(&fields, "maxPlayouts")?, search.max_visits);
    search.max_time = fields
        .number("maxTime", 0.0, 1e300)?
        .filter(|&seconds| seconds < MAX_SECONDS)
        .map(Duration::from_secs_f64);
    pv_length(&fields, report)?;
    if let Some(whose) = fields.text("reportAnalysisWinratesAs")? {
        report.seen_by = match whose.to_ascii_uppercase().as_str() {
            "BLACK" => Some(Side::First),
            "WHITE" => Some(Side::Second),
            "SIDETOMOVE" => None,
            _ => {
                let text = format!("reportAnalysisWinratesAs is BLACK, WHITE or SIDETOMOVE, not {whose:?}");
                return Err(FieldError::new("overrideSettings", text));
            }
        };
    }
    for name in fields.unknown() {
        let is_off = settings[name].as_f64() == Some(0.0) || settings[name] == Value::Bool(false);
        if !is_off {
            warnings.push(FieldError::new("overrideSettings", format!("{name} has no meaning here")));
        }
    }
    Ok(())
}

/// The turns to look at, with their priorities.
fn turns(fields: &Fields, moves: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    const PRIORITY: i64 = i32::MAX as i64;
    let turns = fields.integers("analyzeTurns")?.unwrap_or_else(|| vec![moves as i64]);
    let priority = fields.integer("priority", -PRIORITY, PRIORITY)?;
    let priorities = fields.integers("priorities")?;
    if priority.is_some() && priorities.is_some() {
        return Err(FieldError::new("priorities", "Cannot be given beside priority"));
    }
    if priorities.as_ref().is_some_and(|priorities| priorities.len() != turns.len()) {
        return Err(FieldError::new("priorities", "Must be as many as analyzeTurns"));
    }
    let priorities = priorities.unwrap_or_else(|| vec![priority.unwrap_or(0); turns.len()]);
    if turns.is_empty() {
        return Err(FieldError::new("analyzeTurns", "Must not be empty"));
    }
    let mut known = vec![false; moves + 1];
    let turn = |turn: i64| {
        let place = usize::try_from(turn).ok().filter(|&turn| turn <= moves);
        let place = place.ok_or_else(|| {
            FieldError::new("analyzeTurns", format!("There is no turn {turn} in a game of {moves} moves"))
        })?;
        match std::mem::replace(&mut known[place], true) {
            true => Err(FieldError::new("analyzeTurns", format!("Turn {turn} is named twice"))),
            false => Ok(place),
        }
    };
    let turns: Vec<usize> = turns.into_iter().map(turn).collect::<Result<_, _>>()?;
    Ok(turns.into_iter().zip(priorities).collect())
}

/// `[{"player":"B","moves":["C3"],"untilDepth":1}]`.
fn restricted(
    fields: &Fields,
    field: &'static str,
    size: usize,
    warnings: &mut Vec<FieldError>,
) -> Result<Vec<(Side, String)>, FieldError> {
    let mut all = Vec::new();
    let wrong = |text: String| FieldError::new(field, text);
    let mut deeper = false;
    for entry in fields.list(field)?.into_iter().flatten() {
        let entry =
            entry.as_object().ok_or_else(|| wrong(format!("Must be objects, not {}", short(entry))))?;
        let inner = Fields::new(entry);
        let in_field = |error: FieldError| wrong(format!("{}: {}", error.field, error.text));
        let player =
            inner.player("player").and_then(|player| Fields::required("player", player)).map_err(in_field)?;
        let moves =
            inner.list("moves").and_then(|moves| Fields::required("moves", moves)).map_err(in_field)?;
        let depth = inner.integer("untilDepth", 1, i64::from(i32::MAX));
        deeper |= depth.and_then(|depth| Fields::required("untilDepth", depth)).map_err(in_field)? > 1;
        for mv in moves {
            let read = mv.as_str().and_then(|text| location(text, size));
            all.push((player, read.ok_or_else(|| wrong(format!("Must be moves, not {}", short(mv))))?));
        }
    }
    if deeper {
        warnings.push(wrong("untilDepth is 1 here: only the first move is restricted".into()));
    }
    Ok(all)
}
