//! The strong alpha-beta on several threads.

use crate::search;
use std::time::Duration;
use wanqi_eval::chess::{ChessTactics, PieceSquare};
use wanqi_game::{Game, Notation};
use wanqi_games::chess::Chess;
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::othello::Othello;
use wanqi_search::alpha_beta::Options;
use wanqi_search::{Best, Evaluator, Limits, NoEvaluation, NoTactics, Score, Search};

fn threads(threads: usize, options: Options) -> Options {
    Options { threads, table_mb: 1, ..options }
}

/// Without selective pruning the score is the value of the depth, however many look for it.
#[test]
fn the_value_of_a_depth_does_not_depend_on_threads() {
    fn check<G: Game, E: Evaluator<G> + Copy>(game: &G, evaluator: E, depth: u32) {
        let value = |count| {
            let mut best = Best::new(evaluator, NoTactics, threads(count, Options::plain()));
            search(&mut best, game, &game.start(), &Limits::depth(depth)).score
        };
        let alone = value(1);
        for count in [2, 3, 5] {
            assert_eq!(value(count), alone, "{count} threads");
        }
    }
    check(&ConnectFour, NoEvaluation, 8);
    check(&Othello::default(), wanqi_eval::othello::SquaresAndMobility::default(), 5);
    check(&Chess, PieceSquare, 4);
}

#[test]
fn mates_are_found_and_limits_hold() {
    // Mate in two by the queen's sacrifice.
    let smothered = Chess.parse_position("r6k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1").expect("a position");
    let mut best = Best::new(PieceSquare, ChessTactics, threads(3, Options::default()));
    let mate = search(&mut best, &Chess, &smothered, &Limits::depth(12));
    assert!(mate.score.decided().is_some_and(|plies| plies > 0), "{mate:?}");
    for nodes in [0, 1, 2, 3, 10, 1_000, 20_000] {
        let report = search(&mut best, &Chess, &Chess.start(), &Limits::nodes(nodes));
        assert!(report.best.is_some(), "{nodes}");
        assert!(report.counts.nodes() <= nodes + 6, "{nodes}: {:?}", report.counts);
    }
    let stopped = Limits::default();
    stopped.stop.stop();
    assert!(search(&mut best, &Chess, &Chess.start(), &stopped).best.is_some());
}

#[test]
fn a_stop_from_progress_stops_all() {
    let mut best = Best::new(PieceSquare, ChessTactics, threads(4, Options::default()));
    let limits = Limits::default();
    let mut told = 0;
    let report = best.search(&Chess, &[Chess.start()], &limits, &mut |report| {
        assert!(report.counts.nodes() >= told, "work is never undone");
        told = report.counts.nodes();
        if report.depth >= 5 {
            limits.stop.stop();
        }
    });
    assert!(report.depth >= 5 && report.counts.nodes() >= told);
    assert_ne!(report.score, Score::INFINITE);
}

/// No time by the soft limit: one iteration, and any other search still answers.
#[test]
fn a_soft_limit_ends_between_iterations() {
    let limits = Limits { soft: Some(Duration::ZERO), ..Limits::default() };
    for count in [1, 2] {
        let mut best = Best::new(PieceSquare, ChessTactics, threads(count, Options::default()));
        let report = best.search(&Chess, &[Chess.start()], &limits, &mut |_| {});
        assert!((1..=2).contains(&report.depth), "{report:?}");
    }
}
