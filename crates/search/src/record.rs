//! A search written down, node by node, to be looked at afterwards.
//!
//! The searches of the textbook tell an [`Observer`] what they do, if there is one. To `()`, which the strong search has,
//! nothing is told: the compiler leaves all of it out. A [`Recorder`] keeps the tree.

use crate::mcts::Simulations;
use crate::{Report, Score, Window};
use wanqi_game::Side;

/// What a search answers, and its record.
pub type Recorded<M> = (Report<M>, Record<M>);

/// A search written down.
#[derive(Clone, Debug)]
pub enum Record<M> {
    /// The nodes of minimax, negamax or alpha-beta.
    Tree(Recorder<M>),
    /// The simulations of a Monte-Carlo search.
    Simulations(Simulations<M>),
}

/// Hears what a [`Walk`](crate::Walk) does.
pub trait Observer<M> {
    /// Whether anything is told at all.
    const HEARS: bool = true;

    /// A step down by a move, to a position where this side is to move.
    fn down(&mut self, mv: M, side: Side);

    /// A step up again.
    fn up(&mut self);

    /// The window that the node is searched with, as its side to move sees it.
    fn window(&mut self, window: Window);

    /// The node is a leaf.
    fn leaf(&mut self, end: Leaf);

    /// The score of the node, for its side to move.
    fn score(&mut self, score: Score);

    /// The node is left without looking at these moves: the last one was too good for the opponent to let it come so
    /// far.
    fn cut(&mut self, moves: &[M], side: Side);
}

impl<M> Observer<M> for () {
    const HEARS: bool = false;

    fn down(&mut self, _: M, _: Side) {}
    fn up(&mut self) {}
    fn window(&mut self, _: Window) {}
    fn leaf(&mut self, _: Leaf) {}
    fn score(&mut self, _: Score) {}
    fn cut(&mut self, _: &[M], _: Side) {}
}

/// Somebody may hear: whether is known when the search begins, so that one search is compiled for both.
impl<M, O: Observer<M>> Observer<M> for Option<O> {
    fn down(&mut self, mv: M, side: Side) {
        if let Some(observer) = self {
            observer.down(mv, side);
        }
    }

    fn up(&mut self) {
        if let Some(observer) = self {
            observer.up();
        }
    }

    fn window(&mut self, window: Window) {
        if let Some(observer) = self {
            observer.window(window);
        }
    }

    fn leaf(&mut self, end: Leaf) {
        if let Some(observer) = self {
            observer.leaf(end);
        }
    }

    fn score(&mut self, score: Score) {
        if let Some(observer) = self {
            observer.score(score);
        }
    }

    fn cut(&mut self, moves: &[M], side: Side) {
        if let Some(observer) = self {
            observer.cut(moves, side);
        }
    }
}

/// Why a node is a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The game is over.
    Finished,
    /// As deep as the search goes: the evaluation tells.
    Horizon,
    /// The evaluation knows for certain, and nothing more is to be found out.
    Known,
}

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeFate {
    /// Its moves were looked at.
    Interior,
    /// It is a leaf.
    Leaf(Leaf),
    /// It was never looked at: a move before it has refuted the node above.
    Cut,
}

/// A node as it was searched.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedNode<M> {
    /// The place of the node above; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root.
    pub mv: Option<M>,
    /// Who is to move.
    pub side: Side,
    /// The window that it was searched with, for the side to move; `None` where the search knows none.
    pub window: Option<Window>,
    /// What came of it, for the side to move: with a window perhaps only a bound. `None` if the search was stopped
    /// in it, or never looked.
    pub score: Option<Score>,
    /// What became of it.
    pub fate: NodeFate,
}

/// The tree of a search, in the order in which its nodes were entered.
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    /// The nodes, the root first, every node before those below it.
    pub nodes: Vec<RecordedNode<M>>,
    /// Nodes that were looked at, and not written down for want of room.
    pub more: u64,
    most: usize,
    /// The nodes from the root to where the search stands; `None` below the last one that found room.
    path: Vec<Option<usize>>,
}

impl<M: Copy> Recorder<M> {
    /// A record of at most about so many nodes: the moves of the root find room always. `side` moves at the root.
    pub fn new(most: usize, side: Side) -> Self {
        let root = RecordedNode {
            parent: None,
            mv: None,
            side,
            window: None,
            score: None,
            fate: NodeFate::Interior,
        };
        Recorder { nodes: vec![root], more: 0, most, path: vec![Some(0)] }
    }

    fn add(&mut self, mv: M, side: Side, fate: NodeFate) -> Option<usize> {
        let parent = self.path.last().copied().flatten();
        if parent.is_none() || (parent != Some(0) && self.nodes.len() >= self.most) {
            self.more += u64::from(fate != NodeFate::Cut);
            return None;
        }
        self.nodes.push(RecordedNode { parent, mv: Some(mv), side, window: None, score: None, fate });
        Some(self.nodes.len() - 1)
    }

    fn here(&mut self) -> Option<&mut RecordedNode<M>> {
        self.path.last().copied().flatten().map(|node| &mut self.nodes[node])
    }
}

impl<M: Copy> Observer<M> for &mut Recorder<M> {
    fn down(&mut self, mv: M, side: Side) {
        let node = self.add(mv, side, NodeFate::Interior);
        self.path.push(node);
    }

    fn up(&mut self) {
        self.path.pop();
    }

    fn window(&mut self, window: Window) {
        if let Some(node) = self.here() {
            node.window = Some(window);
        }
    }

    fn leaf(&mut self, end: Leaf) {
        if let Some(node) = self.here() {
            node.fate = NodeFate::Leaf(end);
        }
    }

    fn score(&mut self, score: Score) {
        if let Some(node) = self.here() {
            node.score = Some(score);
        }
    }

    fn cut(&mut self, moves: &[M], side: Side) {
        for &mv in moves {
            self.add(mv, side, NodeFate::Cut);
        }
    }
}
