//! Negamax: minimax told from the side to move. What is good for one side is as bad for the other, so that both
//! take the greatest score, and the sign turns with the side.
//!
//! Compare [`minimax`](crate::minimax), which it equals node by node;
//! [`alpha_beta::textbook`](crate::alpha_beta::textbook) then leaves out what cannot matter.

use crate::fixed_depth::{FixedDepth, Lesson};
use crate::record::Observer;
use crate::{Evaluator, NoTactics, PvTable, Score, Tactics, Walk};
use wanqi_game::Game;

/// Negamax to a fixed depth, without pruning.
pub type Negamax<E, T = NoTactics> = FixedDepth<SideToMove, E, T>;

/// Every score is the side's to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct SideToMove;

impl Lesson for SideToMove {
    const EXACT: bool = true;

    fn score<G: Game, E: Evaluator<G>, T: Tactics<G, E>, O: Observer<G::Move>>(
        self,
        walk: &mut Walk<G, E, T, O>,
        variations: &mut PvTable<G::Move>,
        depth: u32,
        _: Score,
    ) -> Score {
        let score = value(walk, variations, depth);
        walk.tell(score);
        walk.turned(score)
    }
}

/// The value of the position for the side to move, `depth` plies above the horizon.
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
