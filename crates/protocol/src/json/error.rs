//! What is answered where something cannot be done.

use crate::fields::FieldError;
use serde::Serialize;
use wanqi_play::Error;

/// Why a request was not done: `{"code": "move", "message": "not a move here: …", "where": "move"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RequestError {
    /// What kind of thing is wrong, for programs.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// The field of the request that it is about; in a rule file also the line and column: `rules:7:3`.
    #[serde(rename = "where")]
    pub place: Option<String>,
}

impl RequestError {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> RequestError {
        RequestError { code, message: message.into(), place: None }
    }

    /// The same, said of a field; what says already of which stays as it is.
    #[must_use]
    pub(super) fn at(mut self, field: impl Into<String>) -> RequestError {
        self.place.get_or_insert(field.into());
        self
    }

    /// What the engine says of a field.
    pub(super) fn of(field: impl Into<String>) -> impl FnOnce(Error) -> RequestError {
        move |error| {
            let mut field = field.into();
            if let Error::Rules(fault) = &error
                && let Some((line, column)) = fault.first_place()
            {
                field = format!("{field}:{line}:{column}");
            }
            RequestError::from(error).at(field)
        }
    }
}

impl From<FieldError> for RequestError {
    fn from(error: FieldError) -> RequestError {
        RequestError::new("field", error.text).at(error.field)
    }
}

impl From<Error> for RequestError {
    fn from(error: Error) -> RequestError {
        RequestError::new(code(&error), error.to_string())
    }
}

/// The kinds of errors that the engine knows.
fn code(error: &Error) -> &'static str {
    match error {
        Error::Spec(_) => "spec",
        Error::Limit(_) => "limit",
        Error::Rules(_) => "rules",
        Error::Position(_) => "position",
        Error::Move(_) => "move",
        Error::Over(_) => "over",
        Error::Record { .. } => "record",
        Error::Resigned(_) => "resigned",
        Error::Tablebases(_) | Error::Book(_) | Error::Network(_) | Error::Lost(_) => "file",
        Error::Player(_) => "player",
    }
}
