//! Sets of up to 64 places, one bit each.

/// The indices of the set bits, lowest first.
#[inline(always)]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// The set without its `n` lowest members.
#[inline(always)]
pub(crate) fn without_lowest(mut set: u64, n: u32) -> u64 {
    for _ in 0..n {
        set &= set - 1;
    }
    set
}
