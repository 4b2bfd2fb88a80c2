//! The tree: blocks of sisters, which several threads read and change at once.
//!
//! Nothing is locked. What is noted of a node is read, changed and written in three steps, so that a note is lost where two
//! threads meet; such losses are rare and small beside the chance in what is noted. Enzenberger and Müller, *A Lock-free
//! Multithreaded Monte-Carlo Tree Search Algorithm* (2009), <https://doi.org/10.1007/978-3-642-12993-3_2>.

use super::append::AppendList;
use super::graph::{SharedStatistics, TranspositionMap};
use super::guide::Prior;
use super::node::{Node, Proof};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed, Ordering::Release};

/// Where a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct NodeIndex {
    block: u32,
    index: u32,
}

/// Sisters: the children of a node.
#[derive(Debug)]
pub(super) struct Block<M> {
    pub nodes: Box<[Node<M>]>,
    /// What a guide knows of each, visits beforehand included; nothing without a guide, so that more nodes lie together.
    priors: Box<[Prior]>,
    /// How many of them, the first ones, are moves without an [AMAF index](wanqi_game::Game::amaf_index).
    pub unindexed: u32,
    /// In a graph, what is known of the position in which they are the moves.
    pub shared: Option<SharedStatistics>,
}

impl<M> Block<M> {
    fn new(moves: &[(M, Prior)], unindexed: usize, shared: Option<SharedStatistics>) -> Self
    where
        M: Copy,
    {
        let nodes = moves.iter().map(|&(mv, prior)| Node::new(mv, prior)).collect();
        let is_known = moves.iter().any(|&(_, prior)| prior != Prior::NONE);
        let priors = moves.iter().filter(|_| is_known).map(|&(_, prior)| prior).collect();
        Block { nodes, priors, unindexed: unindexed as u32, shared }
    }

    /// What a guide knows of the node at an index.
    #[inline]
    pub fn prior(&self, index: usize) -> &Prior {
        self.priors.get(index).unwrap_or(&Prior::NONE)
    }

    /// How many nodes' room it takes, with what is known and shared.
    fn size(&self) -> usize {
        self.nodes.len() + self.priors.len() / 2 + usize::from(self.shared.is_some())
    }
}

/// The nodes: a block of the root alone, and one for each node that has grown.
#[derive(Debug)]
pub(super) struct Tree<M> {
    blocks: AppendList<Block<M>>,
    /// The blocks of positions, in a graph.
    positions: TranspositionMap,
    /// Nodes in them, and the most that there may be.
    used: AtomicUsize,
    most: usize,
    /// Whether no node lacks a move that could be better than its others, so that proofs hold.
    pub complete: bool,
}

impl<M: Copy> Tree<M> {
    /// Where the root is.
    pub const ROOT: NodeIndex = NodeIndex { block: 0, index: 0 };

    /// A tree of nothing yet, which may take so many MiB.
    pub fn new(memory_mb: usize) -> Self {
        let most = memory_mb.saturating_mul(1 << 20) / size_of::<Node<M>>();
        let most = most.min(Node::<M>::GROWING as usize);
        let (blocks, positions) = (AppendList::default(), TranspositionMap::default());
        Tree { blocks, positions, used: AtomicUsize::new(0), most, complete: true }
    }

    /// Plants a tree of a root alone. `moves` are those of the root, the first so many without a place; the root itself
    /// stands for the move that was made before it, for which any will do. `key`: the root's, if this is to be a graph.
    pub fn plant(&mut self, moves: &[(M, Prior)], unindexed: usize, key: Option<u64>) {
        *self = Tree { most: self.most, ..Tree::new(0) };
        if let Some(&any) = moves.first() {
            self.blocks.push(Block::new(&[any], 0, None));
            let children = Block::new(moves, unindexed, key.map(SharedStatistics::new));
            // The root always finds room for its children.
            *self.used.get_mut() = 1 + children.size();
            let children = self.blocks.push(children);
            if let Some(key) = key {
                self.positions.insert(key, children);
            }
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

    /// The node at a place, if there is one.
    pub fn node(&self, place: NodeIndex) -> Option<&Node<M>> {
        self.blocks.get(place.block)?.nodes.get(place.index as usize)
    }

    /// Notes a result for those of a node's children whose move was made, then or later.
    #[inline]
    pub fn note_amaf(&self, node: &Node<M>, points: f32, made: impl Fn(M) -> bool) {
        for child in self.children(node) {
            // Without a branch: which moves were made, no processor could predict.
            child.note_amaf(f32::from(u8::from(made(child.mv))), points);
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

    /// What a guide knows of a node's child.
    pub fn prior(&self, node: &Node<M>, child: &Node<M>) -> Prior {
        let index = self.children(node).iter().position(|other| std::ptr::eq(other, child));
        let block = self.block(node).map(|(_, block)| block);
        block.zip(index).map_or(Prior::NONE, |(block, index)| *block.prior(index))
    }

    /// A node's children and where they are.
    #[inline]
    pub fn places(
        &self,
        node: &Node<M>,
    ) -> impl DoubleEndedIterator<Item = (NodeIndex, &Node<M>)> + ExactSizeIterator {
        let (block, nodes) = match self.block(node) {
            Some((block, children)) => (block, &children.nodes[..]),
            None => (0, &[][..]),
        };
        nodes.iter().enumerate().map(move |(index, node)| (NodeIndex { block, index: index as u32 }, node))
    }

    /// Whether there is something left to find out: a root with moves, of which nothing is proven.
    pub fn is_unproven(&self) -> bool {
        self.root().is_some_and(|root| root.proof() == Proof::Unproven)
    }

    /// Takes it upon this thread to give a leaf its children. False if another does or has done.
    #[inline]
    pub fn claim(&self, node: &Node<M>) -> bool {
        node.children.compare_exchange(Node::<M>::LEAF, Node::<M>::GROWING, Relaxed, Relaxed).is_ok()
    }

    /// Gives a leaf that was claimed its children, the first so many without a place; or leaves it a leaf if there is no
    /// room or there are none, and tells false. `known`: what is known of the position, in a graph.
    #[inline]
    pub fn grow(
        &self,
        node: &Node<M>,
        moves: &[(M, Prior)],
        unindexed: usize,
        known: Option<SharedStatistics>,
    ) -> bool {
        let children = &node.children;
        let key = known.as_ref().map(|known| known.key);
        let block = Block::new(moves, unindexed, known);
        let take = |used| Some(used + block.size()).filter(|&used| used <= self.most);
        if moves.is_empty() || self.used.fetch_update(Relaxed, Relaxed, take).is_err() {
            children.store(Node::<M>::LEAF, Relaxed);
            return false;
        }
        let block = self.blocks.push(block);
        children.store(key.map_or(block, |key| self.positions.insert(key, block)), Release);
        true
    }

    /// Gives a leaf that was claimed the children of its position in a graph, if they are there, and tells what is known of the
    /// position.
    pub fn link(&self, node: &Node<M>, key: u64) -> Option<&SharedStatistics> {
        let block = self.positions.get(key)?;
        node.children.store(block, Release);
        self.blocks.get(block)?.shared.as_ref()
    }

    /// Proves a node by its children if they allow it, and says whether they do. `turns`: whether its children
    /// are moves of the other side than its own move.
    pub fn prove(&self, node: &Node<M>, turns: bool) -> bool {
        let (mut win, mut loss, mut draw, mut unproven) = (None::<u16>, 0, false, false);
        let shared = self.block(node).and_then(|(_, block)| block.shared.as_ref());
        for child in self.children(node) {
            match child.proof() {
                Proof::Win(plies) => win = Some(win.map_or(plies, |best| best.min(plies))),
                Proof::Loss(plies) => loss = loss.max(plies),
                Proof::Draw => draw = true,
                Proof::Unproven => unproven = true,
            }
        }
        let proof = match win {
            Some(plies) => Proof::Win(plies),
            None if unproven => {
                if draw {
                    node.draw();
                    shared.inspect(|shared| shared.draw());
                }
                return false;
            }
            None if draw => Proof::Draw,
            None => Proof::Loss(loss),
        };
        node.finish(proof.before(turns));
        shared.inspect(|shared| shared.prove());
        true
    }

    /// The child to play, `None` of a leaf: of the greatest [rank](Node::rank), the first of equals, but one with a place
    /// before one without, such as a pass; and rather a draw for sure than what has gone worse than that.
    pub fn best_child(&self, node: &Node<M>) -> Option<&Node<M>> {
        let children = self.children(node);
        let unindexed = self.block(node).map_or(0, |(_, block)| block.unindexed as usize);
        let ranked = children.iter().enumerate().rev();
        let (_, best) = ranked.max_by_key(|&(index, child)| (child.rank(), index >= unindexed))?;
        let doubtful = best.proof() == Proof::Unproven && best.value() < 0.5;
        let draw = || children.iter().find(|child| child.proof() == Proof::Draw);
        if doubtful { draw().or(Some(best)) } else { Some(best) }
    }

    /// Forgets what lies below the nodes that were visited least, until at least half of the room is free. False if
    /// nothing can be forgotten.
    pub fn prune(&mut self) -> bool {
        let before = *self.used.get_mut();
        let mut least = 2;
        let kept = loop {
            let kept = self.visited(least);
            let blocks = (0..).zip(&kept).filter(|&(_, kept)| *kept);
            let count: usize = blocks.filter_map(|(block, _)| self.blocks.get(block)).map(Block::size).sum();
            if 2 * count <= self.most || kept.iter().filter(|&&kept| kept).count() <= 2 {
                break kept;
            }
            least = least.saturating_mul(2);
        };
        for block in 1..self.blocks.len() {
            let nodes = self.blocks.get_mut(block).into_iter().flat_map(|block| &mut block.nodes);
            for node in nodes {
                if node.block().is_some_and(|block| !kept[block as usize]) {
                    *node.children.get_mut() = Node::<M>::LEAF;
                }
            }
        }
        self.replant(Self::ROOT);
        *self.used.get_mut() < before
    }

    /// Which blocks a node leads to that was visited at least so often. The root's children are among them, whatever their
    /// number.
    fn visited(&self, least: u32) -> Vec<bool> {
        let mut visited = vec![false; self.blocks.len() as usize];
        let nodes = (1..self.blocks.len()).filter_map(|block| self.blocks.get(block));
        let nodes = nodes.flat_map(|block| &block.nodes).filter(|node| node.visits() >= least);
        for block in nodes.chain(self.root()).filter_map(Node::block) {
            visited[block as usize] = true;
        }
        visited[0] = true;
        visited
    }

    /// Makes a node the root and drops all that is not below it.
    pub fn replant(&mut self, place: NodeIndex) {
        let old = std::mem::take(&mut self.blocks);
        let mut old: Vec<Option<Block<M>>> = old.into_iter().map(Some).collect();
        let above = old[place.block as usize].take().expect("the new root's block is there");
        let root = Vec::from(above.nodes).swap_remove(place.index as usize);
        self.blocks.push(Block { nodes: Box::new([root]), priors: Box::new([]), unindexed: 0, shared: None });
        self.positions = TranspositionMap::default();
        let (mut used, mut next) = (1, 0);
        // Where what was moved is now: in a graph several lead to it.
        let mut moved = vec![Node::<M>::LEAF; old.len()];
        while let Some(block) = self.blocks.get(next) {
            for node in &block.nodes {
                let Some(child) = node.block().map(|child| child as usize) else { continue };
                if let Some(block) = old[child].take() {
                    used += block.size();
                    let key = block.shared.as_ref().map(|shared| shared.key);
                    moved[child] = self.blocks.push(block);
                    key.inspect(|&key| _ = self.positions.insert(key, moved[child]));
                }
                node.children.store(moved[child], Relaxed);
            }
            next += 1;
        }
        *self.used.get_mut() = used;
    }
}
