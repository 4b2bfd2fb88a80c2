//! Conversations in NBoard's protocol.

use std::sync::{Arc, Mutex};
use wanqi_protocol::{NBoard, Session};

type Said = Arc<Mutex<Vec<String>>>;

/// A session and what it has said.
struct Talk {
    session: NBoard,
    said: Said,
}

impl Talk {
    fn of(player: Option<&str>) -> Talk {
        let said = Said::default();
        let hears = Arc::clone(&said);
        let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
        let player = player.map(|player| player.parse().expect(player));
        Talk { session: NBoard::new(player, say).expect("Othello"), said }
    }

    /// One that knows a depth.
    fn new() -> Talk {
        let mut talk = Talk::of(None);
        talk.ask(&["nboard 2", "set depth 2"]);
        talk
    }

    /// Says lines, and hears what comes back until the search is over.
    fn ask(&mut self, lines: &[&str]) -> Vec<String> {
        for line in lines {
            assert!(self.session.line(line), "{line}");
        }
        self.session.wait();
        std::mem::take(&mut *self.said.lock().expect("nobody panics"))
    }

    /// The same without the lines that count nodes and seconds.
    fn told(&mut self, lines: &[&str]) -> Vec<String> {
        let said = self.ask(lines);
        said.into_iter().filter(|line| !line.starts_with("nodestats ")).collect()
    }
}

/// A game in GGF with these moves.
fn game(moves: &str) -> String {
    const BOARD: &str = "---------------------------O*------*O--------------------------- *";
    format!("set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BOARD}]{moves};)")
}

#[test]
fn an_introduction() {
    assert_eq!(Talk::of(None).ask(&["nboard 1"]), ["set myname Wanqi"]);
    let said = Talk::of(None).ask(&["nboard 3", "set depth 12", "set contempt 0", "ping 7", "hello", ""]);
    assert_eq!(
        said,
        ["set myname Wanqi", "status Error: nboard 3 is not spoken, 2 is", "set myname Wanqi12", "pong 7"]
    );
}

#[test]
fn moves_hints_and_what_is_thought() {
    let mut talk = Talk::new();
    let said = talk.told(&[&game("B[F5]W[D6]"), "go"]);
    assert_eq!(said[0], "status Thinking");
    let best = said.iter().rev().find_map(|line| line.strip_prefix("search ")).expect("what is thought");
    assert!(best.ends_with(" 0 2"), "{said:?}");
    let chosen = said.last().and_then(|line| line.strip_prefix("=== ")).expect("a move");
    let fields: Vec<&str> = chosen.split('/').collect();
    let [mv, discs, seconds] = fields[..] else { panic!("{chosen}") };
    assert!(best.starts_with(mv) && best.split(' ').nth(1) == Some(discs), "{said:?}");
    assert!(seconds.parse::<f64>().is_ok_and(|seconds| seconds < 900.0), "{said:?}");
    // The move is made by NBoard alone.
    let again = talk.told(&["go"]);
    assert!(again.last().is_some_and(|line| line.starts_with(&format!("=== {mv}/"))), "{again:?}");
    // Three of the moves there, each once a depth; the best first.
    let said = talk.told(&["move C3", "hint 3"]);
    assert_eq!((said[0].as_str(), said.last().map(String::as_str)), ("status Analyzing", Some("status")));
    let last: Vec<Vec<&str>> =
        said[said.len() - 4..said.len() - 1].iter().map(|line| line.split(' ').collect()).collect();
    let evaluations: Vec<f64> = last.iter().map(|line| line[2].parse().expect("a number")).collect();
    assert!(evaluations.is_sorted_by(|a, b| a >= b), "{said:?}");
    assert!(last.iter().all(|line| line[0] == "search" && line[3] == "0" && line[4] == "2"), "{said:?}");
    assert!(last[0][1][..2] != last[1][1][..2] && last[1][1][..2] != last[2][1][..2], "{said:?}");
    let nodes = talk.ask(&["hint"]).into_iter().find(|line| line.starts_with("nodestats "));
    assert!(nodes.is_some_and(|line| line.split(' ').count() == 3));
}

/// White to move has one disc less and nowhere to place one; then Black ends the game.
const NEARLY_OVER: &str = "set game (;GM[Othello]BO[8 \
    *O-------------------------------------------------------------- O];)";

#[test]
fn passes_and_the_end() {
    let mut talk = Talk::new();
    assert_eq!(talk.ask(&[NEARLY_OVER, "go"]), ["=== PA"]);
    assert_eq!(talk.ask(&["move PA//0.5", "go"]), ["=== C1"]);
    let said = talk.told(&["hint 1"]);
    assert!(said.contains(&"search C1 64.00 0 100%".to_owned()), "{said:?}");
    assert_eq!(talk.ask(&["C1", "go"]), ["status Error: the game is over: Black wins 64 to 0"]);
    assert_eq!(talk.ask(&["hint 2"]), ["status Error: the game is over: Black wins 64 to 0"]);
    let said = talk.ask(&["analyze"]);
    assert_eq!(
        said,
        ["status Analyzing", "analysis 2 64.00", "analysis 1 64.00", "analysis 0 64.00", "status"]
    );
    assert_eq!(talk.ask(&["learn"]), ["learned", "status Wanqi keeps no book to learn into"]);
}

#[test]
fn a_line_stops_what_is_thought_about() {
    let mut talk = Talk::new();
    talk.ask(&[&game("B[F5]W[D6]")]);
    // It would take for ever.
    for (line, answer) in [("go", "=== "), ("hint 2", "status"), ("analyze", "status")] {
        let said = talk.ask(&["set depth 60", line, "ping 5"]);
        let [.., last, pong] = &said[..] else { panic!("{said:?}") };
        assert!(last.starts_with(answer) && pong == "pong 5", "{line}: {said:?}");
        assert!(said.iter().all(|said| !said.starts_with("analysis")), "{said:?}");
    }
    talk.session.line("go");
    assert!(!talk.session.line("quit"));
    let said = talk.ask(&[]);
    assert!(said.last().is_some_and(|line| line.starts_with("=== ")), "{said:?}");
}

#[test]
fn clocks_bound_a_move_and_no_hint() {
    let mut talk = Talk::of(None);
    let short = game("B[F5//1]").replace("15:00", "0:02");
    talk.ask(&["set depth 60", &short, "move D6//1.9"]);
    // Black has a second left and White less; else this would take for ever.
    for lines in [&["go"][..], &["move C3//0.9", "go"]] {
        let said = talk.ask(lines);
        assert!(said.last().is_some_and(|line| line.starts_with("=== ")), "{said:?}");
    }
}

/// Those that keep no limit of depth end all the same, and search that knows nothing of lines tells its move.
#[test]
fn any_player_will_do() {
    for player in ["random", "greedy", "mcts:playouts=200,seed=1", "alphabeta"] {
        let mut talk = Talk::of(Some(player));
        let said = talk.ask(&["set depth 2", &game(""), "hint 2", "ping 1", "go"]);
        assert!(said.last().is_some_and(|line| line.starts_with("=== ")), "{player}: {said:?}");
        assert!(said.iter().any(|line| line.starts_with("search ")), "{player}: {said:?}");
    }
}

#[test]
fn what_cannot_be_obeyed_is_told_and_the_session_goes_on() {
    let board = |board: &str| format!("set game (;GM[Othello]BO[{board}];)");
    for (lines, error) in [
        (vec!["go"], "go comes after set game, and there is no game"),
        (vec!["hint 2"], "hint comes after set game, and there is no game"),
        (vec!["analyze"], "analyze comes after set game, and there is no game"),
        (vec!["learn"], "learn comes after set game, and there is no game"),
        (vec!["move F5"], "move comes after set game, and there is no game"),
        (vec!["set depth x"], "set depth takes a number from 1 to 1000, not \"x\""),
        (vec!["set game"], "set game: there is no game in it, as (;GM[Othello]…;) is one"),
        (vec!["set game (;GM[Othello]B[F5]"], "set game: the text ends within the game"),
        (vec!["set game (;GM[Othello]B[A1];)"], "set game: \"a1\": not a move here: a1 turns no disc"),
        (vec!["set game (;GM[Othello]W[F5];)"], "set game: \"f5\": a move out of turn"),
        (vec!["set game (;GM[Othello]BO[8 *O];)"], "set game: not a board of Othello: \"8 *O\""),
        (vec!["set game (;GM[Chess];)"], "set game: GGF is read for Othello, not \"Chess\""),
        (vec!["set game (;GM[Othello];)(;GM[Othello];)"], "set game: more than one game"),
        (vec!["set game (;GM[Othello]TY[10];)"], "set game: size is one of 8, 6, not \"10\""),
    ] {
        let mut talk = Talk::new();
        assert_eq!(talk.ask(&lines), [format!("status Error: {error}")], "{lines:?}");
        // There is no game then, and another is taken.
        assert!(talk.ask(&["go"])[0].starts_with("status Error: go comes after set game"));
        assert!(talk.ask(&[&game("B[F5]"), "go"]).last().is_some_and(|line| line.starts_with("=== ")));
    }
    let mut talk = Talk::of(None);
    assert_eq!(talk.ask(&[&game(""), "go"]), ["status Error: go comes after set depth"]);
    // A move that cannot be made leaves no game.
    talk.ask(&["set depth 1"]);
    let said = talk.ask(&["move A1", "move F5"]);
    assert!(said[0].starts_with("status Error: move 1 of 1, \"a1\": "), "{said:?}");
    assert_eq!(said[1], "status Error: move comes after set game, and there is no game");
    talk.session.too_long();
    assert_eq!(talk.ask(&["ping 1"]), ["status Error: a line of more than 1048576 bytes", "pong 1"]);
    // The small board is a game of its own.
    let small = board("6 --------------O*----*O-------------- *");
    assert!(talk.ask(&[&small, "go"]).last().is_some_and(|line| line.starts_with("=== ")));
}

/// A book that learns: told by hints, played from, and kept in its file.
#[test]
fn a_book_is_learned_and_told() {
    use wanqi_play::othello::opening_book::Book;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nboard.book");
    let othello = wanqi_play::table(&wanqi_play::Spec::new("othello")).expect("Othello");
    Book::new(&*othello, "a test").and_then(|book| book.save(&path)).expect("an empty book");
    let mut talk = Talk::of(Some(&format!("best:table=1,book={}", path.display())));
    assert_eq!(talk.ask(&["learn"]), ["status Error: learn comes after set game, and there is no game"]);
    assert_eq!(talk.ask(&[&game("B[F5]W[D6]B[C3]"), "learn"]), ["status Error: learn comes after set depth"]);
    let said = talk.ask(&["set depth 2", "learn"]);
    assert_eq!(said[1..], ["status Learning", "learned", "status 4 new positions in the book"]);
    assert_eq!(Book::open(&path).expect("a book").len(), 4);
    // A move of the book, and the one that leads out of it.
    let said = talk.told(&[&game("B[F5]"), "hint 2"]);
    assert_eq!((said[0].as_str(), said.last().map(String::as_str)), ("status Analyzing", Some("status")));
    let books: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("book ")).collect();
    assert!(books.len() == 2 && books.iter().any(|book| book.starts_with("D6 ")), "{said:?}");
    let said = talk.ask(&["go"]);
    assert!(said.iter().any(|line| line.starts_with("book ")), "{said:?}");
    assert!(said.last().is_some_and(|line| line.starts_with("=== ")), "{said:?}");
    assert_eq!(talk.ask(&["learn"]).last().map(String::as_str), Some("status 0 new positions in the book"));
}
