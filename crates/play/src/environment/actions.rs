//! The numbers of moves.

use wanqi_eval::learnt::Board;
use wanqi_game::{Game, KeySet};
use wanqi_games::chess::{Chess, Kind};
use wanqi_games::connect_four::{self, ConnectFour};
use wanqi_games::go::{Capacity, Go, KoRule};
use wanqi_games::gomoku::Gomoku;
use wanqi_games::jungle::Jungle;
use wanqi_games::othello::Othello;
use wanqi_games::tic_tac_toe::TicTacToe;
use wanqi_games::xiangqi::{Xiangqi, points};

/// A game whose moves have numbers: the same number for the same move, in whatever position and program.
pub(crate) trait Actions: Game {
    /// How many numbers there are.
    fn action_count(&self) -> usize;

    /// The number of a legal move.
    fn number(&self, position: &Self::Position, mv: Self::Move) -> usize;

    /// Whether [`Actions::numbered`] finds moves without a list of all, and every position of a game that is not over has a
    /// legal one.
    const NUMBERED: bool = false;

    /// The move of a number, legal as far as the position shows; `None` where there is none, or where this is not
    /// [`Actions::NUMBERED`].
    #[inline(always)]
    fn numbered(&self, _: &Self::Position, _number: usize) -> Option<Self::Move> {
        None
    }

    /// Whether anything is asked of positions before the last: [`Game::outcome_by_history`], or what is forbidden without
    /// [keys](Actions::past_key).
    #[inline(always)]
    fn needs_past(&self) -> bool {
        true
    }

    /// A key of a position for [`Actions::is_forbidden`], if the game has one.
    #[inline(always)]
    fn past_key(&self, _: &Self::Position) -> Option<u64> {
        None
    }

    /// Whether the past forbids a move of the last position of `line`, as [`Game::forbidden_by_history`] says; `keys` has the
    /// keys of all of them.
    #[inline(always)]
    fn is_forbidden(&self, line: &[Self::Position], _keys: &KeySet, mv: Self::Move) -> bool {
        Self::FORBIDS_BY_HISTORY && self.forbidden_by_history(line, mv)
    }

    /// Gives legal moves of one position numbers of their own where some have the same.
    #[inline(always)]
    fn tell_apart(&self, _: &mut [(u32, Self::Move)]) {}
}

/// The points of a board.
fn points_of(board: &impl Board) -> usize {
    let (columns, rows) = board.extent();
    columns * rows
}

/// The cell.
impl Actions for TicTacToe {
    fn action_count(&self) -> usize {
        9
    }

    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        mv.cell()
    }

    fn needs_past(&self) -> bool {
        false
    }
}

/// The column.
impl Actions for ConnectFour {
    fn action_count(&self) -> usize {
        connect_four::COLUMNS.into()
    }

    #[inline(always)]
    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        mv.column()
    }

    fn needs_past(&self) -> bool {
        false
    }
}

/// The square, then the pass.
impl Actions for Othello {
    fn action_count(&self) -> usize {
        points_of(self) + 1
    }

    #[inline(always)]
    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        // A smaller board lies in the middle of the large one.
        let rows = usize::from(self.size().rows());
        let margin = (8 - rows) / 2;
        match mv {
            Self::Move::PASS => rows * rows,
            mv => (mv.square() / 8 - margin) * rows + mv.square() % 8 - margin,
        }
    }

    fn needs_past(&self) -> bool {
        false
    }
}

/// The point, then the pass.
impl Actions for Gomoku {
    fn action_count(&self) -> usize {
        points_of(self) + 1
    }

    #[inline(always)]
    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        if mv.is_pass() { points_of(self) } else { mv.row() * self.columns() + mv.column() }
    }
}

/// The point, then the pass.
impl<C: Capacity> Actions for Go<C> {
    fn action_count(&self) -> usize {
        points_of(self) + 1
    }

    #[inline(always)]
    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        self.amaf_index(mv).map_or(points_of(self), |place| {
            let (column, row) = self.column_and_row(place);
            row * self.size() + column
        })
    }

    const NUMBERED: bool = true;

    #[inline(always)]
    fn numbered(&self, position: &Self::Position, number: usize) -> Option<Self::Move> {
        if number == points_of(self) {
            return Some(Self::Move::PASS);
        }
        self.stone(number as u16).filter(|&mv| self.may_play(position, mv))
    }

    /// Superko asks the keys; a position that a simple ko lets come back is looked for.
    #[inline(always)]
    fn needs_past(&self) -> bool {
        self.ko() == KoRule::Simple
    }

    #[inline(always)]
    fn past_key(&self, position: &Self::Position) -> Option<u64> {
        self.superko_key(position)
    }

    /// By the set of keys: a game of random moves is long, and asks this of most of its moves.
    #[inline(always)]
    fn is_forbidden(&self, line: &[Self::Position], keys: &KeySet, mv: Self::Move) -> bool {
        let after = line.last().and_then(|position| self.superko_key_after(position, mv));
        after.is_some_and(|after| keys.contains(&after))
    }
}

/// Ways to leave a square: eight directions of up to seven squares, a knight's eight, and three ways to promote to less than a
/// queen, to three kinds. Silver et al., *Mastering Chess and Shogi by Self-Play* (2017), table S2,
/// <https://arxiv.org/abs/1712.01815>.
const WAYS: usize = 8 * 7 + 8 + 3 * 3;

/// The way and then the square, as White sees the board. Both castlings stand apart, since in Chess960 a king may go to where
/// it castles.
impl Actions for Chess {
    fn action_count(&self) -> usize {
        64 * WAYS + 2
    }

    #[inline(always)]
    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        let (x, y) = ((to % 8) as i32 - (from % 8) as i32, (to / 8) as i32 - (from / 8) as i32);
        if mv.is_castling() {
            return 64 * WAYS + usize::from(to % 8 < 4);
        }
        let way = match mv.promotion() {
            Some(Kind::Knight) => 64 + (x + 1),
            Some(Kind::Bishop) => 67 + (x + 1),
            Some(Kind::Rook) => 70 + (x + 1),
            _ if (x * y).abs() == 2 => {
                56 + 4 * i32::from(x > 0) + 2 * i32::from(y > 0) + i32::from(x.abs() > 1)
            }
            _ => {
                // From 0 to 8 without 4, which is staying.
                let direction = 3 * (x.signum() + 1) + y.signum() + 1;
                7 * (direction - i32::from(direction > 4)) + x.abs().max(y.abs()) - 1
            }
        };
        64 * way as usize + from
    }
}

/// From where, then to where.
impl Actions for Xiangqi {
    fn action_count(&self) -> usize {
        points::POINTS * points::POINTS
    }

    #[inline(always)]
    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        points::POINTS * usize::from(mv.from()) + usize::from(mv.to())
    }
}

/// From where, then to where.
impl Actions for Jungle {
    fn action_count(&self) -> usize {
        points_of(self) * points_of(self)
    }

    #[inline(always)]
    fn number(&self, _: &Self::Position, mv: Self::Move) -> usize {
        points_of(self) * usize::from(mv.from()) + usize::from(mv.to())
    }
}
