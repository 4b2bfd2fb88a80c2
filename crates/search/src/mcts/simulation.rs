//! One simulation: descend, play out, note the result. Several threads do so at once, on one tree.

use super::first_moves::FirstMoves;
use super::graph::Shared;
use super::guide::{Guide, Hint};
use super::node::{Node, Proof};
use super::tree::Tree;
use super::{Options, Rave};
use crate::Counts;
use game::playout::playout;
use game::{Game, Outcome, Side, random};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// What the simulations of one thread share.
pub(super) struct Simulation<'a, G: Game> {
    pub(super) game: &'a G,
    options: &'a Options,
    pub tree: &'a Tree<G::Move>,
    rng: &'a mut Pcg64Mcg,
    guide: Option<&'a dyn Guide<G>>,
    /// Whether there is a guide, and it tells what leaves are worth.
    told: bool,
    /// The past of the game, then the positions from the root down.
    pub(super) line: Vec<G::Position>,
    pub(super) root: usize,
    /// The nodes from the root down, each with the side that moved into it.
    pub path: Vec<(&'a Node<G::Move>, Side)>,
    /// In a graph, what is known of the positions of the path that have moves, each with the side to move there.
    pub(super) positions: Vec<(&'a Shared, Side)>,
    /// Whether proofs are passed up.
    solver: bool,
    /// Room for the moves of a node that is about to grow.
    moves: Vec<(G::Move, Hint)>,
    /// How moves learn from games in which they came later, if they do.
    rave: Option<Rave>,
    /// The first moves after the node that is looked at.
    first_moves: FirstMoves,
    /// Whether it has found the tree full.
    pub is_full: bool,
    /// The simulations so far.
    pub done: u64,
    /// The work so far.
    pub counts: Counts,
}

impl<'a, G: Game> Simulation<'a, G> {
    /// Stands at the root, the last position of `line`, for which the tree is planted.
    pub fn new(
        game: &'a G,
        options: &'a Options,
        tree: &'a Tree<G::Move>,
        rng: &'a mut Pcg64Mcg,
        guide: Option<&'a dyn Guide<G>>,
        line: &[G::Position],
    ) -> Self {
        let counts = Counts::default();
        let (line, root) = (line.to_vec(), line.len() - 1);
        let told = guide.is_some_and(|guide| !guide.plays_out());
        let rave = options.rave.filter(|_| G::PLACES > 0 && !told);
        Simulation {
            game,
            options,
            tree,
            rng,
            guide,
            told,
            line,
            root,
            path: vec![],
            positions: vec![],
            solver: options.solver && !(options.graph && G::FORBIDS_BY_HISTORY),
            moves: vec![],
            rave,
            first_moves: FirstMoves::new(if rave.is_some() { G::PLACES } else { 0 }),
            is_full: false,
            done: 0,
            counts,
        }
    }

    /// One simulation.
    pub fn run(&mut self) {
        self.done += 1;
        self.first_moves.clear();
        let end = self.descend();
        let (leaf, mover) = self.path[self.path.len() - 1];
        let outcome = match end {
            End::Open => self.play_out(),
            End::Told(value, side) => {
                self.counts.leaves += 1;
                self.note_value(value, side);
                None
            }
            End::Proven(outcome) | End::ByHistory(outcome) => {
                self.counts.leaves += 1;
                Some(outcome)
            }
        };
        self.line.truncate(self.root + 1);
        match outcome {
            Some(outcome) => self.note(outcome),
            None if matches!(end, End::Open) => {
                self.path.iter().for_each(|(node, _)| node.withdraw());
                self.positions.iter().for_each(|(shared, _)| shared.withdraw());
            }
            None => {}
        }
        if let End::Proven(outcome) = end
            && self.solver
        {
            leaf.finish(Proof::of(outcome, mover));
            self.prove_above();
        }
    }

    /// Walks down to a node that has not been played out from, or whose result is known; leaves the way in `path`
    /// and `line`.
    fn descend(&mut self) -> End {
        let mut node = self.tree.root().expect("a search without moves has no simulations");
        let mut side = self.game.side_to_move(self.position());
        self.path.clear();
        self.positions.clear();
        self.path.push((node, side.opponent()));
        loop {
            let mut visits = node.begin();
            let mut told = None;
            if node.is_leaf() {
                match self.end() {
                    End::Open => {}
                    known => return known,
                }
                if visits == 0 && !self.told {
                    return End::Open;
                }
                match self.grow(node, visits) {
                    Growth::Grown => {
                        self.counts.interior += 1;
                        told = self.told();
                    }
                    Growth::Already => {}
                    Growth::Full => {
                        self.is_full = true;
                        return self.told().unwrap_or(End::Open);
                    }
                    // It is looked at as if it were new.
                    Growth::Elsewhere if !self.told => return End::Open,
                    Growth::Elsewhere => return End::Told(0.5, side),
                    Growth::Stuck => return End::Proven(self.game.outcome_if_stuck(self.position())),
                }
            }
            let (tree, options) = (self.tree, self.options);
            if options.graph {
                visits = match self.enter(node, side) {
                    Ok(visits) => visits,
                    Err(end) => return end,
                };
            }
            if let Some(told) = told {
                return told;
            }
            node = match (self.guide, &self.rave) {
                (Some(_), _) if self.told => tree.select_guided(node, visits, options),
                (Some(_), Some(rave)) => tree.select_rave::<true>(node, visits, rave, options),
                (Some(_), None) => tree.select::<true>(node, visits, options),
                (None, Some(rave)) => tree.select_rave::<false>(node, visits, rave, options),
                (None, None) => tree.select::<false>(node, visits, options),
            };
            if options.graph && self.is_barred(node.mv) {
                node.begin();
                self.path.push((node, side));
                return End::ByHistory(Outcome::Win(side.opponent()));
            }
            let mut next = self.position().clone();
            self.game.play(&mut next, node.mv);
            let mover = side;
            side = if G::ALTERNATES { side.opponent() } else { self.game.side_to_move(&next) };
            self.line.push(next);
            self.path.push((node, mover));
        }
    }

    fn position(&self) -> &G::Position {
        &self.line[self.line.len() - 1]
    }

    /// Whether the game is over at the end of the line; the lack of moves shows when the node grows.
    #[inline]
    fn end(&self) -> End {
        let position = self.position();
        if let Some(outcome) = self.game.outcome(position) {
            return End::Proven(outcome);
        }
        match self.game.outcome_by_history(&self.line, self.root) {
            None => End::Open,
            // A mate given by the hundredth quiet ply is a mate.
            Some(_) if self.game.move_count(position) == 0 => {
                End::Proven(self.game.outcome_if_stuck(position))
            }
            Some(outcome) => End::ByHistory(outcome),
        }
    }

    /// Gives a leaf, visited so often, its children.
    #[inline]
    fn grow(&mut self, node: &Node<G::Move>, visits: u32) -> Growth {
        if !self.tree.claim(node) {
            return if node.is_leaf() { Growth::Elsewhere } else { Growth::Already };
        }
        let (game, line, moves) = (self.game, &self.line, &mut self.moves);
        let mut known = None;
        if self.options.graph {
            let position = &line[line.len() - 1];
            let key = game.key(position);
            let again = !G::ALTERNATES && self.path[self.path.len() - 1].1 == game.side_to_move(position);
            if let Some(shared) = self.tree.link(node, key) {
                shared.take_over(visits, node.points(), again);
                return Growth::Already;
            }
            let shared = known.insert(Shared::new(key));
            shared.take_over(visits, node.points(), again);
        }
        moves.clear();
        match self.guide {
            Some(guide) => {
                guide.moves(game, line, &mut |mv, hint| moves.push((mv, hint)));
            }
            None => game.each_move(&line[line.len() - 1], |mv| {
                if !G::FORBIDS_BY_HISTORY || !game.forbidden_by_history(line, mv) {
                    moves.push((mv, Hint::NONE));
                }
            }),
        }
        let placeless = arrange(game, moves, self.rng, self.guide);
        match self.tree.grow(node, moves, placeless, known) {
            true => Growth::Grown,
            false if moves.is_empty() => Growth::Stuck,
            false => Growth::Full,
        }
    }

    /// What the guide says of the moves that were looked at last: the value of the best one, for the side to move.
    fn told(&self) -> Option<End> {
        if !self.told {
            return None;
        }
        let best = self.moves.iter().map(|(_, hint)| hint.value).fold(0.0, f32::max);
        Some(End::Told(best, self.game.side_to_move(self.position())))
    }

    /// Notes a value along the path.
    fn note_value(&mut self, value: f32, side: Side) {
        if self.options.graph {
            let value = f64::from(value);
            return self.back_up(|of| 2.0 * if of == side { value } else { 1.0 - value });
        }
        for &(node, mover) in &self.path {
            let value = if mover == side { value } else { 1.0 - value };
            node.note(2.0 * f64::from(value));
        }
    }

    /// A game by chance from the end of the line, which it overwrites.
    #[inline]
    fn play_out(&mut self) -> Option<Outcome> {
        let position = self.line.last_mut().expect("a line is never empty");
        let bound = self.options.playout_bound;
        let first_moves = &mut self.first_moves;
        let playout = match (self.guide, self.rave) {
            (Some(guide), _) => guide.playout(self.game, position, self.rng, bound, first_moves),
            (None, None) => playout(self.game, position, self.rng, bound),
            (None, Some(_)) => {
                let seen = |side, place| first_moves.note(side, place);
                self.game.playout_seen(position, self.rng, bound, seen)
            }
        };
        let outcome = playout.outcome;
        match outcome {
            Some(_) => self.counts.playouts += 1,
            None => self.counts.discarded += 1,
        }
        outcome
    }

    /// Notes a result along the path. A side that could have had a draw for sure does not lose because another of
    /// its moves was looked at: from there upward the loss counts as a draw. Cazenave and Saffidine, *Score
    /// Bounded Monte-Carlo Tree Search* (2010), <https://doi.org/10.1007/978-3-642-17928-0_9>.
    #[inline]
    fn note(&mut self, end: Outcome) {
        let (mut outcome, mut chooser) = (end, None);
        for (index, &(node, mover)) in self.path.iter().enumerate().rev() {
            if let (Outcome::Win(winner), Some(chooser)) = (outcome, chooser)
                && winner != chooser
                && node.is_drawable()
            {
                outcome = Outcome::Draw;
            }
            if let (Some(_), Some(chooser)) = (self.rave, chooser) {
                let after = self.path[index + 1].0;
                if let Some(place) = self.game.place(after.mv) {
                    self.first_moves.precede(chooser, place);
                }
                let (game, first_moves) = (self.game, &self.first_moves);
                let made = |mv| game.place(mv).is_some_and(|place| first_moves.is_by(chooser, place));
                self.tree.note_later(node, 2.0 * outcome.value_for(chooser) as f32, made);
            }
            chooser = Some(mover);
            if !self.options.graph {
                node.note(points(outcome, mover));
            }
        }
        if self.options.graph {
            self.back_up(|side| points(end, side));
        }
    }

    /// The last node of the path has been proven: proves as many above it as follow.
    fn prove_above(&mut self) {
        for pair in self.path.windows(2).rev() {
            let [(node, mover), (_, chooser)] = [pair[0], pair[1]];
            if !self.tree.prove(node, mover != chooser) {
                break;
            }
        }
    }
}

/// Two for a win of this side, one for a draw.
#[inline]
fn points(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Draw => 1.0,
        Outcome::Win(winner) if winner == side => 2.0,
        Outcome::Win(_) => 0.0,
    }
}

/// What is known at the end of the way down.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// Nothing: a random game will tell.
    Open,
    /// A guide has told the value, for this side.
    Told(f32, Side),
    /// The game is over whatever came before.
    Proven(Outcome),
    /// The past ends the game. That is no proof: one repetition counts here already, and the tree outlives the root
    /// that it is counted from.
    ByHistory(Outcome),
}

enum Growth {
    Grown,
    /// Another thread has done it, or in a graph another way.
    Already,
    /// Another thread is at it.
    Elsewhere,
    /// There is no room left.
    Full,
    /// There is no legal move.
    Stuck,
}

/// Puts the moves of a new node in their order, and tells how many come first because they have no place. Among the others
/// that is chance's (Fisher and Yates): moves without visits are tried in the order in which they lie, so that it must not be
/// the game's. A guide's comes before chance: by it the node widens.
#[inline]
pub(super) fn arrange<G: Game>(
    game: &G,
    moves: &mut [(G::Move, Hint)],
    rng: &mut impl Rng,
    guide: Option<&dyn Guide<G>>,
) -> usize {
    for i in (1..moves.len()).rev() {
        moves.swap(i, random::below(rng, i as u32 + 1) as usize);
    }
    if guide.is_some_and(Guide::plays_out) {
        moves.sort_by(|(_, a), (_, b)| b.prior.total_cmp(&a.prior));
    }
    let mut placeless = 0;
    if G::PLACES > 0 {
        for i in 0..moves.len() {
            if game.place(moves[i].0).is_none() {
                moves[placeless..=i].rotate_right(1);
                placeless += 1;
            }
        }
    }
    placeless
}
