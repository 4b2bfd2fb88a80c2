use crate::{check_ladder, each_random_line, fresh, grid, value_of_windows};
use wanqi_eval::tic_tac_toe::Lines;
use wanqi_game::{Game, Notation};
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::NoTactics;

#[test]
fn open_lines_count_by_their_marks() {
    for (text, expected) in [
        (".../.../... X", 0),
        // O sees four lines of X with one mark each.
        (".../.X./... O", -4),
        // X: the middle row 10, three lines 1 each (one diagonal is shut); O: two lines of its corner.
        ("O../XX./... O", 2 - 13),
    ] {
        let position = TicTacToe.parse_position(text).expect(text);
        assert_eq!(fresh(&Lines, &TicTacToe, &position), expected, "{text}");
    }
}

#[test]
fn random_games_as_the_picture_says() {
    each_random_line(&TicTacToe, 1, 100, |line| {
        let position = &line[line.len() - 1];
        let (grid, side) = (grid(&TicTacToe, position), TicTacToe.side_to_move(position));
        let value = |side| {
            // Windows of three in one row of the board appear once each: eight lines.
            value_of_windows(&grid, 3, &[0, 1, 10, 100], side)
        };
        assert_eq!(fresh(&Lines, &TicTacToe, position), value(side) - value(side.opponent()));
    });
}

#[test]
fn searches_agree() {
    each_random_line(&TicTacToe, 2, 5, |line| check_ladder(&TicTacToe, line, Lines, NoTactics, 4));
}
