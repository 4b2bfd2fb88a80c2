//! Where the places of a board lie, for the features of moves.

use super::shapes::WindowBoard;
use wanqi_game::Side;
use wanqi_games::rulebook::board::Grid;

/// No place, beyond the edge of the board.
const NO_PLACE: u16 = u16::MAX;
/// Steps to the places around one, at most.
const AROUND: usize = 8;

/// Where the places of a board lie, what lies around them, and whose contents are, as either side sees it. A game without a
/// board has none of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// For each side and place its column and row.
    at: [Vec<(i16, i16)>; 2],
    /// For each side and place those around it, in the order of the steps.
    around: [Vec<[u16; AROUND]>; 2],
    /// For each side and content whose it is.
    owners: [Vec<Owner>; 2],
    /// For each side and content the one that the first side would see in its stead.
    seen: [Vec<u8>; 2],
}

/// Whose a content is in the view of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// There is nothing.
    None,
    /// The side's.
    Own,
    /// The other side's.
    Other,
    /// A piece of nobody.
    Nobody,
}

impl Surroundings {
    /// Those of a board whose points are the first places of a layout. `owner` says whose a content is, `None` where there is
    /// no piece, and `Some(None)` for a piece of nobody.
    pub(crate) fn new(board: &WindowBoard<'_>, owner: impl Fn(u8) -> Option<Option<Side>>) -> Surroundings {
        let steps: &[(i16, i16)] = match board.grid {
            Grid::Squares => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
            Grid::Hexes => &[(-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1)],
        };
        let at: Vec<(i16, i16)> =
            board.points.iter().map(|&(column, row)| (column.into(), row.into())).collect();
        let itself: Vec<u16> = (0..at.len() as u16).collect();
        let image = board.seen.unwrap_or(&itself);
        let find = |there| at.iter().position(|&at| at == there).map_or(NO_PLACE, |place| place as u16);
        let around = |&(column, row): &(i16, i16)| {
            let mut around = [NO_PLACE; AROUND];
            for (place, step) in around.iter_mut().zip(steps) {
                *place = find((column + step.0, row + step.1));
            }
            around
        };
        let of_first: Vec<[u16; AROUND]> = at.iter().map(around).collect();
        // A step of the second side is the one that the first would see in its stead.
        let mut back = vec![NO_PLACE; at.len()];
        image.iter().enumerate().for_each(|(place, &image)| back[usize::from(image)] = place as u16);
        let real = |image: u16| back.get(usize::from(image)).copied().unwrap_or(NO_PLACE);
        let of_second = image.iter().map(|&image| of_first[usize::from(image)].map(real)).collect();
        let at_of_second = image.iter().map(|&image| at[usize::from(image)]).collect();
        let owners = Side::BOTH.map(|side| {
            let of = |content: usize| match owner(content as u8) {
                None => Owner::None,
                Some(None) => Owner::Nobody,
                Some(Some(owner)) if owner == side => Owner::Own,
                Some(Some(_)) => Owner::Other,
            };
            (0..board.digits[0].len()).map(of).collect()
        });
        Surroundings {
            at: [at, at_of_second],
            around: [of_first, of_second],
            owners,
            seen: board.digits.clone(),
        }
    }

    /// Whether a place is one of the board.
    #[inline]
    pub(super) fn has(&self, place: u16) -> bool {
        usize::from(place) < self.at[0].len()
    }

    /// The content that the first side would see in the stead of this one.
    #[inline]
    pub(super) fn seen(&self, side: usize, content: u8) -> u64 {
        self.seen[side].get(usize::from(content)).copied().unwrap_or(content).into()
    }

    /// Whose a content is.
    #[inline]
    pub(super) fn owner(&self, side: usize, content: u8) -> Owner {
        self.owners[side].get(usize::from(content)).copied().unwrap_or(Owner::None)
    }

    /// Whose is what stands around a place: three bits each.
    #[inline]
    pub(super) fn code(&self, side: usize, place: u16, contents: &[u8]) -> u64 {
        const EDGE: u64 = 4;
        self.around[side][usize::from(place)].iter().fold(0, |code, &around| {
            let content = contents.get(usize::from(around));
            code << 3 | content.map_or(EDGE, |&content| self.owner(side, content) as u64)
        })
    }

    /// The columns and rows from one place to another.
    #[inline]
    pub(super) fn step(&self, side: usize, from: u16, to: u16) -> u64 {
        let [from, to] = [from, to].map(|place| self.at[side][usize::from(place)]);
        u64::from((to.0 - from.0) as u16) << 16 | u64::from((to.1 - from.1) as u16)
    }
}
