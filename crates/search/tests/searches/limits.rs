//! However short the limits, a search answers with a legal move.

use crate::text_tree::{TextTree, Written};
use crate::trees::random_tree;
use game::Game;
use games::tic_tac_toe::TicTacToe;
use search::alpha_beta::Options;
use search::{
    Best, Greedy, Limits, Mcts, Minimax, Negamax, NoEvaluation, NoTactics, Random, Report, Search, Textbook,
};
use std::time::Duration;

/// Every search there is, by name, deep enough to be cut short.
fn every_search<G: Game + 'static>() -> Vec<(&'static str, Box<dyn Search<G>>)>
where
    NoEvaluation: search::Evaluator<G>,
{
    vec![
        ("random", Box::new(Random::new(1))),
        ("greedy", Box::new(Greedy::new(NoEvaluation))),
        ("minimax", Box::new(Minimax::new(NoEvaluation, NoTactics, 6))),
        ("negamax", Box::new(Negamax::new(NoEvaluation, NoTactics, 6))),
        ("textbook", Box::new(Textbook::new(NoEvaluation, NoTactics, 6))),
        ("mcts", Box::new(Mcts::new(search::mcts::Options::default()))),
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
