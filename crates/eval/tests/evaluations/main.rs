//! Evaluations: values against slow twins that read the picture of a position, incremental against fresh, and
//! searches on them against each other.

mod chess;
mod connect_four;
mod go;
mod gomoku;
mod invariants;
mod jungle;
mod opening;
mod othello;
mod perspective_network;
mod rulebook;
mod tic_tac_toe;
mod xiangqi;

use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::fmt::Debug;
use wanqi_game::{Depict, Game, Side};
use wanqi_search::alpha_beta::{Best, Options};
use wanqi_search::{Evaluator, Limits, Minimax, Negamax, Search, Tactics, Textbook};

/// The generator of a test.
fn rng(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// The evaluation of a position from scratch.
fn fresh<G: Game, E: Evaluator<G>>(evaluator: &E, game: &G, position: &G::Position) -> i32 {
    evaluator.evaluate(game, &mut evaluator.state(game, position), position)
}

/// What is kept along the line of moves is what a fresh look would find.
fn check_state<G: Game<Position: Debug>, E: Evaluator<G>>(game: &G, evaluator: &E, seed: u64, games: usize) {
    let mut rng = rng(seed);
    for _ in 0..games {
        let mut line = vec![game.start()];
        let mut state = evaluator.state(game, &line[0]);
        while game.result(&line).is_none() {
            let before = line[line.len() - 1].clone();
            let mv = game.random_move(&before, &mut rng).expect("an unfinished game has a move");
            let mut after = before.clone();
            game.play(&mut after, mv);
            evaluator.push(game, &mut state, &before, mv, &after);
            // Not every position is evaluated in a search.
            if line.len() % 5 != 0 {
                let fresh = fresh(evaluator, game, &after);
                assert_eq!(evaluator.evaluate(game, &mut state, &after), fresh, "{before:?} {mv:?}");
            }
            line.push(after);
        }
        for position in line[..line.len() - 1].iter().rev() {
            evaluator.pop(game, &mut state);
            let fresh = fresh(evaluator, game, position);
            assert_eq!(evaluator.evaluate(game, &mut state, position), fresh, "{position:?}");
        }
    }
}

/// The positions of `games` random games, each as the line that led to it, finished ones left out.
fn each_random_line<G: Game>(game: &G, seed: u64, games: usize, mut visit: impl FnMut(&[G::Position])) {
    let mut rng = rng(seed);
    for _ in 0..games {
        let mut line = vec![game.start()];
        while game.result(&line).is_none() {
            visit(&line);
            let mut position = line[line.len() - 1].clone();
            let mv = game.random_move(&position, &mut rng).expect("an unfinished game has a move");
            game.play(&mut position, mv);
            line.push(position);
        }
    }
}

/// Who has a piece where, as a picture shows it: `grid[row][column]`.
fn grid<G: Depict>(game: &G, position: &G::Position) -> Vec<Vec<Option<Side>>> {
    let layout = game.layout();
    let mut grid = vec![vec![None; layout.columns.into()]; layout.rows.into()];
    for piece in game.scene(position).pieces {
        let point = layout.points[usize::from(piece.point)];
        grid[usize::from(point.row)][usize::from(point.column)] = Some(piece.side);
    }
    grid
}

/// All lines of `length` points on a board, in four directions.
fn windows(grid: &[Vec<Option<Side>>], length: i32) -> Vec<Vec<Option<Side>>> {
    let (rows, columns) = (grid.len() as i32, grid[0].len() as i32);
    let mut windows = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
            let points = (0..length).map(|i| (row + i * down, column + i * right));
            if points.clone().all(|(row, column)| (0..rows).contains(&row) && (0..columns).contains(&column))
            {
                windows.push(points.map(|(row, column)| grid[row as usize][column as usize]).collect());
            }
        }
    }
    windows
}

/// The sum over all lines of `length` that `side` can still complete, by its marks in them.
fn value_of_windows(grid: &[Vec<Option<Side>>], length: i32, value: &[i32], side: Side) -> i32 {
    let marks =
        |window: &Vec<Option<Side>>, of: Side| window.iter().filter(|&&mark| mark == Some(of)).count();
    let windows = windows(grid, length);
    let open = windows.iter().filter(|window| marks(window, side.opponent()) == 0);
    open.map(|window| value[marks(window, side)]).sum()
}

/// Checks that minimax, negamax, alpha-beta with and without ordering and best without selective pruning find the
/// same score.
fn check_ladder<G, E, T>(game: &G, line: &[G::Position], evaluator: E, tactics: T, depth: u32)
where
    G: Game,
    E: Evaluator<G> + Clone,
    T: Tactics<G, E> + Clone,
{
    let (e, t) = (|| evaluator.clone(), || tactics.clone());
    let searches: [&mut dyn Search<G>; 5] = [
        &mut Minimax::new(e(), t(), depth),
        &mut Negamax::new(e(), t(), depth),
        &mut Textbook::new(e(), t(), depth).with_ordering(false),
        &mut Textbook::new(e(), t(), depth),
        &mut Best::new(e(), t(), Options { depth, table_mb: 1, ..Options::plain() }),
    ];
    let scores = searches.map(|search| search.search(game, line, &Limits::default(), &mut |_| {}).score);
    assert!(scores.iter().all(|&score| score == scores[0]), "{scores:?}");
}

/// Checks that the candidates are the legal moves, in whatever order.
fn check_order<G, E, T>(game: &G, position: &G::Position, evaluator: &E, tactics: &T)
where
    G: Game,
    E: Evaluator<G>,
    T: Tactics<G, E>,
{
    let (mut legal, mut candidates) = (Vec::new(), Vec::new());
    game.each_move(position, |mv| legal.push(mv));
    tactics.each_candidate(game, &mut evaluator.state(game, position), position, |mv| candidates.push(mv));
    assert_eq!(candidates.len(), legal.len());
    assert!(legal.iter().all(|mv| candidates.contains(mv)), "{candidates:?}");
}
