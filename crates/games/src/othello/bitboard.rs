//! Moves and turned discs, for a whole board at once.
//!
//! A line is followed in all eight directions by shifting sets of squares; `INNER_COLUMNS` keeps what moves
//! sideways from running over the edge. Three doubling steps cover the six discs that a line can enclose
//! (parallel prefix: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

/// Squares with a neighbour on both sides: discs in the outer columns are never enclosed sideways.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Moves a set of squares one step along a line.
#[inline(always)]
fn shift<const DISTANCE: u32, const FORWARD: bool>(set: u64) -> u64 {
    if FORWARD { set << DISTANCE } else { set >> DISTANCE }
}

/// The unbroken run of `through` squares that begins beside `from`.
#[inline(always)]
fn run<const DISTANCE: u32, const FORWARD: bool>(from: u64, through: u64) -> u64 {
    let twice = |set: u64| if FORWARD { set << (2 * DISTANCE) } else { set >> (2 * DISTANCE) };
    let mut run = shift::<DISTANCE, FORWARD>(from) & through;
    run |= shift::<DISTANCE, FORWARD>(run) & through;
    let pairs = through & shift::<DISTANCE, FORWARD>(through);
    run |= twice(run) & pairs;
    run | (twice(run) & pairs)
}

/// The empty squares where `own` can place a disc, on 8×8.
#[inline]
pub(super) fn mobility(own: u64, other: u64) -> u64 {
    #[inline(always)]
    fn along<const DISTANCE: u32>(own: u64, through: u64) -> u64 {
        (run::<DISTANCE, true>(own, through) << DISTANCE) | (run::<DISTANCE, false>(own, through) >> DISTANCE)
    }
    let inner = other & INNER_COLUMNS;
    let ends =
        along::<1>(own, inner) | along::<7>(own, inner) | along::<8>(own, other) | along::<9>(own, inner);
    ends & !(own | other)
}

/// The discs of `other` that turn when `own` places one on `square`.
#[inline]
pub(super) fn turned(square: u8, own: u64, other: u64) -> u64 {
    #[inline(always)]
    fn along<const DISTANCE: u32, const FORWARD: bool>(placed: u64, own: u64, through: u64) -> u64 {
        let run = run::<DISTANCE, FORWARD>(placed, through);
        // The run is enclosed if the next square holds an own disc.
        if shift::<DISTANCE, FORWARD>(run) & own != 0 { run } else { 0 }
    }
    #[inline(always)]
    fn both<const DISTANCE: u32>(placed: u64, own: u64, through: u64) -> u64 {
        along::<DISTANCE, true>(placed, own, through) | along::<DISTANCE, false>(placed, own, through)
    }
    let (placed, inner) = (1 << square, other & INNER_COLUMNS);
    both::<1>(placed, own, inner)
        | both::<7>(placed, own, inner)
        | both::<8>(placed, own, other)
        | both::<9>(placed, own, inner)
}
