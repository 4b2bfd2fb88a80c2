//! NBoard's commands as texts.

use std::time::Duration;
use wanqi_play::quoted;

/// What NBoard may say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Command<'a> {
    /// The version of the protocol.
    NBoard(u32),
    Depth(u32),
    /// A game in GGF.
    Game(&'a str),
    /// What a draw in the book is worth, in discs for Black.
    Contempt(f64),
    /// A move, and the time that it took.
    Move(&'a str, Duration),
    /// How many moves are to be evaluated.
    Hint(usize),
    Go,
    Ping(i64),
    Learn,
    Analyze,
    Quit,
}

/// The most plies that a search may be asked for.
const MAX_DEPTH: u32 = 1000;
/// The most moves that a hint may be asked for: no position has as many.
const MAX_HINTS: usize = 64;
/// The most discs that a draw may be worth.
const MAX_CONTEMPT: f64 = 100.0;

impl<'a> Command<'a> {
    /// Reads a line; `None` if there is nothing in it that the protocol knows: such a line is to be ignored.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &'a str) -> Result<Option<Command<'a>>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match word {
            "nboard" => Command::NBoard(number("nboard", rest, 1..=u32::MAX)?),
            "set" => return set(rest),
            "move" => read_move(rest)?,
            "hint" if rest.is_empty() => Command::Hint(1),
            "hint" => Command::Hint(number("hint", rest, 1..=usize::MAX)?.min(MAX_HINTS)),
            "go" => Command::Go,
            "ping" => Command::Ping(number("ping", rest, i64::MIN..=i64::MAX)?),
            "learn" => Command::Learn,
            "analyze" => Command::Analyze,
            "quit" => Command::Quit,
            // Version 1 sends the move alone.
            _ if is_move(word) => read_move(line)?,
            _ => return Ok(None),
        }))
    }
}

fn set(rest: &str) -> Result<Option<Command<'_>>, String> {
    let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let value = value.trim();
    Ok(Some(match what {
        "depth" => Command::Depth(number("set depth", value, 1..=MAX_DEPTH)?),
        "game" => Command::Game(value),
        "contempt" => Command::Contempt(number("set contempt", value, -MAX_CONTEMPT..=MAX_CONTEMPT)?),
        _ => return Ok(None),
    }))
}

fn number<T>(name: &str, text: &str, range: std::ops::RangeInclusive<T>) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    let (least, most) = range.into_inner();
    number.ok_or_else(|| format!("{name} takes a number from {least} to {most}, not {}", quoted(text)))
}

/// `F5`, `PA`, `F5/0.31/1.2`: the move, its evaluation, and the seconds that it took.
fn read_move(text: &str) -> Result<Command<'_>, String> {
    let mut fields = text.split('/').map(str::trim);
    let mv = fields.next().filter(|mv| !mv.is_empty()).ok_or("expected move MOVE/EVAL/TIME")?;
    let _evaluation = fields.next();
    let took = match fields.next() {
        None | Some("") => Duration::ZERO,
        Some(time) => {
            let seconds = time.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            seconds.ok_or_else(|| format!("move: a time is a number of seconds, not {}", quoted(time)))?
        }
    };
    Ok(Command::Move(mv, took))
}

/// Whether a word is a move and no command: `F5`, `pa`.
fn is_move(word: &str) -> bool {
    let mv = word.split('/').next().unwrap_or_default();
    let point =
        matches!(mv.as_bytes(), [column, row] if column.is_ascii_alphabetic() && row.is_ascii_digit());
    point || mv.eq_ignore_ascii_case("pa") || mv.eq_ignore_ascii_case("pass")
}

/// A move as NBoard writes it, as the game reads it.
pub(crate) fn to_own(mv: &str) -> String {
    let mv = mv.to_ascii_lowercase();
    if mv == "pa" { "pass".into() } else { mv }
}

/// A move of the game as NBoard writes it.
pub(super) fn from_own(mv: &str) -> String {
    if mv.eq_ignore_ascii_case("pass") { "PA".into() } else { mv.to_ascii_uppercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<Command>) {
        assert_eq!(Command::read(line), Ok(expected), "{line}");
    }

    #[test]
    fn commands() {
        let took = |millis| Duration::from_millis(millis);
        for (line, command) in [
            ("nboard 2", Command::NBoard(2)),
            ("set depth 12", Command::Depth(12)),
            ("set game (;GM[Othello];) ", Command::Game("(;GM[Othello];)")),
            ("set game", Command::Game("")),
            ("set contempt -30", Command::Contempt(-30.0)),
            ("move F5", Command::Move("F5", took(0))),
            ("move f5//1.5\r", Command::Move("f5", took(1500))),
            ("move PA/-0.3/", Command::Move("PA", took(0))),
            ("F5", Command::Move("F5", took(0))),
            ("pa/0/2", Command::Move("pa", took(2000))),
            ("hint", Command::Hint(1)),
            ("hint 3", Command::Hint(3)),
            ("hint 99999", Command::Hint(64)),
            (" go\t", Command::Go),
            ("ping -7", Command::Ping(-7)),
            ("learn", Command::Learn),
            ("analyze", Command::Analyze),
            ("quit", Command::Quit),
        ] {
            check(line, Some(command));
        }
        for unknown in ["", "  ", "hello", "set colour red", "set", "F55", "é5", "\0"] {
            check(unknown, None);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, error) in [
            ("nboard", "nboard takes a number from 1 to 4294967295, not \"\""),
            ("set depth 0", "set depth takes a number from 1 to 1000, not \"0\""),
            ("set depth deep", "set depth takes a number from 1 to 1000, not \"deep\""),
            ("set contempt nan", "set contempt takes a number from -100 to 100, not \"nan\""),
            ("hint -1", "hint takes a number from 1 to 18446744073709551615, not \"-1\""),
            ("ping", "ping takes a number from -9223372036854775808 to 9223372036854775807, not \"\""),
            ("move", "expected move MOVE/EVAL/TIME"),
            ("move /1/2", "expected move MOVE/EVAL/TIME"),
            ("move F5//soon", "move: a time is a number of seconds, not \"soon\""),
            ("F5//-1", "move: a time is a number of seconds, not \"-1\""),
        ] {
            assert_eq!(Command::read(line), Err(error.into()), "{line}");
        }
    }

    #[test]
    fn moves() {
        for (own, written) in [("f5", "F5"), ("pass", "PA"), ("a1", "A1")] {
            assert_eq!((from_own(own), to_own(written)), (written.into(), own.into()));
        }
    }
}
