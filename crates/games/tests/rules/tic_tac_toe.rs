use crate::{check_conformance, check_perft, rng};
use wanqi_game::{Game, Notation, Outcome, Side, conformance};
use wanqi_games::tic_tac_toe::TicTacToe;

#[test]
fn conformance() {
    let covered = check_conformance(&TicTacToe, 9, str::to_owned);
    assert!(covered.transpositions > 10);
    conformance::check_playouts(&TicTacToe, &mut rng(2), 100, 9);
}

#[test]
fn perft() {
    check_perft(&TicTacToe, include_str!("../../../../testdata/perft/tic_tac_toe.txt"), 20_000_000);
}

#[test]
fn outcomes() {
    for (text, outcome) in [
        (".../.../... X", None),
        ("XXX/OO./... O", Some(Outcome::Win(Side::First))),
        ("X.X/OOO/X.. X", Some(Outcome::Win(Side::Second))),
        ("XOX/XOO/OXX O", Some(Outcome::Draw)),
    ] {
        let position = TicTacToe.parse_position(text).expect(text);
        assert_eq!(TicTacToe.result(&[position]), outcome, "{text}");
    }
}

#[test]
fn wrong_positions() {
    for (text, error) in [
        ("", "expected the side to move, X or O, found \"\""),
        (".../.../... Y", "expected the side to move, X or O, found \"Y\""),
        ("..../.../... X", "a row has three cells (character 4)"),
        ("../.../... X", "three rows of three cells are expected (character 3)"),
        (".../.q./... X", "expected X, O or '.', found 'q' (character 6)"),
        ("X../.../... X", "with 1 X and 0 O it cannot be X's turn"),
        ("XXX/OOO/... X", "X has a line already and cannot be to move"),
    ] {
        assert_eq!(TicTacToe.parse_position(text).expect_err(text).to_string(), error);
    }
}

#[test]
fn wrong_moves() {
    let position = TicTacToe.parse_position("X../.../... O").expect("a position");
    for (text, error) in [
        ("a3", "a3 is taken"),
        ("d1", "a move is a cell from a1 to c3, not \"d1\""),
        ("", "a move is a cell from a1 to c3, not \"\""),
    ] {
        assert_eq!(TicTacToe.parse_move(&position, text).expect_err(text).to_string(), error);
    }
}
