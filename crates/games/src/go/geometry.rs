//! The one-dimensional board with a border, and the three capacities it comes in.
//!
//! A cell's number is `(row + 1) * stride + column + 1`, row 0 at the top. The stride is one more than the largest
//! size, so that the border column right of a row is also the one left of the next: every neighbour of a point is
//! a cell, and the steps to it are constants. A smaller board lies in the upper left, and all else is border.
//! Cell 0 is always border and stands for "none".

use std::fmt::Debug;

/// How large a board may be, known when compiling; the size itself is chosen at run time.
pub trait Capacity: Copy + Eq + Debug + Send + Sync + 'static {
    /// The largest size.
    const MAX_SIZE: usize;
    /// A byte a cell.
    type CellBytes: Grid + AsRef<[u8]>;
    /// A number up to that of the cells, a cell.
    type CellNumbers: Grid;
    /// The same, looked up by what a [`CellNumbers`](Capacity::CellNumbers) holds. Where that is a byte there are 256 of
    /// them, so that none needs a bounds check; with 512 instead of one a cell, 19×19 is slower.
    type StringNumbers: Grid;
    /// A number up to that of the cells, for each point of the largest board.
    type PointNumbers: Grid;

    /// How many cells there are, those of the border included.
    const CELLS: usize = Self::STRIDE * (Self::MAX_SIZE + 2) + 1;
    /// The step from a cell to the one below it.
    const STRIDE: usize = Self::MAX_SIZE + 1;
    /// The steps to the four neighbours: up, left, right, down. A direction and its opposite add up to 3.
    const NEIGHBOURS: [usize; 4] = [0usize.wrapping_sub(Self::STRIDE), usize::MAX, 1, Self::STRIDE];
    /// The step to the first of some directions, given as bits; 0 of none.
    const FIRST: [usize; 16] = {
        let (mut first, mut bits) = ([0; 16], 1_usize);
        while bits < 16 {
            first[bits] = Self::NEIGHBOURS[bits.trailing_zeros() as usize];
            bits += 1;
        }
        first
    };
    /// The steps to the four diagonal neighbours.
    const DIAGONALS: [usize; 4] = [
        0usize.wrapping_sub(Self::STRIDE + 1),
        0usize.wrapping_sub(Self::STRIDE - 1),
        Self::STRIDE - 1,
        Self::STRIDE + 1,
    ];
}

/// Sizes 2 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpTo9;
/// Sizes 2 to 13.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpTo13;
/// Sizes 2 to 19.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpTo19;

impl Capacity for UpTo9 {
    const MAX_SIZE: usize = 9;
    type CellBytes = [u8; 111];
    type CellNumbers = [u8; 111];
    type StringNumbers = [u8; 256];
    type PointNumbers = [u8; 81];
}

impl Capacity for UpTo13 {
    const MAX_SIZE: usize = 13;
    type CellBytes = [u8; 211];
    type CellNumbers = [u8; 211];
    type StringNumbers = [u8; 256];
    type PointNumbers = [u8; 169];
}

impl Capacity for UpTo19 {
    const MAX_SIZE: usize = 19;
    type CellBytes = [u8; 421];
    type CellNumbers = [u16; 421];
    type StringNumbers = [u16; 421];
    type PointNumbers = [u16; 361];
}

/// The number of a cell.
pub(super) const fn cell<C: Capacity>(column: usize, row: usize) -> usize {
    (row + 1) * C::STRIDE + column + 1
}

/// The column and row of a cell, the reverse of [`cell`].
pub(super) const fn column_and_row<C: Capacity>(cell: usize) -> (usize, usize) {
    ((cell - 1) % C::STRIDE, (cell - 1) / C::STRIDE - 1)
}

/// The cells of a board of this size, row by row from the upper left.
pub(super) fn cells<C: Capacity>(size: usize) -> impl Iterator<Item = usize> {
    (0..size).flat_map(move |row| (0..size).map(move |column| cell::<C>(column, row)))
}

/// A small number for each cell.
pub trait Grid: Copy + PartialEq + Eq + Debug + Send + Sync + 'static {
    /// Zero everywhere.
    const ZERO: Self;
    /// The number at a cell.
    fn get(&self, cell: usize) -> usize;
    /// Sets the number at a cell, cut to the width of the grid.
    fn set(&mut self, cell: usize, number: usize);
}

impl<const N: usize> Grid for [u8; N] {
    const ZERO: Self = [0; N];

    #[inline(always)]
    fn get(&self, cell: usize) -> usize {
        self[cell].into()
    }

    #[inline(always)]
    fn set(&mut self, cell: usize, number: usize) {
        self[cell] = number as u8;
    }
}

impl<const N: usize> Grid for [u16; N] {
    const ZERO: Self = [0; N];

    #[inline(always)]
    fn get(&self, cell: usize) -> usize {
        self[cell].into()
    }

    #[inline(always)]
    fn set(&mut self, cell: usize, number: usize) {
        self[cell] = number as u16;
    }
}
