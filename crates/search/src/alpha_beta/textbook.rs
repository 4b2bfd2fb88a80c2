//! Textbook alpha-beta: negamax that stops looking at a position as soon as the opponent, having something
//! better elsewhere, will not allow it.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning* (1975),
//! <https://doi.org/10.1016/0004-3702(75)90019-3>. Fail-soft (Fishburn 1983): a score outside the window is
//! still a bound on the true one. How much is left out depends on how early the best moves come:
//! [`theory`](crate::theory) gives the best and the worst case.

use crate::record::{Observer, Record, Recorded, Recorder};
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
        let walk = Walk::begin(game, &self.evaluator, &self.tactics, line, limits);
        search(walk, limits.depth.unwrap_or(self.depth), self.ordering, progress)
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
        let report = search(walk.observed(&mut recorder), depth, self.ordering, &mut |_| {});
        Some((report, Record::Tree(recorder)))
    }
}

fn search<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    mut walk: Walk<G, E, T, O>,
    depth: u32,
    ordering: bool,
    progress: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let depth = depth.max(1);
    let mut moves = walk.root_moves();
    if ordering {
        order(&mut walk, &mut moves);
    }
    walk.observer.window(Window::FULL);
    root::search(&mut walk, &moves, depth, false, progress, |walk, variations, best| {
        let window = Window { alpha: best, ..Window::FULL }.turned(walk.turns());
        let score = value(walk, variations, ordering, depth - 1, window);
        walk.tell(score);
        walk.turned(score)
    })
}

/// A score `s` of the position for the side to move that tells its value `v`, `depth` plies above the horizon:
/// - `s = v` if `s` is inside the window;
/// - `v ≤ s` if `s ≤ alpha`: no move is good enough;
/// - `v ≥ s` if `s ≥ beta`: a move is too good, and the rest was not looked at.
fn value<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    walk: &mut Walk<G, E, T, O>,
    variations: &mut Variations<G::Move>,
    ordering: bool,
    depth: u32,
    mut window: Window,
) -> Score {
    let ply = walk.ply();
    variations.enter(ply);
    walk.observer.window(window);
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
    for (i, &mv) in moves.iter().enumerate() {
        walk.play(mv);
        let score = value(walk, variations, ordering, depth - 1, window.turned(walk.turns()));
        walk.tell(score);
        let score = walk.turned(score);
        walk.back();
        if score > best {
            best = score;
            variations.found(ply, mv);
        }
        if score >= window.beta {
            walk.counts.cutoffs += 1;
            walk.tell_cut(&moves[i + 1..]);
            break;
        }
        window.alpha = window.alpha.max(score);
    }
    best
}

/// The most promising moves first; equals stay in the game's order. Moves that seem to lose something come before
/// those of which nothing is known: what they lose often lies beyond the horizon, where this search does not look.
fn order<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O>(walk: &mut Walk<G, E, T, O>, moves: &mut [G::Move]) {
    let position = &walk.line[walk.line.len() - 1];
    moves.sort_by_cached_key(|&mv| {
        let promise = walk.tactics.promise(walk.game, &mut walk.state, position, mv);
        std::cmp::Reverse((promise != 0, promise))
    });
}
