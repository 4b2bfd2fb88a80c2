//! What SGF says of the rules in `RU`: <https://www.red-bean.com/sgf/properties.html#RU>. Only some of Go's have names there;
//! gomoku's are those that its programs use. What has no name is told by its options: `Renju, forbidden=loses`.

use super::builder::{option, with_option};
use wanqi_play::Spec;

/// What `RU` may say: the other options have properties of their own.
const KEYS: [(&str, &[&str]); 2] =
    [("go", &["ko", "suicide", "scoring"]), ("gomoku", &["rule", "forbidden"])];

type Named = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The game, the name of the rules, and what they ask for; no more and no less.
const NAMED: [Named; 6] = [
    ("go", "AGA", &[("ko", "situational"), ("suicide", "off"), ("scoring", "area")]),
    ("go", "NZ", &[("ko", "situational"), ("suicide", "on"), ("scoring", "area")]),
    ("go", "Tromp-Taylor", &[("ko", "positional"), ("suicide", "on"), ("scoring", "area")]),
    ("go", "Japanese", &[("ko", "simple"), ("suicide", "off"), ("scoring", "territory")]),
    ("gomoku", "Renju", &[("rule", "renju")]),
    ("gomoku", "Standard", &[("rule", "exact")]),
];
/// Names that are understood, but not written: other names of these rules, and rules that have none here.
const ALSO: [Named; 6] = [
    ("go", "Korean", &[("ko", "simple"), ("scoring", "territory")]),
    ("go", "GOE", &[("ko", "simple"), ("suicide", "on")]),
    ("go", "Ing", &[("ko", "simple"), ("suicide", "on")]),
    ("go", "New Zealand", &[("ko", "situational"), ("suicide", "on")]),
    ("go", "New-Zealand", &[("ko", "situational"), ("suicide", "on")]),
    ("gomoku", "Exact", &[("rule", "exact")]),
];

/// Sets the options that the text of `RU` asks for. What it does not know changes nothing.
pub fn read(spec: &mut Spec, text: &str) {
    let text = text.to_ascii_lowercase();
    for part in text.split(',').map(str::trim) {
        if let Some((key, value)) = part.split_once('=') {
            if keys(spec).contains(&key) {
                set(spec, key, value);
            }
            continue;
        }
        let begins = |name: &str| part.starts_with(&name.to_ascii_lowercase());
        let named = NAMED.iter().chain(&ALSO).find(|(game, name, _)| *game == spec.name && begins(name));
        for (key, value) in named.iter().flat_map(|(.., options)| *options) {
            set(spec, key, value);
        }
    }
}

/// What to write for the rules of a game, of which this was read before; `None` for the usual ones.
pub fn written(spec: &Spec, before: Option<&str>) -> Option<String> {
    let own = own(spec);
    let same = before.filter(|text| {
        let mut read_again = Spec::new(spec.name.clone());
        read(&mut read_again, text);
        self::own(&read_again) == own
    });
    same.map(str::to_owned).or(own)
}

/// Our own words for the rules of a game; `None` for the usual ones.
pub fn own(spec: &Spec) -> Option<String> {
    let named = NAMED.iter().find(|(game, _, options)| {
        *game == spec.name && options.iter().all(|&(key, value)| option(spec, key) == Some(value))
    });
    let named_keys = named.map_or(&[][..], |(.., options)| options);
    let mut words: Vec<String> = named.iter().map(|(_, name, _)| (*name).to_owned()).collect();
    for key in keys(spec).iter().filter(|key| named_keys.iter().all(|(named, _)| named != *key)) {
        let mut unusual = Spec::new(spec.name.clone());
        with_option(&mut unusual, key, spec.get(key).unwrap_or_default());
        words.extend(spec.get(key).and(unusual.get(key)).map(|value| format!("{key}={value}")));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

fn keys(spec: &Spec) -> &'static [&'static str] {
    KEYS.iter().find(|(game, _)| *game == spec.name).map_or(&[], |(_, keys)| *keys)
}

/// Sets an option, unless the game has no such value for it.
fn set(spec: &mut Spec, key: &str, value: &str) {
    let mut changed = spec.clone();
    with_option(&mut changed, key, value);
    if wanqi_play::table(&changed).is_ok() {
        *spec = changed;
    }
}
