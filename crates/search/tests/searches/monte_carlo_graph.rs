//! Monte-Carlo search on a graph: positions that are reached in different orders share what is known of them.

use crate::search;
use crate::text_tree::{Kind, TextTree, TreePosition};
use crate::trees::{finite, random_finite_tree, random_graph, value};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use wanqi_game::random::{below, word};
use wanqi_game::{Game, Outcome, Side};
use wanqi_games::connect_four::ConnectFour;
use wanqi_games::go::{Go, UpTo9};
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::mcts::{Expected, Mcts, Options, Prior, ValueGuide};
use wanqi_search::{Bound, Limits, Negamax, NoEvaluation, NoTactics, Score, Search, legal_moves};

fn graph() -> Options {
    Options { graph: true, ..Options::default() }
}

fn sign(score: Score) -> i32 {
    score.decided().map_or(0, i32::signum)
}

#[test]
fn a_tree_is_a_graph_in_which_nothing_is_shared() {
    fn check<const A: bool>(seed: u64) {
        let tree = random_finite_tree::<A>(seed, 6);
        let [one, other] = [false, true].map(|graph| {
            let options = Options { graph, solver: false, ..Options::default() };
            search(&mut Mcts::new(options), &tree, &tree.start(), &Limits::nodes(2000))
        });
        assert_eq!((one.moves, one.counts), (other.moves, other.counts), "tree {seed}");
    }
    for seed in 0..100 {
        check::<true>(seed);
        check::<false>(seed);
    }
}

#[test]
fn the_solver_proves_graphs() {
    fn check<const A: bool>(seed: u64, threads: usize) {
        let tree = finite(random_graph::<A>(seed, 7));
        let mut mcts = Mcts::new(Options { threads, ..graph() });
        let report = search(&mut mcts, &tree, &tree.start(), &Limits::nodes(100_000));
        assert_eq!(report.moves[0].bound, Some(Bound::Exact), "graph {seed} is not proven");
        let expected = value(&tree, tree.start(), 8, 0);
        assert_eq!(sign(report.score), sign(expected), "graph {seed}, {threads} threads");
    }
    for seed in 0..500 {
        check::<true>(seed, 1);
        check::<false>(seed, 1);
    }
    for seed in 0..100 {
        check::<true>(seed, 3);
    }
}

/// A graph by chance whose moves may lead anywhere, back too, and the worth of its nodes by plain iteration: who wins from
/// where, if play cannot be drawn out.
fn circles(seed: u64) -> (TextTree, HashMap<(usize, Side), Side>) {
    const COUNT: u32 = 12;
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let nodes = (0..COUNT).map(|node| match below(&mut rng, 6) {
        0 if node > 0 => Kind::End(Outcome::Win(Side::First)),
        1 if node > 0 => Kind::End(Outcome::Win(Side::Second)),
        _ => {
            let first = below(&mut rng, COUNT);
            Kind::Fork((0..3).map(|i| ((first + 5 * i) % COUNT) as usize).collect(), 0)
        }
    });
    let tree = TextTree { nodes: nodes.collect(), again: vec![false; COUNT as usize] };
    let mut won = HashMap::new();
    for _ in 0..2 * COUNT {
        for (node, kind) in tree.nodes.iter().enumerate() {
            for side in Side::BOTH {
                let winner = match kind {
                    Kind::End(Outcome::Win(winner)) => Some(*winner),
                    Kind::Fork(children, _) => {
                        let after = |&child: &usize| won.get(&(child, side.opponent())).copied();
                        if children.iter().any(|child| after(child) == Some(side)) {
                            Some(side)
                        } else {
                            children.iter().all(|child| after(child).is_some()).then(|| side.opponent())
                        }
                    }
                    _ => None,
                };
                winner.map(|winner| won.insert((node, side), winner));
            }
        }
    }
    (tree, won)
}

#[test]
fn a_game_that_goes_in_circles_ends_and_what_is_proven_is_true() {
    let mut proven = 0;
    for seed in 0..300 {
        let (tree, won) = circles(seed);
        let options = Options { playout_bound: 40, seed, ..graph() };
        let report = search(&mut Mcts::new(options), &tree, &tree.start(), &Limits::nodes(1000));
        assert!(report.counts.interior <= 24, "no position grows twice: {:?}", report.counts);
        for root in report.moves.iter().filter(|root| root.bound == Some(Bound::Exact)) {
            let winner = if sign(root.score) > 0 { Side::First } else { Side::Second };
            assert_eq!(won.get(&(root.mv, Side::Second)), Some(&winner), "graph {seed}, {root:?}");
            proven += 1;
        }
        let winner = won.get(&(0, Side::First));
        if winner == Some(&Side::First) {
            assert!(sign(report.score) > 0, "graph {seed} is won: {:?}", report.moves);
        }
    }
    assert!(proven > 100, "{proven} moves are proven");
}

#[test]
fn tic_tac_toe_is_proven_with_fewer_nodes() {
    let [tree, graph] = [false, true].map(|graph| {
        let options = Options { graph, ..Options::default() };
        search(&mut Mcts::new(options), &TicTacToe, &TicTacToe.start(), &Limits::nodes(500_000))
    });
    assert_eq!((graph.score, graph.moves[0].bound), (Score::DRAW, Some(Bound::Exact)));
    // There are 5478 positions, and 958 of them are ends.
    assert!(graph.counts.interior <= 4520, "{:?}", graph.counts);
    assert!(3 * graph.counts.interior < tree.counts.interior, "{:?} {:?}", graph.counts, tree.counts);
}

#[test]
fn it_agrees_with_negamax_near_the_end_of_connect_four() {
    let mut decided = 0;
    for seed in 0..20 {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut position = ConnectFour.start();
        for _ in 0..31 {
            let mut next = position;
            ConnectFour.play(&mut next, ConnectFour.random_move(&position, &mut rng).expect("a move"));
            if ConnectFour.outcome(&next).is_none() {
                position = next;
            }
        }
        let depth = ConnectFour.move_count(&position).min(7) as u32 * 6;
        let mut negamax = Negamax::new(NoEvaluation, NoTactics, depth.min(12));
        let expected = search(&mut negamax, &ConnectFour, &position, &Limits::default()).score;
        let report = search(&mut Mcts::new(graph()), &ConnectFour, &position, &Limits::nodes(200_000));
        assert_eq!(report.moves[0].bound, Some(Bound::Exact), "seed {seed}");
        assert_eq!(sign(report.score), sign(expected), "seed {seed}");
        decided += u32::from(sign(expected) != 0);
    }
    assert!(decided > 4, "{decided} positions are decided");
}

#[test]
fn the_graph_is_kept_through_a_game_and_bounded() {
    let go = Go::<UpTo9>::new(5).expect("a size");
    for memory_mb in [1, 64] {
        let games = [0, 1].map(|_| {
            let mut mcts = Mcts::new(Options { memory_mb, ..graph() });
            let mut line = vec![go.start()];
            let mut told = vec![];
            while go.result(&line).is_none() && line.len() < 30 {
                let report = mcts.search(&go, &line, &Limits::nodes(1000), &mut |_| {});
                let (best, legal) = (report.best.expect("a move"), legal_moves(&go, &line));
                assert!(legal.contains(&best), "{best:?} is legal");
                assert_eq!(report.moves.len(), legal.len(), "every legal move is in the report");
                assert!(report.hashfull.is_some_and(|thousandths| thousandths <= 1000));
                let mut next = line[line.len() - 1];
                go.play(&mut next, best);
                line.push(next);
                told.push(report.moves);
            }
            told
        });
        assert_eq!(games[0], games[1], "one seed, one answer");
    }
}

/// Tells of each move a value and a prior by chance.
#[derive(Clone, Copy)]
struct UniformPolicy(u64);

impl UniformPolicy {
    /// A number from 0 to 1.
    fn number(self, place: TreePosition, what: u64) -> f32 {
        let word = word(self.0, 8 * place.node as u64 + 4 * place.side.index() as u64 + what);
        (word >> 40) as f32 / (1 << 24) as f32
    }

    fn priors<const A: bool>(self, game: &TextTree<A>, position: TreePosition) -> Vec<(usize, Prior)> {
        let mut moves = vec![];
        game.each_move(&position, |mv| {
            let mut next = position;
            game.play(&mut next, mv);
            let (probability, value) = (self.number(next, 0), self.number(next, 1));
            moves.push((mv, Prior { probability, value, visits: 0.0 }));
        });
        moves
    }
}

impl<const A: bool> ValueGuide<TextTree<A>> for UniformPolicy {
    fn is_complete(&self) -> bool {
        true
    }

    fn evaluate(
        &self,
        game: &TextTree<A>,
        line: &[TreePosition],
        visit: &mut dyn FnMut(usize, Prior),
    ) -> Option<Expected> {
        for (mv, prior) in self.priors(game, line[line.len() - 1]) {
            visit(mv, prior);
        }
        None
    }
}

/// The search with a guide told once more, as the formulas are written: a position is worth the mean of what it was told to be
/// and of its moves' values, each as often as it was made.
struct Twin<'a, const A: bool> {
    game: &'a TextTree<A>,
    guide: UniformPolicy,
    positions: HashMap<(usize, Side), Vec<Edge>>,
    told: HashMap<(usize, Side), f64>,
}

/// A move of a position: how often it was made, and its value for the side that makes it.
struct Edge {
    mv: usize,
    prior: Prior,
    visits: f64,
    value: f64,
}

impl<const A: bool> Twin<'_, A> {
    /// Visits a position and tells what it is worth then, for the side to move.
    fn visit(&mut self, place: TreePosition) -> f64 {
        let (key, root) = ((place.node, place.side), place == self.game.start());
        if !self.positions.contains_key(&key) {
            let priors = self.guide.priors(self.game, place);
            let told = priors.iter().map(|(_, prior)| f64::from(prior.value)).fold(0.0, f64::max);
            let edges = priors.into_iter().map(|(mv, prior)| Edge { mv, prior, visits: 0.0, value: 0.0 });
            self.positions.insert(key, edges.collect());
            if !root {
                self.told.insert(key, told);
                return told;
            }
        }
        let visits: f64 = self.positions[&key].iter().map(|edge| edge.visits).sum();
        let bonus = (visits + f64::from(u8::from(!root))).max(1.0).sqrt();
        let worth = |edge: &Edge| {
            let mean = if edge.visits == 0.0 { f64::from(edge.prior.value) } else { edge.value };
            mean + bonus * f64::from(edge.prior.probability) / (1.0 + edge.visits)
        };
        let edges = &self.positions[&key];
        let best = (0..edges.len()).max_by(|&a, &b| worth(&edges[a]).total_cmp(&worth(&edges[b])));
        let best = best.expect("there are moves");
        let mut next = place;
        self.game.play(&mut next, edges[best].mv);
        let value = match self.game.nodes[next.node] {
            Kind::End(outcome) | Kind::Stuck(outcome) => outcome.value_for(place.side),
            _ if next.side == place.side => self.visit(next),
            _ => 1.0 - self.visit(next),
        };
        let edges = self.positions.get_mut(&key).expect("it is there");
        edges[best].visits += 1.0;
        edges[best].value = value;
        let sum: f64 = edges.iter().map(|edge| edge.visits * edge.value).sum();
        let told = self.told.get(&key).copied();
        (told.unwrap_or(0.0) + sum) / (visits + 1.0 + f64::from(u8::from(told.is_some())))
    }
}

#[test]
fn a_naive_twin_visits_the_same() {
    fn check<const A: bool>(seed: u64) {
        let game = &finite(random_graph::<A>(seed, 9));
        let guide = UniformPolicy(seed);
        let options = Options { solver: false, ..graph() };
        let report = search(&mut Mcts::guided(options, guide), game, &game.start(), &Limits::nodes(500));
        let mut twin = Twin { game, guide, positions: HashMap::new(), told: HashMap::new() };
        for _ in 0..500 {
            twin.visit(game.start());
        }
        for edge in &twin.positions[&(0, Side::First)] {
            let root = report.moves.iter().find(|root| root.mv == edge.mv).expect("the move is there");
            assert_eq!(root.visits as f64, edge.visits, "graph {seed}, {}", edge.mv);
            if root.visits == 0 {
                continue;
            }
            let score = (2000.0 * edge.value - 1000.0).round() as i32;
            assert!((root.score.value() - score).abs() <= 1, "graph {seed}: {} {score}", root.score);
        }
    }
    for seed in 0..200 {
        check::<true>(seed);
        check::<false>(seed);
    }
}
