//! What is known about tic-tac-toe.

use game::{Game, Side};
use games::tic_tac_toe::{LINES, Position, TicTacToe};
use search::Evaluator;

/// Counts the lines that a side can still complete, those with more of its marks for more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

/// The worth of an open line with so many marks.
const WORTH: [i32; 4] = [0, 1, 10, 100];

fn worth(position: &Position, side: Side) -> i32 {
    let (own, other) = (position.cells(side), position.cells(side.opponent()));
    let open = LINES.into_iter().filter(|line| line & other == 0);
    open.map(|line| WORTH[(line & own).count_ones() as usize]).sum()
}

impl Evaluator<TicTacToe> for Lines {
    type State = ();

    fn state(&self, _: &TicTacToe, _: &Position) {}

    #[inline]
    fn evaluate(&self, game: &TicTacToe, (): &mut (), position: &Position) -> i32 {
        let side = game.side_to_move(position);
        worth(position, side) - worth(position, side.opponent())
    }
}
