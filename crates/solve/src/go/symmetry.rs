//! Boards that are the same but for turning and mirroring.

use super::board::{Points, Size, Stones};

/// The ways to turn and mirror a board: eight of a square one, four of others.
#[derive(Clone, Debug)]
pub(super) struct Symmetries {
    ways: Vec<Symmetry>,
}

/// One of them.
#[derive(Clone, Debug)]
struct Symmetry {
    /// Where each point goes.
    to: [u8; Size::MAX_POINTS],
    /// For each seven points from the lowest, where each set of them goes.
    sets: [[Points; 128]; 4],
    /// The way back.
    back: usize,
}

impl Symmetries {
    pub fn new(size: Size) -> Symmetries {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut maps: Vec<[u8; Size::MAX_POINTS]> = Vec::new();
        for way in 0..if width == height { 8 } else { 4 } {
            let mut to = std::array::from_fn(|point| point as u8);
            for (point, to) in to.iter_mut().enumerate().take(size.points()) {
                let (mut column, mut row) = (point % width, point / width);
                if way & 1 != 0 {
                    column = width - 1 - column;
                }
                if way & 2 != 0 {
                    row = height - 1 - row;
                }
                if way & 4 != 0 {
                    (column, row) = (row, column);
                }
                *to = (row * width + column) as u8;
            }
            maps.push(to);
        }
        let is_back = |to: &[u8; Size::MAX_POINTS], back: &[u8; Size::MAX_POINTS]| {
            to.iter().enumerate().all(|(point, &to)| usize::from(back[usize::from(to)]) == point)
        };
        let way = |to: &[u8; Size::MAX_POINTS]| {
            let set = |first: usize, set: usize| {
                let members = (0..7).filter(|bit| set >> bit & 1 != 0 && first + bit < Size::MAX_POINTS);
                members.fold(0, |points, bit| points | 1 << to[first + bit])
            };
            let sets = std::array::from_fn(|seven| std::array::from_fn(|members| set(7 * seven, members)));
            let back = maps.iter().position(|back| is_back(to, back)).unwrap_or_default();
            Symmetry { to: *to, sets, back }
        };
        Symmetries { ways: maps.iter().map(way).collect() }
    }

    /// Where points go.
    #[inline]
    pub fn points(&self, way: usize, points: Points) -> Points {
        let sets = &self.ways[way].sets;
        let seven = |place: usize| sets[place][(points >> (7 * place) & 127) as usize];
        seven(0) | seven(1) | seven(2) | seven(3)
    }

    /// Where a move goes; what is no point stays.
    pub fn mv(&self, way: usize, mv: u8) -> u8 {
        self.ways[way].to.get(usize::from(mv)).copied().unwrap_or(mv)
    }

    /// The way back.
    pub fn back(&self, way: usize) -> usize {
        self.ways[way].back
    }

    /// Of all boards that are the same the one that stands for them, and the way to it.
    #[inline]
    pub fn canonical(&self, board: Stones) -> (Stones, usize) {
        let turned = |way| Stones(board.0.map(|stones| self.points(way, stones)));
        let boards = (0..self.ways.len()).map(|way| (turned(way), way));
        boards.min_by_key(|(board, _)| board.0).expect("a board is the same as itself")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_a_way_back_and_leads_to_one_board() {
        for (width, height) in [(5, 5), (3, 4), (1, 7)] {
            let size = Size::new(width, height).expect("a size");
            let all = Symmetries::new(size);
            let board = Stones([0b1_0010 & ((1 << size.points()) - 1), 0b100_0000]);
            for way in 0..all.ways.len() {
                let turned = Stones(board.0.map(|stones| all.points(way, stones)));
                let back = Stones(turned.0.map(|stones| all.points(all.back(way), stones)));
                assert_eq!(back, board, "{width}×{height}, way {way}");
                assert_eq!(all.canonical(turned).0, all.canonical(board).0, "{width}×{height}, way {way}");
                for point in 0..size.points() as u8 {
                    assert_eq!(1 << all.mv(way, point), all.points(way, 1 << point));
                }
            }
        }
    }
}
