//! Stones that nothing can take, even if their side always passes.

use super::board::{Board, Geometry, Points};

/// The points that are this side's at the end whatever the other does: stones that are unconditionally alive, and the single
/// points that they enclose. Larger regions are left to the search, where a stone inside may still count for the other side.
/// Benson, *Life in the Game of Go* (1976), <https://doi.org/10.1016/S0020-0255(76)90018-4>.
pub(super) fn safe(board: Board, geometry: &Geometry, side: usize) -> Points {
    let own = board.0[side];
    // Two eyes and the stones around them.
    if own.count_ones() < 2 {
        return 0;
    }
    let empty = board.empty(geometry);
    let mut alive = own;
    let mut regions: [Points; 16] = [0; 16];
    let mut count = 0;
    for region in geometry.parts(geometry.all & !own) {
        if count == regions.len() {
            return 0;
        }
        regions[count] = region;
        count += 1;
    }
    loop {
        let mut remaining = 0;
        for string in geometry.parts(own) {
            if string & alive == 0 {
                continue;
            }
            // A region is vital to a string if each empty point of it is its liberty.
            let liberties = geometry.beside(string) & empty;
            let vital = regions[..count].iter().filter(|&&region| {
                region & empty != 0
                    && region & empty & !liberties == 0
                    && geometry.beside(region) & !alive == 0
            });
            if vital.count() >= 2 {
                remaining |= string;
            }
        }
        if remaining == alive {
            break;
        }
        alive = remaining;
    }
    let eyes = regions[..count].iter().filter(|&&region| {
        region.count_ones() == 1 && region & empty != 0 && geometry.beside(region) & !alive == 0
    });
    eyes.fold(alive, |safe, eye| safe | eye)
}
