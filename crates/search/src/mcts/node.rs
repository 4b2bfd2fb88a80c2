//! A node: what is known of a position by the move that leads to it.

use super::guide::Prior;
use crate::Score;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed};
use wanqi_game::{Outcome, Side};

/// What is proven of a node, for the side that moved into it, with the plies to the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Nothing yet.
    Unproven,
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
    pub(super) fn before(self, turns: bool) -> Proof {
        match self {
            Proof::Win(plies) if turns => Proof::Loss(plies.saturating_add(1)),
            Proof::Loss(plies) if turns => Proof::Win(plies.saturating_add(1)),
            Proof::Win(plies) => Proof::Win(plies.saturating_add(1)),
            Proof::Loss(plies) => Proof::Loss(plies.saturating_add(1)),
            even => even,
        }
    }

    /// As bits; 0 is unproven.
    fn bits(self) -> u32 {
        match self {
            Proof::Unproven => 0,
            Proof::Win(plies) => 1 << 16 | u32::from(plies),
            Proof::Loss(plies) => 2 << 16 | u32::from(plies),
            Proof::Draw => 3 << 16,
        }
    }

    #[inline]
    fn from_bits(bits: u32) -> Proof {
        match bits >> 16 & 3 {
            0 => Proof::Unproven,
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
    /// Two for each win, one for each draw; twice the value where leaves are evaluated.
    points: AtomicU64,
    state: AtomicU32,
    /// The block of its children, or [`Node::LEAF`], or [`Node::GROWING`].
    pub(super) children: AtomicU32,
    /// The visits beforehand, and the simulations that came through the node above it in which its move was made by the same
    /// side, then or later, and was the first at its place; and its points in them.
    amaf_visits: AtomicU32,
    amaf_points: AtomicU32,
}

impl<M> Node<M> {
    pub(super) const LEAF: u32 = u32::MAX;
    /// A thread is giving it children.
    pub(super) const GROWING: u32 = u32::MAX - 1;

    /// A leaf, of which a guide may know something.
    pub fn new(mv: M, prior: Prior) -> Self {
        Node {
            mv,
            visits: AtomicU32::new(0),
            points: AtomicU64::new(0.0_f64.to_bits()),
            state: AtomicU32::new(0),
            children: AtomicU32::new(Self::LEAF),
            amaf_visits: AtomicU32::new(prior.visits.to_bits()),
            amaf_points: AtomicU32::new((2.0 * prior.visits * prior.value).to_bits()),
        }
    }

    /// Whether it has no children yet.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.block().is_none()
    }

    /// The block of its children.
    #[inline]
    pub(super) fn block(&self) -> Option<u32> {
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
    pub fn amaf_visits(&self) -> f32 {
        f32::from_bits(self.amaf_visits.load(Relaxed))
    }

    #[inline]
    pub fn amaf_points(&self) -> f32 {
        f32::from_bits(self.amaf_points.load(Relaxed))
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

    /// In so many simulations its move was made, then or later, each worth so many points.
    #[inline]
    pub fn note_amaf(&self, made: f32, points: f32) {
        self.amaf_visits.store((self.amaf_visits() + made).to_bits(), Relaxed);
        self.amaf_points.store((self.amaf_points() + made * points).to_bits(), Relaxed);
    }

    /// A visit that has begun makes all visits together worth so many points, and by how many more is told.
    #[inline]
    pub fn change(&self, points: f64) -> f64 {
        let before = self.points();
        self.points.store(points.to_bits(), Relaxed);
        points - before
    }

    /// Notes that the side to move can have a draw for sure.
    pub fn draw(&self) {
        self.state.fetch_or(DRAWABLE, Relaxed);
    }

    /// Notes what is proven, if nothing was.
    #[inline]
    pub fn finish(&self, proof: Proof) {
        if self.proof() == Proof::Unproven {
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
            Proof::Unproven => Score::heuristic((2000.0 * self.value() - 1000.0).round() as i32),
        }
    }

    /// Which of sisters to play, the greatest: a proven win, the shorter the better; then what was visited most;
    /// then a proven loss, the longer the better. Where [`Tree::best_child`] puts a draw depends on the others.
    pub fn rank(&self) -> (i32, u32) {
        let visits = self.visits();
        match self.proof() {
            Proof::Win(plies) => (i32::from(u16::MAX - plies) + 1, visits),
            Proof::Loss(plies) => (i32::from(plies) - i32::from(u16::MAX) - 2, visits),
            Proof::Unproven => (0, visits),
            Proof::Draw => (-1, visits),
        }
    }
}
