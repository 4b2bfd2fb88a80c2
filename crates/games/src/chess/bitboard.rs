//! Squares and sets of squares.

/// A square: 0 is a1, 7 is h1, 63 is h8.
pub type Square = u8;

/// A set of squares, square `s` being the bit `1 << s`.
pub type Bitboard = u64;

/// The first and the last rank.
pub const END_RANKS: Bitboard = 0xFF00_0000_0000_00FF;
/// The a file.
pub const FILE_A: Bitboard = 0x0101_0101_0101_0101;
/// The h file.
pub const FILE_H: Bitboard = FILE_A << 7;
/// The squares of the colour of a1.
pub const DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55;

/// The set of one square.
#[inline(always)]
pub const fn bit(square: Square) -> Bitboard {
    1 << square
}

/// The square's file, 0 for a.
#[inline(always)]
pub const fn file(square: Square) -> u8 {
    square & 7
}

/// The square's rank, 0 for the first.
#[inline(always)]
pub const fn rank(square: Square) -> u8 {
    square >> 3
}

/// The square on a file and a rank, both counted from 0.
#[inline(always)]
pub const fn square(file: u8, rank: u8) -> Square {
    8 * rank + file
}

/// The lowest square of a set, which must not be empty.
#[inline(always)]
pub const fn lowest(set: Bitboard) -> Square {
    set.trailing_zeros() as Square
}

/// Whether a set has two squares or more.
#[inline(always)]
pub const fn several(set: Bitboard) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The squares of a set, lowest first.
#[inline(always)]
pub fn squares(set: Bitboard) -> Squares {
    Squares(set)
}

/// The iterator of [`squares`].
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let lowest = lowest(self.0);
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// A square's name, such as `e4`.
pub fn square_name(square: Square) -> String {
    format!("{}{}", file_letter(file(square)), rank(square) + 1)
}

/// The letter of a file.
pub fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}

/// The square of a name, or `None` if it is none.
pub fn parse_square(name: &str) -> Option<Square> {
    match name.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(square(column - b'a', row - b'1')),
        _ => None,
    }
}
