//! Stones that nothing can take, and the points that are theirs.

use super::board::{Geometry, Points, Stones};

/// The points that are a side's at the end whatever the other does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct SafePoints {
    /// If the side only passes: stones that are unconditionally alive, and the single points that they enclose.
    /// Benson, *Life in the Game of Go* (1976), <https://doi.org/10.1016/S0020-0255(76)90018-4>.
    pub passing: Points,
    /// If the side may put stones on [`Self::filled`], which it never loses there: larger regions too, of which every point is
    /// beside a string that is alive by regions it is wholly beside.
    ///
    /// Whenever the other side has stones in such a region, its owner plays any empty point of it. That stone is connected to
    /// a string that is alive, which remains alive: what is left of the region is still wholly beside it. So the region is
    /// filled until what stands in it is taken, and then owned.
    pub playing: Points,
    /// Where the side puts stones for that.
    pub filled: Points,
}

/// More regions than strings that are alive have on a board of 25 points.
const MAX_REGIONS: usize = 16;

/// What is safe of a side's.
pub(super) fn safe(board: Stones, geometry: &Geometry, side: usize) -> SafePoints {
    let own = board.0[side];
    let others = geometry.all & !own;
    // Two eyes and the stones around them.
    if own.count_ones() < 2
        || others == 0
        || geometry.connected(others & others.wrapping_neg(), others) == others
    {
        return SafePoints::default();
    }
    let empty = board.empty(geometry);
    let mut regions: [Points; MAX_REGIONS] = [0; MAX_REGIONS];
    let mut count = 0;
    for region in geometry.parts(others) {
        if count == regions.len() {
            return SafePoints::default();
        }
        regions[count] = region;
        count += 1;
    }
    let regions = &regions[..count];
    // A region is vital to a string if each empty point of it is its liberty.
    let alive = alive(own, geometry, regions, |region| region & empty);
    if alive == 0 {
        return SafePoints::default();
    }
    let mut safe = SafePoints { passing: alive, playing: alive, filled: 0 };
    // Strings that are alive even if only a region that they are wholly beside counts as vital.
    let strictly = self::alive(alive, geometry, regions, |region| region);
    for &region in regions {
        let around = geometry.beside(region);
        if region.is_power_of_two() && around & !alive == 0 {
            safe.passing |= region;
            safe.playing |= region;
        } else if around & !strictly == 0 && region & !geometry.beside(strictly) == 0 {
            safe.playing |= region;
            safe.filled |= region;
        }
    }
    safe
}

/// The strings that have two vital regions each, with nothing but such strings around these; `vital` says which points of a
/// region have to be beside a string.
fn alive(own: Points, geometry: &Geometry, regions: &[Points], vital: impl Fn(Points) -> Points) -> Points {
    let mut alive = own;
    loop {
        let mut remaining = 0;
        for string in geometry.parts(alive) {
            let beside = geometry.beside(string);
            let is_vital = |&&region: &&Points| {
                region & beside != 0 && vital(region) & !beside == 0 && geometry.beside(region) & !alive == 0
            };
            if regions.iter().filter(is_vital).count() >= 2 {
                remaining |= string;
            }
        }
        if remaining == alive {
            return alive;
        }
        alive = remaining;
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::tests::board;
    use super::super::board::{BLACK, Size};
    use super::*;

    #[test]
    fn what_is_safe() {
        // A board, and how many points are Black's if Black passes, and if Black plays.
        for (text, passing, playing) in [
            ("...../XXXXX/.....", 5, 15),
            (".O.O./XXXXX/OO.O.", 5, 15),
            ("O..O./XXXXO/...X.", 0, 0),
            (".X.X./XXXXX/.....", 10, 15),
            (".X.X./XXXX./.....", 8, 8),
            ("...../...../XXXXX/.....", 0, 0),
            ("...../.X.X./XXXXX/.X.X.", 12, 12),
        ] {
            let rows: Vec<_> = text.split('/').collect();
            let size = Size::new(rows[0].len() as u8, rows.len() as u8).expect("a size");
            let safe = safe(board(size, text), &Geometry::new(size), BLACK);
            let found = (safe.passing.count_ones(), safe.playing.count_ones());
            assert_eq!(found, (passing, playing), "{text}");
            assert_eq!(safe.playing & !safe.passing, safe.filled, "{text}");
        }
    }
}
