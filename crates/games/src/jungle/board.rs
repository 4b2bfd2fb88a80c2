//! The board: its squares, its terrain, and where pieces step and leap. All of it made at compile time.

use wanqi_game::Side;

/// A square: 0 is a1, 6 is g1, 62 is g9; 63 for a piece that has been taken.
pub type Square = u8;

/// A set of squares, square `s` being the bit `1 << s`.
pub type Squares = u64;

/// Columns and rows.
pub const COLUMNS: u8 = 7;
/// See [`COLUMNS`].
pub const ROWS: u8 = 9;

/// Where a taken piece is kept: no square, and yet a bit.
pub(super) const OFF: Square = COLUMNS * ROWS;

/// The set of one square.
#[inline(always)]
pub const fn bit(square: Square) -> Squares {
    1 << square
}

/// The square on a column and a row, both counted from 0 at a1.
#[inline(always)]
pub const fn square(column: u8, row: u8) -> Square {
    row * COLUMNS + column
}

/// A square's column, 0 for a.
#[inline(always)]
pub const fn column(square: Square) -> u8 {
    square % COLUMNS
}

/// A square's row, 0 for the one with the dens of the first side.
#[inline(always)]
pub const fn row(square: Square) -> u8 {
    square / COLUMNS
}

/// The two lakes.
pub const WATER: Squares = {
    let mut set = 0;
    let mut row = 3;
    while row < 6 {
        set |= bit(square(1, row)) | bit(square(2, row)) | bit(square(4, row)) | bit(square(5, row));
        row += 1;
    }
    set
};

/// Each side's den.
pub const DENS: [Square; 2] = [square(3, 0), square(3, 8)];

/// The traps around each side's den.
pub const TRAPS: [Squares; 2] = [
    bit(square(2, 0)) | bit(square(4, 0)) | bit(square(3, 1)),
    bit(square(2, 8)) | bit(square(4, 8)) | bit(square(3, 7)),
];

/// The squares beside each square, water and dens too; none beside [`OFF`].
static STEPS: [Squares; 64] = {
    let mut steps = [0; 64];
    let mut from = 0;
    while from < OFF {
        let mut set = 0;
        if column(from) > 0 {
            set |= bit(from - 1);
        }
        if column(from) + 1 < COLUMNS {
            set |= bit(from + 1);
        }
        if row(from) > 0 {
            set |= bit(from - COLUMNS);
        }
        if row(from) + 1 < ROWS {
            set |= bit(from + COLUMNS);
        }
        steps[from as usize] = set;
        from += 1;
    }
    steps
};

/// A leap over water: what lies under it, and the square that it ends on. Without a leap both are empty.
#[derive(Clone, Copy)]
struct Leap {
    over: Squares,
    to: Squares,
}

/// The leaps from each square; from the strip between the lakes there are two.
static LEAPS: [[Leap; 2]; 64] = {
    let mut leaps = [[Leap { over: 0, to: 0 }; 2]; 64];
    let mut from: Square = 0;
    while from < OFF {
        if bit(from) & WATER == 0 {
            let mut found = 0;
            let mut direction = 0;
            while direction < 4 {
                let (right, up) = [(1, 0), (-1, 0), (0, 1), (0, -1)][direction];
                let (mut over, mut x, mut y) = (0, column(from) as i8 + right, row(from) as i8 + up);
                while x >= 0 && x < COLUMNS as i8 && y >= 0 && y < ROWS as i8 {
                    let to = bit(square(x as u8, y as u8));
                    if to & WATER == 0 {
                        if over != 0 {
                            leaps[from as usize][found] = Leap { over, to };
                            found += 1;
                        }
                        break;
                    }
                    over |= to;
                    (x, y) = (x + right, y + up);
                }
                direction += 1;
            }
        }
        from += 1;
    }
    leaps
};

/// The squares beside a square.
#[inline(always)]
pub fn neighbours(square: Square) -> Squares {
    STEPS[usize::from(square & 63)]
}

/// The squares that a lion or a tiger leaps to, with rats on these squares in its way.
#[inline(always)]
pub fn leaps(square: Square, rats: Squares) -> Squares {
    let mut to = 0;
    for leap in &LEAPS[usize::from(square & 63)] {
        if leap.over & rats == 0 {
            to |= leap.to;
        }
    }
    to
}

/// The square of a side's that lies as `square` does for the first side: the board turned upside down.
#[inline(always)]
pub const fn seen_by(side: Side, square: Square) -> Square {
    match side {
        Side::First => square,
        Side::Second => (ROWS - 1 - row(square)) * COLUMNS + column(square),
    }
}
