use crate::{check_ladder, each_random_line, fresh, grid, rng};
use wanqi_eval::gomoku::{GomokuTactics, Patterns};
use wanqi_game::{Game, Notation, Side};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::tactics::Candidates;
use wanqi_search::{Evaluator, Incremental, Limits, Search, Textbook};

fn board(size: u8, rule: Rule) -> Gomoku {
    Gomoku::new(size, rule).expect("a size from 5 to 20")
}

/// All lines of a board as text, seen by a side: `o` its stones, `#` what it can never have, the edges included.
fn lines_of(game: &Gomoku, position: &Position, side: Side) -> Vec<String> {
    let grid = grid(game, position);
    let (rows, columns) = (game.rows() as i32, game.columns() as i32);
    let size = rows.max(columns);
    let at = |row: i32, column: i32| {
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        match inside.then(|| grid[row as usize][column as usize]) {
            Some(None) => '.',
            Some(Some(stone)) if stone == side => 'o',
            _ => '#',
        }
    };
    let mut lines = Vec::new();
    for i in -size..2 * size {
        lines.push((-1..=size).map(|j| at(i, j)).collect());
        lines.push((-1..=size).map(|j| at(j, i)).collect());
        lines.push((-1..=size).map(|j| at(j, i + j)).collect());
        lines.push((-1..=size).map(|j| at(j, i - j)).collect());
    }
    lines
}

/// The worth of all runs, found with string functions.
fn naive_value(game: &Gomoku, position: &Position, side: Side) -> i32 {
    let mut value = 0;
    for line in lines_of(game, position, side) {
        for room in line.split('#') {
            let runs = room.split('.').scan(0, |at, run| {
                let start = *at;
                *at += run.len() + 1;
                Some((start, run.len()))
            });
            for (start, length) in runs.filter(|&(_, length)| length > 0) {
                let blocked = usize::from(start == 0) + usize::from(start + length == room.len());
                value += match length {
                    5 => 100_000,
                    6.. if game.rule() == Rule::Freestyle => 100_000,
                    6.. => 0,
                    _ if room.len() < 5 => 0,
                    _ => [0, 10, 100, 1000, 10_000][length.saturating_sub(blocked)],
                };
            }
        }
    }
    value
}

fn candidates(game: &Gomoku, position: &Position, tactics: GomokuTactics) -> Vec<Move> {
    let mut found = Vec::new();
    tactics.each_candidate(game, &mut Patterns.state(game, position), position, |mv| found.push(mv));
    found
}

#[test]
fn runs_count_by_length_and_blocked_ends() {
    for (row, expected) in [
        ("......X........", 10),
        (".....XX........", 100),
        (".....XXX.......", 1000),
        (".....XXXX......", 10_000),
        // One end blocked by a stone, or by the edge.
        (".....XXO.......", 10),
        (".....XXXO......", 100),
        ("....OXXXX......", 1000),
        ("...........XXXX", 1000),
        ("............XXX", 100),
        // Both ends: no room for five.
        ("....OXXXXO.....", 0),
        ("...O.XXXO......", 0),
        // Room for just five.
        ("...O.XXX.O.....", 1000),
        // Two runs.
        (".....XX.XX.....", 200),
    ] {
        let game = Gomoku::default();
        let (black, white) = (row.matches('X').count(), row.matches('O').count());
        // The rest of White's stones stand far from Black's.
        let far: String =
            (0..15).map(|i| if i % 2 == 0 && i / 2 < black - white { 'O' } else { '.' }).collect();
        let empty = ["..............."; 6].join("/");
        let text = format!("{far}/{empty}/{row}/{empty}/............... X");
        let position = game.parse_position(&text).expect(&text);
        // Each stone is a run of one in three more directions; on the edge, in the column only.
        let singles = 30 * black as i32 - if row.ends_with('X') { 20 } else { 0 };
        let value = Patterns.state(&game, &position).value(Side::First);
        assert_eq!(value, expected + singles, "{text}");
    }
}

#[test]
fn incremental_is_fresh_is_naive() {
    for (columns, rows, rule, games) in [
        (5, 5, Rule::Freestyle, 40),
        (7, 7, Rule::ExactFive, 30),
        (9, 9, Rule::Freestyle, 20),
        (15, 15, Rule::ExactFive, 4),
        (20, 20, Rule::Freestyle, 2),
        (5, 20, Rule::ExactFive, 4),
        (12, 7, Rule::Freestyle, 8),
    ] {
        let game = Gomoku::rectangular(columns, rows, rule).expect("sizes from 5 to 20");
        let mut rng = rng(u64::from(columns));
        for _ in 0..games {
            let mut line = vec![game.start()];
            let mut state = Patterns.state(&game, &line[0]);
            let mut values = Vec::new();
            while game.result(&line).is_none() {
                let before = line[line.len() - 1].clone();
                values.push(Patterns.evaluate(&game, &mut state, &before));
                assert_eq!(values[values.len() - 1], fresh(&Patterns, &game, &before));
                let side = game.side_to_move(&before);
                let naive = naive_value(&game, &before, side) - naive_value(&game, &before, side.opponent());
                assert_eq!(values[values.len() - 1], naive, "{}", game.format_position(&before));
                let mut after = before.clone();
                let mv = game.random_move(&before, &mut rng).expect("a move");
                game.play(&mut after, mv);
                Patterns.push(&game, &mut state, &before, mv, &after);
                line.push(after);
            }
            while line.len() > 1 {
                line.pop();
                Patterns.pop(&game, &mut state);
                let position = &line[line.len() - 1];
                assert_eq!(values.pop(), Some(Patterns.evaluate(&game, &mut state, position)));
            }
            assert_eq!(state, Patterns.state(&game, &line[0]));
        }
    }
}

#[test]
fn a_point_is_worth_the_runs_that_a_stone_there_joins() {
    let game = board(9, Rule::Freestyle);
    each_random_line(&game, 3, 10, |line| {
        let position = &line[line.len() - 1];
        let board = Patterns.state(&game, position);
        for mv in candidates(&game, position, GomokuTactics { candidates: 0 }) {
            for side in Side::BOTH {
                // A stone joins, at each end, what was a run of its own before.
                let mut text = game.format_position(position).into_bytes();
                text[mv.row() * 10 + mv.column()] = if side == Side::First { b'X' } else { b'O' };
                let with = lines_through(&text, mv, side);
                assert_eq!(board.value_with(side, mv.row(), mv.column()), with, "{mv:?} {side:?}");
            }
        }
    });
}

/// The worth of the runs through a point in a 9×9 board's text, walked stone by stone.
fn lines_through(text: &[u8], mv: Move, side: Side) -> i32 {
    let own = if side == Side::First { b'X' } else { b'O' };
    let at = |row: i32, column: i32| {
        let inside = (0..9).contains(&row) && (0..9).contains(&column);
        if inside { text[(row * 10 + column) as usize] } else { b'#' }
    };
    let mut value = 0;
    for (down, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
        let (mut length, mut blocked, mut room) = (1, 0, 1);
        for sign in [1, -1] {
            let see = |i: i32| at(mv.row() as i32 + sign * i * down, mv.column() as i32 + sign * i * right);
            let run = (1..).take_while(|&i| see(i) == own).count();
            length += run;
            blocked += usize::from(see(run as i32 + 1) != b'.');
            room += (1..).take_while(|&i| see(i) == own || see(i) == b'.').count();
        }
        value += match length {
            5.. => 100_000,
            _ if room < 5 => 0,
            _ => [0, 10, 100, 1000, 10_000][length.saturating_sub(blocked)],
        };
    }
    value
}

#[test]
fn candidates_are_few_and_near_and_the_best_come_first() {
    let game = Gomoku::default();
    assert_eq!(
        candidates(&game, &game.start(), GomokuTactics::default()),
        [game.parse_move(&game.start(), "h8").expect("the centre")]
    );
    each_random_line(&game, 5, 5, |line| {
        let position = &line[line.len() - 1];
        if line.len() == 1 {
            return;
        }
        let found = candidates(&game, position, GomokuTactics::default());
        assert!((1..=20).contains(&found.len()));
        let board = Patterns.state(&game, position);
        let higher = |mv: &Move| {
            Side::BOTH.map(|side| board.value_with(side, mv.row(), mv.column())).into_iter().max()
        };
        assert!(found.is_sorted_by(|a, b| higher(a) >= higher(b)));
        let near = |mv: &Move| {
            (mv.row().saturating_sub(2)..=(mv.row() + 2).min(14)).any(|row| {
                (mv.column().saturating_sub(2)..=(mv.column() + 2).min(14))
                    .any(|column| position.at(row, column).is_some())
            })
        };
        assert!(found.iter().all(near));
        let mut left_out = candidates(&game, position, GomokuTactics { candidates: 0 });
        assert_eq!(left_out.len(), position.empty());
        left_out.retain(|mv| near(mv) && !found.contains(mv));
        assert!(found.len() == 20 || left_out.is_empty());
        assert!(left_out.iter().all(|mv| higher(mv) <= higher(&found[found.len() - 1])));
    });
}

#[test]
fn shallow_searches_win_and_defend() {
    let game = Gomoku::default();
    for (moves, depth, best) in [
        // Four in a row: five wins, and a blocked four must be blocked at its other end.
        ("h8 a1 h9 a3 h10 a5 h11 a7", 1, &["h7", "h12"][..]),
        ("h8 h7 h9 a3 h10 a5 h11", 2, &["h12"]),
        // An open three becomes an open four, which cannot be stopped.
        ("h8 a1 h9 a3 h10 a5", 3, &["h7", "h11"]),
    ] {
        let mut line = vec![game.start()];
        for text in moves.split(' ') {
            let mut position = line[line.len() - 1].clone();
            let mv = game.parse_move(&position, text).expect(text);
            game.play(&mut position, mv);
            line.push(position);
        }
        let mut search = Textbook::new(Patterns, GomokuTactics::default(), depth);
        let report = search.search(&game, &line, &Limits::default(), &mut |_| {});
        let text = game.format_move(&line[line.len() - 1], report.best.expect("a move"), 0);
        assert!(best.contains(&text.as_str()), "{moves}: {text}");
    }
}

#[test]
fn searches_agree_on_the_same_candidates() {
    for (rule, candidates) in [(Rule::Freestyle, 8), (Rule::ExactFive, 12), (Rule::Freestyle, 0)] {
        let game = board(7, rule);
        let tactics = GomokuTactics { candidates };
        each_random_line(&game, 4, 2, |line| {
            if line.len() % 4 == 0 {
                check_ladder(&game, line, Patterns, tactics, 3);
            }
        });
    }
}
