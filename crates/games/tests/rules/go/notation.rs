use super::{go, go_of};
use crate::rng;
use proptest::prelude::*;
use wanqi_game::{Game, Notation, random};
use wanqi_games::go::{Go, UpTo9, UpTo19};

#[test]
fn wrong_positions() {
    for (text, error) in [
        (
            "",
            "expected six fields (rows, side to move, ko, passes, prisoners of Black and of White), found 1",
        ),
        (
            "3/3/3 X - 0 0",
            "expected six fields (rows, side to move, ko, passes, prisoners of Black and of White), found 5",
        ),
        ("3/3/3  - 0 0 0", "expected the side to move, X or O, found \"\" (character 7)"),
        ("3/3/3 x - 0 0 0", "expected the side to move, X or O, found \"x\" (character 7)"),
        ("3/3 X - 0 0 0", "a board of 3 lines has 3 rows, found 2 (characters 1 to 3)"),
        ("3/3/3/3 X - 0 0 0", "a board of 3 lines has 3 rows, found 4 (characters 1 to 7)"),
        ("3/2/3 X - 0 0 0", "a row has 3 points, row 2 only 2 (character 4)"),
        ("3/3/X X - 0 0 0", "a row has 3 points, row 3 only 1 (character 5)"),
        ("3/.3/3 X - 0 0 0", "a row has 3 points, row 2 more (character 4)"),
        ("3/3/12345678901234567890123 X - 0 0 0", "a row has 3 points, row 3 more (characters 5 to 27)"),
        ("3/0X2/3 X - 0 0 0", "expected X, O, '.', a number from 1 or '/', found '0' (character 3)"),
        ("3/é/3 X - 0 0 0", "expected X, O, '.', a number from 1 or '/', found 'é' (character 3)"),
        ("XO1/O2/3 X - 0 0 0", "the string of A3 has no liberty (character 1)"),
        ("XXX/XXX/XXX X - 0 0 0", "the string of A3 has no liberty (character 1)"),
        ("3/3/3 X A9 0 0 0", "expected the point that ko forbids, or '-', found \"A9\" (characters 9 to 10)"),
        (
            "3/3/3 X B2 0 0 0",
            "expected a point where one stone would take one back, found \"B2\" (characters 9 to 10)",
        ),
        ("3/3/3 X - 3 0 0", "expected the number of passes, 0 to 2, found \"3\" (character 11)"),
        ("3/3/3 X - 0 -1 0", "expected a number of prisoners, found \"-1\" (characters 13 to 14)"),
        ("3/3/3 X - 0 0 01", "expected a number of prisoners, found \"01\" (characters 15 to 16)"),
        ("3/3/3 X - 0 0 1000001", "expected a number of prisoners, found \"1000001\" (characters 15 to 21)"),
    ] {
        assert_eq!(go::<UpTo9>(3).parse_position(text).expect_err(text).to_string(), error);
    }
    let ko_after_pass = "5/1XO2/X1XO1/1XO2/5 O B3 1 1 0";
    assert_eq!(
        go_of(ko_after_pass).parse_position(ko_after_pass).expect_err("a ko after a pass").to_string(),
        "no ko stands after a pass, so expected '-', found \"B3\" (characters 23 to 24)"
    );
}

#[test]
fn dots_and_numbers_are_the_same() {
    let go = go::<UpTo19>(13);
    let text = ["13"; 12].join("/") + "/2X.6..O";
    let position = go.parse_position(&format!("{text} O - 1 2 3")).expect("a position");
    assert_eq!(go.format_position(&position), text.replace("X.6..O", "X9O") + " O - 1 2 3");
}

#[test]
fn moves() {
    let go = go::<UpTo9>(9);
    let position = go.parse_position("9/9/9/9/9/9/OO7/1XO6/X1XO5 O - 0 0 0").expect("a position");
    for (text, written) in [("pass", "pass"), ("PASS", "pass"), ("j9", "J9"), ("H1", "H1"), ("b1", "B1")] {
        let mv = go.parse_move(&position, text).expect(text);
        assert_eq!(go.format_move(&position, mv, 0), written);
    }
    for (text, error) in [
        ("", "a move is a point from A1 to J9 or pass, not \"\""),
        ("I5", "a move is a point from A1 to J9 or pass, not \"I5\" (there is no column I)"),
        ("K1", "a move is a point from A1 to J9 or pass, not \"K1\""),
        ("A0", "a move is a point from A1 to J9 or pass, not \"A0\""),
        ("A10", "a move is a point from A1 to J9 or pass, not \"A10\""),
        ("A01", "a move is a point from A1 to J9 or pass, not \"A01\""),
        ("ſ1", "a move is a point from A1 to J9 or pass, not \"ſ1\""),
        ("pass ", "a move is a point from A1 to J9 or pass, not \"pass \""),
        ("a3", "A3 is taken"),
    ] {
        assert_eq!(go.parse_move(&position, text).expect_err(text).to_string(), error);
    }
    let ko = go.parse_position("9/9/9/9/9/1XO6/X1XO5/1XO6/9 O B3 0 1 0").expect("a ko");
    assert_eq!(go.parse_move(&ko, "B3").expect_err("a ko").to_string(), "B3 is forbidden by ko");
}

/// A position built up anew is the same one, however it came about.
#[test]
fn rebuilt() {
    let (go, mut rng) = (go::<UpTo9>(5), rng(3));
    for _ in 0..200 {
        let mut position = go.start();
        go.playout(&mut position, &mut rng, 60);
        let read = go.parse_position(&go.format_position(&position)).expect("its own text");
        assert_eq!(go.rebuilt(&position), go.rebuilt(&read));
        assert_eq!(go.format_position(&go.rebuilt(&position)), go.format_position(&position));
    }
    // Two orders of moves.
    let [one, other] = ["B2 C3 B3 C2", "B3 C2 B2 C3"].map(|moves| {
        let line = super::line(&go, "5/5/5/5/5 X - 0 0 0", moves);
        *line.last().expect("a line is never empty")
    });
    assert_ne!(one, other, "the lists differ");
    assert_eq!(go.rebuilt(&one), go.rebuilt(&other));
}

proptest! {
    /// No text makes the parsers panic, and what they read they write back.
    #[test]
    fn any_text(text in "[XO.1-9/]{0,24}( [XO]( ([A-J][1-9]|-)( [0-3]( [0-9]{1,3}){0,3})?)?)?|\\PC*", size in 2u8..=9) {
        let go = go::<UpTo9>(size);
        if let Ok(position) = go.parse_position(&text) {
            let written = go.format_position(&position);
            prop_assert_eq!(go.format_position(&go.parse_position(&written).expect("its own text")), written);
        }
        let _ = go.parse_move(&go.start(), &text);
    }

    /// Rows that fit often enough to get past the first checks.
    #[test]
    fn any_stones(stones in proptest::collection::vec("[XO.]{3}", 3), seed: u64) {
        let go: Go<UpTo9> = go(3);
        let text = format!("{} X - 0 0 0", stones.join("/"));
        if let Ok(position) = go.parse_position(&text) {
            let mut moves = Vec::new();
            go.each_move(&position, |mv| moves.push(mv));
            let mut next = position;
            go.play(&mut next, moves[random::below(&mut rng(seed), moves.len() as u32) as usize]);
            prop_assert!(go.parse_position(&go.format_position(&next)).is_ok());
        }
    }
}
