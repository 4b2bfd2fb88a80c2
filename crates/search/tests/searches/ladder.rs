//! Minimax, negamax and alpha-beta agree at equal depth.

use crate::text_tree::{TextTree, TreePosition, Written};
use crate::trees::{random_graph, random_tree, value};
use crate::{check_line, search};
use wanqi_game::{Game, Side};
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_search::alpha_beta::Options;
use wanqi_search::tactics::{AllMoves, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters};
use wanqi_search::{
    Best, Counts, Evaluator, Greedy, Limits, Minimax, Negamax, NoEvaluation, NoTactics, NothingProven,
    Random, Report, Score, Stateless, Tactics, Textbook, legal_moves,
};

/// Tries the moves in an order of its own.
pub struct Shuffled;

impl<const A: bool> Tactics<TextTree<A>, Written> for Shuffled {
    const PARAMETERS: Parameters = Parameters { margin: 10, history_slots: 64, ..Parameters::NEUTRAL };
}

impl AllMoves for Shuffled {}
impl NoQuiescence for Shuffled {}
impl NoPruning for Shuffled {}
impl NoCorrectionKeys for Shuffled {}

impl<const A: bool> MoveOrder<TextTree<A>, Written> for Shuffled {
    fn move_score(&self, _: &TextTree<A>, _: &mut usize, position: &TreePosition, mv: usize) -> i32 {
        (wanqi_game::random::word(position.node as u64, mv as u64) % 100) as i32 - 50
    }

    fn history_slot(&self, _: &TextTree<A>, _: &TreePosition, mv: usize) -> usize {
        mv % 64
    }
}

/// The value of the tree by every search that promises it.
fn check_agreement<const A: bool>(tree: &TextTree<A>, depth: u32, context: &str) {
    let start = tree.start();
    let limits = Limits::depth(depth);
    let expected = value(tree, start, depth, 0);
    let minimax = search(&mut Minimax::new(Written, NoTactics, 1), tree, &start, &limits);
    let negamax = search(&mut Negamax::new(Written, NoTactics, 1), tree, &start, &limits);
    let plain = Textbook::new(Written, NoTactics, 1).with_ordering(false);
    let reports = [
        ("minimax", minimax.clone()),
        ("negamax", negamax.clone()),
        ("textbook", search(&mut { plain }, tree, &start, &limits)),
        ("textbook with ordering", search(&mut Textbook::new(Written, Shuffled, 1), tree, &start, &limits)),
    ];
    for (name, report) in &reports {
        assert_eq!(report.score, expected, "{name} {context}");
        check_line(tree, &Written, &[start], report);
        assert_eq!(report.depth, depth, "{name} {context}");
        assert!(report.counts.nodes() <= minimax.counts.nodes(), "{name} {context}");
        assert_eq!(report.moves[0].mv, report.best.unwrap(), "{name} {context}");
    }
    for (name, report) in every_best(tree, depth) {
        assert_eq!(report.score, expected, "{name} {context}");
        check_line(tree, &Written, &[start], &report);
        assert_eq!(report.moves[0].mv, report.best.unwrap(), "{name} {context}");
        assert!(report.depth == depth || report.line.len() <= report.depth as usize, "{name} {context}");
    }
    assert_eq!(minimax.counts, negamax.counts, "{context}");
    assert_eq!(minimax.moves, negamax.moves, "{context}");
    assert_eq!(reports[2].1.best, minimax.best, "the first of equal moves {context}");
}

/// The answers of the strong alpha-beta with everything on or off that leaves the value as it is.
fn every_best<const A: bool>(tree: &TextTree<A>, depth: u32) -> Vec<(String, Report<usize>)> {
    let mut reports = Vec::new();
    // Each tree with and without a table; with ordering every second of them.
    let ordering = tree.nodes.len().is_multiple_of(2);
    for table_mb in [0, 1] {
        let options = Options { table_mb, ordering, ..Options::plain() };
        let name = format!("{options:?}");
        let mut best = Best::new(Written, Shuffled, options);
        let limits = Limits::depth(depth);
        reports.push((name.clone(), search(&mut best, tree, &tree.start(), &limits)));
        // What the first search has left in the table must not mislead the second.
        reports.push((name + " again", search(&mut best, tree, &tree.start(), &limits)));
    }
    reports
}

#[test]
fn searches_agree_on_random_trees() {
    for seed in 0..3000 {
        let depth = 1 + (seed % 7) as u32;
        check_agreement(&random_tree::<true>(seed, depth), depth, &format!("tree {seed}"));
        check_agreement(
            &random_tree::<false>(seed, depth),
            depth,
            &format!("tree {seed}, turns of several plies"),
        );
        check_agreement(&random_tree::<true>(seed, 7), depth, &format!("tree {seed}, cut at {depth}"));
    }
}

#[test]
fn searches_agree_on_random_graphs() {
    for seed in 0..1000 {
        let depth = 1 + (seed % 7) as u32;
        check_agreement(&random_graph::<true>(seed, 6), depth, &format!("graph {seed}"));
        check_agreement(
            &random_graph::<false>(seed, 6),
            depth,
            &format!("graph {seed}, turns of several plies"),
        );
    }
}

/// At a depth far beyond the tree's end nothing is left to chance, however much late moves are reduced: the strong
/// search with all it has must agree too.
#[test]
fn all_options_agree_on_whole_trees() {
    let options = Options { table_mb: 1, ..Options::default() };
    for seed in 0..1500 {
        fn check<const A: bool>(tree: &TextTree<A>, options: &Options, context: &str) {
            let expected = value(tree, tree.start(), 8, 0);
            let report = search(
                &mut Best::new(Written, Shuffled, options.clone()),
                tree,
                &tree.start(),
                &Limits::depth(40),
            );
            assert_eq!(report.score, expected, "{context}");
            if expected.decided().is_some() {
                check_line(tree, &Written, &[tree.start()], &report);
            }
        }
        check(&random_tree::<true>(seed, 6), &options, &format!("tree {seed}"));
        check(&random_tree::<false>(seed, 6), &options, &format!("tree {seed}, turns of several plies"));
        check(&random_graph::<true>(seed, 7), &options, &format!("graph {seed}"));
        check(&random_graph::<false>(seed, 7), &options, &format!("graph {seed}, turns of several plies"));
    }
}

#[test]
fn trees_drawn_by_hand() {
    let table = [
        ("(3 (5 -2) ((1 0) W))", 1, Score::heuristic(3), vec![1]),
        ("(3 (5 -2) ((1 0) W))", 3, Score::heuristic(3), vec![1, 1, 1]),
        ("((3 5) (2 9) (0 7))", 2, Score::heuristic(3), vec![1, 2]),
        ("(L (L D) (L W))", 2, Score::loss_in(2), vec![2, 3]),
        ("(L (L) (((L))))", 9, Score::loss_in(4), vec![4, 5, 6, 7]),
        ("(((W)) W ((W)))", 9, Score::win_in(1), vec![4]),
        ("(((w)) (w l))", 9, Score::win_in(3), vec![1, 2, 3]),
        ("([3 5] [2 9])", 2, Score::heuristic(5), vec![1, 3]),
    ];
    for (text, depth, score, line) in table {
        let tree = TextTree::<true>::new(text);
        let limits = Limits::depth(depth);
        if text.contains('[') {
            let tree = TextTree::<false>::new(text);
            let report = search(&mut Minimax::new(Written, NoTactics, 1), &tree, &tree.start(), &limits);
            assert_eq!(report.score, Score::heuristic(9), "{text}");
            check_agreement(&tree, depth, text);
            continue;
        }
        let report = search(&mut Minimax::new(Written, NoTactics, 1), &tree, &tree.start(), &limits);
        assert_eq!((report.score, report.line), (score, line), "{text}");
        check_agreement(&tree, depth, text);
    }
}

#[test]
fn greedy_wins_at_once_and_takes_the_first_or_any_of_equals() {
    let best = |text: &str, seed: Option<u64>| {
        let tree = TextTree::<true>::new(text);
        let mut greedy = seed.map_or(Greedy::new(Written), |seed| Greedy::seeded(Written, seed));
        search(&mut greedy, &tree, &tree.start(), &Limits::default()).best.unwrap()
    };
    for (text, expected) in
        [("(3 5 5 4)", 2), ("(9 W 8)", 2), ("(9 w 8)", 2), ("(-1 L -3)", 1), ("(-1 D)", 2)]
    {
        assert_eq!(best(text, None), expected, "{text}");
    }
    let mut seen = [0; 5];
    for seed in 0..300 {
        seen[best("(3 5 5 4)", Some(seed))] += 1;
        assert_eq!(best("(3 5 5 4)", Some(seed)), best("(3 5 5 4)", Some(seed)));
    }
    assert!(seen[2] > 100 && seen[3] > 100 && seen[2] + seen[3] == 300, "{seen:?}");
}

#[test]
fn random_is_uniform_and_follows_its_seed() {
    let tree = TextTree::<true>::new("(1 2 3)");
    let mut random = Random::new(1);
    let mut seen = [0; 4];
    for _ in 0..3000 {
        seen[search(&mut random, &tree, &tree.start(), &Limits::default()).best.unwrap()] += 1;
    }
    assert!(seen[1..].iter().all(|&n| n > 900), "{seen:?}");
    let choices = |random: &mut Random| -> Vec<Option<usize>> {
        (0..20).map(|_| search(random, &tree, &tree.start(), &Limits::default()).best).collect()
    };
    let mut again = Random::new(1);
    let first = choices(&mut again);
    wanqi_search::Search::<TextTree>::forget(&mut again);
    assert_eq!(first, choices(&mut again));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let start = TicTacToe.start();
    let limits = Limits::depth(9);
    let minimax = search(&mut Minimax::new(NoEvaluation, NoTactics, 1), &TicTacToe, &start, &limits);
    let negamax = search(&mut Negamax::new(NoEvaluation, NoTactics, 1), &TicTacToe, &start, &limits);
    let textbook = search(&mut Textbook::new(NoEvaluation, NoTactics, 1), &TicTacToe, &start, &limits);
    // 549,946 nodes, 255,168 games: https://en.wikipedia.org/wiki/Game_complexity
    assert_eq!(minimax.counts, Counts { interior: 294_778, leaves: 255_168, ..Counts::default() });
    let best = search(
        &mut Best::new(NoEvaluation, NoTactics, Options::default()),
        &TicTacToe,
        &start,
        &Limits::default(),
    );
    for report in [&minimax, &negamax, &textbook, &best] {
        assert_eq!(report.score, Score::DRAW);
        assert_eq!(report.line.len(), 9);
        check_line(&TicTacToe, &NoEvaluation, &[start], report);
    }
    assert!(textbook.counts.leaves * 10 < minimax.counts.leaves, "{:?}", textbook.counts);
}

/// Counts the marks of the side to move against the other's, which no search may take for its own side's.
struct Marks;

impl Stateless for Marks {}
impl NothingProven for Marks {}

impl Evaluator<TicTacToe> for Marks {
    fn evaluate(&self, _: &TicTacToe, (): &mut (), position: &<TicTacToe as Game>::Position) -> i32 {
        let weigh = |side: Side| {
            i32::from(position.cells(side) & 0o020 != 0) * 3
                + (position.cells(side) & 0o505).count_ones() as i32
        };
        let [own, other] = [position_side(position), position_side(position).opponent()].map(weigh);
        own - other
    }
}

fn position_side(position: &<TicTacToe as Game>::Position) -> Side {
    TicTacToe.side_to_move(position)
}

#[test]
fn tic_tac_toe_at_every_depth() {
    let start = TicTacToe.start();
    for depth in 1..=6 {
        let limits = Limits::depth(depth);
        let minimax = search(&mut Minimax::new(Marks, NoTactics, 1), &TicTacToe, &start, &limits);
        let negamax = search(&mut Negamax::new(Marks, NoTactics, 1), &TicTacToe, &start, &limits);
        let textbook = search(&mut Textbook::new(Marks, NoTactics, 1), &TicTacToe, &start, &limits);
        let best = search(&mut Best::new(Marks, NoTactics, Options::plain()), &TicTacToe, &start, &limits);
        assert_eq!(textbook.best, minimax.best, "depth {depth}");
        for report in [&minimax, &negamax, &textbook, &best] {
            assert_eq!(report.score, minimax.score, "depth {depth}");
            check_line(&TicTacToe, &Marks, &[start], report);
        }
    }
}

/// What an earlier search has left in the table was counted from another root.
#[test]
fn a_table_serves_later_searches() {
    fn check<const A: bool>(seed: u64) {
        const DEPTH: u32 = 7;
        let tree = random_graph::<A>(seed, 8);
        let plain = Options { table_mb: 1, ..Options::plain() };
        let everything = Options { table_mb: 1, ..Options::default() };
        let [mut plain, mut everything] =
            [plain, everything].map(|options| Best::new(Written, Shuffled, options));
        let mut place = tree.start();
        for ply in 0.. {
            let depth = DEPTH - ply;
            let expected = |depth: u32| {
                let score = value(&tree, place, depth, 0);
                if place.side == Side::First { score } else { -score }
            };
            let report = search(&mut plain, &tree, &place, &Limits::depth(depth));
            assert_eq!(report.score, expected(depth), "graph {seed}, ply {ply}");
            let report = search(&mut everything, &tree, &place, &Limits::depth(40));
            assert_eq!(report.score, expected(DEPTH), "graph {seed}, ply {ply}, everything on");
            let mut moves = legal_moves(&tree, &[place]);
            if ply == 4 || moves.is_empty() {
                break;
            }
            // A move that the search has refuted rather than the best one.
            tree.play(&mut place, moves.remove(seed as usize % moves.len()));
            if tree.result(&[place]).is_some() {
                break;
            }
        }
    }
    for seed in 0..500 {
        check::<true>(seed);
        check::<false>(seed);
    }
}
