//! What can be read off a position beside its moves: stones, strings and their liberties, by the place where a move
//! would be made ([`Game::amaf_index`](wanqi_game::Game::amaf_index)). For knowledge of the game that its rules do not need.

use super::geometry::Capacity;
use super::moves::Move;
use super::position::Position;
use wanqi_game::Side;

/// What is on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A point without a stone.
    Empty,
    /// A stone.
    Stone(Side),
    /// No point of the board.
    Border,
}

impl<C: Capacity> Position<C> {
    /// What is on a place. Every neighbour of a point is a place, by the steps of [`Capacity::NEIGHBOURS`].
    #[inline]
    pub fn content(&self, place: usize) -> Content {
        match self.board.stone(place) {
            Some(colour) => Content::Stone(Side::BOTH[colour]),
            None if self.board.is_empty(place) => Content::Empty,
            None => Content::Border,
        }
    }

    /// Whether a side has a stone there.
    #[inline]
    pub fn has_stone(&self, place: usize, side: Side) -> bool {
        self.board.has_stone(place, side.index())
    }

    /// Whether a place is a point without a stone.
    #[inline]
    pub fn is_empty(&self, place: usize) -> bool {
        self.board.is_empty(place)
    }

    /// Whether a side could put a stone on an empty point, superko aside, without filling an own true eye and without
    /// suicide.
    #[inline]
    pub fn is_sensible(&self, place: usize, side: Side) -> bool {
        match side {
            Side::First => self.board.sensible::<0>(place),
            Side::Second => self.board.sensible::<1>(place),
        }
    }

    /// Visits the stones of the string that a stone belongs to.
    #[inline]
    pub fn each_stone(&self, stone: usize, mut visit: impl FnMut(usize)) {
        self.board.each_stone(stone, &mut visit);
    }

    /// The name of the string that a stone belongs to: one of its stones.
    #[inline]
    pub fn string(&self, stone: usize) -> usize {
        self.board.head(stone)
    }

    /// The first `N` liberties of the string that a stone belongs to, and how many there are of these.
    #[inline]
    pub fn liberties<const N: usize>(&self, stone: usize) -> ([usize; N], usize) {
        let (mut found, mut count, mut current) = ([0; N], 0, stone);
        loop {
            for step in C::NEIGHBOURS {
                let place = current.wrapping_add(step);
                if self.board.is_empty(place) && !found[..count].contains(&place) {
                    found[count] = place;
                    count += 1;
                    if count == N {
                        return (found, N);
                    }
                }
            }
            current = self.board.next(current);
            if current == stone {
                return (found, count);
            }
        }
    }

    /// The last liberty of the string that a stone belongs to, if it is in atari.
    #[inline]
    pub fn last_liberty(&self, stone: usize) -> Option<usize> {
        self.board
            .may_be_in_atari(stone)
            .then(|| self.liberties::<2>(stone))
            .and_then(|(liberties, count)| (count == 1).then_some(liberties[0]))
    }

    /// The move that puts a stone on a place.
    pub fn move_at(&self, place: usize) -> Move {
        Move::stone(place)
    }
}
