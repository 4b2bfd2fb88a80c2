//! UCI's and USI's commands as texts.

use super::language::Language;
use std::time::Duration;
use wanqi_play::quoted;

/// What an interface may say.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command<'a> {
    /// It asks who we are.
    Hello,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: Option<String>,
    },
    NewGame,
    Position {
        fen: Option<String>,
        moves: Vec<&'a str>,
    },
    Go(Box<Go>),
    /// A mate is to be found, or that there is none.
    Checkmate,
    Stop,
    PonderHit,
    GameOver,
    Display,
    Eval,
    Bench {
        depth: Option<u32>,
    },
    Quit,
}

/// What a search is asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Go {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub movetime: Option<Duration>,
    /// The clocks of White and Black, or of the first side and the second.
    pub time: [Option<Duration>; 2],
    pub increment: [Option<Duration>; 2],
    /// Time for every move, once that of the clock is over.
    pub byoyomi: Option<Duration>,
    pub moves_to_go: Option<u32>,
    pub mate: Option<u32>,
    /// Paths are counted instead of searching.
    pub perft: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    pub search_moves: Option<Vec<String>>,
}

impl<'a> Command<'a> {
    /// Reads a line; `None` if there is nothing in it. What comes before the first word that is a command is passed
    /// over, as the protocol asks.
    ///
    /// # Errors
    /// What is wrong with it. Numbers that are none are told to `note`, and what they belong to is left out.
    pub fn read(
        line: &'a str,
        language: Language,
        note: &mut dyn FnMut(String),
    ) -> Result<Option<Command<'a>>, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, &word) in words.iter().enumerate() {
            let rest = &words[at + 1..];
            return Ok(Some(match word {
                _ if word == language.hello() => Command::Hello,
                _ if word == language.new_game() => Command::NewGame,
                "debug" => Command::Debug(debug(rest)?),
                "isready" => Command::IsReady,
                "setoption" => set_option(rest)?,
                "position" => position(rest, language)?,
                "go" if language == Language::Usi && rest.first() == Some(&"mate") => Command::Checkmate,
                "go" => Command::Go(Box::new(go(rest, language, note))),
                "gameover" if language == Language::Usi => Command::GameOver,
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "d" => Command::Display,
                "eval" => Command::Eval,
                "bench" => Command::Bench { depth: rest.first().and_then(|depth| depth.parse().ok()) },
                "quit" => Command::Quit,
                _ => continue,
            }));
        }
        if line.trim().is_empty() {
            Ok(None)
        } else {
            Err(format!("unknown command {}", quoted(line.trim())))
        }
    }
}

fn debug(words: &[&str]) -> Result<bool, String> {
    match words {
        ["on", ..] => Ok(true),
        ["off", ..] => Ok(false),
        _ => Err("debug is on or off".into()),
    }
}

/// `name Clear Hash`, `name Hash value 64`: both may be of several words.
fn set_option<'a>(words: &[&str]) -> Result<Command<'a>, String> {
    let wrong = || "expected setoption name NAME, or setoption name NAME value VALUE".to_owned();
    let ["name", rest @ ..] = words else { return Err(wrong()) };
    let value_at = rest.iter().position(|&word| word == "value");
    let name = rest[..value_at.unwrap_or(rest.len())].join(" ");
    let value = value_at.map(|at| rest[at + 1..].join(" "));
    if name.is_empty() { Err(wrong()) } else { Ok(Command::SetOption { name, value }) }
}

/// `startpos`, `fen FEN`, and the moves from there.
fn position<'a>(words: &[&'a str], language: Language) -> Result<Command<'a>, String> {
    let moves_at = words.iter().position(|&word| word == "moves");
    let moves = moves_at.map_or(Vec::new(), |at| words[at + 1..].to_vec());
    match &words[..moves_at.unwrap_or(words.len())] {
        ["startpos"] => Ok(Command::Position { fen: None, moves }),
        [word, fen @ ..] if *word == language.position() => {
            Ok(Command::Position { fen: Some(fen.join(" ")), moves })
        }
        _ => {
            let word = language.position();
            Err(format!(
                "expected position startpos, or position {word} {}, and perhaps moves after it",
                word.to_uppercase()
            ))
        }
    }
}

fn go(words: &[&str], language: Language, note: &mut dyn FnMut(String)) -> Go {
    let [first, second, first_increment, second_increment] = language.clocks();
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut number = || -> Option<i64> {
            let text = words.next_if(|next| !is_keyword(next)).unwrap_or_default();
            let number = text.parse().ok();
            if number.is_none() {
                note(format!("go: {word} takes a number, not {}", quoted(text)));
            }
            number
        };
        // Clocks of interfaces run below zero.
        let at_least = |least: i64, number: i64| number.max(least).unsigned_abs();
        let count = |number: i64| u32::try_from(at_least(1, number)).unwrap_or(u32::MAX);
        let time = |number: i64| Duration::from_millis(at_least(0, number));
        match word {
            "depth" => go.depth = number().map(count),
            "nodes" => go.nodes = number().map(|number| at_least(1, number)),
            "movetime" => go.movetime = number().map(time),
            _ if word == first => go.time[0] = number().map(time),
            _ if word == second => go.time[1] = number().map(time),
            _ if word == first_increment => go.increment[0] = number().map(time),
            _ if word == second_increment => go.increment[1] = number().map(time),
            "byoyomi" if language == Language::Usi => go.byoyomi = number().map(time),
            "movestogo" => go.moves_to_go = number().map(count),
            "mate" => go.mate = number().map(count),
            "perft" => go.perft = number().map(count),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let mut moves = Vec::new();
                while let Some(mv) = words.next_if(|next| !is_keyword(next)) {
                    moves.push(mv.to_owned());
                }
                go.search_moves = Some(moves);
            }
            other => note(format!("go: {} is not known", quoted(other))),
        }
    }
    go
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 14] = [
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "byoyomi",
        "movestogo",
        "mate",
        "perft",
        "infinite",
        "ponder",
        "searchmoves",
    ];
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Result<Option<Command<'_>>, String>, Vec<String>) {
        let mut notes = Vec::new();
        let command = Command::read(line, Language::Uci, &mut |note| notes.push(note));
        (command, notes)
    }

    fn check(line: &str, expected: Command) {
        assert_eq!(read(line), (Ok(Some(expected)), Vec::new()), "{line}");
    }

    fn option<'a>(name: &str, value: Option<&str>) -> Command<'a> {
        Command::SetOption { name: name.into(), value: value.map(String::from) }
    }

    fn position<'a>(fen: Option<&str>, moves: &[&'a str]) -> Command<'a> {
        Command::Position { fen: fen.map(String::from), moves: moves.to_vec() }
    }

    #[test]
    fn commands() {
        check("uci", Command::Hello);
        check("  isready \t", Command::IsReady);
        check("joho debug on", Command::Debug(true));
        check("debug off", Command::Debug(false));
        check("ucinewgame", Command::NewGame);
        check("setoption name Clear Hash", option("Clear Hash", None));
        check("setoption name  Move   Overhead value 30", option("Move Overhead", Some("30")));
        check("setoption name Path value a b  c", option("Path", Some("a b c")));
        check("setoption name Path value", option("Path", Some("")));
        check("position startpos", position(None, &[]));
        check("position startpos moves e2e4 e7e5", position(None, &["e2e4", "e7e5"]));
        check("position fen 8/8 w - - 0 1 moves", position(Some("8/8 w - - 0 1"), &[]));
        check("position fen moves a1a2", position(Some(""), &["a1a2"]));
        check("stop", Command::Stop);
        check("ponderhit", Command::PonderHit);
        check("d", Command::Display);
        check("eval", Command::Eval);
        check("bench", Command::Bench { depth: None });
        check("bench 5", Command::Bench { depth: Some(5) });
        check("quit", Command::Quit);
    }

    #[test]
    fn searches() {
        let go = |line: &str, go: Go| check(line, Command::Go(Box::new(go)));
        let millis = |number| Some(Duration::from_millis(number));
        go("go", Go::default());
        go("go infinite", Go { infinite: true, ..Go::default() });
        go("go depth 5 nodes 100", Go { depth: Some(5), nodes: Some(100), ..Go::default() });
        go("go depth -3", Go { depth: Some(1), ..Go::default() });
        go("go mate 3 movetime 20", Go { mate: Some(3), movetime: millis(20), ..Go::default() });
        go("go perft 4", Go { perft: Some(4), ..Go::default() });
        go("go wtime 100", Go { time: [millis(100), None], ..Go::default() });
        go(
            "go ponder wtime -5 btime 99999999999 winc 1 binc 2 movestogo 40",
            Go {
                ponder: true,
                time: [millis(0), millis(99_999_999_999)],
                increment: [millis(1), millis(2)],
                moves_to_go: Some(40),
                ..Go::default()
            },
        );
        let some = |moves: &[&str]| Some(moves.iter().map(|&mv| mv.to_owned()).collect());
        go(
            "go searchmoves e2e4 d2d4 depth 3",
            Go { search_moves: some(&["e2e4", "d2d4"]), depth: Some(3), ..Go::default() },
        );
        go("go depth 2 searchmoves", Go { search_moves: some(&[]), depth: Some(2), ..Go::default() });
    }

    /// Half a million words, of which none is a command or only the last: read again from every one of them on, they
    /// would take minutes.
    #[test]
    fn long_lines_are_read_once() {
        let mut line = "x ".repeat(crate::MAX_LENGTH / 2 - 4);
        assert!(read(&line).0.is_err_and(|error| error.starts_with("unknown command")));
        line += "isready";
        let began = std::time::Instant::now();
        check(&line, Command::IsReady);
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    }

    #[test]
    fn usi() {
        let read =
            |line: &'static str| Command::read(line, Language::Usi, &mut |note| panic!("{line}: {note}"));
        let millis = |number| Some(Duration::from_millis(number));
        let clock = Go { time: [millis(5), millis(7)], byoyomi: millis(9), ..Go::default() };
        let fischer = Go { increment: [millis(1), millis(2)], ..Go::default() };
        for (line, command) in [
            ("usi", Command::Hello),
            ("usinewgame", Command::NewGame),
            ("gameover lose", Command::GameOver),
            ("position startpos moves 7g7f P*5e", position(None, &["7g7f", "P*5e"])),
            ("position sfen 4k/9 b 2P 3 moves 1a1b", position(Some("4k/9 b 2P 3"), &["1a1b"])),
            ("go btime 5 wtime 7 byoyomi 9", Command::Go(Box::new(clock))),
            ("go binc 1 winc 2", Command::Go(Box::new(fischer))),
            ("go mate infinite", Command::Checkmate),
            ("setoption name USI_Hash value 8", option("USI_Hash", Some("8"))),
        ] {
            assert_eq!(read(line), Ok(Some(command)), "{line}");
        }
        for (line, error) in [
            ("uci", "unknown command \"uci\""),
            (
                "position fen 9 b - 1",
                "expected position startpos, or position sfen SFEN, and perhaps moves after it",
            ),
        ] {
            assert_eq!(read(line), Err(error.into()));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, error) in [
            ("hello", "unknown command \"hello\""),
            ("\0\u{fffd}", "unknown command \"\\0\u{fffd}\""),
            ("debug maybe", "debug is on or off"),
            ("setoption Hash 3", "expected setoption name NAME, or setoption name NAME value VALUE"),
            ("setoption name", "expected setoption name NAME, or setoption name NAME value VALUE"),
            ("position", "expected position startpos, or position fen FEN, and perhaps moves after it"),
            ("position e2e4", "expected position startpos, or position fen FEN, and perhaps moves after it"),
        ] {
            assert_eq!(read(line).0, Err(error.into()), "{line}");
        }
        assert_eq!(read("  "), (Ok(None), Vec::new()));
        for (line, go, note) in [
            (
                "go depth x nodes 7",
                Go { nodes: Some(7), ..Go::default() },
                "go: depth takes a number, not \"x\"",
            ),
            (
                "go depth nodes 7",
                Go { nodes: Some(7), ..Go::default() },
                "go: depth takes a number, not \"\"",
            ),
            ("go wtime 1e3", Go::default(), "go: wtime takes a number, not \"1e3\""),
            ("go fast infinite", Go { infinite: true, ..Go::default() }, "go: \"fast\" is not known"),
        ] {
            assert_eq!(read(line), (Ok(Some(Command::Go(Box::new(go)))), vec![note.into()]), "{line}");
        }
    }
}
