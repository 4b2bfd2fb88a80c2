//! Shapes of the eight places around a point at which a stone often does much: hane, cuts, and moves at the edge.
//!
//! The shapes are those of Gelly, Wang, Munos and Teytaud, *Modification of UCT with Patterns in Monte-Carlo Go* (2006),
//! <https://inria.hal.science/inria-00117266>.

use std::sync::LazyLock;
use wanqi_game::Side;
use wanqi_games::go::{Capacity, Content, Position};

/// Three rows each; the point itself is `*`. `X` and `O` are stones of either side, `x` is anything but `X` and `o` anything
/// but `O`, `.` is empty, `#` outside the board, `?` anything. Every shape stands for its rotations, its reflections, and
/// the same with the colours swapped.
const SHAPES: [[&str; 3]; 12] = [
    // Hane: around a stone, beside it, at its side, and turning around it.
    ["XOX", ".*.", "???"],
    ["XO.", ".*.", "?.?"],
    ["XO?", "X*.", "x.?"],
    [".O.", "X*.", "..."],
    // Cuts: through a diagonal whose other side is open, and between two stones.
    ["XO?", "O*o", "?o?"],
    ["XO?", "O*X", "???"],
    ["?X?", "O*O", "ooo"],
    // At the edge: turning, cutting, blocking, sliding.
    ["OX?", "o*O", "###"],
    ["X.?", "O*?", "###"],
    ["?X?", "x*O", "###"],
    ["?XO", "x*x", "###"],
    ["?OX", "X*O", "###"],
];

/// What a place holds as two bits, seen by the side to move: empty, its own stone, the other's, or no point.
const EMPTY: usize = 0;
const OWN: usize = 1;
const HOSTILE: usize = 2;
const BORDER: usize = 3;

/// The places around a point row by row, as two bits each, point to a bit here: whether some shape is there.
static MATCHES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut matches = vec![0; (1 << 16) / 64];
    for shape in SHAPES {
        for swapped in [false, true] {
            let mut places: [char; 9] = std::array::from_fn(|i| shape[i / 3].as_bytes()[i % 3].into());
            for _ in 0..2 {
                for _ in 0..4 {
                    note(&mut matches, &places, swapped, 0, 0, 0);
                    places = std::array::from_fn(|i| places[3 * (2 - i % 3) + i / 3]);
                }
                places = std::array::from_fn(|i| places[3 * (i / 3) + 2 - i % 3]);
            }
        }
    }
    matches
});

/// Sets the bits of everything that a shape allows, from the `next` place on.
fn note(matches: &mut [u64], places: &[char; 9], swapped: bool, next: usize, index: usize, shift: usize) {
    if next == 9 {
        matches[index / 64] |= 1 << (index % 64);
        return;
    }
    if next == 4 {
        return note(matches, places, swapped, 5, index, shift);
    }
    let (x, o) = if swapped { (HOSTILE, OWN) } else { (OWN, HOSTILE) };
    for content in [EMPTY, OWN, HOSTILE, BORDER] {
        let fits = match places[next] {
            'X' => content == x,
            'O' => content == o,
            'x' => content != x,
            'o' => content != o,
            '.' => content == EMPTY,
            '#' => content == BORDER,
            _ => true,
        };
        if fits {
            note(matches, places, swapped, next + 1, index | content << shift, shift + 2);
        }
    }
}

/// What is on the eight places around a point, two bits each, row by row from the lowest bits on, seen by a side.
pub type Around = u16;

/// What is around a point.
#[inline]
pub fn around<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> Around {
    let [up, left, right, down] = C::NEIGHBOURS;
    let [up_left, up_right, down_left, down_right] = C::DIAGONALS;
    let mut index = 0;
    for step in [down_right, down, down_left, right, left, up_right, up, up_left] {
        let content = match position.content(place.wrapping_add(step)) {
            Content::Empty => EMPTY,
            Content::Stone(stone) if stone == side => OWN,
            Content::Stone(_) => HOSTILE,
            Content::Border => BORDER,
        };
        index = index << 2 | content;
    }
    index as Around
}

/// Whether an empty point is the middle of a shape, for the side that would play there.
#[inline]
pub fn matches<C: Capacity>(position: &Position<C>, side: Side, place: usize) -> bool {
    let index = usize::from(around(position, side, place));
    MATCHES[index / 64] >> (index % 64) & 1 == 1
}

/// How many different surroundings there are, but for rotations and reflections (Burnside).
pub const SURROUNDINGS: usize = 8740;

/// The number of what is around a point, the same for all its rotations and reflections; 0 if nothing is.
pub fn shape(around: Around) -> u16 {
    SHAPE_OF[usize::from(around)]
}

static SHAPE_OF: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut shapes = vec![u16::MAX; 1 << 16];
    let mut count = 0;
    for around in 0..=Around::MAX {
        if shapes[usize::from(around)] == u16::MAX {
            let mut places: [u16; 9] = std::array::from_fn(|i| match i {
                4 => 0,
                _ => around >> (2 * (i - usize::from(i > 4))) & 3,
            });
            for _ in 0..2 {
                for _ in 0..4 {
                    let eight = (0..9).filter(|&i| i != 4).rev();
                    let turned = eight.fold(0, |turned, i| turned << 2 | places[i]);
                    shapes[usize::from(turned)] = count;
                    places = std::array::from_fn(|i| places[3 * (2 - i % 3) + i / 3]);
                }
                places = std::array::from_fn(|i| places[3 * (i / 3) + 2 - i % 3]);
            }
            count += 1;
        }
    }
    shapes
});
