//! What the program says and the page shows in other languages: every message of the sources has its texts, and every
//! text is of a message.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use wanqi_play::options::OptionKind;

/// The groups of keys that messages have.
const GROUPS: [&str; 7] = ["result", "reason", "note", "fault", "score", "choice", "job"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The page's texts in a language, by their keys.
fn texts(language: &str) -> BTreeMap<String, String> {
    let path = root().join(format!("web/text/{language}.json"));
    serde_json::from_str(&fs::read_to_string(path).expect("the texts are there")).expect("keys and texts")
}

/// All Rust sources below a folder.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in folder.read_dir().expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source is text");
            found.push(text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned());
        }
    }
}

/// A message as a source has it.
#[derive(Debug)]
struct Said {
    key: String,
    english: String,
    values: BTreeSet<String>,
}

/// A literal that a text begins with, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start().strip_prefix('"')?;
    let mut end = 0;
    while !text[end..].starts_with('"') {
        end += if text[end..].starts_with('\\') { 2 } else { text[end..].chars().next()?.len_utf8() };
    }
    Some((text[..end].replace("\\\"", "\""), &text[end + 1..]))
}

/// What stands between here and the bracket that closes the call, in parts between commas.
fn arguments(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(c) = rest.chars().next() {
        if let Some((_, after)) = literal(rest).filter(|_| c == '"') {
            rest = after;
            continue;
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().expect("there is a part").push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    parts
}

/// Every message of a source.
fn messages(source: &str) -> Vec<Said> {
    let said = |call: &str| {
        let (key, rest) = literal(call)?;
        let (english, rest) = literal(rest.trim_start().strip_prefix(',')?)?;
        let name = |part: &String| part.split('=').next().unwrap_or_default().trim().to_owned();
        let values = arguments(rest).iter().map(name).filter(|name| !name.is_empty()).collect();
        Some(Said { key, english, values })
    };
    source.split("message!(").skip(1).filter_map(said).collect()
}

/// The names in braces.
fn places(text: &str) -> BTreeSet<String> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
}

fn all_messages() -> Vec<Said> {
    let mut all = Vec::new();
    for entry in root().join("crates").read_dir().expect("the crates").flatten() {
        sources(&entry.path().join("src"), &mut all);
        let examples = entry.path().join("examples");
        if examples.exists() {
            sources(&examples, &mut all);
        }
    }
    all.iter().flat_map(|source| messages(source)).collect()
}

#[test]
fn every_message_has_a_text_in_every_language() {
    let (english, chinese) = (texts("en"), texts("zh"));
    let all = all_messages();
    assert!(all.len() > 80, "messages are found: {}", all.len());
    for Said { key, english: template, values } in &all {
        assert_eq!(english.get(key), Some(template), "{key} in en.json is what the program says");
        assert_eq!(&places(template), values, "{key} puts in what it names");
        let other = chinese.get(key).unwrap_or_else(|| panic!("{key} is not in zh.json"));
        assert_eq!(places(other), places(template), "{key} in zh.json");
    }
}

#[test]
fn every_text_of_a_message_is_said() {
    let said: BTreeSet<String> = all_messages().into_iter().map(|said| said.key).collect();
    let group = |key: &str| key.split('.').next().is_some_and(|group| GROUPS.contains(&group));
    let unused: Vec<String> =
        texts("en").into_keys().filter(|key| group(key) && !said.contains(key)).collect();
    assert_eq!(unused, Vec::<String>::new());
}

#[test]
fn options_of_games_are_named_in_every_language() {
    let mut expected = BTreeSet::from(["value.on".to_owned(), "value.off".to_owned()]);
    for option in wanqi_play::games().flat_map(|info| &info.options) {
        expected.insert(format!("option.{}", option.name));
        if let OptionKind::Choice { values } = &option.kind {
            let words = values.iter().filter(|value| value.parse::<f64>().is_err());
            expected.extend(words.map(|value| format!("value.{value}")));
        }
    }
    let is_option = |key: &String| key.starts_with("option.") || key.starts_with("value.");
    let named: BTreeSet<String> = texts("en").into_keys().filter(is_option).collect();
    assert_eq!(named, expected);
}

#[test]
fn messages_are_found_in_sources() {
    let source = r#"let what = message!("a.b", "{x}, \"{y}\" of {z}", x, y = f(1, "){,"), z = q,); message!("c.d", "E")"#;
    let found = messages(source);
    assert_eq!((found[0].key.as_str(), found[0].english.as_str()), ("a.b", "{x}, \"{y}\" of {z}"));
    assert_eq!(found[0].values, BTreeSet::from(["x", "y", "z"].map(str::to_owned)));
    assert_eq!((found[1].key.as_str(), found[1].values.len()), ("c.d", 0));
}
