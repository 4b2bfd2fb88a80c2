//! A line of GTP: an id perhaps, a command, its arguments.

use std::time::Duration;
use wanqi_play::Side;

/// What is said of arguments that cannot be read.
pub(super) const SYNTAX: &str = "syntax error";

/// What a controller asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// Its number, which the answer repeats.
    pub id: Option<u32>,
    /// The command; empty if there is only a number.
    pub name: String,
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line as section 3.1 of the standard asks: control characters are not there, a tab is a space, what
    /// follows `#` is a comment. `None` if nothing is left.
    pub fn read(line: &str) -> Option<Request> {
        let code = line.split('#').next().unwrap_or_default();
        let clean: String =
            code.chars().filter(|&c| c == '\t' || !c.is_ascii_control()).map(tab_to_space).collect();
        let mut words = clean.split(' ').filter(|word| !word.is_empty()).map(String::from).peekable();
        words.peek()?;
        let id = words.next_if(|word| is_id(word)).and_then(|word| word.parse().ok());
        Some(Request { id, name: words.next().unwrap_or_default(), arguments: words.collect() })
    }

    /// The argument with this index, if it is a number.
    pub fn number<T: std::str::FromStr>(&self, index: usize) -> Result<T, &'static str> {
        self.arguments.get(index).and_then(|word| word.parse().ok()).ok_or(SYNTAX)
    }

    /// The argument with this index, if it is a colour.
    pub fn colour(&self, index: usize) -> Result<Side, &'static str> {
        self.arguments.get(index).and_then(|word| colour(word)).ok_or(SYNTAX)
    }

    /// The argument with this index, if it is a time in whole seconds.
    pub fn seconds(&self, index: usize) -> Result<Duration, &'static str> {
        // Interfaces tell fractions too, and clocks that have run out.
        let seconds: f64 = self.number(index)?;
        Duration::try_from_secs_f64(seconds.max(0.0)).map_err(|_| SYNTAX)
    }
}

fn tab_to_space(c: char) -> char {
    if c == '\t' { ' ' } else { c }
}

/// A number from 0 to 2³¹ − 1.
fn is_id(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit()) && word.parse::<u32>().is_ok_and(|id| id < 1 << 31)
}

/// `b`, `black`, `w`, `white`, in either case. Black moves first.
pub(super) fn colour(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// A vertex as the game reads moves, if a text can be one: a letter and a number, or `pass`.
pub(crate) fn vertex(word: &str) -> Option<String> {
    let word = word.to_ascii_lowercase();
    let point = || {
        let number = word.strip_prefix(|c: char| c.is_ascii_lowercase())?;
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        (digits && !number.starts_with('0') && (1..=2).contains(&number.len())).then_some(())
    };
    (word == "pass" || point().is_some()).then_some(word)
}

/// A move of the game as GTP writes it.
pub(crate) fn write(mv: &str) -> String {
    if mv.eq_ignore_ascii_case("pass") { "pass".into() } else { mv.to_ascii_uppercase() }
}

/// An answer: `=12 text` or `?12 text`, and the empty line after it, but for the end of that.
pub(super) fn answer(id: Option<u32>, result: Result<String, String>) -> String {
    let (sign, text) = match &result {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map_or(String::new(), |id| id.to_string());
    // An empty line within the text would end it.
    let lines: Vec<&str> =
        text.trim_end().lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let begin = if text.starts_with('\n') { "\n" } else { "" };
    let space = if lines.is_empty() || !begin.is_empty() { "" } else { " " };
    format!("{sign}{id}{space}{begin}{}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: Option<u32>, name: &str, arguments: &[&str]) -> Option<Request> {
        let arguments = arguments.iter().map(|&word| word.into()).collect();
        Some(Request { id, name: name.into(), arguments })
    }

    #[test]
    fn lines() {
        for (line, read) in [
            ("", None),
            ("   \t ", None),
            ("# a comment", None),
            ("  # 1 name", None),
            ("name", request(None, "name", &[])),
            ("17 play b D4 # why not", request(Some(17), "play", &["b", "D4"])),
            ("\tplay\tB\tD4\t", request(None, "play", &["B", "D4"])),
            ("na\u{7}me\r", request(None, "name", &[])),
            ("0", request(Some(0), "", &[])),
            ("2147483647 name", request(Some(2_147_483_647), "name", &[])),
            ("2147483648 name", request(None, "2147483648", &["name"])),
            ("-1 name", request(None, "-1", &["name"])),
            ("1 2 3", request(Some(1), "2", &["3"])),
            ("é 棋", request(None, "é", &["棋"])),
        ] {
            assert_eq!(Request::read(line), read, "{line:?}");
        }
    }

    #[test]
    fn words() {
        for (word, side) in [
            ("b", Some(Side::First)),
            ("White", Some(Side::Second)),
            ("BLACK", Some(Side::First)),
            ("w", Some(Side::Second)),
            ("red", None),
            ("", None),
        ] {
            assert_eq!(colour(word), side, "{word}");
        }
        for (word, read) in [
            ("D4", Some("d4")),
            ("PASS", Some("pass")),
            ("z25", Some("z25")),
            ("d04", None),
            ("d", None),
            ("44", None),
            ("d4x", None),
            ("d100", None),
            ("é4", None),
            ("", None),
        ] {
            assert_eq!(vertex(word).as_deref(), read, "{word}");
        }
        assert_eq!((write("d4"), write("Pass")), ("D4".into(), "pass".into()));
    }

    #[test]
    fn answers() {
        for (id, result, text) in [
            (None, Ok(""), "=\n"),
            (Some(3), Ok(""), "=3\n"),
            (Some(3), Ok("D4"), "=3 D4\n"),
            (None, Err("illegal move"), "? illegal move\n"),
            (None, Ok("a\n\nb\n"), "= a\nb\n"),
            (Some(1), Ok("\n A B\n1 . ."), "=1\n A B\n1 . .\n"),
        ] {
            assert_eq!(answer(id, result.map(String::from).map_err(String::from)), text);
        }
    }
}
