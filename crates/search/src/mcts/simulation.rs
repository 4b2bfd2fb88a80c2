//! One simulation: descend, play out, note the result. Several threads do so at once, on one tree.

use super::amaf::AmafMoves;
use super::endings::EndingSums;
use super::graph::SharedStatistics;
use super::guide::{Expected, Guide, Prior};
use super::node::{Node, Proof};
use super::tree::Tree;
use super::{Options, Rave};
use crate::Counts;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use wanqi_game::playout::playout;
use wanqi_game::{Game, Outcome, Side, random};

/// What the simulations of one thread share.
pub(super) struct Simulation<'a, G: Game> {
    pub(super) game: &'a G,
    options: &'a Options,
    pub tree: &'a Tree<G::Move>,
    rng: &'a mut Pcg64Mcg,
    guide: &'a Guide<G>,
    /// The past of the game, then the positions from the root down.
    pub(super) line: Vec<G::Position>,
    pub(super) root: usize,
    /// The nodes from the root down, each with the side that moved into it.
    pub path: Vec<(&'a Node<G::Move>, Side)>,
    /// In a graph, what is known of the positions of the path that have moves, each with the side to move there.
    pub(super) positions: Vec<(&'a SharedStatistics, Side)>,
    /// Whether proofs are passed up.
    solver: bool,
    /// Whether the end of a game is [played on from](super::PlayoutGuide::idle_move).
    plays_on: bool,
    /// Room for the moves of a node that is about to grow.
    moves: Vec<(G::Move, Prior)>,
    /// How the game will end by what a guide says of that node, if it does.
    expected: Option<Expected>,
    /// How moves learn from games in which they came later, if they do.
    rave: Option<Rave>,
    /// The first moves after the node that is looked at.
    amaf_moves: AmafMoves,
    /// Whether it has found the tree full.
    pub is_full: bool,
    /// The simulations so far.
    pub done: u64,
    /// The work so far.
    pub counts: Counts,
    /// How games have ended, by the move of the root that they began with.
    pub endings: Vec<EndingSums>,
}

impl<'a, G: Game> Simulation<'a, G> {
    /// Stands at the root, the last position of `line`, for which the tree is planted.
    pub fn new(
        game: &'a G,
        options: &'a Options,
        tree: &'a Tree<G::Move>,
        rng: &'a mut Pcg64Mcg,
        guide: &'a Guide<G>,
        line: &[G::Position],
    ) -> Self {
        let counts = Counts::default();
        let (line, root) = (line.to_vec(), line.len() - 1);
        let plays_on = guide.idle_move(game).is_some();
        let rave = options.rave.filter(|_| G::AMAF_INDICES > 0 && !guide.evaluates());
        Simulation {
            game,
            options,
            tree,
            rng,
            guide,
            line,
            root,
            path: vec![],
            positions: vec![],
            solver: options.solver && !(options.graph && G::FORBIDS_BY_HISTORY),
            plays_on,
            moves: vec![],
            expected: None,
            rave,
            amaf_moves: AmafMoves::new(if rave.is_some() { G::AMAF_INDICES } else { 0 }),
            is_full: false,
            done: 0,
            counts,
            endings: vec![],
        }
    }

    /// One simulation.
    pub fn run(&mut self) {
        self.done += 1;
        self.amaf_moves.clear();
        let end = self.descend();
        let (leaf, mover) = self.path[self.path.len() - 1];
        let outcome = match end {
            DescentEnd::Unknown | DescentEnd::Declined => self.play_out(),
            DescentEnd::Evaluated(value, side) => {
                self.counts.leaves += 1;
                self.note_value(value, side);
                if let Some(expected) = self.expected.take()
                    && let Some(index) = self.first_move()
                {
                    self.endings[index].expect(&expected);
                }
                None
            }
            DescentEnd::Proven(outcome) | DescentEnd::ByHistory(outcome) => {
                self.counts.leaves += 1;
                Some(outcome)
            }
        };
        self.line.truncate(self.root + 1);
        match outcome {
            Some(outcome) => self.note(outcome),
            None if matches!(end, DescentEnd::Unknown | DescentEnd::Declined) => {
                self.path.iter().for_each(|(node, _)| node.withdraw());
                self.positions.iter().for_each(|(shared, _)| shared.withdraw());
            }
            None => {}
        }
        if let DescentEnd::Proven(outcome) = end
            && self.solver
        {
            leaf.finish(Proof::of(outcome, mover));
            self.prove_above();
        }
    }

    /// Walks down to a node that has not been played out from, or whose result is known; leaves the way in `path`
    /// and `line`.
    fn descend(&mut self) -> DescentEnd {
        let mut node = self.tree.root().expect("a search without moves has no simulations");
        let mut side = self.game.side_to_move(self.position());
        self.path.clear();
        self.positions.clear();
        self.path.push((node, side.opponent()));
        loop {
            let mut visits = node.begin();
            let mut evaluated = None;
            if node.is_leaf() {
                match self.end() {
                    DescentEnd::Unknown => {}
                    known => return known,
                }
                if visits == 0 && !self.guide.evaluates() {
                    return DescentEnd::Unknown;
                }
                match self.grow(node, visits) {
                    Expansion::Expanded => {
                        self.counts.interior += 1;
                        evaluated = self.evaluated();
                    }
                    Expansion::Already => {}
                    Expansion::Full => {
                        self.is_full = true;
                        return self.evaluated().unwrap_or(DescentEnd::Unknown);
                    }
                    // It is looked at as if it were new.
                    Expansion::Elsewhere if !self.guide.evaluates() => return DescentEnd::Unknown,
                    Expansion::Elsewhere => return DescentEnd::Evaluated(0.5, side),
                    Expansion::Stuck => {
                        return DescentEnd::Proven(self.game.outcome_if_stuck(self.position()));
                    }
                }
            }
            let (tree, options) = (self.tree, self.options);
            if options.graph {
                visits = match self.enter(node, side) {
                    Ok(visits) => visits,
                    Err(end) => return end,
                };
            }
            if let Some(evaluated) = evaluated {
                return evaluated;
            }
            let answers =
                G::AMAF_INDICES > 0 && self.path.len() > 1 && self.game.amaf_index(node.mv).is_none();
            node = match (self.guide, &self.rave) {
                (Guide::Values(_), _) => tree.select_guided(node, visits, options),
                (Guide::Playouts(_), Some(rave)) => {
                    tree.select_rave::<true>(node, visits, answers, rave, options)
                }
                (Guide::Playouts(_), None) => tree.select::<true>(node, visits, answers, options),
                (Guide::None, Some(rave)) => tree.select_rave::<false>(node, visits, answers, rave, options),
                (Guide::None, None) => tree.select::<false>(node, visits, answers, options),
            };
            if options.graph && self.is_barred(node.mv) {
                node.begin();
                self.path.push((node, side));
                return DescentEnd::ByHistory(Outcome::Win(side.opponent()));
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
    fn end(&mut self) -> DescentEnd {
        let position = self.position();
        if let Some(outcome) = self.game.outcome(position) {
            return if self.plays_on { self.beyond() } else { DescentEnd::Proven(outcome) };
        }
        match self.game.outcome_by_history(&self.line, self.root) {
            None => DescentEnd::Unknown,
            // A mate given by the hundredth quiet ply is a mate.
            Some(_) if self.game.move_count(position) == 0 => {
                DescentEnd::Proven(self.game.outcome_if_stuck(position))
            }
            Some(outcome) => DescentEnd::ByHistory(outcome),
        }
    }

    /// What a game tells that goes on from the end of the line.
    fn beyond(&mut self) -> DescentEnd {
        if !self.guide.evaluates() {
            return DescentEnd::Declined;
        }
        if let Some(resumed) = self.game.resumed(self.position())
            && let Some(last) = self.line.last_mut()
        {
            *last = resumed;
        }
        let moves = &mut self.moves;
        moves.clear();
        self.expected = self.guide.each_move(self.game, &self.line, |mv, prior| moves.push((mv, prior)));
        self.evaluated().unwrap_or(DescentEnd::Declined)
    }

    /// Gives a leaf, visited so often, its children.
    #[inline]
    fn grow(&mut self, node: &Node<G::Move>, visits: u32) -> Expansion {
        if !self.tree.claim(node) {
            return if node.is_leaf() { Expansion::Elsewhere } else { Expansion::Already };
        }
        let (game, line, moves) = (self.game, &self.line, &mut self.moves);
        let mut known = None;
        if self.options.graph {
            let position = &line[line.len() - 1];
            let key = game.key(position);
            let again = !G::ALTERNATES && self.path[self.path.len() - 1].1 == game.side_to_move(position);
            if let Some(shared) = self.tree.link(node, key) {
                shared.inherit(visits, node.points(), again);
                return Expansion::Already;
            }
            let shared = known.insert(SharedStatistics::new(key));
            shared.inherit(visits, node.points(), again);
        }
        moves.clear();
        self.expected = self.guide.each_move(game, line, |mv, prior| moves.push((mv, prior)));
        let unindexed = arrange(game, moves, self.rng, self.guide);
        match self.tree.grow(node, moves, unindexed, known) {
            true => Expansion::Expanded,
            false if moves.is_empty() => Expansion::Stuck,
            false => Expansion::Full,
        }
    }

    /// What a guide says of the moves that were looked at last: the value of the best one, for the side to move.
    fn evaluated(&self) -> Option<DescentEnd> {
        if !self.guide.evaluates() {
            return None;
        }
        let best = self.moves.iter().map(|(_, prior)| prior.value).fold(0.0, f32::max);
        Some(DescentEnd::Evaluated(best, self.game.side_to_move(self.position())))
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
        let amaf_moves = &mut self.amaf_moves;
        let playout = match (self.guide, self.rave) {
            (Guide::Playouts(guide), _) => guide.playout(self.game, position, self.rng, bound, amaf_moves),
            (_, None) => playout(self.game, position, self.rng, bound),
            (_, Some(_)) => {
                let seen = |side, place| amaf_moves.note(side, place);
                self.game.playout_seen(position, self.rng, bound, seen)
            }
        };
        let outcome = playout.outcome;
        match outcome {
            Some(_) => {
                self.counts.playouts += 1;
                self.count();
            }
            None => self.counts.discarded += 1,
        }
        outcome
    }

    /// Counts the game that was played out to the end of the line, if a guide does.
    #[inline]
    fn count(&mut self) {
        let Guide::Playouts(guide) = self.guide else { return };
        let (game, end) = (self.game, self.line.len() - 1);
        let Some(index) = self.first_move() else { return };
        self.endings[index].note(|owned| guide.count(game, &self.line[end], owned));
    }

    /// The place of the endings of the move of the root that the way down begins with.
    #[inline]
    fn first_move(&mut self) -> Option<usize> {
        let [(root, _), (first, _), ..] = self.path[..] else { return None };
        let index = self.tree.children(root).element_offset(first)?;
        if index >= self.endings.len() {
            self.endings.resize_with(index + 1, EndingSums::default);
        }
        Some(index)
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
                if let Some(place) = self.game.amaf_index(after.mv) {
                    self.amaf_moves.precede(chooser, place);
                }
                let (game, amaf_moves) = (self.game, &self.amaf_moves);
                let made = |mv| game.amaf_index(mv).is_some_and(|place| amaf_moves.is_by(chooser, place));
                self.tree.note_amaf(node, 2.0 * outcome.value_for(chooser) as f32, made);
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
pub(super) enum DescentEnd {
    /// Nothing: a random game will tell.
    Unknown,
    /// The game is over, but a game that goes on from here will tell more.
    Declined,
    /// A guide has evaluated it, for this side.
    Evaluated(f32, Side),
    /// The game is over whatever came before.
    Proven(Outcome),
    /// The past ends the game. That is no proof: one repetition counts here already, and the tree outlives the root
    /// that it is counted from.
    ByHistory(Outcome),
}

enum Expansion {
    Expanded,
    /// Another thread has done it, or in a graph another way.
    Already,
    /// Another thread is at it.
    Elsewhere,
    /// There is no room left.
    Full,
    /// There is no legal move.
    Stuck,
}

/// The likeliest first. Apart from [`arrange`]: a sort is much code.
fn rank<M>(moves: &mut [(M, Prior)]) {
    moves.sort_by(|(_, a), (_, b)| b.probability.total_cmp(&a.probability));
}

/// Puts the moves of a new node in their order, and tells how many come first because they have no place. Among the others
/// that is chance's (Fisher and Yates): moves without visits are tried in the order in which they lie, so that it must not be
/// the game's. A guide's comes before chance: by it the node widens.
#[inline]
pub(super) fn arrange<G: Game>(
    game: &G,
    moves: &mut [(G::Move, Prior)],
    rng: &mut impl Rng,
    guide: &Guide<G>,
) -> usize {
    for i in (1..moves.len()).rev() {
        moves.swap(i, random::below(rng, i as u32 + 1) as usize);
    }
    if guide.plays_out() {
        rank(moves);
    }
    let mut unindexed = 0;
    if G::AMAF_INDICES > 0 {
        for i in 0..moves.len() {
            if game.amaf_index(moves[i].0).is_none() {
                moves[unindexed..=i].rotate_right(1);
                unindexed += 1;
            }
        }
    }
    unindexed
}
