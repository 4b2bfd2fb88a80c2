//! Strings that can never be taken, whatever the other side plays and even if their own always passes.
//!
//! Benson, *Life in the game of Go* (1976), <https://doi.org/10.1016/0020-0255(76)90072-3>: of the strings of a side and
//! the regions that they enclose, take away, as long as there are any, the strings with fewer than two vital regions,
//! and the regions that touch a string that was taken away. A region is vital to a string if all its empty points are
//! liberties of that string. What is left lives.

use wanqi_game::Side;
use wanqi_games::go::{Capacity, Content, Go, Position};

/// A part of the board without a stone of the side, and the strings around it.
pub(super) struct Region {
    pub points: Vec<usize>,
    /// The strings that touch it, and those to which it is vital.
    pub around: Vec<usize>,
    pub vital: Vec<usize>,
}

/// The stones of a side that can never be taken, and the points of the regions in which they have their eyes, by their
/// [places](wanqi_game::Game::amaf_index).
pub fn alive<C: Capacity>(go: &Go<C>, position: &Position<C>, side: Side) -> Life {
    let size = go.size();
    let places: Vec<usize> = (0..size * size).map(|point| go.place_at(point % size, point / size)).collect();
    let mut strings: Vec<usize> = places
        .iter()
        .filter(|&&place| position.has_stone(place, side))
        .map(|&place| position.string(place))
        .collect();
    strings.sort_unstable();
    strings.dedup();
    let mut regions = regions(position, side, &places);
    loop {
        let before = (strings.len(), regions.len());
        strings.retain(|string| regions.iter().filter(|region| region.vital.contains(string)).count() >= 2);
        regions.retain(|region| region.around.iter().all(|string| strings.contains(string)));
        if (strings.len(), regions.len()) == before {
            break;
        }
    }
    let mut stones: Vec<usize> = places
        .into_iter()
        .filter(|&place| position.has_stone(place, side) && strings.contains(&position.string(place)))
        .collect();
    stones.sort_unstable();
    let vital = regions.into_iter().filter(|region| !region.vital.is_empty());
    let mut territory: Vec<usize> = vital.flat_map(|region| region.points).collect();
    territory.sort_unstable();
    Life { stones, territory }
}

/// What [`alive`] finds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Life {
    /// The stones that can never be taken.
    pub stones: Vec<usize>,
    /// The points in which they have their eyes, with or without stones of the other side on them.
    pub territory: Vec<usize>,
}

/// The connected parts of the board without a stone of this side.
pub(super) fn regions<C: Capacity>(position: &Position<C>, side: Side, places: &[usize]) -> Vec<Region> {
    let mut open: Vec<usize> =
        places.iter().copied().filter(|&place| !position.has_stone(place, side)).collect();
    let mut regions = Vec::new();
    while let Some(first) = open.pop() {
        let (mut points, mut around, mut next) = (vec![first], Vec::new(), 0);
        let mut vital: Option<Vec<usize>> = None;
        while next < points.len() {
            let place = points[next];
            next += 1;
            let mut beside = Vec::new();
            for neighbour in C::NEIGHBOURS.map(|step| place.wrapping_add(step)) {
                if position.has_stone(neighbour, side) {
                    beside.push(position.string(neighbour));
                } else if let Some(index) = open.iter().position(|&other| other == neighbour) {
                    points.push(open.swap_remove(index));
                }
            }
            around.extend(&beside);
            if position.content(place) == Content::Empty {
                vital = Some(match vital {
                    None => beside,
                    Some(vital) => vital.into_iter().filter(|string| beside.contains(string)).collect(),
                });
            }
        }
        around.sort_unstable();
        around.dedup();
        let mut vital = vital.unwrap_or_default();
        vital.sort_unstable();
        vital.dedup();
        regions.push(Region { points, around, vital });
    }
    regions
}
