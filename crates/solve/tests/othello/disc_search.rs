//! The strong search keeps its limits, and near the end it says what the solver says.

use crate::{late_positions, solved, solver};
use std::sync::Arc;
use std::time::Duration;
use wanqi_eval::othello::Patterns;
use wanqi_game::{Game, Notation};
use wanqi_games::othello::{Move, Othello, Position};
use wanqi_search::{Bound, Limits, Report, Score, Search};
use wanqi_solve::othello::{Confidence, DiscSearch, Goal, SearchOptions};

fn search() -> DiscSearch {
    with(SearchOptions { table_mb: 1, ..SearchOptions::default() })
}

fn with(options: SearchOptions) -> DiscSearch {
    DiscSearch::new(Patterns::shipped(), options)
}

fn report(search: &mut DiscSearch, position: &Position, limits: &Limits) -> Report<Move> {
    search.search(&Othello::default(), &[*position], limits, &mut |_| {})
}

/// A position of a random game with so many empty squares.
fn position(empty: u32, seed: u64) -> Position {
    late_positions(&Othello::default(), empty, seed)[0]
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    Othello::default().each_move(position, |mv| moves.push(mv));
    moves
}

#[test]
fn endings_are_solved() {
    let game = Othello::default();
    let mut search = search();
    let mut ended = 0;
    for position in (0..40).map(|seed| position(12, seed)) {
        let found = report(&mut search, &position, &Limits::default());
        if game.outcome(&position).is_some() {
            assert_eq!(found.best, None);
            ended += 1;
            continue;
        }
        let expected = solved(&mut solver(), &game, &position, Goal::Exact).lower;
        let text = game.format_position(&position);
        assert_eq!(found.score, Score::heuristic(100 * expected), "{text}");
        assert!(found.proven && found.solved && found.moves[0].bound == Some(Bound::Exact), "{text}");
        let mv = found.best.expect("the game goes on");
        let mut after = position;
        game.play(&mut after, mv);
        if game.outcome(&after).is_none() {
            let of_move = -solved(&mut solver(), &game, &after, Goal::Exact).lower;
            assert_eq!(of_move, expected, "{text}: {}", game.format_move(&position, mv, 0));
        }
    }
    assert!(ended < 10, "{ended}");
}

#[test]
fn threads_find_the_same_leads() {
    let game = Othello::default();
    let mut search = with(SearchOptions { table_mb: 1, threads: 3, ..SearchOptions::default() });
    for position in (50..60).map(|seed| position(15, seed)) {
        if game.outcome(&position).is_some() {
            continue;
        }
        let expected = solved(&mut solver(), &game, &position, Goal::Exact).lower;
        assert_eq!(
            report(&mut search, &position, &Limits::default()).score,
            Score::heuristic(100 * expected)
        );
        let mut threads = solver().with_threads(3).expect("memory").with_patterns(Patterns::shipped());
        assert_eq!(solved(&mut threads, &game, &position, Goal::Exact).lower, expected);
    }
}

#[test]
fn every_line_that_is_asked_for_is_exact() {
    let mut search = search();
    for (empty, limits) in [(40, Limits::depth(5)), (11, Limits::default())] {
        for position in (0..10).map(|seed| position(empty, seed)) {
            let moves = legal(&position);
            if Othello::default().outcome(&position).is_some() || moves.len() < 3 {
                continue;
            }
            search.forget();
            let found = report(&mut search, &position, &Limits { lines: 3, ..limits.clone() });
            assert_eq!(found.moves.len(), moves.len());
            assert!(found.moves[..3].iter().all(|root| root.bound == Some(Bound::Exact)));
            assert!(found.moves[..3].is_sorted_by(|a, b| a.score >= b.score));
            // The second best is what is best without the best.
            let others = (0..moves.len()).filter(|&place| moves[place] != found.moves[0].mv).collect();
            let without = Limits { root_moves: Some(others), ..limits.clone() };
            if empty == 11 {
                search.forget();
                assert_eq!(report(&mut search, &position, &without).score, found.moves[1].score);
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let position = position(44, 1);
    let moves = legal(&position);
    let deep = report(&mut search(), &position, &Limits::depth(7));
    assert_eq!((deep.depth, deep.solved), (7, false));
    let nodes = report(&mut search(), &position, &Limits::nodes(10_000));
    // Asked for at nodes that are not close to the horizon.
    assert!(nodes.counts.nodes() < 10_200, "{}", nodes.counts.nodes());
    for (place, mv) in moves.iter().enumerate() {
        let only = Limits { root_moves: Some(vec![place]), ..Limits::depth(3) };
        assert_eq!(report(&mut search(), &position, &only).best, Some(*mv));
    }
    let none = Limits { root_moves: Some(Vec::new()), ..Limits::depth(3) };
    assert_eq!(report(&mut search(), &position, &none).best, None);
    let stopped = Limits::default();
    stopped.stop.stop();
    assert!(moves.contains(&report(&mut search(), &position, &stopped).best.expect("a legal move")));
    let brief = report(&mut search(), &position, &Limits::time(Duration::from_nanos(1)));
    assert!(moves.contains(&brief.best.expect("a legal move")));
}

#[test]
fn what_is_given_up_is_not_missed_where_nothing_is() {
    // A certain search of some plies is what minimax says.
    let game = Othello::default();
    let patterns = Patterns::shipped();
    let mut certain = with(SearchOptions { confidence: Confidence::CERTAIN, ..SearchOptions::default() });
    for position in (0..12).map(|seed| position(30, seed)) {
        if game.outcome(&position).is_some() {
            continue;
        }
        let found = report(&mut certain, &position, &Limits::depth(4));
        assert_eq!(found.score.value(), minimax(&game, &patterns, &position, 4), "{position:?}");
    }
}

/// The score after so many plies, a pass not being one.
fn minimax(game: &Othello, patterns: &Arc<Patterns>, position: &Position, depth: u32) -> i32 {
    use wanqi_search::{Evaluator, Incremental};
    let side = game.side_to_move(position);
    if game.outcome(position).is_some() {
        let margin = 100 * game.margin(position).expect("discs are counted") as i32;
        return if side.index() == 0 { margin } else { -margin };
    }
    if depth == 0 {
        return patterns.evaluate(game, &mut patterns.state(game, position), position).clamp(-6400, 6400);
    }
    let after = |&mv: &Move| {
        let mut after = *position;
        game.play(&mut after, mv);
        -minimax(game, patterns, &after, if mv == Move::PASS { depth } else { depth - 1 })
    };
    legal(position).iter().map(after).max().expect("a pass at least")
}
