//! Trees by chance, and what a plain recursion says of them.

use crate::text_tree::{Kind, TextTree, TreePosition};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::random::below;
use wanqi_game::{Game, Outcome, Side};
use wanqi_search::Score;

/// A tree of at most `depth` plies by chance. Values are few, so that many lines are equally good.
pub fn random_tree<const ALTERNATES: bool>(seed: u64, depth: u32) -> TextTree<ALTERNATES> {
    let mut tree = TextTree { nodes: vec![], again: vec![] };
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    grow(&mut tree, &mut rng, depth, true);
    tree
}

/// A tree by chance in which every line of play comes to an end.
pub fn random_finite_tree<const ALTERNATES: bool>(seed: u64, depth: u32) -> TextTree<ALTERNATES> {
    finite(random_tree(seed, depth))
}

/// The same tree or graph, with an end in place of each node where both can only wait.
pub fn finite<const ALTERNATES: bool>(mut tree: TextTree<ALTERNATES>) -> TextTree<ALTERNATES> {
    for kind in &mut tree.nodes {
        if let Kind::Value(value) = *kind {
            *kind = match value.rem_euclid(3) {
                0 => Kind::End(Outcome::Draw),
                1 => Kind::End(Outcome::Win(Side::First)),
                _ => Kind::Stuck(Outcome::Win(Side::Second)),
            };
        }
    }
    tree
}

fn grow<const A: bool>(tree: &mut TextTree<A>, rng: &mut Pcg64Mcg, depth: u32, root: bool) -> usize {
    let node = tree.nodes.len();
    tree.nodes.push(Kind::Value(0));
    tree.again.push(below(rng, 3) == 0);
    let value = below(rng, 21) as i32 - 10;
    let outcome =
        [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw][below(rng, 3) as usize];
    tree.nodes[node] = match below(rng, 12) {
        _ if root => fork(tree, rng, depth, value),
        0 => Kind::End(outcome),
        1 => Kind::Stuck(outcome),
        2 => Kind::Value(value),
        _ if depth == 0 => Kind::Value(value),
        _ => fork(tree, rng, depth, value),
    };
    node
}

fn fork<const A: bool>(tree: &mut TextTree<A>, rng: &mut Pcg64Mcg, depth: u32, value: i32) -> Kind {
    let children = 1 + below(rng, 4);
    Kind::Fork((0..children).map(|_| grow(tree, rng, depth - 1, false)).collect(), value)
}

/// A graph by chance: `layers` layers of nodes whose moves lead to the next, so that most nodes are reached by
/// several lines.
pub fn random_graph<const ALTERNATES: bool>(seed: u64, layers: u32) -> TextTree<ALTERNATES> {
    const WIDTH: u32 = 5;
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut tree = TextTree { nodes: vec![], again: vec![] };
    let count = 1 + (layers - 1) * WIDTH;
    for node in 0..count {
        let next = if node == 0 { 1 } else { 1 + ((node - 1) / WIDTH + 1) * WIDTH };
        let value = below(&mut rng, 21) as i32 - 10;
        let outcome = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
        let outcome = outcome[below(&mut rng, 3) as usize];
        tree.again.push(below(&mut rng, 3) == 0);
        let chance = below(&mut rng, 16);
        tree.nodes.push(if node > 0 && next >= count {
            Kind::Value(value)
        } else if node > 0 && chance == 0 {
            Kind::End(outcome)
        } else if node > 0 && chance == 1 {
            Kind::Stuck(outcome)
        } else {
            let wanted = 1 + below(&mut rng, 4);
            let mut children: Vec<usize> = vec![];
            for _ in 0..wanted {
                let child = (next + below(&mut rng, WIDTH)) as usize;
                if !children.contains(&child) {
                    children.push(child);
                }
            }
            Kind::Fork(children, value)
        });
    }
    tree
}

/// The value for the first side of a position `depth` plies above the horizon and `ply` below the root.
pub fn value<const A: bool>(tree: &TextTree<A>, place: TreePosition, depth: u32, ply: u32) -> Score {
    match &tree.nodes[place.node] {
        Kind::End(outcome) | Kind::Stuck(outcome) => Score::of_outcome(*outcome, Side::First, ply),
        Kind::Value(value) => Score::heuristic(*value),
        Kind::Fork(_, value) if depth == 0 => Score::heuristic(*value),
        Kind::Fork(children, _) => {
            let values = children.iter().map(|&child| {
                let mut next = place;
                tree.play(&mut next, child);
                self::value(tree, next, depth - 1, ply + 1)
            });
            let best = if place.side == Side::First { values.max() } else { values.min() };
            best.expect("a fork has moves")
        }
    }
}
