//! The first evaluation of gomoku: the worth of runs of stones, kept line by line, and the points worth a try.

mod board;
mod line;
mod tactics;

pub use board::Board;
pub use tactics::GomokuTactics;

use game::Game;
use games::gomoku::{Gomoku, Move, Position};
use search::Evaluator;

/// Adds up all runs of stones: a five 100000, an open four 10000, an open three 1000, an open two 100, a single
/// stone 10. A blocked end drops a run by one grade, and a run without room for five is worth nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patterns;

impl Evaluator<Gomoku> for Patterns {
    type State = Board;

    fn state(&self, game: &Gomoku, position: &Position) -> Board {
        Board::new(game, position)
    }

    #[inline]
    fn push(&self, game: &Gomoku, board: &mut Board, before: &Position, mv: Move, _: &Position) {
        match mv {
            Move::PASS => board.push_pass(),
            _ => board.push(game.side_to_move(before), mv.row(), mv.column()),
        }
    }

    #[inline]
    fn pop(&self, _: &Gomoku, board: &mut Board) {
        board.pop();
    }

    #[inline]
    fn evaluate(&self, game: &Gomoku, board: &mut Board, position: &Position) -> i32 {
        let side = game.side_to_move(position);
        board.worth(side) - board.worth(side.opponent())
    }
}
