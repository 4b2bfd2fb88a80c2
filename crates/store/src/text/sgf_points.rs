//! Marks on points in SGF: <https://www.red-bean.com/sgf/properties.html#CR>. A comment keeps them as commands, circles and
//! arrows as lichess writes them, and all others beside those as `[%mark TRD4,SQA9:C7,LBE5:A]`: SGF's values, with points
//! called as the game calls them.
//!
//! What names no point of the board is kept as it stands, so that nothing is lost on the way through.

use super::brackets::escaped;
use super::sgf::{Properties, letters, point};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use wanqi_play::Layout;

/// The properties: circle, triangle, square, cross, selected, label, arrow.
pub const NAMES: [&str; 7] = ["CR", "TR", "SQ", "MA", "SL", "LB", "AR"];
/// The ink of what was drawn elsewhere, as SGF knows no colours.
const INK: char = 'G';
/// All inks of circles and arrows.
const INKS: &str = "GRYB";

/// What stands for these properties in a comment.
pub fn read(properties: &Properties, layout: &Layout) -> String {
    let mut lists = [("csl", Vec::new()), ("cal", Vec::new()), ("mark", Vec::new())];
    for (name, values) in properties.iter().filter(|(name, _)| NAMES.contains(&name.as_str())) {
        for value in values {
            let (head, tail) = value.split_once(':').map_or((value.as_str(), None), |(a, b)| (a, Some(b)));
            let from = called(layout, head);
            let to = tail.filter(|_| name != "LB").and_then(|tail| called(layout, tail));
            let (list, entry) = match (name.as_str(), from, tail, to) {
                ("CR", Some(at), None, _) => (0, format!("{INK}{at}")),
                ("AR", Some(from), _, Some(to)) => (1, format!("{INK}{from}{to}")),
                (_, from, tail, to) => {
                    let mut entry = format!("{name}{}", from.unwrap_or_else(|| quoted(head.trim())));
                    if let Some(tail) = tail {
                        let _ = write!(entry, ":{}", to.unwrap_or_else(|| quoted(tail)));
                    }
                    (2, entry)
                }
            };
            lists[list].1.push(entry);
        }
    }
    commands(&lists)
}

/// A comment as SGF says it: the properties of its marks, and what is left for people.
pub fn write(comment: &str, layout: &Layout) -> (String, String) {
    let mut marks: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut put = |name, value| marks.entry(name).or_default().insert(value);
    let mut words = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        let command = after.split_once(']').and_then(|(command, after)| {
            let (name, list) = command.split_once(' ')?;
            ["csl", "cal", "mark"].contains(&name).then_some((name, list, after))
        });
        let Some((name, list, after)) = command else {
            let _ = write!(words, "{before}[%");
            rest = after;
            continue;
        };
        words.push_str(before);
        rest = after;
        let mut kept = Vec::new();
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let property =
                if name == "mark" { mark(entry, layout) } else { drawn(entry, name == "cal", layout) };
            match property {
                Some((name, value)) => {
                    put(name, value);
                }
                None => kept.push(entry.to_owned()),
            }
        }
        words.push_str(&commands(&[(name, kept)]));
        // One blank is enough where a command stood between two.
        if words.is_empty() || words.ends_with(char::is_whitespace) {
            rest = rest.trim_start_matches([' ', '\t']);
        }
    }
    words.push_str(rest);
    let mut properties = String::new();
    for (name, values) in marks {
        properties.push_str(name);
        for value in values {
            let _ = write!(properties, "[{value}]");
        }
    }
    (properties, words.trim().to_owned())
}

/// The property of a circle or an arrow: `GD4`, `GC4D6`.
fn drawn(entry: &str, is_arrow: bool, layout: &Layout) -> Option<(&'static str, String)> {
    let name = entry.strip_prefix(|ink: char| INKS.contains(ink.to_ascii_uppercase()))?;
    if !is_arrow {
        return Some(("CR", letters(layout, name)?));
    }
    let ends = |(at, _)| {
        let (from, to) = name.split_at(at);
        Some(format!("{}:{}", letters(layout, from)?, letters(layout, to)?))
    };
    Some(("AR", name.char_indices().find_map(ends)?))
}

/// The property of another mark: `TRD4`, `LBE5:A`.
fn mark(entry: &str, layout: &Layout) -> Option<(&'static str, String)> {
    let (name, value) = NAMES.iter().find_map(|name| Some((*name, entry.strip_prefix(name)?)))?;
    let (head, tail) = value.split_once(':').map_or((value, None), |(a, b)| (a, Some(b)));
    let end = |text: &str| letters(layout, text).unwrap_or_else(|| composed(text));
    let mut value = end(head);
    if let Some(tail) = tail {
        let _ = write!(value, ":{}", if name == "LB" { composed(tail) } else { end(tail) });
    }
    Some((name, value))
}

/// The commands of lists that have something in them.
fn commands(lists: &[(&str, Vec<String>)]) -> String {
    let full = lists.iter().filter(|(_, entries)| !entries.is_empty());
    full.map(|(name, entries)| format!("[%{name} {}]", entries.join(","))).collect()
}

/// What the game calls SGF's point.
fn called(layout: &Layout, text: &str) -> Option<String> {
    let (column, row) = point(text)?;
    Some(format!("{}{}", layout.column_names.get(column)?, layout.row_names.get(row)?))
}

/// A text as it may stand in a command, also where a PGN has it: what would end it is told by its number, as in addresses.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        if "%,[]{}\\".contains(c) || c.is_ascii_whitespace() || c.is_ascii_control() {
            let _ = write!(quoted, "%{:02X}", u32::from(c));
        } else {
            quoted.push(c);
        }
    }
    quoted
}

/// A quoted text as part of a value of SGF.
fn composed(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        plain.push_str(before);
        let digits = after.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        plain.push(byte.map_or('%', char::from));
        rest = byte.map_or(after, |_| &after[2..]);
    }
    plain.push_str(rest);
    escaped(&plain).replace(':', "\\:")
}
