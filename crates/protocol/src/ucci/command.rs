//! UCCI's commands as texts.

use std::time::Duration;
use wanqi_play::quoted;

/// What an interface may say.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command<'a> {
    Ucci,
    IsReady,
    SetOption { name: &'a str, value: String },
    Position { fen: Option<String>, moves: Vec<&'a str> },
    BanMoves(Vec<String>),
    Probe { fen: Option<String>, moves: Vec<&'a str> },
    Go { ponder: bool, mode: Mode },
    PonderHit,
    Stop,
    Quit,
}

/// What limits a search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mode {
    Infinite,
    Depth(u32),
    Nodes(u64),
    Time { remaining: u64, increment: u64, moves_to_go: Option<u32> },
}

impl<'a> Command<'a> {
    /// Reads a line; `None` if there is nothing in it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &'a str) -> Result<Option<Command<'a>>, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(Some(match words.as_slice() {
            [] => return Ok(None),
            ["ucci", ..] => Command::Ucci,
            ["isready", ..] => Command::IsReady,
            ["setoption", name, value @ ..] => Command::SetOption { name, value: value.join(" ") },
            ["setoption"] => return Err("expected setoption NAME VALUE".into()),
            ["position", rest @ ..] => {
                let (fen, moves) = position("position", rest)?;
                Command::Position { fen, moves }
            }
            ["probe", rest @ ..] => {
                let (fen, moves) = position("probe", rest)?;
                Command::Probe { fen, moves }
            }
            ["banmoves", moves @ ..] => Command::BanMoves(moves.iter().map(|&mv| mv.into()).collect()),
            ["go", rest @ ..] => go(rest)?,
            // Our answer to an offered draw is always no, which is to say nothing.
            ["ponderhit", ..] => Command::PonderHit,
            ["stop", ..] => Command::Stop,
            ["quit", ..] => Command::Quit,
            _ => return Err(format!("unknown command {}", quoted(line.trim()))),
        }))
    }
}

/// `startpos` or `fen FEN`, and the moves from there.
fn position<'a>(command: &str, words: &[&'a str]) -> Result<(Option<String>, Vec<&'a str>), String> {
    let moves_at = words.iter().position(|&word| word == "moves");
    let moves = moves_at.map_or(Vec::new(), |at| words[at + 1..].to_vec());
    match &words[..moves_at.unwrap_or(words.len())] {
        ["startpos"] => Ok((None, moves)),
        ["fen", fen @ ..] => Ok((Some(fen.join(" ")), moves)),
        _ => Err(format!("expected {command} startpos, or {command} fen FEN, and perhaps moves after it")),
    }
}

fn go<'a>(words: &[&str]) -> Result<Command<'a>, String> {
    let (ponder, words) = match words {
        ["ponder", rest @ ..] => (true, rest),
        ["draw", rest @ ..] => (false, rest),
        _ => (false, words),
    };
    let number = |name: &str, word: Option<&&str>| -> Result<u64, String> {
        let text = word.copied().unwrap_or_default();
        // Clocks of interfaces run below zero.
        let number: Option<i64> = text.parse().ok();
        number
            .map(|number| number.max(0).unsigned_abs())
            .ok_or_else(|| format!("go: {name} takes a number, not {}", quoted(text)))
    };
    let mode = match words {
        [] | ["infinite", ..] | ["depth", "infinite", ..] => Mode::Infinite,
        ["depth", rest @ ..] => Mode::Depth(number("depth", rest.first())?.clamp(1, u32::MAX.into()) as u32),
        ["nodes", rest @ ..] => Mode::Nodes(number("nodes", rest.first())?.max(1)),
        ["time", rest @ ..] => {
            let remaining = number("time", rest.first())?;
            let (mut increment, mut moves_to_go) = (0, None);
            for pair in rest[1..].windows(2) {
                match pair[0] {
                    "increment" => increment = number("increment", pair.get(1))?,
                    "movestogo" => {
                        let moves = number("movestogo", pair.get(1))?;
                        moves_to_go = Some(u32::try_from(moves).unwrap_or(u32::MAX));
                    }
                    // What the other side has left does not matter to us.
                    _ => {}
                }
            }
            Mode::Time { remaining, increment, moves_to_go }
        }
        [other, ..] => return Err(format!("go: {} is not known", quoted(other))),
    };
    Ok(Command::Go { ponder, mode })
}

impl Mode {
    /// A time of the clock; it counts seconds where `millis` is false.
    pub fn duration(time: u64, millis: bool) -> Duration {
        if millis { Duration::from_millis(time) } else { Duration::from_secs(time.min(u64::MAX / 1000)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Command) {
        assert_eq!(Command::read(line), Ok(Some(expected)), "{line}");
    }

    #[test]
    fn commands() {
        check("ucci", Command::Ucci);
        check(" isready\t", Command::IsReady);
        check("setoption usemillisec true", Command::SetOption { name: "usemillisec", value: "true".into() });
        check("setoption newgame", Command::SetOption { name: "newgame", value: String::new() });
        check(
            "position fen 9/4k4 w - - 0 1 moves h2e2",
            Command::Position { fen: Some("9/4k4 w - - 0 1".into()), moves: vec!["h2e2"] },
        );
        check("position startpos", Command::Position { fen: None, moves: Vec::new() });
        check("probe startpos moves h2e2", Command::Probe { fen: None, moves: vec!["h2e2"] });
        check("banmoves h2e2 h0g2", Command::BanMoves(vec!["h2e2".into(), "h0g2".into()]));
        check("ponderhit draw", Command::PonderHit);
        check("stop", Command::Stop);
        check("quit", Command::Quit);
    }

    #[test]
    fn searches() {
        let go = |line: &str, ponder, mode| check(line, Command::Go { ponder, mode });
        let time = |remaining, increment, moves_to_go| Mode::Time { remaining, increment, moves_to_go };
        go("go", false, Mode::Infinite);
        go("go depth infinite", false, Mode::Infinite);
        go("go infinite", false, Mode::Infinite);
        go("go depth 6", false, Mode::Depth(6));
        go("go depth 0", false, Mode::Depth(1));
        go("go draw nodes 500", false, Mode::Nodes(500));
        go("go ponder time 300 increment 2 opptime 290 oppincrement 2", true, time(300, 2, None));
        go("go time 600000 movestogo 40 opptime 1 oppmovestogo 3", false, time(600_000, 0, Some(40)));
        go("go time -20", false, time(0, 0, None));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, error) in [
            ("hello\0", "unknown command \"hello\\0\""),
            ("setoption", "expected setoption NAME VALUE"),
            ("position h2e2", "expected position startpos, or position fen FEN, and perhaps moves after it"),
            ("probe", "expected probe startpos, or probe fen FEN, and perhaps moves after it"),
            ("go depth", "go: depth takes a number, not \"\""),
            ("go time soon", "go: time takes a number, not \"soon\""),
            ("go time", "go: time takes a number, not \"\""),
            ("go time 5 increment x", "go: increment takes a number, not \"x\""),
            ("go away", "go: \"away\" is not known"),
        ] {
            assert_eq!(Command::read(line), Err(error.into()), "{line}");
        }
        assert_eq!(Command::read("  "), Ok(None));
    }
}
