//! Minimax: look at every line of play to a fixed depth. One side takes the greatest score, the other the least.
//!
//! Shannon, *Programming a Computer for Playing Chess* (1950),
//! <https://vision.unipv.it/IA1/ProgrammingaComputerforPlayingChess.pdf>. The next step is
//! [`negamax`](crate::negamax), the same in half the words.

use crate::fixed_depth::{FixedDepth, Lesson};
use crate::record::Observer;
use crate::{Evaluator, NoTactics, PvTable, Score, Tactics, Walk};
use wanqi_game::Game;

/// Minimax to a fixed depth, without pruning.
pub type Minimax<E, T = NoTactics> = FixedDepth<EitherSide, E, T>;

/// Both sides are told apart: one takes the greatest score, the other the least.
#[derive(Clone, Copy, Debug, Default)]
pub struct EitherSide;

impl Lesson for EitherSide {
    const EXACT: bool = true;

    fn score<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
        self,
        walk: &mut Walk<G, E, T, O>,
        variations: &mut PvTable<G::Move>,
        depth: u32,
        _: Score,
    ) -> Score {
        let score = value(walk, variations, depth);
        tell(walk, score);
        score
    }
}

/// The value of the position for the side to move *at the root*, `depth` plies above the horizon.
fn value<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
    walk: &mut Walk<G, E, T, O>,
    variations: &mut PvTable<G::Move>,
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
