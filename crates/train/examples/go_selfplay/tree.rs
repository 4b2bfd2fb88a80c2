//! The tree of a search for a move, which stops at each position that is to be evaluated and goes on when it has been.
//!
//! As [`wanqi_search::mcts`] searches with a network, but for what only serves who waits for one move: no threads, no
//! reports, and only the likeliest moves of a position are kept.

use wanqi_eval::go::opening::Opening;
use wanqi_game::Game;
use wanqi_games::go::{Go, Move, Position, UpTo19};

#[cfg(test)]
mod tests;

/// All boards, so that games on several are in one list.
pub type Rules = Go<UpTo19>;
/// A position of it.
pub type Board = Position<UpTo19>;

/// Moves of a position that are kept, the likeliest ones.
const MAX_MOVES: usize = 48;
/// The constant *C* of PUCT, for values from 0 to 1, and first play urgency: as in what plays.
const EXPLORATION: f32 = 0.7;
const FIRST_PLAY_REDUCTION: f32 = 0.1;
/// What [`Opening`] counts in the logit of a move.
const OPENING_WEIGHT: f32 = 20.0;

/// What the network says of a position.
pub struct Seen {
    /// For each point, row by row, and then for a pass: the logarithm of how likely the move is, but for a constant.
    pub logits: Vec<f32>,
    /// The win probability of the side to move.
    pub value: f32,
}

/// A move of a node.
pub struct Edge {
    /// The move.
    pub mv: Move,
    /// Where it is; the number of points for a pass.
    pub point: u16,
    /// How likely the network thinks it to be.
    pub prior: f32,
    /// What the search goes by: the prior, with noise at the root. Less than nothing for what superko forbids.
    pub tried: f32,
    /// How often it has been made.
    pub visits: u32,
    /// The win probabilities that came of it, for who made it, added up.
    won: f32,
    child: Option<u32>,
}

/// A position that has been evaluated.
pub struct Node {
    board: Box<Board>,
    /// Its moves, the likeliest first.
    pub edges: Vec<Edge>,
    /// The win probability of the side to move, as the network sees it.
    value: f32,
    /// How often it has been come to.
    pub visits: u32,
    won: f32,
}

/// A tree, and the way down from its root to the position that is to be evaluated.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    path: Vec<(u32, usize)>,
    leaf: Option<Box<Board>>,
    /// The points of the moves on that way.
    pub moves: Vec<u16>,
}

/// What a position is worth to the side to move if the game has ended there.
pub fn end_value(go: &Rules, position: &Board) -> Option<f32> {
    Some(go.outcome(position)?.value_for(go.side_to_move(position)) as f32)
}

impl Tree {
    /// The root, once it has been evaluated.
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    /// The moves of the root.
    pub fn root_edges_mut(&mut self) -> &mut [Edge] {
        self.nodes.first_mut().map_or(&mut [], |root| &mut root.edges)
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.nodes.clear();
    }

    /// The position that is to be evaluated.
    pub fn leaf(&self) -> Option<&Board> {
        self.leaf.as_deref()
    }

    /// Goes from the root, which is this position, down to one that is to be evaluated. `keys` are the superko keys of the game.
    /// `false` if it came to an end of the game instead, which is counted.
    pub fn descend(&mut self, go: &Rules, position: &Board, keys: &mut Vec<u64>) -> bool {
        self.path.clear();
        self.moves.clear();
        if self.nodes.is_empty() {
            self.leaf = Some(Box::new(*position));
            return true;
        }
        let (mut at, known) = (0, keys.len());
        loop {
            let which = self.nodes[at as usize].select();
            let node = &self.nodes[at as usize];
            let Edge { mv, child, point, .. } = node.edges[which];
            let comes_again = || go.superko_key_after(&node.board, mv).is_some_and(|key| keys.contains(&key));
            if child.is_none() && comes_again() {
                let edge = &mut self.nodes[at as usize].edges[which];
                (edge.prior, edge.tried) = (0.0, -1.0);
                continue;
            }
            self.path.push((at, which));
            self.moves.push(point);
            if let Some(child) = child {
                at = child;
                keys.push(go.superko_key(&self.nodes[at as usize].board).unwrap_or(0));
                continue;
            }
            keys.truncate(known);
            let mut next = node.board.clone();
            go.play(&mut next, mv);
            return match end_value(go, &next) {
                Some(value) => {
                    self.count(value);
                    false
                }
                None => {
                    self.leaf = Some(next);
                    true
                }
            };
        }
    }

    /// Tells all nodes on the way down what the position at its end is worth to the side to move there.
    fn count(&mut self, mut value: f32) {
        for (node, which) in self.path.drain(..).rev() {
            value = 1.0 - value;
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.won += value;
            node.edges[which].visits += 1;
            node.edges[which].won += value;
        }
    }

    /// Adds the position that has been evaluated. `by_opening`: whether [`Opening`] has its say in how likely moves are.
    pub fn expand(&mut self, go: &Rules, seen: &Seen, by_opening: bool) {
        let Some(board) = self.leaf.take() else { return };
        let (edges, value) = (edges(go, &board, seen, by_opening), seen.value);
        if let Some(&(node, which)) = self.path.last() {
            self.nodes[node as usize].edges[which].child = Some(self.nodes.len() as u32);
        }
        self.nodes.push(Node { board, edges, value, visits: 1, won: value });
        self.count(value);
    }

    /// Makes the node after a move the root, and keeps what is below it.
    pub fn advance(&mut self, mv: Move) {
        let edge = self.root().and_then(|root| root.edges.iter().find(|edge| edge.mv == mv));
        let Some(child) = edge.and_then(|edge| edge.child) else {
            self.nodes.clear();
            return;
        };
        let mut old: Vec<Option<Node>> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        let mut kept = vec![child];
        while let Some(node) = kept.get(self.nodes.len()).and_then(|&node| old[node as usize].take()) {
            self.nodes.push(node);
            for edge in &mut self.nodes.last_mut().expect("there is one now").edges {
                if let Some(child) = &mut edge.child {
                    kept.push(*child);
                    *child = kept.len() as u32 - 1;
                }
            }
        }
    }
}

impl Node {
    /// The win probability of the side to move, as the search sees it.
    pub fn expected(&self) -> f32 {
        self.won / self.visits as f32
    }

    /// The move that was made most often.
    pub fn best(&self) -> &Edge {
        let order = |a: &&Edge, b: &&Edge| a.visits.cmp(&b.visits).then(a.prior.total_cmp(&b.prior));
        self.edges.iter().max_by(order).expect("a pass at least")
    }

    fn select(&self) -> usize {
        let exploration = (self.visits as f32).sqrt() * EXPLORATION;
        let unvisited = (self.value - FIRST_PLAY_REDUCTION).max(0.0);
        let (mut best, mut which) = (f32::NEG_INFINITY, 0);
        for (number, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.tried >= 0.0) {
            let value = match (edge.visits, number) {
                (0, 0) => self.value,
                (0, _) => unvisited,
                (visits, _) => edge.won / visits as f32,
            };
            let score = value + exploration * edge.tried / (1 + edge.visits) as f32;
            if score > best {
                (best, which) = (score, number);
            }
        }
        which
    }

    /// How often moves were made, by their points, but for visits that only noise asked for, as Wu has it (2019,
    /// <https://arxiv.org/abs/1902.10565>, policy target pruning).
    pub fn pruned_visits(&self) -> Vec<(u16, u16)> {
        let best = self.best();
        let exploration = (self.visits as f32).sqrt() * EXPLORATION;
        let score = |edge: &Edge| edge.won / edge.visits.max(1) as f32;
        let of_best = score(best) + exploration * best.prior / (1 + best.visits) as f32;
        let visits = |edge: &Edge| {
            if std::ptr::eq(edge, best) {
                return edge.visits;
            }
            // So many would have made it no better than the best one.
            let gap = of_best - score(edge);
            let asked =
                if gap > 0.0 { (exploration * edge.prior / gap - 1.0).max(0.0) } else { f32::INFINITY };
            edge.visits.min(asked as u32)
        };
        let visited = self.edges.iter().map(|edge| (edge.point, visits(edge).min(u16::MAX.into()) as u16));
        visited.filter(|&(_, visits)| visits > 0).collect()
    }
}

/// The likeliest moves that do not fill own true eyes, and a pass.
fn edges(go: &Rules, position: &Board, seen: &Seen, by_opening: bool) -> Vec<Edge> {
    let (size, side) = (go.size(), go.side_to_move(position));
    let points = size * size;
    let opening = by_opening.then(|| Opening::of(go, position)).flatten();
    let at = |point: usize| go.place_at(point % size, point / size);
    let mut logits = Vec::with_capacity(points + 1);
    for point in (0..points).filter(|&point| position.is_empty(at(point)) && position.ko() != Some(at(point)))
    {
        let told = opening.as_ref().and_then(|opening| opening.value((point % size, point / size)));
        logits.push((seen.logits[point] + told.map_or(0.0, |value| OPENING_WEIGHT * (value - 0.5)), point));
    }
    logits.push((seen.logits[points], points));
    let by_likelihood = |a: &(f32, usize), b: &(f32, usize)| b.0.total_cmp(&a.0);
    // Some of those cannot be played; so many can that all of them need not be in order.
    if logits.len() > 2 * MAX_MOVES {
        logits.select_nth_unstable_by(2 * MAX_MOVES, by_likelihood);
        logits.truncate(2 * MAX_MOVES);
    }
    logits.sort_unstable_by(by_likelihood);
    let likeliest = logits[0].0;
    let edge = |mv, point: usize, prior| Edge {
        mv,
        point: point as u16,
        prior,
        tried: prior,
        visits: 0,
        won: 0.0,
        child: None,
    };
    let mut edges: Vec<Edge> = logits
        .into_iter()
        .filter(|&(_, point)| point == points || position.is_sensible(at(point), side))
        .map(|(logit, point)| {
            let mv = if point == points { Move::PASS } else { position.move_at(at(point)) };
            edge(mv, point, (logit - likeliest).exp())
        })
        .take(MAX_MOVES)
        .collect();
    if !edges.iter().any(|edge| edge.mv.is_pass()) {
        edges.push(edge(Move::PASS, points, f32::MIN_POSITIVE));
    }
    let all: f32 = edges.iter().map(|edge| edge.prior).sum();
    for edge in &mut edges {
        edge.prior /= all;
        edge.tried = edge.prior;
    }
    edges
}
