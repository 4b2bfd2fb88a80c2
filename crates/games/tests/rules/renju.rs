//! Renju: forbidden points against a table and a naive twin, passes, and the option by which a forbidden move loses.

use crate::{check_conformance, rng};
use rand_pcg::Pcg64Mcg;
use twin::Grid;
use wanqi_game::random::below;
use wanqi_game::{Depict, Game, Notation, Outcome, Side, conformance};
use wanqi_games::gomoku::{Forbidden, Gomoku, Move, Position, Rule};

fn board(size: u8) -> Gomoku {
    Gomoku::new(size, Rule::Renju).expect("a size from 5 to 20")
}

/// The rule as the federation tells it, on a grid of characters with nothing shared and nothing saved.
mod twin {
    use wanqi_games::gomoku::Forbidden;

    pub type Grid = Vec<Vec<char>>;
    const LINES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

    fn at(grid: &Grid, row: i32, column: i32) -> char {
        let inside = (0..grid.len() as i32).contains(&row) && (0..grid.len() as i32).contains(&column);
        if inside { grid[row as usize][column as usize] } else { '#' }
    }

    /// How many stones of Black's stand in a row through a point in one direction.
    fn count(grid: &Grid, row: i32, column: i32, (down, right): (i32, i32)) -> i32 {
        let along = |sign: i32| {
            let stone = |i: &i32| at(grid, row + sign * i * down, column + sign * i * right) == 'X';
            (1..).take_while(stone).count() as i32
        };
        1 + along(1) + along(-1)
    }

    fn with(grid: &Grid, row: i32, column: i32) -> Grid {
        let mut grid = grid.clone();
        grid[row as usize][column as usize] = 'X';
        grid
    }

    pub fn makes_five(grid: &Grid, row: i32, column: i32) -> bool {
        LINES.iter().any(|&line| count(grid, row, column, line) == 5)
    }

    /// The empty points of a line through a point, up to five away.
    fn near(grid: &Grid, row: i32, column: i32, (down, right): (i32, i32)) -> Vec<(i32, i32, i32)> {
        let points = (-5..=5).map(|i| (i, row + i * down, column + i * right));
        points.filter(|&(_, row, column)| at(grid, row, column) == '.').collect()
    }

    /// The sets of four stones, with a stone on a point among them, to which one more makes exactly five.
    fn fours(grid: &Grid, row: i32, column: i32, line: (i32, i32)) -> Vec<Vec<i32>> {
        let mut fours = Vec::new();
        for (i, r, c) in near(grid, row, column, line) {
            let with = with(grid, r, c);
            if count(&with, r, c, line) != 5 {
                continue;
            }
            let first = (i - 4..=i).find(|&first| {
                let stone = |j: i32| at(&with, row + j * line.0, column + j * line.1) == 'X';
                (first..first + 5).all(stone)
            });
            let first = first.expect("a five");
            let four: Vec<i32> = (first..first + 5).filter(|&j| j != i).collect();
            if four.contains(&0) && !fours.contains(&four) {
                fours.push(four);
            }
        }
        fours
    }

    /// Whether a point and another, so far along the line, are among four stones in a row with a five at either end.
    fn in_straight_four(grid: &Grid, row: i32, column: i32, line: (i32, i32), other: i32) -> bool {
        (-3..=0).filter(|first| (*first..first + 4).contains(&other)).any(|first| {
            let point = |i: i32| (row + (first + i) * line.0, column + (first + i) * line.1);
            let stones = (0..4).all(|i| at(grid, point(i).0, point(i).1) == 'X');
            stones
                && [-1, 4]
                    .into_iter()
                    .map(point)
                    .all(|(r, c)| at(grid, r, c) == '.' && count(&with(grid, r, c), r, c, line) == 5)
        })
    }

    /// Why Black may not play on an empty point.
    pub fn forbidden(grid: &Grid, row: i32, column: i32) -> Option<Forbidden> {
        if makes_five(grid, row, column) {
            return None;
        }
        let after = with(grid, row, column);
        if LINES.iter().any(|&line| count(&after, row, column, line) > 5) {
            return Some(Forbidden::Overline);
        }
        if LINES.iter().map(|&line| fours(&after, row, column, line).len()).sum::<usize>() > 1 {
            return Some(Forbidden::DoubleFour);
        }
        let is_three = |&&line: &&(i32, i32)| {
            near(&after, row, column, line).into_iter().any(|(i, r, c)| {
                in_straight_four(&with(&after, r, c), row, column, line, i)
                    && !makes_five(&after, r, c)
                    && forbidden(&after, r, c).is_none()
            })
        };
        (LINES.iter().filter(is_three).count() > 1).then_some(Forbidden::DoubleThree)
    }
}

fn grid(text: &str) -> Grid {
    text.split(' ').next().expect("rows").split('/').map(|row| row.chars().collect()).collect()
}

fn text(grid: &Grid, side: char) -> String {
    let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
    format!("{} {side}", rows.join("/"))
}

/// Every empty point of a position, and why it is forbidden.
fn all(game: &Gomoku, position: &Position) -> Vec<(usize, usize, Option<Forbidden>)> {
    let size = game.columns();
    let points = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let empty = points.filter(|&(row, column)| position.at(row, column).is_none());
    empty.map(|(row, column)| (row, column, game.forbidden(position, row, column))).collect()
}

fn check_against_twin(game: &Gomoku, grid: &Grid, counts: &mut [usize; 4]) {
    let text = text(grid, 'X');
    let Ok(position) = game.parse_position(&text) else { return };
    let sets = game.forbidden_points(&position);
    for (row, column, found) in all(game, &position) {
        let expected = twin::forbidden(grid, row as i32, column as i32);
        assert_eq!(found, expected, "row {row} column {column} of {text}");
        assert_eq!(sets[row] & (1 << column) != 0, found.is_some(), "row {row} column {column} of {text}");
        counts[found.map_or(3, |why| why as usize)] += 1;
    }
}

#[test]
fn forbidden_points_are_those_of_a_naive_twin_on_random_boards() {
    let (mut rng, mut counts) = (rng(1), [0; 4]);
    for round in 0..300 {
        let size = [15, 15, 9, 20][round % 4];
        let (black, white) = (10 + below(&mut rng, 35), below(&mut rng, 15));
        let mut stone = |_| match below(&mut rng, 100) {
            n if n < black => 'X',
            n if n < black + white => 'O',
            _ => '.',
        };
        let grid = (0..size).map(|_| (0..size).map(&mut stone).collect()).collect();
        check_against_twin(&board(size as u8), &grid, &mut counts);
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Boards on which each kind of point abounds: short rows of stones, with gaps, that cross in a few places.
#[test]
fn forbidden_points_are_those_of_a_naive_twin_on_crossing_threes() {
    let (mut rng, mut counts) = (rng(2), [0; 4]);
    for _ in 0..400 {
        let mut grid: Grid = vec![vec!['.'; 15]; 15];
        for _ in 0..2 + below(&mut rng, 3) {
            let (row, column) = (2 + below(&mut rng, 11) as i32, 2 + below(&mut rng, 11) as i32);
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                for i in -4..=4 {
                    let (row, column) = (row + i * down, column + i * right);
                    let inside = (0..15).contains(&row) && (0..15).contains(&column);
                    if i != 0 && inside && below(&mut rng, 100) < 34 {
                        grid[row as usize][column as usize] =
                            if below(&mut rng, 10) == 0 { 'O' } else { 'X' };
                    }
                }
            }
            grid[row as usize][column as usize] = '.';
        }
        check_against_twin(&board(15), &grid, &mut counts);
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Part of a board, its rows from the top, with the point asked about as `?`, in the middle of an empty board.
fn asked(rows: &str) -> (Grid, usize, usize) {
    let mut grid: Grid = vec![vec!['.'; 15]; 15];
    let mut asked = None;
    for (i, row) in rows.split('/').enumerate() {
        for (j, sign) in row.chars().enumerate() {
            grid[i + 3][j + 2] = if sign == '?' { '.' } else { sign };
            if sign == '?' {
                asked = Some((i + 3, j + 2));
            }
        }
    }
    let (row, column) = asked.expect("a point is asked about");
    (grid, row, column)
}

#[test]
fn what_is_forbidden() {
    use Forbidden::{DoubleFour, DoubleThree, Overline};
    for (rows, expected) in [
        // Six and more; five wins whatever else there is.
        ("XXX?XX", Some(Overline)),
        ("XXXX?XXXX", Some(Overline)),
        ("XXXX?", None),
        ("....X/....X/....X/XXXX?/....X/....X", None),
        ("XXXX?/...X.X/..X...X/.X.....X", None),
        // Two fours in two lines, one of them broken; a four that is blocked at both ends is none.
        ("XXX?/...X/...X/...X", Some(DoubleFour)),
        ("X.X?X/...X/...X/...X", Some(DoubleFour)),
        ("OXXX?O/....X/....X/....X", None),
        ("OXXX?./....X/....X/....X", Some(DoubleFour)),
        // Two fours in one line.
        ("X.X?X.X", Some(DoubleFour)),
        ("XX.?X.XX", Some(DoubleFour)),
        ("XXX.?.XXX", Some(DoubleFour)),
        ("XXX.?.XXO", None),
        // A straight four is one four, and a four and a three are allowed.
        ("XX?X", None),
        ("XXX?/...X/...X", None),
        // What would be six is no four.
        ("XXX?.X/...X/...X/...X", Some(DoubleFour)),
        ("OXXX?.X/....X/....X/....X", None),
        // Two threes, straight or broken.
        ("XX?/..X/..X", Some(DoubleThree)),
        ("X.X?/...X/...X", Some(DoubleThree)),
        ("XX?/...X/....X", Some(DoubleThree)),
        ("X.?.X", None),
        // A three that is blocked is none, nor is one that cannot become a straight four.
        ("OXX?/...X/...X", None),
        ("O.XX?.O/....X/....X", None),
        ("X..XX?/.....X/.....X", Some(DoubleThree)),
        ("X.XX?.O/....X/....X", None),
        ("X..XX?.O/.....X/.....X", None),
        // Three threes, of which one is none.
        ("XX?/.XX/X.X", Some(DoubleThree)),
        // What makes the straight four of one is forbidden, once the stone stands, so that it is no three: a double
        // four, and a double three.
        ("...X/...X.X/....X//.X?X", None),
        ("..X.X/..XX/X/.?X///...X", None),
        ("XX/X?/X.X/.XX", None),
    ] {
        let (grid, row, column) = asked(rows);
        let position = board(15).parse_position(&text(&grid, 'X')).expect(rows);
        assert_eq!(board(15).forbidden(&position, row, column), expected, "{rows}");
        assert_eq!(twin::forbidden(&grid, row as i32, column as i32), expected, "the twin: {rows}");
    }
}

#[test]
fn conformance() {
    for (game, longest) in [(board(15), 225), (board(6), 60), (board(9).forbidden_loses(), 90)] {
        check_conformance(&game, longest, str::to_owned);
        conformance::check_playouts(&game, &mut rng(2), 100, longest as u32);
    }
}

/// Games at random, in which Black never makes six and each stone is judged by the twin before it is put.
fn play_at_random(game: &Gomoku, rng: &mut Pcg64Mcg, forbidden_loses: bool) -> Outcome {
    let mut position = game.start();
    loop {
        let mv = game.random_move(&position, rng).expect("a move");
        let grid = grid(&game.format_position(&position));
        let side = game.side_to_move(&position);
        let forbidden = !mv.is_pass()
            && side == Side::First
            && twin::forbidden(&grid, mv.row() as i32, mv.column() as i32).is_some();
        assert!(!forbidden || forbidden_loses, "{}", game.format_position(&position));
        game.play(&mut position, mv);
        let outcome = game.outcome(&position);
        if forbidden {
            assert_eq!(outcome, Some(Outcome::Win(Side::Second)));
        }
        if let Some(outcome) = outcome {
            let text = game.format_position(&position);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(&position), "{text}");
            return outcome;
        }
    }
}

#[test]
fn random_games_are_played_by_the_rule() {
    let mut rng = rng(3);
    for (game, loses, games) in
        [(board(15), false, 40), (board(8), false, 100), (board(10).forbidden_loses(), true, 60)]
    {
        let mut wins = [0; 2];
        for _ in 0..games {
            if let Outcome::Win(side) = play_at_random(&game, &mut rng, loses) {
                wins[side.index()] += 1;
            }
        }
        assert!(wins.iter().all(|&wins| wins > 0), "{wins:?}");
    }
}

/// Every empty point is forbidden to Black: there is but one, and it makes seven in a row.
const STUCK: &str = "OXOXXXO/OXXXOXO/OXOXXOO/XXX.XXX/XOXOXOX/OOXOXXX/OOXXOXO X";

#[test]
fn black_passes_where_all_is_forbidden() {
    let game = board(7);
    let stuck = game.parse_position(STUCK).expect(STUCK);
    assert_eq!(game.result(std::slice::from_ref(&stuck)), None);
    let mut moves = Vec::new();
    game.each_move(&stuck, |mv| moves.push(mv));
    assert_eq!(moves, [Move::PASS]);
    assert_eq!(game.scene(&stuck).forbidden, [24]);

    let mut passed = stuck.clone();
    game.play(&mut passed, game.parse_move(&stuck, "Pass").expect("a pass"));
    let text = STUCK.replace(" X", " O pass");
    assert_eq!(game.format_position(&passed), text);
    assert_eq!(game.parse_position(&text).as_ref(), Ok(&passed));
    assert_ne!(
        game.key(&passed),
        game.key(&game.parse_position(&STUCK.replace(" X", " O")).expect("a position"))
    );

    // White may put the last stone, or agree to a draw.
    let texts = ["d4", "pass"];
    assert_eq!(game.move_count(&passed), texts.len());
    for mv in texts {
        let mut end = passed.clone();
        game.play(&mut end, game.parse_move(&passed, mv).expect(mv));
        assert_eq!(game.outcome(&end), Some(Outcome::Draw), "{mv}");
        let text = game.format_position(&end);
        assert_eq!(game.parse_position(&text).as_ref(), Ok(&end), "{text}");
        if mv == "pass" {
            assert_eq!(game.describe_result(&[end]), "A draw by two passes");
        }
    }

    // Where a forbidden move is one that loses, there is the pass beside it.
    let lenient = board(7).forbidden_loses();
    assert_eq!(lenient.move_count(&stuck), 2);
    let mut lost = stuck.clone();
    lenient.play(&mut lost, lenient.parse_move(&stuck, "d4").expect("a move"));
    assert_eq!(lenient.outcome(&lost), Some(Outcome::Win(Side::Second)));
    assert_eq!(lenient.describe_result(&[lost]), "White wins by Black's forbidden move");
}

#[test]
fn lines_win_by_side() {
    for (text, outcome) in [
        ("XXXXX./OOOO../....../....../....../...... O", Some(Outcome::Win(Side::First))),
        ("XXXXXX/OOOO../....../....../....../...... O", None),
        ("XXXX.X/OOOOOO/....../....../....../...... X", Some(Outcome::Win(Side::Second))),
    ] {
        let position = board(6).parse_position(text).expect(text);
        assert_eq!(board(6).outcome(&position), outcome, "{text}");
    }
}

#[test]
fn wrong_texts() {
    let game = board(15);
    let (grid, _, _) = asked("XX?/..X/..X");
    let position = game.parse_position(&text(&grid, 'X')).expect("a position");
    for (mv, error) in [
        ("e12", "e12 is forbidden to Black: a double three"),
        ("c12", "c12 is taken"),
        ("pass", "Black passes only where every empty point is forbidden"),
    ] {
        assert_eq!(game.parse_move(&position, mv).expect_err(mv).to_string(), error);
    }
    let white = game.parse_position(&text(&grid, 'O')).expect("a position");
    assert!(game.parse_move(&white, "e12").is_ok());
    let error = game.parse_move(&white, "pass").expect_err("no pass before");
    assert_eq!(error.to_string(), "White passes only after Black has passed");
    for (side, error) in [
        ("O pass", "the last move cannot have been pass"),
        ("X pass pass", "the last move cannot have been pass pass"),
        ("O forbidden", "the last move cannot have been forbidden"),
        ("O twice", "expected pass, pass pass or forbidden, found \"twice\""),
    ] {
        let text = text(&grid, 'O').replace(" O", &format!(" {side}"));
        assert!(game.parse_position(&text).expect_err(&text).what.english().starts_with(error), "{text}");
    }
    let freestyle = Gomoku::default();
    let text = text(&grid, 'O') + " pass";
    assert!(
        freestyle.parse_position(&text).is_err() && freestyle.parse_move(&freestyle.start(), "pass").is_err()
    );
}
