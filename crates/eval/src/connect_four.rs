//! What is known about connect four.

use wanqi_game::{Game, Side};
use wanqi_games::connect_four::{BOARD, COLUMNS, ConnectFour, DIRECTIONS, Move, Position};
use wanqi_search::tactics::{Candidates, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters};
use wanqi_search::{Evaluator, NothingProven, Stateless, Tactics};

/// Counts the fours that a side can still complete, those with more of its discs for more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

/// The worth of an open four with one, two and three discs: each disc makes up for several fours with one less.
const WORTH: [u32; 3] = [1, 5, 25];

#[inline]
fn value(own: u64, other: u64) -> i32 {
    let free = BOARD & !other;
    let mut value = 0;
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
        value += exactly.iter().zip(WORTH).map(|(set, each)| (set & open).count_ones() * each).sum::<u32>();
    }
    value as i32
}

impl Stateless for Lines {}
impl NothingProven for Lines {}

impl Evaluator<ConnectFour> for Lines {
    #[inline]
    fn evaluate(&self, game: &ConnectFour, (): &mut (), position: &Position) -> i32 {
        let side: Side = game.side_to_move(position);
        let (own, other) = (position.discs(side), position.discs(side.opponent()));
        value(own, other) - value(other, own)
    }
}

/// Tries wins first, then what the opponent threatens, then the middle, through which most fours run.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourTactics;

const FROM_THE_MIDDLE: [usize; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// The cells that complete a four of `own`, those off the board included.
#[inline]
fn completing(own: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |cells, by| {
        // Three discs and a gap: before them, behind them, or between the pair and the single one.
        let pairs = own & (own >> by);
        let three = pairs & (own >> (2 * by));
        let gap_after_two = pairs & (own >> (3 * by));
        let gap_after_one = own & (pairs >> (2 * by));
        cells | (three << (3 * by)) | (three >> by) | (gap_after_two << (2 * by)) | (gap_after_one << by)
    })
}

impl<E: Evaluator<ConnectFour>> Tactics<ConnectFour, E> for ConnectFourTactics {
    const PARAMETERS: Parameters =
        Parameters { history_slots: u64::BITS as usize, margin: 21, ..Parameters::NEUTRAL };
}

impl NoQuiescence for ConnectFourTactics {}
impl NoPruning for ConnectFourTactics {}
impl NoCorrectionKeys for ConnectFourTactics {}

impl<E: Evaluator<ConnectFour>> Candidates<ConnectFour, E> for ConnectFourTactics {
    #[inline]
    fn each_candidate(
        &self,
        game: &ConnectFour,
        _: &mut E::State,
        position: &Position,
        visit: impl FnMut(Move),
    ) {
        let mut moves = [None; COLUMNS as usize];
        game.each_move(position, |mv| moves[mv.column()] = Some(mv));
        FROM_THE_MIDDLE.into_iter().filter_map(|column| moves[column]).for_each(visit);
    }

    #[inline]
    fn is_complete(&self) -> bool {
        true
    }
}

impl<E: Evaluator<ConnectFour>> MoveOrder<ConnectFour, E> for ConnectFourTactics {
    #[inline]
    fn move_score(&self, game: &ConnectFour, _: &mut E::State, position: &Position, mv: Move) -> i32 {
        let (cell, side) = (position.landing_of(mv), game.side_to_move(position));
        let wins = completing(position.discs(side)) & cell != 0;
        let prevents = completing(position.discs(side.opponent())) & cell != 0;
        2 * i32::from(wins) + i32::from(prevents)
    }

    #[inline]
    fn history_slot(&self, _: &ConnectFour, position: &Position, mv: Move) -> usize {
        position.landing_of(mv).trailing_zeros() as usize % u64::BITS as usize
    }
}
