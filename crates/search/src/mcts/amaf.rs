//! All moves as first (AMAF): who made the first move at each index, in what came after a position.

use wanqi_game::Side;

/// For each [index](wanqi_game::Game::amaf_index) the side that made the first move there: what moves learn from later ones (RAVE).
/// A playout [notes](AmafMoves::note) its moves here in the order of play.
#[derive(Clone, Debug)]
pub struct AmafMoves {
    /// 0 nobody, 1 the first side, 2 the second.
    made: Vec<u8>,
}

impl AmafMoves {
    /// Of so many places, no move made at any; without places nothing is noted.
    pub fn new(places: usize) -> Self {
        AmafMoves { made: vec![0; places] }
    }

    /// Notes a move, which counts if it is the first at its place.
    #[inline]
    pub fn note(&mut self, side: Side, place: usize) {
        if let Some(made) = self.made.get_mut(place)
            && *made == 0
        {
            *made = 1 + side.index() as u8;
        }
    }

    /// Notes a move that came before all that have been noted.
    #[inline]
    pub(super) fn precede(&mut self, side: Side, place: usize) {
        self.made[place] = 1 + side.index() as u8;
    }

    /// Whether the first move at a place was this side's.
    #[inline]
    pub fn is_by(&self, side: Side, place: usize) -> bool {
        self.made[place] == 1 + side.index() as u8
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.made.fill(0);
    }
}
