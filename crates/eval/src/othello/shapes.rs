//! Squares of Othello that are looked at together.
//!
//! The set is that of Logistello, whose author found it: Buro, *Experiments with Multi-ProbCut and a New High-Quality
//! Evaluation Function for Othello* (1997), <https://skatgame.net/mburo/ps/improve.pdf>. What stands on the squares of a
//! shape is a number to the base of three, whose digits are 1 for a disc of the side to move, −1 for one of the other
//! and 0 for an empty square: the other side sees the same number with the other sign.

/// The shapes, each at one of its places, by squares: its digits from the lowest on.
const SHAPES: [&[u8]; SHAPE_COUNT] = [
    // The corner: three rows of three, and two of five.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // The edge with the two squares that give its corners away.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    // The other rows.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // The diagonals, the longest first.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];
const SHAPE_COUNT: usize = 11;

/// The places of all shapes.
pub(super) const PLACES: usize = 46;
/// The same, as many as go well into vectors.
const LANES: usize = 48;

/// Rows of all shapes: what may stand there.
pub(super) const PATTERN_ROWS: usize = {
    let (mut rows, mut shape) = (0, 0);
    while shape < SHAPE_COUNT {
        rows += 3_usize.pow(SHAPES[shape].len() as u32);
        shape += 1;
    }
    rows
};

/// A square after one of the eight turnings and mirrorings.
const fn turned(square: u8, way: usize) -> u8 {
    let (mut row, mut column) = (square / 8, square % 8);
    if way & 1 != 0 {
        row = 7 - row;
    }
    if way & 2 != 0 {
        column = 7 - column;
    }
    if way & 4 != 0 {
        (row, column) = (column, row);
    }
    8 * row + column
}

/// The squares of a shape after a turning.
const fn set(shape: &[u8], way: usize) -> u64 {
    let (mut set, mut digit) = (0, 0);
    while digit < shape.len() {
        set |= 1 << turned(shape[digit], way);
        digit += 1;
    }
    set
}

/// The row of each place whose squares are empty.
pub(super) static EMPTY: [u32; PLACES] = {
    let (mut rows, mut place, mut shape, mut first) = ([0; PLACES], 0, 0, 0);
    while shape < SHAPE_COUNT {
        let count = 3_u32.pow(SHAPES[shape].len() as u32);
        let mut way = 0;
        while way < 8 {
            if is_new(SHAPES[shape], way) {
                rows[place] = first + count / 2;
                place += 1;
            }
            way += 1;
        }
        first += count;
        shape += 1;
    }
    assert!(place == PLACES);
    rows
};

/// Whether a turning of a shape has squares that none before it has.
const fn is_new(shape: &[u8], way: usize) -> bool {
    let mut before = 0;
    while before < way {
        if set(shape, before) == set(shape, way) {
            return false;
        }
        before += 1;
    }
    true
}

/// What a disc on each square adds at each place.
static DISC: [[i16; LANES]; 64] = {
    let (mut discs, mut place, mut shape) = ([[0; LANES]; 64], 0, 0);
    while shape < SHAPE_COUNT {
        let mut way = 0;
        while way < 8 {
            if is_new(SHAPES[shape], way) {
                let mut digit = 0;
                while digit < SHAPES[shape].len() {
                    let square = turned(SHAPES[shape][digit], way) as usize;
                    discs[square][place] = 3_i16.pow(digit as u32);
                    digit += 1;
                }
                place += 1;
            }
            way += 1;
        }
        shape += 1;
    }
    discs
};

/// What stands at all places, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indices([i16; LANES]);

impl Indices {
    /// Of a board by its discs, those of the side to move first.
    #[inline]
    pub fn of(own: u64, other: u64) -> Indices {
        let mut indices = [0; LANES];
        for (mut set, sign) in [(own, 1), (other, -1)] {
            while set != 0 {
                let disc = &DISC[set.trailing_zeros() as usize];
                indices.iter_mut().zip(disc).for_each(|(index, disc)| *index += sign * disc);
                set &= set - 1;
            }
        }
        Indices(indices)
    }

    /// After the side to move has placed a disc on `square` and turned `flips`: as the other side sees it.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: usize, mut flips: u64) -> Indices {
        let mut turned = [0; LANES];
        while flips != 0 {
            let disc = &DISC[flips.trailing_zeros() as usize & 63];
            turned.iter_mut().zip(disc).for_each(|(turned, disc): (&mut i16, _)| *turned += disc);
            flips &= flips - 1;
        }
        let placed = &DISC[square & 63];
        let mut indices = self.0;
        for ((index, turned), placed) in indices.iter_mut().zip(&turned).zip(placed) {
            // Twice what is turned may be too large, but not with the rest.
            *index = index.wrapping_add(turned.wrapping_add(*turned)).wrapping_add(*placed).wrapping_neg();
        }
        Indices(indices)
    }

    /// After a pass.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Indices {
        Indices(self.0.map(|index| -index))
    }

    /// The rows of a table that they switch on.
    #[inline(always)]
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> {
        EMPTY.iter().zip(&self.0).map(|(&empty, &index)| empty.wrapping_add_signed(i32::from(index)) as usize)
    }
}

/// For each row that which stands for it and for its mirror image: all shapes but one look the same from two sides.
pub(super) fn images() -> Vec<u32> {
    let mut images = Vec::with_capacity(PATTERN_ROWS);
    for shape in SHAPES {
        let first = images.len();
        let way = (1..8).find(|&way| set(shape, way) == set(shape, 0));
        // The digit whose square comes to lie on that of each digit.
        let places: Vec<usize> = (0..shape.len())
            .map(|digit| {
                let lies_on = turned(shape[digit], way.unwrap_or(0));
                shape.iter().position(|&square| square == lies_on).unwrap_or(digit)
            })
            .collect();
        for row in 0..3_usize.pow(shape.len() as u32) {
            let digit = |at: usize| row / 3_usize.pow(at as u32) % 3;
            let image: usize =
                places.iter().enumerate().map(|(at, &to)| digit(at) * 3_usize.pow(to as u32)).sum();
            images.push((first + row.min(image)) as u32);
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use wanqi_game::Game;
    use wanqi_games::othello::{Move, Othello};

    #[test]
    fn moves_change_what_they_should() {
        let game = Othello::default();
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        for _ in 0..50 {
            let mut position = game.start();
            let discs = |position: &_| {
                let side = game.side_to_move(position);
                [side, side.opponent()].map(|side| position.discs(side))
            };
            let [own, other] = discs(&position);
            let mut indices = Indices::of(own, other);
            while game.outcome(&position).is_none() {
                let mv = game.random_move(&position, &mut rng).expect("the game goes on");
                let [_, other] = discs(&position);
                game.play(&mut position, mv);
                let [own_after, other_after] = discs(&position);
                indices = match mv {
                    Move::PASS => indices.passed(),
                    mv => indices.after(mv.square(), other & other_after),
                };
                assert_eq!(indices, Indices::of(own_after, other_after));
            }
        }
    }

    #[test]
    fn boards_that_are_turned_have_the_same_rows() {
        let images = images();
        let rows = |own: u64, other: u64| {
            let mut rows: Vec<_> = Indices::of(own, other).rows().map(|row| images[row]).collect();
            rows.sort_unstable();
            rows
        };
        let (own, other) = (0x0102_0C18_3000_8001, 0x00FC_F0E7_4800_0002);
        for way in 0..8 {
            let all = |set: u64| -> u64 {
                (0..64).filter(|square| set >> square & 1 != 0).map(|square| 1 << turned(square, way)).sum()
            };
            assert_eq!(rows(all(own), all(other)), rows(own, other), "{way}");
        }
        assert_ne!(rows(own | 4, other), rows(own, other));
        let mut different = images.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!((images.len(), different.len()), (PATTERN_ROWS, 113_877));
    }

    #[test]
    fn every_square_lies_on_places() {
        let on: Vec<_> = DISC.iter().map(|disc| disc.iter().filter(|&&disc| disc != 0).count()).collect();
        assert_eq!(on.iter().sum::<usize>(), 4 * 9 + 8 * 10 + 4 * 10 + 12 * 8 + 2 * 8 + 4 * (7 + 6 + 5 + 4));
        assert!(on.iter().all(|&places| places >= 4), "{on:?}");
    }
}
