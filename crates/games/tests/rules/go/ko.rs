use super::{KO_RULES, go, go_of, line};
use wanqi_game::{Depict, Game, Notation, Outcome};
use wanqi_games::go::{KoRule, UpTo9};

#[test]
fn table() {
    let table = include_str!("../../../../../testdata/go/ko.txt");
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split(';').map(str::trim).collect();
        let [position, moves, asked, forbidding, after] = fields[..] else { panic!("five fields: {row}") };
        for (name, rule) in KO_RULES {
            let go = go_of(position).with_ko(rule);
            let mut line = line(&go, position, moves);
            let mut last = *line.last().expect("a line is never empty");
            let mv = go.parse_move(&last, asked);
            let forbidden = mv.as_ref().map_or(true, |&mv| go.forbidden_by_history(&line, mv));
            assert_eq!(forbidden, forbidding.contains(name), "{name}: {row}");
            if !forbidden && after != "-" {
                go.play(&mut last, mv.expect("an allowed move"));
                assert_eq!(go.format_position(&last), after, "{name}: {row}");
                line.push(last);
                assert_eq!(go.result(&line), None, "{name}: {row}");
            }
        }
    }
}

/// Under the simple rule a cycle that costs both sides as much is nobody's win; one that costs a side more goes on.
#[test]
fn repetition() {
    let triple = "1XO6/XO1O5/1XO6/1XO6/XO1O5/1XO6/1XO6/X1XO5/1XO6 X - 0 0 0";
    for (position, moves, outcome) in [
        (triple, "C8 B2 C5 B8 C2", None),
        (triple, "pass J9 pass J8 C8 B2 C5 B8 C2 B5", None),
        ("5/5/5/XXO2/O2O1 O - 0 0 0", "B1 C1 B1 pass A1", None),
    ] {
        let go = go_of(position).with_ko(KoRule::Simple);
        assert_eq!(go.result(&line(&go, position, moves)), outcome, "{moves}");
    }
    // The last move of the text has no ko behind it, the first position of the cycle must be played to.
    let go = go_of(triple).with_ko(KoRule::Simple);
    let cycle = "C8 B2 C5 B8 C2 B5 ".repeat(2);
    let line = line(&go, triple, &cycle);
    assert_eq!(go.result(&line), Some(Outcome::Draw));
    assert_eq!(go.describe_result(&line), "A draw by repetition");
    assert_eq!(go.with_ko(KoRule::Positional).result(&line), None);
}

/// Suicide: refused, or the string goes and is the other side's.
#[test]
fn suicide() {
    for (position, mv, after) in [
        ("5/5/5/OO3/1XO2 X - 0 0 0", "A1", "5/5/5/OO3/2O2 O - 0 0 2"),
        ("5/5/5/O4/1O3 X - 0 0 0", "A1", "5/5/5/O4/1O3 O - 0 0 1"),
        ("XXXXX/XXXXX/XXXXX/XXXXX/XXXX1 X - 0 0 0", "E1", "5/5/5/5/5 O - 0 0 25"),
    ] {
        let go = go_of(position);
        let mut played = go.parse_position(position).expect(position);
        let error = go.parse_move(&played, mv).expect_err("suicide").to_string();
        assert_eq!(error, format!("{mv} is suicide, which these rules forbid"));
        let go = go.with_suicide(true);
        let mv = go.parse_move(&played, mv).expect("suicide is allowed");
        let alone = [played];
        go.play(&mut played, mv);
        assert_eq!(go.format_position(&played), after);
        // The suicide of one stone leaves the stones as they were, with the other side to move.
        let same = after.starts_with("5/5/5/O4");
        assert_eq!(go.with_ko(KoRule::Positional).forbidden_by_history(&alone, mv), same);
        assert!(!go.with_ko(KoRule::Situational).forbidden_by_history(&alone, mv));
        assert!(!go.with_ko(KoRule::Simple).forbidden_by_history(&alone, mv));
    }
}

#[test]
fn two_passes_end() {
    let go = go::<UpTo9>(9);
    let line = line(&go, "9/9/9/9/4X4/9/9/9/9 O - 0 0 0", "pass pass");
    assert_eq!(go.result(&line[..2]), None);
    assert_eq!(go.result(&line), Some(Outcome::Win(wanqi_game::Side::First)));
    assert_eq!(go.margin(&line[2]), Some(73.5));
}
