//! Rules by their names and as KataGo writes them, in JSON:
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>,
//! <https://lightvector.github.io/KataGo/rules.html>.

use super::board::GtpBoard;
use super::command::SYNTAX;
use serde_json::{Map, Value, json};
use wanqi_play::quoted;

/// Rules by the names that KGS and KataGo have for them: how a ko is decided, and whether suicide is allowed. All count by
/// area; rules that count territory are not played.
const NAMED: [(&str, &str, bool); 9] = [
    ("tromp-taylor", "positional", true),
    ("chinese", "positional", false),
    ("chinese-ogs", "positional", false),
    ("chinese-kgs", "positional", false),
    ("aga", "situational", false),
    ("bga", "situational", false),
    ("french", "situational", false),
    ("new-zealand", "situational", true),
    ("new_zealand", "situational", true),
];

/// What KataGo's words ask for, beside ko and suicide, and what alone is played: the score is the area, no group is taxed,
/// there is no button, and a handicap costs nothing but its stones. Whether one may pass before all dead stones are taken
/// is left to the controller.
const FIXED: [(&str, &[&str]); 5] = [
    ("scoring", &["AREA"]),
    ("tax", &["NONE"]),
    ("hasButton", &["false"]),
    ("whiteHandicapBonus", &["0"]),
    ("friendlyPassOk", &["true", "false"]),
];

/// The rules as KataGo tells them.
pub(crate) fn told(board: &GtpBoard) -> String {
    let spec = board.table().spec();
    let ko = spec.get("ko").unwrap_or("positional").to_ascii_uppercase();
    json!({
        "friendlyPassOk": false,
        "hasButton": false,
        "ko": ko,
        "scoring": "AREA",
        "suicide": spec.get("suicide") == Some("on"),
        "tax": "NONE",
        "whiteHandicapBonus": "0",
    })
    .to_string()
}

/// Takes over the rules of a name or of a JSON object; what the object does not say stays.
pub(crate) fn set(board: &mut GtpBoard, text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err(SYNTAX.into());
    }
    if text.starts_with('{') {
        let wanted: Map<String, Value> = serde_json::from_str(text).map_err(|_| SYNTAX)?;
        return set_each(board, &wanted);
    }
    let name = text.to_ascii_lowercase();
    let rules = NAMED.iter().find(|(known, ..)| *known == name);
    let &(_, ko, suicide) = rules.ok_or_else(|| {
        let known: Vec<&str> = NAMED.iter().map(|(known, ..)| *known).collect();
        format!("{} are not played, {} are", quoted(&name), known.join(", "))
    })?;
    take(board, &[("ko", ko.into()), ("suicide", switch(suicide))])
}

/// Takes over one rule: `kata-set-rule ko SIMPLE`.
pub(super) fn set_one(board: &mut GtpBoard, key: &str, value: &str) -> Result<(), String> {
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    set_each(board, &Map::from_iter([(key.to_owned(), value)]))
}

fn set_each(board: &mut GtpBoard, wanted: &Map<String, Value>) -> Result<(), String> {
    let mut options = Vec::new();
    for (key, value) in wanted {
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let refused = || format!("{} {} is not played", quoted(key), quoted(&word));
        match key.as_str() {
            "ko" => match word.as_str() {
                "SIMPLE" | "POSITIONAL" | "SITUATIONAL" => options.push(("ko", word.to_ascii_lowercase())),
                _ => return Err(refused()),
            },
            "suicide" => options.push(("suicide", switch(value.as_bool().ok_or_else(refused)?))),
            _ => {
                let fixed = FIXED.iter().find(|(known, _)| *known == key);
                if !fixed.is_some_and(|(_, values)| values.contains(&word.as_str())) {
                    return Err(refused());
                }
            }
        }
    }
    take(board, &options)
}

fn switch(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}

fn take(board: &mut GtpBoard, options: &[(&str, String)]) -> Result<(), String> {
    board.set_rules(options).map_err(|error| error.to_string())
}
