//! Positions that are alike but for turning or mirroring the board.

use super::{Move, Position};

/// One of the eight ways to lay the board on itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turning {
    /// Columns and rows change places, after the other two.
    transposed: bool,
    /// The columns are mirrored.
    columns: bool,
    /// The rows are mirrored.
    rows: bool,
}

impl Turning {
    /// All of them; the first leaves everything where it is.
    pub fn all() -> impl Iterator<Item = Turning> {
        (0..8_u8).map(|bits| Turning {
            transposed: bits & 4 != 0,
            columns: bits & 2 != 0,
            rows: bits & 1 != 0,
        })
    }

    /// Where the squares of a set, square 0 in the lowest bit, come to lie.
    pub fn set(self, mut set: u64) -> u64 {
        if self.rows {
            set = set.swap_bytes();
        }
        if self.columns {
            set = set.swap_bytes().reverse_bits();
        }
        if self.transposed {
            set = transposed(set);
        }
        set
    }

    /// A move, as it is on the turned board.
    #[must_use]
    pub fn of_move(self, mv: Move) -> Move {
        if mv == Move::PASS { mv } else { Move(self.set(1 << mv.0).trailing_zeros() as u8) }
    }

    /// The way back.
    #[must_use]
    pub fn back(self) -> Turning {
        if self.transposed { Turning { columns: self.rows, rows: self.columns, ..self } } else { self }
    }
}

/// Columns and rows change places: <https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating#Diagonal>.
fn transposed(mut set: u64) -> u64 {
    for (distance, mask) in
        [(28, 0x0F0F_0F0F_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)]
    {
        let moved = mask & (set ^ (set << distance));
        set ^= moved ^ (moved >> distance);
    }
    set
}

impl Position {
    /// The position on a turned board.
    #[must_use]
    pub fn turned(&self, turning: Turning) -> Position {
        Position {
            own: turning.set(self.own),
            other: turning.set(self.other),
            moves: turning.set(self.moves),
            ..*self
        }
    }

    /// The same position for all that are alike, and how this one is turned into it.
    pub fn canonical(&self) -> (Position, Turning) {
        let least = Turning::all().min_by_key(|turning| (turning.set(self.own), turning.set(self.other)));
        let turning = least.expect("there are eight");
        (self.turned(turning), turning)
    }
}
