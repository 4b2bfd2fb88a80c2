//! How a game was left, for whoever takes it up again.
//!
//! The library keeps it beside the record, as a text of its own that no message between page and server has a part in.
//! Each of its fields is read by itself: one that is missing or cannot be read any more costs no more than what it said,
//! and a game of which nothing of this can be read is opened from its record.

use crate::protocol::{ClockRequest, Seat, State, Verdict};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wanqi_play::record::{GameRecord, NodeId, ROOT};

/// The version of what is written: a field that changes its meaning makes a new one, one that is added does not.
const VERSION: u32 = 1;

/// How a game was left.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Adjournment {
    /// In which form it is written.
    pub version: u32,
    /// Whether it was being played here. Else it was played elsewhere, and what is tried on it are variations.
    pub live: bool,
    /// The node of its record that the board showed.
    pub at: NodeId,
    /// The last node of the line on the board; those after `at` had been taken back.
    pub end: NodeId,
    /// Who played the two sides.
    pub seats: [Seat; 2],
    /// An end of the game that the board does not show.
    pub verdict: Option<Verdict>,
    /// Whether the machine waited.
    pub paused: bool,
    /// Whether the moves after `at` are gone once another is made in their place.
    pub taken_back: bool,
    /// The clock, if there was one.
    pub clock: Option<ClockRequest>,
}

impl Adjournment {
    /// A game on the table; `end` is the last node of the line on the board.
    pub fn of(state: &State, end: NodeId, taken_back: bool) -> Adjournment {
        let clock = state.clock.as_ref().map(|clock| ClockRequest {
            base: clock.base,
            increment: clock.increment,
            left: Some(clock.left),
        });
        let (seats, verdict) = (state.seats.clone(), state.verdict.clone());
        Adjournment {
            version: VERSION,
            live: state.live,
            at: state.node,
            end,
            seats,
            verdict,
            paused: state.paused,
            taken_back,
            clock,
        }
    }

    /// A game that was played elsewhere: at its end if it may go on, else at its beginning.
    pub fn elsewhere(record: &GameRecord) -> Adjournment {
        let end = record.main_line().last().copied().unwrap_or(ROOT);
        let at = if record.headers.result.is_some() { ROOT } else { end };
        let (seats, verdict, clock) = ([None, None], None, None);
        let (live, paused, taken_back) = (false, false, false);
        Adjournment { version: VERSION, live, at, end, seats, verdict, paused, taken_back, clock }
    }

    /// What is less and less like how it was left: without its players, which may be gone, without an end that the rules do not
    /// allow any more, and then from its record alone.
    pub fn or_less(self, record: &GameRecord) -> [Adjournment; 4] {
        let people = Adjournment { seats: [None, None], clock: None, ..self.clone() };
        let open = Adjournment { verdict: None, ..people.clone() };
        [self, people, open, Adjournment::elsewhere(record)]
    }

    /// As it is kept.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("it has only strings for keys")
    }

    /// How the game of this record was left; `None` if the text does not say where.
    pub fn read(text: &str, record: &GameRecord) -> Option<Adjournment> {
        let value: Value = serde_json::from_str(text).ok()?;
        if value.get("again").is_some() {
            return before_versions(&value, record);
        }
        let (at, end) = (field(&value, "at")?, field(&value, "end")?);
        let on_line = at == ROOT || record.path(end).contains(&at);
        let known = record.node(end).is_some() && on_line;
        known.then(|| Adjournment {
            version: VERSION,
            live: field(&value, "live").unwrap_or(false),
            at,
            end,
            seats: field(&value, "seats").unwrap_or_default(),
            verdict: field(&value, "verdict"),
            paused: field(&value, "paused").unwrap_or(false),
            taken_back: field(&value, "taken_back").unwrap_or(false),
            clock: field(&value, "clock"),
        })
    }
}

/// A field that can be read.
fn field<T: DeserializeOwned>(value: &Value, name: &str) -> Option<T> {
    T::deserialize(value.get(name)?).ok()
}

/// What was kept before there were versions: `again`, the request for a new game that a page would have made.
fn before_versions(value: &Value, record: &GameRecord) -> Option<Adjournment> {
    let request = &value["again"];
    let played = &request["record"];
    let moves: Vec<String> = field(played, "moves")?;
    let line = line_of(&moves, record)?;
    let ply = field(played, "ply").unwrap_or(line.len());
    let node = |ply: usize| ply.checked_sub(1).map_or(Some(ROOT), |last| line.get(last).copied());
    Some(Adjournment {
        version: VERSION,
        live: field(value, "live").unwrap_or(false),
        at: node(ply)?,
        end: node(line.len())?,
        seats: field(request, "seats").unwrap_or_default(),
        verdict: field(played, "verdict"),
        paused: field(played, "paused").unwrap_or(false),
        taken_back: false,
        clock: field(request, "clock"),
    })
}

/// The nodes of a line of moves in any notation.
fn line_of(moves: &[String], record: &GameRecord) -> Option<Vec<NodeId>> {
    let mut table = record.table().ok()?;
    let program = table.notations().len() - 1;
    let mut at = ROOT;
    let step = |text: &String| {
        table.play_on(text).ok()?;
        let text = table.last_move(program)?;
        at = *record[at].children().iter().find(|&&child| record[child].text() == text)?;
        Some(at)
    };
    moves.iter().map(step).collect()
}
