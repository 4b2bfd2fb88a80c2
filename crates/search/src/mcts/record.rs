//! A Monte-Carlo search written down, simulation by simulation.

use super::Options;
use super::guide::Prior;
use super::node::Proof;
use super::search::Mcts;
use super::simulation::Simulation;
use crate::{Limits, Report, Search, Watch};
use std::collections::HashMap;
use wanqi_game::{Game, Side};

/// What a Monte-Carlo search has done, without RAVE and guides that play out: enough to tell every node's visits and
/// value after any number of simulations.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulations<M> {
    /// The nodes that were visited, the root first, every node before those below it.
    pub nodes: Vec<SimulatedNode<M>>,
    /// What was done, in its order.
    pub simulations: Vec<Simulated>,
    /// The constant *C* of the formula that chooses.
    pub exploration: f32,
    /// Whether leaves are evaluated, so that PUCT chooses and no random games are played.
    pub guided: bool,
}

/// A node of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulatedNode<M> {
    /// The place of the node above; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root.
    pub mv: Option<M>,
    /// Who made it, and sees the node's value; at the root the other side than is to move.
    pub mover: Side,
    /// Its prior probability, 0 without a guide.
    pub prior: f32,
    /// The moves to choose from here, visited or not; 0 while the node has not grown.
    pub moves: usize,
    /// How many simulations it took to prove what it is worth for `mover`, and what that is; `None` if it is open.
    pub proven: Option<(usize, f32)>,
}

/// A simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simulated {
    /// The last node of its way down.
    pub leaf: usize,
    /// What it was worth for the side that moves first: 1 a win, ½ a draw, 0 a loss; `None` of a random game that was
    /// broken off.
    pub value: Option<f32>,
    /// It counts as a draw for this node and those above it, since a side could have had one for sure there.
    pub drawn_above: Option<usize>,
}

impl<G: Game> Mcts<G> {
    /// Searches with a tree of its own, of at most `most` simulations, and writes it down.
    pub(super) fn written(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        most: usize,
    ) -> (Report<G::Move>, Simulations<G::Move>) {
        // What is written down is plain UCT, or plain PUCT, whose every number can be simulated.
        let options = Options { rave: None, graph: false, ..self.options.clone() };
        let beside = self.guide.plays_out().then(|| std::mem::take(&mut self.guide));
        self.forget();
        let mut watch = Watch::start(limits);
        self.plant(game, line, limits);
        let (exploration, guided) = (self.options.exploration, self.guide.evaluates());
        let mut run = Simulation::new(game, &options, &self.tree, &mut self.rng, &self.guide, line);
        let mut written = Simulations { nodes: vec![], simulations: vec![], exploration, guided };
        let mut pen = SimulationWriter::default();
        while written.simulations.len() < most && !watch.is_over(run.done) && run.tree.is_unproven() {
            run.run();
            pen.write(&run, &mut written);
        }
        let report = super::search::report(run.tree, run.counts, &run.endings, watch.elapsed());
        if let Some(beside) = beside {
            self.guide = beside;
        }
        // The tree was planted without the guide.
        self.forget();
        (report, written)
    }
}

/// What is known of the tree so far.
#[derive(Default)]
struct SimulationWriter {
    /// Where a node of the tree, told by where it lies in memory, stands in the record.
    places: HashMap<usize, usize>,
    /// The points of the nodes of the record before the last simulation.
    points: Vec<f64>,
    /// The visits of the root before it.
    noted: u32,
}

impl SimulationWriter {
    /// Writes down the simulation that has just been made.
    fn write<G: Game>(&mut self, run: &Simulation<G>, written: &mut Simulations<G::Move>) {
        let done = written.simulations.len() + 1;
        let (mut parent, mut above) = (None, None);
        let mut simulated = Simulated { leaf: 0, value: None, drawn_above: None };
        let mut visited = Vec::with_capacity(run.path.len());
        for &(seen, mover) in &run.path {
            let place = *self.places.entry(std::ptr::from_ref(seen).addr()).or_insert_with(|| {
                let mv = parent.map(|_| seen.mv);
                let prior = above.map_or(Prior::NONE, |above| run.tree.prior(above, seen)).probability;
                written.nodes.push(SimulatedNode { parent, mv, mover, prior, moves: 0, proven: None });
                self.points.push(0.0);
                written.nodes.len() - 1
            });
            let known = &mut written.nodes[place];
            known.moves = run.tree.children(seen).len();
            let worth = match seen.proof() {
                Proof::Unproven => None,
                Proof::Win(_) => Some(1.0),
                Proof::Draw => Some(0.5),
                Proof::Loss(_) => Some(0.0),
            };
            known.proven = known.proven.or(worth.map(|worth| (done, worth)));
            let value = (seen.points() - self.points[place]) / 2.0;
            self.points[place] = seen.points();
            visited.push((place, if mover == Side::First { value } else { 1.0 - value } as f32));
            (parent, above) = (Some(place), Some(seen));
        }
        if let Some(&(leaf, value)) = visited.last() {
            simulated.leaf = leaf;
            // A random game that was broken off has left every count as it was.
            let visits = run.path[0].0.visits();
            if visits > self.noted {
                simulated.value = Some(value);
            }
            self.noted = visits;
            if !written.guided {
                // Whole numbers of points, so that they can be compared.
                let other = visited.iter().rev().find(|&&(_, other)| other != value);
                simulated.drawn_above = other.map(|&(node, _)| node);
            }
        }
        written.simulations.push(simulated);
    }
}
