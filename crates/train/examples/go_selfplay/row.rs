//! Positions to learn from in rows of the same number of bytes, whatever the board, so that they can be taken as they are.

use super::evaluations::{POINTS, place, put_points};
use anyhow::{Result, ensure};
use wanqi_eval::go::network::{GLOBALS, Input};
use wanqi_train::network_games::go::Sample;

/// Floats that a row begins with: what is told of the whole board, then as [`push`] says; the rest are nothing.
const FLOATS: usize = 12;
/// The points and a pass, and what makes it a multiple of four.
const MOVES: usize = (POINTS + 1).next_multiple_of(4);
/// Bytes of a row: the floats, the bits of the points, how often moves have been evaluated, whose the points were.
pub const ROW: usize = 4 * FLOATS + 4 * POINTS + 2 * MOVES;
const SIZE: usize = GLOBALS + 4;

/// Adds the row of a position. `is_held_out`: whether its game is held out.
pub fn push(sample: &Sample, is_held_out: bool, rows: &mut Vec<u8>) {
    let Sample { input, visits, ownership, lead, value } = sample;
    let (size, points) = (input.size, input.size * input.size);
    let begin = rows.len();
    rows.resize(begin + ROW, 0);
    let (floats, rest) = rows[begin..].split_at_mut(4 * FLOATS);
    let flag = |is: bool| if is { 1.0 } else { 0.0 };
    let numbers = input.globals.into_iter().chain([
        flag(*lead > 0.0),
        (f32::from(*value) + 1000.0) / 2000.0,
        lead / 10.0,
        // Some positions tell who won alone: none of their moves has been evaluated in earnest.
        flag(visits.iter().any(|&visits| visits > 0)),
        size as f32,
        flag(is_held_out),
    ]);
    for (place, number) in floats.as_chunks_mut().0.iter_mut().zip(numbers) {
        *place = number.to_le_bytes();
    }
    let (bits, rest) = rest.split_at_mut(4 * POINTS);
    put_points(input, bits);
    let (moves, owners) = rest.split_at_mut(MOVES);
    for point in 0..points {
        moves[place(size, point)] = visits[point];
        owners[place(size, point)] = ownership[point].cast_unsigned();
    }
    moves[POINTS] = visits[points];
}

/// What is seen in each row.
pub fn inputs(rows: &[u8]) -> Result<Vec<Input>> {
    ensure!(!rows.is_empty() && rows.len().is_multiple_of(ROW), "{} bytes are no rows of {ROW}", rows.len());
    let input = |row: &[u8]| {
        let numbers = row.as_chunks().0;
        let float = |at: usize| f32::from_le_bytes(numbers[at]);
        let size = float(SIZE);
        ensure!((2.0..=19.0).contains(&size) && size.fract() == 0.0, "a board of {size} lines");
        let size = size as usize;
        let bits = |point: usize| u32::from_le_bytes(numbers[FLOATS + place(size, point)]);
        Ok(Input { size, points: (0..size * size).map(bits).collect(), globals: std::array::from_fn(float) })
    };
    rows.chunks_exact(ROW).map(input).collect()
}
