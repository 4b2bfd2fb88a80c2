//! What is known about connect four.

use game::{Game, Side};
use games::connect_four::{BOARD, ConnectFour, DIRECTIONS, Position};
use search::Evaluator;

/// Counts the fours that a side can still complete, those with more of its discs for more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

/// The worth of an open four with one, two and three discs: each disc makes up for several fours with one less.
const WORTH: [u32; 3] = [1, 5, 25];

#[inline]
fn worth(own: u64, other: u64) -> i32 {
    let free = BOARD & !other;
    let mut worth = 0;
    for direction in DIRECTIONS {
        let next = |set: u64, steps: u8| set >> (steps * direction);
        // A four is known by its first cell; all fours of one direction are counted at once.
        let open = free & next(free, 1) & next(free, 2) & next(free, 3);
        let cells = [own, next(own, 1), next(own, 2), next(own, 3)];
        // The discs in each four as a number of two bits (a finished four, of three bits, is never asked about).
        let (sum, carry) = (cells[0] ^ cells[1], cells[0] & cells[1]);
        let (other_sum, other_carry) = (cells[2] ^ cells[3], cells[2] & cells[3]);
        let ones = sum ^ other_sum;
        let twos = carry ^ other_carry ^ (sum & other_sum);
        let exactly = [ones & !twos, twos & !ones, ones & twos];
        worth += exactly.iter().zip(WORTH).map(|(set, each)| (set & open).count_ones() * each).sum::<u32>();
    }
    worth as i32
}

impl Evaluator<ConnectFour> for Lines {
    type State = ();

    fn state(&self, _: &ConnectFour, _: &Position) {}

    #[inline]
    fn evaluate(&self, game: &ConnectFour, (): &mut (), position: &Position) -> i32 {
        let side: Side = game.side_to_move(position);
        let (own, other) = (position.discs(side), position.discs(side.opponent()));
        worth(own, other) - worth(other, own)
    }
}
