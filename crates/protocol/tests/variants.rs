//! Conversations in UCI and USI about games that are told in rule files.

use std::sync::{Arc, Mutex};
use wanqi_protocol::{Session, Uci};

/// What is said to these lines, by a player that takes no time.
fn talk(new: impl Fn(wanqi_protocol::Say) -> Result<Uci, wanqi_play::Error>, lines: &[&str]) -> Vec<String> {
    let said = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&said);
    let say = Arc::new(move |line| hears.lock().expect("nobody panics").push(line));
    let mut session = new(say).unwrap_or_else(|error| panic!("{error}"));
    for line in lines {
        assert!(session.line(line), "{line}");
    }
    session.wait();
    std::mem::take(&mut *said.lock().expect("nobody panics"))
}

fn uci(game: &str, lines: &[&str]) -> Vec<String> {
    talk(|say| Uci::new(game, Some("best:depth=2".parse()?), say), lines)
}

fn usi(game: &str, lines: &[&str]) -> Vec<String> {
    talk(|say| Uci::usi(game, Some("best:depth=2".parse()?), say), lines)
}

/// The line that begins so.
fn line<'s>(said: &'s [String], beginning: &str) -> &'s str {
    said.iter()
        .find_map(|line| line.strip_prefix(beginning))
        .unwrap_or_else(|| panic!("{beginning}: {said:?}"))
}

#[test]
fn variants_are_offered_and_set() {
    let said = uci("chess", &["uci"]);
    let offered = line(&said, "option name UCI_Variant type combo default chess");
    for name in ["chess", "xiangqi", "3check", "kingofthehill", "crazyhouse", "minishogi", "losalamos"] {
        assert!(offered.split(" var ").any(|known| known == name), "{name}: {offered}");
    }
    assert_eq!(offered.matches(" var minishogi").count(), 1);
    for (name, fen) in [
        ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
        ("Crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"),
        ("los-alamos", "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1"),
        ("rules/chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"),
    ] {
        let said = uci("breakthrough", &[&format!("setoption name UCI_Variant value {name}"), "d"]);
        assert_eq!(line(&said, "Fen: "), fen, "{name}");
    }
    // What cannot be set leaves the game that is played.
    for (name, error) in [
        ("minishog", "did you mean \"minishogi\"?"),
        ("../chess.toml", "there is no variant \"../chess.toml\"; there are chess, "),
        ("", "a name is missing"),
        ("othello", "\"othello\" is not played in UCI; chess, "),
        ("minishogi:size=3", "minishogi is told by a rule file and has no option \"size\""),
    ] {
        let said = uci("minishogi", &[&format!("setoption name UCI_Variant value {name}"), "d"]);
        assert!(line(&said, "info string ").contains(error), "{said:?}");
        assert_eq!(line(&said, "Fen: "), "rbsgk/4p/5/P4/KGSBR[] w - - 0 1");
    }
}

#[test]
fn moves_are_those_of_the_variant() {
    for (game, position, best) in [
        // The only move that is a drop, a promotion, or castling.
        ("minishogi", "position startpos moves a2a3 b5e2 e1e2", None),
        ("minishogi", "position fen 4k/4r/5/5/K4[G] b - - 0 1", None),
        ("kingofthehill", "position fen 7k/8/8/8/8/3K4/8/8 w - - 0 1", Some("d3d4 d3e4")),
        ("crazyhouse", "position fen 7k/5ppp/8/8/8/8/5PPP/6K1[R] w - - 0 1", Some("R@")),
        ("crazyhouse", "position fen 5k2/P6R/8/8/8/8/8/6K1[] w - - 0 1", Some("a7a8q a7a8r")),
        ("minishogi", "position fen 4k/P4/3G1/5/K4[G] w - - 0 1", Some("G@")),
        ("racingkings", "position startpos", None),
    ] {
        let said = uci(game, &[position, "go depth 3"]);
        let played = line(&said, "bestmove ").split(' ').next().expect("a word");
        assert_ne!(played, "(none)", "{game}: {said:?}");
        assert!(best.is_none_or(|best| best.split(' ').any(|mv| played.starts_with(mv))), "{game}: {played}");
        let moves = uci(game, &[position, "go perft 1"]);
        assert!(moves.iter().any(|mv| *mv == format!("{played}: 1")), "{moves:?}");
    }
    let promoted =
        uci("minishogi", &["position startpos moves d1c2 b5c4 e1e2 c4b3 e2e4 d5e4 P@d4 e4e3 d4d5+", "d"]);
    assert_eq!(line(&promoted, "Fen: "), "r1s+Pk/5/1b2g/P1B2/KGS2[r] b - - 0 1");
    let only =
        uci("crazyhouse", &["position fen k7/8/8/8/8/8/8/4K2R[P] w K - 0 1", "go depth 1 searchmoves e1h1"]);
    assert_eq!(line(&only, "bestmove ").split(' ').next(), Some("e1g1"));
    let castling = "position fen k7/8/8/8/8/8/8/4K2R w K - 3+3 0 1 moves e1h1";
    for (chess960, written) in [("false", "e1g1"), ("true", "e1h1")] {
        let option = format!("setoption name UCI_Chess960 value {chess960}");
        let position = castling.strip_suffix(" moves e1h1").expect("a move");
        let said = uci("3check", &[&option, position, "go perft 1"]);
        let castles = said.iter().filter(|line| line.starts_with("e1g1:") || line.starts_with("e1h1:"));
        assert_eq!(castles.collect::<Vec<_>>(), [&format!("{written}: 1")]);
        let said = uci("3check", &[&option, castling, "d"]);
        assert!(line(&said, "Fen: ").starts_with("k7/8/8/8/8/8/8/5RK1 b"), "{said:?}");
    }
    // Who is faced by the other general may only end that, or pass.
    let faced = "position fen 3k5/9/9/9/9/9/9/9/9/3K4R b - - 0 1";
    let mut moves = uci("janggitraditional", &[faced, "go perft 1"]);
    moves.retain(|line| line.starts_with('d'));
    moves.sort();
    assert_eq!(moves, ["d10d10: 1", "d10e10: 1", "d10e9: 1"]);
    let said = uci("janggitraditional", &[&format!("{faced} moves d10d10"), "go depth 1"]);
    assert_eq!(said.last().map(String::as_str), Some("bestmove (none)"), "{said:?}");
}

#[test]
fn what_cannot_be_read_is_said() {
    for (lines, error) in [
        (["position fen 8/8 w", "go depth 1"], "not a position: line 1 has 5 points"),
        (["position fen rbsgk/4p/5/P4/KGSBR[Q] w", "go depth 1"], "not a position: there is no piece \"Q\""),
        (["position startpos moves a2a3 z9z9", "go depth 1"], "move 2 of 2, \"z9z9\": not a move here"),
        (["position startpos moves a2a3 +", "go depth 1"], "move 2 of 2, \"+\": not a move here"),
        (["position sfen x", "go depth 1"], "expected position startpos, or position fen FEN"),
    ] {
        let said = uci("minishogi", &lines);
        assert!(line(&said, "info string ").starts_with(error), "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some("bestmove (none)"), "{lines:?}");
    }
    let said = uci("3check", &["position fen 4k3/8/8/8/8/8/8/4K2R w KQ e3 3+3 0 1"]);
    assert_eq!(
        said,
        [
            "info string castling \"Q\": what castles so does not stand there",
            "info string nothing can be taken in passing on e3"
        ]
    );
}

#[test]
fn a_file_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("My race.toml");
    let text = "name = \"Race\"\nsize = \"3x4\"\nboard = 1\n";
    std::fs::write(&path, text).expect("a file");
    let game = path.display().to_string();
    let error = |game: &str| Uci::new(game, None, Arc::new(|_| {})).err().map(|error| error.to_string());
    assert!(error(&game).is_some_and(|error| error.contains("My race.toml")));
    assert!(error("nowhere.toml").is_some_and(|error| error.contains("nowhere.toml")));
    let text = "name = \"Race\"\nboard = \"\"\"\nppp\n...\n...\nPPP\"\"\"\n[piece.P]\nmoves = \"fW\"\n[win]\nreach = \
                { P = \"4\" }\nno_moves = \"loss\"\n";
    std::fs::write(&path, text).expect("a file");
    let said = uci(
        &game,
        &[
            "uci",
            "setoption name UCI_Variant value chess",
            "setoption name UCI_Variant value My-race",
            "position startpos moves a1a2",
            "d",
        ],
    );
    assert!(line(&said, "option name UCI_Variant ").ends_with(" var My-race"), "{said:?}");
    assert_eq!(line(&said, "Fen: "), "ppp/3/P2/1PP b - - 0 1");
    assert!(
        Uci::usi(&game, None, Arc::new(|_| {})).err().is_some_and(|error| error.to_string().contains("USI"))
    );
}

/// Interfaces go on where our rules have ended a game by repetition, and moves are read there too.
#[test]
fn a_game_that_has_been_claimed_goes_on() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
    let said = uci("kingofthehill", &[&format!("position startpos moves {there_and_back} e2e4"), "d"]);
    assert!(line(&said, "Fen: ").starts_with("rnbqkbnr/pppppppp/8/8/4P3/"), "{said:?}");
    let said = uci("kingofthehill", &[&format!("position startpos moves {there_and_back}"), "go depth 1"]);
    assert_ne!(line(&said, "bestmove "), "(none)");
}

#[test]
fn usi_is_spoken() {
    let said = usi("minishogi", &["usi", "isready", "usinewgame"]);
    assert!(said[0].starts_with("id name Wanqi "), "{said:?}");
    for option in ["USI_Hash type spin default ", "USI_Ponder type check default false", "MultiPV type spin "]
    {
        line(&said, &format!("option name {option}"));
    }
    assert_eq!(said[said.len() - 2..], ["usiok", "readyok"]);
    assert!(said.iter().all(|line| !line.contains("UCI") && !line.contains("Syzygy")), "{said:?}");
    for (lines, best) in [
        (&["position sfen 4k/P4/3G1/5/K4 b G 1", "go depth 2"][..], "G*"),
        (&["position sfen 4k/P4/3G1/5/K4 b G 1", "go btime 0 wtime 0 byoyomi 200"], "G*"),
        (&["position sfen 4k/P4/3G1/5/K4 b G 1", "go movetime 100"], "G*"),
        // Mated, and no position at all.
        (&["position sfen 4k/4G/4G/5/K4 w - 2", "go depth 1"], "resign"),
        (&["position sfen 9", "go depth 1"], "resign"),
        (
            &[
                "setoption name USI_Hash value 1",
                "position startpos moves 5d5c 1b1c 5c5b+ 5a5b",
                "go depth 1 searchmoves R*5c",
            ],
            "resign",
        ),
    ] {
        let said = usi("minishogi", lines);
        let played = line(&said, "bestmove ").split(' ').next().expect("a word");
        let known = best.split(' ').any(|mv| played.starts_with(mv));
        // A move that is none is not searched for alone.
        assert!(known || lines[1].contains("startpos"), "{lines:?}: {said:?}");
    }
    let said = usi("minishogi", &["position sfen 4k/P4/3G1/5/K4 b G 1", "go depth 4"]);
    assert!(said.iter().any(|line| line.contains(" score mate 1 ")), "{said:?}");
    assert_eq!(usi("minishogi", &["go mate infinite"]), ["checkmate notimplemented"]);
    assert_eq!(usi("minishogi", &["gameover win"]), [""; 0]);
    for wrong in ["uci", "setoption name UCI_Variant value chess", "setoption name USI_Hash value -1"] {
        assert!(line(&usi("minishogi", &[wrong]), "info string ").len() > 10, "{wrong}");
    }
}
