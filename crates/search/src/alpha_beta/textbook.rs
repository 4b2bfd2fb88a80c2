//! Textbook alpha-beta: negamax that stops looking at a position as soon as the opponent, having something
//! better elsewhere, will not allow it.
//!
//! Knuth and Moore, *An Analysis of Alpha-Beta Pruning* (1975),
//! <https://doi.org/10.1016/0004-3702(75)90019-3>. Fail-soft (Fishburn 1983): a score outside the window is
//! still a bound on the true one. How much is left out depends on how early the best moves come:
//! [`theory`](crate::theory) gives the best and the worst case.

use crate::fixed_depth::{FixedDepth, Lesson};
use crate::record::Observer;
use crate::{Evaluator, NoTactics, PvTable, Score, Tactics, Walk, Window};
use wanqi_game::Game;

/// Alpha-beta to a fixed depth, the most promising moves first unless its [`Pruning`] says otherwise.
pub type Textbook<E, T = NoTactics> = FixedDepth<Pruning, E, T>;

/// What cannot matter is left out.
#[derive(Clone, Copy, Debug)]
pub struct Pruning {
    /// Whether to try the most promising moves first instead of the game's own order.
    pub ordering: bool,
}

impl Default for Pruning {
    fn default() -> Self {
        Pruning { ordering: true }
    }
}

impl<E, T> Textbook<E, T> {
    /// The same with or without the most promising moves first.
    #[must_use]
    pub fn with_ordering(self, ordering: bool) -> Self {
        Textbook { lesson: Pruning { ordering }, ..self }
    }
}

impl Lesson for Pruning {
    const EXACT: bool = false;

    fn begin<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
        self,
        walk: &mut Walk<G, E, T, O>,
        moves: &mut [G::Move],
    ) {
        if self.ordering {
            order(walk, moves);
        }
        walk.observer.window(Window::FULL);
    }

    fn score<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
        self,
        walk: &mut Walk<G, E, T, O>,
        variations: &mut PvTable<G::Move>,
        depth: u32,
        best: Score,
    ) -> Score {
        let window = Window { alpha: best, ..Window::FULL }.turned(walk.turns());
        let score = value(walk, variations, self.ordering, depth, window);
        walk.tell(score);
        walk.turned(score)
    }
}

/// A score `s` of the position for the side to move that tells its value `v`, `depth` plies above the horizon:
/// - `s = v` if `s` is inside the window;
/// - `v ≤ s` if `s ≤ alpha`: no move is good enough;
/// - `v ≥ s` if `s ≥ beta`: a move is too good, and the rest was not looked at.
fn value<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    walk: &mut Walk<G, E, T, O>,
    variations: &mut PvTable<G::Move>,
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
    let mut scored: Vec<_> = moves
        .iter()
        .map(|&mv| (walk.tactics.move_score(walk.game, &mut walk.state, position, mv), mv))
        .collect();
    rank(&mut scored);
    moves.iter_mut().zip(scored).for_each(|(place, (_, mv))| *place = mv);
}

/// Apart from [`order`]: a sort is much code, which every evaluation would have again.
fn rank<M>(scored: &mut [(i32, M)]) {
    scored.sort_by_key(|&(score, _)| std::cmp::Reverse((score != 0, score)));
}
