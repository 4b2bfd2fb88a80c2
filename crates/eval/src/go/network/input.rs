//! What the network sees of a position.

use super::{GLOBALS, PLANES};
use crate::go::ladder;
use wanqi_game::{Game, Side};
use wanqi_games::go::{Capacity, Go, Position};

/// What the network sees, as the side to move does.
///
/// Of each point [`PLANES`] bits: 0 that it is on the board; 1 a stone of the side to move, 2 of the other; 3 to 5 an own stone
/// whose string has one, two, three liberties, 6 to 8 the same of the other side; 9 where a ko forbids a move; 10 to 14 where the
/// last five moves were made, the last one first; 15 an own stone that a ladder takes if the other side were to move, or that
/// cannot be saved; 16 a stone of the other side that is in atari or that a ladder takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Lines of the board.
    pub size: usize,
    /// The bits of each point, row by row.
    pub points: Vec<u32>,
    /// The points that the side to move gets for being White, less those that it gives, in tens, where territory counts with the
    /// moves that it has made more counted as given; the lines of the board in nineteenths; 1 after a pass; 1 for Black.
    pub globals: [f32; GLOBALS],
}

/// The bits that do not follow from what stands on the point.
const KO: usize = 9;
const LAST: usize = 10;
const OWN_LOST: usize = 15;
const OTHER_LOST: usize = 16;
/// How many of the last moves are seen.
const MOVES: usize = OWN_LOST - LAST;
const _: () = assert!(OTHER_LOST + 1 == PLANES, "the last plane");

impl Input {
    /// What is seen of the last position of a line.
    pub fn of<C: Capacity>(go: &Go<C>, line: &[Position<C>]) -> Input {
        let size = go.size();
        let position = &line[line.len() - 1];
        let side = go.side_to_move(position);
        let facing = go.facing(position, side.opponent());
        let mut points = vec![1_u32; size * size];
        // What is known of a string, under its first stone.
        let mut strings: Vec<(usize, u32)> = Vec::new();
        for (point, bits) in points.iter_mut().enumerate() {
            let place = go.place_at(point % size, point / size);
            if position.is_empty(place) {
                continue;
            }
            let string = position.string(place);
            let known = strings.iter().find(|&&(other, _)| other == string).map(|&(_, bits)| bits);
            *bits |= known.unwrap_or_else(|| {
                let bits = of_string(go, position, &facing, place);
                strings.push((string, bits));
                bits
            });
        }
        if let Some(ko) = position.ko() {
            let (column, row) = go.column_and_row(ko);
            points[row * size + column] |= 1 << KO;
        }
        // Where territory counts, each move beyond the other side's costs a point of what area would give: the network, which
        // has learnt by area, is told a komi that is so much higher.
        let komi = go.komi() as f32 - go.played_out_lead(position, 0) as f32;
        let is_black = side == Side::First;
        let flag = |is: bool| if is { 1.0 } else { 0.0 };
        let globals = [
            if is_black { -komi } else { komi } / 10.0,
            size as f32 / 19.0,
            flag(position.passes() > 0),
            flag(is_black),
        ];
        let mut input = Input { size, points, globals };
        let last = (0..MOVES.min(line.len() - 1)).map(|back| last_stone(go, &line[..line.len() - back]));
        input.note_last(last.map(|point| point.map_or(u16::MAX, |point| point as u16)));
        input
    }

    /// Adds where the last moves were made, the last one first, for a line that holds no past; a pass is any number beyond the
    /// board.
    pub fn note_last(&mut self, moves: impl Iterator<Item = u16>) {
        for (back, point) in moves.take(MOVES).enumerate() {
            if let Some(bits) = self.points.get_mut(usize::from(point)) {
                *bits |= 1 << (LAST + back);
            }
        }
    }

    /// The same board after one of the eight turnings that leave it a board: mirrored left and right, then top and bottom, then
    /// along the diagonal, by the bits of `turning`.
    #[must_use]
    pub fn turned(&self, turning: usize) -> Input {
        let mut points = self.points.clone();
        for (point, &bits) in self.points.iter().enumerate() {
            points[turned(self.size, point, turning)] = bits;
        }
        Input { points, ..*self }
    }

    /// A number that differs, as a rule, where what is seen does.
    pub fn hash(&self) -> u64 {
        self.points.iter().fold(0, |hash, &bits| {
            (hash ^ u64::from(bits)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        })
    }
}

/// Where a point comes to by a turning: see [`Input::turned`].
pub fn turned(size: usize, point: usize, turning: usize) -> usize {
    let (mut column, mut row) = (point % size, point / size);
    if turning & 1 != 0 {
        column = size - 1 - column;
    }
    if turning & 2 != 0 {
        row = size - 1 - row;
    }
    if turning & 4 != 0 {
        (column, row) = (row, column);
    }
    row * size + column
}

/// The bits of the stones of a string. `facing`: the position with the other side to move.
fn of_string<C: Capacity>(go: &Go<C>, position: &Position<C>, facing: &Position<C>, place: usize) -> u32 {
    let is_own = position.has_stone(place, go.side_to_move(position));
    let (_, liberties) = position.liberties::<4>(place);
    let mut bits = 1 << if is_own { 1 } else { 2 };
    if liberties <= 3 {
        bits |= 1 << (liberties + if is_own { 2 } else { 5 });
    }
    let is_lost = match (is_own, liberties) {
        (true, 1) => !ladder::can_escape(go, position, place),
        (true, 2) => ladder::can_catch(go, facing, place),
        (false, 1) => true,
        (false, 2) => ladder::can_catch(go, position, place),
        _ => false,
    };
    bits | u32::from(is_lost) << if is_own { OWN_LOST } else { OTHER_LOST }
}

/// The point of the stone that leads to the last position of a line; `None` after a pass and at the beginning.
fn last_stone<C: Capacity>(go: &Go<C>, line: &[Position<C>]) -> Option<usize> {
    let [.., before, after] = line else { return None };
    let (mover, size) = (go.side_to_move(before), go.size());
    (0..size * size).find(|&point| {
        let place = go.place_at(point % size, point / size);
        before.is_empty(place) && after.has_stone(place, mover)
    })
}
