//! Conversations in Gomocup's protocol.

mod yixin;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wanqi_play::{Spec, Table};
use wanqi_protocol::{Gomocup, Session};

/// A session and what it has said.
struct Talk {
    session: Gomocup,
    said: Arc<Mutex<Vec<String>>>,
}

/// Stands for any point in the tables below.
const POINT: &str = "x,y";

impl Talk {
    fn new(player: &str) -> Talk {
        let said = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&said);
        let say = Arc::new(move |line: String| hears.lock().expect("nobody panics").push(line));
        let player = Some(player.parse::<Spec>().expect(player));
        Talk { session: Gomocup::new(player, say).expect("a player of gomoku"), said }
    }

    /// What has been said since the last call.
    fn said(&self) -> Vec<String> {
        std::mem::take(&mut *self.said.lock().expect("nobody panics"))
    }

    /// Says lines, and hears what comes back but for messages.
    fn ask(&mut self, lines: &str) -> String {
        for line in lines.split('\n') {
            self.session.line(line);
        }
        self.session.wait();
        let said = self.said();
        let answers: Vec<&str> =
            said.iter().map(String::as_str).filter(|line| !line.starts_with("MESSAGE ")).collect();
        answers.join("\n")
    }

    /// Asks a table of lines and answers.
    fn check(&mut self, table: &[(&str, &str)]) {
        for (lines, expected) in table {
            let said = self.ask(lines);
            let as_told = if *expected == POINT { point(&said).is_some() } else { said == *expected };
            assert!(as_told, "{lines:?} is answered {said:?}, not {expected:?}");
        }
    }
}

fn point(text: &str) -> Option<(u8, u8)> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// A legal move at once.
const QUICK: &str = "random:seed=1";

#[test]
fn the_protocol_to_the_letter() {
    Talk::new(QUICK).check(&[
        ("", ""),
        (" \t\r", ""),
        ("BEGIN", "ERROR no game has been started: START 15"),
        ("TURN 7,7", "ERROR no game has been started: START 15"),
        ("RESTART", "ERROR no game has been started: START 15"),
        ("BOARD\n7,7,1\nDONE", "ERROR no game has been started: START 15"),
        ("START", "ERROR START takes a number, not \"\""),
        ("START x", "ERROR START takes a number, not \"x\""),
        ("START 15 15", "OK"),
        ("START 15 10", "OK"),
        ("START 15 x", "ERROR START takes a number, not \"15 x\""),
        ("START -15", "ERROR START takes a number, not \"-15\""),
        ("START 99999999999", "ERROR START takes a number, not \"99999999999\""),
        ("START 15\r", "OK"),
        ("start 20", "OK"),
        ("RECTSTART 15,15", "OK"),
        ("RECTSTART 30,20", "ERROR size takes a number from 5 to 20, not \"30\""),
        ("RECTSTART 3,40", "ERROR size takes a number from 5 to 20, not \"3\""),
        ("RECTSTART 7,4", "ERROR there is no gomoku board of size 7x4"),
        ("RECTSTART 7,0", "ERROR rows are from 5 to 20, not 0"),
        ("RECTSTART 7,21", "ERROR rows takes a number from 0 to 20, not \"21\""),
        ("RECTSTART a", "ERROR RECTSTART takes two numbers such as 7,7, not \"a\""),
        ("RECTSTART 15", "ERROR RECTSTART takes two numbers such as 7,7, not \"15\""),
        ("RECTSTART 15 10", "ERROR RECTSTART takes two numbers such as 7,7, not \"15 10\""),
        ("RECTSTART 300,10", "ERROR RECTSTART takes two numbers such as 7,7, not \"300,10\""),
        ("RECTSTART", "ERROR RECTSTART takes two numbers such as 7,7, not \"\""),
        ("INFO", ""),
        ("INFO rule", ""),
        ("INFO nonsense 7", ""),
        ("INFO evaluate 7,7", ""),
        ("INFO folder C:\\Program Files\\x", ""),
        ("DANCE", "UNKNOWN command \"DANCE\""),
        ("DONE", "UNKNOWN command \"DONE\""),
        ("7,7", "UNKNOWN command \"7,7\""),
        ("\u{0}\u{1}", ""),
        ("é 棋", "UNKNOWN command \"é\""),
        ("BEGIN", POINT),
        ("RESTART", "OK"),
        ("PLAY 7,7", "7,7"),
        ("PLAY 7,7", "ERROR 7,7 is taken"),
        ("TURN 7,7", "ERROR 7,7 is taken"),
        ("TURN 15,7", "ERROR 15,7 is not on a board of 15 lines"),
        ("TURN 7", "ERROR TURN takes two numbers such as 7,7, not \"7\""),
        ("TURN -1,3", "ERROR TURN takes two numbers such as 7,7, not \"-1,3\""),
        ("TURN 8,8", POINT),
        ("TAKEBACK 7,8", "ERROR there is no stone on 7,8"),
        ("TAKEBACK 99,99", "ERROR there is no stone on 99,99"),
        ("TAKEBACK 8,8", "OK"),
        ("TURN 8, 8", POINT),
        ("SUGGEST 7,7", "UNKNOWN command \"SUGGEST\""),
    ]);
    let about = Talk::new(QUICK).ask("ABOUT");
    assert!(about.starts_with("name=\"Wanqi\", version=\"") && !about.contains('\n'), "{about}");
}

#[test]
fn boards_that_are_not_there_are_refused_and_the_game_goes_on() {
    let mut talk = Talk::new(QUICK);
    assert_eq!(talk.ask("START 15"), "OK");
    assert_eq!(talk.ask("PLAY 7,7"), "7,7");
    for size in ["0", "4", "21", "255"] {
        assert!(talk.ask(&format!("START {size}")).starts_with("ERROR "), "{size}");
    }
    assert_eq!(talk.ask("PLAY 7,7"), "ERROR 7,7 is taken");
    for size in 5..=20 {
        talk.check(&[(&format!("START {size}"), "OK"), ("BEGIN", POINT)]);
    }
}

#[test]
fn rectangles() {
    let off = |point: &str| format!("ERROR {point} is not on a board of 7 by 12 lines");
    let mut talk = Talk::new(QUICK);
    talk.check(&[
        ("RECTSTART 7,12", "OK"),
        ("BEGIN", POINT),
        ("RESTART", "OK"),
        ("PLAY 6,11", "6,11"),
        ("TURN 7,0", &off("7,0")),
        ("TURN 0,12", &off("0,12")),
        ("TURN 11,6", &off("11,6")),
        ("PLAY 7,11", &off("7,11")),
        ("TAKEBACK 7,0", "ERROR there is no stone on 7,0"),
        ("TAKEBACK 6,11", "OK"),
        // Whoever restarts keeps the shape.
        ("RESTART", "OK"),
        ("TURN 6,11", POINT),
        ("BOARD\n6,11,1\n0,0,2\nDONE", POINT),
        ("BOARD\n6,11,1\n7,0,2\nDONE", &off("7,0")),
        ("YXBOARD\n0,12,1\nDONE", &off("0,12")),
        ("YXBLOCK\n7,0\nDONE", &off("7,0")),
        ("YXBLOCK\n6,11\nDONE", ""),
        ("YXBLOCKRESET", ""),
        ("SWAP2BOARD\n7,7\n0,0\n1,1\nDONE", &off("7,7")),
        ("SWAP2BOARD\n6,7\nDONE", "ERROR swap2 asks after 0, 3 or 5 stones, not after 1"),
        // What is refused changes nothing.
        ("RECTSTART 7,21", "ERROR rows takes a number from 0 to 20, not \"21\""),
        ("TURN 7,0", &off("7,0")),
        ("START 7", "OK"),
        ("TURN 6,11", "ERROR 6,11 is not on a board of 7 lines"),
        ("RECTSTART 20,5", "OK"),
        ("TURN 19,4", POINT),
        ("TURN 4,19", "ERROR 4,19 is not on a board of 20 by 5 lines"),
        // Yixin's board tells the row of a point first, though the width of the board.
        ("START 20 5", "OK"),
        ("TURN 4,19", POINT),
        ("TURN 19,4", "ERROR 19,4 is not on a board of 5 by 20 lines"),
    ]);
    for extent in (5..=20).map(|size| format!("{size},{}", 25 - size)) {
        talk.check(&[(&format!("RECTSTART {extent}"), "OK"), ("BEGIN", POINT)]);
    }
    // Five at each edge, by our own move.
    let mut talk = Talk::new("best:depth=2");
    talk.check(&[
        ("RECTSTART 7,12", "OK"),
        ("BOARD\n6,11,1\n0,0,2\n6,10,1\n0,2,2\n6,9,1\n0,4,2\n6,8,1\n0,6,2\nDONE", "6,7"),
        ("BOARD\n2,11,1\n0,0,2\n3,11,1\n0,2,2\n4,11,1\n0,4,2\n5,11,1\n1,11,2\nDONE", "6,11"),
    ]);
    talk.ask("INFO timeout_turn 200\nRECTSTART 12,17");
    let opening = talk.ask("SWAP2BOARD\nDONE");
    assert_eq!(opening.split(' ').filter_map(point).count(), 3, "{opening}");
    let mut talk = Talk::new(QUICK);
    talk.check(&[
        ("INFO rule 4\nRECTSTART 20,9", "OK"),
        ("YXBOARD\n16,4,1\n1,1,2\n17,4,1\n1,3,2\n15,5,1\n1,5,2\n15,6,1\n1,7,2\nDONE", ""),
        ("YXSHOWFORBID", "FORBID 1504."),
    ]);
}

#[test]
fn positions_are_told_line_by_line() {
    Talk::new(QUICK).check(&[
        ("START 15", "OK"),
        ("BOARD\r\n7,7,1\r\n8,8,2\r\nDONE\r", POINT),
        ("BOARD\n7,7,2\ndone", POINT),
        ("BOARD\nDONE", POINT),
        ("BOARD 7,7,1 8,8,2 DONE", POINT),
        ("BOARD\n 7, 7, 1\n8,8,2 9,9,1\n10,10,2\nDONE", POINT),
        // Any counts.
        ("BOARD\n1,1,1\n2,2,1\n3,3,1\nDONE", POINT),
        ("BOARD\n1,1,2\n2,2,2\n3,3,2\nDONE", POINT),
        ("RESTART", "OK"),
        ("PLAY 7,7", "7,7"),
        // What is wrong is told when all has been said, and changes nothing.
        ("BOARD\n7,7,1\n7,7,2\nDONE", "ERROR 7,7 is taken"),
        ("BOARD\n7,7,1\n15,7,2\nDONE", "ERROR 15,7 is not on a board of 15 lines"),
        ("BOARD\n7,7\nDONE", "ERROR whose is the stone on 7,7: 7,7,1 or 2"),
        ("BOARD\n7,7,4\nDONE", "ERROR expected a point such as 7,7,1 or DONE, not \"7,7,4\""),
        ("BOARD\nBEGIN\nDONE", "ERROR expected a point such as 7,7,1 or DONE, not \"BEGIN\""),
        ("BOARD\n7,7,1 8\nDONE", "ERROR expected a point such as 7,7,1 or DONE, not \"7,7,18\""),
        (
            "BOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\nDONE",
            "ERROR not a position: X has five already and cannot be to move (character 1)",
        ),
        ("BOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\nDONE", "ERROR the game is over: Black wins"),
        ("PLAY 7,7", "ERROR 7,7 is taken"),
        ("PLAY 7,8", "7,8"),
        ("TAKEBACK 7,8", "OK"),
        ("TAKEBACK 7,7", "OK"),
        ("TAKEBACK 7,7", "ERROR there is no stone on 7,7"),
    ]);
    let mut talk = Talk::new(QUICK);
    talk.ask("START 15\nBOARD");
    for i in 0..500 {
        assert_eq!(talk.ask(&format!("{},{},1", i % 15, i / 15 % 15)), "");
    }
    assert_eq!(talk.ask("DONE"), "ERROR more than 400 points");
    talk.ask("BOARD");
    talk.session.too_long();
    assert!(talk.ask("DONE").starts_with("ERROR a line of more than "));
    talk.session.too_long();
    assert!(talk.ask("").starts_with("ERROR a line of more than "));
}

/// The game as the session must have it, by its answers.
fn follow(table: &mut dyn Table, text: &str) {
    let (x, y) = point(text).unwrap_or_else(|| panic!("{text:?} is no point"));
    let mv = format!("{}{}", char::from(b'a' + x), table.layout().rows - y);
    table.play(&mv).unwrap_or_else(|error| panic!("{text}: {error}"));
}

#[test]
fn whole_games_are_legal_by_every_rule() {
    for (columns, rows, bits, rule, player) in [
        (15, 15, 0, "freestyle", QUICK),
        (15, 15, 1, "exact", QUICK),
        (15, 15, 4, "renju", QUICK),
        (20, 20, 0, "freestyle", "best:depth=1"),
        (20, 20, 4, "renju", "best:depth=1"),
        (20, 5, 1, "exact", QUICK),
        (7, 12, 0, "freestyle", "best:depth=3"),
        (12, 9, 4, "renju", "best:depth=1"),
    ] {
        let (mut black, mut white) = (Talk::new(player), Talk::new("random:seed=7"));
        let spec = format!("gomoku:size={columns},rows={rows},rule={rule}").parse().expect("a spec");
        let mut table = wanqi_play::table(&spec).expect("a game");
        for talk in [&mut black, &mut white] {
            // Before the game and after its start.
            let started = format!("INFO rule {bits}\nINFO timeout_turn 1000\nRECTSTART {columns},{rows}");
            assert_eq!(talk.ask(&started), "OK");
            assert_eq!(talk.ask(&format!("INFO rule {bits}\nINFO game_type 1")), "");
        }
        let mut last = black.ask("BEGIN");
        follow(&mut *table, &last);
        let mut turn = 0;
        while table.result().is_none() && table.legal_moves(0) != ["pass"] {
            let talk = if turn % 2 == 0 { &mut white } else { &mut black };
            last = talk.ask(&format!("INFO time_left {}\nTURN {last}", 100_000 - 100 * turn));
            follow(&mut *table, &last);
            turn += 1;
        }
        let talk = if turn % 2 == 0 { &mut white } else { &mut black };
        if table.result().is_some() {
            let said = talk.ask(&format!("TURN {last}"));
            assert!(said.starts_with("ERROR the game is over: "), "{said}");
        }
        assert_eq!(talk.ask("RESTART"), "OK");
        assert!(point(&talk.ask("BEGIN")).is_some());
    }
}

#[test]
fn the_rules_are_those_that_were_told() {
    // Black, to move, wins by the fifth stone of the row alone, and in renju may not make a double three.
    let four = "BOARD\n0,0,1\n0,5,2\n1,0,1\n1,5,2\n2,0,1\n2,7,2\n3,0,1\n3,7,2\nDONE";
    for rule in [0, 1, 4] {
        let mut talk = Talk::new("best:depth=2");
        talk.ask(&format!("START 15\nINFO rule {rule}"));
        assert_eq!(talk.ask(four), "4,0", "rule {rule}");
    }
    let mut talk = Talk::new(QUICK);
    talk.check(&[
        ("INFO rule 4\nSTART 15", "OK"),
        ("YXBOARD\n7,6,1\n1,1,2\n7,5,1\n1,3,2\n6,7,1\n1,5,2\n5,7,1\n1,7,2\nDONE", ""),
        ("YXSHOWFORBID", "FORBID 0707."),
        ("INFO rule 0", ""),
        ("YXSHOWFORBID", "FORBID ."),
        ("INFO rule 4", ""),
        ("PLAY 0,0", "0,0"),
        ("YXSHOWFORBID", "FORBID ."),
        // Caro is refused, but not before an answer is expected.
        ("INFO rule 8", ""),
        ("BEGIN", "ERROR caro (rule 8) is not played"),
        ("TURN 0,1", "ERROR caro (rule 8) is not played"),
        ("BOARD\n7,7,1\nDONE", "ERROR caro (rule 8) is not played"),
        ("SWAP2BOARD\nDONE", "ERROR caro (rule 8) is not played"),
        ("INFO rule 0", ""),
        ("TURN 0,1", POINT),
    ]);
}

#[test]
fn a_continuous_game_begins_again_by_itself() {
    let mut talk = Talk::new("best:depth=2");
    talk.check(&[
        ("INFO rule 2\nSTART 15", "OK"),
        ("YXBOARD\n0,0,1\n0,5,2\n1,0,1\n1,5,2\n2,0,1\n2,5,2\n3,0,1\n3,5,2\nDONE", ""),
        // The fifth stone is ours; then the other side begins.
        ("BEGIN", "4,0"),
        ("TURN 0,0", POINT),
        ("YXBOARD\n0,0,2\n0,5,1\n1,0,2\n1,5,1\n2,0,2\n2,7,1\n3,0,2\nDONE", ""),
        ("TAKEBACK 3,0", "OK"),
        ("PLAY 3,0", "3,0"),
        ("PLAY 9,9", "9,9"),
        // The fifth stone is the other's; then we begin.
        ("TURN 4,0", "7,7"),
        // A point that is closed to both is no move.
        ("BOARD\n7,7,3\nDONE", POINT),
    ]);
}

#[test]
fn swap2() {
    let mut talk = Talk::new("best:depth=2");
    talk.ask("START 15\nINFO timeout_turn 200");
    let opening = talk.ask("SWAP2BOARD\nDONE");
    let points: Vec<_> = opening.split(' ').filter_map(point).collect();
    assert_eq!(points.len(), 3, "{opening}");
    // White, to move, stays with the middle against two corners, and swaps where Black has an open three.
    talk.check(&[
        ("TURN 14,14", POINT),
        ("SWAP2BOARD\n0,0\n7,7\n14,14\nDONE", POINT),
        ("SWAP2BOARD\n7,7\n0,0\n7,8\n14,14\n7,9\nDONE", "SWAP"),
        ("SWAP2BOARD\n7,7\nDONE", "ERROR swap2 asks after 0, 3 or 5 stones, not after 1"),
        ("SWAP2BOARD\n7,7\n7,7\n7,8\nDONE", "ERROR 7,7 is taken"),
        ("SWAP2BOARD\nx\nDONE", "ERROR expected a point such as 7,7,1 or DONE, not \"X\""),
        ("BOARD\n7,7,2\n8,7,1\n9,9,2\nDONE", POINT),
    ]);
}

#[test]
fn a_search_without_end_stops_when_it_is_told_to() {
    let mut talk = Talk::new("best");
    talk.ask("START 15\nYXBOARD\n7,7,1\n8,8,2\nDONE");
    talk.session.line("YXNBEST 1");
    talk.session.line("YXSTOP");
    talk.session.wait();
    assert!(point(talk.said().last().expect("an answer")).is_some());
    // And so it does where something else is asked.
    talk.session.line("YXNBEST 1");
    assert_eq!(talk.ask("RESTART").lines().last(), Some("OK"));
}

#[test]
fn whoever_is_told_to_leave_says_no_more() {
    let mut talk = Talk::new("best");
    talk.ask("START 15\nINFO timeout_turn 60000");
    talk.session.line("BEGIN");
    assert!(!talk.session.line("END"), "END ends");
    talk.session.end();
    assert!(talk.said().iter().all(|line| line.starts_with("MESSAGE ")));
    // Whose input just ends hears the move.
    let mut talk = Talk::new("best");
    talk.ask("START 15\nINFO timeout_turn 60000");
    talk.session.line("BEGIN");
    talk.session.end();
    assert!(point(talk.said().last().expect("an answer")).is_some());
    // END is heard within a position too.
    let mut talk = Talk::new(QUICK);
    talk.ask("START 15\nBOARD\n7,7,1");
    assert!(!talk.session.line("end\r"));
}

#[test]
fn all_at_once_is_answered_in_order() {
    let mut talk = Talk::new("best:depth=1");
    let said = talk.ask(
        "START 15\nINFO rule 1\nINFO timeout_turn 0\nBEGIN\nTURN 0,0\nTURN 14,14\nABOUT\nRESTART\nBEGIN",
    );
    let said: Vec<&str> = said.lines().filter(|line| !line.starts_with("name=")).collect();
    assert_eq!((said.len(), said[0], said[4]), (6, "OK", "OK"), "{said:?}");
    assert!([1, 2, 3, 5].iter().all(|&at| point(said[at]).is_some()), "{said:?}");
}

#[test]
fn another_position_ends_the_search_of_the_one_before() {
    for lines in ["START 15", "RECTSTART 15,15", "RESTART", "BOARD\n7,7,2\nDONE", "YXBOARD\nDONE", "BEGIN"] {
        let mut talk = Talk::new("best");
        talk.ask("START 15\nINFO timeout_turn 2147483647\nINFO timeout_match 36000000");
        let began = Instant::now();
        talk.session.line("PLAY 7,7");
        talk.session.line("INFO time_left 36000000");
        talk.session.line("TURN 8,8");
        lines.split('\n').for_each(|line| assert!(talk.session.line(line), "{line}"));
        // The answers to what came first have been given, and the next search is ended too.
        talk.session.end();
        let said = talk.said();
        let points = said.iter().filter(|line| point(line).is_some()).count();
        assert!(points >= 2 && said.iter().all(|line| !line.starts_with("ERROR")), "{lines}: {said:?}");
        // Its share of ten hours is minutes.
        assert!(began.elapsed() < Duration::from_secs(60), "{lines}: {:?}", began.elapsed());
    }
}
