//! Games and players as people name them: `go:size=9,komi=7`, `alphabeta:depth=3`,
//! `external:protocol=uci,cmd="my engine"`.

use crate::Error;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use wanqi_game::{Message, message, quoted};

/// A name and its options, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// What comes before the colon.
    pub name: String,
    /// The pairs after it, in the order written; each key once.
    pub options: Vec<(String, String)>,
}

impl Spec {
    /// A name without options.
    pub fn new(name: impl Into<String>) -> Spec {
        Spec { name: name.into(), options: Vec::new() }
    }

    /// The value of an option.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// `eval=my.net` is short for `eval=trained,net=my.net`. It is written out as the text is read, so that whoever may name no
    /// files is refused the option that does.
    fn name_network(&mut self) {
        let eval = self.options.iter().position(|(key, value)| key == "eval" && value.ends_with(".net"));
        if let Some(at) = eval.filter(|_| self.get("net").is_none()) {
            let path = std::mem::replace(&mut self.options[at].1, "trained".to_owned());
            self.options.insert(at + 1, ("net".to_owned(), path));
        }
    }

    /// Sets an option, in the place of an earlier value if there is one.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        match self.options.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value.into(),
            None => self.options.push((key.into(), value.into())),
        }
    }
}

impl FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Spec, Error> {
        let wrong = |what: Message| {
            Error::Spec(message!("fault.in-text", "{what} in {text}", what, text = quoted(text)))
        };
        let no_pair = || wrong(message!("fault.no-key", "expected KEY=VALUE after the colon"));
        let (name, mut rest) = text.split_once(':').unwrap_or((text, ""));
        if name.trim().is_empty() {
            return Err(wrong(message!("fault.no-name", "a name is missing")));
        }
        let mut spec = Spec::new(name.trim());
        while !rest.trim().is_empty() {
            let (key, after) = rest.split_once('=').ok_or_else(no_pair)?;
            let key = key.trim();
            let value;
            (value, rest) = match after.trim_start().strip_prefix('"') {
                Some(after) => {
                    let (value, after) = after.split_once('"').ok_or_else(|| {
                        wrong(message!("fault.open-quotation", "a quotation mark is not closed"))
                    })?;
                    let after = after.trim_start();
                    let next = after.strip_prefix(',').or(after.is_empty().then_some(""));
                    let next = next.ok_or_else(|| {
                        wrong(message!("fault.no-comma", "expected a comma after the quotation"))
                    });
                    (value, next?)
                }
                None => {
                    let (value, next) = after.split_once(',').unwrap_or((after, ""));
                    if value.contains('"') {
                        return Err(wrong(message!(
                            "fault.quotation-inside",
                            "a quotation mark inside a value"
                        )));
                    }
                    (value.trim(), next)
                }
            };
            if key.is_empty() || value.is_empty() {
                return Err(no_pair());
            }
            if spec.get(key).is_some() {
                return Err(wrong(message!("fault.given-twice", "{key} is given twice", key)));
            }
            spec.options.push((key.into(), value.into()));
        }
        spec.name_network();
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.options.iter().enumerate() {
            let separator = if i == 0 { ':' } else { ',' };
            let plain = !value.contains([',', '"']) && value.trim() == value;
            if plain {
                write!(f, "{separator}{key}={value}")
            } else {
                write!(f, "{separator}{key}=\"{value}\"")
            }?;
        }
        Ok(())
    }
}

/// `{"text": "go:size=9", "name": "go", "options": [["size", "9"]]}`: whoever is told this need not read the text.
impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_struct("Spec", 3)?;
        parts.serialize_field("text", &self.to_string())?;
        parts.serialize_field("name", &self.name)?;
        parts.serialize_field("options", &self.options)?;
        parts.end()
    }
}
