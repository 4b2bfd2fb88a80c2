//! Minimax: look at every line of play to a fixed depth. One side takes the greatest score, the other the least.
//!
//! Shannon, *Programming a Computer for Playing Chess* (1950),
//! <https://vision.unipv.it/IA1/ProgrammingaComputerforPlayingChess.pdf>. The next step is
//! [`negamax`](crate::negamax), the same in half the words.

use crate::record::{Observer, Record, Recorded, Recorder};
use crate::{Evaluator, Limits, NoTactics, Report, Score, Search, Tactics, Variations, Walk, root};
use game::Game;

/// Minimax to a fixed depth, without pruning.
#[derive(Clone, Debug)]
pub struct Minimax<E, T = NoTactics> {
    /// The evaluation at the horizon.
    pub evaluator: E,
    /// Chooses the candidates.
    pub tactics: T,
    /// Plies to look ahead where [`Limits::depth`] does not say.
    pub depth: u32,
}

impl<E, T> Minimax<E, T> {
    /// Looks `depth` plies ahead unless told otherwise.
    pub fn new(evaluator: E, tactics: T, depth: u32) -> Self {
        Minimax { evaluator, tactics, depth }
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Search<G> for Minimax<E, T> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let walk = Walk::begin(game, &self.evaluator, &self.tactics, line, limits);
        search(walk, limits.depth.unwrap_or(self.depth), progress)
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
        let report = search(walk.observed(&mut recorder), depth, &mut |_| {});
        Some((report, Record::Tree(recorder)))
    }
}

fn search<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    mut walk: Walk<G, E, T, O>,
    depth: u32,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let depth = depth.max(1);
    let moves = walk.root_moves();
    root::search(&mut walk, &moves, depth, true, progress, |walk, variations, _| {
        let score = value(walk, variations, depth - 1);
        tell(walk, score);
        score
    })
}

/// The value of the position for the side to move *at the root*, `depth` plies above the horizon.
fn value<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    walk: &mut Walk<G, E, T, O>,
    variations: &mut Variations<G::Move>,
    depth: u32,
) -> Score {
    let ply = walk.ply();
    variations.enter(ply);
    if walk.is_over() {
        return Score::DRAW;
    }
    let maximizes = walk.is_root_side();
    let for_root = |score: Score| if maximizes { score } else { -score };
    if let Some(score) = walk.finished() {
        return for_root(score);
    }
    if depth == 0 {
        return for_root(walk.horizon());
    }
    let moves = walk.moves();
    if moves.is_empty() {
        return for_root(walk.stuck());
    }
    walk.counts.interior += 1;
    let mut best = if maximizes { -Score::INFINITE } else { Score::INFINITE };
    for mv in moves {
        walk.play(mv);
        let score = value(walk, variations, depth - 1);
        tell(walk, score);
        walk.back();
        if if maximizes { score > best } else { score < best } {
            best = score;
            variations.found(ply, mv);
        }
    }
    best
}

/// Tells the observer a score that the side to move at the root sees.
fn tell<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    walk: &mut Walk<G, E, T, O>,
    score: Score,
) {
    if O::HEARS {
        walk.tell(if walk.is_root_side() { score } else { -score });
    }
}
