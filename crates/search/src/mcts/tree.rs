//! The tree: blocks of sisters, which several threads read and change at once.
//!
//! Nothing is locked. What is noted of a node is read, changed and written in three steps, so that a note is lost where two
//! threads meet; such losses are rare and small beside the chance in what is noted. Enzenberger and Müller, *A Lock-free
//! Multithreaded Monte-Carlo Tree Search Algorithm* (2009), <https://doi.org/10.1007/978-3-642-12993-3_2>.

use super::append::AppendList;
use super::guide::Hint;
use crate::Score;
use game::{Outcome, Side};
use std::sync::atomic::{
    AtomicU32, AtomicU64, AtomicUsize, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

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

    /// As bits; 0 is open.
    fn bits(self) -> u32 {
        match self {
            Proof::Open => 0,
            Proof::Win(plies) => 1 << 16 | u32::from(plies),
            Proof::Loss(plies) => 2 << 16 | u32::from(plies),
            Proof::Draw => 3 << 16,
        }
    }

    #[inline]
    fn from_bits(bits: u32) -> Proof {
        match bits >> 16 & 3 {
            0 => Proof::Open,
            1 => Proof::Win(bits as u16),
            2 => Proof::Loss(bits as u16),
            _ => Proof::Draw,
        }
    }
}

/// Beside the bits of the proof: whether the side to move can have a draw for sure, by a child that is proven one.
const DRAWABLE: u32 = 1 << 18;

/// A position in the tree, by the move that leads to it. Everything in it is seen by the side that made that
/// move, for it is that side which compares it with its sisters.
#[derive(Debug)]
pub(super) struct Node<M> {
    pub mv: M,
    visits: AtomicU32,
    /// Two for each win, one for each draw; twice the value where a guide has told one.
    points: AtomicU64,
    state: AtomicU32,
    /// The block of its children, or [`Node::LEAF`], or [`Node::GROWING`].
    children: AtomicU32,
    /// What a guide has told of it, visits beforehand included.
    pub hint: Hint,
    /// The visits beforehand, and the simulations that came through the node above it in which its move was made by the same
    /// side, then or later, and was the first at its place; and its points in them.
    later_visits: AtomicU32,
    later_points: AtomicU32,
}

impl<M> Node<M> {
    const LEAF: u32 = u32::MAX;
    /// A thread is giving it children.
    const GROWING: u32 = u32::MAX - 1;

    pub fn new(mv: M, hint: Hint) -> Self {
        Node {
            mv,
            visits: AtomicU32::new(0),
            points: AtomicU64::new(0.0_f64.to_bits()),
            state: AtomicU32::new(0),
            children: AtomicU32::new(Self::LEAF),
            hint,
            later_visits: AtomicU32::new(hint.visits.to_bits()),
            later_points: AtomicU32::new((2.0 * hint.visits * hint.value).to_bits()),
        }
    }

    /// Whether it has no children yet.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.block().is_none()
    }

    /// The block of its children.
    #[inline]
    fn block(&self) -> Option<u32> {
        Some(self.children.load(Acquire)).filter(|&block| block < Self::GROWING)
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub fn points(&self) -> f64 {
        f64::from_bits(self.points.load(Relaxed))
    }

    #[inline]
    pub fn proof(&self) -> Proof {
        Proof::from_bits(self.state.load(Relaxed))
    }

    /// Whether the side to move can have a draw for sure.
    #[inline]
    pub fn is_drawable(&self) -> bool {
        self.state.load(Relaxed) & DRAWABLE != 0
    }

    #[inline]
    pub fn later_visits(&self) -> f32 {
        f32::from_bits(self.later_visits.load(Relaxed))
    }

    #[inline]
    pub fn later_points(&self) -> f32 {
        f32::from_bits(self.later_points.load(Relaxed))
    }

    /// Counts a visit that has only begun, and so counts as lost to those that come now (virtual loss: Chaslot, Winands and
    /// van den Herik, *Parallel Monte-Carlo Tree Search* (2008), <https://doi.org/10.1007/978-3-540-87608-3_6>). Tells the
    /// visits before it.
    #[inline]
    pub fn begin(&self) -> u32 {
        let visits = self.visits();
        self.visits.store(visits + 1, Relaxed);
        visits
    }

    /// A visit that has begun has come to nothing.
    #[inline]
    pub fn withdraw(&self) {
        self.visits.store(self.visits().saturating_sub(1), Relaxed);
    }

    /// A visit that has begun was worth so many points to the side that moved into the node.
    #[inline]
    pub fn note(&self, points: f64) {
        self.points.store((self.points() + points).to_bits(), Relaxed);
    }

    /// Notes what is proven, if nothing was.
    #[inline]
    pub fn finish(&self, proof: Proof) {
        if self.proof() == Proof::Open {
            self.state.fetch_or(proof.bits(), Relaxed);
        }
    }

    /// Mean result, 0 to 1; ½ without visits.
    pub fn value(&self) -> f64 {
        let visits = self.visits();
        if visits == 0 { 0.5 } else { (self.points() / (2.0 * f64::from(visits))).min(1.0) }
    }

    /// The score for the side that moved, counted from the node before: that of a proof, else the mean result in
    /// thousandths, from −1000 to 1000.
    pub fn score(&self) -> Score {
        match self.proof() {
            Proof::Win(plies) => Score::win_in(u32::from(plies) + 1),
            Proof::Loss(plies) => Score::loss_in(u32::from(plies) + 1),
            Proof::Draw => Score::DRAW,
            Proof::Open => Score::heuristic((2000.0 * self.value() - 1000.0).round() as i32),
        }
    }

    /// Which of sisters to play, the greatest: a proven win, the shorter the better; then what was visited most;
    /// then a proven loss, the longer the better. Where [`Tree::best_child`] puts a draw depends on the others.
    pub fn rank(&self) -> (i32, u32) {
        let visits = self.visits();
        match self.proof() {
            Proof::Win(plies) => (i32::from(u16::MAX - plies) + 1, visits),
            Proof::Loss(plies) => (i32::from(plies) - i32::from(u16::MAX) - 2, visits),
            Proof::Open => (0, visits),
            Proof::Draw => (-1, visits),
        }
    }
}

/// Where a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place {
    block: u32,
    index: u32,
}

/// Sisters: the children of a node.
#[derive(Debug)]
pub(super) struct Block<M> {
    nodes: Box<[Node<M>]>,
    /// How many of them, the first ones, are moves without a [place](game::Game::place).
    pub placeless: u32,
}

impl<M> Block<M> {
    fn new(moves: &[(M, Hint)], placeless: usize) -> Self
    where
        M: Copy,
    {
        let nodes = moves.iter().map(|&(mv, hint)| Node::new(mv, hint)).collect();
        Block { nodes, placeless: placeless as u32 }
    }
}

/// The nodes: a block of the root alone, and one for each node that has grown.
#[derive(Debug)]
pub(super) struct Tree<M> {
    blocks: AppendList<Block<M>>,
    /// Nodes in them, and the most that there may be.
    used: AtomicUsize,
    most: usize,
}

impl<M: Copy> Tree<M> {
    /// Where the root is.
    pub const ROOT: Place = Place { block: 0, index: 0 };

    /// A tree of nothing yet, which may take so many MiB.
    pub fn new(memory_mb: usize) -> Self {
        let most = memory_mb.saturating_mul(1 << 20) / size_of::<Node<M>>();
        let most = most.min(Node::<M>::GROWING as usize);
        Tree { blocks: AppendList::new(), used: AtomicUsize::new(0), most }
    }

    /// Plants a tree of a root alone. `moves` are those of the root, the first so many without a place; the root itself
    /// stands for the move that was made before it, for which any will do.
    pub fn plant(&mut self, moves: &[(M, Hint)], placeless: usize) {
        (self.blocks, self.used) = (AppendList::new(), AtomicUsize::new(0));
        if let Some(&any) = moves.first() {
            self.blocks.push(Block::new(&[any], 0));
            // The root always finds room for its children.
            *self.used.get_mut() = 1 + moves.len();
            let children = self.blocks.push(Block::new(moves, placeless));
            if let Some(root) = self.root() {
                root.children.store(children, Release);
            }
        }
    }

    /// How much of its memory the tree takes, in thousandths.
    pub fn thousandths_used(&self) -> u32 {
        (1000 * self.used.load(Relaxed) / self.most.max(1)) as u32
    }

    /// The root, if something is planted.
    #[inline]
    pub fn root(&self) -> Option<&Node<M>> {
        self.blocks.get(0).map(|block| &block.nodes[0])
    }

    /// Notes a result for those of a node's children whose move was made, then or later.
    #[inline]
    pub fn note_later(&self, node: &Node<M>, points: f32, made: impl Fn(M) -> bool) {
        for child in self.children(node) {
            // Without a branch: which moves were made, no processor could predict.
            let made = f32::from(u8::from(made(child.mv)));
            child.later_visits.store((child.later_visits() + made).to_bits(), Relaxed);
            child.later_points.store((child.later_points() + made * points).to_bits(), Relaxed);
        }
    }

    /// The block of a node's children, and which it is.
    #[inline]
    pub fn block(&self, node: &Node<M>) -> Option<(u32, &Block<M>)> {
        let block = node.block()?;
        Some((block, self.blocks.get(block).expect("a node has its block when that is there")))
    }

    #[inline]
    pub fn children(&self, node: &Node<M>) -> &[Node<M>] {
        self.block(node).map_or(&[], |(_, block)| &block.nodes)
    }

    /// A node's children and where they are.
    #[inline]
    pub fn places(
        &self,
        node: &Node<M>,
    ) -> impl DoubleEndedIterator<Item = (Place, &Node<M>)> + ExactSizeIterator {
        let (block, nodes) = match self.block(node) {
            Some((block, children)) => (block, &children.nodes[..]),
            None => (0, &[][..]),
        };
        nodes.iter().enumerate().map(move |(index, node)| (Place { block, index: index as u32 }, node))
    }

    /// Whether there is something left to find out: a root with moves, of which nothing is proven.
    pub fn is_open(&self) -> bool {
        self.root().is_some_and(|root| root.proof() == Proof::Open)
    }

    /// Takes it upon this thread to give a leaf its children. False if another does or has done.
    #[inline]
    pub fn claim(&self, node: &Node<M>) -> bool {
        node.children.compare_exchange(Node::<M>::LEAF, Node::<M>::GROWING, Relaxed, Relaxed).is_ok()
    }

    /// Gives a leaf that was claimed its children, the first so many without a place; or leaves it a leaf if there is no
    /// room or there are none, and tells false.
    #[inline]
    pub fn grow(&self, node: &Node<M>, moves: &[(M, Hint)], placeless: usize) -> bool {
        let children = &node.children;
        let take = |used| Some(used + moves.len()).filter(|&used| used <= self.most);
        if moves.is_empty() || self.used.fetch_update(Relaxed, Relaxed, take).is_err() {
            children.store(Node::<M>::LEAF, Relaxed);
            return false;
        }
        children.store(self.blocks.push(Block::new(moves, placeless)), Release);
        true
    }

    /// Proves a node by its children if they allow it, and says whether they do. `turns`: whether its children
    /// are moves of the other side than its own move.
    pub fn prove(&self, node: &Node<M>, turns: bool) -> bool {
        let (mut win, mut loss, mut draw, mut open) = (None::<u16>, 0, false, false);
        for child in self.children(node) {
            match child.proof() {
                Proof::Win(plies) => win = Some(win.map_or(plies, |best| best.min(plies))),
                Proof::Loss(plies) => loss = loss.max(plies),
                Proof::Draw => draw = true,
                Proof::Open => open = true,
            }
        }
        let proof = match win {
            Some(plies) => Proof::Win(plies),
            None if open => {
                if draw {
                    node.state.fetch_or(DRAWABLE, Relaxed);
                }
                return false;
            }
            None if draw => Proof::Draw,
            None => Proof::Loss(loss),
        };
        node.finish(proof.before(turns));
        true
    }

    /// The child to play, `None` of a leaf: of the greatest [rank](Node::rank), the first of equals, but rather a
    /// draw for sure than what has gone worse than that.
    pub fn best_child(&self, node: &Node<M>) -> Option<&Node<M>> {
        let children = self.children(node);
        let best = children.iter().rev().max_by_key(|child| child.rank())?;
        let doubtful = best.proof() == Proof::Open && best.value() < 0.5;
        let draw = || children.iter().find(|child| child.proof() == Proof::Draw);
        if doubtful { draw().or(Some(best)) } else { Some(best) }
    }

    /// Forgets what lies below the nodes that were visited least, until at least half of the room is free. False if
    /// nothing can be forgotten.
    pub fn prune(&mut self) -> bool {
        let before = *self.used.get_mut();
        let mut least = 2;
        loop {
            // The root's children are not forgotten, whatever their number.
            let mut count = 1 + self.root().map_or(0, |root| self.children(root).len());
            for block in (1..self.blocks.len()).filter_map(|block| self.blocks.get(block)) {
                let kept = block.nodes.iter().filter(|node| node.visits() >= least);
                let sizes =
                    kept.filter_map(|node| self.blocks.get(node.block()?)).map(|block| block.nodes.len());
                count += sizes.sum::<usize>();
            }
            if 2 * count <= self.most || self.root().is_none_or(|root| least > root.visits()) {
                break;
            }
            least = least.saturating_mul(2);
        }
        for block in 1..self.blocks.len() {
            let nodes = self.blocks.get_mut(block).into_iter().flat_map(|block| &mut block.nodes);
            for node in nodes.filter(|node| node.visits() < least) {
                *node.children.get_mut() = Node::<M>::LEAF;
            }
        }
        self.replant(Self::ROOT);
        *self.used.get_mut() < before
    }

    /// Makes a node the root and drops all that is not below it.
    pub fn replant(&mut self, place: Place) {
        let old = std::mem::replace(&mut self.blocks, AppendList::new());
        let mut old: Vec<Option<Block<M>>> = old.into_iter().map(Some).collect();
        let above = old[place.block as usize].take().expect("the new root's block is there");
        let root = Vec::from(above.nodes).swap_remove(place.index as usize);
        self.blocks.push(Block { nodes: Box::new([root]), placeless: 0 });
        let (mut used, mut next) = (1, 0);
        while let Some(block) = self.blocks.get(next) {
            for node in &block.nodes {
                let child = node.block().and_then(|child| old[child as usize].take());
                let moved = child.map_or(Node::<M>::LEAF, |child| {
                    used += child.nodes.len();
                    self.blocks.push(child)
                });
                node.children.store(moved, Relaxed);
            }
            next += 1;
        }
        *self.used.get_mut() = used;
    }
}
