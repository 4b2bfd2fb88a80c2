//! Convolutions with a third of the products: those of 3×3 points for a whole tile of points at once.
//!
//! A tile's cells are a polynomial in each direction, and so are the weights. Their product is known by its values at a few
//! whole numbers, for each of which one multiplication does; from those the sums are interpolated. So four times four points
//! take 36 products for each input and output instead of 144, three times three 25 instead of 81. Where bytes are multiplied in
//! fewer instructions than numbers of sixteen bits, as by VNNI or AMX, this does not pay.
//!
//! Everything is done in whole numbers, and the fractions of the interpolation at the very end, so that sums are the same as
//! without it, to the last bit.
//!
//! - Winograd, *Arithmetic Complexity of Computations* (1980), <https://doi.org/10.1137/1.9781611970364>
//! - Lavin and Gray, *Fast Algorithms for Convolutional Neural Networks* (2015), <https://arxiv.org/abs/1509.09308>
#![cfg_attr(
    not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))),
    allow(dead_code, reason = "no register is known of other processors")
)]
#![allow(clippy::needless_range_loop, reason = "every lane of all arrays alike: so the compiler sees it")]

use super::{Cell, Sums};
use crate::go::network::CHANNELS;

/// Registers as processors have them: some sums of 32 bits, or as many pairs of factors of 16 bits.
pub trait Register: Copy {
    /// How many.
    const LANES: usize;

    /// Sums of nothing.
    fn zero() -> Self;
    /// The first of some pairs.
    fn of(pairs: &[[i16; 2]]) -> Self;
    /// The same pair everywhere.
    fn splat(pair: &[i16; 2]) -> Self;
    /// Adds both products of each pair to a sum; what is too large loses its upper bits.
    fn add_products(self, pairs: Self, weights: Self) -> Self;
    /// Writes all sums at the beginning of these.
    fn write(self, sums: &mut [i32]);
}

/// Inputs of a point, in what their products are made of.
type Factors = [i16; CHANNELS];
/// What two inputs count in every output.
type Row = [[i16; 2]; CHANNELS];

/// Where polynomials are looked at; and at the greatest power of *x*, which is their value at infinity.
const PLACES: [i32; 5] = [0, 1, -1, 2, -2];

/// Tiles of `OUT` times `OUT` points, whose sums depend on `SIDE` times `SIDE` cells, two more in each direction. All numbers
/// follow from [`PLACES`].
struct Tile<const OUT: usize, const SIDE: usize>;

impl<const OUT: usize, const SIDE: usize> Tile<OUT, SIDE> {
    /// By what the interpolation divides for a place: how far it is from each of the others.
    const fn divisor(place: usize) -> i32 {
        let (mut divisor, mut other) = (1, 0);
        while other < SIDE - 1 {
            if other != place {
                divisor *= PLACES[place] - PLACES[other];
            }
            other += 1;
        }
        divisor
    }

    /// The common denominator of all places in one direction.
    const DENOMINATOR: i32 = {
        let mut denominator = 1;
        let mut place = 0;
        while place < SIDE - 1 {
            if denominator % Self::divisor(place) == 0 {
                place += 1;
            } else {
                (denominator, place) = (denominator + 1, 0);
            }
        }
        denominator
    };

    /// What the cells of a line count at each place: the coefficients of the polynomial that is nothing at all others.
    const CELLS: [[i16; SIDE]; SIDE] = {
        let mut all = [[0; SIDE]; SIDE];
        let mut place = 0;
        while place < SIDE {
            all[place][0] = 1;
            let mut other = 0;
            while other < SIDE - 1 {
                if other != place {
                    // Times (x − other).
                    let mut power = SIDE - 1;
                    while power > 0 {
                        all[place][power] = all[place][power - 1] - PLACES[other] as i16 * all[place][power];
                        power -= 1;
                    }
                    all[place][0] *= -PLACES[other] as i16;
                }
                other += 1;
            }
            place += 1;
        }
        all
    };

    /// What three weights in a line count at each place.
    const WEIGHTS: [[i16; 3]; SIDE] = {
        let mut all = [[0, 0, 1]; SIDE];
        let mut place = 0;
        while place < SIDE - 1 {
            let x = PLACES[place] as i16;
            all[place] = [1, x, x * x];
            place += 1;
        }
        all
    };

    /// What the product at each place counts in the sums of a line, which come out [`DENOMINATOR`](Self::DENOMINATOR) times.
    const SUMS: [[i32; SIDE]; OUT] = {
        let mut all = [[0; SIDE]; OUT];
        let mut place = 0;
        while place < SIDE - 1 {
            let (mut out, mut power) = (0, Self::DENOMINATOR / Self::divisor(place));
            while out < OUT {
                all[out][place] = power;
                power *= PLACES[place];
                out += 1;
            }
            place += 1;
        }
        all[OUT - 1][SIDE - 1] = Self::DENOMINATOR;
        all
    };

    /// How often sums come out, of both directions.
    const TIMES: i32 = Self::DENOMINATOR * Self::DENOMINATOR;
    /// The power of two in it.
    const SHIFT: u32 = Self::TIMES.trailing_zeros();
    /// What the rest of it makes one of, in 32 bits: each step of Newton's doubles the bits that are right.
    const INVERSE: i32 = {
        let odd = Self::TIMES >> Self::SHIFT;
        let (mut inverse, mut step) = (odd, 0);
        while step < 5 {
            inverse = inverse.wrapping_mul(2_i32.wrapping_sub(odd.wrapping_mul(inverse)));
            step += 1;
        }
        inverse
    };

    /// How many products a board takes for each input and output.
    const fn products(size: usize) -> usize {
        size.div_ceil(OUT).pow(2) * SIDE * SIDE
    }

    /// Weights at each place, pair of inputs after pair.
    fn weights(rows: &[[i8; CHANNELS]]) -> Vec<Row> {
        let inputs = rows.len() / 9;
        let weight = |place: usize, input: usize, output: usize| -> i16 {
            let times =
                |tap: usize| Self::WEIGHTS[place / SIDE][tap / 3] * Self::WEIGHTS[place % SIDE][tap % 3];
            let of = |tap: usize| times(tap) * i16::from(rows[tap * inputs + input][output]);
            if input < inputs { (0..9).map(of).sum() } else { 0 }
        };
        let places =
            (0..SIDE * SIDE).flat_map(|place| (0..inputs).step_by(2).map(move |input| (place, input)));
        let row = |(place, input)| {
            std::array::from_fn(|output| [weight(place, input, output), weight(place, input + 1, output)])
        };
        places.map(row).collect()
    }

    #[inline(always)]
    fn convolve<R: Register>(
        size: usize,
        cells: &[Cell],
        pairs: usize,
        weights: &[Row],
        scratch: &mut Scratch,
        sums: &mut [Sums],
    ) {
        let tiles = size.div_ceil(OUT).pow(2);
        let Scratch { factors, products, half, half_sums } = scratch;
        factors.resize(SIDE * SIDE * tiles, [0; CHANNELS]);
        products.resize(SIDE * SIDE * tiles, [0; CHANNELS]);
        Self::factors(size, cells, half, factors);
        let places = weights.chunks_exact(pairs).zip(factors.chunks_exact(tiles));
        for ((weights, factors), products) in places.zip(products.chunks_exact_mut(tiles)) {
            multiply::<R>(weights, factors, products);
        }
        Self::sums(size, products, half_sums, sums);
    }

    /// The values of all tiles' cells at all places: place after place, tile after tile.
    #[inline(always)]
    fn factors(size: usize, cells: &[Cell], half: &mut Half<Factors>, factors: &mut [Factors]) {
        let across = size.div_ceil(OUT);
        let tiles = across * across;
        for tile in 0..tiles {
            let (top, left) = (tile / across * OUT, tile % across * OUT);
            for x in 0..SIDE {
                let mut column = [[0; CHANNELS]; SIDE];
                for y in 0..SIDE {
                    // No sum of the board depends on cells beyond it, whatever they hold.
                    let cell = &cells[(top + y).min(size + 1) * (size + 2) + (left + x).min(size + 1)];
                    for channel in 0..CHANNELS {
                        column[y][channel] = i16::from(cell[channel]);
                    }
                }
                let column = Self::cells(&column);
                for y in 0..SIDE {
                    half[y][x] = column[y];
                }
            }
            for y in 0..SIDE {
                let row = Self::cells(half[y].first_chunk().expect("room for the largest tile"));
                for x in 0..SIDE {
                    factors[(y * SIDE + x) * tiles + tile] = row[x];
                }
            }
        }
    }

    /// From the products at all places to the sums of the board.
    #[inline(always)]
    fn sums(size: usize, products: &[Sums], half: &mut Half<Sums>, sums: &mut [Sums]) {
        let across = size.div_ceil(OUT);
        let tiles = across * across;
        for tile in 0..tiles {
            let (top, left) = (tile / across * OUT, tile % across * OUT);
            for y in 0..SIDE {
                let mut row = [[0; CHANNELS]; SIDE];
                for x in 0..SIDE {
                    row[x] = products[(y * SIDE + x) * tiles + tile];
                }
                let row = Self::interpolated(&row);
                for x in 0..OUT {
                    half[x][y] = row[x];
                }
            }
            for x in 0..OUT.min(size - left) {
                let mut column =
                    Self::interpolated(half[x].first_chunk().expect("room for the largest tile"));
                for y in 0..OUT.min(size - top) {
                    for channel in 0..CHANNELS {
                        let sum = &mut column[y][channel];
                        *sum = (*sum >> Self::SHIFT).wrapping_mul(Self::INVERSE);
                    }
                    sums[(top + y) * (size + 2) + left + x] = column[y];
                }
            }
        }
    }

    /// The values of a line of cells. They fit: a line is at most ten times a byte of 127, both directions a hundred times.
    #[inline(always)]
    fn cells(line: &[Factors; SIDE]) -> [Factors; SIDE] {
        let mut values = [[0; CHANNELS]; SIDE];
        for channel in 0..CHANNELS {
            for place in 0..SIDE {
                let mut value = 0_i16;
                for cell in 0..SIDE {
                    value = value.wrapping_add(Self::CELLS[place][cell].wrapping_mul(line[cell][channel]));
                }
                values[place][channel] = value;
            }
        }
        values
    }

    /// The sums of a line, [`DENOMINATOR`](Self::DENOMINATOR) times each. On the way upper bits may be lost, of which the end
    /// needs none ([`Winograd::new`]).
    #[inline(always)]
    fn interpolated(line: &[Sums; SIDE]) -> [Sums; OUT] {
        let mut sums = [[0; CHANNELS]; OUT];
        for channel in 0..CHANNELS {
            for out in 0..OUT {
                let mut sum = 0_i32;
                for place in 0..SIDE {
                    sum = sum.wrapping_add(Self::SUMS[out][place].wrapping_mul(line[place][channel]));
                }
                sums[out][channel] = sum;
            }
        }
        sums
    }
}

type Four = Tile<4, 6>;
type Three = Tile<3, 5>;

/// A tile after one direction, as large as the largest.
type Half<T> = [[T; 6]; 6];

/// What is between cells and sums.
#[derive(Debug, Default)]
pub struct Scratch {
    factors: Vec<Factors>,
    products: Vec<Sums>,
    half: Half<Factors>,
    half_sums: Half<Sums>,
}

/// The weights of a convolution by tiles.
#[derive(Clone, Debug)]
pub struct Winograd {
    /// Of inputs.
    pairs: usize,
    four: Vec<Row>,
    three: Vec<Row>,
}

impl Winograd {
    /// None if the sums might be too large for what they are many times of on the way: no network that has learnt comes near it.
    pub fn new(rows: &[[i8; CHANNELS]]) -> Option<Winograd> {
        let greatest =
            |output: usize| rows.iter().map(|row| i32::from(row[output].unsigned_abs())).sum::<i32>();
        let fits = |output| greatest(output) < i32::MAX / (127 * Four::TIMES.max(Three::TIMES));
        (0..CHANNELS).all(fits).then(|| Winograd {
            pairs: (rows.len() / 9).div_ceil(2),
            four: Four::weights(rows),
            three: Three::weights(rows),
        })
    }

    /// All sums of a board, by the tiles that take fewer products.
    #[inline(always)]
    pub fn convolve<R: Register>(
        &self,
        size: usize,
        cells: &[Cell],
        scratch: &mut Scratch,
        sums: &mut [Sums],
    ) {
        if Three::products(size) < Four::products(size) {
            Three::convolve::<R>(size, cells, self.pairs, &self.three, scratch, sums);
        } else {
            Four::convolve::<R>(size, cells, self.pairs, &self.four, scratch, sums);
        }
    }
}

/// The products of a place in all tiles.
#[inline(always)]
fn multiply<R: Register>(weights: &[Row], mut factors: &[Factors], mut products: &mut [Sums]) {
    while !factors.is_empty() {
        let tiles = match factors.len() {
            1 => 1,
            2 => 2,
            // None alone, where there are others to share a row of weights with.
            3 | 6 => 3,
            4 => 4,
            _ => 5,
        };
        let (now, later) = factors.split_at(tiles);
        let (out, rest) = products.split_at_mut(tiles);
        match tiles {
            1 => multiply_tiles::<R, 1>(weights, now, out),
            2 => multiply_tiles::<R, 2>(weights, now, out),
            3 => multiply_tiles::<R, 3>(weights, now, out),
            4 => multiply_tiles::<R, 4>(weights, now, out),
            _ => multiply_tiles::<R, 5>(weights, now, out),
        }
        (factors, products) = (later, rest);
    }
}

/// Registers of sums of a tile at a time: with five tiles what processors of sixteen have room for.
const AT_ONCE: usize = 2;

/// The same of so many tiles, some outputs after the others.
#[inline(always)]
fn multiply_tiles<R: Register, const TILES: usize>(
    weights: &[Row],
    factors: &[Factors],
    products: &mut [Sums],
) {
    let factors: &[Factors; TILES] = factors.first_chunk().expect("as many");
    let products: &mut [Sums; TILES] = products.first_chunk_mut().expect("as many");
    for output in (0..CHANNELS).step_by(AT_ONCE * R::LANES) {
        let mut sums = [[R::zero(); AT_ONCE]; TILES];
        for (pair, row) in weights.iter().enumerate() {
            let row = [R::of(&row[output..]), R::of(&row[output + R::LANES..])];
            for tile in 0..TILES {
                let pair = R::splat(&factors[tile].as_chunks::<2>().0[pair]);
                for number in 0..AT_ONCE {
                    sums[tile][number] = sums[tile][number].add_products(pair, row[number]);
                }
            }
        }
        for tile in 0..TILES {
            for number in 0..AT_ONCE {
                sums[tile][number].write(&mut products[tile][output + number * R::LANES..]);
            }
        }
    }
}
