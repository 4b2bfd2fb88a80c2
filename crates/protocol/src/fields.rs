//! The fields of a JSON object, read one by one: what is wrong with one names it.

use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeSet;
use wanqi_play::{Side, quoted};

/// What is wrong with a field, or what of it is not obeyed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FieldError {
    pub field: String,
    pub text: String,
}

impl FieldError {
    pub fn new(field: &str, text: impl Into<String>) -> FieldError {
        FieldError { field: field.into(), text: text.into() }
    }
}

/// The fields of an object, and which of them have been asked for.
pub(crate) struct Fields<'a> {
    map: &'a Map<String, Value>,
    asked: RefCell<BTreeSet<&'static str>>,
}

impl<'a> Fields<'a> {
    pub fn new(map: &'a Map<String, Value>) -> Fields<'a> {
        Fields { map, asked: RefCell::default() }
    }

    /// The field, unless it is absent or null.
    pub fn get(&self, field: &'static str) -> Option<&'a Value> {
        self.asked.borrow_mut().insert(field);
        self.map.get(field).filter(|value| !value.is_null())
    }

    /// The same read by `read`, which answers `None` to what is not `what`.
    fn read<T>(
        &self,
        field: &'static str,
        what: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        let Some(value) = self.get(field) else { return Ok(None) };
        read(value)
            .map(Some)
            .ok_or_else(|| FieldError::new(field, format!("Must be {what}, not {}", short(value))))
    }

    /// The field, without which there is no query.
    pub fn required<T>(field: &str, value: Option<T>) -> Result<T, FieldError> {
        value.ok_or_else(|| FieldError::new(field, "Missing field"))
    }

    pub fn text(&self, field: &'static str) -> Result<Option<&'a str>, FieldError> {
        self.read(field, "a string", Value::as_str)
    }

    pub fn switch(&self, field: &'static str) -> Result<bool, FieldError> {
        Ok(self.read(field, "a boolean", Value::as_bool)?.unwrap_or(false))
    }

    /// A whole number; JSON of some programs writes `19.0`.
    pub fn integer(&self, field: &'static str, least: i64, most: i64) -> Result<Option<i64>, FieldError> {
        let what = format!("an integer from {least} to {most}");
        self.read(field, &what, |value| whole(value).filter(|number| (least..=most).contains(number)))
    }

    pub fn number(&self, field: &'static str, least: f64, most: f64) -> Result<Option<f64>, FieldError> {
        let what = format!("a number from {least} to {most}");
        self.read(field, &what, |value| value.as_f64().filter(|number| (least..=most).contains(number)))
    }

    pub fn integers(&self, field: &'static str) -> Result<Option<Vec<i64>>, FieldError> {
        self.read(field, "a list of integers", |value| value.as_array()?.iter().map(whole).collect())
    }

    pub fn list(&self, field: &'static str) -> Result<Option<&'a Vec<Value>>, FieldError> {
        self.read(field, "a list", Value::as_array)
    }

    pub fn object(&self, field: &'static str) -> Result<Option<&'a Map<String, Value>>, FieldError> {
        self.read(field, "an object", Value::as_object)
    }

    pub fn player(&self, field: &'static str) -> Result<Option<Side>, FieldError> {
        self.read(field, "\"B\" or \"W\"", |value| side(value.as_str()?))
    }

    /// Those that nobody has asked for.
    pub fn unknown(&self) -> Vec<&'a str> {
        let asked = self.asked.borrow();
        self.map.keys().map(String::as_str).filter(|field| !asked.contains(field)).collect()
    }
}

fn whole(value: &Value) -> Option<i64> {
    let number = value.as_f64()?;
    // Larger ones are not whole any more.
    (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
}

/// A player's letter or name, in either case.
pub(crate) fn side(text: &str) -> Option<Side> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// What a value looks like, for an error.
pub(crate) fn short(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text).to_string(),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        other => other.to_string(),
    }
}
