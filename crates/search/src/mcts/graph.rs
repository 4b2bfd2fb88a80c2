//! UCT on a graph: positions that are reached in different orders share what is known of them.
//!
//! In a tree a node is a move, and what lies below it belongs to it alone. In a graph the moves of a position, with all that is
//! noted of them, are one [block](super::tree::Block) for everyone who comes there. A move keeps its own visits *N*(*s*, *a*),
//! and takes its value from the position that it leads to. Of a position *s*, *n* games were played from itself before it had
//! moves, with the sum *U*; then
//!
//! - *N*(*s*) = *n* + Σ *N*(*s*, *a*),
//! - *Q*(*s*) = (*U* + Σ *N*(*s*, *a*) *q*(*s*, *a*)) / *N*(*s*), where *q*(*s*, *a*) is *Q* of the position after *a* when *a*
//!   was made last, or the mean of *a*'s own games as long as that has no moves,
//!
//! which in a tree is the mean of all results. So many visits of one parent do not count for another that has looked elsewhere,
//! and what all have learned is known to each when it comes next:
//!
//! - Childs, Brodeur and Kocsis, *Transpositions and Move Groups in Monte Carlo Tree Search* (2008),
//!   <https://doi.org/10.1109/CIG.2008.5035667> (their UCT2: visits of the move, value of the position)
//! - Saffidine, Cazenave and Méhat, *UCD: Upper Confidence bound for rooted Directed acyclic graphs* (2012),
//!   <https://doi.org/10.1016/j.knosys.2011.11.014>
//! - Wu, *Monte-Carlo Graph Search from First Principles* (2023),
//!   <https://github.com/lightvector/KataGo/blob/master/docs/GraphSearch.md> (the formulas above)
//!
//! # What a key leaves out
//!
//! A position is known by its [key](Game::key), which says nothing of the past. What that ignores:
//!
//! - *Repetition.* A position that is met again on the way down ends the simulation, as the game says, else as a draw, and this
//!   is noted of the move alone that led back. So no walk is endless.
//! - *Superko.* A move that the past of this way forbids counts as lost on it; at the root none is offered. What a position is
//!   worth is shared all the same between pasts that forbid different moves there.
//! - *Proofs.* They are built from ends of games that the position itself shows, never from the past, and come nearer to the end
//!   with every move, so that no repetition stands in their way: they may be shared. Only a limit of moves may end a game
//!   before, as it may with a table of endings. Where moves [may be forbidden](Game::FORBIDS_BY_HISTORY) a win may rest on one
//!   that another way does not have, and nothing is proven in a graph: the graph-history interaction of Campbell, and of
//!   Kishimoto and Müller, *A General Solution to the Graph History Interaction Problem* (2004),
//!   <https://cdn.aaai.org/AAAI/2004/AAAI04-102.pdf>.

use super::node::{Node, Proof};
use super::simulation::{DescentEnd, Simulation};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use wanqi_game::{Game, KeyMap, Outcome, Side};

/// What is known of a position by whatever way it was reached, for the side that is not to move there.
#[derive(Debug)]
pub(super) struct SharedStatistics {
    pub key: u64,
    visits: AtomicU32,
    /// Twice the sum of the values.
    points: AtomicU64,
    proven: AtomicBool,
    /// Whether the side to move can have a draw for sure.
    drawable: AtomicBool,
}

impl SharedStatistics {
    /// A position of which nothing is known.
    pub fn new(key: u64) -> Self {
        SharedStatistics {
            key,
            visits: AtomicU32::new(0),
            points: AtomicU64::new(0.0_f64.to_bits()),
            proven: AtomicBool::new(false),
            drawable: AtomicBool::new(false),
        }
    }

    fn points(&self) -> f64 {
        f64::from_bits(self.points.load(Relaxed))
    }

    /// Takes over the games that were played from here when the move that leads here was still a leaf. `again`: whether the
    /// side that made it is to move.
    pub fn inherit(&self, visits: u32, points: f64, again: bool) {
        self.visits.store(self.visits.load(Relaxed) + visits, Relaxed);
        self.note(if again { 2.0 * f64::from(visits) - points } else { points });
    }

    /// As [`Node::begin`].
    fn begin(&self) -> u32 {
        let visits = self.visits.load(Relaxed);
        self.visits.store(visits + 1, Relaxed);
        visits
    }

    /// As [`Node::withdraw`].
    pub fn withdraw(&self) {
        self.visits.store(self.visits.load(Relaxed).saturating_sub(1), Relaxed);
    }

    fn note(&self, points: f64) {
        self.points.store((self.points() + points).to_bits(), Relaxed);
    }

    /// Its children prove it.
    pub fn prove(&self) {
        self.proven.store(true, Relaxed);
    }

    /// One of its children is a draw for sure.
    pub fn draw(&self) {
        self.drawable.store(true, Relaxed);
    }

    /// Its value in points, from 0 to 2, for the side that made a move to it, times so many visits of that. Who can have a draw
    /// for sure has no less.
    pub fn value(&self, visits: u32, again: bool) -> f64 {
        let visits = f64::from(visits);
        let most = if self.drawable.load(Relaxed) { visits } else { 2.0 * visits };
        let known = f64::from(self.visits.load(Relaxed).max(1));
        // Multiplied first, so that in a tree nothing is rounded.
        let value = (visits * self.points() / known).clamp(0.0, most);
        if again { 2.0 * visits - value } else { value }
    }
}

/// Where the moves of a position are, by its key. It is asked when a node grows, not on every way down, so that a lock is not
/// in the way.
#[derive(Debug, Default)]
pub(super) struct TranspositionMap(Mutex<KeyMap<u32>>);

impl TranspositionMap {
    /// The block of a position.
    pub fn get(&self, key: u64) -> Option<u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }

    /// Notes a position's block, unless another thread has been faster, and tells which holds.
    pub fn insert(&self, key: u64, block: u32) -> u32 {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(block)
    }
}

impl<'a, G: Game> Simulation<'a, G> {
    /// Steps down into a position that has moves, in which `side` is to move, and tells its visits so far; or how the way ends
    /// here.
    #[inline]
    pub(super) fn enter(&mut self, node: &'a Node<G::Move>, side: Side) -> Result<u32, DescentEnd> {
        let shared = self.tree.block(node).and_then(|(_, block)| block.shared.as_ref());
        let shared = shared.expect("in a graph every position shares what is known of it");
        if !self.positions.is_empty() {
            let by_history = self.game.outcome_by_history(&self.line, self.root);
            let met = || self.positions.iter().any(|&(known, _)| std::ptr::eq(known, shared));
            if let Some(outcome) = by_history.or_else(|| met().then_some(Outcome::Draw)) {
                return Err(DescentEnd::ByHistory(outcome));
            }
        }
        if shared.proven.load(Relaxed) {
            let (_, mover) = self.path[self.path.len() - 1];
            // By another way, perhaps: then the move that was made now does not know it yet.
            self.tree.prove(node, mover != side);
            if let Some(outcome) = node.proof().outcome(mover) {
                return Err(DescentEnd::Proven(outcome));
            }
        }
        self.positions.push((shared, side));
        Ok(shared.begin())
    }

    /// Whether the way down from the end of the line has been barred to this move since the node grew on another.
    #[inline]
    pub(super) fn is_barred(&self, mv: G::Move) -> bool {
        G::FORBIDS_BY_HISTORY && self.game.forbidden_by_history(&self.line, mv)
    }

    /// Notes a result along the path, told in points for each side: what it changes at the last move, and by that at each
    /// position and move above.
    pub(super) fn back_up(&self, points: impl Fn(Side) -> f64) {
        let mut gain = 0.0;
        for (index, &(node, mover)) in self.path.iter().enumerate().rev() {
            gain = match self.positions.get(index) {
                None => {
                    node.note(points(mover));
                    points(mover)
                }
                Some(&(shared, side)) => {
                    let is_last = index + 1 == self.path.len();
                    shared.note(if is_last { points(side.opponent()) } else { 2.0 - gain });
                    node.change(shared.value(node.visits(), mover == side))
                }
            };
        }
    }
}

impl Proof {
    /// The outcome that is proven, told by who moved into the node.
    fn outcome(self, mover: Side) -> Option<Outcome> {
        match self {
            Proof::Unproven => None,
            Proof::Win(_) => Some(Outcome::Win(mover)),
            Proof::Loss(_) => Some(Outcome::Win(mover.opponent())),
            Proof::Draw => Some(Outcome::Draw),
        }
    }
}
