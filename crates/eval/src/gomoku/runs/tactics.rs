//! The points of gomoku that are worth a try.

use super::{Patterns, RunBoard, line::GRADES};
use std::cmp::Reverse;
use wanqi_game::Game;
use wanqi_games::gomoku::{Gomoku, Move, Position, SIZES};
use wanqi_search::Tactics;
use wanqi_search::tactics::{Candidates, MoveOrder, NoCorrectionKeys, NoPruning, NoQuiescence, Parameters};

/// Looks only at points within two of a stone, and of these at the best few: those where a stone of either side
/// would be worth most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GomokuTactics {
    /// Points to look at; 0 for all empty points of the board.
    pub candidates: usize,
}

/// The rank of a candidate, the least first: by what a stone there is worth to the side to which it is worth
/// more, then to the other side, then by the distance from the centre, then in the game's order.
pub(super) type Rank = (Reverse<i32>, Reverse<i32>, usize, usize);

/// How far from a stone a candidate may lie, diagonals counted as one step.
const REACH: usize = 2;
const MAX_SIZE: usize = *SIZES.end() as usize;

impl Default for GomokuTactics {
    fn default() -> Self {
        GomokuTactics { candidates: 20 }
    }
}

/// What a stone on an empty point is worth to both sides, the greater first.
#[inline]
fn value_of(board: &RunBoard, row: usize, column: usize) -> [i32; 2] {
    let [first, second] = wanqi_game::Side::BOTH.map(|side| board.value_with(side, row, column));
    [first.max(second), first.min(second)]
}

/// Visits the points near stones where the side to move may put one.
#[inline]
fn each_near(game: &Gomoku, position: &Position, mut visit: impl FnMut(usize, usize)) {
    let (columns, rows) = (game.columns(), game.rows());
    let open = game.open_points(position);
    let mut near = [0_u32; MAX_SIZE];
    for row in 0..rows {
        let taken = !game.empty_in(position, row) & ((1 << columns) - 1);
        let reached = taken | (taken << 1) | (taken << 2) | (taken >> 1) | (taken >> 2);
        near[row.saturating_sub(REACH)..(row + REACH + 1).min(rows)]
            .iter_mut()
            .for_each(|row| *row |= reached);
    }
    for (row, near) in near.into_iter().enumerate().take(rows) {
        let mut points = near & open[row];
        while points != 0 {
            visit(row, points.trailing_zeros() as usize);
            points &= points - 1;
        }
    }
}

impl Tactics<Gomoku, Patterns> for GomokuTactics {
    const PARAMETERS: Parameters =
        Parameters { history_slots: MAX_SIZE * MAX_SIZE + 1, ..Parameters::NEUTRAL };
}

impl NoQuiescence for GomokuTactics {}
impl NoPruning for GomokuTactics {}
impl NoCorrectionKeys for GomokuTactics {}

impl Candidates<Gomoku, Patterns> for GomokuTactics {
    /// The candidates, the best first; on an empty board the centre.
    fn each_candidate(
        &self,
        game: &Gomoku,
        board: &mut RunBoard,
        position: &Position,
        mut visit: impl FnMut(Move),
    ) {
        if self.candidates == 0 {
            return game.each_move(position, visit);
        }
        let (columns, rows) = (game.columns(), game.rows());
        let (middle_row, middle_column) = (rows / 2, columns / 2);
        let mut candidates = std::mem::take(&mut board.candidates);
        candidates.clear();
        if position.empty() == columns * rows {
            let centre = game.move_at(position, middle_row, middle_column);
            candidates.extend(centre.map(|mv| ((Reverse(0), Reverse(0), 0, 0), mv)));
        }
        each_near(game, position, |row, column| {
            let [greater, less] = value_of(board, row, column);
            let distance = row.abs_diff(middle_row).max(column.abs_diff(middle_column));
            let rank = (Reverse(greater), Reverse(less), distance, row * MAX_SIZE + column);
            candidates.push((rank, Move::new(row, column)));
        });
        if candidates.len() > self.candidates {
            candidates.select_nth_unstable_by_key(self.candidates, |&(rank, _)| rank);
            candidates.truncate(self.candidates);
        }
        candidates.sort_unstable_by_key(|&(rank, _)| rank);
        if candidates.is_empty() {
            // All points near stones are taken.
            game.each_move(position, visit);
        } else {
            candidates.iter().for_each(|&(_, mv)| visit(mv));
        }
        board.candidates = candidates;
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.candidates == 0
    }
}

impl MoveOrder<Gomoku, Patterns> for GomokuTactics {
    /// What a stone is worth where it makes or prevents an open three or more; the rest is quiet.
    #[inline]
    fn move_score(&self, _: &Gomoku, board: &mut RunBoard, _: &Position, mv: Move) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let [greater, _] = value_of(board, mv.row(), mv.column());
        if greater >= GRADES[3] { greater } else { 0 }
    }

    #[inline]
    fn history_slot(&self, game: &Gomoku, _: &Position, mv: Move) -> usize {
        game.amaf_index(mv).unwrap_or(MAX_SIZE * MAX_SIZE)
    }
}
