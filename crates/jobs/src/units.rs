//! Units: what is handed to one thread or machine at a time.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Some pieces of a work, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Which unit of the job it is, from 0.
    pub number: u32,
    /// The pieces of the work.
    pub pieces: Range<u64>,
}

impl Unit {
    /// Pieces in units of `size`, of which the last may be smaller.
    pub fn split(pieces: Range<u64>, size: u64) -> Vec<Unit> {
        let (size, end) = (size.max(1), pieces.end);
        let begins = pieces.step_by(usize::try_from(size).unwrap_or(usize::MAX));
        let unit = |(number, from)| Unit { number, pieces: from..end.min(from + size) };
        (0..).zip(begins).map(unit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_in_one_unit() {
        for (pieces, size, ends) in [
            (0..0, 3, vec![]),
            (0..1, 3, vec![1]),
            (0..7, 3, vec![3, 6, 7]),
            (0..2, 0, vec![1, 2]),
            (4..9, 3, vec![7, 9]),
        ] {
            let first = pieces.start;
            let units = Unit::split(pieces, size);
            assert_eq!(units.iter().map(|unit| unit.pieces.end).collect::<Vec<_>>(), ends);
            let begins = units.iter().map(|unit| unit.pieces.start);
            assert!(
                begins.eq([first].into_iter().chain(ends).take(units.len())),
                "each where the last one ends"
            );
            assert!((0..).zip(&units).all(|(number, unit)| unit.number == number));
        }
    }
}
