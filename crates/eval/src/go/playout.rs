//! Random games that are less random: near the last move, what can be taken is taken, what can be saved is saved, and
//! [shapes](super::patterns) are played, in this order; elsewhere chance goes on, but gives no strings away.
//!
//! Gelly, Wang, Munos and Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go* (2006),
//! <https://inria.hal.science/inria-00117266>.

use super::patterns;
use super::reading::{gives_away, liberties_after};
use wanqi_game::Side;
use wanqi_games::go::{Capacity, PlayoutRng, Policy, Position};

/// Which knowledge a playout uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutKnowledge {
    /// Whether the string of the last move is taken where it can be.
    pub captures: bool,
    /// Whether strings that the last move has put in atari are saved where they can be, by running or by taking.
    pub escapes: bool,
    /// Whether shapes next to the last move are played.
    pub shapes: bool,
    /// Whether moves by chance that put own strings of three stones in atari are left out.
    pub careful: bool,
}

impl Default for PlayoutKnowledge {
    fn default() -> Self {
        PlayoutKnowledge { captures: true, escapes: true, shapes: true, careful: true }
    }
}

/// Places to choose from.
#[derive(Default)]
struct Choice {
    places: [usize; 16],
    count: usize,
}

impl Choice {
    fn add(&mut self, place: usize) {
        if self.count < self.places.len() && !self.places[..self.count].contains(&place) {
            self.places[self.count] = place;
            self.count += 1;
        }
    }

    fn draw(&self, chance: &mut PlayoutRng) -> Option<usize> {
        (self.count > 0).then(|| self.places[chance.below(self.count)])
    }
}

impl<C: Capacity> Policy<C> for PlayoutKnowledge {
    #[inline]
    fn choose(
        &self,
        position: &Position<C>,
        side: Side,
        last: Option<usize>,
        chance: &mut PlayoutRng,
    ) -> Option<usize> {
        let last = last?;
        if self.captures
            && let Some(place) = position.last_liberty(last)
            && position.is_sensible(place, side)
        {
            return Some(place);
        }
        let mut choice = Choice::default();
        if self.escapes {
            for stone in C::NEIGHBOURS.map(|step| last.wrapping_add(step)) {
                if position.has_stone(stone, side)
                    && let Some(liberty) = position.last_liberty(stone)
                {
                    escapes(position, side, stone, liberty, &mut choice);
                }
            }
            if let Some(place) = choice.draw(chance) {
                return Some(place);
            }
        }
        if self.shapes {
            for step in C::NEIGHBOURS.into_iter().chain(C::DIAGONALS) {
                let place = last.wrapping_add(step);
                if position.is_empty(place)
                    && patterns::matches(position, side, place)
                    && position.is_sensible(place, side)
                    && liberties_after(position, side, place) > 1
                {
                    choice.add(place);
                }
            }
        }
        choice.draw(chance)
    }

    #[inline]
    fn refuses(&self, position: &Position<C>, side: Side, place: usize) -> bool {
        self.careful && gives_away(position, side, place)
    }
}

/// The moves that save a string in atari: at its last liberty, if it then has two, and at the last liberty of a string
/// beside it.
fn escapes<C: Capacity>(
    position: &Position<C>,
    side: Side,
    stone: usize,
    liberty: usize,
    choice: &mut Choice,
) {
    if position.is_sensible(liberty, side) && liberties_after(position, side, liberty) > 1 {
        choice.add(liberty);
    }
    position.each_stone(stone, |stone| {
        for beside in C::NEIGHBOURS.map(|step| stone.wrapping_add(step)) {
            if position.has_stone(beside, side.opponent())
                && let Some(place) = position.last_liberty(beside)
                && position.is_sensible(place, side)
            {
                choice.add(place);
            }
        }
    });
}
