//! Negamax: minimax told from the side to move. What is good for one side is as bad for the other, so that both
//! take the greatest score, and the sign turns with the side.
//!
//! Compare [`minimax`](crate::minimax), which it equals node by node;
//! [`alpha_beta::textbook`](crate::alpha_beta::textbook) then leaves out what cannot matter.

use crate::record::{Observer, Record, Recorded, Recorder};
use crate::{Evaluator, Limits, NoTactics, Report, Score, Search, Tactics, Variations, Walk, root};
use game::Game;

/// Negamax to a fixed depth, without pruning.
#[derive(Clone, Debug)]
pub struct Negamax<E, T = NoTactics> {
    /// The evaluation at the horizon.
    pub evaluator: E,
    /// Chooses the candidates.
    pub tactics: T,
    /// Plies to look ahead where [`Limits::depth`] does not say.
    pub depth: u32,
}

impl<E, T> Negamax<E, T> {
    /// Looks `depth` plies ahead unless told otherwise.
    pub fn new(evaluator: E, tactics: T, depth: u32) -> Self {
        Negamax { evaluator, tactics, depth }
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Search<G> for Negamax<E, T> {
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
        walk.tell(score);
        walk.turned(score)
    })
}

/// The value of the position for the side to move, `depth` plies above the horizon.
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
    if let Some(score) = walk.finished() {
        return score;
    }
    if depth == 0 {
        return walk.horizon();
    }
    let moves = walk.moves();
    if moves.is_empty() {
        return walk.stuck();
    }
    walk.counts.interior += 1;
    let mut best = -Score::INFINITE;
    for mv in moves {
        walk.play(mv);
        let score = value(walk, variations, depth - 1);
        walk.tell(score);
        let score = walk.turned(score);
        walk.back();
        if score > best {
            best = score;
            variations.found(ply, mv);
        }
    }
    best
}
