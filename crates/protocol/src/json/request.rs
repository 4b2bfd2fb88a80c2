//! A line of the other side: an object with an id, the name of a request, and the request's fields.

use super::error::RequestError;
use crate::fields::{Fields, short};
use serde_json::{Map, Value};
use wanqi_play::{did_you_mean, quoted};

/// What is known of a request before it is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestKind {
    pub name: &'static str,
    /// The fields that it may have, in groups that others have too.
    pub fields: &'static [&'static [&'static str]],
}

/// The fields of every request.
pub(super) const ENVELOPE: &[&str] = &["id", "request"];
/// Which game.
pub(super) const GAME: &[&str] = &["game", "rules"];
/// Where in it.
pub(super) const POSITION: &[&str] = &["position", "moves"];
/// Which table.
pub(super) const TABLE: &[&str] = &["table"];
/// How moves are written.
pub(super) const NOTATION: &[&str] = &["notation"];
/// What a search may spend.
pub(super) const LIMITS: &[&str] = &["depth", "nodes", "seconds"];
/// How often it is told how far the work is.
pub(super) const EVERY: &[&str] = &["every"];

impl RequestKind {
    /// The fields that it may have, those of every request left out.
    pub fn own_fields(&self) -> impl Iterator<Item = &'static str> {
        self.fields.iter().flat_map(|group| group.iter().copied())
    }
}

/// A line as an object.
pub(super) fn object(line: &str) -> Result<Map<String, Value>, RequestError> {
    match serde_json::from_str(line) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(other) => Err(RequestError::new("json", format!("a line is an object, not {}", short(&other)))),
        Err(error) => Err(RequestError::new("json", format!("not JSON: {error}"))),
    }
}

/// The id of a request as JSON, as answers carry it.
pub(super) fn id(map: &Map<String, Value>) -> Result<String, RequestError> {
    /// Answers repeat it.
    const MAX_BYTES: usize = 256;
    let wrong = |text: String| RequestError::new("id", text).at("id");
    match map.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => Some(id.to_string())
            .filter(|id| id.len() <= MAX_BYTES)
            .ok_or_else(|| wrong("it is too long".into())),
        Some(other) => Err(wrong(format!("a text or a number, not {}", short(other)))),
        None => Err(wrong("a request has an id, which its answers carry".into())),
    }
}

/// Which of the requests it is.
pub(super) fn kind<'k, T>(
    map: &Map<String, Value>,
    kinds: &'k [(RequestKind, T)],
) -> Result<&'k (RequestKind, T), RequestError> {
    let wrong = |text: String| RequestError::new("request", text).at("request");
    let name = match map.get("request") {
        Some(Value::String(name)) => name,
        Some(other) => return Err(wrong(format!("a text, not {}", short(other)))),
        None => return Err(wrong("what is asked for is missing".into())),
    };
    kinds.iter().find(|(kind, _)| kind.name == name).ok_or_else(|| {
        let near = did_you_mean(name, kinds.iter().map(|(kind, _)| kind.name));
        wrong(format!("there is no request {}{near}; hello lists them", quoted(name)))
    })
}

/// The fields of a request, all of which it knows.
pub(super) fn fields<'m>(
    kind: &RequestKind,
    map: &'m Map<String, Value>,
) -> Result<Fields<'m>, RequestError> {
    let known = || kind.own_fields().chain(ENVELOPE.iter().copied());
    match map.keys().find(|field| !known().any(|known| known == **field)) {
        None => Ok(Fields::new(map)),
        Some(field) => {
            let near = did_you_mean(field, kind.own_fields());
            let text = format!("{} has no field {}{near}", kind.name, quoted(field));
            Err(RequestError::new("field", text).at(quoted(field).trim_matches('"')))
        }
    }
}
