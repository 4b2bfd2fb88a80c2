//! Small eye spaces: which are one eye or two by whoever plays first, and where.
//!
//! An empty region that stones of one side surround is two eyes if that side plays on its vital point, and one if the other
//! side does. Only six shapes have such a point, however they are turned: three in a row or bent, four around one, five that
//! hold a square, five in a cross, and six that hold a square and a cross. All others of up to seven points are two eyes
//! already, or never will be: one, two, and four in a square. That is so without liberties outside, but away from corners, where
//! stones may lack the liberties to keep the eyes apart. <https://senseis.xmp.net/?UnsettledThree>,
//! <https://senseis.xmp.net/?Nakade>

use super::unconditional_life;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Position};

/// The most points of an eye space that has a vital point.
const MAX_POINTS: usize = 6;

/// A point that decides whether stones live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VitalPoint {
    /// Its [place](wanqi_game::Game::amaf_index).
    pub place: usize,
    /// The stones around the eye space that are not alive if the other side plays there.
    pub stones: u32,
}

/// The vital points of all eye spaces, but for those of stones that live without them.
pub fn vital_points<C: Capacity>(go: &Go<C>, position: &Position<C>) -> Vec<VitalPoint> {
    let mut found = Vec::new();
    each_small_region(go, position, |side, points| {
        if let Some(place) = vital_point::<C>(points) {
            let stones = stones_at_stake(go, position, side, points, place);
            found.extend((stones > 0).then_some(VitalPoint { place, stones }));
        }
    });
    found
}

/// The vital point of an eye space of these points, if it has one.
fn vital_point<C: Capacity>(points: &[usize]) -> Option<usize> {
    let (mut joints, mut most, mut vital) = (0, 0, None);
    for &point in points {
        let around = C::NEIGHBOURS.map(|step| point.wrapping_add(step));
        let beside = around.iter().filter(|place| points.contains(place)).count();
        joints += beside;
        if beside > most {
            (most, vital) = (beside, Some(point));
        }
    }
    let is_unsettled =
        matches!((points.len(), joints / 2, most), (3, ..) | (4, 3, 3) | (5, 5, 3) | (5, 4, 4) | (6, 6, 4));
    vital.filter(|_| is_unsettled)
}

/// Visits the empty regions of few points that stones of one side alone surround.
fn each_small_region<C: Capacity>(go: &Go<C>, position: &Position<C>, mut visit: impl FnMut(Side, &[usize])) {
    let size = go.size();
    let mut seen = [0_u64; 8];
    let mut points = Vec::with_capacity(size * size);
    for point in 0..size * size {
        let first = go.place_at(point % size, point / size);
        if !position.is_empty(first) || !is_new(&mut seen, first) {
            continue;
        }
        let (mut next, mut touched) = (0, [false; 2]);
        points.clear();
        points.push(first);
        while let Some(&place) = points.get(next) {
            next += 1;
            for beside in C::NEIGHBOURS.map(|step| place.wrapping_add(step)) {
                if position.is_empty(beside) {
                    if is_new(&mut seen, beside) {
                        points.push(beside);
                    }
                } else {
                    for side in Side::BOTH {
                        touched[side.index()] |= position.has_stone(beside, side);
                    }
                }
            }
        }
        if points.len() <= MAX_POINTS && touched[0] != touched[1] {
            visit(Side::BOTH[usize::from(touched[1])], &points);
        }
    }
}

/// Notes a place, and says whether it was not noted before.
fn is_new(seen: &mut [u64; 8], place: usize) -> bool {
    let (word, bit) = (&mut seen[place / 64], 1 << (place % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// The stones of a side around an eye space that are not alive for certain once the other side has played on a point of it.
fn stones_at_stake<C: Capacity>(
    go: &Go<C>,
    position: &Position<C>,
    side: Side,
    points: &[usize],
    place: usize,
) -> u32 {
    let mut attacked = go.facing(position, side.opponent());
    go.play(&mut attacked, position.move_at(place));
    let life = unconditional_life::alive(go, &attacked, side);
    let (mut strings, mut stones) = (Vec::new(), 0);
    for stone in points.iter().flat_map(|&point| C::NEIGHBOURS.map(|step| point.wrapping_add(step))) {
        if position.has_stone(stone, side)
            && !strings.contains(&position.string(stone))
            && !life.stones.contains(&stone)
        {
            strings.push(position.string(stone));
            position.each_stone(stone, |_| stones += 1);
        }
    }
    stones
}
