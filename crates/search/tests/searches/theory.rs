//! The least tree against trees counted by hand and against every alpha-beta.

use crate::search;
use crate::text_tree::{TextTree, Written};
use crate::trees::random_tree;
use wanqi_game::Game;
use wanqi_search::theory::{best_case, branching, minimal_tree, worst_case};
use wanqi_search::{Limits, NoTactics, Textbook};

fn minimal_leaves<const A: bool>(tree: &TextTree<A>, depth: u32) -> u64 {
    minimal_tree(tree, &Written, &NoTactics, &[tree.start()], depth, &Limits::default()).unwrap().leaves
}

#[test]
fn minimal_trees_counted_by_hand() {
    let table = [
        // One ply: every move must be seen.
        ("(1 2 3)", 1, 3),
        // The best move's replies both, of the other two moves one refutation each.
        ("((3 5) (2 9) (0 7))", 2, 4),
        // Knuth and Moore's uniform case, b = 2, n = 3: 4 + 2 − 1.
        ("(((1 2) (3 4)) ((5 6) (7 8)))", 3, 5),
        // A refutation by a game that ends at once is cheaper than one by a wide fork.
        ("(5 (4 (9 9 9)))", 3, 2),
        // The only proof goes through the wide fork.
        ("(5 (8 (1 2 3)))", 3, 4),
        ("(7)", 1, 1),
    ];
    for (text, depth, leaves) in table {
        assert_eq!(minimal_leaves(&TextTree::<true>::new(text), depth), leaves, "{text}");
    }
    // The first side moves twice: all four leaves are moves of one side and must be seen.
    assert_eq!(minimal_leaves(&TextTree::<false>::new("([1 2] [3 4])"), 2), 4);
}

#[test]
fn uniform_trees_are_as_the_formulas_say() {
    fn uniform(branching: u32, depth: u32) -> String {
        if depth == 0 {
            "0".into()
        } else {
            format!("({})", vec![uniform(branching, depth - 1); branching as usize].join(" "))
        }
    }
    for (b, n) in [(2, 1), (2, 6), (3, 4), (3, 5), (5, 3), (1, 4)] {
        let tree = TextTree::<true>::new(&uniform(b, n));
        let minimal =
            minimal_tree(&tree, &Written, &NoTactics, &[tree.start()], n, &Limits::default()).unwrap();
        let b = f64::from(b);
        assert_eq!(branching(&minimal.whole), b);
        assert_eq!(minimal.whole.leaves as f64, worst_case(b, n));
        assert_eq!(minimal.leaves as f64, best_case(b, n));
    }
}

#[test]
fn no_alpha_beta_sees_less() {
    let mut reached = 0;
    for seed in 0..2000 {
        let depth = 1 + (seed % 6) as u32;
        let tree = random_tree::<true>(seed, 6);
        let least = minimal_leaves(&tree, depth);
        let report =
            search(&mut Textbook::new(Written, NoTactics, depth), &tree, &tree.start(), &Limits::default());
        assert!(report.counts.leaves >= least, "tree {seed}: {} < {least}", report.counts.leaves);
        reached += u32::from(report.counts.leaves == least);
        let tree = random_tree::<false>(seed, 6);
        let least = minimal_leaves(&tree, depth);
        let report =
            search(&mut Textbook::new(Written, NoTactics, depth), &tree, &tree.start(), &Limits::default());
        assert!(report.counts.leaves >= least, "tree {seed}: {} < {least}", report.counts.leaves);
    }
    assert!(reached > 200, "some trees happen to be in the best order: {reached}");
}
