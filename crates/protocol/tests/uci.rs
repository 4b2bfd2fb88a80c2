//! Conversations in UCI.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use wanqi_protocol::{Session, Uci};

/// A session and what it has said.
struct Talk {
    session: Uci,
    said: Arc<Mutex<Vec<String>>>,
}

impl Talk {
    fn new() -> Talk {
        let said = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&said);
        let say = Arc::new(move |line| hears.lock().expect("nobody panics").push(line));
        Talk { session: Uci::new("chess", None, say).expect("chess"), said }
    }

    /// What has been said since the last call.
    fn said(&self) -> Vec<String> {
        std::mem::take(&mut *self.said.lock().expect("nobody panics"))
    }

    /// Says lines, and hears what comes back until every search is over.
    fn ask(&mut self, lines: &[&str]) -> Vec<String> {
        for line in lines {
            assert!(self.session.line(line), "{line}");
        }
        self.session.wait();
        self.said()
    }

    /// Waits for a line that begins so; a search says it sooner or later.
    fn hear(&self, beginning: &str) -> String {
        loop {
            if let Some(line) = self.said().into_iter().find(|line| line.starts_with(beginning)) {
                return line;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Monte-Carlo search has no depth that would be enough.
#[test]
fn a_limit_that_is_not_kept_is_refused_by_name() {
    let said = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&said);
    let player = "mcts:memory=1".parse().expect("a player");
    let say = Arc::new(move |line| hears.lock().expect("nobody panics").push(line));
    let mut talk = Talk { session: Uci::new("chess", Some(player), say).expect("chess"), said };
    let refused =
        "info string the player keeps no limit of depth, and would not end; it keeps nodes and time";
    let said = talk.ask(&["go depth 3 nodes 20"]);
    assert_eq!(said.first().map(String::as_str), Some(refused), "{said:?}");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{said:?}");
    assert_eq!(talk.ask(&["bench 3"]), [refused]);
}

/// However short the time, and whichever of the clocks is told.
#[test]
fn a_move_in_any_time() {
    let mut talk = Talk::new();
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 0",
        "go wtime -5 btime -5",
        "go movetime 0",
        "go movetime 1",
    ] {
        let said = talk.ask(&["position startpos moves e2e4", go]);
        let best = said.last().and_then(|line| line.strip_prefix("bestmove ")).expect("an answer");
        assert_ne!(best, "(none)", "{go}");
    }
}

/// Checks the last line that is said.
fn check(lines: &[&str], last: &str) {
    let said = Talk::new().ask(lines);
    assert_eq!(said.last().map(String::as_str), Some(last), "{lines:?}: {said:#?}");
}

#[test]
fn an_introduction() {
    let said = Talk::new().ask(&["uci", "isready"]);
    assert!(said[0].starts_with("id name Wanqi "), "{said:?}");
    for line in [
        "id author the Wanqi developers",
        "option name Hash type spin default 64 min 0 max 16384",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Threads type spin default 1 min 1 max 256",
        "option name SyzygyPath type string default <empty>",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name BookSeed type spin default 0 min 0 max 2147483647",
        "option name EvalFile type string default <empty>",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1600 min 1320 max 2800",
    ] {
        assert!(said.iter().any(|said| said == line), "{line}");
    }
    let variants = said.iter().find(|line| line.starts_with("option name UCI_Variant"));
    assert!(variants.expect("variants").contains("type combo default chess var chess"));
    assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn best_moves() {
    let mate_in_one = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for limit in ["depth 2", "nodes 1000", "movetime 60000", "mate 1", "wtime 60000", "btime 60000", ""] {
        check(&[mate_in_one, &format!("go {limit}")], "bestmove a1a8");
    }
    // Black's clock alone, and Black to move.
    check(&["position startpos moves f2f3 e7e5 g2g4", "go wtime 60000"], "bestmove d8h4");
    let clock = "go btime 60000 winc 5 binc 5 movestogo 1";
    check(&["position startpos moves f2f3 e7e5 g2g4", clock], "bestmove d8h4");
    let said = Talk::new().ask(&[mate_in_one, "go depth 3"]);
    let info = &said[said.len() - 2];
    assert!(info.starts_with("info depth ") && info.contains(" score mate 1 nodes "), "{info}");
    assert!(info.ends_with(" pv a1a8"), "{info}");
}

#[test]
fn several_lines() {
    let mut talk = Talk::new();
    talk.ask(&["setoption name MultiPV value 3", "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1"]);
    let said = talk.ask(&["go depth 4"]);
    let [.., first, second, third, best] = said.as_slice() else { panic!("{said:?}") };
    for (number, line) in [first, second, third].into_iter().enumerate() {
        let begins =
            line.starts_with("info depth ") && line.contains(&format!(" multipv {} score ", number + 1));
        assert!(begins && line.contains(" pv "), "{line}");
    }
    assert!(first.contains(" score mate 1 ") && first.ends_with(" pv a1a8"), "{first}");
    assert!(!second.contains(" pv a1a8"), "{second}");
    assert_eq!(best, "bestmove a1a8");
    assert_eq!(talk.ask(&["setoption name MultiPV value 0"]).len(), 1, "an error");
    talk.ask(&["setoption name MultiPV value 1"]);
    assert!(talk.ask(&["go depth 3"]).iter().all(|line| !line.contains("multipv")));
}

#[test]
fn chosen_moves() {
    let mate_in_one = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    check(&[mate_in_one, "go depth 1 searchmoves a1a2"], "bestmove a1a2");
    check(&[mate_in_one, "go searchmoves g6f6 nodes 1"], "bestmove g6f6");
    check(&[mate_in_one, "go depth 3 searchmoves"], "bestmove a1a8");
    let said = Talk::new().ask(&[mate_in_one, "go depth 3 searchmoves h1h8 a1a2"]);
    assert_eq!(said[0], "info string searchmoves: \"h1h8\" is not a move here; all moves are searched");
    assert_eq!(said.last().expect("an answer"), "bestmove a1a8");
}

#[test]
fn games_that_are_over() {
    for (position, info) in [
        ("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score mate 0"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score cp 0"),
    ] {
        let said = Talk::new().ask(&[&format!("position {position}"), "go depth 3"]);
        assert_eq!(said, [info, "bestmove (none)"], "{position}");
    }
    for fen in [
        "7k/8/6K1/8/8/8/8/8 b - - 0 1",
        "7k/8/6K1/8/8/8/8/7B b - - 99 80",
        "7k/8/6K1/8/8/8/8/7R b - - 120 99",
    ] {
        for go in ["go depth 3", "go nodes 1", "go movetime 20"] {
            let said = Talk::new().ask(&[&format!("position fen {fen}"), go]);
            let best = said.last().and_then(|line| line.strip_prefix("bestmove ")).expect("an answer");
            assert_eq!(&best[..2], "h8", "{fen}, {go}: {said:?}");
        }
    }
    // Interfaces ask on where our rules have ended the game.
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(2);
    let said = Talk::new().ask(&[&format!("position startpos moves{shuffle}"), "go depth 1"]);
    assert!(
        said.last().is_some_and(|line| line.starts_with("bestmove ") && line != "bestmove (none)"),
        "{said:?}"
    );
}

/// What of a position cannot hold is left out, and said.
#[test]
fn positions_with_rights_that_cannot_hold() {
    for (fen, note, shown) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "castling right 'Q' left out: ",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K e6 0 1",
            "en passant square \"e6\" left out: ",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - - -",
            "half-move clock \"-\" left out: ",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w", "no castling rights given: K are", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R  w  QK - 0 1", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ] {
        let mut talk = Talk::new();
        let said = talk.ask(&[&format!("position fen {fen}")]);
        assert!(
            said.iter().any(|line| line.starts_with(&format!("info string {note}"))) || note.is_empty(),
            "{said:?}"
        );
        let said = talk.ask(&["d"]);
        assert!(said.iter().any(|line| line.contains(shown)), "{fen}: {said:?}");
        assert_ne!(talk.ask(&["go depth 1"]).last().expect("an answer"), "bestmove (none)", "{fen}");
    }
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut talk = Talk::new();
    for (line, error) in [
        ("position startpos moves e2e5", "info string move 1 of 1, \"e2e5\": not a move here: "),
        ("position fen 8/8 w - -", "info string not a position: "),
        ("position", "info string expected position startpos"),
        ("setoption name Hash value -1", "info string Hash takes a number from 0 to 16384, not \"-1\""),
        ("setoption name Hsah value 1", "info string there is no option \"Hsah\"; did you mean \"Hash\"?"),
        ("setoption name Hash", "info string Hash takes a number from 0 to 16384, not \"\""),
        (
            "setoption name Move Overhead value 1h",
            "info string Move Overhead takes a number from 0 to 5000, not \"1h\"",
        ),
        ("setoption name UCI_Chess960 value yes", "info string UCI_Chess960 is true or false, not \"yes\""),
        (
            "setoption name UCI_Elo value 99",
            "info string UCI_Elo takes a number from 1320 to 2800, not \"99\"",
        ),
        (
            "setoption name SyzygyPath value /no/such",
            "info string there are no Syzygy tables (.rtbw) in \"/no/such\"",
        ),
        ("setoption name EvalFile value /no/such", "info string network: /no/such: No such file"),
        ("setoption name EvalFile value Cargo.toml", "info string network: Cargo.toml: this is no network"),
        ("setoption name Threads value 0", "info string Threads takes a number from 1 to 256, not \"0\""),
        ("setoption name Nonsense value 1", "info string there is no option \"Nonsense\""),
        ("setoption name UCI_Variant value go", "info string \"go\" is not played in UCI; chess"),
        (
            "setoption name UCI_Variant value ludo:",
            "info string there is no variant \"ludo:\"; there are chess",
        ),
        ("xyzzy", "info string unknown command \"xyzzy\""),
    ] {
        talk.ask(&["position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1"]);
        let said = talk.ask(&[line]);
        assert!(said.len() == 1 && said[0].starts_with(error), "{line}: {said:?}");
        // What was asked about before is not what is meant now.
        let best = if line.starts_with("position") { "bestmove (none)" } else { "bestmove a1a8" };
        let said = talk.ask(&["go depth 2"]);
        assert_eq!(said.last().expect("an answer"), best, "after {line}");
        let refused = said[0].starts_with("info string there is no position to think about: ");
        assert_eq!(refused, line.starts_with("position"), "{said:?}");
    }
    assert_eq!(talk.ask(&["go depth x nodes 900"])[0], "info string go: depth takes a number, not \"x\"");
}

#[test]
fn options_are_taken() {
    let mut talk = Talk::new();
    let said = talk.ask(&[
        "setoption name hash value 2",
        "setoption name CLEAR HASH",
        "setoption name Move Overhead value 100",
        "setoption name Ponder value true",
        "setoption name UCI_Variant value Chess",
        "ucinewgame",
    ]);
    assert_eq!(said, [""; 0]);
    // Nine tenths of what is left of the clock once the overhead is taken off.
    let said = talk.ask(&["debug on", "go wtime 200 movestogo 1"]);
    assert_eq!(said[0], "info string at most 90 ms");
}

#[test]
fn castling_of_chess960() {
    let usual = "position fen k7/8/8/8/8/8/8/4K2R w K - 0 1 moves";
    let shuffled = "position fen k7/8/8/8/8/8/8/5K1R w K - 0 1 moves";
    let chess960 = "setoption name UCI_Chess960 value true";
    let best = |lines: &[&str]| Talk::new().ask(lines).pop().expect("an answer");
    // Both ways of writing are read in both modes; the mode says how we write.
    for text in ["e1g1", "e1h1"] {
        for mode in ["isready", chess960] {
            let said = Talk::new().ask(&[mode, &format!("{usual} {text}"), "d"]);
            assert!(said.iter().any(|line| line == "Fen: k7/8/8/8/8/8/8/5RK1 b - - 1 1"), "{said:?}");
            let asked = format!("go depth 1 searchmoves {text}");
            let written = if mode == chess960 { "bestmove e1h1" } else { "bestmove e1g1" };
            assert!(
                best(&[mode, usual.trim_end_matches(" moves"), &asked]).starts_with(written),
                "{mode} {text}"
            );
        }
    }
    for (text, after) in [("f1g1", "k7/8/8/8/8/8/8/6KR b - - 1 1"), ("f1h1", "k7/8/8/8/8/8/8/5RK1 b - - 1 1")]
    {
        let said = Talk::new().ask(&[chess960, &format!("{shuffled} {text}"), "d"]);
        assert!(said.iter().any(|line| *line == format!("Fen: {after}")), "{said:?}");
    }
}

#[test]
fn paths_are_counted() {
    let said = Talk::new().ask(&["go perft 3"]);
    assert_eq!(said.len(), 22);
    assert_eq!(said[0].split_once(": ").map(|(mv, _)| mv.len()), Some(4));
    assert!(said.contains(&"Nodes searched: 8902".into()), "{said:?}");
    // Stopped in the middle.
    let mut talk = Talk::new();
    assert!(talk.session.line("go perft 12"));
    assert!(talk.session.line("isready"));
    talk.hear("readyok");
    assert_eq!(talk.ask(&["stop"]).last().map(String::as_str), Some("info string stopped"));
}

#[test]
fn what_is_asked_beside_games() {
    let said = Talk::new().ask(&["position startpos moves e2e4", "d"]);
    assert_eq!((said[0].as_str(), said[4].as_str()), ("r n b q k b n r", ". . . . P . . ."));
    let said = Talk::new().ask(&["position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "eval"]);
    assert!(said.iter().any(|line| line.starts_with("material +")), "{said:?}");
    assert_eq!(
        Talk::new().ask(&["position fen 7k/8/6K1/8/8/8/8/8 w - - 0 1", "eval"]),
        ["info string the game is over"]
    );
    let bench = || Talk::new().ask(&["bench 3"]).pop().expect("an answer");
    let signature = bench();
    assert!(signature.starts_with("Nodes searched: "), "{signature}");
    assert_eq!(bench(), signature);
}

/// A network without weights finds every position even.
#[test]
fn the_evaluation_told_is_that_of_the_network_played_with() {
    let (header, weights) =
        wanqi_eval::network::read(include_bytes!("../../eval/data/chess.nn")).expect("a network");
    // The scale comes first, and must be one.
    let mut none = vec![0; weights.len()];
    none[..4].copy_from_slice(&weights[..4]);
    let network = wanqi_eval::network::write(&header, &none);
    let path = std::env::temp_dir().join(format!("wanqi-network-{}.nn", std::process::id()));
    std::fs::write(&path, network).expect("a file");
    let file = format!("setoption name EvalFile value {}", path.display());
    // With pawns on both sides, since endings are known beside the network.
    let rook_up = "position fen 7k/p7/6K1/8/8/8/P7/R7 w - - 0 1";
    for (lines, even) in [(&[rook_up, "eval"][..], false), (&[&file, rook_up, "eval"], true)] {
        let said = Talk::new().ask(lines);
        let told = said.iter().find(|line| line.starts_with("network ")).expect("one of them");
        assert_eq!(told == "network 0.00 for the side to move", even, "{said:?}");
    }
    std::fs::remove_file(path).expect("it was there");
}

#[test]
fn a_book_is_played_from() {
    let path = std::env::temp_dir().join(format!("wanqi-book-{}.bin", std::process::id()));
    let mut maker = wanqi_play::chess::opening_book::BookMaker::default();
    let table = wanqi_play::table(&wanqi_play::Spec::new("chess")).expect("chess");
    maker.add(&*table, &["a4", "h5"], None, 2).expect("legal moves");
    std::fs::write(&path, maker.finish(1, 0).write()).expect("a file");
    let file = format!("setoption name BookFile value {}", path.display());
    let on = "setoption name OwnBook value true";
    for (lines, book) in [
        (&[file.as_str(), on, "go depth 1"][..], true),
        (&[on, &file, "go wtime 1000"], true),
        (&[&file, "go depth 1"], false),
        (&[on, &file, "setoption name BookFile value <empty>", "go depth 1"], false),
        (&[on, &file, "position startpos moves a2a4 h7h5", "go depth 1"], false),
    ] {
        let said = Talk::new().ask(lines);
        assert_eq!(said.last().is_some_and(|line| line == "bestmove a2a4"), book, "{lines:?}: {said:?}");
    }
    // Whoever analyses asks the search.
    let mut talk = Talk::new();
    talk.ask(&[on, &file]);
    assert!(talk.session.line("go infinite"));
    talk.hear("info depth 2");
    talk.ask(&["stop"]);
    std::fs::write(&path, "no book").expect("a file");
    let said = talk.ask(&[&file]);
    assert!(said.len() == 1 && said[0].contains("it has 7 bytes"), "{said:?}");
    std::fs::remove_file(&path).expect("the file");
}

#[test]
fn strength_is_limited() {
    let nodes = |lines: &[&str]| {
        let said = Talk::new().ask(lines);
        let last = said.iter().rev().find(|line| line.starts_with("info depth ")).expect("a line");
        let mut words = last.split_whitespace().skip_while(|&word| word != "nodes");
        words.nth(1).and_then(|count| count.parse::<u64>().ok()).expect("a count")
    };
    let [on, weak] = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1320"];
    assert!(nodes(&[on, weak, "go nodes 20000"]) <= 1_000);
    assert!(nodes(&[weak, "go nodes 20000"]) > 10_000, "only where it is asked for");
}

#[test]
fn chances_are_told() {
    let said = Talk::new().ask(&["setoption name UCI_ShowWDL value true", "go depth 2"]);
    assert!(said.iter().any(|line| line.contains(" wdl ")), "{said:?}");
    assert!(Talk::new().ask(&["go depth 2"]).iter().all(|line| !line.contains(" wdl ")));
}

#[test]
fn a_search_without_end_is_stopped() {
    let mut talk = Talk::new();
    assert!(talk.session.line("go infinite"));
    talk.hear("info depth ");
    assert!(talk.session.line("isready"));
    talk.hear("readyok");
    let said = talk.ask(&["stop"]);
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{said:?}");
    assert_eq!(talk.ask(&["stop", "ponderhit"]), [""; 0], "nothing is under way");
    // Its answer is held back even where there is nothing to think about.
    for go in ["go infinite", "go ponder wtime 1000", "go ponder infinite depth 1"] {
        talk.ask(&["position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
        assert!(talk.session.line(go));
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(talk.said(), [""; 0], "{go}");
        assert_eq!(talk.ask(&["stop"]).last().expect("an answer"), "bestmove (none)");
    }
}

#[test]
fn pondering_ends_with_the_clock() {
    let mut talk = Talk::new();
    for clock in ["wtime 500", "movetime 20"] {
        assert!(talk.session.line(&format!("go ponder {clock}")));
        talk.hear("info depth ");
        let said = talk.ask(&["ponderhit"]);
        assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{said:?}");
    }
}

#[test]
fn a_new_search_ends_the_one_before() {
    let mut talk = Talk::new();
    let said = talk.ask(&["go infinite", "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "go depth 2"]);
    let best: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove ")).collect();
    assert!(best.len() == 2 && best[1] == "bestmove a1a8", "{said:?}");
    for line in ["ucinewgame", "setoption name Hash value 1", "quit"] {
        talk.session.line("go infinite");
        assert_eq!(talk.session.line(line), line != "quit");
        talk.session.end();
        let said = talk.said();
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{line}: {said:?}");
    }
}

#[test]
fn another_player_may_think() {
    for player in ["mcts:seed=3,playouts=50", "alphabeta:depth=2", "random"] {
        let said = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&said);
        let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
        let mut uci = Uci::new("chess", Some(player.parse().expect(player)), say).expect(player);
        uci.line("go movetime 100");
        uci.wait();
        let said = said.lock().expect("nobody panics");
        assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")), "{player}: {said:?}");
    }
    assert!(Uci::new("chess", Some("best:depth=0".parse().expect("a spec")), Arc::new(|_| {})).is_err());
    assert!(Uci::new("tictactoe", None, Arc::new(|_| {})).is_err());
}
