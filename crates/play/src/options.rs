//! Reading the options of a [`Spec`], and describing them to front-ends.

use crate::{Error, Spec};
use serde::Serialize;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// An option that a game has, for menus and help.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionInfo {
    /// The key in a spec.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// The values that it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// The value if nothing is said.
    pub default: &'static str,
}

/// The values that an option takes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OptionKind {
    /// A number between two, in steps.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// Between one and the next.
        step: f64,
    },
    /// One of some words.
    Choice {
        /// The words.
        values: &'static [&'static str],
    },
}

/// The options of a spec being read: each asked for by name, those left over an error.
pub struct Options<'a> {
    spec: &'a Spec,
    asked: Vec<&'static str>,
}

impl<'a> Options<'a> {
    /// Begins to read.
    pub fn of(spec: &'a Spec) -> Options<'a> {
        Options { spec, asked: Vec::new() }
    }

    /// The text of an option, if it is given.
    pub fn text(&mut self, key: &'static str) -> Option<&'a str> {
        self.asked.push(key);
        self.spec.get(key)
    }

    /// A number within a range, `default` if it is not given.
    ///
    /// # Errors
    /// If the text is no such number.
    pub fn number<T>(&mut self, key: &'static str, default: T, range: RangeInclusive<T>) -> Result<T, Error>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.text(key) else { return Ok(default) };
        let (least, most) = (range.start(), range.end());
        let wrong = || {
            Error::Spec(format!("{key} takes a number from {least} to {most}, not {}", game::quoted(text)))
        };
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(wrong)
    }

    /// A number within a range, if it is given.
    ///
    /// # Errors
    /// If the text is no such number.
    pub fn optional<T>(&mut self, key: &'static str, range: RangeInclusive<T>) -> Result<Option<T>, Error>
    where
        T: FromStr + PartialOrd + Display + Default,
    {
        if self.spec.get(key).is_none() {
            self.asked.push(key);
            return Ok(None);
        }
        self.number(key, T::default(), range).map(Some)
    }

    /// The index of the word given among `values`, 0 if it is not given.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn choice(&mut self, key: &'static str, values: &[&str]) -> Result<usize, Error> {
        let Some(text) = self.text(key) else { return Ok(0) };
        let wrong =
            || Error::Spec(format!("{key} is one of {}, not {}", values.join(", "), game::quoted(text)));
        values.iter().position(|&value| value == text).ok_or_else(wrong)
    }

    /// `on` or `off`, `default` if it is not given.
    ///
    /// # Errors
    /// If it is neither.
    pub fn switch(&mut self, key: &'static str, default: bool) -> Result<bool, Error> {
        match self.text(key) {
            None => Ok(default),
            Some("on") => Ok(true),
            Some("off") => Ok(false),
            Some(text) => Err(Error::Spec(format!("{key} is on or off, not {}", game::quoted(text)))),
        }
    }

    /// A time such as `500ms`, `1.5s` or `2m`, if it is given.
    ///
    /// # Errors
    /// If the text is no such time.
    pub fn duration(&mut self, key: &'static str) -> Result<Option<Duration>, Error> {
        self.text(key)
            .map(|text| parse_duration(text).map_err(|error| Error::Spec(format!("{key}: {error}"))))
            .transpose()
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If an option is given that nobody has asked for.
    pub fn finish(self) -> Result<(), Error> {
        match self.spec.options.iter().find(|(key, _)| !self.asked.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) if self.asked.is_empty() => {
                Err(Error::Spec(format!("{} has no options, so not {}", self.spec.name, game::quoted(key))))
            }
            Some((key, _)) => Err(Error::Spec(format!(
                "{} has no option {}; it has {}",
                self.spec.name,
                game::quoted(key),
                self.asked.join(", ")
            ))),
        }
    }
}

/// Reads a time: a number and `ms`, `s`, `m` or `h`.
///
/// # Errors
/// What is wrong, if it is no such text.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("a time is a number with ms, s, m or h, not {}", game::quoted(text));
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let seconds = match &text[unit..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = text[..unit].trim().parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, millis) in [("500ms", 500), ("1.5s", 1500), ("2m", 120_000), ("1h", 3_600_000), ("0s", 0)]
        {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)));
        }
        for text in ["", "5", "s", "-1s", "1e999s", "1 parsec", "nans", "é"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let spec: Spec = "go:size=40,komi=x".parse().expect("a spec");
        let mut options = Options::of(&spec);
        assert_eq!(
            options.number("size", 19, 2..=19).expect_err("40").to_string(),
            "size takes a number from 2 to 19, not \"40\""
        );
        assert_eq!(options.finish().expect_err("komi").to_string(), "go has no option \"komi\"; it has size");
    }
}
