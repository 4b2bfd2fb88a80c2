use crate::{check_conformance, check_perft, line_lengths, rng};
use proptest::prelude::*;
use wanqi_game::depict::Terrain;
use wanqi_game::{Depict, Game, Notation, Outcome, Side, conformance, perft::perft};
use wanqi_games::gomoku::opening::{Opening, Openings};
use wanqi_games::gomoku::{Gomoku, Rule};

fn board(size: u8, rule: Rule) -> Gomoku {
    Gomoku::new(size, rule).expect("a size from 5 to 20")
}

fn rectangle(columns: u8, rows: u8, rule: Rule) -> Gomoku {
    Gomoku::rectangular(columns, rows, rule).expect("sizes from 5 to 20")
}

#[test]
fn conformance() {
    for (game, longest) in [
        (board(5, Rule::Freestyle), 25),
        (board(6, Rule::ExactFive), 36),
        (board(9, Rule::Freestyle), 81),
        (board(15, Rule::Freestyle), 225),
        (rectangle(5, 20, Rule::Freestyle), 100),
        (rectangle(20, 5, Rule::ExactFive), 100),
        (rectangle(12, 17, Rule::Freestyle), 204),
    ] {
        check_conformance(&game, longest, str::to_owned);
        conformance::check_playouts(&game, &mut rng(2), 100, longest as u32);
    }
}

#[test]
fn perft_15() {
    check_perft(&Gomoku::default(), include_str!("../../../../testdata/perft/gomoku.txt"), 12_000_000);
}

#[test]
fn perft_5() {
    let table = include_str!("../../../../testdata/perft/gomoku_5.txt");
    check_perft(&board(5, Rule::Freestyle), table, 7_000_000);
}

/// Paths counted on a text, one character a stone, won games found with [`line_lengths`].
fn naive_perft(game: &Gomoku, text: &str, depth: u32) -> u64 {
    let position = game.parse_position(text).expect(text);
    if depth == 0 {
        return 1;
    }
    if naive_outcome(game, &position).is_some() {
        return 0;
    }
    let turn = if text.ends_with('X') { "X" } else { "O" };
    let next = if turn == "X" { "O" } else { "X" };
    let board = &text[..text.len() - 1];
    board
        .match_indices('.')
        .map(|(at, _)| naive_perft(game, &[&board[..at], turn, &board[at + 1..], next].concat(), depth - 1))
        .sum()
}

fn naive_outcome(game: &Gomoku, position: &<Gomoku as Game>::Position) -> Option<Outcome> {
    let wins = |length: usize| match game.rule() {
        Rule::Freestyle => length >= 5,
        Rule::ExactFive | Rule::Renju => length == 5,
    };
    let won = |&side: &Side| line_lengths(game, position, side).into_iter().any(wins);
    let full = game.scene(position).pieces.len() == game.columns() * game.rows();
    Side::BOTH.into_iter().find(won).map(Outcome::Win).or(full.then_some(Outcome::Draw))
}

#[test]
fn late_perft_is_that_of_a_naive_twin() {
    for (columns, rows, rule, text) in [
        (5, 5, Rule::Freestyle, "XXXX./OOOO./XOXOX/OXOXO/.X.O. X"),
        (5, 5, Rule::ExactFive, "XXXX./OOOO./XOXOX/OXOXO/.X.O. X"),
        (6, 6, Rule::ExactFive, "XXXX.X/OOOO.O/XOXOXX/OXOXO./.XXO.O/OXO.XO X"),
        (6, 6, Rule::Freestyle, "XXXX.X/OOOO.O/XOXOXX/OXOXO./.XXO.O/OXO.XO X"),
        (5, 6, Rule::Freestyle, "XXXX./OOOO./XOXOX/OXOXO/.X.O./XOXOX X"),
        (6, 5, Rule::ExactFive, "XXXX.X/OOOO.O/XOXOXX/OXOXO./.XXO.O X"),
    ] {
        let game = rectangle(columns, rows, rule);
        let position = game.parse_position(text).expect(text);
        for depth in 0..=6 {
            let expected = naive_perft(&game, text, depth);
            assert_eq!(perft(&game, &position, depth), expected, "{text} {rule:?} depth {depth}");
        }
    }
}

#[test]
fn random_games_end_as_a_naive_twin_says() {
    for (columns, rows, rule, games) in [
        (5, 5, Rule::Freestyle, 200),
        (6, 6, Rule::ExactFive, 200),
        (7, 7, Rule::Freestyle, 200),
        (12, 12, Rule::ExactFive, 100),
        (15, 15, Rule::Freestyle, 60),
        (20, 20, Rule::ExactFive, 40),
        (5, 7, Rule::Freestyle, 200),
        (7, 5, Rule::ExactFive, 200),
        (5, 20, Rule::Freestyle, 100),
        (20, 5, Rule::ExactFive, 100),
        (12, 17, Rule::Freestyle, 60),
    ] {
        let (game, mut rng) = (rectangle(columns, rows, rule), rng(u64::from(columns)));
        let (mut wins, mut draws) = (0, 0);
        for _ in 0..games {
            let mut position = game.start();
            let outcome = loop {
                let mv = game.random_move(&position, &mut rng).expect("a move");
                game.play(&mut position, mv);
                let outcome = game.outcome(&position);
                assert_eq!(outcome, naive_outcome(&game, &position), "{}", game.format_position(&position));
                if let Some(outcome) = outcome {
                    break outcome;
                }
            };
            match outcome {
                Outcome::Draw => draws += 1,
                Outcome::Win(_) => wins += 1,
            }
            let text = game.format_position(&position);
            assert_eq!(game.winning_points(&position).is_empty(), outcome == Outcome::Draw, "{text}");
            assert_eq!(game.outcome(&game.parse_position(&text).expect(&text)), Some(outcome), "{text}");
        }
        let small = columns.max(rows) <= 7;
        assert!(wins > 0 && (!small || draws > 0), "{columns} {rows} {rule:?}: {wins} wins, {draws} draws");
    }
}

#[test]
fn random_moves_reach_every_empty_point_alike() {
    // Few empty points, so that both ways of choosing are taken: by trial and by counting out.
    for (rows, text) in [
        (5, "...../...../...../...../..... X"),
        (5, "XOXOX/OXOXO/OX.XO/XOXOX/O...X O"),
        (8, "...../...../...../...../...../...../...../..... X"),
    ] {
        let game = rectangle(5, rows, Rule::Freestyle);
        let position = game.parse_position(text).expect(text);
        let (mut rng, mut counts) = (rng(7), std::collections::HashMap::new());
        let draws = 1000 * position.empty();
        for _ in 0..draws {
            *counts.entry(game.random_move(&position, &mut rng).expect("a move")).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), position.empty());
        // Five standard deviations around 1000.
        assert!(counts.values().all(|&count| (840..=1160).contains(&count)), "{text} {counts:?}");
    }
}

#[test]
fn outcomes() {
    use Rule::{ExactFive, Freestyle};
    let (black, white) = (Some(Outcome::Win(Side::First)), Some(Outcome::Win(Side::Second)));
    for (size, rule, text, outcome, line) in [
        (5, Freestyle, "...../...../...../...../..... X", None, &[][..]),
        (5, Freestyle, "XXXXX/OOOO./...../...../..... O", black, &[0, 1, 2, 3, 4]),
        (5, Freestyle, "OXXXX/XO.../..O../...O./....O X", white, &[0, 6, 12, 18, 24]),
        (5, Freestyle, "....X/...X./O.XO./.XO../X.O.. O", black, &[4, 8, 12, 16, 20]),
        (5, Freestyle, "OOXOX/XOXXO/OXOXO/OXXXO/XXOOX O", Some(Outcome::Draw), &[]),
        (6, Freestyle, "XXXXXX/OOO.OO/....../....../....../...... O", black, &[0, 1, 2, 3, 4, 5]),
        (6, ExactFive, "XXXXXX/OOO.OO/....../....../....../...... O", None, &[]),
        (6, ExactFive, "XXXXX./OOO.O./....../....../....../...... O", black, &[0, 1, 2, 3, 4]),
        // Six in one line and five in another win by the five.
        (6, ExactFive, "XXXXXX/X.OOO./X.OOO./X.OOO./X...../...... O", black, &[0, 6, 12, 18, 24]),
        // Five stones of one column of text, not of one line on the board.
        (6, Freestyle, "....XX/XXX.../OOOO../....../....../...... O", None, &[]),
    ] {
        let game = board(size, rule);
        let position = game.parse_position(text).expect(text);
        assert_eq!(game.result(std::slice::from_ref(&position)), outcome, "{text}");
        assert_eq!(game.winning_points(&position), line, "{text}");
    }
}

#[test]
fn points_are_named_from_the_lower_left_and_the_centre_is_h8() {
    let game = Gomoku::default();
    let start = game.start();
    for (text, row, column) in [("h8", 7, 7), ("a1", 14, 0), ("i15", 0, 8), ("O15", 0, 14)] {
        let mv = game.parse_move(&start, text).expect(text);
        assert_eq!((mv.row(), mv.column()), (row, column), "{text}");
        assert_eq!(game.format_move(&start, mv, 0), text.to_lowercase());
    }
}

#[test]
fn star_points() {
    for (columns, rows, points) in [
        (5, 5, &["c3"][..]),
        (8, 8, &[]),
        (10, 10, &["c8", "h8", "c3", "h3"]),
        (15, 15, &["d12", "l12", "h8", "d4", "l4"]),
        (20, 20, &["d17", "q17", "d4", "q4"]),
        (5, 15, &["c8"]),
        (12, 17, &["c14", "j14", "c4", "j4"]),
    ] {
        let game = rectangle(columns, rows, Rule::Freestyle);
        let layout = game.layout();
        let stars = layout.points.iter().filter(|point| point.terrain == Terrain::Star).map(|point| {
            let (column, row) = (usize::from(point.column), usize::from(point.row));
            format!("{}{}", layout.column_names[column], layout.row_names[row])
        });
        assert_eq!(stars.collect::<Vec<_>>(), points, "{columns} {rows}");
    }
}

#[test]
fn sizes() {
    assert!([0, 4, 21, 255].into_iter().all(|size| Gomoku::new(size, Rule::Freestyle).is_none()));
    assert!((5..=20).all(|size| Gomoku::new(size, Rule::Freestyle).is_some()));
    for (columns, rows, there) in
        [(5, 20, true), (20, 5, true), (4, 15, false), (15, 21, false), (0, 0, false)]
    {
        assert_eq!(Gomoku::rectangular(columns, rows, Rule::Freestyle).is_some(), there, "{columns} {rows}");
    }
    assert_eq!(Gomoku::rectangular(15, 15, Rule::Freestyle), Some(Gomoku::default()));
    assert!(Opening::new(board(15, Rule::Freestyle), Openings::Swap2).is_some());
    assert_eq!(Opening::new(rectangle(15, 14, Rule::Freestyle), Openings::Swap2), None);
}

/// Five stones of White's on every line of a rectangle, in all four directions: each wins, with the last of them put last too.
#[test]
fn every_five_of_a_rectangle_wins() {
    for (columns, rows) in [(5, 20), (20, 5), (12, 17), (6, 5)] {
        for rule in [Rule::Freestyle, Rule::ExactFive, Rule::Renju] {
            let game = rectangle(columns, rows, rule);
            let on_board = |(column, row): (i32, i32)| {
                (0..i32::from(columns)).contains(&column) && (0..i32::from(rows)).contains(&row)
            };
            let starts =
                (0..i32::from(rows)).flat_map(|row| (0..i32::from(columns)).map(move |column| (column, row)));
            let mut fives = 0;
            for (column, row) in starts {
                for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let line: Vec<(i32, i32)> =
                        (0..5).map(|i| (column + i * right, row + i * down)).collect();
                    if !line.iter().copied().all(on_board) {
                        continue;
                    }
                    fives += 1;
                    let mut position = game.turned(&game.start());
                    for (i, &(column, row)) in line.iter().enumerate() {
                        assert_eq!(game.outcome(&position), None);
                        let mv =
                            game.move_at(&position, row as usize, column as usize).expect("an empty point");
                        game.play(&mut position, mv);
                        if i < 4 {
                            position = game.turned(&position);
                        }
                    }
                    assert_eq!(game.outcome(&position), Some(Outcome::Win(Side::Second)), "{line:?}");
                    let mut points: Vec<u16> = line
                        .iter()
                        .map(|&(column, row)| (row * i32::from(columns) + column) as u16)
                        .collect();
                    points.sort_unstable();
                    assert_eq!(game.winning_points(&position), points);
                }
            }
            let (columns, rows) = (i32::from(columns), i32::from(rows));
            let expected = rows * (columns - 4) + columns * (rows - 4) + 2 * (columns - 4) * (rows - 4);
            assert_eq!(fives, expected, "{columns} {rows}");
        }
    }
}

#[test]
fn points_of_a_rectangle_are_named_from_the_lower_left() {
    let game = rectangle(7, 12, Rule::Freestyle);
    let start = game.start();
    for (text, row, column) in [("a1", 11, 0), ("g1", 11, 6), ("a12", 0, 0), ("g12", 0, 6), ("d7", 5, 3)] {
        let mv = game.parse_move(&start, text).expect(text);
        assert_eq!((mv.row(), mv.column()), (row, column), "{text}");
        assert_eq!(game.format_move(&start, mv, 0), text);
    }
    for (text, error) in [
        ("h1", "a move is a point from a1 to g12, not \"h1\""),
        ("a13", "a move is a point from a1 to g12, not \"a13\""),
    ] {
        assert_eq!(game.parse_move(&start, text).expect_err(text).to_string(), error);
    }
    assert_eq!(game.move_at(&start, 12, 0), None);
    assert_eq!(game.move_at(&start, 0, 7), None);
    assert_eq!(game.format_position(&start), [["......."; 12].join("/"), " X".into()].concat());
    let turned = [["............"; 7].join("/"), " X".into()].concat();
    assert!(game.parse_position(&turned).is_err(), "twelve columns and seven rows");
}

#[test]
fn wrong_positions() {
    let game = board(5, Rule::Freestyle);
    for (text, error) in [
        ("", "5 rows of 5 are expected, the text ends early (character 1)"),
        ("...../...../...../...../....", "5 rows of 5 are expected, the text ends early (character 29)"),
        ("....../...../...../...../..... X", "a row has 5 places (character 6)"),
        ("...../...../...../...../...../..... X", "5 rows of 5 are expected (character 30)"),
        ("...../..#../...../...../..... X", "expected X, O or '.', found '#' (character 9)"),
        ("...../...../...../...../..... .", "expected the side to move, X or O, found \".\" (character 31)"),
        ("...../XXXXX/OOOO./O..../..... X", "X has five already and cannot be to move (character 7)"),
    ] {
        assert_eq!(game.parse_position(text).expect_err(text).to_string(), error, "{text}");
    }
}

#[test]
fn wrong_moves() {
    let game = board(9, Rule::Freestyle);
    let position = ".".repeat(40) + "X" + &".".repeat(40) + " O";
    let position = game.parse_position(&position).expect("a position");
    for (text, error) in [
        ("e5", "e5 is taken"),
        ("j1", "a move is a point from a1 to i9, not \"j1\""),
        ("a0", "a move is a point from a1 to i9, not \"a0\""),
        ("a10", "a move is a point from a1 to i9, not \"a10\""),
        ("a01", "a move is a point from a1 to i9, not \"a01\""),
        ("a+1", "a move is a point from a1 to i9, not \"a+1\""),
        ("", "a move is a point from a1 to i9, not \"\""),
        ("棋1", "a move is a point from a1 to i9, not \"棋1\""),
    ] {
        assert_eq!(game.parse_move(&position, text).expect_err(text).to_string(), error);
    }
}

proptest! {
    #[test]
    fn texts_are_positions_or_errors(text in "[XO./ -]{0,60}|(([XO.]{5}/){4}[XO.]{5} [XO])|\\PC{0,80}") {
        let game = board(5, Rule::ExactFive);
        if let Ok(position) = game.parse_position(&text) {
            prop_assert_eq!(game.format_position(&position).replace('/', ""), text.replace('-', ".").replace('/', ""));
        }
        let _ = game.parse_move(&game.start(), &text);
    }

    #[test]
    fn any_game_is_read_back(columns in 5_u8..=20, rows in 5_u8..=20, moves in proptest::collection::vec((0_usize..20, 0_usize..20), 0..200)) {
        let game = rectangle(columns, rows, Rule::Freestyle);
        let mut position = game.start();
        for (row, column) in moves {
            if game.outcome(&position).is_none() && let Some(mv) = game.move_at(&position, row, column) {
                game.play(&mut position, mv);
            }
        }
        let text = game.format_position(&position);
        prop_assert_eq!(game.parse_position(&text), Ok(position));
    }
}
