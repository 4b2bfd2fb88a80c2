use crate::{RULES, game, random_line, rectangle};
use wanqi_eval::gomoku::{Class, Lines, Pattern, PatternBoard, ThreatTactics};
use wanqi_game::{Game, Side, random};
use wanqi_games::gomoku::{Gomoku, Move, Position, Rule};
use wanqi_search::tactics::{Candidates, Pruning};
use wanqi_search::{Evaluator, Incremental, Linear, linear};

/// All that can be asked of a board: the patterns of each empty point, the points of each class, the worth.
type BoardFacts = (Vec<[[Pattern; 4]; 2]>, Vec<Vec<usize>>, [[i32; 2]; 2]);

fn told(board: &PatternBoard) -> BoardFacts {
    let patterns = |point| Side::BOTH.map(|side| std::array::from_fn(|d| board.pattern(side, point, d)));
    let sets = Side::BOTH.into_iter().flat_map(|side| Class::ALL.map(|class| (side, class)));
    (
        board.empty_points().map(patterns).collect(),
        sets.map(|(side, class)| board.points(side, class).iter().collect()).collect(),
        Side::BOTH.map(|side| [true, false].map(|to_move| board.value(side, to_move))),
    )
}

#[test]
fn a_board_followed_is_a_fresh_board() {
    const BOARDS: [(u8, u8); 8] = [(5, 5), (9, 9), (15, 15), (20, 20), (5, 20), (20, 5), (12, 17), (9, 6)];
    for (seed, (rule, (columns, rows))) in
        RULES.into_iter().flat_map(|rule| BOARDS.map(|board| (rule, board))).enumerate()
    {
        let game = rectangle(columns, rows, rule);
        let (columns, points) = (game.columns(), game.columns() * game.rows());
        let line = random_line(&game, seed as u64, 60);
        let evaluator = Lines::default();
        let mut board = evaluator.state(&game, &line[0]);
        let start = told(&board);
        for (i, pair) in line.windows(2).enumerate() {
            let [before, after] = pair else { panic!("two positions") };
            let side = game.side_to_move(before);
            let point = |p: &Position| {
                (0..points).find(|at| {
                    let (row, column) = (at / columns, at % columns);
                    before.at(row, column).is_none() && p.at(row, column).is_some()
                })
            };
            let point = point(after).expect("a stone more");
            // Another stone first, taken back again.
            let other = (point + 1 + random::word(7, i as u64) as usize) % points;
            if board.is_empty(other) {
                board.put(side, other);
                board.take_back();
            }
            board.put(side, point);
            assert_eq!(
                told(&board),
                told(&evaluator.state(&game, after)),
                "{rule:?} {columns} {rows} ply {i}"
            );
        }
        for _ in 1..line.len() {
            board.take_back();
        }
        assert_eq!(told(&board), start, "{rule:?} {columns} {rows}");
    }
}

#[test]
fn classes_hold_every_empty_point_once() {
    let game = game(15, Rule::Freestyle);
    let line = random_line(&game, 3, 40);
    let board = Lines::default().state(&game, &line[line.len() - 1]);
    for side in Side::BOTH {
        let count: usize = Class::ALL.into_iter().map(|class| board.points(side, class).len()).sum();
        assert_eq!(count, line[line.len() - 1].empty());
        for class in Class::ALL {
            assert!(board.points(side, class).iter().all(|point| board.class(side, point) == class));
            assert!(board.points(side, class).iter().all(|point| board.points(side, class).contains(point)));
        }
    }
}

fn candidates(game: &Gomoku, position: &Position, candidates: usize) -> Vec<Move> {
    let mut found = Vec::new();
    let mut board = Lines::default().state(game, position);
    let tactics = ThreatTactics { candidates };
    Candidates::<Gomoku, Lines>::each_candidate(&tactics, game, &mut board, position, |mv| found.push(mv));
    found
}

#[test]
fn the_evaluation_is_linear() {
    let lines = Lines::default();
    assert_eq!(lines.with_weights(&lines.weights()), lines);
    assert_eq!(lines.groups().iter().map(|group| group.length).sum::<usize>(), lines.weights().len());
    let mut numbers: Vec<i32> = (1..=lines.weights().len() as i32).collect();
    // Where nothing can be made is no feature.
    let shapes = lines.groups()[0].length;
    [0, shapes].into_iter().for_each(|dead| numbers[dead] = 0);
    let numbered = lines.with_weights(&numbers);
    assert_eq!(numbered.weights(), numbers);
    for (seed, rule) in RULES.into_iter().enumerate() {
        let game = game(9, rule);
        for lines in [&lines, &numbered] {
            for position in random_line(&game, seed as u64, 30) {
                let value = lines.evaluate(&game, &mut lines.state(&game, &position), &position);
                let sum = linear::value(lines, &game, &position);
                assert!((f64::from(value) - sum).abs() < 1.0, "{position:?}: {value}, by features {sum}");
            }
        }
    }
}

#[test]
fn a_pass_turns_the_side_and_nothing_else() {
    for (seed, rule) in RULES.into_iter().enumerate() {
        let game = game(9, rule);
        for position in random_line(&game, seed as u64, 20) {
            let tactics = ThreatTactics::default();
            let passed = Pruning::<Gomoku>::pass(&tactics, &game, &position).expect("nobody has passed");
            assert_eq!(game.side_to_move(&passed), game.side_to_move(&position).opponent());
            assert_ne!(game.key(&passed), game.key(&position));
            assert_eq!(game.passed(&passed), Some(position));
        }
    }
}

/// Whether a side that is to move makes five at once.
fn can_five(game: &Gomoku, position: &Position) -> bool {
    let mut can = false;
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        can |= matches!(game.outcome(&next), Some(wanqi_game::Outcome::Win(_)));
    });
    can
}

#[test]
fn candidates_are_legal_and_urgent_ones_do_not_lose_at_once() {
    let boards = [(15, 15), (7, 12), (20, 5)];
    for (seed, rule) in (0..9).flat_map(|seed| RULES.map(|rule| (seed, rule))) {
        let (columns, rows) = boards[seed as usize % boards.len()];
        let game = rectangle(columns, rows, rule);
        for position in random_line(&game, seed, 30) {
            if game.outcome(&position).is_some() {
                continue;
            }
            let found = candidates(&game, &position, 20);
            assert!((1..=40).contains(&found.len()));
            assert!(found.iter().all(|mv| game.move_at(&position, mv.row(), mv.column()) == Some(*mv)));
            assert!(found.iter().enumerate().all(|(i, mv)| !found[..i].contains(mv)), "each once");
            if !can_five(&game, &position) {
                continue;
            }
            let mut next = position.clone();
            game.play(&mut next, found[0]);
            assert!(game.outcome(&next).is_some(), "who can make five does");
        }
    }
}
