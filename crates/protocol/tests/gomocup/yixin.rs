//! What Yixin's board has added to the protocol.

use super::{POINT, QUICK, Talk, point};
use std::fs;
use wanqi_protocol::Session as _;

#[test]
fn yixins_additions() {
    let mut talk = Talk::new("best:depth=2");
    talk.check(&[
        ("START 15\nINFO max_depth 2\nINFO max_node 10000\nINFO hash_size 4096\nINFO thread_num 1", "OK"),
        ("yxboard\n7,7,1\n8,8,2\ndone", ""),
        ("YXHASHCLEAR", ""),
        ("YXNBEST x", "ERROR YXNBEST takes a number, not \"x\""),
        ("YXNBEST 3", POINT),
        // It was told, not played.
        ("YXNBEST 1", POINT),
        ("YXSTOP", ""),
        ("YXBLOCK\n20,20\nDONE", "ERROR 20,20 is not on a board of 15 lines"),
        ("YXBLOCKRESET", ""),
    ]);
    // What was learned may change the answer.
    let best = talk.ask("YXHASHCLEAR\nYXNBEST 1");
    assert_eq!(talk.ask(&format!("YXBLOCK\n{best}\nDONE")), "");
    let other = talk.ask("YXHASHCLEAR\nYXNBEST 1");
    assert!(point(&other).is_some() && other != best, "{best}, {other}");
    assert_eq!(talk.ask(&format!("YXBLOCKUNDO\n{best}\nDONE")), "");
    assert_eq!(talk.ask("YXHASHCLEAR\nYXNBEST 1"), best);
    talk.session.line("YXNBEST 3");
    talk.session.wait();
    let said = talk.said();
    for number in 1..=3 {
        let line = format!("MESSAGE line {number} depth 2 score ");
        assert!(said.iter().any(|said| said.starts_with(&line)), "{line}: {said:?}");
    }
}

/// The lines that begin so, without their beginning.
fn after<'s>(said: &'s [String], beginning: &str) -> Vec<&'s str> {
    said.iter().filter_map(|line| line.strip_prefix(beginning)).collect()
}

/// Says lines, and hears all that comes back.
fn all(talk: &mut Talk, lines: &str) -> Vec<String> {
    lines.split('\n').for_each(|line| assert!(talk.session.line(line), "{line}"));
    talk.session.wait();
    talk.said()
}

#[test]
fn the_board_asks_who_we_are_and_numbers_the_rules_its_way() {
    let mut talk = Talk::new("best:depth=2");
    let said = all(&mut talk, "info show_detail 1\nyxshowinfo");
    let number = |name: &str| after(&said, &format!("MESSAGE INFO {name} ")).concat().parse::<u64>();
    assert!(number("MAX_THREAD_NUM").is_ok_and(|threads| threads >= 1), "{said:?}");
    // 16 GiB, as a power of two of KiB.
    assert_eq!(number("MAX_HASH_SIZE"), Ok(24), "{said:?}");
    // Rule 2 is renju, whose overlines are forbidden to Black.
    talk.check(&[
        ("INFO rule 2\nSTART 15 15", "OK"),
        ("yxboard\n7,0,1\n0,0,2\n7,1,1\n0,2,2\n7,2,1\n0,4,2\n7,4,1\n0,6,2\n7,5,1\n0,8,2\ndone", ""),
        ("yxshowforbid", "FORBID 0703."),
        ("INFO rule 1", ""),
        ("yxshowforbid", "FORBID ."),
        ("INFO rule 8\nBEGIN", "ERROR caro (rule 8) is not played"),
        ("INFO rule 0", ""),
    ]);
}

#[test]
fn whoever_says_turn_has_played_what_was_answered() {
    let mut talk = Talk::new("best:depth=2");
    let answer = talk.ask("START 15 15\nYXBOARD\n7,7,2\nDONE\nYXNBEST 2");
    let answer = answer.lines().last().expect("a move");
    let free = if answer == "0,0" { "0,1" } else { "0,0" };
    talk.check(&[
        (&format!("TURN {answer}"), &format!("ERROR {answer} is taken")),
        (&format!("TURN {free}"), POINT),
        (&format!("PLAY {answer}"), &format!("ERROR {answer} is taken")),
        (&format!("PLAY {free}"), &format!("ERROR {free} is taken")),
    ]);
    // Another position forgets it.
    talk.check(&[
        ("YXNBEST 1", POINT),
        ("START 15", "OK"),
        ("TURN 7,7", POINT),
        ("YXNBEST 1", POINT),
        ("YXBOARD\n7,7,2\nDONE", ""),
        ("PLAY 8,8", "8,8"),
    ]);
}

#[test]
fn blocked_points_stay_blocked_where_the_position_is_told_anew() {
    let mut talk = Talk::new("best:depth=1");
    let position = "START 15 15\nyxboard\n7,7,1\n8,8,2\ndone\nyxhashclear\nyxnbest 1";
    let best = talk.ask(position).lines().last().map(str::to_owned).expect("a move");
    talk.ask(&format!("YXBLOCK\n{best}\nDONE"));
    let other = talk.ask(position).lines().last().map(str::to_owned).expect("a move");
    assert!(other != best && point(&other).is_some(), "{other}");
    talk.ask("YXBLOCKRESET");
    assert_eq!(talk.ask(position).lines().last(), Some(&*best));
}

#[test]
fn a_search_is_shown_on_the_board() {
    let mut talk = Talk::new("best:depth=4");
    let position = "START 15 15\nyxboard\n7,7,1\n8,8,2\n7,8,1\n8,9,2\ndone\n";
    assert!(after(&all(&mut talk, &format!("{position}yxnbest 2")), "MESSAGE REALTIME ").is_empty());
    let said = all(&mut talk, &format!("info show_detail 1\nyxhashclear\n{position}yxnbest 2"));
    let best = after(&said, "MESSAGE REALTIME BEST ");
    assert_eq!(best.last().copied(), said.last().map(String::as_str), "{said:?}");
    assert!(!after(&said, "MESSAGE REALTIME REFRESH").is_empty(), "{said:?}");
    let value = after(&said, "MESSAGE REALTIME VAL ").pop().expect("a value");
    assert!(value.parse::<i32>().is_ok(), "{value}");
    // The row comes first, and is counted from the top; on the board it is counted from below.
    let (row, column) = point(best.last().expect("a move")).expect("a point");
    let name = format!("{}{}", char::from(b'A' + column), 15 - row);
    let line = after(&said, "MESSAGE REALTIME PV ").pop().expect("a line");
    assert_eq!(line.split(' ').next(), Some(&*name), "{line}");
}

#[test]
fn what_does_not_defend_is_marked() {
    // White threatens to make five at either end of a four but one end is Black's: one point alone defends.
    let position = "START 15\nyxboard\n0,0,1\n7,4,2\n7,3,1\n7,5,2\n14,0,1\n7,6,2\n14,14,1\n7,7,2\ndone\n";
    let mut talk = Talk::new("best:depth=3");
    let said = all(&mut talk, &format!("info show_detail 1\n{position}yxsearchdefend"));
    assert_eq!(said.last().map(String::as_str), Some("7,8"), "{said:?}");
    assert!(after(&said, "MESSAGE REALTIME LOST ").len() > 200, "{said:?}");
    let told = after(&said, "MESSAGE ").into_iter().find(|line| line.contains("defend")).expect("an answer");
    assert_eq!(told, "216 moves lose, 1 defend: 7,8");
    let said = all(&mut talk, "START 15\nyxboard\n7,7,1\n0,0,2\ndone\nINFO max_depth 1\nyxsearchdefend");
    assert!(said.contains(&"MESSAGE no move loses as far as depth 1 sees".to_owned()), "{said:?}");
}

#[test]
fn moves_that_leave_neither_side_ahead() {
    let mut talk = Talk::new("best");
    // Black stands in the middle and moves: to balance is not to win.
    let position = "START 15\nINFO timeout_turn 2000\nyxboard\n7,7,1\n0,0,2\ndone\n";
    let value = |said: &[String]| -> i32 {
        let told = after(said, "MESSAGE balance ").pop().expect("what was weighed").to_owned();
        told.rsplit(' ').next().and_then(|value| value.parse().ok()).expect("a value")
    };
    let one = all(&mut talk, &format!("{position}yxbalanceone"));
    assert!(point(one.last().expect("an answer")).is_some() && value(&one).abs() < 300, "{one:?}");
    // Half a thousand hundredths ahead is nearer to that than to nothing.
    let ahead = all(&mut talk, &format!("{position}yxbalanceone 500"));
    assert!(value(&ahead) > value(&one), "{one:?} {ahead:?}");
    let two = all(&mut talk, &format!("{position}yxbalancetwo 0"));
    let points: Vec<_> = two.last().expect("an answer").split(' ').map(point).collect();
    assert!(points.len() == 2 && points[0] != points[1] && points.iter().all(Option::is_some), "{two:?}");
    assert!(value(&two).abs() < 300, "{two:?}");
    talk.check(&[("yxbalanceone x", "ERROR YXBALANCEONE takes a number, not \"x\"")]);
    assert_eq!(Talk::new(QUICK).ask("YXBALANCETWO"), "ERROR no game has been started: START 15");
}

#[test]
fn the_hash_table_is_kept_in_files() {
    let folder = std::env::temp_dir().join(format!("wanqi-yixin-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("Kept Here");
    let file = path.display();
    let position = "yxboard\n7,7,1\n8,8,2\ndone\n";
    let mut talk = Talk::new("best:depth=4");
    talk.ask(&format!("yxshowinfo\nINFO hash_size 1024\nSTART 15 15\n{position}yxnbest 1"));
    let usage = |talk: &mut Talk| all(talk, "yxshowhashusage").concat();
    let used = usage(&mut talk);
    assert!(used.starts_with("MESSAGE hash usage ") && !used.contains(" 0 of "), "{used}");
    let dumped = all(&mut talk, &format!("yxhashdump\n{file}")).concat();
    let count = dumped.strip_prefix("MESSAGE hash dumped: ").and_then(|rest| rest.split(' ').next());
    let count = count.expect("a number").to_owned();
    assert!(used.contains(&format!(", {count} of 65536 entries")), "{used} {dumped}");
    all(&mut talk, "yxhashclear");
    assert!(usage(&mut talk).contains(" 0 of 65536 entries"));
    let loaded = all(&mut talk, &format!("YXHASHLOAD\n{file}")).concat();
    assert_eq!(loaded, format!("MESSAGE hash loaded: {count} entries of {file}"));
    assert_eq!(usage(&mut talk), used);
    // The board tells every position with START, and all stays known.
    all(&mut talk, "START 15 15");
    assert_eq!(usage(&mut talk), used);
    // Of another rule, cut off, not there.
    let wrong = |talk: &mut Talk, expected: &str| {
        let said = all(talk, &format!("yxhashload\n{file}")).concat();
        assert!(said.starts_with("ERROR ") && said.contains(expected), "{said}");
    };
    all(&mut talk, "INFO rule 1\nSTART 15 15");
    wrong(&mut talk, "it is of gomoku:size=15,rule=freestyle, not of gomoku:size=15,rule=exact");
    all(&mut talk, "INFO rule 0\nSTART 15 15");
    let whole = fs::read(&path).expect("a file");
    fs::write(&path, &whole[..whole.len() / 2]).expect("a file");
    wrong(&mut talk, "it was cut off");
    assert_eq!(usage(&mut talk), used);
    fs::remove_dir_all(&folder).expect("the folder");
    wrong(&mut talk, "");
    let said = all(&mut talk, &format!("yxhashdump\n{file}")).concat();
    assert!(said.starts_with("ERROR "), "{said}");
    Talk::new(QUICK)
        .check(&[("START 15", "OK"), ("yxshowhashusage", "ERROR the player has no transposition table")]);
}

#[test]
fn what_is_not_known_is_said_once() {
    Talk::new(QUICK).check(&[
        ("START 15", "OK"),
        ("yxquerydatabaseall\n7,7\n8,8\ndone", "UNKNOWN command \"YXQUERYDATABASEALL\""),
        ("yxblockpath\n7,7\ndone", "UNKNOWN command \"YXBLOCKPATH\""),
        ("BEGIN", POINT),
    ]);
}

#[test]
fn swap2_goes_by_steps() {
    let mut talk = Talk::new("best:depth=2");
    let said = all(&mut talk, "START 15 15\nINFO timeout_turn 300\nyxswap2step1");
    for number in 1..=3 {
        let told = after(&said, &format!("MESSAGE SWAP2 MOVE{number} ")).concat();
        let [x, y] = told.split(' ').collect::<Vec<_>>()[..] else { panic!("{said:?}") };
        assert!([x, y].iter().all(|number| number.parse::<u8>().is_ok_and(|number| number < 15)), "{told}");
    }
    let answered = |talk: &mut Talk, stones: &str, step: u8| {
        let said = all(talk, &format!("START 15 15\nyxboard\n{stones}\ndone\nyxswap2step{step}"));
        after(&said, &format!("MESSAGE SWAP2 SWAP{} ", step - 1)).concat()
    };
    // Black has three in the middle, and White a stone in the corner: who may swap does. And the other way round.
    assert_eq!(answered(&mut talk, "7,7,2\n0,0,1\n7,8,2", 2), "YES");
    assert_eq!(answered(&mut talk, "7,7,2\n0,0,1\n7,8,2\n14,14,1\n7,6,2", 3), "YES");
    assert_eq!(answered(&mut talk, "0,0,2\n7,7,1\n0,14,2\n7,8,1\n14,0,2", 3), "NO");
    talk.check(&[
        ("START 15 15\nyxswap2step2", "OK\nERROR YXSWAP2STEP2 asks after 3 stones, not after 0"),
        ("BEGIN", POINT),
    ]);
}
