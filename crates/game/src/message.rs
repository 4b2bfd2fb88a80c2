//! What is said to a person, so that it can be said in another language too.

use crate::Side;
use crate::depict::side_index;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

/// What is said to a person: its English, and a key by which a page finds the words of another language, with the values
/// that are put into them. [`message!`](crate::message!) makes one.
///
/// Words without a key are somebody else's (of another program, of the file system, of a rule file's author) or have not
/// been said in another language yet: a page shows their English.
///
/// It travels as `{"key": "fault.taken", "values": {"point": "e4"}, "english": "e4 is taken"}`; without a key as its
/// English alone, `"no such file"`.
///
/// ```
/// use wanqi_game::message;
/// let taken = message!("fault.taken", "{point} is taken", point = "e4");
/// assert_eq!(taken.to_string(), "e4 is taken");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    key: Option<&'static str>,
    values: Vec<(&'static str, MessageValue)>,
    english: String,
}

/// What is put into a [`Message`].
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum MessageValue {
    /// Something that is written the same in every language: a number, a point, what somebody has typed.
    Text(String),
    /// A side of the game.
    Side {
        /// Which.
        #[serde(with = "side_index")]
        side: Side,
        /// What it is called in English.
        name: String,
    },
    /// A message in a message: the reason of a result.
    Message(Message),
}

impl Message {
    /// Words that nobody says in another language.
    pub fn plain(english: impl Into<String>) -> Message {
        Message { english: english.into(), ..Message::default() }
    }

    /// What [`message!`](crate::message!) makes: `template` is the English with `{name}` where a value belongs.
    #[doc(hidden)]
    pub fn keyed(key: &'static str, template: &str, values: Vec<(&'static str, MessageValue)>) -> Message {
        let mut english = String::with_capacity(2 * template.len());
        let mut rest = template;
        while let Some((before, name, after)) = first_place(rest) {
            english += before;
            match values.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => english += value.english(),
                None => english.extend(["{", name, "}"]),
            }
            rest = after;
        }
        english += rest;
        Message { key: Some(key), values, english }
    }

    /// What is said, in English.
    pub fn english(&self) -> &str {
        &self.english
    }

    /// Whether it can be said in another language.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.english.is_empty()
    }
}

/// What stands before the first place of a template, the name of its value, and what follows.
fn first_place(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

impl MessageValue {
    /// As it stands in the English of its message.
    fn english(&self) -> &str {
        match self {
            MessageValue::Text(text) | MessageValue::Side { name: text, .. } => text,
            MessageValue::Message(message) => message.english(),
        }
    }
}

/// Its English.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.english)
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(key) = self.key else { return serializer.serialize_str(&self.english) };
        let mut fields = serializer.serialize_struct("Message", 3)?;
        fields.serialize_field("key", key)?;
        fields.serialize_field("values", &ByName(&self.values))?;
        fields.serialize_field("english", &self.english)?;
        fields.end()
    }
}

/// Values as an object.
struct ByName<'a>(&'a [(&'static str, MessageValue)]);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Without a key.
impl From<String> for Message {
    fn from(english: String) -> Message {
        Message::plain(english)
    }
}

/// Without a key.
impl From<&str> for Message {
    fn from(english: &str) -> Message {
        Message::plain(english)
    }
}

/// Whether its English is this.
impl PartialEq<str> for Message {
    fn eq(&self, english: &str) -> bool {
        self.english == english
    }
}

/// Whether its English is this.
impl PartialEq<&str> for Message {
    fn eq(&self, english: &&str) -> bool {
        self.english == *english
    }
}

impl From<Message> for MessageValue {
    fn from(message: Message) -> MessageValue {
        MessageValue::Message(message)
    }
}

/// A side and its English name.
impl From<(Side, &str)> for MessageValue {
    fn from((side, name): (Side, &str)) -> MessageValue {
        MessageValue::Side { side, name: name.to_owned() }
    }
}

/// Everything else is a text.
macro_rules! texts {
    ($($kind:ty),*) => {
        $(impl From<$kind> for MessageValue {
            fn from(value: $kind) -> MessageValue {
                MessageValue::Text(value.to_string())
            }
        })*
    };
}

texts!(&str, String, &String, char, u8, u16, u32, u64, usize, i32, i64, f64);

/// A [`Message`](crate::Message) from its key, its English, and the values that are put in for `{name}`, each
/// `name = value`, or `name` alone for a variable of that name. The key and the English are those of the page's
/// `text/en.json`; a test holds them together.
#[macro_export]
macro_rules! message {
    ($key:literal, $english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message::keyed(
            $key,
            $english,
            vec![$((stringify!($name), $crate::MessageValue::from($crate::message!(@value $name $(= $value)?)))),*],
        )
    };
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_the_english_wherever_they_are_named() {
        let reason = message!("reason.no-moves", "{side} has no move", side = (Side::Second, "White"));
        let result = message!("result.wins-because", "{winner} wins: {reason}", winner = "X", reason);
        assert_eq!(result, "X wins: White has no move");
        assert_eq!(message!("a.b", "{n} of {n}{m}", n = 3_usize), "3 of 3{m}");
        assert_eq!(message!("a.b", "{move}: {", move = "e4"), "e4: {");
        assert_eq!(message!("a.b", "{text}!", text = "{text}"), "{text}!", "a value is no template");
    }

    #[test]
    fn a_page_gets_the_key_the_values_and_the_english() {
        let reason = message!("reason.no-moves", "{side} has no move", side = (Side::Second, "White"));
        let result = message!("result.draw-because", "Draw: {reason}", reason);
        let told = serde_json::to_value(&result).unwrap();
        let inner = serde_json::json!({
            "key": "reason.no-moves",
            "values": { "side": { "side": 1, "name": "White" } },
            "english": "White has no move",
        });
        let whole = serde_json::json!({
            "key": "result.draw-because",
            "values": { "reason": inner },
            "english": "Draw: White has no move",
        });
        assert_eq!(told, whole);
        assert_eq!(serde_json::to_value(Message::plain("no such file")).unwrap(), "no such file");
    }
}
