//! Opening rules of gomoku and renju: who moves when, what may be said, and where stones may be put.

use crate::check_conformance;
use wanqi_game::{Depict, Game, Notation, Outcome, Side};
use wanqi_games::gomoku::opening::{Opening, Openings, Position};
use wanqi_games::gomoku::{Gomoku, Rule};

const ALL: [Openings; 4] = [Openings::Swap2, Openings::Rif, Openings::Soosorv8, Openings::Taraguchi10];

fn opening(size: u8, rule: Rule, openings: Openings) -> Opening {
    Opening::new(Gomoku::new(size, rule).expect("a size from 5 to 20"), openings).expect("a square board")
}

#[test]
fn conformance() {
    for (size, rule, longest) in [(5, Rule::Freestyle, 60), (7, Rule::Renju, 100)] {
        for openings in ALL {
            check_conformance(&opening(size, rule, openings), longest, str::to_owned);
        }
    }
}

/// Plays moves, each said by the player whose number stands before it, and gives the position.
fn play(game: &Opening, moves: &str) -> Position {
    let mut position = game.start();
    for word in moves.split_whitespace() {
        let (player, mv) = word.split_once(':').expect("a player and a move");
        let player = Side::BOTH[player.parse::<usize>().expect("1 or 2") - 1];
        let text = game.format_position(&position);
        assert_eq!(game.side_to_move(&position), player, "{mv} in {text}");
        let mv = game.parse_move(&position, mv).unwrap_or_else(|error| panic!("{mv} in {text}: {error}"));
        game.play(&mut position, mv);
    }
    position
}

#[test]
fn who_does_what_when() {
    use Openings::{Rif, Soosorv8, Swap2, Taraguchi10};
    for (rule, moves, stage, next, moves_then) in [
        (Swap2, "", "place first 0 -", 1, 225),
        (Swap2, "1:a1 1:o15 1:h8", "decide first 0 -", 2, 3),
        // The second player takes Black, so that the first moves, White; or White, and moves.
        (Swap2, "1:a1 1:o15 1:h8 2:black", "play second 0 -", 1, 222),
        (Swap2, "1:a1 1:o15 1:h8 2:white", "play first 0 -", 2, 222),
        (Swap2, "1:a1 1:o15 1:h8 2:white 2:i9 1:i8", "play first 0 -", 2, 220),
        (Swap2, "1:a1 1:o15 1:h8 2:two 2:b2 2:c3", "colour first 0 -", 1, 2),
        (Swap2, "1:a1 1:o15 1:h8 2:two 2:b2 2:c3 1:black", "play first 0 -", 2, 220),
        (Swap2, "1:a1 1:o15 1:h8 2:two 2:b2 2:c3 1:white", "play second 0 -", 1, 220),
        (Rif, "", "place first 0 -", 1, 1),
        (Rif, "1:h8", "place first 0 -", 1, 8),
        (Rif, "1:h8 1:h9", "place first 0 -", 1, 23),
        (Rif, "1:h8 1:h9 1:j10", "swap first 0 -", 2, 2),
        (Rif, "1:h8 1:h9 1:j10 2:stay", "place first 0 -", 2, 222),
        (Rif, "1:h8 1:h9 1:j10 2:swap", "place second 0 -", 1, 222),
        (Rif, "1:h8 1:h9 1:j10 2:swap 1:a1", "offer second 2 -", 2, 221),
        (Rif, "1:h8 1:h9 1:j10 2:swap 1:a1 2:b2 2:a15", "choose second 0 a15,b2", 1, 2),
        (Rif, "1:h8 1:h9 1:j10 2:swap 1:a1 2:b2 2:a15 1:b2", "play second 0 -", 1, 220),
        (Rif, "1:h8 1:h9 1:j10 2:swap 1:a1 2:b2 2:a15 1:b2 1:b3", "play second 0 -", 2, 219),
        (Soosorv8, "1:h8 1:h9 1:j10 2:stay 2:a1", "number first 0 -", 2, 8),
        (Soosorv8, "1:h8 1:h9 1:j10 2:stay 2:a1 2:3", "swap first 3 -", 1, 2),
        (Soosorv8, "1:h8 1:h9 1:j10 2:stay 2:a1 2:3 1:swap", "offer second 3 -", 2, 221),
        (Soosorv8, "1:h8 1:h9 1:j10 2:stay 2:a1 2:3 1:swap 2:b1 2:c1 2:d1", "choose second 0 b1,c1,d1", 1, 3),
        (Soosorv8, "1:h8 1:h9 1:j10 2:stay 2:a1 2:1 1:stay", "place first 1 -", 1, 221),
        (Soosorv8, "1:h8 1:h9 1:j10 2:stay 2:a1 2:1 1:stay 1:b1", "play first 0 -", 2, 220),
        (Taraguchi10, "1:h8", "swap first 0 -", 2, 2),
        (Taraguchi10, "1:h8 2:stay 2:h9", "swap first 0 -", 1, 2),
        (Taraguchi10, "1:h8 2:swap 1:h9 2:swap 1:j10", "swap first 0 -", 2, 2),
        (Taraguchi10, "1:h8 2:swap 1:h9 2:swap 1:j10 2:stay", "place first 0 -", 2, 46),
        (Taraguchi10, "1:h8 2:swap 1:h9 2:swap 1:j10 2:stay 2:k11 1:stay", "branch first 0 -", 1, 78),
        (Taraguchi10, "1:h8 2:stay 2:h9 1:stay 1:j10 2:stay 2:k11 1:stay 1:l12", "swap first 0 -", 2, 2),
        (
            Taraguchi10,
            "1:h8 2:stay 2:h9 1:stay 1:j10 2:stay 2:k11 1:stay 1:l12 2:swap",
            "play second 0 -",
            1,
            220,
        ),
        (Taraguchi10, "1:h8 2:stay 2:h9 1:stay 1:j10 2:stay 2:k11 1:stay 1:ten", "offer first 10 -", 1, 221),
    ] {
        let game = opening(15, Rule::Freestyle, rule);
        let position = play(&game, moves);
        let text = game.format_position(&position);
        assert_eq!(text.split_once(" | ").map(|(_, stage)| stage), Some(stage), "{moves}");
        assert_eq!(game.side_to_move(&position), Side::BOTH[next - 1], "{moves}");
        assert_eq!(game.move_count(&position), moves_then, "{moves}");
        assert_eq!(game.parse_position(&text), Ok(position), "{moves}");
    }
}

#[test]
fn offers_that_are_the_same_by_symmetry_are_one() {
    // The stones are the same when the board is turned over along the column of the middle.
    let game = opening(15, Rule::Renju, Openings::Rif);
    let position = play(&game, "1:h8 1:h9 1:h10 2:stay 2:h11");
    assert_eq!(game.move_count(&position), 221);
    let mut after = position.clone();
    game.play(&mut after, game.parse_move(&position, "i8").expect("a point"));
    assert_eq!(game.move_count(&after), 219);
    for (mv, error) in [
        ("g8", "g8 has been offered, or one that is the same"),
        ("i8", "i8 has been offered, or one that is the same"),
        ("h8", "h8 is taken"),
    ] {
        assert_eq!(game.parse_move(&after, mv).expect_err(mv).to_string(), error);
    }
}

#[test]
fn who_wins_is_a_player_and_not_a_colour() {
    let game = opening(15, Rule::Freestyle, Openings::Swap2);
    let opening = "1:a1 1:o15 1:b1 2:black 1:o14 2:c1 1:o13 2:d1 1:o12 2:e1";
    let position = play(&game, opening);
    assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::Second)));
    assert_eq!(game.describe_result(std::slice::from_ref(&position)), "Second wins");
    assert_eq!(game.winning_points(&position).len(), 5);
    assert_eq!(game.scene(&position).note, "Black: Second, White: First");
}

#[test]
fn wrong_texts() {
    let game = opening(15, Rule::Renju, Openings::Rif);
    let start = game.format_position(&game.start());
    let (board, _) = start.split_once(" | ").expect("two parts");
    for (rest, error) in [
        ("place first 0", "expected four words such as play first 0 -, found \"place first 0\""),
        ("dance first 0 -", "expected a stage, first or second, and a number, found \"dance first 0 -\""),
        ("place third 0 -", "expected a stage"),
        ("place first 00 -", "expected a stage"),
        ("place first 2 -", "the opening cannot be so far with 0 stones"),
        ("swap first 0 -", "the opening cannot be so far with 0 stones"),
        ("place first 0 h8", "the opening cannot be so far with 1 stones offered"),
        ("place first 0 h8,h8", "\"h8\" cannot be offered as well"),
        ("place first 0 x", "a move is a point"),
    ] {
        let text = format!("{board} | {rest}");
        assert!(game.parse_position(&text).expect_err(rest).what.english().starts_with(error), "{rest}");
    }
    assert!(game.parse_position(board).is_err());
    let position = play(&game, "1:h8");
    assert_eq!(
        game.parse_move(&position, "a1").expect_err("far").to_string(),
        "a1 is too far from the middle"
    );
    let position = play(&game, "1:h8 1:h9 1:j10");
    assert_eq!(
        game.parse_move(&position, "a1").expect_err("no").to_string(),
        "expected swap or stay, not \"a1\""
    );
}
