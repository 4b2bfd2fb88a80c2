//! The kinds of declaration.

use super::duration::{no_duration, read_duration, write_duration};
use super::{OptionInfo, OptionKind, Options, Unit};
use crate::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;
use wanqi_game::{Message, did_you_mean, message, quoted};

/// One option or several: what lists itself and reads itself.
pub trait Declared {
    /// What is read.
    type Value;

    /// Adds what it lists, for help.
    fn list(&self, into: &mut Vec<OptionInfo>);

    /// Reads it.
    ///
    /// # Errors
    /// If the text of an option is none of its values.
    fn read(&self, options: &mut Options) -> Result<Self::Value, Error>;

    /// All that is declared, each name once.
    fn options(&self) -> Vec<OptionInfo> {
        let (mut listed, mut once) = (Vec::new(), Vec::<OptionInfo>::new());
        self.list(&mut listed);
        for info in listed {
            if once.iter().all(|known| known.name != info.name) {
                once.push(info);
            }
        }
        once
    }
}

/// A single option, its values and their texts.
pub trait Single {
    /// A value.
    type Value;

    /// How it is listed, without a default.
    fn info(&self) -> OptionInfo;

    /// The value of a text.
    ///
    /// # Errors
    /// What is wrong with it, the option named.
    fn parse(&self, text: &str) -> Result<Self::Value, Message>;

    /// The text of a value.
    fn write(&self, value: &Self::Value) -> String;
}

/// A bare option is one that need not be given.
impl<S: Single> Declared for S {
    type Value = Option<S::Value>;

    fn list(&self, into: &mut Vec<OptionInfo>) {
        into.push(self.info());
    }

    fn read(&self, options: &mut Options) -> Result<Self::Value, Error> {
        let given = options.given(self.info().name)?;
        given.map(|text| self.parse(text).map_err(Error::spec)).transpose()
    }
}

/// An option and its value where it is not given.
#[derive(Clone, Copy, Debug)]
pub struct Or<S: Single> {
    option: S,
    default: S::Value,
}

impl<S: Single> Declared for Or<S>
where
    S::Value: Clone,
{
    type Value = S::Value;

    fn list(&self, into: &mut Vec<OptionInfo>) {
        into.push(OptionInfo { default: Some(self.option.write(&self.default)), ..self.option.info() });
    }

    fn read(&self, options: &mut Options) -> Result<S::Value, Error> {
        Ok(self.option.read(options)?.unwrap_or_else(|| self.default.clone()))
    }
}

/// What is declared, made into something else once it is read.
#[derive(Clone)]
pub struct Mapped<D: Declared, V> {
    /// What is declared.
    pub declared: D,
    /// What becomes of it.
    pub make: fn(D::Value) -> V,
}

impl<D: Declared, V> Declared for Mapped<D, V> {
    type Value = V;

    fn list(&self, into: &mut Vec<OptionInfo>) {
        self.declared.list(into);
    }

    fn read(&self, options: &mut Options) -> Result<V, Error> {
        Ok((self.make)(self.declared.read(options)?))
    }
}

macro_rules! together {
    ($($declared:ident)*) => {
        impl<$($declared: Declared),*> Declared for ($($declared,)*) {
            type Value = ($($declared::Value,)*);

            #[allow(non_snake_case, unused_variables, clippy::unused_unit)]
            fn list(&self, into: &mut Vec<OptionInfo>) {
                let ($($declared,)*) = self;
                $($declared.list(into);)*
            }

            #[allow(non_snake_case, unused_variables, clippy::unused_unit)]
            fn read(&self, options: &mut Options) -> Result<Self::Value, Error> {
                let ($($declared,)*) = self;
                Ok(($($declared.read(options)?,)*))
            }
        }
    };
}

together!();
together!(A);
together!(A B);
together!(A B C);
together!(A B C D);
together!(A B C D E);
together!(A B C D E F);
together!(A B C D E F G);
together!(A B C D E F G H);
together!(A B C D E F G H I);

/// What a [`NumberOption`] counts with.
pub trait Number: Copy + PartialOrd + FromStr + Display {
    /// The same for lists, to 53 bits.
    fn listed(self) -> f64;
}

macro_rules! number {
    ($($number:ty)*) => {
        $(impl Number for $number {
            fn listed(self) -> f64 {
                self as f64
            }
        })*
    };
}

number!(u8 u16 u32 u64 usize i32 f32 f64);

/// A number within a range.
#[derive(Clone, Copy, Debug)]
pub struct NumberOption<T> {
    name: &'static str,
    help: &'static str,
    help_zh: &'static str,
    min: T,
    max: T,
    step: f64,
    unit: Option<Unit>,
    usual: Option<T>,
}

impl<T: Number> NumberOption<T> {
    /// A whole number of the range.
    pub const fn new(name: &'static str, help: &'static str, range: RangeInclusive<T>) -> Self {
        let (&min, &max) = (range.start(), range.end());
        NumberOption { name, help, help_zh: "", min, max, step: 1.0, unit: None, usual: None }
    }

    /// The same with another step between one number and the next, for forms.
    #[must_use]
    pub const fn by(mut self, step: f64) -> Self {
        self.step = step;
        self
    }

    /// The same, and what it counts.
    #[must_use]
    pub const fn of(mut self, unit: Unit) -> Self {
        self.unit = Some(unit);
        self
    }

    /// The same with its help in Chinese.
    #[must_use]
    pub const fn zh(mut self, help: &'static str) -> Self {
        self.help_zh = help;
        self
    }

    /// The same, and what whoever reads it most often makes of its not being given: listed as its default.
    #[must_use]
    pub const fn usually(mut self, usual: T) -> Self {
        self.usual = Some(usual);
        self
    }

    /// The same with a value where it is not given.
    pub const fn or(self, default: T) -> Or<Self> {
        Or { option: self, default }
    }
}

impl<T: Number> Single for NumberOption<T> {
    type Value = T;

    fn info(&self) -> OptionInfo {
        let (min, max) = (self.min.listed(), self.max.listed());
        let kind = OptionKind::Number { min, max, step: self.step, unit: self.unit };
        let default = self.usual.map(|usual| self.write(&usual));
        OptionInfo { name: self.name, help: self.help, help_zh: self.help_zh, kind, default }
    }

    fn parse(&self, text: &str) -> Result<T, Message> {
        let NumberOption { name, min, max, .. } = self;
        let number = text.parse().ok().filter(|number| (min..=max).contains(&number));
        number.ok_or_else(|| {
            message!(
                "fault.option-number",
                "{name} takes a number from {min} to {max}, not {text}",
                name = *name,
                min = min.to_string(),
                max = max.to_string(),
                text = quoted(text)
            )
        })
    }

    fn write(&self, value: &T) -> String {
        value.to_string()
    }
}

/// An option without more than a name and a help.
macro_rules! plain_option {
    ($(#[$doc:meta])* $option:ident, $value:ty, $kind:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $option {
            name: &'static str,
            help: &'static str,
            help_zh: &'static str,
        }

        impl $option {
            /// An option of this name.
            pub const fn new(name: &'static str, help: &'static str) -> Self {
                $option { name, help, help_zh: "" }
            }

            /// The same with its help in Chinese.
            #[must_use]
            pub const fn zh(mut self, help: &'static str) -> Self {
                self.help_zh = help;
                self
            }

            fn listed(&self) -> OptionInfo {
                OptionInfo { name: self.name, help: self.help, help_zh: self.help_zh, kind: $kind, default: None }
            }
        }
    };
}

plain_option! {
    /// `on` or `off`.
    SwitchOption, bool, OptionKind::Switch
}

plain_option! {
    /// A time such as `500ms`, `1.5s` or `2m`.
    DurationOption, Duration, OptionKind::Duration
}

plain_option! {
    /// Any text.
    TextOption, String, OptionKind::Text
}

impl SwitchOption {
    /// The same with a value where it is not given.
    pub const fn or(self, default: bool) -> Or<Self> {
        Or { option: self, default }
    }
}

impl DurationOption {
    /// The same with a value where it is not given.
    pub const fn or(self, default: Duration) -> Or<Self> {
        Or { option: self, default }
    }
}

impl Single for SwitchOption {
    type Value = bool;

    fn info(&self) -> OptionInfo {
        self.listed()
    }

    fn parse(&self, text: &str) -> Result<bool, Message> {
        match text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(message!(
                "fault.option-switch",
                "{name} is on or off, not {text}",
                name = self.name,
                text = quoted(text)
            )),
        }
    }

    fn write(&self, value: &bool) -> String {
        if *value { "on" } else { "off" }.into()
    }
}

impl Single for DurationOption {
    type Value = Duration;

    fn info(&self) -> OptionInfo {
        self.listed()
    }

    fn parse(&self, text: &str) -> Result<Duration, Message> {
        read_duration(text)
            .ok_or_else(|| message!("fault.at", "{text}: {why}", text = self.name, why = no_duration(text)))
    }

    fn write(&self, value: &Duration) -> String {
        write_duration(*value)
    }
}

impl Single for TextOption {
    type Value = String;

    fn info(&self) -> OptionInfo {
        self.listed()
    }

    fn parse(&self, text: &str) -> Result<String, Message> {
        Ok(text.to_owned())
    }

    fn write(&self, value: &String) -> String {
        value.clone()
    }
}

/// One of some words, each with what it stands for.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceOption<T: 'static> {
    name: &'static str,
    help: &'static str,
    help_zh: &'static str,
    values: &'static [(&'static str, T)],
}

impl<T: Copy + PartialEq> ChoiceOption<T> {
    /// An option of these words.
    pub const fn new(name: &'static str, help: &'static str, values: &'static [(&'static str, T)]) -> Self {
        ChoiceOption { name, help, help_zh: "", values }
    }

    /// The same with its help in Chinese.
    #[must_use]
    pub const fn zh(mut self, help: &'static str) -> Self {
        self.help_zh = help;
        self
    }

    /// The same with a value where it is not given.
    pub const fn or(self, default: T) -> Or<Self> {
        Or { option: self, default }
    }
}

impl<T: Copy + PartialEq> Single for ChoiceOption<T> {
    type Value = T;

    fn info(&self) -> OptionInfo {
        let kind = OptionKind::Choice { values: self.values.iter().map(|(word, _)| *word).collect() };
        OptionInfo { name: self.name, help: self.help, help_zh: self.help_zh, kind, default: None }
    }

    fn parse(&self, text: &str) -> Result<T, Message> {
        let known = self.values.iter().find(|(word, _)| *word == text).map(|&(_, value)| value);
        known.ok_or_else(|| no_choice(self.name, self.values.iter().map(|(word, _)| *word), text))
    }

    fn write(&self, value: &T) -> String {
        let known = self.values.iter().find(|(_, known)| known == value);
        known.map_or(String::new(), |(word, _)| (*word).to_owned())
    }
}

/// One of some names that are known only when it is read, by its place among them.
#[derive(Clone, Debug)]
pub struct NamedChoice {
    /// The key in a spec.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// The names.
    pub values: Vec<&'static str>,
}

impl NamedChoice {
    /// The same, the name at this place being meant where it is not given.
    pub fn or(self, place: usize) -> Or<Self> {
        Or { option: self, default: place }
    }
}

impl Single for NamedChoice {
    type Value = usize;

    fn info(&self) -> OptionInfo {
        let kind = OptionKind::Choice { values: self.values.clone() };
        OptionInfo { name: self.name, help: self.help, help_zh: "", kind, default: None }
    }

    fn parse(&self, text: &str) -> Result<usize, Message> {
        let known = self.values.iter().position(|value| *value == text);
        known.ok_or_else(|| no_choice(self.name, self.values.iter().copied(), text))
    }

    fn write(&self, value: &usize) -> String {
        self.values.get(*value).copied().unwrap_or_default().into()
    }
}

fn no_choice(name: &str, words: impl Iterator<Item = &'static str> + Clone, text: &str) -> Message {
    let all: Vec<&str> = words.clone().collect();
    message!(
        "fault.option-choice",
        "{name} is one of {all}, not {text}{near}",
        name,
        all = all.join(", "),
        text = quoted(text),
        near = did_you_mean(text, words)
    )
}

/// All options whose names begin in one way: `option.Hash=64`, `option.Threads=2`. What they mean is another program's
/// business.
#[derive(Clone, Copy, Debug)]
pub struct PrefixedOptions {
    /// How their names begin: `option.`.
    pub prefix: &'static str,
    /// How they are listed: `option.NAME`.
    pub name: &'static str,
    /// What they are.
    pub help: &'static str,
}

impl Declared for PrefixedOptions {
    /// What follows the prefix, and the value.
    type Value = Vec<(String, String)>;

    fn list(&self, into: &mut Vec<OptionInfo>) {
        let PrefixedOptions { name, help, .. } = *self;
        into.push(OptionInfo { name, help, help_zh: "", kind: OptionKind::Text, default: None });
    }

    fn read(&self, options: &mut Options) -> Result<Self::Value, Error> {
        Ok(options.given_with(self.name, self.prefix))
    }
}

/// The path of a file or a folder, or one of some words that are none.
#[derive(Clone, Copy, Debug)]
pub struct FileOption {
    name: &'static str,
    help: &'static str,
    words: &'static [&'static str],
}

/// What a [`FileOption`] is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileValue {
    /// One of its words.
    Word(&'static str),
    /// A path.
    Path(String),
}

impl FileOption {
    /// An option of a path or one of these words.
    pub const fn new(name: &'static str, help: &'static str, words: &'static [&'static str]) -> Self {
        FileOption { name, help, words }
    }
}

impl Single for FileOption {
    type Value = FileValue;

    fn info(&self) -> OptionInfo {
        let kind = OptionKind::File { words: self.words };
        OptionInfo { name: self.name, help: self.help, help_zh: "", kind, default: None }
    }

    fn parse(&self, text: &str) -> Result<FileValue, Message> {
        let word = self.words.iter().find(|word| **word == text);
        Ok(word.map_or_else(|| FileValue::Path(text.to_owned()), |word| FileValue::Word(word)))
    }

    fn write(&self, value: &FileValue) -> String {
        match value {
            FileValue::Word(word) => (*word).to_owned(),
            FileValue::Path(path) => path.clone(),
        }
    }
}
