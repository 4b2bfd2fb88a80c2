use crate::{check_ladder, each_random_line, fresh, grid, worth_of_windows};
use eval::connect_four::Lines;
use game::{Game, Notation};
use games::connect_four::ConnectFour;
use search::NoTactics;

#[test]
fn open_fours_count_by_their_discs() {
    for (text, expected) in [
        ("......./......./......./......./......./....... Y", 0),
        // A corner disc has three fours, one in the middle of the lowest row seven.
        ("......./......./......./......./......./Y...... R", -3),
        ("......./......./......./......./......./...Y... R", -7),
    ] {
        let position = ConnectFour.parse_position(text).expect(text);
        assert_eq!(fresh(&Lines, &ConnectFour, &position), expected, "{text}");
    }
}

#[test]
fn random_games_as_the_picture_says() {
    each_random_line(&ConnectFour, 1, 200, |line| {
        let position = &line[line.len() - 1];
        let (grid, side) = (grid(&ConnectFour, position), ConnectFour.side_to_move(position));
        let worth = |side| worth_of_windows(&grid, 4, &[0, 1, 5, 25, 0], side);
        assert_eq!(fresh(&Lines, &ConnectFour, position), worth(side) - worth(side.opponent()));
    });
}

#[test]
fn searches_agree() {
    each_random_line(&ConnectFour, 2, 3, |line| check_ladder(&ConnectFour, line, Lines, NoTactics, 4));
}
