use crate::{check_ladder, check_order, each_random_line, fresh, grid, value_of_windows, windows};
use wanqi_eval::connect_four::{ConnectFourTactics, Lines};
use wanqi_game::{Depict, Game, Notation, Side};
use wanqi_games::connect_four::ConnectFour;
use wanqi_search::NoTactics;
use wanqi_search::tactics::MoveOrder;

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
        let value = |side| value_of_windows(&grid, 4, &[0, 1, 5, 25, 0], side);
        assert_eq!(fresh(&Lines, &ConnectFour, position), value(side) - value(side.opponent()));
    });
}

#[test]
fn searches_agree() {
    each_random_line(&ConnectFour, 2, 3, |line| {
        check_ladder(&ConnectFour, line, Lines, NoTactics, 4);
        check_ladder(&ConnectFour, line, Lines, ConnectFourTactics, 4);
    });
}

#[test]
fn wins_promise_most_then_what_prevents_them() {
    let mut seen = [0; 4];
    each_random_line(&ConnectFour, 3, 100, |line| {
        let position = &line[line.len() - 1];
        check_order(&ConnectFour, position, &Lines, &ConnectFourTactics);
        let side = ConnectFour.side_to_move(position);
        ConnectFour.each_move(position, |mv| {
            let point = usize::from(ConnectFour.trace(position, mv)[0]);
            let completes = |side: Side| {
                let mut grid = grid(&ConnectFour, position);
                grid[point / 7][point % 7] = Some(side);
                windows(&grid, 4).iter().any(|window| window.iter().all(|&disc| disc == Some(side)))
            };
            let expected = 2 * i32::from(completes(side)) + i32::from(completes(side.opponent()));
            let move_score =
                MoveOrder::<_, Lines>::move_score(&ConnectFourTactics, &ConnectFour, &mut (), position, mv);
            assert_eq!(move_score, expected, "{}", ConnectFour.format_position(position));
            seen[move_score as usize] += 1;
        });
    });
    assert!(seen.iter().all(|&seen| seen > 5), "{seen:?}");
}
