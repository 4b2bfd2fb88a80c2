//! Go on boards of 2 to 19 lines, counted by area or by territory.
//!
//! Where to start reading: [`Go`], then `board`, which everything stands on, then `playout`.

mod board;
mod depict;
mod geometry;
pub mod handicap;
mod ko;
mod moves;
mod notation;
mod playout;
mod position;
mod reading;
pub mod scoring;
mod seki;

pub use geometry::{Capacity, UpTo9, UpTo13, UpTo19};
pub use ko::KoRule;
pub use moves::Move;
pub use playout::{PlayoutRng, Policy};
pub use position::Position;
pub use reading::Content;
pub use scoring::Scoring;

use board::GoBoard;
use geometry::{cell, cells};
use rand_core::Rng;
use std::marker::PhantomData;
use wanqi_game::playout::Playout;
use wanqi_game::{Game, Outcome, Side, TextError, message};

/// The rules of Go: the size of the board, komi, a handicap, ko, suicide and what is counted. Two passes in a row end the game, and the
/// larger area or territory wins, every stone on the board being alive; who has agreed on what is dead counts without
/// that ([`scoring`]). <https://tromp.github.io/go.html>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Go<C: Capacity> {
    size: u8,
    /// In half points.
    komi: i32,
    /// Stones that Black puts down beside the first one before it is White's turn.
    further: u8,
    ko: KoRule,
    suicide: bool,
    scoring: Scoring,
    capacity: PhantomData<C>,
}

impl<C: Capacity> Go<C> {
    /// A square board of this many lines, with komi 7.5, positional superko, and no suicide.
    ///
    /// # Errors
    /// If the size is below 2 or above the capacity.
    pub fn new(size: u8) -> Result<Self, TextError> {
        if !(2..=C::MAX_SIZE).contains(&size.into()) {
            let largest = C::MAX_SIZE;
            return Err(TextError::new(message!(
                "fault.board-size",
                "the size of the board is 2 to {largest}, not {size}",
                largest,
                size
            )));
        }
        Ok(Go {
            size,
            komi: 15,
            further: 0,
            ko: KoRule::Positional,
            suicide: false,
            scoring: Scoring::Area,
            capacity: PhantomData,
        })
    }

    /// The same with another komi: the points that White gets for moving second.
    ///
    /// # Errors
    /// If komi is no multiple of a half, or beyond a thousand.
    pub fn with_komi(self, komi: f64) -> Result<Self, TextError> {
        let halves = komi * 2.0;
        if halves.fract() != 0.0 || halves.abs() > 2000.0 || halves.is_nan() {
            return Err(TextError::new(message!(
                "fault.komi",
                "komi is a multiple of 0.5 from -1000 to 1000, not {komi}",
                komi
            )));
        }
        Ok(Go { komi: halves as i32, ..self })
    }

    /// The same with a handicap: Black puts so many stones where it likes before it is White's turn; a pass leaves out those
    /// that are left. With one, Black only moves first.
    ///
    /// # Errors
    /// If they are none, more than nine, or half of the board.
    pub fn with_handicap(self, stones: u8) -> Result<Self, TextError> {
        let further = stones.checked_sub(1).filter(|&further| further <= position::MAX_FURTHER);
        match further.filter(|_| 2 * usize::from(stones) < self.size() * self.size()) {
            Some(further) => Ok(Go { further, ..self }),
            None => Err(TextError::new(message!(
                "fault.handicap-room",
                "a board of {size} lines has no room for {stones} stones of a handicap",
                size = self.size,
                stones
            ))),
        }
    }

    /// The same with another rule of ko.
    #[must_use]
    pub fn with_ko(self, ko: KoRule) -> Self {
        Go { ko, ..self }
    }

    /// The same with suicide allowed, or not. Where it is, a move may take its own string, even of one stone
    /// (which positional superko then forbids).
    #[must_use]
    pub fn with_suicide(self, suicide: bool) -> Self {
        Go { suicide, ..self }
    }

    /// The same with another way of counting.
    #[must_use]
    pub fn with_scoring(self, scoring: Scoring) -> Self {
        Go { scoring, ..self }
    }

    /// The number of lines.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// The points that White gets for moving second.
    pub fn komi(&self) -> f64 {
        f64::from(self.komi) / 2.0
    }

    /// What is counted.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The rule of ko.
    pub fn ko(&self) -> KoRule {
        self.ko
    }

    /// A position with this side to move, as if nothing had been played before: no ko, no pass.
    #[must_use]
    pub fn facing(&self, position: &Position<C>, side: Side) -> Position<C> {
        let mut facing = Position { side, passes: 0, further: 0, ..*position };
        facing.board.set_ko(0);
        facing
    }

    /// A stone on a point of the [layout](wanqi_game::Depict::layout); `None` off the board.
    pub fn stone(&self, point: u16) -> Option<Move> {
        let (point, size) = (usize::from(point), self.size());
        (point < size * size).then(|| Move::stone(cell::<C>(point % size, point / size)))
    }

    /// The point of the [layout](wanqi_game::Depict::layout) that a move puts a stone on; `None` for a pass.
    pub fn point(&self, mv: Move) -> Option<u16> {
        mv.cell().map(|cell| self.point_of(cell))
    }

    /// The [place](Game::amaf_index) of the point in a column and a row, both from 0, row 0 at the top.
    pub fn place_at(&self, column: usize, row: usize) -> usize {
        cell::<C>(column, row)
    }

    /// The column and the row of a [place](Game::amaf_index) that is a point.
    pub fn column_and_row(&self, place: usize) -> (usize, usize) {
        geometry::column_and_row::<C>(place)
    }

    /// Who wins by this lead of Black's, komi aside.
    #[inline]
    fn outcome_of(&self, lead: i32) -> Outcome {
        match 2 * lead - self.komi {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        }
    }

    fn point_of(&self, cell: usize) -> u16 {
        let (column, row) = geometry::column_and_row::<C>(cell);
        (row * self.size() + column) as u16
    }

    /// The key by which superko knows a position again: no stone may bring back a position of this key. `None` where the
    /// rule is that of a simple ko.
    #[inline]
    pub fn superko_key(&self, position: &Position<C>) -> Option<u64> {
        ko::key(self.ko, position)
    }

    /// What [`Go::superko_key`] is after a move that the position allows; `None` where nothing can come again by it.
    #[inline]
    pub fn superko_key_after(&self, position: &Position<C>, mv: Move) -> Option<u64> {
        ko::key_after(self.ko, position, mv)
    }

    /// Whether the rules, the past aside, allow a move: what [`Game::each_move`] visits.
    #[inline]
    pub fn may_play(&self, position: &Position<C>, mv: Move) -> bool {
        mv.cell().is_none_or(|cell| position.board.is_empty(cell) && self.allows(position, cell))
    }

    /// Whether the rules, the past aside, allow a stone on an empty point.
    #[inline]
    fn allows(&self, position: &Position<C>, cell: usize) -> bool {
        cell != position.board.ko() && (self.suicide || survives(position, cell))
    }
}

/// Whether a stone of the side to move on an empty point would keep a liberty.
#[inline]
fn survives<C: Capacity>(position: &Position<C>, cell: usize) -> bool {
    match position.side {
        Side::First => position.board.survives::<0>(cell),
        Side::Second => position.board.survives::<1>(cell),
    }
}

impl<C: Capacity> Game for Go<C> {
    type Position = Position<C>;
    type Move = Move;

    /// Stones of a handicap are put down one after the other.
    const ALTERNATES: bool = false;

    fn start(&self) -> Position<C> {
        Position { further: self.further, ..Position::new(GoBoard::new(self.size(), |_| None)) }
    }

    #[inline]
    fn side_to_move(&self, position: &Position<C>) -> Side {
        position.side
    }

    /// Points row by row from the upper left, then the pass.
    #[inline]
    fn each_move(&self, position: &Position<C>, mut visit: impl FnMut(Move)) {
        for cell in cells::<C>(self.size()) {
            if position.board.is_empty(cell) && self.allows(position, cell) {
                visit(Move::stone(cell));
            }
        }
        visit(Move::PASS);
    }

    /// Uniform over the moves that fill no own true eye and are no suicide; the pass if there is none.
    #[inline]
    fn random_move(&self, position: &Position<C>, rng: &mut impl Rng) -> Option<Move> {
        Some(playout::random_move(position, rng))
    }

    #[inline]
    fn playout(&self, position: &mut Position<C>, rng: &mut impl Rng, bound: u32) -> Playout {
        self.playout_by(&playout::UniformPolicy, position, rng, bound, |_, _| ())
    }

    #[inline]
    fn playout_seen(
        &self,
        position: &mut Position<C>,
        rng: &mut impl Rng,
        bound: u32,
        seen: impl FnMut(Side, usize),
    ) -> Playout {
        self.playout_by(&playout::UniformPolicy, position, rng, bound, seen)
    }

    const AMAF_INDICES: usize = C::CELLS;

    #[inline]
    fn amaf_index(&self, mv: Move) -> Option<usize> {
        mv.cell()
    }

    #[inline]
    fn play(&self, position: &mut Position<C>, mv: Move) {
        position.play(mv);
    }

    #[inline]
    fn outcome(&self, position: &Position<C>) -> Option<Outcome> {
        (position.passes >= 2).then(|| self.outcome_of(self.lead(position)))
    }

    /// Play goes on after two passes where the players cannot agree on what is dead, and records do.
    fn resumed(&self, position: &Position<C>) -> Option<Position<C>> {
        (position.passes >= 2).then_some(Position { passes: 0, ..*position })
    }

    /// Never asked: a pass is always legal.
    fn outcome_if_stuck(&self, _: &Position<C>) -> Outcome {
        Outcome::Draw
    }

    /// Only the simple ko rule lets a position come back, and then without a winner.
    #[inline]
    fn outcome_by_history(&self, line: &[Position<C>], _: usize) -> Option<Outcome> {
        (self.ko == KoRule::Simple && ko::is_repetition(line)).then_some(Outcome::Draw)
    }

    #[inline]
    fn forbidden_by_history(&self, line: &[Position<C>], mv: Move) -> bool {
        ko::is_forbidden(self.ko, line, mv)
    }

    const FORBIDS_BY_HISTORY: bool = true;

    fn result(&self, line: &[Position<C>]) -> Option<Outcome> {
        let position = line.last().expect("a line ends with the position asked about");
        self.outcome(position).or_else(|| self.outcome_by_history(line, 0))
    }

    /// By area or territory, with komi, all stones alive.
    fn margin(&self, position: &Position<C>) -> Option<f64> {
        Some(f64::from(self.lead(position)) - self.komi())
    }

    #[inline]
    fn key(&self, position: &Position<C>) -> u64 {
        match self.scoring {
            Scoring::Area => position.key(),
            Scoring::Territory => position.key() ^ position.prisoners_key(),
        }
    }
}
