//! What tells moves apart before they are tried: features, each with a strength that self-play has taught.
//!
//! The chance that a move is the best is its strength over that of all moves, and its strength the product of those of its
//! features, one of each group: Coulom, *Computing Elo Ratings of Move Patterns in the Game of Go* (2007),
//! <https://www.remi-coulom.fr/Amsterdam2007/>. `cargo xtask tune go` makes the strengths: their logarithms are the weights of
//! a policy (`wanqi_train::policy`).

use super::ladder;
use super::patterns;
use super::reading::{captures, in_atari_at, liberties_after};
use std::sync::LazyLock;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Position};

/// The groups, and how many features each has: the eight places around, what is taken, what becomes of own strings, what is
/// put in atari, the line of the board, and the distances from the last stone and the one before. A move has one feature of
/// each group; the first of a group says nothing, and its strength is 1.
pub const GROUPS: [usize; 7] = [patterns::SURROUNDINGS, 4, 5, 4, 6, DISTANCES, DISTANCES];

/// The distances that are told apart, see [`distance`].
const DISTANCES: usize = 14;

/// The features of a move, the place of each in its group.
pub type Features = [u16; GROUPS.len()];

/// The features of all groups together.
pub const ROWS: usize = {
    let (mut rows, mut group) = (0, 0);
    while group < GROUPS.len() {
        rows += GROUPS[group];
        group += 1;
    }
    rows
};

/// The features of a move that say something, counted through all groups.
pub fn rows(features: &Features) -> impl Iterator<Item = u32> {
    let begins = GROUPS.iter().scan(0, |end, &count| {
        *end += count;
        Some(*end - count)
    });
    let said = features.iter().zip(begins).filter(|&(&feature, _)| feature != 0);
    said.map(|(&feature, begin)| begin as u32 + u32::from(feature))
}

/// The features of a stone of the side to move on an empty point. `last`: where the stones before were put, the last first.
pub fn features<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    place: usize,
    last: [Option<usize>; 2],
) -> Features {
    let side = go.side_to_move(position);
    let taken = captures(position, side, place);
    let own = in_atari_at(position, side, place);
    let safe = liberties_after(position, side, place) > 1;
    let at = go.column_and_row(place);
    let to_edge = |coordinate: usize| coordinate.min(go.size() - 1 - coordinate);
    let saves = |stone| ladder::escapes_by(go, position, stone, place);
    [
        patterns::shape(patterns::around(position, side, place)),
        match taken {
            0 => 0,
            // It takes what holds an own string in atari.
            _ if own.is_some_and(saves) || frees(position, side, place) => 3,
            1 => 1,
            _ => 2,
        },
        match own {
            _ if !safe && in_threes(position, side, place) => 1,
            _ if !safe => 2,
            Some(stone) if saves(stone) => 3,
            Some(_) => 4,
            None => 0,
        },
        puts_in_atari(go, position, side, place),
        1 + to_edge(at.0).min(to_edge(at.1)).min(4) as u16,
        last[0].map_or(0, |last| distance(at, go.column_and_row(last))),
        last[1].map_or(0, |last| distance(at, go.column_and_row(last))),
    ]
}

/// Both steps and the greater of them, as Coulom measures: 2 beside, 3 at the corner, 4 a jump.
fn distance(one: (usize, usize), other: (usize, usize)) -> u16 {
    let (across, down) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
    (across + down + across.max(down)).clamp(2, DISTANCES) as u16 - 1
}

/// Whether a stone takes one that stands beside an own string in atari.
fn frees<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> bool {
    let around = |stone: usize| C::NEIGHBOURS.map(|step| stone.wrapping_add(step));
    around(place).into_iter().any(|beside| {
        let mut frees = false;
        if position.has_stone(beside, side.opponent()) && position.last_liberty(beside) == Some(place) {
            position.each_stone(beside, |stone| {
                let in_atari =
                    |own: usize| position.has_stone(own, side) && position.last_liberty(own).is_some();
                frees |= around(stone).into_iter().any(in_atari);
            });
        }
        frees
    })
}

/// Whether a stone becomes one of three or more.
fn in_threes<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> bool {
    let mut stones = 1;
    for beside in C::NEIGHBOURS.map(|step| place.wrapping_add(step)) {
        if position.has_stone(beside, side) {
            position.each_stone(beside, |_| stones += 1);
        }
    }
    stones >= 3
}

/// What a stone puts in atari: nothing, something that gets away, something that does not, or what is taken at once.
fn puts_in_atari<C: Capacity>(go: &Go<C>, position: &Position<C>, side: Side, place: usize) -> u16 {
    let mut found = 0;
    for stone in C::NEIGHBOURS.map(|step| place.wrapping_add(step)) {
        if position.has_stone(stone, side.opponent()) && position.liberties::<3>(stone).1 == 2 {
            let mut stones = 0;
            position.each_stone(stone, |_| stones += 1);
            found = found.max(match ladder::catches_by(go, position, stone, place) {
                false => 1,
                true if stones == 1 => 2,
                true => 3,
            });
        }
    }
    found
}

/// The strengths of the features of each group.
#[derive(Clone, PartialEq, Debug)]
pub struct Strengths(pub [Vec<f32>; GROUPS.len()]);

/// Where those that are shipped lie in the repository.
pub const FILE: &str = "crates/eval/src/go/strengths.txt";

/// Those that are shipped.
pub static STRENGTHS: LazyLock<Strengths> =
    LazyLock::new(|| Strengths::read(include_str!("strengths.txt")).expect("a test reads it"));

impl Strengths {
    /// All of 1.
    pub fn even() -> Self {
        Strengths(GROUPS.map(|features| vec![1.0; features]))
    }

    /// Those whose logarithms are the weights of [`rows`].
    pub fn of_weights(weights: &[f64]) -> Self {
        let mut strengths = Strengths::even();
        let all = strengths.0.iter_mut().flatten();
        all.zip(weights).for_each(|(strength, &weight)| *strength = weight.exp() as f32);
        strengths
    }

    /// The strength of a move.
    pub fn of(&self, features: &Features) -> f32 {
        features.iter().zip(&self.0).map(|(&feature, strengths)| strengths[usize::from(feature)]).product()
    }

    /// Reads lines of a group, a feature and the logarithm of its strength; `#` begins a comment. What is not named has a
    /// strength of 1. `None` if a line cannot be read.
    pub fn read(text: &str) -> Option<Self> {
        let mut strengths = Strengths::even();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split(' ');
            let group = strengths.0.get_mut(words.next()?.parse::<usize>().ok()?)?;
            let strength = group.get_mut(words.next()?.parse::<usize>().ok()?)?;
            *strength = words.next()?.parse::<f32>().ok()?.exp();
        }
        Some(strengths)
    }

    /// The text that [`read`](Strengths::read) reads, without what rounds to 1.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (group, strengths) in self.0.iter().enumerate() {
            for (feature, strength) in strengths.iter().enumerate() {
                let logarithm = format!("{:.2}", strength.ln());
                if logarithm.trim_start_matches('-') != "0.00" {
                    text += &format!("{group} {feature} {logarithm}\n");
                }
            }
        }
        text
    }
}
