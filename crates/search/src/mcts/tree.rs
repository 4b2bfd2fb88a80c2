//! The tree: nodes in one array, the children of a node side by side.

use super::guide::Hint;
use crate::Score;
use game::{Outcome, Side};

/// What is proven of a node, for the side that moved into it, with the plies to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Nothing yet.
    Open,
    Win(u16),
    Loss(u16),
    Draw,
}

impl Proof {
    pub fn of(outcome: Outcome, mover: Side) -> Proof {
        match outcome {
            Outcome::Draw => Proof::Draw,
            Outcome::Win(side) if side == mover => Proof::Win(0),
            Outcome::Win(_) => Proof::Loss(0),
        }
    }

    /// The same, one ply further from the end, and for the other side if the turn passes.
    fn before(self, turns: bool) -> Proof {
        match self {
            Proof::Win(plies) if turns => Proof::Loss(plies.saturating_add(1)),
            Proof::Loss(plies) if turns => Proof::Win(plies.saturating_add(1)),
            Proof::Win(plies) => Proof::Win(plies.saturating_add(1)),
            Proof::Loss(plies) => Proof::Loss(plies.saturating_add(1)),
            even => even,
        }
    }
}

/// A position in the tree, by the move that leads to it. Everything in it is seen by the side that made that
/// move, for it is that side which compares it with its sisters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub mv: M,
    pub visits: u32,
    /// Two for each win, one for each draw; twice the value where a guide has told one.
    pub points: f64,
    pub proof: Proof,
    /// Whether the side to move can have a draw for sure, by a child that is proven one.
    pub drawable: bool,
    /// Where its children begin; [`Node::LEAF`] while it has none.
    first: u32,
    count: u32,
    /// What a guide has told of it, visits beforehand included.
    pub hint: Hint,
    /// The visits beforehand, and the simulations that came through the node above it in which its move was made by the same side, then or later, and
    /// was the first at its place; and its points in them.
    pub later_visits: f32,
    pub later_points: f32,
}

impl<M> Node<M> {
    const LEAF: u32 = u32::MAX;

    pub fn new(mv: M, hint: Hint) -> Self {
        let (first, proof) = (Self::LEAF, Proof::Open);
        Node {
            mv,
            visits: 0,
            points: 0.0,
            proof,
            drawable: false,
            first,
            count: 0,
            hint,
            later_visits: hint.visits,
            later_points: 2.0 * hint.visits * hint.value,
        }
    }

    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.first == Self::LEAF
    }

    /// Mean result, 0 to 1; ½ without visits.
    pub fn value(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.points / (2.0 * f64::from(self.visits)) }
    }

    /// The score for the side that moved, counted from the node before: that of a proof, else the mean result in
    /// thousandths, from −1000 to 1000.
    pub fn score(&self) -> Score {
        match self.proof {
            Proof::Win(plies) => Score::win_in(u32::from(plies) + 1),
            Proof::Loss(plies) => Score::loss_in(u32::from(plies) + 1),
            Proof::Draw => Score::DRAW,
            Proof::Open => Score::heuristic((2000.0 * self.value() - 1000.0).round() as i32),
        }
    }

    /// Which of sisters to play, the greatest: a proven win, the shorter the better; then what was visited most;
    /// then a proven loss, the longer the better. Where [`Tree::best_child`] puts a draw depends on the others.
    pub fn rank(&self) -> (i32, u32) {
        match self.proof {
            Proof::Win(plies) => (i32::from(u16::MAX - plies) + 1, self.visits),
            Proof::Loss(plies) => (i32::from(plies) - i32::from(u16::MAX) - 2, self.visits),
            Proof::Open => (0, self.visits),
            Proof::Draw => (-1, self.visits),
        }
    }
}

/// The nodes, the root first.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: Copy> Tree<M> {
    /// The root's index.
    pub const ROOT: usize = 0;

    /// A tree of nothing yet, which may take so many MiB.
    pub fn new(memory_mb: usize) -> Self {
        let most = memory_mb.saturating_mul(1 << 20) / size_of::<Node<M>>();
        Tree { nodes: Vec::new(), most: most.min(Node::<M>::LEAF as usize) }
    }

    /// Plants a tree of a root alone. `moves` are those of the root; the root itself stands for the move that was
    /// made before it, for which any will do.
    pub fn plant(&mut self, moves: &[(M, Hint)]) {
        self.nodes.clear();
        if let Some(&(any, hint)) = moves.first() {
            self.nodes.push(Node::new(any, hint));
            self.grow(Self::ROOT, moves);
        }
    }

    /// How much of its memory the tree takes, in thousandths.
    pub fn thousandths_used(&self) -> u32 {
        (1000 * self.nodes.len() / self.most.max(1)) as u32
    }

    pub fn node(&self, node: usize) -> &Node<M> {
        &self.nodes[node]
    }

    /// Notes a result that is worth so many points to the side that moved into the node.
    #[inline]
    pub fn note(&mut self, node: usize, points: f64) {
        self.nodes[node].visits += 1;
        self.nodes[node].points += points;
    }

    /// Notes that a node is the end of the game.
    #[inline]
    pub fn finish(&mut self, node: usize, proof: Proof) {
        self.nodes[node].proof = proof;
    }

    /// Notes a result for those of a node's children whose move was made, then or later.
    #[inline]
    pub fn note_later(&mut self, node: usize, points: f32, made: impl Fn(M) -> bool) {
        let children = self.indices(node);
        for child in &mut self.nodes[children] {
            // Without a branch: which moves were made, no processor could predict.
            let made = f32::from(u8::from(made(child.mv)));
            child.later_visits += made;
            child.later_points += made * points;
        }
    }

    pub fn children(&self, node: usize) -> &[Node<M>] {
        &self.nodes[self.indices(node)]
    }

    /// The indices of a node's children.
    pub fn indices(&self, node: usize) -> std::ops::Range<usize> {
        match self.nodes.get(node) {
            Some(node) if !node.is_leaf() => node.first as usize..(node.first + node.count) as usize,
            _ => 0..0,
        }
    }

    /// Whether there is something left to find out: a root with moves, of which nothing is proven.
    pub fn is_open(&self) -> bool {
        self.nodes.first().is_some_and(|root| root.proof == Proof::Open)
    }

    /// Whether there is room for so many more nodes. The root always finds room for its children.
    #[inline]
    pub fn has_room(&self, count: usize) -> bool {
        self.nodes.len() + count <= self.most
    }

    /// Gives a leaf its children.
    #[inline]
    pub fn grow(&mut self, node: usize, moves: &[(M, Hint)]) {
        (self.nodes[node].first, self.nodes[node].count) = (self.nodes.len() as u32, moves.len() as u32);
        self.nodes.extend(moves.iter().map(|&(mv, hint)| Node::new(mv, hint)));
    }

    /// Proves a node by its children if they allow it, and says whether they do. `turns`: whether its children
    /// are moves of the other side than its own move.
    pub fn prove(&mut self, node: usize, turns: bool) -> bool {
        let (mut win, mut loss, mut draw, mut open) = (None::<u16>, 0, false, false);
        for child in self.children(node) {
            match child.proof {
                Proof::Win(plies) => win = Some(win.map_or(plies, |best| best.min(plies))),
                Proof::Loss(plies) => loss = loss.max(plies),
                Proof::Draw => draw = true,
                Proof::Open => open = true,
            }
        }
        let proof = match win {
            Some(plies) => Proof::Win(plies),
            None if open => {
                self.nodes[node].drawable = draw;
                return false;
            }
            None if draw => Proof::Draw,
            None => Proof::Loss(loss),
        };
        self.nodes[node].proof = proof.before(turns);
        true
    }

    /// The child to play, `None` of a leaf: of the greatest [rank](Node::rank), the first of equals, but rather a
    /// draw for sure than what has gone worse than that.
    pub fn best_child(&self, node: usize) -> Option<usize> {
        let best = self.indices(node).rev().max_by_key(|&child| self.nodes[child].rank())?;
        let doubtful = self.nodes[best].proof == Proof::Open && self.nodes[best].value() < 0.5;
        let draw = || self.indices(node).find(|&child| self.nodes[child].proof == Proof::Draw);
        if doubtful { draw().or(Some(best)) } else { Some(best) }
    }

    /// Forgets what lies below the nodes that were visited least, until at least half of the room is free. False if
    /// nothing can be forgotten.
    pub fn prune(&mut self) -> bool {
        let before = self.nodes.len();
        let mut least = 2;
        loop {
            // The root's children are not forgotten, whatever their number.
            let kept = |node: usize| node == Self::ROOT || self.nodes[node].visits >= least;
            let grown = (0..before).filter(|&node| kept(node));
            let count: usize = 1 + grown.map(|node| self.indices(node).len()).sum::<usize>();
            if 2 * count <= self.most || least > self.nodes[Self::ROOT].visits {
                break;
            }
            least = least.saturating_mul(2);
        }
        for node in 1..before {
            let node = &mut self.nodes[node];
            if node.visits < least {
                (node.first, node.count) = (Node::<M>::LEAF, 0);
            }
        }
        self.replant(Self::ROOT);
        self.nodes.len() < before
    }

    /// Makes a node the root and drops all that is not below it.
    pub fn replant(&mut self, node: usize) {
        let mut nodes = Vec::with_capacity(self.nodes.len() / 2);
        nodes.push(self.nodes[node]);
        let mut next = 0;
        while next < nodes.len() {
            let Node { first, count, .. } = nodes[next];
            if first != Node::<M>::LEAF {
                nodes[next].first = nodes.len() as u32;
                nodes.extend_from_slice(&self.nodes[first as usize..][..count as usize]);
            }
            next += 1;
        }
        self.nodes = nodes;
    }
}
