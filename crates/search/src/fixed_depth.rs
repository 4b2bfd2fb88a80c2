//! What the rungs of the ladder that look to a fixed depth have in common: [`minimax`](crate::minimax),
//! [`negamax`](crate::negamax) and [textbook alpha-beta](crate::alpha_beta::textbook) are each a [`Lesson`] in how to find
//! the value of a position, and all else is told here.

use crate::record::{Observer, Record, Recorded, Recorder};
use crate::{Evaluator, Limits, NoTactics, PvTable, Report, Score, Search, Tactics, Walk, root};
use wanqi_game::Game;

/// A search of every move of the root to a fixed depth.
#[derive(Clone, Debug)]
pub struct FixedDepth<L, E, T = NoTactics> {
    /// The evaluation at the horizon.
    pub evaluator: E,
    /// Chooses the candidates, and tells which moves promise most.
    pub tactics: T,
    /// Plies to look ahead where [`Limits::depth`] does not say.
    pub depth: u32,
    /// How it finds the value of a position.
    pub lesson: L,
}

impl<L: Default, E, T> FixedDepth<L, E, T> {
    /// Looks `depth` plies ahead unless told otherwise.
    pub fn new(evaluator: E, tactics: T, depth: u32) -> Self {
        FixedDepth { evaluator, tactics, depth, lesson: L::default() }
    }
}

/// How a search finds the value of a position.
pub trait Lesson: Copy + Send {
    /// Whether it tells the exact scores of moves that are not better than the best so far.
    const EXACT: bool;

    /// Puts the moves of the root in the order in which they are looked at: the game's own, if it does nothing.
    fn begin<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
        self,
        walk: &mut Walk<G, E, T, O>,
        moves: &mut [G::Move],
    ) {
        let _ = (walk, moves);
    }

    /// The score of the position after a move of the root, `depth` plies above the horizon, for the side to move at the
    /// root, which has found `best` so far; the line that leads to it goes into `variations`.
    fn score<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
        self,
        walk: &mut Walk<G, E, T, O>,
        variations: &mut PvTable<G::Move>,
        depth: u32,
        best: Score,
    ) -> Score;
}

impl<G: Game, L: Lesson, E: Evaluator<G>, T: Tactics<G, E>> Search<G> for FixedDepth<L, E, T> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let walk = Walk::begin(game, &self.evaluator, &self.tactics, line, limits);
        let unheard = walk.observed(None::<&mut Recorder<G::Move>>);
        search(unheard, self.lesson, limits.depth.unwrap_or(self.depth), progress)
    }

    fn record(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        most: usize,
    ) -> Option<Recorded<G::Move>> {
        let walk = Walk::begin(game, &self.evaluator, &self.tactics, line, limits);
        let mut recorder = Recorder::new(most, walk.side());
        let depth = limits.depth.unwrap_or(self.depth);
        let report = search(walk.observed(Some(&mut recorder)), self.lesson, depth, &mut |_| {});
        Some((report, Record::Tree(recorder)))
    }

    /// It remembers nothing.
    fn forget(&mut self) {}

    fn hash_table(&mut self) -> Option<&mut dyn crate::HashTable> {
        None
    }
}

fn search<L: Lesson, G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    mut walk: Walk<G, E, T, O>,
    lesson: L,
    depth: u32,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let depth = depth.max(1);
    let mut moves = walk.root_moves();
    lesson.begin(&mut walk, &mut moves);
    root::search(&mut walk, &moves, depth, L::EXACT, progress, |walk, variations, best| {
        lesson.score(walk, variations, depth - 1, best)
    })
}
