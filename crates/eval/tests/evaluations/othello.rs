use crate::{check_ladder, check_order, each_random_line, fresh, grid};
use wanqi_eval::othello::{OthelloTactics, SquaresAndMobility};
use wanqi_game::{Depict, Game, Notation, Side, Step};
use wanqi_games::othello::{Move, Othello, Position, Size};
use wanqi_search::{NoTactics, linear};

const GAMES: [Othello; 2] = [Othello::new(Size::Six), Othello::new(Size::Eight)];

/// The worth of a disc, from the distances to the nearest edges and what stands in the nearest corner.
fn worth_of_square(grid: &[Vec<Option<Side>>], row: usize, column: usize) -> i32 {
    let last = grid.len() - 1;
    let nearest = |at: usize| if at <= last / 2 { 0 } else { last };
    let mut distances = [row.min(last - row), column.min(last - column)];
    distances.sort_unstable();
    let corner_is_empty = grid[nearest(row)][nearest(column)].is_none();
    match distances {
        [0, 0] => 90,
        [0, 1] if corner_is_empty => -18,
        [1, 1] if corner_is_empty => -40,
        [0, _] => 8,
        [1, _] => -3,
        _ => 0,
    }
}

/// Places that can be clicked, by name: the mobility of a position whose side to move is set in the text.
fn places(game: &Othello, position: &Position) -> i32 {
    let (mut places, mut visit) = (0, Vec::new());
    if game.outcome(position).is_none() {
        game.each_move(position, |mv: Move| visit.push(mv));
    }
    for mv in visit {
        places += i32::from(matches!(game.steps(position, mv)[0], Step::Point(_)));
    }
    places
}

fn naive(game: &Othello, position: &Position) -> i32 {
    let side = game.side_to_move(position);
    let grid = grid(game, position);
    let mut worth = 0;
    for (row, line) in grid.iter().enumerate() {
        for (column, disc) in line.iter().enumerate() {
            let sign = disc.map_or(0, |disc| if disc == side { 1 } else { -1 });
            worth += sign * worth_of_square(&grid, row, column);
        }
    }
    let text = game.format_position(position);
    let other =
        text.rsplit_once(' ').expect("a side").0.to_owned() + if text.ends_with('X') { " O" } else { " X" };
    let other = game.parse_position(&other).expect("the other side to move");
    worth + 9 * (places(game, position) - places(game, &other))
}

#[test]
fn random_games_as_the_picture_says() {
    for game in GAMES {
        each_random_line(&game, 1, 40, |line| {
            let position = &line[line.len() - 1];
            let (evaluation, text) = (SquaresAndMobility::default(), game.format_position(position));
            let expected = naive(&game, position);
            assert_eq!(fresh(&evaluation, &game, position), expected, "{text}");
            assert_eq!(linear::value(&evaluation, &game, position), f64::from(expected), "{text}");
        });
    }
}

#[test]
fn a_corner_is_worth_more_than_what_stands_beside_it() {
    let game = GAMES[1];
    let evaluate =
        |text: &str| fresh(&SquaresAndMobility::default(), &game, &game.parse_position(text).expect(text));
    let board = |corner: &str| {
        format!("{corner}....../......../......../...OX.../...XO.../......../......../........ X")
    };
    assert_eq!(evaluate(&board("..")), 0);
    assert_eq!(evaluate(&board(".X")), -18);
    assert_eq!(evaluate(&board("X.")), 90);
    assert_eq!(evaluate(&board("XX")), 98);
}

#[test]
fn searches_agree() {
    for game in GAMES {
        each_random_line(&game, 2, 2, |line| {
            if line.len() % 5 == 1 {
                check_ladder(&game, line, SquaresAndMobility::default(), NoTactics, 3);
                check_ladder(&game, line, SquaresAndMobility::default(), OthelloTactics, 3);
            }
            check_order(&game, &line[line.len() - 1], &SquaresAndMobility::default(), &OthelloTactics);
        });
    }
}
