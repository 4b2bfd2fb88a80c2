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
use game::{Game, Side};
use rand_core::Rng;

/// A random sensible move, or the pass without one.
#[inline]
pub(super) fn random_move<C: Capacity>(position: &Position<C>, rng: &mut impl Rng) -> Move {
    let mut copy = *position;
    let mut game = Running::new(&mut copy, rng);
    let drawn = match position.side {
        Side::First => game.draw::<0>(),
        Side::Second => game.draw::<1>(),
    };
    drawn.map_or(Move::PASS, |place| Move::stone(copy.board.empty_at(place)))
}

/// A game of random moves, each told to `seen` by its side and cell.
#[inline]
pub(super) fn playout<C: Capacity>(
    go: &Go<C>,
    position: &mut Position<C>,
    rng: &mut impl Rng,
    bound: u32,
    mut seen: impl FnMut(Side, usize),
) -> Playout {
    let mut game = Running::new(position, rng);
    if game.position.passes < 2 {
        let first = game.position.side == Side::First || game.ply::<1>(bound, &mut seen);
        if first {
            while game.ply::<0>(bound, &mut seen) && game.ply::<1>(bound, &mut seen) {}
        }
    }
    let plies = game.plies;
    game.end();
    Playout { outcome: go.outcome(position), plies }
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

/// A playout under way.
struct Running<'a, C: Capacity> {
    position: &'a mut Position<C>,
    /// How many points are empty; the board's own count is made up for at the end.
    empty: usize,
    plies: u32,
    chance: Chance,
}

impl<'a, C: Capacity> Running<'a, C> {
    #[inline(always)]
    fn new(position: &'a mut Position<C>, rng: &mut impl Rng) -> Self {
        let empty = position.board.empty_count();
        Running { position, empty, plies: 0, chance: Chance(rng.next_u64()) }
    }

    /// Plays one ply if the bound allows, and says whether the game goes on.
    #[inline(always)]
    fn ply<const COLOUR: usize>(&mut self, bound: u32, seen: &mut impl FnMut(Side, usize)) -> bool {
        if self.plies >= bound {
            return false;
        }
        self.plies += 1;
        match self.draw::<COLOUR>() {
            Some(place) => {
                let cell = self.position.put_at::<COLOUR>(place, &mut self.empty);
                seen(const { Side::BOTH[COLOUR] }, cell);
                self.position.passes = 0;
                true
            }
            None => {
                self.position.board.set_ko(0);
                self.position.passes += 1;
                self.position.passes < 2
            }
        }
    }

    /// Draws a sensible point for this colour by its place in the list of empty points, which it reorders. Each is
    /// equally likely: a point that is not sensible is moved behind those still to draw from.
    #[inline(always)]
    fn draw<const COLOUR: usize>(&mut self) -> Option<usize> {
        let board = &mut self.position.board;
        let mut left = self.empty;
        while left > 0 {
            let place = self.chance.below(left);
            if board.sensible::<COLOUR>(board.empty_at(place)) {
                return Some(place);
            }
            left -= 1;
            board.swap_empty(place, left);
        }
        None
    }

    #[inline(always)]
    fn end(self) {
        self.position.board.set_empty_count(self.empty);
        if self.plies % 2 == 1 {
            self.position.side = self.position.side.opponent();
        }
    }
}

/// Random numbers for one playout, by the cheapest generator that serves: a linear congruential one of 64 bits with
/// Knuth's constants, whose upper bits are used. A playout asks its caller's generator for the seed.
/// <https://en.wikipedia.org/wiki/Linear_congruential_generator>
struct Chance(u64);

impl Chance {
    /// A number in `0..bound`, uniform but for a bias below `bound` / 2⁶⁴. The word is made one call ahead: then
    /// nothing waits for it, which is worth a fifteenth of a playout.
    #[inline(always)]
    fn below(&mut self, bound: usize) -> usize {
        let drawn = (u128::from(self.0) * bound as u128) >> 64;
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        drawn as usize
    }
}
