//! Several threads that grow one tree.

use crate::search;
use crate::trees::{random_finite_tree, value};
use std::time::{Duration, Instant};
use wanqi_game::Game;
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::go::{Go, UpTo9};
use wanqi_games::othello::Othello;
use wanqi_search::mcts::{Mcts, Options};
use wanqi_search::{Bound, Limits, Search};

fn threads(threads: usize) -> Options {
    Options { threads, ..Options::default() }
}

#[test]
fn every_playout_is_begun_once_and_nearly_all_are_noted() {
    fn check<G: Game>(game: &G) {
        for count in [2, 3, 8] {
            let report = search(&mut Mcts::new(threads(count)), game, &game.start(), &Limits::nodes(3000));
            let counts = report.counts;
            assert_eq!(counts.playouts + counts.leaves + counts.discarded, 3000, "{count} threads");
            let visits: u64 = report.moves.iter().map(|root| root.visits).sum();
            // Where two threads meet at a node, one visit is lost.
            assert!((2800..=3000).contains(&visits), "{count} threads have noted {visits}");
        }
    }
    check(&Go::<UpTo9>::new(9).expect("a size"));
    check(&Othello::default());
    check(&ConnectFour);
}

#[test]
fn together_they_prove_what_one_proves() {
    for seed in 0..200 {
        let tree = random_finite_tree::<true>(seed, 6);
        let report = search(&mut Mcts::new(threads(3)), &tree, &tree.start(), &Limits::nodes(100_000));
        let sign = |plies: Option<i32>| plies.map_or(0, i32::signum);
        assert_eq!(report.moves[0].bound, Some(Bound::Exact), "tree {seed} is not proven");
        let expected = value(&tree, tree.start(), 7, 0);
        assert_eq!(sign(report.score.decided()), sign(expected.decided()), "tree {seed}");
    }
}

#[test]
fn they_come_together_to_forget() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let mut mcts = Mcts::new(Options { memory_mb: 1, ..threads(3) });
    let report = search(&mut mcts, &go, &go.start(), &Limits::nodes(4000));
    assert!(report.counts.interior > 500, "it goes on growing: {:?}", report.counts);
    assert!(report.hashfull.is_some_and(|thousandths| thousandths <= 1000), "{:?}", report.hashfull);
}

#[test]
fn they_come_back_when_they_are_told() {
    let go = Go::<UpTo9>::new(9).expect("a size");
    let limits = Limits::default();
    let stop = limits.stop.clone();
    let began = Instant::now();
    let mut told = 0;
    let report = Mcts::new(threads(3)).search(&go, &[go.start()], &limits, &mut |_| {
        told += 1;
        stop.stop();
    });
    assert!(report.best.is_some() && told >= 2, "{told} reports");
    assert!(began.elapsed() < Duration::from_secs(60), "they do not run on");
}
