//! Moves that take something or save it: beside the last stone, as far as reading can tell, and in small eye spaces.

use super::capture::{self, Budget};
use super::eye_space::{self, VitalPoint};
use wanqi_game::Game;
use wanqi_games::go::{Capacity, Go, Position};

/// What reading says of a move: a value, 0 to 1, and the visits that it is as good as.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// Where the move is made.
    pub place: usize,
    /// 1 for one that takes, saves or decides about eyes, 0 for one that runs in vain.
    pub value: f32,
    /// More for more stones.
    pub visits: f32,
}

/// Strings of more liberties are left to the search.
const MAX_LIBERTIES: usize = 2;
/// Ladders and what interrupts them: nets took more time than they were worth (`docs/experiments/go.md`).
const BUDGET: Budget = Budget { moves: 30, quiet: 0 };
/// The visits for a string, for each of its stones up to ten, and against a move that runs in vain.
const STRING: f32 = 10.0;
const STONE: f32 = 5.0;
const IN_VAIN: f32 = 20.0;

/// The points that are looked at around the last stone, by columns and rows: two steps at most.
const NEAR: [(isize, isize); 13] = [
    (0, 0),
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
    (0, 2),
    (2, 0),
    (0, -2),
    (-2, 0),
];

/// What the side to move can take or save near the last stone. A move that is named more than once counts for all of it.
pub fn near<C: Capacity>(go: &Go<C>, position: &Position<C>, last: usize) -> Vec<Reading> {
    let side = go.side_to_move(position);
    let mut found = Vec::new();
    for stone in strings_near(go, position, last) {
        let (mut stones, liberties) = (0, position.liberties::<{ MAX_LIBERTIES + 1 }>(stone));
        if liberties.1 > MAX_LIBERTIES {
            continue;
        }
        position.each_stone(stone, |_| stones += 1);
        let visits = STRING + STONE * (stones as f32).min(10.0);
        let good = |place| Reading { place, value: 1.0, visits };
        if position.has_stone(stone, side) {
            if capture::is_threatened(go, position, stone, BUDGET) {
                let before = found.len();
                found.extend(capture::saving(go, position, stone, BUDGET).map(good));
                if found.len() == before {
                    let runs = &liberties.0[..liberties.1];
                    found.extend(runs.iter().map(|&place| Reading { place, value: 0.0, visits: IN_VAIN }));
                }
            }
        } else if let Some(place) = capture::catching(go, position, stone, BUDGET)
            // What cannot be saved need not be taken.
            && capture::saving(go, &capture::passed(go, position), stone, BUDGET).next().is_some()
        {
            found.push(good(place));
        }
    }
    found
}

/// Where either side makes two eyes of a small eye space, or one.
pub fn in_eye_spaces<C: Capacity>(go: &Go<C>, position: &Position<C>) -> impl Iterator<Item = Reading> {
    eye_space::vital_points(go, position).into_iter().map(|VitalPoint { place, stones }| Reading {
        place,
        value: 1.0,
        visits: STRING + STONE * (stones as f32).min(10.0),
    })
}

/// A stone of each string that has one near a place.
fn strings_near<C: Capacity>(go: &Go<C>, position: &Position<C>, place: usize) -> Vec<usize> {
    let (column, row) = go.column_and_row(place);
    let mut strings = Vec::with_capacity(NEAR.len());
    for (across, down) in NEAR {
        let at = column.checked_add_signed(across).zip(row.checked_add_signed(down));
        let on_board = at.filter(|&(column, row)| column.max(row) < go.size());
        let Some((column, row)) = on_board else { continue };
        let stone = go.place_at(column, row);
        if !position.is_empty(stone) && !strings.contains(&position.string(stone)) {
            strings.push(position.string(stone));
        }
    }
    strings
}
