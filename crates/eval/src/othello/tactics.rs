//! The order in which moves of Othello are tried.

use super::squares::Squares;
use wanqi_games::othello::{Move, Othello, Position};
use wanqi_search::tactics::{Candidates, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters};
use wanqi_search::{Evaluator, Tactics};

/// Tries the best squares first.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloTactics;

impl<E: Evaluator<Othello>> Tactics<Othello, E> for OthelloTactics {
    const PARAMETERS: Parameters = Parameters { history_slots: 65, ..Parameters::NEUTRAL };
}

impl NoQuiescence for OthelloTactics {}
impl NoPruning for OthelloTactics {}
impl NoCorrectionKeys for OthelloTactics {}

impl<E: Evaluator<Othello>> Candidates<Othello, E> for OthelloTactics {
    #[inline]
    fn each_candidate(
        &self,
        game: &Othello,
        _: &mut E::State,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        if position.moves() == 0 {
            return visit(Move::PASS);
        }
        for &squares in &Squares::of(game.size()).1 {
            game.each_move_to(position, squares, &mut visit);
        }
    }

    #[inline]
    fn is_complete(&self) -> bool {
        true
    }
}

impl<E: Evaluator<Othello>> MoveOrder<Othello, E> for OthelloTactics {
    #[inline]
    fn move_score(&self, _: &Othello, _: &mut E::State, _: &Position, _: Move) -> i32 {
        0
    }

    #[inline]
    fn history_slot(&self, _: &Othello, _: &Position, mv: Move) -> usize {
        mv.square()
    }
}
