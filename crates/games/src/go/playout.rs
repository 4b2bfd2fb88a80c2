//! Light playouts: uniformly random moves, but never into an own eye.
//!
//! Each ply draws among the empty points until one is [sensible](super::board::Board::sensible), setting aside
//! those that are not: exactly uniform over the sensible ones. A pass comes only when there is none.

use super::Go;
use super::board::Board;
use super::geometry::Capacity;
use super::moves::Move;
use super::position::Position;
use game::playout::Playout;
use game::{Game, Side, random};
use rand_core::Rng;

/// A random sensible move, or the pass without one.
#[inline]
pub(super) fn random_move<C: Capacity>(position: &Position<C>, rng: &mut impl Rng) -> Move {
    let mut board = position.board;
    let drawn = match position.side {
        Side::First => draw::<0, C>(&mut board, rng),
        Side::Second => draw::<1, C>(&mut board, rng),
    };
    drawn.map_or(Move::PASS, |place| Move::stone(board.empty_at(place)))
}

/// A game of random moves, each told to `seen` by its side and cell. The board plays without key and prisoners; they are made up for at the end.
#[inline]
pub(super) fn playout<C: Capacity>(
    go: &Go<C>,
    position: &mut Position<C>,
    rng: &mut impl Rng,
    bound: u32,
    mut seen: impl FnMut(Side, usize),
) -> Playout {
    let stones = |board: &Board<C>| [0, 1].map(|colour| board.stone_count(colour) as u32);
    let before = stones(&position.board);
    let mut game = Running { board: position.board, passes: position.passes, plies: 0, bound, put: [0; 2] };
    if position.side == Side::Second {
        game.ply::<1>(rng, &mut seen);
    }
    while game.ply::<0>(rng, &mut seen) && game.ply::<1>(rng, &mut seen) {}
    position.board = game.board;
    position.passes = game.passes;
    if game.plies % 2 == 1 {
        position.side = position.side.opponent();
    }
    position.stones_key = position.computed_stones_key();
    let after = stones(&position.board);
    for colour in [0, 1] {
        position.prisoners[1 - colour] += before[colour] + game.put[colour] - after[colour];
    }
    Playout { outcome: go.outcome(position), plies: game.plies }
}

impl<C: Capacity> Go<C> {
    /// The same position with its board built up anew, row by row, so that nothing in it tells how it came about:
    /// two positions of equal text become equal, and draw equal random moves from equal generators. For
    /// evaluations: what a line holds must be the positions as they were played, or superko may miss one.
    #[must_use]
    pub fn rebuilt(&self, position: &Position<C>) -> Position<C> {
        let mut board = Board::new(self.size(), |cell| position.board.stone(cell));
        board.set_ko(position.board.ko());
        Position { board, ..*position }
    }
}

struct Running<C: Capacity> {
    board: Board<C>,
    passes: u8,
    plies: u32,
    bound: u32,
    /// Stones played, by colour.
    put: [u32; 2],
}

impl<C: Capacity> Running<C> {
    /// Plays one ply, if the game goes on, and says whether it did.
    #[inline(always)]
    fn ply<const COLOUR: usize>(&mut self, rng: &mut impl Rng, seen: &mut impl FnMut(Side, usize)) -> bool {
        if self.passes >= 2 || self.plies >= self.bound {
            return false;
        }
        self.plies += 1;
        match draw::<COLOUR, C>(&mut self.board, rng) {
            Some(place) => {
                let cell = self.board.empty_at(place);
                self.board.remove_empty(place);
                self.board.play::<COLOUR>(cell, |_| ());
                seen(const { Side::BOTH[COLOUR] }, cell);
                self.put[COLOUR] += 1;
                self.passes = 0;
            }
            None => {
                self.board.set_ko(0);
                self.passes += 1;
            }
        }
        true
    }
}

/// Draws a sensible point for this colour by its place in the list of empty points, which it reorders. Each is
/// equally likely: a point that is not sensible is moved behind those still to draw from.
#[inline(always)]
fn draw<const COLOUR: usize, C: Capacity>(board: &mut Board<C>, rng: &mut impl Rng) -> Option<usize> {
    let mut left = board.empty_count();
    while left > 0 {
        let place = random::below(rng, left as u32) as usize;
        if board.sensible::<COLOUR>(board.empty_at(place)) {
            return Some(place);
        }
        left -= 1;
        board.swap_empty(place, left);
    }
    None
}
