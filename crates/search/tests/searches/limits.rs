//! However short the limits, a search answers with a legal move.

use crate::text_tree::{TextTree, Written};
use crate::trees::random_tree;
use std::time::Duration;
use wanqi_game::Game;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::alpha_beta::Options;
use wanqi_search::record::Recorded;
use wanqi_search::{
    Best, Greedy, Limits, Mcts, Minimax, Negamax, NoEvaluation, NoTactics, Random, Report, Search, Textbook,
};

/// Every search there is, by name, deep enough to be cut short.
fn every_search<G: Game + 'static>() -> Vec<(&'static str, Box<dyn Search<G>>)>
where
    NoEvaluation: wanqi_search::Evaluator<G>,
{
    vec![
        ("random", Box::new(Random::new(1))),
        ("greedy", Box::new(Greedy::new(NoEvaluation))),
        ("minimax", Box::new(Minimax::new(NoEvaluation, NoTactics, 6))),
        ("negamax", Box::new(Negamax::new(NoEvaluation, NoTactics, 6))),
        ("textbook", Box::new(Textbook::new(NoEvaluation, NoTactics, 6))),
        ("mcts", Box::new(Mcts::new(wanqi_search::mcts::Options::default()))),
        ("best", Box::new(Best::new(NoEvaluation, NoTactics, Options { table_mb: 1, ..Options::default() }))),
    ]
}

fn stopped() -> Limits {
    let limits = Limits::default();
    limits.stop.stop();
    limits
}

#[test]
fn a_legal_move_whatever_the_limits() {
    let start = TicTacToe.start();
    let mut legal = Vec::new();
    TicTacToe.each_move(&start, |mv| legal.push(mv));
    let table = [
        ("stopped", stopped()),
        ("no node", Limits::nodes(0)),
        ("one node", Limits::nodes(1)),
        ("ten nodes", Limits::nodes(10)),
        ("no time", Limits::time(Duration::ZERO)),
        ("no soft time", Limits { soft: Some(Duration::ZERO), ..Limits::default() }),
        ("no depth", Limits { depth: Some(0), nodes: Some(1000), ..Limits::default() }),
    ];
    for (limit, limits) in table {
        for (name, mut search) in every_search() {
            let report = crate::search(&mut BoxedSearch(&mut *search), &TicTacToe, &start, &limits);
            let best = report.best.unwrap_or_else(|| panic!("{name} gives no move, {limit}"));
            assert!(legal.contains(&best), "{name}, {limit}");
            assert_eq!(report.line.first(), Some(&best), "{name}, {limit}");
            if let Some(nodes) = limits.nodes {
                // The root is searched in any case, and scored where nothing else is.
                assert!(report.counts.nodes() <= nodes + 2, "{name}, {limit}: {:?}", report.counts);
            }
        }
    }
}

/// A boxed search as a search.
struct BoxedSearch<'a, G: Game>(&'a mut dyn Search<G>);

impl<G: Game> Search<G> for BoxedSearch<'_, G> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.0.search(game, line, limits, progress)
    }

    fn record(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        most: usize,
    ) -> Option<Recorded<G::Move>> {
        self.0.record(game, line, limits, most)
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn hash_table(&mut self) -> Option<&mut dyn wanqi_search::HashTable> {
        self.0.hash_table()
    }
}

#[test]
fn no_move_where_the_game_is_over() {
    for text in ["W", "l", "d"] {
        let tree = TextTree::<true>::new(text);
        for (name, mut search) in every_search() {
            let report =
                crate::search(&mut BoxedSearch(&mut *search), &tree, &tree.start(), &Limits::depth(3));
            assert_eq!(report.best, None, "{name} on {text}");
            assert!(report.line.is_empty(), "{name} on {text}");
        }
    }
}

#[test]
fn the_same_twice() {
    for seed in 0..50 {
        let tree = random_tree::<true>(seed, 6);
        for nodes in [5, 50, 500] {
            let run = || -> Vec<_> {
                let limits = Limits { depth: Some(6), nodes: Some(nodes), ..Limits::default() };
                let answer = |search: &mut dyn Search<TextTree>| {
                    let report = crate::search(&mut BoxedSearch(search), &tree, &tree.start(), &limits);
                    (report.best, report.score, report.line, report.counts, report.moves)
                };
                let mut answers: Vec<_> =
                    every_search().into_iter().map(|(_, mut search)| answer(&mut *search)).collect();
                answers.push(answer(&mut Minimax::new(Written, NoTactics, 4)));
                answers
            };
            assert_eq!(run(), run(), "tree {seed}, {nodes} nodes");
        }
    }
}

#[test]
fn only_the_moves_that_are_allowed() {
    let start = TicTacToe.start();
    let legal = wanqi_search::legal_moves(&TicTacToe, &[start]);
    for (name, mut search) in every_search() {
        let mut ask = |root_moves: Option<Vec<usize>>| {
            let limits = Limits { nodes: Some(2000), root_moves, ..Limits::default() };
            crate::search(&mut BoxedSearch(&mut *search), &TicTacToe, &start, &limits)
        };
        for (place, &mv) in legal.iter().enumerate() {
            assert_eq!(ask(Some(vec![place])).best, Some(mv), "{name}");
        }
        let two = ask(Some(vec![7, 3]));
        assert!([legal[7], legal[3]].contains(&two.best.expect("a move")), "{name}");
        assert!(two.moves.iter().all(|root| [legal[7], legal[3]].contains(&root.mv)), "{name}");
        assert_eq!(ask(Some(Vec::new())).best, None, "{name}");
        assert_eq!(ask(Some(vec![9, 1000])).best, None, "{name}: places that are no moves");
        let all = ask(None).moves.len();
        assert!(["random", "minimax", "negamax", "textbook"].contains(&name) || all == 9, "{name}: {all}");
    }
}

/// What a search learns where moves were left out, it does not take for the position's worth later.
#[test]
fn what_is_left_out_is_looked_at_again() {
    // The first mover wins by the second move alone.
    let tree = TextTree::<true>::new("((wl)(W)(dl))");
    let whole = |search: &mut dyn Search<TextTree>, limits: &Limits| {
        crate::search(&mut BoxedSearch(search), &tree, &tree.start(), limits)
    };
    for (name, mut search) in every_search::<TextTree>().into_iter().skip(2) {
        let without = Limits { root_moves: Some(vec![0, 2]), ..Limits::nodes(500) };
        let bad = whole(&mut *search, &without);
        let all = whole(&mut *search, &Limits::nodes(500));
        let legal = wanqi_search::legal_moves(&tree, &[tree.start()]);
        assert_ne!(bad.best, Some(legal[1]), "{name}");
        assert_eq!(all.best, Some(legal[1]), "{name}");
        assert!(all.score > bad.score, "{name}: {:?} {:?}", all.score, bad.score);
    }
}
