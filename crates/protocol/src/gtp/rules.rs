//! Rules by their names and as KataGo writes them, in JSON:
//! <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>,
//! <https://lightvector.github.io/KataGo/rules.html>.

use super::board::GtpBoard;
use super::command::SYNTAX;
use serde_json::{Map, Value, json};
use wanqi_play::{GO_RULES, quoted};

/// Other names that KGS and KataGo have for [rules with a name](GO_RULES).
const ALSO: [(&str, &str); 5] = [
    ("chinese-ogs", "chinese"),
    ("chinese-kgs", "chinese"),
    ("bga", "aga"),
    ("french", "aga"),
    ("new_zealand", "new-zealand"),
];

/// What KataGo's words ask for, beside ko, suicide and scoring, and what alone is played: no group is taxed but that eyes in a
/// seki count nothing where territory is counted, there is no button, and a handicap costs nothing but its stones. Whether one
/// may pass before all dead stones are taken is left to the controller.
const FIXED: [(&str, &[&str]); 3] =
    [("hasButton", &["false"]), ("whiteHandicapBonus", &["0"]), ("friendlyPassOk", &["true", "false"])];

/// The rules as KataGo tells them.
pub(crate) fn told(board: &GtpBoard) -> String {
    let spec = board.table().spec();
    let ko = spec.get("ko").unwrap_or("positional").to_ascii_uppercase();
    let scoring = scoring(board);
    json!({
        "friendlyPassOk": false,
        "hasButton": false,
        "ko": ko,
        "scoring": scoring.to_ascii_uppercase(),
        "suicide": spec.get("suicide") == Some("on"),
        "tax": tax(scoring),
        "whiteHandicapBonus": "0",
    })
    .to_string()
}

fn scoring(board: &GtpBoard) -> &str {
    board.table().spec().get("scoring").unwrap_or("area")
}

/// Which groups pay for their eyes.
fn tax(scoring: &str) -> &'static str {
    if scoring == "territory" { "SEKI" } else { "NONE" }
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
    let named = ALSO.iter().find(|(also, _)| *also == name).map_or(name.as_str(), |&(_, named)| named);
    let rules = GO_RULES.iter().find(|rules| rules.name == named).ok_or_else(|| {
        let known = GO_RULES.iter().map(|rules| rules.name).chain(ALSO.map(|(also, _)| also));
        format!("{} are not played, {} are", quoted(&name), known.collect::<Vec<_>>().join(", "))
    })?;
    take(board, &rules.options.map(|(key, value)| (key, value.to_owned())))
}

/// Takes over one rule: `kata-set-rule ko SIMPLE`.
pub(super) fn set_one(board: &mut GtpBoard, key: &str, value: &str) -> Result<(), String> {
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    set_each(board, &Map::from_iter([(key.to_owned(), value)]))
}

fn set_each(board: &mut GtpBoard, wanted: &Map<String, Value>) -> Result<(), String> {
    let mut options = Vec::new();
    let told = wanted.get("scoring").and_then(Value::as_str).map(str::to_ascii_lowercase);
    let scoring = told.unwrap_or_else(|| scoring(board).to_owned());
    for (key, value) in wanted {
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let refused = || format!("{} {} is not played", quoted(key), quoted(&word));
        match key.as_str() {
            "ko" => match word.as_str() {
                "SIMPLE" | "POSITIONAL" | "SITUATIONAL" => options.push(("ko", word.to_ascii_lowercase())),
                _ => return Err(refused()),
            },
            "tax" if word == tax(&scoring) => {}
            "scoring" => match word.as_str() {
                "AREA" | "TERRITORY" => options.push(("scoring", word.to_ascii_lowercase())),
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
