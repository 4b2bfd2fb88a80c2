//! Endings of Othello against a search that knows the rules alone, and against scores that others have found.

mod disc_search;

use rand_pcg::Pcg32;
use wanqi_game::{Game, Notation, Side};
use wanqi_games::othello::{Move, Othello, Position, Size};
use wanqi_search::Limits;
use wanqi_solve::othello::{Goal, Solution, Solver};

const SIZES: [Size; 3] = [Size::Four, Size::Six, Size::Eight];

/// Positions of random games with at most so many empty squares, finished ones too.
fn late_positions(game: &Othello, empty: u32, seed: u64) -> Vec<Position> {
    let mut rng = Pcg32::new(seed, 1);
    let mut position = game.start();
    let mut late = Vec::new();
    loop {
        let discs: u64 = Side::BOTH.into_iter().map(|side| position.discs(side)).sum();
        if (game.board() & !discs).count_ones() <= empty {
            late.push(position);
        }
        if game.outcome(&position).is_some() {
            return late;
        }
        let mv = game.random_move(&position, &mut rng).expect("the game goes on");
        game.play(&mut position, mv);
    }
}

/// The lead of the side to move, by the rules.
fn negamax(game: &Othello, position: &Position) -> i32 {
    if game.outcome(position).is_some() {
        let margin = game.margin(position).expect("discs are counted") as i32;
        return if game.side_to_move(position) == Side::First { margin } else { -margin };
    }
    let mut best = i32::MIN;
    game.each_move(position, |mv| best = best.max(-after(game, position, mv)));
    best
}

fn after(game: &Othello, position: &Position, mv: Move) -> i32 {
    let mut after = *position;
    game.play(&mut after, mv);
    negamax(game, &after)
}

fn solver() -> Solver {
    Solver::new(1).expect("a megabyte")
}

fn solved(solver: &mut Solver, game: &Othello, position: &Position, goal: Goal) -> Solution {
    let solution = solver.solve(game, position, goal, &Limits::default(), &mut |_| {});
    assert!(solution.is_solved);
    solution
}

/// Where a line ends, if it is one of legal moves.
fn end(game: &Othello, position: &Position, line: &[Move]) -> Position {
    let mut position = *position;
    for &mv in line {
        let mut legal = Vec::new();
        game.each_move(&position, |mv| legal.push(mv));
        assert!(game.outcome(&position).is_none() && legal.contains(&mv));
        game.play(&mut position, mv);
    }
    position
}

#[test]
fn the_rules_alone_agree() {
    let (mut passes, mut double_passes) = (0, 0);
    for size in SIZES {
        let game = Othello::new(size);
        let mut solver = solver();
        for position in (0..60).flat_map(|seed| late_positions(&game, 8, seed)) {
            let text = game.format_position(&position);
            let expected = negamax(&game, &position);
            let exact = solved(&mut solver, &game, &position, Goal::Exact);
            assert_eq!((exact.lower, exact.upper), (expected, expected), "{text}");
            let last = end(&game, &position, &exact.line);
            let same_side = game.side_to_move(&last) == game.side_to_move(&position);
            let lead = negamax(&game, &last);
            assert!(game.outcome(&last).is_some(), "the line goes to the end: {text}");
            assert_eq!(if same_side { lead } else { -lead }, expected, "{text}");
            let outcome = solved(&mut solver, &game, &position, Goal::Outcome);
            let sign = outcome.lower.signum() + outcome.upper.signum();
            assert_eq!(sign.signum(), expected.signum(), "{text}: {outcome:?}");
            passes += usize::from(exact.line.contains(&Move::PASS));
            double_passes += usize::from(exact.line.is_empty() && expected.abs() < 1000);
        }
    }
    assert!(passes > 30 && double_passes > 30, "{passes} {double_passes}");
}

#[test]
fn every_move_has_its_score() {
    for size in [Size::Six, Size::Eight] {
        let game = Othello::new(size);
        for position in (100..130).filter_map(|seed| late_positions(&game, 7, seed).first().copied()) {
            let solution = solver().solve_all(&game, &position, Goal::Exact, &Limits::default(), &mut |_| {});
            let scores: Vec<_> = solution.moves.iter().map(|one| one.score).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b));
            let mut count = 0;
            if game.outcome(&position).is_none() {
                game.each_move(&position, |_| count += 1);
            }
            assert_eq!(scores.len(), count);
            for one in &solution.moves {
                assert_eq!(one.score, -after(&game, &position, one.mv));
                assert_eq!(one.line.first(), Some(&one.mv));
                assert!(game.outcome(&end(&game, &position, &one.line)).is_some());
            }
        }
    }
}

/// From the test positions of the French federation (FFO), by their numbers: the best score.
const FFO: [(u32, &str, i32); 7] = [
    (12, "--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O", -8),
    (20, "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X", 6),
    (21, "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O", 0),
    (22, "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O", 2),
    (23, "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X", 4),
    (39, "O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O", 64),
    (24, "--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O", 0),
];

#[test]
fn known_scores_are_found() {
    let game = Othello::default();
    for (number, text, expected) in FFO {
        let position = game.parse_position(text).expect("a position");
        let solution = solved(&mut solver(), &game, &position, Goal::Exact);
        assert_eq!((solution.lower, solution.upper), (expected, expected), "FFO {number}");
    }
}

#[test]
fn the_smallest_board_is_white_by_10() {
    let game = Othello::new(Size::Four);
    let solution = solved(&mut solver(), &game, &game.start(), Goal::Exact);
    // 11 to 3, and two squares that nobody can place on.
    assert_eq!(solution.lower, -10);
}

#[test]
fn limits_end_it_and_what_is_known_holds() {
    let game = Othello::default();
    let position = game.parse_position(FFO[4].1).expect("a position");
    let mut unsolved = 0;
    for nodes in [1, 100, 10_000, 100_000, 1_000_000, 10_000_000] {
        let solve = || {
            let limits = Limits::nodes(nodes);
            solver().solve(&game, &position, Goal::Exact, &limits, &mut |_| {})
        };
        let solution = solve();
        assert!(solution.lower <= 4 && 4 <= solution.upper, "{nodes}: {solution:?}");
        assert_eq!(solution.is_solved, solution.lower == solution.upper);
        unsolved += usize::from(!solution.is_solved);
        assert_eq!(solution, solve(), "the same twice");
    }
    assert!((1..6).contains(&unsolved));
    let limits = Limits::default();
    limits.stop.stop();
    let stopped = solver().solve_all(&game, &position, Goal::Outcome, &limits, &mut |_| {});
    assert!(!stopped.is_solved && stopped.moves.is_empty());
}

#[test]
fn too_much_memory_is_refused() {
    for table_mb in [usize::MAX, Solver::MAX_TABLE_MB + 1] {
        let error = Solver::new(table_mb).err().expect("there is not as much");
        assert_eq!(error.to_string(), format!("there are no {table_mb} MB of memory for the table"));
    }
}
