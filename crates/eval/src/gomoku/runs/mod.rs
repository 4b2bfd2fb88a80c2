//! The first evaluation of gomoku: the worth of runs of stones, kept line by line, and the points worth a try.

mod board;
mod line;
mod tactics;

pub use board::RunBoard;
pub use tactics::GomokuTactics;

use wanqi_game::Game;
use wanqi_games::gomoku::{Gomoku, Move, Position};
use wanqi_search::{Evaluator, Incremental, NothingProven};

/// Adds up all runs of stones: a five 100000, an open four 10000, an open three 1000, an open two 100, a single
/// stone 10. A blocked end drops a run by one grade, and a run without room for five is worth nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patterns;

impl NothingProven for Patterns {}

impl Incremental<Gomoku> for Patterns {
    type State = RunBoard;

    fn state(&self, game: &Gomoku, position: &Position) -> RunBoard {
        RunBoard::new(game, position)
    }

    #[inline]
    fn push(&self, game: &Gomoku, board: &mut RunBoard, before: &Position, mv: Move, _: &Position) {
        match mv {
            Move::PASS => board.push_pass(),
            _ => board.push(game.side_to_move(before), mv.row(), mv.column()),
        }
    }

    #[inline]
    fn pop(&self, _: &Gomoku, board: &mut RunBoard) {
        board.pop();
    }
}

impl Evaluator<Gomoku> for Patterns {
    #[inline]
    fn evaluate(&self, game: &Gomoku, board: &mut RunBoard, position: &Position) -> i32 {
        let side = game.side_to_move(position);
        board.value(side) - board.value(side.opponent())
    }
}
