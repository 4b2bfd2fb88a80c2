use crate::{check_conformance, check_perft, line_lengths, rng};
use proptest::prelude::*;
use wanqi_game::{Depict, Game, Notation, Outcome, Side, Step, conformance};
use wanqi_games::connect_four::ConnectFour;

#[test]
fn conformance() {
    let covered = check_conformance(&ConnectFour, 42, str::to_owned);
    assert!(covered.transpositions > 10, "{covered:?}");
    conformance::check_playouts(&ConnectFour, &mut rng(2), 100, 42);
}

#[test]
fn perft() {
    check_perft(&ConnectFour, include_str!("../../../../testdata/perft/connect_four.txt"), 20_000_000);
}

#[test]
fn outcomes() {
    let (yellow, red) = (Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second)));
    for (text, outcome, line) in [
        ("......./......./......./......./......./....... Y", None, &[][..]),
        ("......./......./......./......./RRR..../YYYY... R", yellow, &[35, 36, 37, 38]),
        ("......./......./R....../R....../R....../RYYY.Y. Y", red, &[35, 28, 21, 14]),
        ("......./......./...Y.../..YY.../.YRR.../YRRRY.. R", yellow, &[35, 29, 23, 17]),
        ("......./......./...R.../...YR../...YYR./...RYYR Y", red, &[17, 25, 33, 41]),
        // No line runs from the top of one column into the next.
        ("Y....../Y....../Y....../R....../R....../RY..... R", None, &[]),
        ("YYRYYYR/RYRYRRY/YYRRRYR/RRYYYRY/RRYRRYR/RYYYRYR Y", Some(Outcome::Draw), &[]),
    ] {
        let position = ConnectFour.parse_position(text).expect(text);
        assert_eq!(ConnectFour.result(&[position]), outcome, "{text}");
        assert_eq!(ConnectFour.winning_points(&position), line, "{text}");
    }
}

#[test]
fn wins_are_lines_of_four() {
    let mut rng = rng(3);
    for _ in 0..200 {
        let mut position = ConnectFour.start();
        while let Some(mv) = ConnectFour.random_move(&position, &mut rng) {
            ConnectFour.play(&mut position, mv);
            let four =
                |&side: &Side| line_lengths(&ConnectFour, &position, side).iter().any(|&length| length >= 4);
            let winner = Side::BOTH.into_iter().find(four).map(Outcome::Win);
            let full = ConnectFour.scene(&position).pieces.len() == 42;
            assert_eq!(ConnectFour.outcome(&position), winner.or(full.then_some(Outcome::Draw)));
            assert_eq!(ConnectFour.winning_points(&position).is_empty(), winner.is_none());
            if winner.is_some() {
                break;
            }
        }
    }
}

#[test]
fn any_cell_of_a_column_can_be_clicked_the_landing_cell_first() {
    let position = ConnectFour.parse_position("......./......./......./......./..R..../..Y.... Y");
    let position = position.expect("a position");
    let mv = ConnectFour.parse_move(&position, "3").expect("a move");
    assert_eq!(ConnectFour.steps(&position, mv), [Step::Point(vec![23, 37, 30, 16, 9, 2])]);
    assert_eq!(ConnectFour.trace(&position, mv), [23]);
}

#[test]
fn wrong_positions() {
    for (text, error) in [
        ("", "6 rows of 7 are expected, the text ends early (character 1)"),
        ("......./...", "6 rows of 7 are expected, the text ends early (character 12)"),
        ("......../......./......./......./......./....... Y", "a row has 7 places (character 8)"),
        ("....../......./......./......./......./....... Y", "6 rows of 7 are expected (character 7)"),
        (
            "...X.../......./......./......./......./....... Y",
            "expected Y, R or '.', found 'X' (character 4)",
        ),
        (
            "......./......./......./......./......./.......",
            "expected the side to move, Y or R, found \"\" (character 48)",
        ),
        (
            "......./......./......./......./......./....... YR",
            "expected the side to move, Y or R, found \"YR\" (characters 49 to 50)",
        ),
        (
            "......./......./......./......./..Y..../....... R",
            "a disc with an empty cell under it (character 35)",
        ),
        ("......./......./......./......./......./..Y.... Y", "with 1 Y and 0 R it cannot be Y's turn"),
        ("......./......./......./......./YYYY.../RRRR... Y", "Y has a four already and cannot be to move"),
    ] {
        assert_eq!(ConnectFour.parse_position(text).expect_err(text).to_string(), error);
    }
}

#[test]
fn wrong_moves() {
    let position = ConnectFour.parse_position("R....../Y....../R....../Y....../R....../Y...... Y");
    let position = position.expect("a position");
    for (text, error) in [
        ("1", "column 1 is full"),
        ("8", "a move is a column from 1 to 7, not \"8\""),
        ("", "a move is a column from 1 to 7, not \"\""),
        ("d1", "a move is a column from 1 to 7, not \"d1\""),
    ] {
        assert_eq!(ConnectFour.parse_move(&position, text).expect_err(text).to_string(), error);
    }
}

proptest! {
    #[test]
    fn texts_are_positions_or_errors(text in "[YR./ -]{0,60}|(([YR.]{7}/){5}[YR.]{7} [YR])|\\PC{0,60}") {
        if let Ok(position) = ConnectFour.parse_position(&text) {
            prop_assert_eq!(ConnectFour.format_position(&position), text.replace('-', "."));
        }
        let _ = ConnectFour.parse_move(&ConnectFour.start(), &text);
    }

    #[test]
    fn games_of_any_columns_stay_readable(columns in proptest::collection::vec(0_u8..7, 0..60)) {
        let mut position = ConnectFour.start();
        for column in columns {
            let text = (column + 1).to_string();
            let Ok(mv) = ConnectFour.parse_move(&position, &text) else { continue };
            if ConnectFour.outcome(&position).is_some() {
                break;
            }
            ConnectFour.play(&mut position, mv);
            let text = ConnectFour.format_position(&position);
            prop_assert_eq!(ConnectFour.parse_position(&text), Ok(position));
            let unbroken = text.replace('/', "");
            prop_assert_eq!(ConnectFour.parse_position(&unbroken), Ok(position));
        }
    }
}
