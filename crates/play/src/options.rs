//! The options of games and players: declared once, and read through the declaration.
//!
//! A declaration ([`NumberOption`] and its neighbours) has a name, a help and the values that it takes. A bare one gives
//! an `Option` of its value when it is read, one with a default (`.or(…)`) the value. Several go together as a tuple, and
//! [`Declared`] is one or many of them: it lists itself for help, forms and protocols, and reads itself from a [`Spec`].
//! Nothing else reads options, so that what is read is what is listed:
//!
//! ```
//! use wanqi_play::options::{Declared, NumberOption, Options, SwitchOption};
//!
//! const OPTIONS: (wanqi_play::options::Or<NumberOption<u8>>, wanqi_play::options::Or<SwitchOption>) = (
//!     NumberOption::new("size", "lines", 2..=19).or(19),
//!     SwitchOption::new("suicide", "whether a move may take its own stones").or(false),
//! );
//! let spec = "go:size=9".parse().unwrap();
//! let mut options = Options::of(&spec);
//! let (size, suicide) = options.read(&OPTIONS).unwrap();
//! assert_eq!((size, suicide), (9, false));
//! assert!(options.finish().is_ok());
//! assert_eq!(OPTIONS.options()[0].name, "size");
//! ```

mod aliases;
mod declared;
mod duration;

pub use aliases::ALIASES;
pub use declared::{
    ChoiceOption, Declared, DurationOption, FileOption, FileValue, Mapped, NamedChoice, Number, NumberOption,
    Or, PrefixedOptions, Single, SwitchOption, TextOption,
};
pub use duration::{parse_duration, write_duration};

use crate::{Error, Spec};
use serde::Serialize;
use wanqi_game::{did_you_mean, message, quoted};

/// An option that a game or a player has, for menus, help and forms.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionInfo {
    /// The key in a spec.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// The same in Chinese, where the page shows it; else empty.
    pub help_zh: &'static str,
    /// The values that it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// The value if nothing is said; `None` where nothing is then, or where it depends.
    pub default: Option<String>,
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
        /// What it counts, where that matters to others than the option's owner.
        unit: Option<Unit>,
    },
    /// `on` or `off`.
    Switch,
    /// One of some words.
    Choice {
        /// The words; none where they depend on the game.
        values: Vec<&'static str>,
    },
    /// A time: `500ms`, `2s`, `1m`.
    Duration,
    /// The path of a file or a folder. Who has no business with this machine's files, a page, may not give one.
    File {
        /// Words in the place of a path.
        words: &'static [&'static str],
    },
    /// Any text.
    Text,
}

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Plies to look ahead.
    Plies,
    /// Nodes of a search.
    Nodes,
    /// Random games of a Monte-Carlo search.
    Playouts,
    /// Memory in MiB.
    Megabytes,
    /// Threads of a search.
    Threads,
    /// Parts of a hundred.
    Percent,
    /// Where chance begins.
    Seed,
}

impl OptionInfo {
    /// What the number counts, if it is a number that says so.
    pub fn unit(&self) -> Option<Unit> {
        match self.kind {
            OptionKind::Number { unit, .. } => unit,
            _ => None,
        }
    }

    /// The value that a spec gives it, under this name or an old one.
    pub fn given<'s>(&self, spec: &'s Spec) -> Option<&'s str> {
        aliases::names(self.name).find_map(|name| spec.get(name))
    }

    /// Gives it a value in a spec, in the place of another.
    pub fn give(&self, spec: &mut Spec, value: impl Into<String>) {
        let name = aliases::names(self.name).find(|name| spec.get(name).is_some());
        spec.set(name.unwrap_or(self.name), value);
    }

    /// Whether a spec gives it the path of a file, and not one of the words that are none.
    pub fn names_file(&self, spec: &Spec) -> bool {
        match self.kind {
            OptionKind::File { words } => self.given(spec).is_some_and(|value| !words.contains(&value)),
            _ => false,
        }
    }

    /// The values that it takes, in words: `2..19`, `on|off`, `DIR or off`.
    pub fn values(&self) -> String {
        match &self.kind {
            // Larger numbers are not exact here, and nobody means them.
            OptionKind::Number { min, max, .. } if *max >= 2_f64.powi(53) => format!("{min}.."),
            OptionKind::Number { min, max, .. } => format!("{min}..{max}"),
            OptionKind::Switch => "on|off".into(),
            OptionKind::Choice { values } if values.is_empty() => "NAME".into(),
            OptionKind::Choice { values } => values.join("|"),
            OptionKind::Duration => "TIME".into(),
            OptionKind::File { words } => [&["PATH"], *words].concat().join("|"),
            OptionKind::Text => "TEXT".into(),
        }
    }
}

/// The options of a spec being read: what is left over in the end is an error.
pub struct Options<'a> {
    spec: &'a Spec,
    /// The names that have been asked for, each once.
    known: Vec<&'static str>,
    /// The beginnings of names that have been asked for.
    prefixes: Vec<&'static str>,
}

impl<'a> Options<'a> {
    /// Begins to read.
    pub fn of(spec: &'a Spec) -> Options<'a> {
        Options { spec, known: Vec::new(), prefixes: Vec::new() }
    }

    /// The value of what is declared.
    ///
    /// # Errors
    /// If the text of an option is none of its values.
    pub fn read<D: Declared + ?Sized>(&mut self, declared: &D) -> Result<D::Value, Error> {
        declared.read(self)
    }

    /// The text of an option, if it is given. Only declarations ask.
    fn given(&mut self, name: &'static str) -> Result<Option<&'a str>, Error> {
        if !self.known.contains(&name) {
            self.known.push(name);
        }
        let mut given = aliases::names(name).filter_map(|name| Some((name, self.spec.get(name)?)));
        let (first, second) = (given.next(), given.next());
        match (first, second) {
            (Some((first, _)), Some((second, _))) => Err(Error::Spec(message!(
                "fault.given-twice-as",
                "{first} is given twice, the second time as {second}",
                first,
                second
            ))),
            _ => Ok(first.map(|(_, text)| text)),
        }
    }

    /// The options whose names begin so, the beginning left out; together they are listed under one name.
    fn given_with(&mut self, listed: &'static str, prefix: &'static str) -> Vec<(String, String)> {
        self.known.push(listed);
        self.prefixes.push(prefix);
        let given = self.spec.options.iter();
        given
            .filter_map(|(key, value)| Some((key.strip_prefix(prefix)?.trim().into(), value.clone())))
            .collect()
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If an option is given that nothing has asked for.
    pub fn finish(self) -> Result<(), Error> {
        self.finish_beside(&[])
    }

    /// The same; `others` are options that would be asked for if this spec were another.
    ///
    /// # Errors
    /// If an option is given that nothing has asked for.
    pub fn finish_beside(self, others: &[OptionInfo]) -> Result<(), Error> {
        let is_known = |key: &str| {
            self.known.iter().any(|known| aliases::names(known).any(|name| name == key))
                || self.prefixes.iter().any(|prefix| key.starts_with(prefix))
        };
        let Some((key, _)) = self.spec.options.iter().find(|(key, _)| !is_known(key)) else { return Ok(()) };
        let (name, option) = (&self.spec.name, quoted(key));
        Err(Error::Spec(if others.iter().any(|other| other.name == key) {
            message!(
                "fault.option-with-others",
                "{name} has the option {option} only with other options, such as another evaluation",
                name,
                option
            )
        } else if self.known.is_empty() {
            message!("fault.no-options", "{name} has no options, so not {option}", name, option)
        } else {
            let (all, near) = (self.known.join(", "), did_you_mean(key, self.known.iter().copied()));
            message!(
                "fault.no-option",
                "{name} has no option {option}; it has {all}{near}",
                name,
                option,
                all,
                near
            )
        }))
    }
}
