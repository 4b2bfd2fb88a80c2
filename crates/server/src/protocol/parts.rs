//! Games and players as a page sends them: as texts, or in parts, so that it need not write texts. (What it hears of
//! them is in parts as well: [`Spec`] is.)

use serde::Deserialize;
use serde::de::Deserializer;
use wanqi_play::Spec;

/// A text, or a name with options.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text, or a name and options")]
enum Sent {
    Text(String),
    Parts {
        name: String,
        #[serde(default)]
        options: Vec<(String, String)>,
    },
}

impl Sent {
    fn text(self) -> String {
        match self {
            Sent::Text(text) => text,
            Sent::Parts { name, options } => Spec { name, options }.to_string(),
        }
    }
}

/// The text of one.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Sent::deserialize(deserializer).map(Sent::text)
}

/// The texts of many.
pub(crate) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let sent = Vec::<Sent>::deserialize(deserializer)?;
    Ok(sent.into_iter().map(Sent::text).collect())
}

/// A player, or nobody.
pub(crate) fn seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<Sent>::deserialize(deserializer)?.map(Sent::text))
}

/// The same of both sides.
pub(crate) fn seats<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Option<String>; 2], D::Error> {
    let sent = <[Option<Sent>; 2]>::deserialize(deserializer)?;
    Ok(sent.map(|seat| seat.map(Sent::text)))
}
