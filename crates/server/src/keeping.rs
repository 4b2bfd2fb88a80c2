//! A session whose games are kept.
//!
//! [`Keeping`] stands between a socket and its [`Session`]. Before a state of the game goes out to the page, what it
//! shows is in the library: a killed process loses at most what no page has been told. A page that comes back asks for
//! its game by number.

use crate::keeper::{Holder, Keeper};
use crate::protocol::{Event, Fault, Request, State, read};
use crate::searches::Word;
use crate::session::Session;
use play::record::{Ending, GameRecord, NodeId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use store::{GameId, Search};

/// What a page may ask of the library, in the form of a [`Request`]; all else goes to the
/// game.
#[derive(Debug, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case", deny_unknown_fields)]
pub enum LibraryRequest {
    /// A game of the library in the place of the one on the table; answered as a new game is.
    Resume {
        /// Its number.
        game: GameId,
        /// What is asked instead if it is not there: another request.
        #[serde(default)]
        otherwise: Option<Value>,
    },
    /// Games of the library; answered by [`Event::Library`].
    Library {
        /// Which.
        #[serde(default)]
        search: Search,
    },
    /// Deletes games; answered by [`Event::Deleted`].
    DeleteGames {
        /// Their numbers.
        games: Vec<GameId>,
    },
}

impl LibraryRequest {
    const NAMES: [&str; 3] = ["resume", "library", "delete_games"];
}

/// A session whose games are kept.
pub struct Keeping {
    /// The game.
    session: Session,
    keeper: Keeper,
    holder: Holder,
    open: Option<Open>,
}

/// What is kept of a game beside its moves, for whoever takes it up again.
#[derive(Serialize, Deserialize)]
struct Left {
    /// See [`Open::live`].
    live: bool,
    /// The request that lays the table as it was left.
    again: Value,
}

/// The game on the table, as it is kept.
#[derive(Default)]
struct Open {
    /// Its number, once it has been kept.
    id: Option<GameId>,
    /// Whether it is being played here. Else it was played elsewhere, and what is tried on it are variations.
    live: bool,
    /// The day that it was begun here.
    date: String,
    /// What a game of a rule file of one's own is called.
    title: String,
    /// How it ended, as far as the board has shown it.
    result: Option<Ending>,
    /// The node where it ended here.
    end: Option<NodeId>,
    /// What was kept last: the record, and how it was left.
    record: Option<GameRecord>,
    left: String,
    /// Whether the page has been told that it is not kept.
    failed: bool,
}

impl Keeping {
    /// A session and where its games go.
    pub fn new(session: Session, keeper: Keeper) -> Keeping {
        let holder = keeper.holder();
        Keeping { session, keeper, holder, open: None }
    }

    /// Answers a request, as [`Session::request`] does.
    pub fn request(&mut self, text: &str) -> Vec<Event> {
        match library_request(text) {
            None => {
                let mut events = self.session.request(text);
                self.keep(&mut events, true);
                events
            }
            Some((id, Ok(request))) => {
                let answer = self.answer(id, request);
                answer.unwrap_or_else(|fault| vec![Event::Error { id, fault }])
            }
            Some((id, Err(fault))) => vec![Event::Error { id, fault }],
        }
    }

    /// Takes in what a search thread has sent, as [`Session::hear`] does.
    pub fn hear(&mut self, word: Word) -> Vec<Event> {
        let mut events = self.session.hear(word);
        self.keep(&mut events, false);
        events
    }

    /// When [`Keeping::tick`] has something to do, if nothing is heard before.
    pub fn deadline(&self) -> Option<Instant> {
        self.session.deadline()
    }

    /// Looks at the clock, as [`Session::tick`] does.
    pub fn tick(&mut self) -> Vec<Event> {
        let mut events = self.session.tick();
        self.keep(&mut events, false);
        events
    }

    fn answer(&mut self, id: Option<u64>, request: LibraryRequest) -> Result<Vec<Event>, Fault> {
        match request {
            LibraryRequest::Resume { game, otherwise } => {
                match (self.resume(id, game, otherwise.as_ref()), otherwise) {
                    (Err(_), Some(Value::Object(mut otherwise))) => {
                        otherwise.insert("id".into(), json!(id));
                        if id.is_none() {
                            otherwise.remove("id");
                        }
                        Ok(self.request(&Value::Object(otherwise).to_string()))
                    }
                    (resumed, _) => resumed,
                }
            }
            LibraryRequest::Library { search } => {
                let found = self.keeper.ask(move |library| library.search(&search))?;
                Ok(vec![Event::Library { id, found }])
            }
            LibraryRequest::DeleteGames { games } => {
                let count = self.keeper.delete(games)?;
                Ok(vec![Event::Deleted { id, count }])
            }
        }
    }

    /// Takes a game up again as it was left, or, if it was played elsewhere, opens it.
    fn resume(
        &mut self,
        id: Option<u64>,
        game: GameId,
        otherwise: Option<&Value>,
    ) -> Result<Vec<Event>, Fault> {
        let kept = self.keeper.ask(move |library| library.load(game))?;
        let left = kept.state.as_deref().and_then(|state| serde_json::from_str::<Left>(state).ok());
        let Left { live, mut again } =
            left.unwrap_or_else(|| Left { live: false, again: beginning(&kept.record) });
        if otherwise.is_some_and(|otherwise| !is_same_game(&again, otherwise)) {
            // The page has had this number from another library.
            return Err(Fault::new(format!("game {} of the library is another", game.0)));
        }
        again["record"]["tree"] = serde_json::to_value(&kept.record).unwrap_or_default();
        let request: Request = serde_json::from_value(again)
            .map_err(|error| Fault::new(format!("game {} of the library: {error}", game.0)))?;
        let mut events = self.session.ask(id, request);
        if let [Event::Error { fault, .. }] = events.as_slice() {
            return Err(fault.clone());
        }
        self.close();
        let headers = &kept.record.headers;
        let (date, title, result) = (headers.date.clone(), headers.event.clone(), headers.result.clone());
        let left = kept.state.unwrap_or_default();
        self.open = Some(Open {
            id: Some(game),
            live,
            date,
            title,
            result,
            record: Some(kept.record),
            left,
            ..Open::default()
        });
        self.keeper.take(self.holder, game);
        events.insert(0, Event::Kept { game: Some(game) });
        self.keep_state(&mut events, true);
        Ok(events)
    }

    /// Sees to it that what the events show is kept before they go out. `asked`: whether the page has asked for them.
    fn keep(&mut self, events: &mut Vec<Event>, asked: bool) {
        let table = events.iter().find_map(|event| match event {
            Event::Table { rules, info, .. } => Some((rules.is_some(), info)),
            _ => None,
        });
        if let (Some((own, info)), Some((record, _))) = (table, self.session.record()) {
            // What says who played it comes from elsewhere.
            let headers = &record.headers;
            let live = headers.result.is_none() && headers.players.iter().all(String::is_empty);
            let date = if live { today() } else { headers.date.clone() };
            // What the file calls the game; its name here says nothing.
            let title = if own { info.title.to_string() } else { String::new() };
            self.close();
            self.open = Some(Open { live, date, title, ..Open::default() });
            events.insert(0, Event::Kept { game: None });
        }
        self.keep_state(events, asked);
    }

    fn keep_state(&mut self, events: &mut Vec<Event>, asked: bool) {
        let place = events.iter().rposition(|event| matches!(event, Event::State(_)));
        let (Some(place), Some(open)) = (place, &mut self.open) else { return };
        let (Event::State(state), Some((record, at))) = (&events[place], self.session.record()) else {
            return;
        };
        if open.record.as_ref().is_some_and(|kept| kept.first != record.first) {
            // Another first position is another game.
            if let Some(id) = open.id {
                self.keeper.leave(self.holder, id);
            }
            *open =
                Open { live: true, date: today(), title: std::mem::take(&mut open.title), ..Open::default() };
        }
        if !asked && open.id.is_some_and(|id| !self.keeper.has(self.holder, id)) {
            // It is open at another socket now: what this one's machine plays on is nobody's game.
            return;
        }
        // A game that nobody has moved in is not worth a line.
        if record.is_empty() && open.id.is_none() {
            return;
        }
        let record = open.headed(record.clone(), at, state);
        let left = Left { live: open.live, again: again(&record, state) };
        let left = serde_json::to_string(&left).expect("it has only strings for keys");
        if open.record.as_ref() == Some(&record) && left == open.left && !open.failed {
            return;
        }
        match self.keeper.save(self.holder, open.id, record.clone(), left.clone()) {
            Ok(id) => {
                let told = open.id.replace(id) == Some(id) && !open.failed;
                (open.record, open.left, open.failed) = (Some(record), left, false);
                if !told {
                    events.insert(place, Event::Kept { game: Some(id) });
                }
            }
            Err(fault) => {
                if !open.failed {
                    open.failed = true;
                    events.insert(place, Event::Kept { game: None });
                    events.push(Event::Error { id: None, fault });
                }
            }
        }
    }

    fn close(&mut self) {
        if let Some(id) = self.open.take().and_then(|open| open.id) {
            self.keeper.leave(self.holder, id);
        }
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        self.close();
    }
}

impl Open {
    /// A record with what is known of the game beside its moves.
    fn headed(&mut self, mut record: GameRecord, at: NodeId, state: &State) -> GameRecord {
        let headers = &mut record.headers;
        for (player, seat) in headers.players.iter_mut().zip(&state.seats) {
            if let Some(machine) = seat {
                player.clone_from(machine);
            } else if self.live {
                player.clear();
            }
        }
        if headers.event.is_empty() {
            headers.event.clone_from(&self.title);
        }
        if self.live {
            headers.date.clone_from(&self.date);
            // Whoever looks back at a finished game does not take its end away.
            if state.view.ply == state.view.record.len() {
                self.result = state.view.result.clone().map(Ending::from);
                self.end = state.view.result.is_some().then_some(at);
            }
            headers.result.clone_from(&self.result);
            // What was played to its end is the game; what was taken back are variations.
            if let Some(end) = self.end {
                record.make_main(end);
            }
        }
        record
    }
}

/// The request that takes a game up again as it is: what a page would ask that has seen this state. The tree is added
/// from the record.
fn again(record: &GameRecord, state: &State) -> Value {
    let moves: Vec<&str> = state.view.record.iter().map(|mv| mv.text.as_str()).collect();
    let mut request = json!({
        "request": "new",
        "game": record.game,
        "seats": state.seats,
        "record": {
            "first": state.first,
            "moves": moves,
            "ply": state.view.ply,
            "verdict": state.verdict,
            "paused": state.paused,
        },
    });
    if let Some(rules) = &record.rules {
        request["rules"] = json!(rules);
    }
    if let Some(clock) = &state.clock {
        let base = clock.left[0].max(clock.left[1]).max(1);
        request["clock"] = json!({ "base": base, "increment": clock.increment, "left": clock.left });
    }
    request
}

/// Whether two requests take up the same game, perhaps at different moves: it begins alike.
fn is_same_game(one: &Value, other: &Value) -> bool {
    let beginning = |request: &Value| {
        (request["game"].clone(), request["record"]["first"].clone(), request["record"]["moves"][0].clone())
    };
    beginning(one) == beginning(other)
}

/// The request that opens a game played elsewhere: at its end if it may go on, else at its beginning.
fn beginning(record: &GameRecord) -> Value {
    let moves: Vec<&str> = record.main_line().into_iter().map(|id| record[id].text()).collect();
    let ply = if record.headers.result.is_some() { 0 } else { moves.len() };
    let mut request = json!({
        "request": "new",
        "game": record.game,
        "record": { "moves": moves, "ply": ply },
    });
    if let Some(first) = &record.first {
        request["record"]["first"] = json!(first);
    }
    if let Some(rules) = &record.rules {
        request["rules"] = json!(rules);
    }
    request
}

/// Reads a text as a request to the library; `None` if it is none, and the session's to answer.
#[allow(clippy::type_complexity, reason = "an answer in four cases")]
fn library_request(text: &str) -> Option<(Option<u64>, Result<LibraryRequest, Fault>)> {
    if !LibraryRequest::NAMES.iter().any(|name| text.contains(name)) {
        return None;
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    let name = value.get("request")?.as_str()?;
    if !LibraryRequest::NAMES.contains(&name) || read(text).is_ok() {
        return None;
    }
    let id = value.as_object_mut()?.remove("id").and_then(|id| id.as_u64());
    let request =
        serde_json::from_value(value).map_err(|error| Fault::new(format!("not a request: {error}")));
    Some((id, request))
}

/// The day by the clock of Greenwich, `2026-11-21`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil((since.as_secs() / 86_400) as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a number of days since 1970.
/// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>
fn civil(days: i64) -> (i64, i64, i64) {
    // Years begin in March, so that the day that leap years have comes last.
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_have_dates() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_778, (2026, 11, 21)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil(days), date, "{days}");
        }
    }
}
