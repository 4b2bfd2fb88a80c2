//! Reading of captures: whether a string of few liberties can be taken by force, by ladders, throw-ins, snap-backs and nets, and
//! which moves save it.
//!
//! The hunter fills a liberty, or plays beside one; the string runs, takes what holds it, or puts that in atari. Nobody plays
//! elsewhere: what is found caught could still be saved by a threat that is worth more. What cannot be read within the
//! budget gets away. <https://senseis.xmp.net/?Ladder>, <https://senseis.xmp.net/?Net>,
//! <https://senseis.xmp.net/?Snapback>

use super::ladder;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Move, Position};

/// What may be spent on one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Moves that may be tried.
    pub moves: u32,
    /// Moves of the hunter, on one way down, that do not put the string in atari.
    pub quiet: u32,
}

/// A move of the side to move that takes the other side's string on `stone` by force.
pub fn catching<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    stone: usize,
    budget: Budget,
) -> Option<usize> {
    Reading { go, left: budget.moves }.catching(position, stone, budget.quiet)
}

/// Whether the side to move has a string on `stone` that the other side, if it were its turn, could take by force.
pub fn is_threatened<C: Capacity>(go: &Go<C>, position: &Position<C>, stone: usize, budget: Budget) -> bool {
    catching(go, &passed(go, position), stone, budget).is_some()
}

/// The moves of the side to move that save its string on `stone`, which is [threatened](is_threatened); each has a budget of
/// its own.
pub fn saving<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    stone: usize,
    budget: Budget,
) -> impl Iterator<Item = usize> {
    let places = answers(position, stone);
    places.into_iter().filter(move |&place| {
        let mut reading = Reading { go, left: budget.moves };
        let after = reading.after(position, place);
        after.is_some_and(|after| reading.catching(&after, stone, budget.quiet).is_none())
    })
}

/// The position with the other side to move.
pub fn passed<C: Capacity>(go: &Go<C>, position: &Position<C>) -> Position<C> {
    let mut passed = *position;
    go.play(&mut passed, Move::PASS);
    passed
}

/// A few places, each once.
#[derive(Clone, Copy)]
struct Places {
    places: [usize; Self::MAX],
    count: usize,
}

impl Places {
    const MAX: usize = 24;
    const NONE: Places = Places { places: [0; Self::MAX], count: 0 };

    fn add(&mut self, place: usize) {
        if self.count < Self::MAX && !self.all().contains(&place) {
            self.places[self.count] = place;
            self.count += 1;
        }
    }

    fn all(&self) -> &[usize] {
        &self.places[..self.count]
    }

    fn into_iter(self) -> impl Iterator<Item = usize> {
        self.places.into_iter().take(self.count)
    }
}

/// A string with more liberties than these has got away.
const MAX_LIBERTIES: usize = 3;

/// Where a string of few liberties could be saved: by taking what holds it, by running, by putting in atari what holds it, or,
/// if it has time for that, beside its liberties.
fn answers<C: Capacity>(position: &Position<C>, stone: usize) -> Places {
    let around = |place: usize| C::NEIGHBOURS.map(|step| place.wrapping_add(step));
    let side = if position.has_stone(stone, Side::First) { Side::First } else { Side::Second };
    let (mut places, mut hunters) = (Places::NONE, Places::NONE);
    position.each_stone(stone, |stone| {
        let hostile = around(stone).into_iter().filter(|&beside| position.has_stone(beside, side.opponent()));
        hostile.for_each(|beside| hunters.add(position.string(beside)));
    });
    hunters
        .all()
        .iter()
        .filter_map(|&hunter| position.last_liberty(hunter))
        .for_each(|place| places.add(place));
    let (liberties, count) = position.liberties::<{ MAX_LIBERTIES + 1 }>(stone);
    let liberties = &liberties[..count];
    liberties.iter().for_each(|&liberty| places.add(liberty));
    if count > 1 {
        for &hunter in hunters.all() {
            if let ([one, other, _], 2) = position.liberties::<3>(hunter) {
                places.add(one);
                places.add(other);
            }
        }
        let beside = liberties.iter().flat_map(|&liberty| around(liberty));
        beside.filter(|&place| position.is_empty(place)).for_each(|place| places.add(place));
    }
    places
}

/// Reading under way.
struct Reading<'a, C: Capacity> {
    go: &'a Go<C>,
    left: u32,
}

impl<C: Capacity> Reading<'_, C> {
    /// How the side to move takes the string, if it does.
    fn catching(&mut self, position: &Position<C>, stone: usize, quiet: u32) -> Option<usize> {
        let (liberties, count) = position.liberties::<{ MAX_LIBERTIES + 1 }>(stone);
        let liberties = &liberties[..count];
        match count {
            0 => None,
            1 => position.is_sensible(liberties[0], self.go.side_to_move(position)).then_some(liberties[0]),
            2 => self
                .first_catching(position, stone, liberties.iter().copied(), quiet)
                .or_else(|| self.net(position, stone, liberties, quiet)),
            MAX_LIBERTIES if quiet > 0 => self
                .first_catching(position, stone, liberties.iter().copied(), quiet - 1)
                .or_else(|| self.net(position, stone, liberties, quiet)),
            _ => None,
        }
    }

    /// The same by a move beside the liberties.
    fn net(
        &mut self,
        position: &Position<C>,
        stone: usize,
        liberties: &[usize],
        quiet: u32,
    ) -> Option<usize> {
        let quiet = quiet.checked_sub(1)?;
        let mut places = Places::NONE;
        let beside =
            liberties.iter().flat_map(|&liberty| C::NEIGHBOURS.map(|step| liberty.wrapping_add(step)));
        beside
            .filter(|&place| position.is_empty(place) && !liberties.contains(&place))
            .for_each(|place| places.add(place));
        self.first_catching(position, stone, places.into_iter(), quiet)
    }

    fn first_catching(
        &mut self,
        position: &Position<C>,
        stone: usize,
        mut places: impl Iterator<Item = usize>,
        quiet: u32,
    ) -> Option<usize> {
        places.find(|&place| {
            let after = self.after(position, place);
            after.is_some_and(|after| !self.escapes(&after, stone, quiet))
        })
    }

    /// Whether the side to move saves its string.
    fn escapes(&mut self, position: &Position<C>, stone: usize, quiet: u32) -> bool {
        // Without quiet moves nothing holds a string that is not in atari, but for the two liberties of a throw-in.
        let most = if quiet > 0 { MAX_LIBERTIES } else { 2 };
        if position.liberties::<{ MAX_LIBERTIES + 1 }>(stone).1 > most {
            return true;
        }
        answers(position, stone).into_iter().any(|place| {
            self.left == 0
                || self
                    .after(position, place)
                    .is_some_and(|after| self.catching(&after, stone, quiet).is_none())
        })
    }

    /// The position after a move of the side to move; `None` if that may not play there, or all has been spent.
    fn after(&mut self, position: &Position<C>, place: usize) -> Option<Box<Position<C>>> {
        if self.left == 0 || !position.is_sensible(place, self.go.side_to_move(position)) {
            return None;
        }
        self.left -= 1;
        Some(ladder::after(self.go, position, place))
    }
}
