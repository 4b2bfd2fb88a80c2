//! What theory says of alpha-beta: the worst case, the best case, and the least that it must see of one tree.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning* (1975), <https://doi.org/10.1016/0004-3702(75)90019-3>.

use crate::{Counts, Evaluator, Limits, Score, Tactics, Walk};
use wanqi_game::Game;

/// The leaves of a uniform tree with `branching` moves everywhere, `depth` plies deep: *bⁿ*, what minimax sees
/// always and alpha-beta in the worst case.
pub fn worst_case(branching: f64, depth: u32) -> f64 {
    branching.powf(f64::from(depth))
}

/// The leaves of the same tree that alpha-beta sees if the best move always comes first: *b^⌈n/2⌉ + b^⌊n/2⌋ − 1*.
pub fn best_case(branching: f64, depth: u32) -> f64 {
    branching.powf(f64::from(depth.div_ceil(2))) + branching.powf(f64::from(depth / 2)) - 1.0
}

/// Moves a node, on average, in a tree that was searched without cutoffs: every node but the root was reached by
/// one of them.
pub fn branching(counts: &Counts) -> f64 {
    (counts.nodes().saturating_sub(1)) as f64 / counts.interior.max(1) as f64
}

/// A tree of a fixed depth in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinimalTree {
    /// The value of the root for the side to move.
    pub score: Score,
    /// All nodes and leaves, as minimax sees them.
    pub whole: Counts,
    /// The least number of leaves that alpha-beta can do with in this very tree.
    pub leaves: u64,
}

/// The leaves that alpha-beta must see in this tree, however well it orders the moves.
///
/// To know that the root is worth *v*, two things must be shown: that the side to move reaches at least *v*,
/// which takes one good move at each of its turns and every move at the opponent's, and that the opponent keeps
/// it to at most *v*, which takes the reverse. The two proofs share exactly one line of play, the principal
/// variation, and nothing else, so the least number is that of the smallest first proof plus that of the
/// smallest second one minus 1. Alpha-beta reaches it when it tries first, at each node, the move of the proof
/// that the node belongs to. In a uniform tree the number is [`best_case`].
///
/// The whole tree is searched twice, so keep the depth small. `None` if the limits are reached before that.
pub fn minimal_tree<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    game: &G,
    evaluator: &E,
    tactics: &T,
    line: &[G::Position],
    depth: u32,
    limits: &Limits,
) -> Option<MinimalTree> {
    let mut walk = Walk::begin(game, evaluator, tactics, line, limits);
    if walk.root_moves().is_empty() {
        return Some(MinimalTree { score: Score::DRAW, whole: walk.counts, leaves: 0 });
    }
    let depth = depth.max(1);
    let score = negamax(&mut walk, depth);
    let whole = walk.counts;
    let proofs = smallest_proofs(&mut walk, depth, score);
    if walk.is_over() {
        return None;
    }
    let leaves = match (proofs.at_least, proofs.at_most) {
        (Some(least), Some(most)) => least + most - 1,
        _ => unreachable!("both proofs exist for the value itself"),
    };
    Some(MinimalTree { score, whole, leaves })
}

fn negamax<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(walk: &mut Walk<G, E, T>, depth: u32) -> Score {
    let moves = match children(walk, depth) {
        Ok(moves) => moves,
        Err(score) => return score,
    };
    walk.counts.interior += 1;
    let mut best = -Score::INFINITE;
    for mv in moves {
        walk.play(mv);
        let score = negamax(walk, depth - 1);
        best = best.max(walk.turned(score));
        walk.back();
    }
    best
}

/// The leaves of the smallest proofs about a node, as the side to move sees it; `None` if it is not so.
struct ProofSizes {
    at_least: Option<u64>,
    at_most: Option<u64>,
}

/// The smallest proofs that the node is worth at least, and at most, `bound`.
fn smallest_proofs<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    walk: &mut Walk<G, E, T>,
    depth: u32,
    bound: Score,
) -> ProofSizes {
    let moves = match children(walk, depth) {
        Ok(moves) => moves,
        Err(score) => {
            return ProofSizes {
                at_least: (score >= bound).then_some(1),
                at_most: (score <= bound).then_some(1),
            };
        }
    };
    let mut proofs = ProofSizes { at_least: None, at_most: Some(0) };
    for mv in moves {
        walk.play(mv);
        let turned = walk.turned(bound);
        let mut after = smallest_proofs(walk, depth - 1, turned);
        if walk.turns() {
            after = ProofSizes { at_least: after.at_most, at_most: after.at_least };
        }
        walk.back();
        proofs.at_least = [proofs.at_least, after.at_least].into_iter().flatten().min();
        proofs.at_most = proofs.at_most.zip(after.at_most).map(|(sum, leaves)| sum + leaves);
    }
    proofs
}

/// The moves of an interior node, or the score of a leaf. Like any node of a search, the root is never a leaf.
fn children<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    walk: &mut Walk<G, E, T>,
    depth: u32,
) -> Result<Vec<G::Move>, Score> {
    if walk.ply() > 0 {
        if walk.is_over() {
            return Err(Score::DRAW);
        }
        if let Some(score) = walk.finished() {
            return Err(score);
        }
        if depth == 0 {
            return Err(walk.horizon());
        }
    }
    let moves = walk.moves();
    if moves.is_empty() { Err(walk.stuck()) } else { Ok(moves) }
}
