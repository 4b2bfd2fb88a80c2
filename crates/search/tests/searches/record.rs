//! Searches written down: what is in the record is what the search has done.

use crate::search;
use crate::text_tree::{TextTree, Written};
use crate::trees::{random_finite_tree, random_tree};
use wanqi_game::{Game, Side};
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::mcts::{Mcts, Options, Simulations};
use wanqi_search::record::{Leaf, NodeFate, Record, RecordedNode, Recorder};
use wanqi_search::{
    Bound, Limits, Minimax, Negamax, NoEvaluation, NoTactics, Random, Report, Score, Search, Textbook, Window,
};

fn written<G: Game>(
    search: &mut dyn Search<G>,
    game: &G,
    position: &G::Position,
    most: usize,
) -> (Report<G::Move>, Recorder<G::Move>) {
    match search.record(game, std::slice::from_ref(position), &Limits::default(), most) {
        Some((report, Record::Tree(recorder))) => (report, recorder),
        _ => panic!("a tree"),
    }
}

/// The score as the side to move at the parent sees it.
fn for_parent<M>(parent: &RecordedNode<M>, child: &RecordedNode<M>) -> Option<Score> {
    child.score.map(|score| if parent.side == child.side { score } else { -score })
}

/// Checks every node of a whole record against the rules of the search that made it.
fn check_tree<M: Copy + PartialEq + std::fmt::Debug>(tree: &Recorder<M>, report: &Report<M>, what: &str) {
    let count =
        |fate: &dyn Fn(NodeFate) -> bool| tree.nodes.iter().filter(|node| fate(node.fate)).count() as u64;
    assert_eq!(tree.more, 0, "{what}");
    assert_eq!(count(&|fate| fate == NodeFate::Interior), report.counts.interior, "{what}");
    assert_eq!(count(&|fate| matches!(fate, NodeFate::Leaf(_))), report.counts.leaves, "{what}");
    assert_eq!(tree.nodes[0].score, Some(report.score), "{what}");
    let mut cutoffs = 0;
    for (place, node) in tree.nodes.iter().enumerate() {
        let children: Vec<&RecordedNode<M>> =
            tree.nodes.iter().filter(|child| child.parent == Some(place)).collect();
        if node.fate != NodeFate::Interior {
            assert!(children.is_empty(), "{what}: below a leaf");
            assert_eq!(node.score.is_none(), node.fate == NodeFate::Cut, "{what}");
            continue;
        }
        // The window narrows from child to child as each comes back.
        let mut window = node.window;
        let mut best = -Score::INFINITE;
        let mut cut = false;
        for child in children {
            assert_eq!(child.fate == NodeFate::Cut, cut, "{what}: nothing is looked at after a cut");
            let Some(score) = for_parent(node, child) else { continue };
            assert_eq!(child.window, window.map(|window| window.turned(node.side != child.side)), "{what}");
            best = best.max(score);
            if let Some(window) = &mut window {
                cut = score >= window.beta;
                window.alpha = window.alpha.max(score);
            }
        }
        cutoffs += u64::from(window.is_some_and(|window| best >= window.beta));
        assert_eq!(node.score, Some(best), "{what}: {node:?}");
    }
    assert_eq!(cutoffs, report.counts.cutoffs, "{what}");
}

fn check_searches<const A: bool>(tree: &TextTree<A>, depth: u32, what: &str) {
    let textbook = Textbook::new(Written, NoTactics, depth);
    let mut searches: [Box<dyn Search<TextTree<A>>>; 4] = [
        Box::new(Minimax::new(Written, NoTactics, depth)),
        Box::new(Negamax::new(Written, NoTactics, depth)),
        Box::new(textbook.clone().with_ordering(false)),
        Box::new(textbook),
    ];
    for (i, search) in searches.iter_mut().enumerate() {
        let (report, recorder) = written(search.as_mut(), tree, &tree.start(), usize::MAX);
        check_tree(&recorder, &report, &format!("{what}, search {i}"));
        let plain = search.search(tree, &[tree.start()], &Limits::default(), &mut |_| {});
        assert_eq!((plain.counts, plain.score, plain.line), (report.counts, report.score, report.line));
    }
}

#[test]
fn every_node_of_trees_is_written_down_as_it_was_searched() {
    for seed in 0..300 {
        check_searches(&random_tree::<true>(seed, 5), 4, &format!("tree {seed}"));
        check_searches(&random_tree::<false>(seed, 5), 4, &format!("tree {seed} of two steps"));
    }
}

#[test]
fn a_cut_is_written_down_with_its_reason() {
    // The second move of the root allows 2, which is less than the 3 that the first has: the 9 is never looked at.
    let tree = TextTree::<true>::new("((3 5) (2 9))");
    let (_, record) = written(&mut Textbook::new(Written, NoTactics, 2), &tree, &tree.start(), usize::MAX);
    let fates: Vec<NodeFate> = record.nodes.iter().map(|node| node.fate).collect();
    let leaf = NodeFate::Leaf(Leaf::Horizon);
    assert_eq!(fates[..3], [NodeFate::Interior, NodeFate::Interior, leaf]);
    assert_eq!(fates.last(), Some(&NodeFate::Cut));
    let second =
        record.nodes.iter().rev().find(|node| node.fate == NodeFate::Interior).expect("the second move");
    assert_eq!(second.window, Some(Window { alpha: -Score::INFINITE, beta: Score::heuristic(-3) }));
    assert_eq!((second.side, second.score), (Side::Second, Some(Score::heuristic(-2))));
}

#[test]
fn a_record_is_bounded_and_counts_the_rest() {
    let start = TicTacToe.start();
    let mut minimax = Minimax::new(NoEvaluation, NoTactics, 5);
    let (report, record) = written(&mut minimax, &TicTacToe, &start, 50);
    assert!((50..=60).contains(&record.nodes.len()), "{}", record.nodes.len());
    assert_eq!(record.nodes.len() as u64 + record.more, report.counts.nodes());
    let below_root = record.nodes.iter().filter(|node| node.parent == Some(0) && node.score.is_some());
    assert_eq!(below_root.count(), 9, "every move of the root is there with its score");
    let random = Random::new(0).record(&TicTacToe, &[start], &Limits::default(), 50);
    assert!(random.is_none(), "there is nothing to write down");
}

/// The visits and values of the moves of the root after all simulations, from the record alone.
fn replayed<M>(record: &Simulations<M>) -> Vec<(u64, f32)> {
    let mut counts = vec![(0, 0.0); record.nodes.len()];
    for simulation in &record.simulations {
        let Some(value) = simulation.value else { continue };
        let (mut node, mut drawn) = (Some(simulation.leaf), false);
        while let Some(place) = node {
            drawn |= simulation.drawn_above == Some(place);
            let value = if drawn { 0.5 } else { value };
            let seen = if record.nodes[place].mover == Side::First { value } else { 1.0 - value };
            counts[place] = (counts[place].0 + 1, counts[place].1 + seen);
            node = record.nodes[place].parent;
        }
    }
    counts
}

#[test]
fn simulations_tell_visits_and_values_at_any_time() {
    fn check<G: Game>(game: &G, position: &G::Position, most: usize, what: &str) {
        let mut mcts = Mcts::new(Options::default());
        let limits = Limits::default();
        let Some((report, Record::Simulations(record))) =
            mcts.record(game, std::slice::from_ref(position), &limits, most)
        else {
            panic!("simulations")
        };
        assert!(record.simulations.len() <= most, "{what}");
        let counts = replayed(&record);
        for (place, node) in record.nodes.iter().enumerate().filter(|(_, node)| node.parent == Some(0)) {
            let root = report.moves.iter().find(|root| Some(root.mv) == node.mv).expect("a move of the root");
            assert_eq!(counts[place].0, root.visits, "{what}");
            assert_eq!(node.proven.is_some(), root.bound == Some(Bound::Exact), "{what}");
            if root.bound.is_none() {
                let mean = counts[place].1 / counts[place].0 as f32;
                assert!((2000.0 * mean - 1000.0 - root.score.value() as f32).abs() <= 1.0, "{what}");
            }
        }
        let plain = search(&mut Mcts::new(Options::default()), game, position, &Limits::nodes(most as u64));
        assert_eq!((plain.counts, plain.moves), (report.counts, report.moves), "{what}");
    }
    check(&TicTacToe, &TicTacToe.start(), 3000, "tic-tac-toe");
    for seed in 0..100 {
        let tree = random_finite_tree::<false>(seed, 6);
        check(&tree, &tree.start(), 60, &format!("tree {seed}"));
        let tree = random_finite_tree::<true>(seed, 6);
        check(&tree, &tree.start(), 60, &format!("tree {seed}"));
    }
}
