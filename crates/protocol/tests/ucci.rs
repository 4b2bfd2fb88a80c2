//! Conversations in UCCI, and xiangqi under UCI.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use wanqi_protocol::{Session, Ucci, Uci};

type Said = Arc<Mutex<Vec<String>>>;

/// A session and what it has said.
struct Talk<S> {
    session: S,
    said: Said,
}

fn hearing() -> (Said, wanqi_protocol::Say) {
    let said = Said::default();
    let hears = Arc::clone(&said);
    (said, Arc::new(move |line| hears.lock().expect("nobody panics").push(line)))
}

impl Talk<Ucci> {
    fn new() -> Self {
        let (said, say) = hearing();
        Talk { session: Ucci::new("xiangqi", None, say).expect("xiangqi"), said }
    }
}

impl<S: Session> Talk<S> {
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

    fn last(&mut self, lines: &[&str]) -> String {
        self.ask(lines).pop().expect("an answer")
    }
}

/// The rook of b0 mates on b9.
const MATE_IN_ONE: &str = "position fen 4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";

#[test]
fn an_introduction() {
    let said = Talk::new().ask(&["ucci", "isready"]);
    assert!(said[0].starts_with("id name Wanqi "), "{said:?}");
    for line in [
        "option usemillisec type check default false",
        "option hashsize type spin default 64 min 0 max 16384",
    ] {
        assert!(said.iter().any(|said| said == line), "{line}");
    }
    assert_eq!(said[said.len() - 2..], ["ucciok", "readyok"]);
}

#[test]
fn best_moves() {
    for limit in [
        "depth 2",
        "nodes 2000",
        "time 60",
        "time 60 movestogo 1",
        "draw time 60 increment 1 opptime 1",
        "depth 1",
    ] {
        assert_eq!(Talk::new().last(&[MATE_IN_ONE, &format!("go {limit}")]), "bestmove b0b9", "{limit}");
    }
    let mut talk = Talk::new();
    let said = talk.ask(&["setoption usemillisec true", MATE_IN_ONE, "go time 60000"]);
    let info = &said[said.len() - 2];
    assert!(info.starts_with("info time ") && info.ends_with(" score 9999 pv b0b9"), "{info}");
    let after = format!("{MATE_IN_ONE} moves b0b9");
    assert_eq!(talk.ask(&[&after, "go depth 3"]), ["nobestmove"], "mated");
    assert!(talk.last(&["position startpos moves h2e2 h9g7", "go depth 1"]).starts_with("bestmove "));
}

#[test]
fn banned_moves() {
    let mut talk = Talk::new();
    let best = talk.last(&[MATE_IN_ONE, "banmoves b0b9", "go depth 1"]);
    assert!(best.starts_with("bestmove ") && !best.starts_with("bestmove b0b9"), "{best}");
    assert_eq!(talk.last(&[MATE_IN_ONE, "go depth 1"]), "bestmove b0b9", "a new position bans nothing");
    let mut table = wanqi_play::table(&wanqi_play::Spec::new("xiangqi")).expect("xiangqi");
    table.set_position(MATE_IN_ONE.trim_start_matches("position fen ")).expect("a position");
    let all = table.legal_moves(table.notations().len() - 1).join(" ");
    assert_eq!(talk.last(&[&format!("banmoves {all}"), "go depth 1"]), "nobestmove");
    let said = talk.ask(&["banmoves a0a1", "go depth 1"]);
    assert_eq!(said[0], "info message banmoves: \"a0a1\" is not a move here; no move is banned");
}

#[test]
fn pondering_and_stopping() {
    let mut talk = Talk::new();
    for go in ["go ponder time 1", "go depth infinite", "go", "go ponder depth 1"] {
        assert!(talk.session.line(go));
        assert!(talk.session.line("isready"));
        assert!(talk.last(&["stop"]).starts_with("bestmove "), "{go}");
    }
    assert!(talk.session.line("setoption usemillisec true"));
    assert!(talk.session.line("go ponder time 300"));
    std::thread::sleep(Duration::from_millis(20));
    assert!(!talk.said().iter().any(|line| line.starts_with("bestmove ")));
    assert!(talk.last(&["ponderhit draw"]).starts_with("bestmove "));
    talk.session.line("go");
    assert!(!talk.session.line("quit"));
    let said = talk.said();
    assert!(said[said.len() - 2].starts_with("bestmove ") && said[said.len() - 1] == "bye", "{said:?}");
}

#[test]
fn a_batch_is_completed() {
    let mut talk = Talk::new();
    talk.ask(&["setoption batch true"]);
    // Each line waits for the search before it, and so does the end.
    for line in
        [MATE_IN_ONE, "go depth 4", "position startpos", "go depth 3", MATE_IN_ONE, "go depth 3", "quit"]
    {
        talk.session.line(line);
    }
    let said = talk.said();
    let best: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(best.len(), 3);
    assert_eq!((best[0].as_str(), best[2].as_str()), ("bestmove b0b9", "bestmove b0b9"));
    assert!(
        said.iter().any(|line| line.contains(" depth 3 ")) && said.last().is_some_and(|last| last == "bye")
    );
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut talk = Talk::new();
    talk.ask(&[MATE_IN_ONE]);
    for (line, error) in [
        ("position startpos moves h2h3 h9h8", "info message move 2 of 2, \"h9h8\": not a move here: "),
        ("position fen 9/9 w", "info message not a position: "),
        ("setoption usemillisec maybe", "info message usemillisec is true or false, not \"maybe\""),
        ("setoption hashsize -1", "info message hashsize takes a number from 0 to 16384, not \"-1\""),
        ("setoption style risky", "info message there is no option \"style\""),
        ("go away", "info message go: \"away\" is not known"),
        ("\u{fffd}", "info message unknown command \"\u{fffd}\""),
    ] {
        let said = talk.ask(&[line]);
        assert!(said.len() == 1 && said[0].starts_with(error), "{line}: {said:?}");
        // What was asked about before is not what is meant now.
        let best = if line.starts_with("position") { "nobestmove" } else { "bestmove b0b9" };
        assert_eq!(talk.last(&["go depth 2"]), best, "after {line}");
        talk.ask(&[MATE_IN_ONE]);
    }
    assert!(Ucci::new("chess", None, Arc::new(|_| {})).is_err());
    assert!(Ucci::new("", None, Arc::new(|_| {})).is_err());
}

#[test]
fn the_transposition_table_is_asked() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask(&["probe startpos"]), ["pophash"]);
    let said = talk.ask(&["position startpos", "go depth 6"]);
    let best = said.last().expect("an answer").split(' ').nth(1).expect("a move").to_owned();
    let reply = talk.ask(&[&format!("probe startpos moves {best}")]).concat();
    let words: Vec<&str> = reply.split(' ').collect();
    let after = |name: &str| words.iter().position(|word| *word == name).map(|at| words[at + 1]);
    assert_eq!(words[0], "pophash");
    assert!(after("bestmove").is_some_and(|mv| mv.len() == 4), "{reply}");
    let bound = after("lowerbound").or(after("upperbound")).expect(&reply);
    assert!(bound.parse::<i32>().is_ok_and(|score| score.abs() < 500), "{reply}");
    assert!(
        after("depth").is_some_and(|depth| depth.parse::<u32>().is_ok_and(|depth| depth >= 2)),
        "{reply}"
    );
    // It is not the position that is thought about next.
    assert!(talk.last(&[MATE_IN_ONE, "probe startpos", "go depth 2"]) == "bestmove b0b9");
    let said = talk.ask(&["probe startpos moves h2h3 h9h8"]);
    assert!(said[0].starts_with("info message move 2 of 2") && said[1] == "pophash", "{said:?}");
    assert!(talk.session.line("go"));
    assert_eq!(
        talk.ask(&["probe startpos", "stop"])
            .into_iter()
            .filter(|line| !line.starts_with("info time") && !line.starts_with("bestmove "))
            .collect::<Vec<_>>(),
        ["info message probe: a search is under way", "pophash"]
    );
}

#[test]
fn a_book_is_played_from_where_it_is_wanted() {
    let folder = std::env::temp_dir().join(format!("wanqi-ucci-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("a book");
    let book = |text: &str| std::fs::write(&path, text).expect("a file");
    book("# a comment\n\na3a4 i6i5 # and another\na3a4 a6a5\n");
    let file = format!("setoption bookfiles {}", path.display());
    let mut talk = Talk::new();
    let said = talk.ask(&["ucci"]);
    for line in ["option usebook type check default false", "option bookfiles type string default <empty>"] {
        assert!(said.iter().any(|said| said == line), "{said:?}");
    }
    let depth_one = talk.last(&["position startpos", "go depth 1"]);
    assert_ne!(depth_one, "bestmove a3a4");
    talk.ask(&[&file]);
    assert_eq!(talk.last(&["position startpos", "go depth 1"]), depth_one, "it is named and not wanted");
    assert_eq!(talk.ask(&["setoption usebook true"]), [""; 0]);
    assert_eq!(talk.last(&["position startpos", "go depth 1"]), "bestmove a3a4");
    let reply = talk.last(&["position startpos moves a3a4", "go depth 1"]);
    assert!(["bestmove i6i5", "bestmove a6a5"].contains(&&*reply), "{reply}");
    // What cannot be read is told by name, and the book before stays.
    for (text, error) in [
        ("a3a4 i6i4\n", "line 1, move 2, \"i6i4\": "),
        ("# nothing\n", "there is no move in it"),
        ("a3a4 \u{0}", "line 1, move 2, "),
    ] {
        book(text);
        let said = talk.ask(&[&file]).concat();
        assert!(said.starts_with("info message book: ") && said.contains(error), "{said}");
        assert_eq!(talk.last(&["position startpos", "go depth 1"]), "bestmove a3a4");
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
    assert!(talk.ask(&[&file])[0].starts_with("info message book: "));
    assert_eq!(
        talk.ask(&["setoption bookfiles a;b"]),
        ["info message bookfiles names one book, not \"a;b\""]
    );
    talk.ask(&["setoption usebook false"]);
    assert_eq!(talk.last(&["position startpos", "go depth 1"]), depth_one);
}

/// An interface that names no variant takes the engine for one of xiangqi alone, such as Pikafish, whose ranks count from 0.
#[test]
fn xiangqi_alone_under_uci() {
    let new = || {
        let (said, say) = hearing();
        Talk { session: Uci::new("xiangqi", None, say).expect("xiangqi"), said }
    };
    let mut talk = new();
    assert_eq!(talk.last(&[MATE_IN_ONE, "go depth 2"]), "bestmove b0b9");
    assert_eq!(talk.ask(&["position startpos moves h2e2 h9g7", "isready"]), ["readyok"]);
    let wrong = talk.ask(&["position startpos moves h2e2 h9h8 a0a0"]);
    assert!(wrong[0].starts_with("info string move 2 of 3, \"h9h8\": not a move here"), "{wrong:?}");
    assert_eq!(talk.last(&[MATE_IN_ONE, "go depth 2"]), "bestmove b0b9");
    // Moves that are legal from 1 alone say how it counts.
    assert_eq!(talk.ask(&["position startpos moves h3e3 h10g8", "isready"]), ["readyok"]);
    assert_eq!(talk.last(&[MATE_IN_ONE, "go depth 2"]), "bestmove b1b10");
    let mut talk = new();
    talk.ask(&["setoption name UCI_Variant value xiangqi"]);
    assert_eq!(talk.last(&[MATE_IN_ONE, "go depth 2"]), "bestmove b1b10");
}

/// Under UCI the ranks of xiangqi count from 1, where the interface names the variant.
#[test]
fn xiangqi_under_uci() {
    let (said, say) = hearing();
    let mut talk = Talk { session: Uci::new("chess", None, say).expect("chess"), said };
    let offered = "option name UCI_Variant type combo default chess var chess var xiangqi ";
    assert!(talk.ask(&["uci"]).iter().any(|line| line.starts_with(offered)));
    talk.ask(&["setoption name UCI_Variant value xiangqi"]);
    let said = talk.ask(&[MATE_IN_ONE, "go depth 2"]);
    assert_eq!(said[said.len() - 1], "bestmove b1b10");
    assert!(said[said.len() - 2].ends_with(" pv b1b10"), "{said:?}");
    assert!(talk.last(&["go depth 1 searchmoves d1d2"]).starts_with("bestmove d1d2"));
    assert_eq!(talk.ask(&["position startpos moves h3e3 h10g8", "isready"]), ["readyok"]);
    let wrong = &talk.ask(&["position startpos moves h2e2"])[0];
    assert!(wrong.starts_with("info string move 1 of 1, \"h2e2\": not a move here: "), "{wrong}");
    assert_eq!(
        talk.ask(&["position startpos moves h0g2"]),
        ["info string move 1 of 1, \"h0g2\": ranks begin with 1"]
    );
    let chess =
        ["setoption name UCI_Variant value chess", "position startpos moves f2f3 e7e5 g2g4", "go depth 2"];
    assert_eq!(talk.last(&chess), "bestmove d8h4");
}
