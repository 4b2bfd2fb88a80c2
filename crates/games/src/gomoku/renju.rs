//! Moves by renju's rules: Black's forbidden points, and passes.

use super::forbidden::{Forbidden, RenjuBoard};
use super::{Gomoku, LastMove, MAX_SIZE, Move, PointSet, Position, Rule};
use crate::bits::bits;
use rand_core::Rng;
use wanqi_game::{Outcome, Side, random};

impl Gomoku {
    /// Why renju forbids Black to put a stone on an empty point (row and column counted from 0 at the upper left), whoever
    /// is to move; `None` where it does not, and always by other rules.
    pub fn forbidden(&self, position: &Position, row: usize, column: usize) -> Option<Forbidden> {
        match self.rule {
            Rule::Renju => RenjuBoard::new(self, position).forbidden(row, column),
            Rule::Freestyle | Rule::ExactFive => None,
        }
    }

    /// The same, and the empty points that the answer depends on, those where either side's stones may change it: none where
    /// the point is allowed however many stones White adds, and by other rules.
    pub fn forbidden_by(
        &self,
        position: &Position,
        row: usize,
        column: usize,
    ) -> (Option<Forbidden>, PointSet) {
        match self.rule {
            Rule::Renju => RenjuBoard::new(self, position).forbidden_by(row, column),
            Rule::Freestyle | Rule::ExactFive => (None, [0; MAX_SIZE]),
        }
    }

    /// Whether renju forbids Black a move.
    pub fn is_forbidden(&self, position: &Position, mv: Move) -> bool {
        !mv.is_pass() && self.forbidden(position, mv.row(), mv.column()).is_some()
    }

    /// All points that renju forbids to Black, whoever is to move.
    pub fn forbidden_points(&self, position: &Position) -> PointSet {
        match self.rule {
            Rule::Renju => RenjuBoard::new(self, position).all_forbidden(),
            Rule::Freestyle | Rule::ExactFive => [0; MAX_SIZE],
        }
    }

    /// The points where the side to move may put a stone.
    pub fn open_points(&self, position: &Position) -> PointSet {
        let forbidden =
            if self.restricts(position) { self.forbidden_points(position) } else { [0; MAX_SIZE] };
        std::array::from_fn(|row| match row < self.rows() {
            true => self.empty_in(position, row) & !forbidden[row],
            false => 0,
        })
    }

    /// Whether forbidden points are no moves for the side to move.
    #[inline(always)]
    pub(super) fn restricts(&self, position: &Position) -> bool {
        self.rule == Rule::Renju && position.side == Side::First && !self.forbidden_loses
    }

    /// Whether every empty point is forbidden to Black.
    pub(super) fn all_is_forbidden(&self, position: &Position) -> bool {
        let forbidden = self.forbidden_points(position);
        (0..self.rows()).all(|row| self.empty_in(position, row) & !forbidden[row] == 0)
    }

    /// Whether the side to move may pass, given the points that are open to it.
    pub(super) fn may_pass(&self, position: &Position, open: &PointSet) -> bool {
        match position.side {
            Side::First if self.forbidden_loses => self.all_is_forbidden(position),
            Side::First => *open == [0; MAX_SIZE],
            Side::Second => position.last == LastMove::Pass,
        }
    }

    pub(super) fn each_renju_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let open = self.open_points(position);
        for (row, &columns) in (0..).zip(&open) {
            bits(columns.into()).for_each(|column| visit(Move { row, column }));
        }
        if self.may_pass(position, &open) {
            visit(Move::PASS);
        }
    }

    pub(super) fn renju_move_count(&self, position: &Position) -> usize {
        let open = self.open_points(position);
        let points = open.iter().map(|row| row.count_ones() as usize).sum::<usize>();
        points + usize::from(self.may_pass(position, &open))
    }

    pub(super) fn random_renju_move(&self, position: &Position, rng: &mut impl Rng) -> Option<Move> {
        // Empty points are drawn until one is open, which leaves all open ones as likely as each other. Where few are,
        // all moves are made instead.
        const TRIES: u32 = 8;
        let may_pass =
            position.last == LastMove::Pass || (self.forbidden_loses && position.side == Side::First);
        for _ in 0..if may_pass { 0 } else { TRIES } {
            let mv = self.random_point(position, rng)?;
            if position.side == Side::Second || !self.is_forbidden(position, mv) {
                return Some(mv);
            }
        }
        let (mut seen, mut chosen) = (0, None);
        self.each_renju_move(position, |mv| {
            seen += 1;
            if random::below(rng, seen) == 0 {
                chosen = Some(mv);
            }
        });
        chosen
    }

    pub(super) fn play_renju(&self, position: &mut Position, mv: Move) {
        let last = match mv {
            Move::PASS if position.last == LastMove::Pass => LastMove::SecondPass,
            Move::PASS => LastMove::Pass,
            _ if self.forbidden_loses && position.side == Side::First && self.is_forbidden(position, mv) => {
                LastMove::Forbidden
            }
            _ => LastMove::Stone,
        };
        position.set_last(last);
        match last {
            LastMove::Pass | LastMove::SecondPass => position.pass_turn(),
            LastMove::Stone | LastMove::Forbidden => self.put_stone(position, mv),
        }
        position.outcome = self.outcome_of(last).or(position.outcome);
    }

    /// What the last move decides, whatever the stones.
    pub(super) fn outcome_of(&self, last: LastMove) -> Option<Outcome> {
        match last {
            LastMove::Stone | LastMove::Pass => None,
            LastMove::SecondPass => Some(Outcome::Draw),
            LastMove::Forbidden => Some(Outcome::Win(Side::Second)),
        }
    }
}
