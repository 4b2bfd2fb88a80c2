//! Tables of the file, key by key: every key is either read or unknown.

use super::super::Diagnostic;
use super::text::Text;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use wanqi_game::closest;
use wanqi_game::quoted;

/// What is wrong with a file, as it is found.
#[derive(Debug, Default)]
pub(super) struct Problems {
    pub list: Vec<Diagnostic>,
    /// Whether any of them was an error.
    pub fatal: bool,
}

/// More are not told: nobody reads them, and a file may have very many.
const MAX_PROBLEMS: usize = 100;

impl Problems {
    pub fn error(&mut self, what: impl Into<String>, at: Range<usize>, help: impl Into<String>) {
        self.fatal = true;
        self.push(Diagnostic::error(what, at), help);
    }

    pub fn warning(&mut self, what: impl Into<String>, at: Range<usize>, help: impl Into<String>) {
        self.push(Diagnostic::warning(what, at), help);
    }

    fn push(&mut self, diagnostic: Diagnostic, help: impl Into<String>) {
        let help = help.into();
        if self.list.len() < MAX_PROBLEMS {
            self.list.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
        }
    }
}

/// The keys of a table that have not been asked for yet.
pub(super) struct Keys<'t> {
    /// What the table is called: `[turn]`.
    pub name: String,
    /// Where it is.
    pub at: Range<usize>,
    left: Vec<Value<'t>>,
    known: Vec<&'static str>,
}

/// A value of the file.
#[derive(Clone)]
pub(super) struct Value<'t> {
    /// The key that it stands behind.
    pub key: &'t str,
    /// Where the key is written.
    pub key_at: Range<usize>,
    /// Where the value is written.
    pub at: Range<usize>,
    value: &'t DeValue<'t>,
    file: &'t str,
}

impl<'t> Keys<'t> {
    pub fn new(name: impl Into<String>, at: Range<usize>, table: &'t DeTable<'t>, file: &'t str) -> Keys<'t> {
        let entry = |(key, value): (&'t Spanned<_>, &'t Spanned<DeValue<'t>>)| {
            let text: &std::borrow::Cow<'t, str> = key.get_ref();
            Value { key: text, key_at: key.span(), at: value.span(), value: value.get_ref(), file }
        };
        let mut left: Vec<Value<'t>> = table.iter().map(entry).collect();
        left.sort_by_key(|value| value.key_at.start);
        Keys { name: name.into(), at, left, known: Vec::new() }
    }

    /// The value of a key, if it is there.
    pub fn take(&mut self, key: &'static str) -> Option<Value<'t>> {
        self.known.push(key);
        let at = self.left.iter().position(|value| value.key == key)?;
        Some(self.left.remove(at))
    }

    /// Whether a key is there and has not been asked for.
    pub fn has(&self, key: &str) -> bool {
        self.left.iter().any(|value| value.key == key)
    }

    /// Where the value of a key that has not been asked for is.
    pub fn place_of(&self, key: &str) -> Option<Range<usize>> {
        self.left.iter().find(|value| value.key == key).map(|value| value.at.clone())
    }

    /// All that is left: for tables whose keys are the author's own names.
    pub fn take_all(&mut self) -> Vec<Value<'t>> {
        std::mem::take(&mut self.left)
    }

    /// Tells of the keys that nobody has asked for.
    pub fn finish(self, problems: &mut Problems) {
        for value in &self.left {
            let what = format!("unknown key {} in {}", quoted(value.key), self.name);
            let known = || self.known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            let help = match closest(value.key, self.known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known here: {}", known()),
            };
            problems.error(what, value.key_at.clone(), help);
        }
    }

    /// A text that is `true` or `false`, or what holds without it.
    pub fn flag(&mut self, key: &'static str, default: bool, problems: &mut Problems) -> bool {
        self.take(key).and_then(|value| value.boolean(problems)).unwrap_or(default)
    }
}

impl<'t> Value<'t> {
    fn wrong(&self, wanted: &str, problems: &mut Problems) {
        let what = format!("`{}` is {}, not {}", shown(self.key), kind(self.value), wanted);
        problems.error(what, self.at.clone(), format!("write {wanted}"));
    }

    pub fn is_text(&self) -> bool {
        self.value.is_str()
    }

    /// Whether it is a text that begins so.
    pub fn begins(&self, with: &str) -> bool {
        self.value.as_str().is_some_and(|text| text.starts_with(with))
    }

    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    pub fn is_boolean(&self) -> bool {
        self.value.is_bool()
    }

    pub fn text(&self, problems: &mut Problems) -> Option<Text<'t>> {
        let Some(value) = self.value.as_str() else {
            self.wrong("a text in quotation marks", problems);
            return None;
        };
        Some(Text { value, at: self.at.clone(), file: self.file })
    }

    /// A text of bounded length for people: a line, without control characters.
    pub fn words(&self, most: usize, problems: &mut Problems) -> Option<String> {
        let text = self.text(problems)?;
        let control = |c: char| c.is_control() && !(c == '\n' && most > LINE);
        if text.value.chars().count() > most {
            let what = format!("`{}` has more than {most} characters", shown(self.key));
            problems.error(what, self.at.clone(), "shorten it");
        } else if text.value.chars().any(control) {
            problems.error(
                format!("`{}` has a character that cannot be shown", shown(self.key)),
                self.at.clone(),
                "take out line breaks and control characters",
            );
        } else {
            return Some(text.value.trim().to_string());
        }
        None
    }

    pub fn boolean(&self, problems: &mut Problems) -> Option<bool> {
        let value = self.value.as_bool();
        if value.is_none() {
            self.wrong("`true` or `false`", problems);
        }
        value
    }

    /// A whole number from a range.
    pub fn number(&self, range: std::ops::RangeInclusive<u16>, problems: &mut Problems) -> Option<u16> {
        let number =
            self.value.as_integer().map(|number| u16::from_str_radix(number.as_str(), number.radix()));
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        match number {
            Some(Ok(number)) if range.contains(&number) => return Some(number),
            Some(_) => {
                let what = format!("`{}` is not {wanted}", shown(self.key));
                problems.error(what, self.at.clone(), "choose a number that is");
            }
            None => self.wrong(&wanted, problems),
        }
        None
    }

    /// A number that need not be whole.
    pub fn decimal(&self, most: f64, problems: &mut Problems) -> Option<f64> {
        let text = match (self.value.as_integer(), self.value.as_float()) {
            (Some(number), _) if number.radix() == 10 => Some(number.as_str()),
            (_, Some(number)) => Some(number.as_str()),
            _ => None,
        };
        let number = text.and_then(|text| text.parse::<f64>().ok()).filter(|number| number.abs() <= most);
        if number.is_none() {
            self.wrong(&format!("a number from -{most} to {most}"), problems);
        }
        number
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, choices: &[(&'static str, T)], problems: &mut Problems) -> Option<T> {
        let list = || choices.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        if !self.is_text() {
            self.wrong(&format!("one of {}", list()), problems);
            return None;
        }
        let text = self.text(problems)?;
        let wanted = text.value.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(&(_, choice)) = choices.iter().find(|(word, _)| *word == wanted) {
            return Some(choice);
        }
        let help = match closest(&wanted, choices.iter().map(|&(word, _)| word)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("it may be {}", list()),
        };
        let what = format!("`{}` cannot be {}", shown(self.key), quoted(text.value));
        problems.error(what, self.at.clone(), help);
        None
    }

    pub fn table(&self, name: impl Into<String>, problems: &mut Problems) -> Option<Keys<'t>> {
        let Some(table) = self.value.as_table() else {
            self.wrong("a table", problems);
            return None;
        };
        Some(Keys::new(name, self.at.clone(), table, self.file))
    }

    /// The values of a list; a value that is no list counts as a list of itself.
    pub fn list(&self, most: usize, problems: &mut Problems) -> Vec<Value<'t>> {
        let Some(array) = self.value.as_array() else { return vec![self.clone()] };
        if array.len() > most {
            let what = format!("`{}` has more than {most} entries", shown(self.key));
            problems.error(what, self.at.clone(), "leave some out");
        }
        let entry = |entry: &'t Spanned<DeValue<'t>>| Value {
            at: entry.span(),
            value: entry.get_ref(),
            ..self.clone()
        };
        array.iter().take(most).map(entry).collect()
    }
}

/// Texts of at most so many characters are one line.
pub(super) const LINE: usize = 100;

/// A key as the author wrote it, shortened if it is long.
fn shown(key: &str) -> String {
    key.chars().filter(|c| !c.is_control()).take(30).collect()
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
