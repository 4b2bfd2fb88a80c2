//! Textbook alpha-beta: negamax that stops looking at a position as soon as the opponent, having something
//! better elsewhere, will not allow it.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning* (1975),
//! <https://doi.org/10.1016/0004-3702(75)90019-3>. Fail-soft (Fishburn 1983): a score outside the window is
//! still a bound on the true one. How much is left out depends on how early the best moves come:
//! [`theory`](crate::theory) gives the best and the worst case.

use crate::{Evaluator, Limits, NoTactics, Report, Score, Search, Tactics, Variations, Walk, Window, root};
use game::Game;

/// Alpha-beta to a fixed depth.
#[derive(Clone, Debug)]
pub struct Textbook<E, T = NoTactics> {
    /// The evaluation at the horizon.
    pub evaluator: E,
    /// Chooses the candidates and tells which moves promise most.
    pub tactics: T,
    /// Plies to look ahead where [`Limits::depth`] does not say.
    pub depth: u32,
    /// Whether to try the most promising moves first instead of the game's own order.
    pub ordering: bool,
}

impl<E, T> Textbook<E, T> {
    /// Looks `depth` plies ahead unless told otherwise, the most promising moves first.
    pub fn new(evaluator: E, tactics: T, depth: u32) -> Self {
        Textbook { evaluator, tactics, depth, ordering: true }
    }
}

impl<G: Game, E: Evaluator<G>, T: Tactics<G, E>> Search<G> for Textbook<E, T> {
    fn search(
        &mut self,
        game: &G,
        line: &[G::Position],
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let mut walk = Walk::begin(game, &self.evaluator, &self.tactics, line, limits);
        let mut moves = walk.root_moves();
        if self.ordering {
            order(&mut walk, &mut moves);
        }
        root::search(&mut walk, &moves, depth, false, progress, |walk, variations, best| {
            let window = Window { alpha: best, ..Window::FULL }.turned(walk.turns());
            let score = value(walk, variations, self.ordering, depth - 1, window);
            walk.turned(score)
        })
    }
}

/// A score `s` of the position for the side to move that tells its value `v`, `depth` plies above the horizon:
/// - `s = v` if `s` is inside the window;
/// - `v ≤ s` if `s ≤ alpha`: no move is good enough;
/// - `v ≥ s` if `s ≥ beta`: a move is too good, and the rest was not looked at.
fn value<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(
    walk: &mut Walk<G, E, T>,
    variations: &mut Variations<G::Move>,
    ordering: bool,
    depth: u32,
    mut window: Window,
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
    let mut moves = walk.moves();
    if moves.is_empty() {
        return walk.stuck();
    }
    if ordering {
        order(walk, &mut moves);
    }
    walk.counts.interior += 1;
    let mut best = -Score::INFINITE;
    for mv in moves {
        walk.play(mv);
        let score = value(walk, variations, ordering, depth - 1, window.turned(walk.turns()));
        let score = walk.turned(score);
        walk.back();
        if score > best {
            best = score;
            variations.found(ply, mv);
        }
        if score >= window.beta {
            walk.counts.cutoffs += 1;
            break;
        }
        window.alpha = window.alpha.max(score);
    }
    best
}

/// The most promising moves first; equals stay in the game's order. Moves that seem to lose something come before
/// those of which nothing is known: what they lose often lies beyond the horizon, where this search does not look.
fn order<G: Game, E: Evaluator<G>, T: Tactics<G, E>>(walk: &mut Walk<G, E, T>, moves: &mut [G::Move]) {
    let position = &walk.line[walk.line.len() - 1];
    moves.sort_by_cached_key(|&mv| {
        let promise = walk.tactics.promise(walk.game, &mut walk.state, position, mv);
        std::cmp::Reverse((promise != 0, promise))
    });
}
