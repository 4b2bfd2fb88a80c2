//! The walk along a line of moves that every search of this crate makes.

use crate::record::{Leaf, Observer};
use crate::{Counts, Evaluator, Limits, Score, Tactics, Watch, legal_moves};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use wanqi_game::{Game, Outcome, Side};

/// Where a search stands in the tree: the line of positions from the start of the game to here, the state of the
/// evaluation, the work done so far and the limits that watch over it.
///
/// [`play`](Walk::play) steps down, [`back`](Walk::back) up again. Scores are seen by the side to move where the
/// walk stands; [`turned`](Walk::turned) hands them to the side that moved there.
pub struct Walk<'a, G: Game, E: Evaluator<G>, T: Tactics<G, E>, O = ()> {
    /// The rules.
    pub game: &'a G,
    /// The static evaluation.
    pub evaluator: &'a E,
    /// What is known of the moves.
    pub tactics: &'a T,
    /// The past of the game, then the line from the root to here.
    pub line: Vec<G::Position>,
    /// The root's index in `line`.
    pub root: usize,
    /// The evaluation's state.
    pub state: E::State,
    /// The work done so far.
    pub counts: Counts,
    /// Leaves that were only estimated: as long as there are none, what is found is certain.
    pub estimated: u64,
    /// The limits.
    pub watch: Watch,
    /// Hears what is done; nobody does usually.
    pub observer: O,
    /// Where another thread reads the counts; none does usually.
    pub(crate) shared: Option<&'a SharedCounts>,
    /// The race with other threads for an iteration, if there are any.
    pub(crate) race: Option<Race<'a>>,
    root_side: Side,
    /// The moves that the limits allow at the root; `None` if they allow all.
    allowed: Option<Vec<G::Move>>,
}

/// Threads at one iteration, of which the first to be done with it wins.
pub(crate) struct Race<'a> {
    /// The deepest iteration that any of them is done with.
    pub done: &'a AtomicU32,
    /// The iteration under way.
    pub iteration: u32,
    /// Whether another was sooner.
    pub lost: bool,
}

/// The work of a thread for another to read, a moment old, in a line of cache of its own.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct SharedCounts {
    interior: AtomicU64,
    leaves: AtomicU64,
    cutoffs: AtomicU64,
}

impl SharedCounts {
    fn set(&self, counts: Counts) {
        self.interior.store(counts.interior, Ordering::Relaxed);
        self.leaves.store(counts.leaves, Ordering::Relaxed);
        self.cutoffs.store(counts.cutoffs, Ordering::Relaxed);
    }

    pub fn get(&self) -> Counts {
        Counts {
            interior: self.interior.load(Ordering::Relaxed),
            leaves: self.leaves.load(Ordering::Relaxed),
            cutoffs: self.cutoffs.load(Ordering::Relaxed),
            ..Counts::default()
        }
    }
}

/// Plies that fit into the line without making room.
const USUAL_PLIES: usize = 128;

impl<'a, G: Game, E: Evaluator<G>, T: Tactics<G, E>> Walk<'a, G, E, T> {
    /// Stands at the root, the last position of `line`, and starts the clock.
    ///
    /// # Panics
    /// If `line` is empty.
    pub fn begin(
        game: &'a G,
        evaluator: &'a E,
        tactics: &'a T,
        line: &[G::Position],
        limits: &Limits,
    ) -> Self {
        let watch = Watch::start(limits);
        let position = line.last().expect("a line ends with the position to search");
        let mut room = Vec::with_capacity(line.len() + USUAL_PLIES);
        room.extend_from_slice(line);
        Walk {
            game,
            evaluator,
            tactics,
            line: room,
            root: line.len() - 1,
            state: evaluator.state(game, position),
            counts: Counts::default(),
            estimated: 0,
            watch,
            observer: (),
            shared: None,
            race: None,
            root_side: game.side_to_move(position),
            allowed: limits.root_moves.is_some().then(|| limits.allowed(legal_moves(game, line))),
        }
    }

    /// The same walk, before its first step, with somebody who hears of it.
    pub fn observed<O: Observer<G::Move>>(self, observer: O) -> Walk<'a, G, E, T, O> {
        Walk {
            game: self.game,
            evaluator: self.evaluator,
            tactics: self.tactics,
            line: self.line,
            root: self.root,
            state: self.state,
            counts: self.counts,
            estimated: self.estimated,
            watch: self.watch,
            observer,
            shared: self.shared,
            race: self.race,
            root_side: self.root_side,
            allowed: self.allowed,
        }
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>> Walk<'_, G, E, T, O> {
    /// The position where the walk stands.
    #[inline(always)]
    pub fn position(&self) -> &G::Position {
        &self.line[self.line.len() - 1]
    }

    /// Plies from the root.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        self.line.len() - 1 - self.root
    }

    /// The side to move. Where sides alternate it follows from the ply, so that it is known in finished games
    /// too, where a game may leave its own answer as it was.
    #[inline]
    pub fn side(&self) -> Side {
        if !G::ALTERNATES {
            self.game.side_to_move(self.position())
        } else if self.ply().is_multiple_of(2) {
            self.root_side
        } else {
            self.root_side.opponent()
        }
    }

    /// Whether the side to move at the root is to move here as well.
    #[inline]
    pub fn is_root_side(&self) -> bool {
        self.side() == self.root_side
    }

    /// Whether the side to move was to move so many plies ago too; an even number, at most [`ply`](Walk::ply).
    #[inline(always)]
    pub(crate) fn is_side_before(&self, plies: usize) -> bool {
        let before = || &self.line[self.line.len() - 1 - plies];
        G::ALTERNATES || self.game.side_to_move(before()) == self.game.side_to_move(self.position())
    }

    /// Steps down.
    #[inline]
    pub fn play(&mut self, mv: G::Move) {
        let mut next = self.position().clone();
        self.game.play(&mut next, mv);
        self.line.push(next);
        if let [.., before, after] = self.line.as_slice() {
            self.evaluator.push(self.game, &mut self.state, before, mv, after);
        }
        if O::HEARS {
            let side = self.side();
            self.observer.down(mv, side);
        }
    }

    /// Steps up again.
    #[inline]
    pub fn back(&mut self) {
        self.evaluator.pop(self.game, &mut self.state);
        self.line.pop();
        self.observer.up();
    }

    /// Tells the observer the score of the node where the walk stands, for the side to move, unless the limits are
    /// reached and it is worthless.
    #[inline]
    pub fn tell(&mut self, score: Score) {
        if O::HEARS && !self.is_over() {
            self.observer.score(score);
        }
    }

    /// Tells the observer that these moves are not looked at.
    #[inline]
    pub fn tell_cut(&mut self, moves: &[G::Move]) {
        if O::HEARS && !moves.is_empty() {
            let side = self.side().opponent();
            self.observer.cut(moves, side);
        }
    }

    /// Steps down by a pass that the rules do not know, to the position after it ([`Pruning::pass`](crate::tactics::Pruning::pass)).
    /// [`back_from_pass`](Walk::back_from_pass) steps up again.
    #[inline]
    pub fn pass(&mut self, after: G::Position) {
        self.line.push(after);
    }

    /// Takes a [`pass`](Walk::pass) back.
    #[inline]
    pub fn back_from_pass(&mut self) {
        self.line.pop();
    }

    /// Whether the last move has passed the turn to the other side.
    #[inline(always)]
    pub fn turns(&self) -> bool {
        G::ALTERNATES
            || match self.line.as_slice() {
                [.., before, after] => self.game.side_to_move(before) != self.game.side_to_move(after),
                _ => true,
            }
    }

    /// A score of the position where the walk stands, as the side that moved there sees it.
    #[inline(always)]
    pub fn turned(&self, score: Score) -> Score {
        if self.turns() { -score } else { score }
    }

    /// Whether the limits are reached. From then on every score is worthless and every search only finds its
    /// way back to the root.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        let nodes = self.counts.nodes();
        if self.watch.is_due(nodes) {
            self.watch.look(nodes);
            if let Some(shared) = self.shared {
                shared.set(self.counts);
            }
            if let Some(race) = &mut self.race {
                race.lost |= race.done.load(Ordering::Relaxed) >= race.iteration;
            }
        }
        self.watch.is_over(nodes) || self.has_lost()
    }

    /// Whether another thread is done with the iteration under way, which is worthless from then on.
    #[inline]
    pub(crate) fn has_lost(&self) -> bool {
        self.race.as_ref().is_some_and(|race| race.lost)
    }

    /// Visits the moves to search: the candidates that the past allows, or all legal moves if it allows none of
    /// these. Nothing is visited only if there is no legal move.
    #[inline]
    pub fn each_move(&mut self, mut visit: impl FnMut(G::Move)) {
        let (game, line) = (self.game, self.line.as_slice());
        let position = &line[line.len() - 1];
        if !G::FORBIDS_BY_HISTORY {
            return self.tactics.each_candidate(game, &mut self.state, position, visit);
        }
        let mut none = true;
        self.tactics.each_candidate(game, &mut self.state, position, |mv| {
            if !game.forbidden_by_history(line, mv) {
                none = false;
                visit(mv);
            }
        });
        if none {
            game.each_move(position, |mv| {
                if !game.forbidden_by_history(line, mv) {
                    visit(mv);
                }
            });
        }
    }

    /// The moves to search, as a list.
    pub fn moves(&mut self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// The moves to search at the root: none if the board shows the end of the game there. What the past would end is
    /// searched, as whoever asks plays on. Of those that the limits allow, the candidates, or all if none of them is a
    /// candidate.
    pub fn root_moves(&mut self) -> Vec<G::Move> {
        if self.game.outcome(self.position()).is_some() {
            return Vec::new();
        }
        let moves = self.moves();
        let Some(allowed) = &self.allowed else { return moves };
        let candidates: Vec<_> = moves.into_iter().filter(|mv| allowed.contains(mv)).collect();
        if candidates.is_empty() { allowed.clone() } else { candidates }
    }

    /// Whether every legal move of the root may be looked at, so that what is found holds for the position.
    pub fn is_unrestricted(&self) -> bool {
        self.allowed.is_none()
    }

    /// Whether there is no legal move.
    #[inline]
    pub fn is_stuck(&self) -> bool {
        let position = self.position();
        if G::FORBIDS_BY_HISTORY {
            let mut stuck = true;
            self.game.each_move(position, |mv| {
                stuck = stuck && self.game.forbidden_by_history(&self.line, mv);
            });
            stuck
        } else {
            self.game.move_count(position) == 0
        }
    }

    /// The score of a game that the position itself or the past shows to be finished, or whose end is
    /// [proven](crate::ProvenScores); a node whose moves are generated later asks [`stuck`](Walk::stuck) then. At the root nothing is finished: a search does not
    /// begin there.
    #[inline]
    pub fn finished(&mut self) -> Option<Score> {
        let mut outcome = self.game.outcome(self.position());
        if outcome.is_none() {
            outcome = self.game.outcome_by_history(&self.line, self.root);
            if outcome.is_some() && self.is_stuck() {
                // A mate given by the hundredth quiet ply is a mate.
                outcome = Some(self.game.outcome_if_stuck(self.position()));
            }
        }
        match outcome {
            Some(outcome) => Some(self.score_of(outcome)),
            None => self.proven(),
        }
    }

    /// What the evaluation has proven of an unfinished position.
    #[inline]
    fn proven(&mut self) -> Option<Score> {
        let position = &self.line[self.line.len() - 1];
        let probed = self.evaluator.probe(self.game, position);
        let score = probed.or_else(|| self.evaluator.static_win(self.game, &mut self.state, position))?;
        self.counts.leaves += 1;
        self.observer.leaf(Leaf::Known);
        Some(score.from_table(self.ply() as u32))
    }

    /// The score of a position without a legal move.
    #[inline]
    pub fn stuck(&mut self) -> Score {
        self.score_of(self.game.outcome_if_stuck(self.position()))
    }

    /// The score of an unfinished position at the horizon: its static evaluation, unless it turns out that the
    /// side to move has no move.
    #[inline]
    pub fn horizon(&mut self) -> Score {
        if self.is_stuck() { self.stuck() } else { self.evaluate() }
    }

    /// The static evaluation of an unfinished position, which is counted as a leaf.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.counts.leaves += 1;
        self.estimated += 1;
        self.observer.leaf(Leaf::Horizon);
        self.look()
    }

    /// The score of an unfinished position that is known, or given up, without trying its moves: counted as a leaf.
    #[inline]
    pub(crate) fn settled(&mut self, score: Score) -> Score {
        self.counts.leaves += 1;
        score
    }

    /// The static evaluation of an unfinished position that is no leaf.
    #[inline]
    pub fn look(&mut self) -> Score {
        let position = &self.line[self.line.len() - 1];
        Score::heuristic(self.evaluator.evaluate(self.game, &mut self.state, position))
    }

    #[inline]
    fn score_of(&mut self, outcome: Outcome) -> Score {
        self.counts.leaves += 1;
        self.observer.leaf(Leaf::Finished);
        Score::of_outcome(outcome, self.side(), self.ply() as u32)
    }
}
