//! What is known about tic-tac-toe.

use wanqi_game::{Game, Side};
use wanqi_games::tic_tac_toe::{LINES, Position, TicTacToe};
use wanqi_search::{Evaluator, NothingProven, Stateless};

/// Counts the lines that a side can still complete, those with more of its marks for more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

/// The worth of an open line with so many marks.
const WORTH: [i32; 4] = [0, 1, 10, 100];

fn value(position: &Position, side: Side) -> i32 {
    let (own, other) = (position.cells(side), position.cells(side.opponent()));
    let open = LINES.into_iter().filter(|line| line & other == 0);
    open.map(|line| WORTH[(line & own).count_ones() as usize]).sum()
}

impl Stateless for Lines {}
impl NothingProven for Lines {}

impl Evaluator<TicTacToe> for Lines {
    #[inline]
    fn evaluate(&self, game: &TicTacToe, (): &mut (), position: &Position) -> i32 {
        let side = game.side_to_move(position);
        value(position, side) - value(position, side.opponent())
    }
}
